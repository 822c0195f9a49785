import LayoutPlugin
import SceneModel
import Testing

@testable import ConstraintSolver

/// Blocks that read the same: they share what is known of them, and the next one begins where the last one has ended.
@Suite struct BlockShapesTests {
  /// A title (v) and a detail (v + 1) that compete for a cell's width: the detail gives way first.
  private func cell(_ number: UInt32, width: Double, title: Double = 200) -> [LinearConstraint] {
    let (v, id) = (10 * number, 10 * number)
    return [
      row(id, [(1, v), (1, v + 1)], .lessThanOrEqual, width), row(id + 1, [(1, v)], .equal, title, 750),
      row(id + 2, [(1, v + 1)], .equal, 120, 740), row(id + 3, [(1, v)], .greaterThanOrEqual, 0),
      row(id + 4, [(1, v + 1)], .greaterThanOrEqual, 44),
    ]
  }

  /// Two edges that are only told apart: their position is free.
  private func pair(_ v: UInt32) -> [LinearConstraint] {
    [
      row(v, [(1, v + 1), (-1, v)], .greaterThanOrEqual, 8), row(v + 1, [(1, v + 1), (-1, v)], .equal, 4, 500),
    ]
  }

  @Test("Cells that are alike take no exchange after the first")
  func alike() throws {
    let first = ConstraintSolver()
    #expect(try first.apply(cell(1, width: 260).map { .add($0) }) == .solved)
    let all = ConstraintSolver()
    #expect(try all.apply((1...20).flatMap { cell($0, width: 250 + Double($0)).map { .add($0) } }) == .solved)
    #expect(first.work.pivots > 0)
    #expect(all.work.pivots == first.work.pivots)
    let values = try all.changes()
    for number in UInt32(1)...20 {
      #expect(values[10 * number] == 200)
      #expect(values[10 * number + 1] == 50 + Double(number))
    }
  }

  @Test(
    "Coefficients without an exact sum want fractions where the variable is not known, whoever comes first (found by review)"
  )
  func splitRows() throws {
    /// Of two wishes for `v` one reads another variable with two coefficients.
    func cell(_ v: UInt32, read other: UInt32) -> [LinearConstraint] {
      [
        row(v, [(1, v), (1, other), (0x1p-90, other)], .equal, 10, 750), row(v + 1, [(1, v)], .equal, 7, 740),
        row(v + 2, [(1, v)], .lessThanOrEqual, 20),
      ]
    }
    let plain = [
      row(20, [(1, 20)], .equal, 10, 750), row(21, [(1, 20)], .equal, 7, 740),
      row(22, [(1, 20)], .lessThanOrEqual, 20),
    ]
    let known = row(1, [(1, 1)], .equal, 5)
    for rows in [[known] + cell(10, read: 1) + plain, [known] + plain + cell(30, read: 1)] {
      let solver = ConstraintSolver()
      #expect(try solver.apply(rows.map { .add($0) }) == .solved)
      #expect(solver.system.blocks.count == 2 && solver.system.blocks.allSatisfy { !$0!.isExactOnly })
    }
    let solver = ConstraintSolver()
    #expect(try solver.apply((cell(10, read: 11) + [row(40, [(1, 11)], .equal, 3, 500)]).map { .add($0) }) == .solved)
    #expect(solver.system.blocks.allSatisfy { $0!.isExactOnly })
  }

  @Test("Exchanges count where blocks could not end as others have (found by review)")
  func exchangesOfPositions() throws {
    let together = ConstraintSolver()
    #expect(try together.apply((1...10).flatMap { pair(10 * $0) }.map { .add($0) }) == .solved)
    let apart = ConstraintSolver()
    for number in UInt32(1)...10 { #expect(try apart.apply(pair(10 * number).map { .add($0) }) == .solved) }
    #expect(together.work.pivots == apart.work.pivots && apart.work.pivots == 20)
  }

  @Test("Cells with room, without, and with less than the least are what each is alone", arguments: UInt64(0)..<20)
  func onEverySide(seed: UInt64) throws {
    var entropy = Entropy(seed: seed)
    var together: [SolverEdit] = []
    var alone: [UInt32: Double] = [:]
    for number in UInt32(1)...12 {
      let width = entropy.pick([40.0, 44, 100, 164, 244, 245.5, 320, 320.25, 400])
      let rows = cell(number, width: max(width, 44), title: entropy.pick([200, 0, 60.5]))
      together += rows.map { .add($0) }
      alone.merge(try freshValues(rows.map { .add($0) })) { $1 }
    }
    #expect(try freshValues(together) == alone)
  }

  @Test("Where positions are free each block settles its own, together with whoever reads them")
  func positions() throws {
    // In the second pair an older edge, whose position comes first, reads both.
    let follower = row(40, [(1, 5), (-1, 20), (-2, 21)], .equal, 2)
    let rows = pair(10) + pair(20) + [follower]
    var expected = try freshValues(pair(10).map { .add($0) })
    expected.merge(try freshValues((pair(20) + [follower]).map { .add($0) })) { $1 }
    #expect(try freshValues(rows.map { .add($0) }) == expected)
    #expect(try freshValues(rows.reversed().map { .add($0) }) == expected)
  }

  @Test(
    "The place of a block may be another's by now, which was free to choose its positions (found by review)",
    arguments: 1...200)
  func reusedPlace(k: Int) throws {
    // The first block takes a place, which is free again after the second step.
    let steps = [
      [row(100, [(Double(k), 100)], .equal, 5, 750), row(101, [(1, 100)], .equal, 7, 740)],
      [row(102, [(1, 100)], .equal, 3)],
      pair(10),
      pair(20) + [row(40, [(1, 5), (-1, 20), (-2, 21)], .equal, 2)],
    ]
    let solver = ConstraintSolver()
    var told: [UInt32: Double] = [:]
    for rows in steps {
      #expect(try solver.apply(rows.map { .add($0) }) == .solved)
      told.merge(try solver.changes()) { $1 }
    }
    #expect(try told == freshValues(steps.joined().map { .add($0) }))
  }

  @Test("A block that has taken a row out is no model of others that read as it did")
  func relaxedRows() throws {
    let solver = ConstraintSolver()
    var rows = cell(1, width: 260)
    #expect(try solver.apply(rows.map { .add($0) }) == .solved)
    #expect(try solver.apply([.remove(rows[4].id)]) == .solved)
    rows.remove(at: 4)
    for number in UInt32(2)...4 {
      let added = cell(number, width: 210)
      #expect(try solver.apply(added.map { .add($0) }) == .solved)
      rows += added
    }
    // What was told last of each variable.
    let fresh = try freshValues(rows.map { .add($0) })
    #expect(try solver.changes().allSatisfy { fresh[$0.key] == $0.value })
    #expect(fresh[21] == 44)
  }

  /// The programs of the blocks that there are.
  private func programs(_ solver: ConstraintSolver) -> [UnsafeMutablePointer<Double>] {
    solver.system.blocks.compactMap { $0?.program.coefficients }
  }

  @Test("Cells that are alike share a shape until one goes its own way, and the others stay as they are")
  func ownWay() throws {
    let solver = ConstraintSolver()
    let rows = (UInt32(1)...6).flatMap { cell($0, width: 260) }
    #expect(try solver.apply(rows.map { .add($0) }) == .solved)
    _ = try solver.changes()
    #expect(Set(programs(solver)).count == 1)
    // The third has no room for its title any more, and exchanges rows.
    #expect(try solver.apply([.setConstant(rows[10].id, 210)]) == .solved)
    #expect(try solver.changes() == [30: 166, 31: 44])
    #expect(Set(programs(solver)).count == 2)
    // A new one still finds the shape of the others, and what took its own way goes back on it.
    let pivots = solver.work.pivots
    #expect(try solver.apply(cell(7, width: 261).map { .add($0) }) == .solved)
    #expect(solver.work.pivots == pivots)
    #expect(Set(programs(solver)).count == 2)
    #expect(try solver.apply([.setConstant(rows[10].id, 260)]) == .solved)
    let all = rows + cell(7, width: 261)
    let fresh = try freshValues(all.map { .add($0) })
    #expect(try solver.changes().allSatisfy { fresh[$0.key] == $0.value })
    #expect(fresh[30] == 200 && fresh[31] == 60)
  }

  @Test("A row that leaves one cell stays in the others, and comes back")
  func relaxedRowOfOne() throws {
    let solver = ConstraintSolver()
    let rows = (UInt32(1)...4).flatMap { cell($0, width: 210) }
    #expect(try solver.apply(rows.map { .add($0) }) == .solved)
    // Its least width held the second detail up.
    #expect(try solver.apply([.remove(rows[9].id)]) == .solved)
    var rest = rows
    rest.remove(at: 9)
    #expect(try solver.apply([.setConstant(rows[0].id, 209), .setConstant(rows[15].id, 209)]) == .solved)
    rest[0].constant = 209
    rest[14].constant = 209
    #expect(try solver.apply([.add(rows[9])]) == .solved)
    rest.append(rows[9])
    let fresh = try freshValues(rest.map { .add($0) })
    #expect(try solver.changes() == fresh)
    #expect(fresh[10] == 165 && fresh[20] == 166 && fresh[40] == 165)
  }

  @Test("Cells that begin alike are, whatever becomes of each, what they are when made anew", arguments: UInt64(0)..<30)
  func manyWays(seed: UInt64) throws {
    var entropy = Entropy(seed: seed)
    // Fractions that no double holds are confirmed in exact numbers.
    let factor = entropy.pick([1, 1, 0.5, 1.0 / 3])
    let solver = ConstraintSolver()
    var rows: [LinearConstraint] = []
    var missing: [LinearConstraint] = []
    for number in UInt32(1)...8 {
      rows += cell(number, width: 210)
      rows.append(row(10 * number + 5, [(factor, 10 * number), (-1, 10 * number + 1)], .equal, 8, 730))
    }
    #expect(try solver.apply(rows.map { .add($0) }) == .solved)
    var told = try solver.changes()
    for _ in 0..<25 {
      var edits: [SolverEdit] = []
      for _ in 0...entropy.below(3) {
        let index = entropy.below(rows.count)
        switch entropy.below(4) {
        case 0 where rows.count > 24:
          edits.append(.remove(rows[index].id))
          missing.append(rows.remove(at: index))
        case 1 where !missing.isEmpty:
          rows.append(missing.remove(at: entropy.below(missing.count)))
          edits.append(.add(rows[rows.count - 1]))
        case 2 where rows[index].priority < LinearConstraint.requiredPriority:
          rows[index].priority = entropy.pick([730, 740, 750])
          edits.append(.setPriority(rows[index].id, rows[index].priority))
        default:
          // No less than what the least widths take.
          rows[index].constant =
            rows[index].id.rawValue % 10 == 0 ? entropy.pick([90, 209, 210, 320.5]) : entropy.pick([0, 8, 44])
          edits.append(.setConstant(rows[index].id, rows[index].constant))
        }
      }
      #expect(try solver.apply(edits) == .solved)
      told.merge(try solver.changes()) { $1 }
      let fresh = try freshValues(rows.map { .add($0) })
      #expect(fresh.allSatisfy { told[$0.key] == $0.value })
    }
  }

  @Test("Tiers: the required one first, the others by priority, whenever they come")
  func tiers() {
    var tiers = TierList()
    tiers.reset()
    for priority in [250, 1000, 750, 250, 999.5, 1, 750] { tiers.insert(priority) }
    #expect(tiers.count == 5)
    #expect([1000, 999.5, 750, 250, 1].map { tiers.tier(of: $0) } == [0, 1, 2, 3, 4])
    tiers.reset()
    #expect(tiers.count == 1)
  }
}
