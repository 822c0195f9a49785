import ConstraintSolver
import LayoutPlugin
import SceneModel
import SceneOracles
import Testing

/// The listings of SceneOracles' documentation.
@Suite struct SceneOraclesListings {
  @Test("SceneOracles' landing page: one document, all laws")
  func landing() throws {
    // listing: SceneOracles
    let document = try Document(
      text: """
        solver 1
        apply: declare v1 non-negative; add c1: v1 = 100 @1000; add c2: v1 = 80 @750
        """)
    let laws = Law.scriptLaws
    for (law, verdict) in zip(laws, Law.verdicts(of: laws, on: document, with: .layoutlab)) {
      switch verdict {
      case .holds: print("\(law.name): holds")
      case .undecided(let reason): print("\(law.name): undecided, \(reason)")
      case .broken(let problem): print("\(law.name): broken, \(problem)")
      }
    }
    // end of listing
    let verdicts = Law.verdicts(of: laws, on: document, with: .layoutlab)
    #expect(verdicts.contains(.holds))
    for case .broken(let problem) in verdicts { Issue.record("\(problem)") }
  }

  @Test("Judging an engine: its values beside the exact ones, and its proof")
  func judging() throws {
    let document = try Document(text: "solver 1\napply: declare v1 non-negative; add c1: 3 v1 = 1 @1000\n")
    // listing: JudgingAnEngine
    guard case .solver(let script) = document, let makeSolver = Plugin.layoutlab.makeSolver else { return }
    let (engine, judge) = (makeSolver(), ReferenceSolver())
    var (found, exact): ([Variable: Double], [Variable: Double]) = ([:], [:])
    for transaction in script.transactions {
      let outcomes = (try engine.apply(transaction.edits), try judge.apply(transaction.edits))
      try engine.drainChanges { found[$0] = $1 }
      try judge.drainChanges { exact[$0] = $1 }
      print(outcomes.0 == outcomes.1 && found == exact ? "the same" : "different")
    }

    var system = LinearSystem()
    for transaction in script.transactions { _ = try system.apply(transaction.edits) }
    if let entries = try engine.certificate() {
      print(Certificate(entries).proves(system, found))  // holds
    }
    // end of listing
    #expect(found == exact)
    #expect(Certificate(try #require(try engine.certificate())).proves(system, found) == .holds)
  }
}
