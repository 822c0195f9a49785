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

private func exchanges(feedOf cells: Int) throws -> Int {
  let workload = Family.feed.solver(cells)
  let solver = ConstraintSolver()
  let session = SolverSession(engine: solver, variableCount: workload.variableCount)
  #expect(try session.apply(workload.build) == .solved)
  return solver.work.pivots
}

/// Each cell competes in five blocks.
@Test("Of a feed's cells a few are solved, and the others, however many, end where one of these did")
func fewCells() throws {
  let few = try exchanges(feedOf: 20)
  #expect(few <= 10)
  #expect(try exchanges(feedOf: 200) == few)
}
