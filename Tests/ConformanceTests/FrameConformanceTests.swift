import ConstraintSolver
import LayoutPlugin
@testable import SceneFuzzing
import SceneModel
import SceneOracles
import TestSupport
import Testing

/// The laws of layout engines.
@Suite struct FrameConformanceTests {
  private static func documents(_ range: Range<Int>, _ promise: EnginePromise = .ofKernel) -> some Sequence<Document> {
    let target = FuzzTarget.frames().within(promise)
    return range.lazy.map { target.project(target.varied($0, seed: 11)) }
  }

  @Test("Our kernel as a layout engine breaks no law, and each law has something to say")
  func soundEngineKeepsLaws() throws {
    let kernel = try #require(Plugin.kernel(over: .layoutlab))
    var decided: Set<String> = []
    for document in Self.documents(0..<120) {
      let verdicts = Law.verdicts(of: Law.frameLaws, on: document, with: kernel)
      for (law, verdict) in zip(Law.frameLaws, verdicts) {
        if case .broken(let text) = verdict { Issue.record("\(law.name): \(text)\n\(document.text)") }
        if verdict == .holds { decided.insert(law.name) }
      }
    }
    // A sound engine refuses nothing.
    #expect(Set(Law.frameLaws.map(\.name)).subtracting(decided) == ["frames.refused-edit-changes-nothing"])
  }

  @Test("A view with a mask that comes later remembers its superview's size then, so the document is not opened anew")
  func masksRemember() throws {
    let kernel = try #require(Plugin.kernel(over: .layoutlab))
    let document = try Document(
      text: """
        scene 1
        root 10 x 10 @1x
        view v1 in root
        constraint c1: v1.leading = root.leading
        constraint c2: v1.trailing = root.trailing
        step add view v2 in v1 autoresizing left top

        """, file: "mask.scene")
    for (law, verdict) in zip(Law.frameLaws, Law.verdicts(of: Law.frameLaws, on: document, with: kernel)) {
      if case .broken(let text) = verdict { Issue.record("\(law.name): \(text)") }
    }
    let fresh = try #require(Law.named("frames.incremental-equals-fresh"))
    #expect(fresh.judge(document, kernel).undecided == .notApplicable)
  }

  @Test(
    "A view that its mask squeezed to nothing does not come back as it was, and that is no finding (found by make engines)"
  )
  func masksSqueeze() throws {
    let kernel = try #require(Plugin.kernel(over: .layoutlab))
    let document = try Document(
      text: """
        scene 1
        root 375 x 667 @1x
        view v6 in root frame 9 25 125 12 autoresizing left width right top height
        step resize root 10 x 10

        """, file: "squeezed.scene")
    let law = try #require(Law.named("frames.there-and-back"))
    #expect(law.judge(document, kernel).undecided == .notApplicable)
  }

  @Test("What needs an edit that was refused is not asked (found by make engines: it was blamed on Qt as a crash)")
  func afterRefusals() throws {
    var plugin = try #require(Plugin.kernel(over: .layoutlab))
    plugin.manifest.promise.ties = .any
    let make = try #require(plugin.makeLayoutEngine)
    plugin.makeLayoutEngine = { () throws(PluginFault) in RefusesToAdd(try make()) }
    let document = try Document(
      text: """
        scene 1
        root 10 x 10 @1x
        view v1 in root
        view v2 in root
        step add constraint c1: v2.left = v1.left
        step layout root
        step add view v3 in v1
        step layout root
        step deactivate c1
        step layout root
        step resize root 20 x 10

        """, file: "refused.scene")
    for (law, verdict) in zip(Law.frameLaws, Law.verdicts(of: Law.frameLaws, on: document, with: plugin)) {
      if case .broken(let text) = verdict, law.name != "frames.claims-are-kept" { Issue.record("\(law.name): \(text)") }
    }
  }

  @Test("Every broken layout engine is caught by its law", arguments: BrokenLayoutEngine.all)
  func lawCanFail(engine: BrokenLayoutEngine) throws {
    let law = try #require(Law.frameLaws.first { $0.name == engine.law })
    let caught = Self.documents(0..<400).contains { document in
      if case .broken = law.judge(document, engine.plugin) { true } else { false }
    }
    #expect(caught)
  }

  @Test("Each law of layout engines has a broken engine")
  func everyLawCanFail() {
    #expect(Set(BrokenLayoutEngine.all.map(\.law)) == Set(Law.frameLaws.map(\.name)))
  }
}

/// A layout engine that supports no constraint that comes later, and has a fault when it is asked to change what is not there.
private final class RefusesToAdd: LayoutEngine {
  private let sound: any LayoutEngine
  private var present = Scene(rootSize: .zero)

  init(_ sound: any LayoutEngine) { self.sound = sound }

  func open(_ scene: Scene) throws(PluginFault) -> LayoutAnswer {
    present = scene
    present.steps = []
    return try sound.open(scene)
  }

  func edit(_ steps: [Step]) throws(PluginFault) -> LayoutAnswer {
    for step in steps {
      if case .addConstraint = step { return .unsupported("no constraint comes later") }
      if !present.make(step) { return .fault("\(step) cannot be made") }
    }
    return try sound.edit(steps)
  }
}

/// Projections onto what engines claim.
@Suite struct ProjectionTests {
  /// Promises with more and less in them, the same for a number.
  private static func promise(_ number: Int) -> EnginePromise {
    var entropy = Entropy(seed: UInt64(number))
    var promise = EnginePromise()
    promise.claims = Set(EngineClaim.allCases.filter { _ in entropy.chance(2, in: 3) })
    promise.levels = entropy.pick([[], [1000, 750, 250], [1000, 500], [1000]])
    promise.tolerance = 1e-6
    promise.ties = .any
    promise.edits = entropy.pick([nil, 1, 3])
    return promise
  }

  @Test("A projected scene is well formed, needs no more than is claimed, and is its own projection")
  func projection() {
    for number in 0..<600 {
      let promise = Self.promise(number)
      guard case .scene(let scene) = FuzzTarget.layout().varied(number, seed: 5) else { return }
      let own = scene.projected(onto: promise)
      #expect(Document.scene(own).isWellFormed)
      #expect(own.features.isSubset(of: promise.claims ?? []), "\(number): \(own.text)")
      #expect(own.projected(onto: promise) == own, "\(number): \(own.text)\n\(own.projected(onto: promise).text)")
      for constraint in own.constraints where !promise.levels.isEmpty {
        #expect(promise.levels.contains(constraint.priority))
      }
      if let most = promise.edits { #expect(own.batches.allSatisfy { $0.count <= most }) }
    }
  }

  @Test("A projected script is its own projection, with priorities in their order")
  func scripts() {
    for number in 0..<300 {
      let promise = Self.promise(number)
      let script = SolverScript.varied(number, seed: 3).projected(onto: promise)
      #expect(script.projected(onto: promise) == script)
    }
    var promise = EnginePromise()
    promise.levels = [1000, 750, 250]
    let projection = [999.0, 760, 600, 400, 3].map { priority in
      SolverScript(transactions: [
        .init(edits: [.add(.init(id: .init(1), terms: [], relation: .equal, constant: 0, priority: priority))])
      ]).projected(onto: promise).transactions[0].edits
    }
    let levels = projection.map { edits -> Double in
      guard case .add(let row)? = edits.first else { return 0 }
      return row.priority
    }
    #expect(levels == [750, 750, 750, 250, 250])
  }
}

/// Solvers that work in doubles, and say so.
@Suite struct PromiseTests {
  /// Off by 2⁻²⁶ points everywhere.
  private static func plugin(tolerance: Double) throws -> Plugin {
    let broken = try #require(BrokenEngine.named("reports values off the grid"))
    var plugin = broken.plugin(around: .reference)
    plugin.manifest.capabilities = []
    plugin.manifest.promise.tolerance = tolerance
    return plugin
  }

  private static func broken(_ plugin: Plugin) -> Set<String> {
    let laws = Law.scriptLaws.filter { !$0.usesThreads }
    var broken: Set<String> = []
    for number in 0..<60 {
      let verdicts = Law.verdicts(of: laws, on: .solver(.varied(number, seed: 9)), with: plugin)
      for (law, verdict) in zip(laws, verdicts) { if case .broken = verdict { broken.insert(law.name) } }
    }
    return broken
  }

  @Test("A solver within its tolerance breaks no law, and one that promises more than it keeps is found")
  func tolerance() throws {
    #expect(Self.broken(try Self.plugin(tolerance: 1e-6)).isEmpty)
    #expect(Self.broken(try Self.plugin(tolerance: 1e-10)).contains("solver.unique-values-are-right"))
  }
}
