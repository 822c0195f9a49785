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
  private static let seeds: Range<UInt64> = 1..<65

  @Test("Every law holds on every plugin, random scripts", arguments: TestedPlugin.all)
  func lawsHoldOnRandomScripts(tested: TestedPlugin) throws {
    let plugin = try tested.make()
    for seed in Self.seeds {
      let verdicts = Law.verdicts(of: Self.laws, on: .solver(.sample(seed: seed)), with: plugin)
      for (law, verdict) in zip(Self.laws, verdicts) {
        #expect(verdict == .holds, "\(law.name), seed \(seed)")
      }
    }
  }

  @Test(
    "Every law holds on every plugin, our own scripts", arguments: TestedPlugin.all, Surroundings.fixtures("solver"))
  func lawsHoldOnFixtures(tested: TestedPlugin, file: URL) throws {
    let document = try Document(
      text: String(contentsOf: file, encoding: .utf8), file: file.lastPathComponent)
    for (law, verdict) in zip(Self.laws, Law.verdicts(of: Self.laws, on: document, with: try tested.make())) {
      #expect(verdict == .holds, "\(law.name)")
    }
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
    let caught = (fixtures + samples).contains { document in
      if case .broken = law.judge(document, plugin) { true } else { false }
    }
    #expect(caught)
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
