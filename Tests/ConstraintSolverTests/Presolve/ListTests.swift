import LayoutPlugin
import SceneModel
import SceneOracles
import Testing

@testable import ConstraintSolver

/// Long lists of rows that stand below each other, in which few change and many move.
@Suite struct ListTests {
  private static func top(_ row: UInt32) -> UInt32 { 10 + 2 * row }
  private static func height(_ row: UInt32) -> UInt32 { 11 + 2 * row }

  /// Each row stands below the one before it.
  private func constraints(_ order: [UInt32]) -> [LinearConstraint] {
    order.enumerated().flatMap { place, id in
      let hangs =
        place == 0
        ? row(4000 + id, [(1, Self.top(id))], .equal, 0)
        : row(
          4000 + id, [(1, Self.top(id)), (-1, Self.top(order[place - 1])), (-1, Self.height(order[place - 1]))], .equal,
          0)
      return [row(1000 + id, [(1, Self.height(id))], .equal, 20 + Double(id % 7)), hangs]
    }
  }

  /// The edits from one order to another.
  private func edits(from old: [UInt32], to new: [UInt32]) -> [SolverEdit] {
    let (before, after) = (constraints(old), constraints(new))
    return before.filter { !after.contains($0) }.map { .remove($0.id) }
      + after.filter { !before.contains($0) }.map { .add($0) }
      + old.filter { !new.contains($0) }.flatMap {
        [.forget(Variable(Self.top($0))), .forget(Variable(Self.height($0)))]
      }
  }

  @Test("Rows that come, go and change places leave the values of a new engine", arguments: UInt64(0)..<12)
  func likeFresh(seed: UInt64) throws {
    var entropy = Entropy(seed: seed &* 77 &+ 3)
    var order = Array(0..<UInt32(30))
    let solver = ConstraintSolver()
    #expect(try solver.apply(constraints(order).map(SolverEdit.add)) == .solved)
    var present = try solver.changes()
    for step in 0..<40 {
      let before = order
      if entropy.below(3) == 0, order.count > 4 { order.remove(at: entropy.below(order.count)) }
      for _ in 0..<entropy.below(3) {
        order.insert(
          (0..<200).first { !order.contains($0) && !before.contains($0) }!, at: entropy.below(order.count + 1))
      }
      #expect(try solver.apply(edits(from: before, to: order)) == .solved)
      #expect(solver.system.brokenInvariants() == [], "step \(step)")
      present.merge(try solver.changes()) { $1 }
      for id in before where !order.contains(id) {
        present[Self.top(id)] = nil
        present[Self.height(id)] = nil
      }
      #expect(present == (try freshValues(constraints(order).map(SolverEdit.add))), "step \(step)")
    }
  }

  @Test("A row that comes into a long list moves a few nodes to make room, not those of all rows below")
  func fewNodesMove() throws {
    let solver = ConstraintSolver()
    var order = Array(0..<UInt32(300))
    func nodes() -> [Int32] {
      (0..<UInt32(300)).map { solver.system.variables[solver.system.variableSlots[Self.top($0)]!].node }
    }
    _ = try solver.apply(constraints(order).map(SolverEdit.add))
    for (id, place) in zip(UInt32(300)..., [0, 20, 150, 60, 280, 1]) {
      let (old, before) = (order, nodes())
      order.insert(id, at: place + 1)
      _ = try solver.apply(edits(from: old, to: order))
      let moved = zip(before, nodes()).count { $0 != $1 }
      // The first of all finds the nodes close together: all move on, with free places among them.
      if place == 0 { #expect(moved > 250) } else { #expect(moved <= 24, "at \(place)") }
    }
  }

  @Test("Square systems that ask the same, as the columns of equal rows do, are solved once")
  func equalRowsOnce() throws {
    // Three equal columns beside each other in each row, of the width of the first variable.
    func columns(_ id: UInt32) -> [LinearConstraint] {
      let (first, name) = (100 * id, 1000 * id)
      return [
        row(name, [(1, first), (-1, first + 1)], .equal, 0),
        row(name + 1, [(1, first + 1), (-1, first + 2)], .equal, 0),
        row(name + 2, [(1, first), (1, first + 1), (1, first + 2), (-1, 1)], .equal, -16),
      ]
    }
    func work(_ count: UInt32) throws -> Int {
      let solver = ConstraintSolver()
      let rows = [row(1, [(1, 1)], .equal, 300), row(2, [(1, 2)], .equal, 300)] + (1...count).flatMap(columns)
      _ = try solver.apply(rows.map(SolverEdit.add))
      var present = try solver.changes()
      let before = solver.work.rows
      for width in [400.0, 410, 300, 400] {
        // Two edits, as at a rotation: no sweep follows them.
        let edits: [SolverEdit] = [.setConstant(.init(1), width), .setConstant(.init(2), width)]
        _ = try solver.apply(edits)
        present.merge(try solver.changes()) { $1 }
        #expect(present == (try freshValues(rows.map(SolverEdit.add) + edits)))
      }
      return solver.work.rows - before
    }
    #expect(try work(20) == work(2))
  }
}
