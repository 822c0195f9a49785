import ConstraintSolver
import LayoutPlugin
import Testing

@testable import Benchmarking

private func pivots(_ family: Family, _ size: Int) throws -> Int {
  let workload = family.solver(size)
  let solver = ConstraintSolver()
  let session = SolverSession(engine: solver, variableCount: workload.variableCount)
  #expect(try session.apply(workload.build) == .solved)
  return solver.work.pivots
}

/// The starting basis is near the optimum, the rows that give way are those that lose in the end, and a bound flip takes no pivot. From the
/// origin it takes thirty times as many.
@Test(
  "A screen of panels that compete is solved in about one pivot for two of them",
  arguments: [(10, 2), (30, 22), (100, 50), (300, 165)])
func fewPivots(panels: Int, most: Int) throws {
  #expect(try pivots(.inequalities, panels) <= most)
}

/// Each cell competes in five blocks, and most of these end where the first equal one did.
@Test("A feed takes less than two pivots a cell")
func fewCells() throws {
  for cells in [20, 200] { #expect(try pivots(.feed, cells) < 2 * cells) }
}
