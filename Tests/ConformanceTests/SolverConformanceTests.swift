import ConstraintSolver
import Foundation
import LayoutPlugin
import SceneFuzzing
import SceneModel
import SceneOracles
import TestSupport
import Testing

/// Every law on every plugin. Writing a plugin means passing these.
@Suite struct SolverConformanceTests {
  private static let laws = Law.all.filter { $0.name.hasPrefix("solver.") }

  /// Small ones, ones of all sizes, and our own.
  private static func scripts() throws -> [(name: String, document: Document)] {
    let samples = (1..<65).map { ("sample \($0)", Document.solver(.sample(seed: $0))) }
    let varied = (0..<24).map { ("varied \($0)", Document.solver(.varied($0, seed: 3))) }
    let fixtures = try Surroundings.fixtures("solver").map { file in
      try (
        file.lastPathComponent,
        Document(text: String(contentsOf: file, encoding: .utf8), file: file.lastPathComponent)
      )
    }
    return samples + varied + fixtures
  }

  @Test("No law of scripts is broken on any plugin, and each is judged", arguments: TestedPlugin.all)
  func lawsHold(tested: TestedPlugin) throws {
    let plugin = try tested.make()
    var decided: Set<String> = []
    for (name, document) in try Self.scripts() {
      for (law, verdict) in zip(Self.laws, Law.verdicts(of: Self.laws, on: document, with: plugin)) {
        if case .broken(let text) = verdict { Issue.record("\(law.name), \(name): \(text)") }
        if verdict == .holds { decided.insert(law.name) }
      }
    }
    // A law that never applies says nothing.
    #expect(decided == tested.names(of: Self.laws, plugin))
  }

  /// What a script does not show is no merit of the engine.
  @Test(
    "A law about what a script does not show is undecided",
    arguments: [
      ("apply: add c1: v1 = 3", "solver.rejected-edit-changes-nothing"),
      ("apply: add c1: v1 = 3", "solver.conflict-set-is-irreducible"),
      ("apply: add c1: v1 = 3", "solver.expectations-are-met"),
      ("apply: add c1: v1 = 3", "solver.tiers-are-optimal"),
      ("apply: add c1: v1 = 3 @10", "solver.required-constraints-hold"),
      ("apply: remove c1", "solver.changes-are-reported-exactly"),
      ("apply: remove c1", "solver.one-report-tells-all"),
      ("apply: remove c1", "solver.incremental-equals-fresh"),
      ("apply: remove c1", "solver.edit-order-does-not-matter"),
      ("apply: remove c1", "solver.removal-returns-to-the-empty-state"),
      ("apply: remove c1", "solver.values-are-the-rounded-exact-optimum"),
      ("apply: remove c1", "solver.uniqueness-is-told-right"),
      ("apply: remove c1", "solver.certificates-prove-the-result"),
    ])
  func nothingToJudge(script: String, name: String) throws {
    let law = try #require(Law.named(name))
    let document = try Document(text: "solver 1\n\(script)\n", file: "script")
    guard case .undecided = law.judge(document, .layoutlab) else {
      Issue.record("\(name) is said to hold")
      return
    }
  }

  @Test(
    "An engine is judged by the laws about what it claims", arguments: Law.all.filter { !$0.claims.isEmpty }.map(\.name)
  )
  func unclaimedLaws(name: String) throws {
    let law = try #require(Law.named(name))
    var modest = Plugin.layoutlab
    modest.manifest.capabilities.subtract(law.claims)
    let document: Document = name.hasPrefix("layout.") ? .scene(.sample(seed: 1)) : .solver(.sample(seed: 1))
    #expect(law.judge(document, modest).undecided == .notClaimed)
  }

  /// Blocks that keep a factored basis: random scripts are mostly small ones.
  @Test("Large systems keep the laws", arguments: 1..<9 as Range<UInt64>)
  func largeSystems(seed: UInt64) throws {
    var entropy = Entropy(seed: seed)
    let bounds = ScriptBounds(
      variables: 40...80, rows: 60...160, transactions: 3...6, editsInTransaction: 1...4, wildness: 0)
    var script = SolverScript.generated(within: bounds, using: &entropy)
    // Of so many rows one contradicts another mostly: by itself, it does not take the others with it.
    let edits = script.transactions[0].edits
    script.transactions.replaceSubrange(0..<1, with: edits.map { .init(edits: [$0]) })
    for name in [
      "incremental-equals-fresh", "required-constraints-hold", "edit-order-does-not-matter", "uniqueness-is-told-right",
    ] {
      let law = try #require(Law.named("solver." + name))
      #expect(law.judge(.solver(script), .layoutlab) == .holds, "\(name)")
    }
  }

  /// Hiding and showing does not settle here, and takes the kernel of the first play somewhere else.
  @Test("What one law does to a scene does not bear on the next")
  func lawsAreIndependent() throws {
    let document = try Document(
      text: """
        scene 1
        root 375 x 667 @2x margins 4 0 4 3 safe-area 31 0 32 0
        direction right-to-left
        view v1 in root kind stack safe-area 24 0 34 0
        view v2 in v1
        view v4 in v1 frame 23 29 9 56
        guide g3 in v2
        guide g6 in v2 kind safe-area
        stack v1 axis horizontal alignment trailing distribution equal-centering spacing 12 after v4 9 arranged v2 v4
        step layout root
        step layout root
        step layout root
        step layout root
        """)
    let laws = Law.all.filter { $0.name.hasPrefix("layout.") }
    for (law, verdict) in zip(laws, Law.verdicts(of: laws, on: document, with: .layoutlab)) {
      #expect(verdict == law.judge(document, .layoutlab), "\(law.name)")
    }
  }

  @Test("Every broken engine is caught by its law", arguments: BrokenEngine.all)
  func lawCanFail(engine: BrokenEngine) throws {
    let law = try #require(Law.named(engine.law))
    let plugin = engine.plugin(around: .reference)
    let fixtures = try Surroundings.fixtures("solver").map {
      try Document(text: String(contentsOf: $0, encoding: .utf8), file: $0.lastPathComponent)
    }
    let samples: [Document] = (1..<200).map {
      law.name.hasPrefix("layout.") ? .scene(.sample(seed: $0)) : .solver(.sample(seed: $0))
    }
    let varied = (0..<200).lazy.map { Document.solver(.varied($0, seed: 1)) }
    let caught = [AnySequence(fixtures + samples), AnySequence(varied)].joined().contains { document in
      if case .broken = law.judge(document, plugin) { true } else { false }
    }
    #expect(caught)
  }

  @Test("A variable that is reported twice among many is seen")
  func reportedTwiceAmongMany() throws {
    let law = try #require(Law.named("solver.changes-are-reported-exactly"))
    let engine = try #require(BrokenEngine.named("reports the last variable first as well"))
    let edits = (0..<100).map { SolverEdit.declare(Variable(UInt32($0)), nonNegative: true) }
    let script = Document.solver(SolverScript(transactions: [.init(edits: edits)]))
    #expect(law.judge(script, .layoutlab) == .holds)
    guard case .broken = law.judge(script, engine.plugin(around: .layoutlab)) else {
      Issue.record("the report passes for one that is exact")
      return
    }
  }

  @Test("A thousand tiers are proved tier by tier, and one tier instead of them is seen")
  func thousandTiers() throws {
    var entropy = Entropy(seed: 5)
    let edits = (0..<1000).map { index in
      let (first, second) = (entropy.below(60), entropy.below(59))
      var terms = [LinearConstraint.Term(1, Variable(UInt32(first)))]
      let sign = entropy.pick([0.0, 1, -1])
      if sign != 0 { terms.append(.init(sign, Variable(UInt32(second < first ? second : second + 1)))) }
      return SolverEdit.add(
        LinearConstraint(
          id: .init(UInt32(index)), terms: terms,
          relation: entropy.pick([.equal, .lessThanOrEqual, .greaterThanOrEqual]),
          constant: Double(entropy.below(400) - 200), priority: Double(index + 1) * 0.999))
    }
    let script = Document.solver(SolverScript(transactions: [.init(edits: edits)]))
    let law = try #require(Law.named("solver.certificates-prove-the-result"))
    #expect(law.judge(script, .layoutlab) == .holds)
    let flat = try #require(BrokenEngine.named("has one optional tier"))
    guard case .broken = law.judge(script, flat.plugin(around: .layoutlab)) else {
      Issue.record("an engine with one tier passes for one with a thousand")
      return
    }
  }

  @Test("A price that a double holds only nearly, just below its bound, is reconstructed and proves the result")
  func pricesBeyondDoubles() throws {
    let script = try SolverScript(
      text: "solver 1\napply: add c0: 3 v0 = 2 @1; add c1: 1.0000000000000002 v0 + v0 = 1 @1; add c2: v0 = 0 @1\n",
      file: "prices")
    let law = try #require(Law.named("solver.certificates-prove-the-result"))
    #expect(law.judge(.solver(script), .layoutlab) == .holds)
  }

  @Test("Every law has an engine that breaks it", arguments: laws.map(\.name))
  func lawHasItsBrokenEngine(law: String) {
    #expect(BrokenEngine.all.contains { $0.law == law })
  }
}
