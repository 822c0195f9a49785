import LayoutPlugin
import SceneFuzzing
import SceneModel
import SceneOracles
import Synchronization
import TestSupport
import Testing

/// Laws of scripts on solvers that promise less than ours.
@Suite struct SolverPromiseTests {
  private static let laws = Law.scriptLaws.filter { !$0.usesThreads }

  private static func promise() -> EnginePromise {
    var promise = EnginePromise()
    promise.claims = [.inequalities, .priorities]
    promise.levels = [1000, 750, 250]
    (promise.ties, promise.tolerance, promise.edits) = (.any, 1e-6, 1)
    return promise
  }

  /// The laws that the plugin breaks on small scripts, with a document each.
  private static func broken(_ plugin: Plugin) -> [String: String] {
    var broken: [String: String] = [:]
    for number in 0..<48 {
      let document = Document.solver(number % 2 == 0 ? .sample(seed: UInt64(number + 1)) : .varied(number, seed: 3))
      for (law, verdict) in zip(laws, Law.verdicts(of: laws, on: document, with: plugin)) {
        if case .broken(let text) = verdict { broken[law.name] = "\(text)\n\(document.text)" }
      }
    }
    return broken
  }

  @Test("A solver is sent nothing that it does not promise to take, by no law")
  func nothingElseIsSent() throws {
    let note = Note()
    var plugin = Plugin.layoutlab
    (plugin.manifest.promise, plugin.manifest.capabilities) = (Self.promise(), [])
    let make = try #require(plugin.makeSolver)
    plugin.makeSolver = { NotesStrangers(make(), Self.promise(), note) }
    #expect(Self.broken(plugin).isEmpty)
    #expect(note.strangers.withLock { $0 }.isEmpty)
  }

  @Test("Ties by chance break no law of who promises nothing about them, and do of who says nothing at all")
  func tiesByChance() throws {
    let oldest = try #require(BrokenEngine.named("breaks ties oldest first")).plugin(around: .layoutlab)
    let (one, two) = (try #require(Plugin.layoutlab.makeSolver), try #require(oldest.makeSolver))
    var plugin = Plugin.layoutlab
    plugin.manifest.capabilities = []
    let count = Counter()
    plugin.makeSolver = { count.next() % 2 == 0 ? one() : two() }
    #expect(Self.broken(plugin).keys.contains("solver.answers-come-again"))
    (plugin.manifest.promise.ties, plugin.manifest.promise.tolerance) = (.any, 1e-6)
    #expect(Self.broken(plugin).isEmpty)
  }

  @Test("Values that the constraints fix come again, whatever is promised about ties")
  func fixedValues() throws {
    var plugin = try #require(BrokenEngine.named("answers by chance")).plugin(around: .layoutlab)
    plugin.manifest.capabilities = []
    for ties in [EnginePromise.Ties.any, .present] {
      (plugin.manifest.promise.ties, plugin.manifest.promise.tolerance) = (ties, 1e-6)
      #expect(Self.broken(plugin).keys.contains("solver.answers-come-again"), "\(ties)")
    }
  }

  @Test("Rows whose last bits decide break no law of a solver in doubles, and what it misses does")
  func lastBits() throws {
    var plugin = Plugin.reference
    plugin.manifest = Manifest(name: "doubles", version: "1", capabilities: [])
    (plugin.manifest.promise.ties, plugin.manifest.promise.tolerance) = (.any, 1e-4)
    plugin.manifest.promise.range = 1e-2...1e5
    func broken(_ rows: String, _ values: [Double]) throws -> Set<String> {
      plugin.makeSolver = { Says(values) }
      let document = try Document(text: "solver 1\napply: \(rows)\n")
      let names = ["solver.required-constraints-hold", "solver.tiers-are-optimal", "solver.unique-values-are-right"]
      return Set(
        Law.scriptLaws.filter { names.contains($0.name) }.compactMap { law in
          if case .broken = law.judge(document, plugin) { law.name } else { nil }
        })
    }
    // A third in doubles is not the third of 1, so the two rows have one solution: at 0, or at 10^16.
    let third = "0.3333333333333333 v0 + 0.25 v1"
    for rows in [
      "add c0: v0 + 0.75 v1 = 0 @1; add c1: \(third) = 1 @1000",
      "add c0: v0 + 0.75 v1 = 3 @1000; add c1: \(third) = 1 @250",
    ] {
      #expect(try broken(rows, [3, 0]).isEmpty)
    }
    #expect(try broken("add c0: v0 + 0.75 v1 = 0 @1; add c1: v1 = 4 @1000", [0, 4]).count == 2)
    #expect(try broken("add c0: v0 + v1 = 5 @1000; add c1: v1 = 4 @1000", [2, 4]).count == 2)
  }
}

/// A solver that solves everything, with the same values.
private final class Says: ConstraintSolving {
  private let values: [Double]

  init(_ values: [Double]) { self.values = values }

  func apply(_ edits: [SolverEdit]) throws(PluginFault) -> SolverOutcome { .solved }

  func drainChanges(_ body: (Variable, Double) -> Void) throws(PluginFault) {
    for (number, value) in values.enumerated() { body(Variable(UInt32(number)), value) }
  }
}

private final class Counter: Sendable {
  private let count = Mutex(0)

  func next() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }
}

private final class Note: Sendable {
  let strangers = Mutex<[String]>([])
}

/// Passes everything on, and notes well-formed edits that lie outside of a promise.
private final class NotesStrangers: ConstraintSolving {
  private let sound: any ConstraintSolving
  private let promise: EnginePromise
  private let note: Note

  init(_ sound: any ConstraintSolving, _ promise: EnginePromise, _ note: Note) {
    (self.sound, self.promise, self.note) = (sound, promise, note)
  }

  private func isStrange(_ edit: SolverEdit) -> Bool {
    switch edit {
    case .declare(_, let isNonNegative): isNonNegative
    case .add(let row): isStrange(row.priority)
    case .setPriority(_, let priority): isStrange(priority)
    case .remove, .setConstant, .forget: false
    }
  }

  /// Malformed ones are sent on purpose.
  private func isStrange(_ priority: Double) -> Bool {
    priority > 0 && priority <= 1000 && !promise.levels.contains(priority)
  }

  func apply(_ edits: [SolverEdit]) throws(PluginFault) -> SolverOutcome {
    let isLong = edits.count > promise.edits ?? .max
    if isLong || edits.contains(where: isStrange) {
      note.strangers.withLock { $0.append(edits.map(\.words).joined(separator: "; ")) }
    }
    return try sound.apply(edits)
  }

  func drainChanges(_ body: (Variable, Double) -> Void) throws(PluginFault) { try sound.drainChanges(body) }
}
