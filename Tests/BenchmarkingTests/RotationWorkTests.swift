import ConstraintSolver
import LayoutPlugin
import SceneModel
import Testing

@testable import Benchmarking

/// A thousand cells are enough for one whose numbers are in doubt, which must not pass its doubt on to cells like it.
@Test(
  "Made narrow and wide again and again, a screen of a thousand cells costs no more each time",
  arguments: [
    Family.feed, Family.stackedFeed,
  ])
func rotationWork(family: Family) throws {
  let cells = 1000
  let workload = family.solver(cells)
  let solver = ConstraintSolver()
  let session = SolverSession(engine: solver, variableCount: workload.variableCount)
  let (root, widest) = (try #require(workload.rootWidth), 375.0)
  let widths: [[SolverEdit]] = [[.setConstant(root, 0.75 * widest)], [.setConstant(root, widest)]]
  #expect(try session.apply(workload.build) == .solved)
  for _ in 0..<8 {
    let before = solver.work
    for edits in widths { #expect(try session.apply(edits) == .solved) }
    // There and back, what turns in a cell takes an exchange or two each.
    let work = solver.work - before
    #expect(work.pivots <= 4 * cells && work.rows <= 70 * cells, "\(work)")
  }
}
