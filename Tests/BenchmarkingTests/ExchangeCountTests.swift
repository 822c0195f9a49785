import ConstraintSolver
import LayoutPlugin
import Testing

@testable import Benchmarking

/// The start is near the end, of the rows that may give way those do that lose in the end, and a side that turns where the point
/// stands takes no exchange: about one exchange for two panels. From the origin it takes fifteen for one.
@Test(
  "A screen of panels that compete is solved in about one exchange for two of them",
  arguments: [(10, 2), (30, 22), (100, 47), (300, 160)])
func fewExchanges(panels: Int, most: Int) throws {
  let workload = Family.inequalities.solver(panels)
  let solver = ConstraintSolver()
  let session = SolverSession(engine: solver, variableCount: workload.variableCount)
  #expect(try session.apply(workload.build) == .solved)
  #expect(solver.work.pivots <= most)
}

@Test("Of a feed's cells a few are solved, and the others end where one of these did", arguments: [20, 200])
func fewCells(cells: Int) throws {
  let workload = Family.feed.solver(cells)
  let solver = ConstraintSolver()
  let session = SolverSession(engine: solver, variableCount: workload.variableCount)
  #expect(try session.apply(workload.build) == .solved)
  #expect(solver.work.pivots <= 10)
}
