import LayoutPlugin
import SceneModel
import Testing

@testable import ConstraintSolver

/// Small blocks in which a price that is not zero comes out as nothing in doubles; each was found by review, and left values that a
/// new system does not have.
@Suite struct DoubtTests {
  /// Applies these transactions one after the other, and expects the values that a new system has with the rows that remain.
  private func expectNoHistory(
    _ variables: [SolverEdit], _ rows: [LinearConstraint], then edits: [SolverEdit]
  ) throws -> [UInt32: Double] {
    let solver = ConstraintSolver()
    #expect(try solver.apply(variables + rows.map { .add($0) }) == .solved)
    var values = try solver.changes()
    var rows = rows
    for edit in edits {
      switch edit {
      case .setConstant(let id, let constant): rows[rows.firstIndex { $0.id == id }!].constant = constant
      case .remove(let id): rows.removeAll { $0.id == id }
      default: Issue.record("not of these tests")
      }
      #expect(try solver.apply([edit]) == .solved)
      values.merge(try solver.changes()) { $1 }
    }
    let fresh = try freshValues(variables + rows.map { .add($0) })
    #expect(values.filter { $0.value != 0 } == fresh.filter { $0.value != 0 })
    return values
  }

  private func free(_ ids: UInt32...) -> [SolverEdit] { ids.map { .declare(Variable($0), nonNegative: false) } }

  @Test(
    "Powers of two whose products are nearly nothing: the optimum, whatever a constant was before", arguments: 0..<5)
  func highPowers(moved: Int) throws {
    let variables = free(1, 3) + [.declare(Variable(6), nonNegative: true)]
    let rows = [
      row(12, [(256, 3), (256, 6)], .equal, 2, 200), row(13, [(256, 1)], .greaterThanOrEqual, 2, 200),
      row(14, [(1, 3), (256, 6)], .greaterThanOrEqual, 0, 400),
      row(15, [(0.5, 1), (256, 3)], .lessThanOrEqual, 0, 400),
      row(18, [(0.5, 3), (0x1p-8, 6)], .greaterThanOrEqual, 0, 400),
    ]
    for difference in [-5.0, -1, 1, 3, 50] {
      var before = rows
      before[moved].constant += difference
      let values = try expectNoHistory(
        variables, before, then: [.setConstant(rows[moved].id, rows[moved].constant)])
      #expect(values[1] == 0.0078125 && values[6] == 0.0078277587890625)
    }
  }

  @Test("Short fractions whose products are nearly one")
  func shortFractions() throws {
    let variables = free(1, 2, 4) + [.declare(Variable(5), nonNegative: true)]
    let rows = [
      row(1, [(200, 1), (-255.0 / 256, 4), (1, 5)], .greaterThanOrEqual, 0, 300),
      row(2, [(256, 1), (256, 4)], .greaterThanOrEqual, 0, 300),
      row(3, [(-255.0 / 256, 1), (256, 2)], .greaterThanOrEqual, 4, 300), row(4, [(1, 2)], .lessThanOrEqual, 0, 300),
      row(5, [(1, 4), (-1, 5)], .greaterThanOrEqual, 0, 400), row(6, [(254.0 / 256, 2)], .equal, 1, 300),
    ]
    let values = try expectNoHistory(variables, rows, then: [])
    #expect(abs((values[5] ?? 0) - 205603.137) < 0.001)
  }

  @Test("A row that doubles believe to decide nothing goes")
  func toggle() throws {
    let rows = [
      row(5, [(-1, 7)], .greaterThanOrEqual, 20, 300), row(6, [(-1, 1), (-1, 3)], .greaterThanOrEqual, 20, 400),
      row(7, [(1, 5)], .equal, 20, 300), row(9, [(1000, 2), (1000, 7)], .greaterThanOrEqual, 20, 100),
      row(10, [(1, 1), (1000, 3), (0.001, 5)], .greaterThanOrEqual, 20, 400),
      row(11, [(1, 1)], .lessThanOrEqual, 20, 200), row(12, [(1000, 2), (-1, 3)], .lessThanOrEqual, 20, 300),
      row(14, [(1000, 2), (1, 5)], .greaterThanOrEqual, 20, 100),
    ]
    let values = try expectNoHistory(free(1, 2, 3, 5, 7), rows, then: [.remove(LinearConstraint.ID(11))])
    #expect(abs(values[1]! + 19_999_980.02) < 0.001)
  }

  @Test("A drag of a block in which fractions needed more stages than doubles", arguments: [8, 22, 24, 25] as [UInt32])
  func drag(id: UInt32) throws {
    let rows = [
      row(1, [(-1, 7), (1, 11)], .lessThanOrEqual, 60, 500),
      row(2, [(1e4, 3), (0.1, 6), (1, 7)], .greaterThanOrEqual, 22.5, 500),
      row(4, [(-1, 11), (0.1, 12)], .equal, 72.5, 200), row(5, [(1e4, 4), (-1, 8)], .equal, -15, 200),
      row(8, [(-1, 1), (1e4, 2)], .greaterThanOrEqual, 55, 400), row(9, [(-1e4, 13)], .equal, 17.5, 300),
      row(13, [(1e4, 4)], .lessThanOrEqual, 57.5, 100), row(14, [(1, 4), (0.1, 5), (-1, 8)], .equal, -5, 600),
      row(15, [(-1, 9), (0.1, 11)], .greaterThanOrEqual, 27.5, 500),
      row(16, [(-1e4, 9), (-1e4, 12)], .lessThanOrEqual, 77.5, 200), row(17, [(-1e4, 3)], .lessThanOrEqual, 0, 600),
      row(18, [(-1, 7), (1, 8), (1, 9)], .lessThanOrEqual, 25, 500),
      row(19, [(-1e4, 5)], .greaterThanOrEqual, 47.5, 500),
      row(20, [(-1e4, 1), (1, 12)], .greaterThanOrEqual, 67.5, 300),
      row(21, [(-1, 1), (0.1, 2), (-1e4, 4), (1e4, 12)], .lessThanOrEqual, 7.5, 400),
      row(22, [(-1e4, 7)], .greaterThanOrEqual, -5, 200),
      row(23, [(-1e4, 9), (1e4, 13)], .greaterThanOrEqual, -10, 400),
      row(24, [(-1, 6)], .greaterThanOrEqual, 45, 300), row(25, [(1e4, 2), (1e4, 3)], .equal, 65, 100),
    ]
    let start = rows.first { $0.id.rawValue == id }!.constant
    let variables = free(1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13)
    for distance in [-1.0, 1] {
      let stops = [1, 2, 3, 30, 300, 30].map {
        SolverEdit.setConstant(LinearConstraint.ID(id), start + distance * Double($0))
      }
      for count in stops.indices { _ = try expectNoHistory(variables, rows, then: Array(stops[...count])) }
    }
  }

  @Test(
    "Equal columns dragged to widths that put some edges in the middle between two multiples, a few or many",
    arguments: [(UInt32(10), 0x1p-20), (96, 0x1p-16)])
  func draggedTies(columns: UInt32, step: Double) throws {
    // v1 is the width; of column k the left edge is v(2k), the width v(2k + 1).
    var rows = [row(1, [(1, 1)], .equal, 1000)]
    for k in 1...columns {
      rows.append(row(2 * k, k == 1 ? [(1, 2)] : [(1, 2 * k), (-1, 2 * k - 2), (-1, 2 * k - 1)], .equal, 8))
      if k > 1 { rows.append(row(2 * k + 1, [(1, 2 * k + 1), (-1, 2 * k - 1)], .equal, 0)) }
    }
    rows.append(row(1000, [(1, 2 * columns), (1, 2 * columns + 1), (-1, 1)], .equal, -8))
    let solver = ConstraintSolver()
    #expect(try solver.apply(rows.map { .add($0) }) == .solved)
    var told = try solver.changes()
    for frame in 1...9 {
      rows[0].constant = 1000 + Double(frame) * step
      #expect(try solver.apply([.setConstant(.init(1), rows[0].constant)]) == .solved)
      told.merge(try solver.changes()) { $1 }
      let width = (Rational(rows[0].constant) - Rational(8 * Double(columns + 1))) / Rational(Double(columns))
      var expected: [UInt32: Double] = [1: Rational(rows[0].constant).reported]
      for k in 1...columns {
        expected[2 * k] = (Rational(8 * Double(k)) + Rational(Double(k - 1)) * width).reported
        expected[2 * k + 1] = width.reported
      }
      #expect(told == expected, "frame \(frame)")
    }
  }
}
