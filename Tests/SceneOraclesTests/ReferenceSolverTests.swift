import LayoutPlugin
import SceneModel
import SceneOracles
import Testing

/// Each expectation is worked by hand from the stages of the contract.
@Suite struct ReferenceSolverTests {
  private let solver = ReferenceSolver()

  @Test("The contract's example, edit by edit")
  func contractExample() throws {
    #expect(
      try solver.apply([
        .declare(v(1), nonNegative: true), .declare(v(2), nonNegative: true),
        .add(row(10, [(1, 1), (1, 2)], .equal, 100)),
        .add(row(11, [(1, 1)], .equal, 80, 750)), .add(row(12, [(1, 2)], .equal, 80, 750)),
      ]) == .solved)
    #expect(try changes() == [1: 20, 2: 80])
    #expect(try solver.apply([.setConstant(c(10), 200)]) == .solved)
    #expect(try changes() == [1: 120])
    #expect(
      try solver.apply([
        .add(row(13, [(1, 1)], .lessThanOrEqual, 50)), .add(row(14, [(1, 2)], .lessThanOrEqual, 60)),
      ]) == .conflict([c(10), c(13), c(14)]))
    #expect(try changes() == [:])
    #expect(throws: PluginFault.self) { try solver.apply([.remove(c(13))]) }
  }

  @Test("Two tiers that disagree: the higher one decides, however many there are of the lower")
  func strictTiers() throws {
    // The stack view of rule L3.2: 200 and 500 at 300 against 600 at 330.
    _ = try solver.apply([
      .add(row(1, [(1, 1)], .equal, 200, 300)), .add(row(2, [(1, 1)], .equal, 500, 300)),
      .add(row(3, [(1, 1)], .equal, 600, 330)),
    ])
    #expect(try changes() == [1: 600])
  }

  @Test("Heights that cannot all be met: the newest two are, the oldest takes the slack")
  func newestFirst() throws {
    _ = try solver.apply(
      (1...3).map { .declare(v($0), nonNegative: true) } + [
        .add(row(1, [(1, 1), (1, 2), (1, 3)], .equal, 400)), .add(row(2, [(1, 1)], .equal, 50, 250)),
        .add(row(3, [(1, 2)], .equal, 60, 250)), .add(row(4, [(1, 3)], .equal, 100, 250)),
      ])
    #expect(try changes() == [1: 240, 2: 60, 3: 100])
  }

  @Test(
    "A lone inequality on a free position is tight, from either side",
    arguments: [Relation.lessThanOrEqual, .greaterThanOrEqual])
  func lonePosition(relation: Relation) throws {
    _ = try solver.apply([.add(row(1, [(1, 1)], relation, 23))])
    #expect(try changes() == [1: 23])
  }

  @Test("A free size goes to its lower bound")
  func freeSizes() throws {
    _ = try solver.apply([
      .declare(v(1), nonNegative: true), .declare(v(2), nonNegative: true), .declare(v(3), nonNegative: true),
      .add(row(1, [(1, 1)], .lessThanOrEqual, 23)), .add(row(2, [(1, 2)], .greaterThanOrEqual, 23)),
    ])
    #expect(try changes() == [1: 0, 2: 23, 3: 0])
  }

  @Test("Positions that nothing holds: each in turn is as near to zero as it can be")
  func freePositions() throws {
    _ = try solver.apply([.add(row(1, [(1, 1), (1, 2)], .equal, -7)), .declare(v(3), nonNegative: false)])
    #expect(try changes() == [1: 0, 2: -7, 3: 0])
    #expect(try solver.isUnique(v(1)) == false)
    // An optional pull is a tier, and decides before positions do.
    _ = try solver.apply([.add(row(2, [(1, 2)], .equal, 5, 1))])
    #expect(try changes() == [1: -12, 2: 5])
    #expect(try solver.isUnique(v(1)) == true)
  }

  @Test("Competing inequalities on one free position: the newest has its way")
  func competingInequalities() throws {
    _ = try solver.apply([
      .add(row(1, [(1, 1)], .greaterThanOrEqual, 10)), .add(row(2, [(1, 1)], .lessThanOrEqual, 90)),
    ])
    #expect(try changes() == [1: 90])
  }

  @Test("Non-negative heights take part in a conflict without being named")
  func boundsInConflict() throws {
    let outcome = try solver.apply([
      .declare(v(1), nonNegative: true), .add(row(1, [(1, 1)], .lessThanOrEqual, 44 - 48)),
      .add(row(2, [(1, 2)], .equal, 3)),
    ])
    #expect(outcome == .conflict([c(1)]))
  }

  @Test("A row without terms is legal, and a contradiction of one when it is required")
  func emptyRow() throws {
    #expect(try solver.apply([.add(row(1, [], .equal, 3, 999))]) == .solved)
    #expect(try solver.apply([.add(row(2, [], .equal, 3))]) == .conflict([c(2)]))
    #expect(try solver.apply([.add(row(2, [(1, 5), (-1, 5)], .lessThanOrEqual, 3))]) == .solved)
    #expect(try changes() == [:])
  }

  @Test("Thirds and tenths come out as the exact optimum on the grid")
  func grid() throws {
    _ = try solver.apply([
      .add(row(1, [(3, 1)], .equal, 1)), .add(row(2, [(1, 2), (-0.1, 1)], .equal, 0)),
      .add(row(3, [(1, 3)], .equal, 0x1p-21)), .add(row(4, [(1, 4)], .equal, 0x3p-21)),
      .add(row(5, [(1, 5)], .equal, -0x1p-22)), .add(row(6, [(1e-300, 6)], .equal, 1)),
    ])
    let third = (0x1p20 / 3).rounded() / 0x1p20
    let thirtieth = (0x1p20 / 30).rounded() / 0x1p20
    #expect(try changes() == [1: third, 2: thirtieth, 3: 0, 4: 0x1p-19, 5: 0, 6: 1 / 1e-300])
  }

  @Test(
    "A malformed edit is a fault, and what came before it in the transaction is undone",
    arguments: [
      SolverEdit.add(row(1, [(1, 1)], .equal, 5)), .remove(c(7)), .setConstant(c(7), 1), .setPriority(c(7), 1),
      .forget(v(9)), .forget(v(1)), .declare(v(1), nonNegative: true), .setConstant(c(1), .nan),
      .setConstant(c(1), .infinity), .setPriority(c(1), 0), .setPriority(c(1), 1000.5), .setPriority(c(1), .nan),
      .add(row(2, [(.nan, 1)], .equal, 5)), .add(row(2, [(1, 1)], .equal, -.infinity)),
      .add(row(2, [(1, 1)], .equal, 5, -1)),
    ])
  func faults(edit: SolverEdit) throws {
    _ = try solver.apply([.add(row(1, [(1, 1)], .equal, 5))])
    _ = try changes()
    #expect(throws: PluginFault.self) { try solver.apply([.setConstant(c(1), 6), edit]) }
    #expect(try changes() == [:])
    #expect(try solver.apply([.setConstant(c(1), 8)]) == .solved)
    #expect(try changes() == [1: 8])
  }

  @Test("An irreducible conflict, among constraints that do not matter")
  func conflictAmongOthers() throws {
    _ = try solver.apply((1...20).map { .add(row($0, [(1, $0), (-1, $0 + 1)], .equal, 1)) })
    let outcome = try solver.apply([
      .add(row(30, [(1, 3)], .equal, 0)), .add(row(31, [(1, 6)], .greaterThanOrEqual, 0)),
    ])
    #expect(outcome == .conflict([c(3), c(4), c(5), c(30), c(31)]))
  }

  private func changes() throws -> [UInt32: Double] {
    var result: [UInt32: Double] = [:]
    try solver.drainChanges { result[$0.id] = $1 }
    return result
  }
}

func v(_ id: Int) -> Variable { Variable(UInt32(id)) }
func c(_ id: Int) -> LinearConstraint.ID { LinearConstraint.ID(UInt32(id)) }
func row(
  _ id: Int, _ terms: [(Double, Int)], _ relation: Relation, _ constant: Double, _ priority: Double = 1000
) -> LinearConstraint {
  LinearConstraint(
    id: c(id), terms: terms.map { .init($0.0, v($0.1)) }, relation: relation, constant: constant, priority: priority)
}
