import LayoutPlugin
import SceneModel
import SceneOracles
import Testing

@testable import ConstraintSolver

/// Constraints that leave a large block, and come back.
@Suite struct ToggleTests {
  /// Panels side by side in a width that is too short for their wishes, each with a mark that only inequalities hold:
  /// where it is, the tie-break decides, by the slack of one of them.
  private func panels(_ entropy: inout Entropy) -> [LinearConstraint] {
    let count = UInt32(5 + entropy.below(4))
    var rows: [LinearConstraint] = []
    func add(_ terms: [(Double, UInt32)], _ relation: Relation, _ constant: Double, _ priority: Double = 1000) {
      rows.append(row(UInt32(100 + rows.count), terms, relation, constant, priority))
    }
    for i in 0..<count {
      let (x, width, mark) = (1 + 3 * i, 2 + 3 * i, 3 + 3 * i)
      if i == 0 {
        add([(1, x)], .greaterThanOrEqual, 8)
      } else {
        add([(1, x), (-1, x - 3), (-1, width - 3)], .greaterThanOrEqual, 8)
        add([(1, x), (-1, x - 3), (-1, width - 3)], .equal, 8, 400)
      }
      add([(1, width)], .greaterThanOrEqual, Double(20 + entropy.below(30)))
      add([(1, width)], .equal, Double(60 + entropy.below(90)), entropy.pick([500, 600, 700]))
      add([(1, mark), (-1, x)], .greaterThanOrEqual, -Double(entropy.below(3)), entropy.pick([300, 1000]))
      add([(1, mark), (-1, x), (-1, width)], .lessThanOrEqual, Double(entropy.below(3)), entropy.pick([300, 1000]))
      if entropy.below(2) == 0 { add([(1, mark), (1, x)], .lessThanOrEqual, Double(100 * entropy.below(12)), 200) }
    }
    add([(1, 3 * count - 2), (1, 3 * count - 1)], .lessThanOrEqual, Double(60 * count))
    return rows
  }

  @Test("What is toggled leaves and restores the values that a new engine gives", arguments: 0..<12)
  func likeFresh(seed: UInt64) throws {
    var entropy = Entropy(seed: seed &* 7919)
    let rows = panels(&entropy)
    let solver = ConstraintSolver()
    #expect(try solver.apply(rows.map(SolverEdit.add)) == .solved)
    var present = try solver.changes()
    let all = present
    for row in rows where row.relation != .equal {
      #expect(try solver.apply([.remove(row.id)]) == .solved)
      present.merge(try solver.changes()) { $1 }
      let fresh = try freshValues(rows.filter { $0.id != row.id }.map(SolverEdit.add))
      #expect(present.filter { fresh[$0.key] != nil } == fresh, "without \(row)")
      #expect(try solver.apply([.add(row)]) == .solved)
      present.merge(try solver.changes()) { $1 }
      #expect(present == all, "again with \(row)")
    }
  }

  @Test("What nothing depends on is toggled without a look at the rest of its block")
  func costsNothing() throws {
    var entropy = Entropy(seed: 3)
    var rows = panels(&entropy)
    // The first width is far below this.
    let loose = row(90, [(1, 2)], .lessThanOrEqual, 5000)
    rows.append(loose)
    let solver = ConstraintSolver()
    #expect(try solver.apply(rows.map(SolverEdit.add)) == .solved)
    _ = try solver.changes()
    for _ in 0..<3 {
      let before = solver.work
      #expect(try solver.apply([.remove(loose.id)]) == .solved)
      #expect(try solver.apply([.add(loose)]) == .solved)
      #expect(solver.work == before)
      #expect(try solver.changes() == [:])
    }
    // Back with another constant, it is seen.
    #expect(try solver.apply([.remove(loose.id)]) == .solved)
    #expect(try solver.apply([.add(row(90, [(1, 2)], .lessThanOrEqual, 41))]) == .solved)
    #expect(try solver.changes()[2] == 41)
  }

  @Test("A bound that doubles cannot place is forgotten with its row")
  func hugeBound() throws {
    let (width, huge) = (row(1, [(1, 1), (1, 2)], .equal, 100), row(4, [(1, 1)], .lessThanOrEqual, 1e13))
    let wishes = [row(2, [(1, 1)], .equal, 80, 750), row(3, [(1, 2)], .equal, 80, 500)]
    let solver = ConstraintSolver()
    #expect(try solver.apply(([width, huge] + wishes).map(SolverEdit.add)) == .solved)
    #expect(try solver.apply([.remove(huge.id)]) == .solved)
    #expect(try solver.apply([.setConstant(width.id, 120)]) == .solved)
    #expect(try solver.changes() == [1: 80, 2: 40])
    // In fractions otherwise.
    #expect(solver.system.blocks.allSatisfy { $0?.exact == nil })
  }
}
