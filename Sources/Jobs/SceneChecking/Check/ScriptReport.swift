import LayoutPlugin
import SceneModel
import SceneOracles

/// The result of playing a solver script on an engine, with its expectations compared with the answers.
///
/// A script that names a law may contain edits that the engine refuses, and conflicts without an expectation, because it may test just that. In
/// other scripts they are findings.
package struct ScriptReport: Codable, Sendable {
  package let file: String
  package let transactions: Int
  package private(set) var expectations = 0
  package private(set) var met = 0
  /// The expectations that were not met, in words.
  package private(set) var broken: [String] = []
  /// The transactions of these expectations, counted from 1. Nil in records that older versions wrote.
  package private(set) var brokenTransactions: [Int]?

  /// The tolerance, half a unit of the value grid: reported values are multiples of 2⁻²⁰.
  private static let tolerance = 0x1p-21

  package init(_ script: SolverScript, file: String, solver: any ConstraintSolving) throws(PluginFault) {
    self.file = file
    transactions = script.transactions.count
    var values: [Variable: Double] = [:]
    var system = LinearSystem()
    for (index, transaction) in script.transactions.enumerated() {
      let journal = try? system.apply(transaction.edits)
      let outcome: SolverOutcome?
      do { outcome = try solver.apply(transaction.edits) } catch {
        guard case .rejected = error, script.provenance != nil else { throw error }
        outcome = nil
        expect(journal == nil, "\(error)", in: index)
      }
      if journal == nil, outcome != nil {
        expect(false, "accepted, though not all of its edits can be made", in: index)
      }
      if let journal, outcome != .solved { system.undo(journal) }
      try solver.drainChanges { values[$0] = $1 }
      for expectation in transaction.expectations {
        let problem = ScriptReport.problem(expectation, outcome, values)
        expect(problem == nil, problem ?? "", in: index)
      }
      let isConflictExpected = transaction.expectations.contains { expectation in
        if case .conflict = expectation { true } else { false }
      }
      if case .conflict(let set) = outcome, !isConflictExpected, script.provenance == nil {
        expect(false, "conflict of \(ScriptReport.words(set)), where none is expected", in: index)
      }
    }
  }

  private mutating func expect(_ isMet: Bool, _ problem: String, in index: Int) {
    expectations += 1
    if isMet { return met += 1 }
    broken.append("transaction \(index + 1): \(problem)")
    brokenTransactions = (brokenTransactions ?? []) + [index + 1]
  }

  private static func problem(
    _ expectation: SolverScript.Expectation, _ outcome: SolverOutcome?, _ values: [Variable: Double]
  ) -> String? {
    switch expectation {
    case .value(let variable, let expected):
      guard let value = values[variable] else {
        return "\(variable) has no value, expected \(TextNumber.spell(expected))"
      }
      return abs(value - expected) <= tolerance
        ? nil : "\(variable) is \(TextNumber.spell(value)), expected \(TextNumber.spell(expected))"
    case .conflict(let expected):
      guard case .conflict(let set) = outcome else {
        return "\(outcome == nil ? "refused" : "solved"), expected a conflict of \(words(expected))"
      }
      return set == expected ? nil : "conflict of \(words(set)), expected \(words(expected))"
    }
  }

  private static func words(_ set: [LinearConstraint.ID]) -> String { set.map(\.description).joined(separator: " ") }
}
