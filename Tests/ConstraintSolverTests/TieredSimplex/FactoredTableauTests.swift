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

  /// The same rows in both tableaus.
  private struct Both: ~Copyable {
    var explicit: DenseTableau
    var factored: FactoredTableau<Double>
    /// At each place.
    var active: [Int32]
    private let program: Program

    init(_ rows: [[Int: Double]]) {
      let (m, n) = (FactoredTableauTests.constraintCount, FactoredTableauTests.variableCount)
      explicit = DenseTableau(rowCount: m + n, columnCount: n)
      factored = FactoredTableau<Double>(rowCount: m + n, columnCount: n)
      active = (0..<n).map { Int32(m + $0) }
      program = Program(
        rows.map { row in row.sorted { $0.key < $1.key }.map { (Int32($0.key), $0.value) } }, variableCount: n,
        isFree: FactoredTableauTests.isFree)
      explicit.load(program)
      factored.load(program)
    }

    deinit { program.free() }

    /// The rows that may enter at a place, without an exchange that rounding would spoil; reads the explicit column.
    mutating func entering(at place: Int) -> [Int32] {
      explicit.readColumn(place)
      return (0..<explicit.columnLength).filter { abs(explicit.columnValues[$0]) > 0.3 }.map { explicit.columnRows[$0] }
    }

    /// In both, or in the explicit one alone, which has read the column.
    mutating func exchange(_ place: Int, entering: Int32, onlyExplicit: Bool = false) {
      explicit.pivot(column: place, entering: Int(entering), leaving: Int(active[place]))
      if !onlyExplicit {
        factored.readColumn(place)
        factored.pivot(column: place, entering: Int(entering), leaving: Int(active[place]))
      }
      active[place] = entering
    }
  }

  /// Every entry, row by row and column by column; the explicit tableau has no rows for those that are active.
  private func expectSameEntries(_ both: inout Both, _ comment: Comment? = nil) {
    let (m, n) = (Self.constraintCount, Self.variableCount)
    for i in 0..<m + n where !both.active.contains(Int32(i)) {
      let (found, expected) = (row(both.factored, i), row(both.explicit, i))
      #expect(areNear(found, expected), comment)
      let single = (0..<n).map { both.factored.coefficient(i, $0) }
      #expect(areNear(single, expected), comment)
    }
    for j in 0..<n {
      let (found, expected) = (column(&both.factored, j), column(&both.explicit, j))
      #expect(areNear(found, expected), comment)
    }
  }

  private func areNear(_ a: [Double], _ b: [Double]) -> Bool {
    zip(a, b).allSatisfy { abs($0 - $1) <= 1e-8 * max(1, abs($1)) }
  }

  @Test(
    "After any exchanges it has the entries that the explicit tableau has", arguments: 1...20 as ClosedRange<UInt64>)
  func agrees(seed: UInt64) {
    var entropy = Entropy(seed: seed)
    var both = Both(constraints(&entropy))
    // More than are made between two factorizations, twice.
    for step in 0..<150 {
      let place = entropy.below(Self.variableCount)
      let entering = both.entering(at: place)
      guard !entering.isEmpty else { continue }
      both.exchange(place, entering: entering[entropy.below(entering.count)])
      if step % 10 == 9 { expectSameEntries(&both, "after \(step) exchanges") }
    }
  }

  @Test(
    "Rows that are made active at once are those that exchanges make active", arguments: 1...20 as ClosedRange<UInt64>)
  func activates(seed: UInt64) {
    var entropy = Entropy(seed: seed)
    var both = Both(constraints(&entropy))
    let (m, n) = (Self.constraintCount, Self.variableCount)
    for place in 0..<n {
      guard let entering = both.entering(at: place).first(where: { $0 < m }) else { continue }
      both.exchange(place, entering: entering, onlyExplicit: true)
    }
    let isActivated = both.factored.activate(&both.active)
    #expect(isActivated)
    expectSameEntries(&both)
    // Without the rows of free variables, everything else is there.
    both.factored.skipFreeRows(true)
    for j in 0..<n {
      var expected = column(&both.explicit, j)
      for v in 0..<n where Self.isFree(v) { expected[m + v] = 0 }
      let found = column(&both.factored, j)
      #expect(areNear(found, expected))
    }
  }

  @Test("Rows that define no point are not made active, and nothing has changed")
  func refusesDependentRows() {
    var entropy = Entropy(seed: 3)
    var rows = constraints(&entropy)
    rows[0] = [1: 1, 0: -1]
    rows[1] = [1: -2, 0: 2]
    var both = Both(rows)
    var dependent = both.active
    (dependent[0], dependent[1]) = (0, 1)
    let isActivated = both.factored.activate(&dependent)
    #expect(!isActivated)
    expectSameEntries(&both)
  }

  @Test("A basis that nobody could factor for long is spoiled")
  func spoiled() {
    var basis = FactoredBasis<Double>(count: 1)
    for _ in 1..<1024 {
      basis.row[0] = 1
      basis.pivot(at: 0)
    }
    var isSpoiled = basis.isSpoiled
    #expect(!isSpoiled)
    basis.pivot(at: 0)
    isSpoiled = basis.isSpoiled
    #expect(isSpoiled)
  }

  @Test("Sums of rows, points and fixed rows are those of the explicit tableau")
  func questions() {
    var entropy = Entropy(seed: 7)
    var both = Both(constraints(&entropy))
    let (m, n) = (Self.constraintCount, Self.variableCount)
    for place in 0..<n / 2 {
      guard let entering = both.entering(at: place).first(where: { $0 < m }) else { continue }
      both.exchange(place, entering: entering)
    }
    let active = both.active
    var inactive = (0..<Int32(m + n)).filter { !active.contains($0) }
    var factors = inactive.indices.map { Int8($0 % 3 - 1) }
    let vectors = SparseVectors<Double>(2, length: n)
    let sums = (vectors[0], vectors[1])
    both.explicit.addRows(&inactive, times: &factors, count: inactive.count, to: sums.0)
    both.factored.addRows(&inactive, times: &factors, count: inactive.count, to: sums.1)
    for j in 0..<n { #expect(abs(sums.0[j] - sums.1[j]) < 1e-9) }

    var residuals = (0..<n).map { active[$0] < m ? Double($0 * $0 % 17) : 0 }
    var points = ([Double](repeating: 0, count: n), [Double](repeating: 0, count: n))
    both.explicit.variables(at: &residuals, &points.0)
    both.factored.variables(at: &residuals, &points.1)
    #expect(areNear(points.1, points.0))

    var marks = ([Bool](repeating: true, count: m + n), [Bool](repeating: true, count: m + n))
    both.explicit.clearMoving(&marks.0) { $0 % 11 == 3 }
    both.factored.clearMoving(&marks.1) { $0 % 11 == 3 }
    #expect(marks.0 == marks.1)
    #expect(marks.0.contains(true) && marks.0.contains(false))
  }
}
