import ConstraintSolver
import LayoutPlugin
import SceneModel
import SceneOracles
import Testing

// listing: WritingAnEngine
/// Passes everything on to another engine, and counts the transactions.
final class CountingSolver: ConstraintSolving {
  private let engine: any ConstraintSolving
  private(set) var transactions = 0

  init(_ engine: any ConstraintSolving) { self.engine = engine }

  func apply(_ edits: [SolverEdit]) throws(PluginFault) -> SolverOutcome {
    transactions += 1
    return try engine.apply(edits)
  }
  func drainChanges(_ body: (Variable, Double) -> Void) throws(PluginFault) {
    try engine.drainChanges(body)
  }
  // Optional: many changes at a time, as two spans.
  func drainRuns(_ body: (Span<Variable>, Span<Double>) -> Void) throws(PluginFault) { try engine.drainRuns(body) }
  // The rest of the protocol has defaults: no proofs, no answer about uniqueness, no counted work.
}

extension Plugin {
  static let counting = Plugin(
    manifest: Manifest(name: "counting", version: "1.0", capabilities: [.canonical, .conflictSets]),
    makeSolver: { CountingSolver(ConstraintSolver()) })
}
// end of listing

/// The listings of LayoutPlugin's documentation.
@Suite struct LayoutPluginListings {
  @Test("LayoutPlugin's landing page: an engine by name, one transaction, its values")
  func landing() throws {
    // listing: LayoutPlugin
    let registry = PluginRegistry([.layoutlab])
    let plugin = try registry.plugin("layoutlab")  // or the path of a shared library
    let solver = plugin.makeSolver!()

    let (left, right) = (Variable(1), Variable(2))
    let sum = LinearConstraint.ID(10)
    let outcome = try solver.apply([
      .declare(left, nonNegative: true),
      .declare(right, nonNegative: true),
      .add(LinearConstraint(id: sum, terms: [.init(1, left), .init(1, right)], relation: .equal, constant: 100)),
      .add(LinearConstraint(id: .init(11), terms: [.init(1, left)], relation: .equal, constant: 80, priority: 750)),
    ])

    var values: [Variable: Double] = [:]
    try solver.drainChanges { values[$0] = $1 }
    // outcome is .solved; left is 80 and right is 20.
    // end of listing
    #expect(outcome == .solved)
    #expect(values == [left: 80, right: 20])
  }

  @Test("Writing an engine: it is a plugin, and keeps the laws that it claims")
  func engine() throws {
    #expect(try PluginRegistry([.counting]).plugin("counting").manifest.name == "counting")
    let solver = CountingSolver(ConstraintSolver())
    #expect(try solver.apply([]) == .solved)
    #expect(solver.transactions == 1)
    let script = SolverScript(transactions: [.init(edits: [.declare(Variable(1), nonNegative: true)])])
    for verdict in Law.verdicts(of: Law.scriptLaws, on: .solver(script), with: .counting) {
      if case .broken(let reason) = verdict { Issue.record("\(reason)") }
    }
  }
}
