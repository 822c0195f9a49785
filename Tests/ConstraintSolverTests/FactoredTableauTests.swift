import SceneModel
import Testing

@testable import ConstraintSolver

@Suite("Factored tableau")
struct FactoredTableauTests {
  private static let constraintCount = 60
  private static let variableCount = 40
  private static func isFree(_ variable: Int) -> Bool { variable % 4 != 3 }

  /// Rows of up to four small coefficients, as layouts have them.
  private func constraints(_ entropy: inout Entropy) -> [[Int: Double]] {
    (0..<Self.constraintCount).map { _ in
      var row: [Int: Double] = [:]
      for _ in 0..<1 + entropy.below(4) {
        row[entropy.below(Self.variableCount)] = entropy.pick([1, -1, 2, -0.5, 0.75, -1.5])
      }
      return row
    }
  }

  private func fill<T: Tableau & ~Copyable>(_ tableau: inout T, _ rows: [[Int: Double]]) where T.Value == Double {
    for (i, row) in rows.enumerated() {
      for (column, value) in row.sorted(by: { $0.key < $1.key }) { tableau.append(i, column, value) }
    }
    tableau.seal(isFree: Self.isFree)
  }

  private func row<T: Tableau & ~Copyable>(_ tableau: borrowing T, _ i: Int) -> [Double] where T.Value == Double {
    var result = [Double](repeating: 0, count: Self.variableCount)
    tableau.forEach(i) { j, value in result[j] += value }
    return result
  }

  private func column<T: Tableau & ~Copyable>(_ tableau: inout T, _ j: Int) -> [Double] where T.Value == Double {
    var result = [Double](repeating: 0, count: tableau.rowCount)
    tableau.readColumn(j)
    for q in 0..<tableau.columnLength { result[Int(tableau.columnRows[q])] += tableau.columnValues[q] }
    return result
  }

  /// In both; the explicit one has read the column.
  private func exchange(
    _ place: Int, entering: Int, _ explicit: inout DenseTableau, _ factored: inout FactoredTableau,
    _ active: inout [Int]
  ) {
    factored.readColumn(place)
    explicit.pivot(column: place, entering: entering, leaving: active[place])
    factored.pivot(column: place, entering: entering, leaving: active[place])
    active[place] = entering
  }

  private func areNear(_ a: [Double], _ b: [Double]) -> Bool {
    zip(a, b).allSatisfy { abs($0 - $1) <= 1e-8 * max(1, abs($1)) }
  }

  @Test(
    "After any exchanges it has the entries that the explicit tableau has", arguments: 1...20 as ClosedRange<UInt64>)
  func agrees(seed: UInt64) {
    var entropy = Entropy(seed: seed)
    let rows = constraints(&entropy)
    let (m, n) = (Self.constraintCount, Self.variableCount)
    var explicit = DenseTableau(rowCount: m + n, columnCount: n)
    var factored = FactoredTableau(rowCount: m + n, columnCount: n)
    fill(&explicit, rows)
    fill(&factored, rows)
    var active = (0..<n).map { m + $0 }
    // More than are made between two factorizations, twice.
    for step in 0..<150 {
      let leaving = entropy.below(n)
      explicit.readColumn(leaving)
      // No exchange that rounding would spoil.
      let entering = (0..<explicit.columnLength).filter { abs(explicit.columnValues[$0]) > 0.3 }.map {
        Int(explicit.columnRows[$0])
      }
      guard !entering.isEmpty else { continue }
      let chosen = entering[entropy.below(entering.count)]
      exchange(leaving, entering: chosen, &explicit, &factored, &active)
      guard step % 10 == 9 else { continue }
      for i in 0..<m + n where !active.contains(i) {
        #expect(areNear(row(factored, i), row(explicit, i)), "row \(i) after \(step) exchanges")
        let j = entropy.below(n)
        #expect(abs(factored.coefficient(i, j) - explicit.coefficient(i, j)) < 1e-8)
      }
      for j in 0..<n {
        let (found, expected) = (column(&factored, j), column(&explicit, j))
        // The explicit tableau has no rows for those that are active.
        #expect(areNear(found, expected), "column \(j) after \(step) exchanges")
      }
    }
  }

  @Test(
    "Rows that are made active at once are those that exchanges make active", arguments: 1...20 as ClosedRange<UInt64>)
  func activates(seed: UInt64) {
    var entropy = Entropy(seed: seed)
    let rows = constraints(&entropy)
    let (m, n) = (Self.constraintCount, Self.variableCount)
    var explicit = DenseTableau(rowCount: m + n, columnCount: n)
    var factored = FactoredTableau(rowCount: m + n, columnCount: n)
    fill(&explicit, rows)
    fill(&factored, rows)
    var active = (0..<n).map { Int32(m + $0) }
    for place in 0..<n {
      explicit.readColumn(place)
      let q = (0..<explicit.columnLength).first {
        abs(explicit.columnValues[$0]) > 0.3 && explicit.columnRows[$0] < m
      }
      guard let q else { continue }
      let entering = explicit.columnRows[q]
      explicit.pivot(column: place, entering: Int(entering), leaving: Int(active[place]))
      active[place] = entering
    }
    let isActivated = factored.activate(&active)
    #expect(isActivated)
    for i in 0..<m + n where !active.contains(Int32(i)) { #expect(areNear(row(factored, i), row(explicit, i))) }
    for j in 0..<n {
      let (found, expected) = (column(&factored, j), column(&explicit, j))
      #expect(areNear(found, expected))
    }
    // Without the rows of free variables, everything else is there.
    factored.skipFreeRows(true)
    for j in 0..<n {
      var expected = column(&explicit, j)
      for v in 0..<n where Self.isFree(v) { expected[m + v] = 0 }
      let found = column(&factored, j)
      #expect(areNear(found, expected))
    }
  }

  @Test("Rows that define no point are not made active, and nothing has changed")
  func refusesDependentRows() {
    var entropy = Entropy(seed: 3)
    var rows = constraints(&entropy)
    rows[0] = [1: 1, 0: -1]
    rows[1] = [1: -2, 0: 2]
    let (m, n) = (Self.constraintCount, Self.variableCount)
    var explicit = DenseTableau(rowCount: m + n, columnCount: n)
    var factored = FactoredTableau(rowCount: m + n, columnCount: n)
    fill(&explicit, rows)
    fill(&factored, rows)
    var active = (0..<n).map { Int32(m + $0) }
    (active[0], active[1]) = (0, 1)
    let isActivated = factored.activate(&active)
    #expect(!isActivated)
    for i in 0..<m { #expect(areNear(row(factored, i), row(explicit, i))) }
    for j in 0..<n {
      let (found, expected) = (column(&factored, j), column(&explicit, j))
      #expect(areNear(found, expected))
    }
  }

  @Test("Sums of rows, points and fixed rows are those of the explicit tableau")
  func questions() {
    var entropy = Entropy(seed: 7)
    let rows = constraints(&entropy)
    let (m, n) = (Self.constraintCount, Self.variableCount)
    var explicit = DenseTableau(rowCount: m + n, columnCount: n)
    var factored = FactoredTableau(rowCount: m + n, columnCount: n)
    fill(&explicit, rows)
    fill(&factored, rows)
    var active = (0..<n).map { m + $0 }
    for leaving in 0..<n / 2 {
      explicit.readColumn(leaving)
      guard
        let q = (0..<explicit.columnLength).first(where: {
          Int(explicit.columnRows[$0]) < m && abs(explicit.columnValues[$0]) > 0.3
        })
      else { continue }
      let entering = Int(explicit.columnRows[q])
      exchange(leaving, entering: entering, &explicit, &factored, &active)
    }
    var inactive = (0..<m + n).filter { !active.contains($0) }.map(Int32.init)
    var factors = inactive.indices.map { Int8($0 % 3 - 1) }
    let sums = (SparseVector<Double>(count: n), SparseVector<Double>(count: n))
    defer {
      sums.0.free()
      sums.1.free()
    }
    explicit.addRows(&inactive, times: &factors, count: inactive.count, to: sums.0)
    factored.addRows(&inactive, times: &factors, count: inactive.count, to: sums.1)
    for j in 0..<n { #expect(abs(sums.0[j] - sums.1[j]) < 1e-9) }

    var residuals = (0..<n).map { active[$0] < m ? Double($0 * $0 % 17) : 0 }
    var points = ([Double](repeating: 0, count: n), [Double](repeating: 0, count: n))
    explicit.variables(at: &residuals, &points.0)
    factored.variables(at: &residuals, &points.1)
    #expect(areNear(points.1, points.0))

    var marks = ([Bool](repeating: true, count: m + n), [Bool](repeating: true, count: m + n))
    explicit.clearMoving(&marks.0) { $0 % 11 == 3 }
    factored.clearMoving(&marks.1) { $0 % 11 == 3 }
    #expect(marks.0 == marks.1)
    #expect(marks.0.contains(true) && marks.0.contains(false))
  }
}
