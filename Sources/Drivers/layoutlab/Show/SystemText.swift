import ConstraintSolver
import LayoutKernel
import LayoutPlugin
import SceneImport
import SceneModel

/// The solver's system for a scene or a script, as `show --system` prints it; `Guides/reading-a-system.md` explains it.
enum SystemText {
  /// Returns the system after the last layout of a scene, with its views' names.
  static func text(of solver: any ConstraintSolving, under kernel: LayoutKernel, _ imported: ImportedScene) throws
    -> String
  {
    let solver = try own(solver)
    let broken = Set(kernel.conflicts.map { $0.members[$0.broken].id })
    return solver.dump(
      variableName: { kernel.solverName(of: $0, viewName: imported.identifier) },
      rowName: { row in
        let name = kernel.solverName(of: row, viewName: imported.identifier)
        return broken.contains(row) ? name + " (required, and broken)" : name
      })
  }

  /// Returns the system after each transaction of a script.
  static func text(of script: SolverScript, playedTo solver: any ConstraintSolving) throws -> String {
    let solver = try own(solver)
    var parts: [String] = []
    for (index, transaction) in script.transactions.enumerated() {
      let outcome: String
      do {
        let isSolved = try solver.apply(transaction.edits) == .solved
        try solver.drainChanges { _, _ in }
        outcome = isSolved ? "solved" : "refused"
      } catch PluginFault.rejected(let reason) {
        outcome = "rejected, \(reason)"
      }
      parts.append("transaction \(index + 1): \(outcome)\n\(solver.dump())")
    }
    return parts.joined(separator: "\n")
  }

  private static func own(_ solver: any ConstraintSolving) throws -> ConstraintSolver {
    guard let solver = solver as? ConstraintSolver else {
      throw UserMistake(.engineUnsuitable, "--system works with this project's own engine only. Leave out --engine.")
    }
    return solver
  }
}
