import ConstraintSolver
import LayoutPlugin
import SceneModel
import Testing

@testable import Benchmarking

/// A thousand cells are enough for one whose numbers are in doubt, which must not pass its doubt on to cells like it.
@Test(
  "Made narrow and wide again and again, a screen of a thousand cells is swept, and solves nothing",
  arguments: [
    Family.feed, Family.stackedFeed,
  ])
func learnedWidths(family: Family) throws {
  let workload = family.solver(1000)
  let solver = ConstraintSolver()
  let session = SolverSession(engine: solver, variableCount: workload.variableCount)
  let (root, widest) = (try #require(workload.rootWidth), 375.0)
  let widths: [[SolverEdit]] = [[.setConstant(root, 0.75 * widest)], [.setConstant(root, widest)]]
  #expect(try session.apply(workload.build) == .solved)
  for _ in 0..<6 { for edits in widths { #expect(try session.apply(edits) == .solved) } }
  let before = solver.work
  for _ in 0..<2 { for edits in widths { #expect(try session.apply(edits) == .solved) } }
  #expect(solver.work == before)
}
