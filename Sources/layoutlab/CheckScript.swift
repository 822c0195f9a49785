import LayoutPlugin
import SceneModel

/// A solver script's transactions played to an engine, and its expectations held against the answers.
struct ScriptReport: Encodable {
  var file: String
  var transactions: Int
  var expectations = 0
  var met = 0
  /// Expectations that were not met, in words.
  var broken: [String] = []

  /// Half a unit of the value grid: reported values are multiples of 2⁻²⁰.
  private static let tolerance = 0x1p-21

  init(_ script: SolverScript, file: String, solver: any ConstraintSolving) throws(PluginFault) {
    self.file = file
    transactions = script.transactions.count
    var values: [Variable: Double] = [:]
    for (index, transaction) in script.transactions.enumerated() {
      let outcome = try solver.apply(transaction.edits)
      try solver.drainChanges { values[$0] = $1 }
      for expectation in transaction.expectations {
        expectations += 1
        if let problem = ScriptReport.problem(expectation, outcome, values) {
          broken.append("transaction \(index + 1): \(problem)")
        } else {
          met += 1
        }
      }
      let isConflictExpected = transaction.expectations.contains { expectation in
        if case .conflict = expectation { true } else { false }
      }
      if case .conflict(let set) = outcome, !isConflictExpected {
        expectations += 1
        broken.append("transaction \(index + 1): conflict of \(ScriptReport.words(set)), where none is expected")
      }
    }
  }

  private static func problem(
    _ expectation: SolverScript.Expectation, _ outcome: SolverOutcome, _ values: [Variable: Double]
  ) -> String? {
    switch expectation {
    case .value(let variable, let expected):
      guard let value = values[variable] else { return "\(variable) has no value, expected \(expected)" }
      return abs(value - expected) <= tolerance ? nil : "\(variable) is \(value), expected \(expected)"
    case .conflict(let expected):
      guard case .conflict(let set) = outcome else { return "solved, expected a conflict of \(words(expected))" }
      return set == expected ? nil : "conflict of \(words(set)), expected \(words(expected))"
    }
  }

  private static func words(_ set: [LinearConstraint.ID]) -> String { set.map(\.description).joined(separator: " ") }
}
