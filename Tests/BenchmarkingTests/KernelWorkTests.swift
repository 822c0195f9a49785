import ConstraintSolver
import LayoutKernel
import SceneModel
import Testing

@testable import Benchmarking

/// What an edit makes the kernel do is counted at two sizes a hundredfold apart.
@Test("An edit of one row costs what it changes, however many rows there are", arguments: [Operation.leaf, .hide])
func costFollowsChange(operation: Operation) throws {
  let list = try #require(ListWorkload.all.first { $0.name == "list" })
  func work(_ rows: Int) throws -> [Int] {
    let workload = list.make(rows)
    let steps = try #require(workload.fresh[operation])
    let kernel = try LayoutKernel(scene: workload.scene, solver: ConstraintSolver())
    try kernel.layoutIfNeeded()
    kernel.recordsEvents = true
    kernel.shown = []
    let edits = kernel.sentEdits
    for n in 0..<8 { for step in steps(n) { try kernel.perform(step) } }
    return [kernel.sentEdits - edits, kernel.shown?.count ?? 0, kernel.events.count]
  }
  let few = try work(20)
  #expect(try work(2000) == few)
  #expect(few[1] > 0)
}

/// Rows that read no margin are left alone when the margins change: width and height are all that is sent.
@Test("A rotation sends as many edits for two thousand rows as for twenty")
func rotationSendsWhatChanged() throws {
  let list = try #require(ListWorkload.all.first { $0.name == "list" })
  func edits(_ rows: Int) throws -> Int {
    let workload = list.make(rows)
    let steps = try #require(workload.fresh[.rotate])
    let kernel = try LayoutKernel(scene: workload.scene, solver: ConstraintSolver())
    try kernel.layoutIfNeeded()
    let before = kernel.sentEdits
    for step in steps(0) { try kernel.perform(step) }
    return kernel.sentEdits - before
  }
  #expect(try edits(2000) == edits(20))
}
