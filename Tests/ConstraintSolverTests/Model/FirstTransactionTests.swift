import LayoutPlugin
import SceneModel
import Testing

@testable import ConstraintSolver

/// The first transaction notes nothing to take it back: there is nothing to go back to.
@Suite struct FirstTransactionTests {
  private let width = row(10, [(1, 1)], .equal, 100)

  @Test("Refused, it leaves an empty engine that takes the same ids again")
  func refused() throws {
    let solver = ConstraintSolver()
    let refused = try solver.apply([
      .declare(Variable(2), nonNegative: true), .add(width), .add(row(11, [(1, 1), (1, 2)], .equal, 90)),
    ])
    #expect(refused == .conflict([.init(10), .init(11)]))
    #expect(try solver.changes() == [:])
    #expect(try solver.certificate()?.isEmpty == false)
    #expect(solver.system.rows.count == 0 && solver.system.variables.count == 0)
    #expect(try solver.apply([.add(width), .add(row(11, [(1, 1), (1, 2)], .equal, 90))]) == .solved)
    #expect(try solver.changes() == [1: 100, 2: -10])
  }

  @Test("Rejected in the middle, it leaves an empty engine")
  func rejected() throws {
    let solver = ConstraintSolver()
    for wrong in [SolverEdit.remove(.init(9)), .add(row(12, [(.infinity, 1)], .equal, 0)), .add(width)] {
      #expect(throws: PluginFault.self) {
        try solver.apply([.declare(Variable(3), nonNegative: false), .add(width), wrong])
      }
      #expect(try solver.changes() == [:])
      #expect(throws: PluginFault.self) { try solver.apply([.forget(Variable(3))]) }
    }
    #expect(try solver.apply([.add(width)]) == .solved)
    #expect(try solver.changes() == [1: 100])
  }

  @Test("A constant, or a removal, that follows its row in the transaction is no edit of its own")
  func notAlone() throws {
    let half = row(11, [(2, 2), (-1, 1)], .equal, 0)
    let other = row(12, [(1, 2)], .greaterThanOrEqual, 80, 500)
    let solver = ConstraintSolver()
    #expect(try solver.apply([.add(width), .add(half), .add(other), .setConstant(.init(10), 120)]) == .solved)
    #expect(try solver.changes() == [1: 120, 2: 60])
    #expect(solver.system.sweep.row == -1)
    // The same constant again and again: a sweep.
    for constant in [130.0, 140, 150, 160] {
      #expect(try solver.apply([.setConstant(.init(10), constant)]) == .solved)
      #expect(try solver.changes() == [1: constant, 2: constant / 2])
    }
    let toggled = ConstraintSolver()
    #expect(try toggled.apply([.add(width), .add(half), .add(other), .remove(.init(12))]) == .solved)
    #expect(try toggled.changes() == [1: 100, 2: 50])
    #expect(try toggled.apply([.add(other), .setConstant(.init(10), 120)]) == .solved)
    #expect(try toggled.changes() == [1: 120, 2: 60])
  }

  @Test("After a declaration alone the next transaction is taken back to it")
  func declaredBefore() throws {
    let solver = ConstraintSolver()
    #expect(try solver.apply([.declare(Variable(1), nonNegative: true)]) == .solved)
    #expect(try solver.changes() == [1: 0])
    #expect(throws: PluginFault.self) { try solver.apply([.add(width), .remove(.init(9))]) }
    #expect(try solver.apply([.add(row(10, [(1, 1)], .equal, -1))]) != .solved)
    #expect(try solver.changes() == [:])
    #expect(throws: PluginFault.self) { try solver.apply([.declare(Variable(1), nonNegative: false)]) }
  }
}
