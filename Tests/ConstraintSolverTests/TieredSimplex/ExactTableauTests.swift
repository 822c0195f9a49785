import SceneModel
import Testing

@testable import ConstraintSolver

@Suite("Factored tableau in fractions")
struct ExactTableauTests {
  private static let constraintCount = 30
  private static let variableCount = 20

  private func program(_ entropy: inout Entropy) -> Program {
    let rows = (0..<Self.constraintCount).map { _ in
      var row: [Int32: Double] = [:]
      for _ in 0..<1 + entropy.below(4) {
        row[Int32(entropy.below(Self.variableCount))] = entropy.pick([1, -1, 2, -0.5, 0.75, -1.5])
      }
      return row.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
    return Program(rows, variableCount: Self.variableCount) { $0 % 4 != 3 }
  }

  private func row<T: Tableau & ~Copyable>(_ tableau: borrowing T, _ i: Int) -> [Double] {
    var result = [Double](repeating: 0, count: Self.variableCount)
    tableau.forEach(i) { j, value in result[j] += value.approximation }
    return result
  }

  private func column<T: Tableau & ~Copyable>(_ tableau: inout T, _ j: Int) -> [Double] {
    var result = [Double](repeating: 0, count: tableau.rowCount)
    tableau.readColumn(j)
    for q in 0..<tableau.columnLength { result[Int(tableau.columnRows[q])] += tableau.columnValues[q].approximation }
    return result
  }

  private func areNear(_ a: [Double], _ b: [Double]) -> Bool {
    zip(a, b).allSatisfy { abs($0 - $1) <= 1e-8 * max(1, abs($1)) }
  }

  private func expectSameEntries(_ exact: inout FactoredTableau<Rational>, _ dense: inout DenseTableau, active: [Int32])
  {
    for i in 0..<exact.rowCount where !active.contains(Int32(i)) {
      let (found, expected) = (row(exact, i), row(dense, i))
      #expect(areNear(found, expected))
      #expect(areNear((0..<Self.variableCount).map { exact.coefficient(i, $0).approximation }, expected))
    }
    for j in 0..<Self.variableCount {
      let (found, expected) = (column(&exact, j), column(&dense, j))
      #expect(areNear(found, expected))
    }
  }

  @Test(
    "After exchanges, one by one or all at once, its entries are those of the tableau in doubles",
    arguments: UInt64(1)...10)
  func agrees(seed: UInt64) {
    var entropy = Entropy(seed: seed)
    let program = program(&entropy)
    defer { program.free() }
    let (m, n) = (Self.constraintCount, Self.variableCount)
    var exact = FactoredTableau<Rational>(rowCount: m + n, columnCount: n)
    var dense = DenseTableau(rowCount: m + n, columnCount: n)
    exact.load(program)
    dense.load(program)
    var active = (0..<Int32(n)).map { Int32(m) + $0 }
    for step in 0..<80 {
      let place = entropy.below(n)
      dense.readColumn(place)
      let entering = (0..<dense.columnLength).filter { abs(dense.columnValues[$0]) > 0.3 }.map { dense.columnRows[$0] }
      guard !entering.isEmpty else { continue }
      let row = entropy.pick(entering)
      dense.pivot(column: place, entering: Int(row), leaving: Int(active[place]))
      exact.readColumn(place)
      exact.pivot(column: place, entering: Int(row), leaving: Int(active[place]))
      active[place] = row
      if step % 20 == 19 { expectSameEntries(&exact, &dense, active: active) }
    }
    var other = FactoredTableau<Rational>(rowCount: m + n, columnCount: n)
    other.load(program)
    let isActivated = other.activate(&active)
    #expect(isActivated)
    expectSameEntries(&other, &dense, active: active)

    var residuals = (0..<n).map { Rational(Int64(active[$0] < m ? $0 * $0 % 17 : 0)) }
    var points = ([Rational](repeating: .zero, count: n), [Double](repeating: 0, count: n))
    other.variables(at: &residuals, &points.0)
    var doubles = residuals.map(\.approximation)
    dense.variables(at: &doubles, &points.1)
    #expect(areNear(points.0.map(\.approximation), points.1))
  }

  @Test("Coefficients in parts count as their exact sum, in rows, columns and factors")
  func splitRows() {
    // 1 + 2^-90 of the first variable, and the second one.
    let program = Program([[(0, 1), (0, 0x1p-90), (1, 1)], [(1, 1)]], variableCount: 2) { _ in true }
    defer { program.free() }
    var tableau = FactoredTableau<Rational>(rowCount: 4, columnCount: 2)
    tableau.load(program)
    let sum = .one + Rational(0x1p-90)
    #expect(tableau.coefficient(0, 0) == sum)
    var rows: [Int32] = [0, 1]
    let isActivated = tableau.activate(&rows)
    #expect(isActivated)
    // The first variable is (row 0 - row 1) / (1 + 2^-90).
    #expect(tableau.coefficient(2, 0) == .one / sum && tableau.coefficient(2, 1) == -(.one / sum))
    tableau.readColumn(0)
    #expect(tableau.columnLength == 1 && tableau.columnRows[0] == 2 && tableau.columnValues[0] == .one / sum)
  }

  @Test("Rows that define no point are not made active, and nothing has changed")
  func refusesDependentRows() {
    let program = Program([[(0, 4.0 / 3), (1, -1)], [(0, -8.0 / 3), (1, 2)]], variableCount: 2) { _ in true }
    defer { program.free() }
    var tableau = FactoredTableau<Rational>(rowCount: 4, columnCount: 2)
    tableau.load(program)
    var rows: [Int32] = [0, 1]
    let isActivated = tableau.activate(&rows)
    #expect(!isActivated && tableau.coefficient(0, 1) == -.one)
  }
}
