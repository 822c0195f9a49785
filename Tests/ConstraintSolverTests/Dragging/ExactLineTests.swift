import LayoutPlugin
import SceneModel
import SceneOracles
import Testing

@testable import ConstraintSolver

/// Values that lie in the middle between two multiples of 2^-20 again and again.
@Suite struct ExactLineTests {
  /// `c1` is the width of all; v1 to v`count` are widths that are equal and add up to it, and v`count + 1` on their sums.
  private func chain(_ count: UInt32) -> [SolverEdit] {
    var edits: [SolverEdit] = [.add(row(1, [(1, 2 * count)], .equal, 100))]
    for i in 1...count {
      let sum = count + i
      edits.append(.add(row(2 * i, i == 1 ? [(1, sum), (-1, i)] : [(1, sum), (-1, sum - 1), (-1, i)], .equal, 0)))
      if i > 1 { edits.append(.add(row(2 * i + 1, [(1, i), (-1, i - 1)], .equal, 0))) }
    }
    return edits
  }

  /// Of the values that two doubles leave in doubt at the present constant, whether an exact line tells each.
  private func doubtsAreTold(_ solver: ConstraintSolver) -> [Bool] {
    guard solver.system.sweep.isFollowed else { return [] }
    let doubtful = (0..<solver.system.sweep.slots.count).filter {
      solver.system.presentNumber(inSweep: $0).reported == nil
    }
    let constant = solver.system.demands[solver.system.sweep.row].constant
    return doubtful.map { solver.system.sweep.exactLines[solver.system.sweep.slots[$0]]?.value(at: constant) != nil }
  }

  @Test("Two exact values of the middle of a chain tell the others, which are rounded as those of a new system")
  func middles() throws {
    let edits = chain(12)
    let solver = ConstraintSolver()
    _ = try solver.apply(edits)
    var values = try solver.changes()
    var doubts: [[Bool]] = []
    // Odd multiples of 2^-20, of which a half, a quarter and three quarters are middles or lie beside one.
    for step in 0..<40 {
      let width = 100 + Double(2 * step + 1) * 0x1p-20 * Double(1 << (step % 3))
      _ = try solver.apply([.setConstant(.init(1), width)])
      doubts.append(doubtsAreTold(solver))
      values.merge(try solver.changes()) { $1 }
      let fresh = ConstraintSolver()
      _ = try fresh.apply(edits + [.setConstant(.init(1), width)])
      #expect(try fresh.changes() == values)
    }
    doubts.removeAll { $0.isEmpty }
    #expect(doubts.count > 10 && !doubts[0].contains(true))
    #expect(doubts.dropFirst(2).allSatisfy { !$0.contains(false) }, "\(doubts)")
  }

  @Test("Behind a block that turns, two exact values tell no others")
  func behindABlock() throws {
    // v2 is the smaller of v1 and 50 + v1 / 2, and v4 half of it by way of a third, v3.
    let edits: [SolverEdit] = [
      .add(row(1, [(1, 1)], .equal, 90)), .add(row(2, [(1, 2), (-1, 1)], .lessThanOrEqual, 0)),
      .add(row(3, [(1, 2), (-0.5, 1)], .lessThanOrEqual, 50)), .add(row(4, [(1, 2)], .equal, 1000, 750)),
      .add(row(5, [(3, 3), (-1, 2)], .equal, 0)), .add(row(6, [(2, 4), (-3, 3)], .equal, 0)),
    ]
    let solver = ConstraintSolver()
    _ = try solver.apply(edits)
    var values = try solver.changes()
    var doubts = [0, 0]
    for step in 0..<40 {
      let isLow = step / 5 % 2 == 0
      let width = (isLow ? 90 : 110) + Double(2 * step + 1) * (isLow ? 0x1p-20 : 0x1p-19)
      _ = try solver.apply([.setConstant(.init(1), width)])
      doubts[isLow ? 0 : 1] += doubtsAreTold(solver).count
      values.merge(try solver.changes()) { $1 }
      let fresh = ConstraintSolver()
      _ = try fresh.apply(edits + [.setConstant(.init(1), width)])
      #expect(try fresh.changes() == values, "\(width)")
    }
    #expect(doubts.allSatisfy { $0 > 2 }, "\(doubts)")
  }
}
