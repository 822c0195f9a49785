import ConstraintSolver
import LayoutPlugin
import Testing

@testable import Benchmarking

/// The start is near the end, and of the rows that may give way those do that lose in the end: one exchange for each panel that has
/// to take another width, hardly more. From the origin it takes fifteen.
@Test("A screen of panels that compete is solved in less than one exchange a panel", arguments: [10, 30, 100, 300])
func fewExchanges(panels: Int) throws {
  let workload = Family.inequalities.solver(panels)
  let solver = ConstraintSolver()
  let session = SolverSession(engine: solver, variableCount: workload.variableCount)
  #expect(try session.apply(workload.build) == .solved)
  #expect(solver.work.pivots < panels)
}
