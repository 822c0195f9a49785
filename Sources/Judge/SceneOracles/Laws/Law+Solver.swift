import LayoutPlugin
import SceneModel

extension Law {
  /// The laws about solver scripts.
  static let solverLaws: [Law] = [
    Law(
      contractName,
      "Every answer is one that the contract allows: codes, counts and ids that can be, and finite values.",
      cost: .cheap
    ) { trial in
      trial.script.transactions.isEmpty ? .undecided("the script is empty") : verdict(trial.notes.violation)
    },
    Law(
      "solver.required-constraints-hold", "After every solved transaction each required constraint and bound holds.",
      cost: .cheap
    ) { trial in
      if trial.notes.required == nil, !trial.notes.hasRequired { return .undecided("nothing solved was required") }
      return verdict(trial.notes.required)
    },
    Law(
      "solver.answers-fit-the-edits",
      "A well-formed transaction is solved or a conflict, a malformed one is a fault, and a refusal reports no change.",
      cost: .cheap
    ) { trial in verdict(trial.notes.malformed ?? trial.notes.rejected) },
    Law(
      "solver.rejected-edit-changes-nothing",
      "A conflict or a fault leaves every value where it was, then and later.", cost: .comparing
    ) { trial in
      if let remark = trial.notes.rejected { return .broken(remark) }
      return trial.withoutRefusals()
    },
    Law(
      "solver.malformed-edit-is-a-fault", "A malformed edit is refused as such, and nothing else is.",
      cost: .comparing
    ) { trial in
      if let remark = trial.notes.malformed { return .broken(remark) }
      return trial.aftermath.malformed
    },
    Law(
      "solver.changes-are-reported-exactly",
      "Each variable is reported once when its value differs from the last report, never otherwise, and zero as +0.",
      cost: .cheap
    ) { trial in
      if trial.notes.changes == nil, !trial.notes.hasSolved { return .undecided("nothing was solved") }
      return verdict(trial.notes.changes)
    },
    Law(
      "solver.one-report-tells-all",
      "A host that reads the changes only at the end gets each variable once, with the same value.",
      cost: .comparing
    ) { trial in trial.drainedOnce() },
    Law(
      "solver.incremental-equals-fresh", "A new engine that is given the present set has the same values, bit for bit.",
      cost: .comparing, claims: .canonical
    ) { trial in
      trial.compareFresh("a new engine with the same constraints") { [$0.edits] }
    },
    Law(
      "solver.edit-order-does-not-matter", "The present set has the same values in whatever order it was put together.",
      cost: .comparing, claims: .canonical
    ) { trial in
      trial.compareFresh("the same constraints added one by one in another order") { system in
        var entropy = Entropy(seed: UInt64(system.edits.count))
        let declarations = system.variables.keys.sorted(by: >).map {
          SolverEdit.declare($0, nonNegative: system.variables[$0] == true)
        }
        return [declarations] + system.constraints.shuffled(using: &entropy).map { [.add($0)] }
      }
    },
    Law(
      "solver.removal-returns-to-the-empty-state",
      "With everything removed and forgotten the engine reports nothing and serves as a new one.",
      cost: .comparing
    ) { trial in trial.aftermath.removal },
    Law(
      "solver.expectations-are-met", "What the script expects after a transaction is so.", cost: .cheap,
      claims: .canonical
    ) { trial in trial.judgeExpectations() },
    Law(
      "solver.conflict-set-is-irreducible",
      "A refusal names required constraints that contradict each other, and do so no longer without any one of them.",
      cost: .exact
    ) { trial in trial.judgeConflicts() },
    Law(
      "solver.tiers-are-optimal", "No layout violates a tier less without violating a higher one more.", cost: .exact
    ) { trial in trial.judgeTiers() }
    .needing([.priorities]),
    Law(
      "solver.unique-values-are-right",
      "A value that the constraints alone fix is the exact judge's, whatever the engine does where they leave a choice.",
      cost: .exact
    ) { trial in trial.judgeUniqueValues() },
    Law(
      "solver.values-are-the-rounded-exact-optimum",
      "The values are those of the judge's exact solver, rounded to the grid, bit for bit.", cost: .exact,
      claims: .canonical
    ) { trial in trial.judgeValues() },
    Law(
      "solver.uniqueness-is-told-right", "The engine reports correctly which values the tiers alone determine.",
      cost: .exact,
      claims: .uniqueness
    ) { trial in trial.judgeUniqueness() },
    Law(
      "solver.certificates-prove-the-result",
      "The engine's multipliers prove each tier optimal, and each conflict a contradiction.", cost: .exact,
      claims: .certifying
    ) { trial in trial.judgeCertificates() },
  ]

  static let contractName = "solver.answers-keep-the-contract"

  /// The law that an engine keeps within the arrays that it gets for its answers, and that small arrays lose nothing.
  static let roomLaw: Law = {
    var law = Law(
      "solver.answers-fit-the-room",
      "With room for a few changes, and for none or one of a conflict's constraints, the engine writes no more and loses nothing.",
      cost: .comparing
    ) { trial in trial.judgeRoom() }
    law.isAboutTheTable = true
    return law
  }()

  private static func verdict(_ remark: VerdictMessage?) -> Verdict { remark.map { .broken($0) } ?? .holds }
}
