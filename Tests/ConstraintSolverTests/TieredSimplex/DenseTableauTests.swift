import Testing

@testable import ConstraintSolver

@Suite struct DenseTableauTests {
  /// 49 times the double next to 1/49 is less than 1.
  private let rough = 49.0

  @Test("A constraint like the one that enters is that one, bit for bit")
  func duplicateRows() {
    var tableau = DenseTableau(rowCount: 3 + 3, columnCount: 3)
    for row in [0, 1] {
      for (column, value) in [rough, 0.1, -7].enumerated() { tableau.append(row, column, value) }
    }
    tableau.append(2, 0, rough)
    tableau.watch()
    tableau.readColumn(0)
    tableau.pivot(column: 0, entering: 0, leaving: 3)
    #expect((0..<3).map { tableau.coefficient(1, $0) } == [1, 0, 0])
    // Not like it.
    #expect(tableau.coefficient(2, 0) == rough * (1 / rough))
    #expect(tableau.coefficient(2, 0) != 1)
  }

  @Test("A constraint that says what the row of a variable does is that row, bit for bit")
  func duplicateOfVariable() {
    // Row 1 is the first variable, as the row of that variable, 2, is; they come to stand at 1/49 each.
    var tableau = DenseTableau(rowCount: 2 + 2, columnCount: 2)
    tableau.append(0, 0, 1)
    tableau.append(0, 1, rough)
    tableau.append(1, 0, 1)
    tableau.watch()
    tableau.readColumn(0)
    tableau.pivot(column: 0, entering: 0, leaving: 2)
    #expect((0..<2).map { tableau.coefficient(1, $0) } == [1, -rough])
    tableau.readColumn(1)
    tableau.pivot(column: 1, entering: 1, leaving: 3)
    #expect((0..<2).map { tableau.coefficient(2, $0) } == [0, 1])
  }

  @Test(
    "An entry that comes out too small to count is noticed, whether of the row that leaves or of another",
    arguments: [([0x1p30, 0x1p-10], [0, 1]), ([0x1p30, 0], [0x1p-10, 1])])
  func faint(_ entering: [Double], _ other: [Double]) {
    var tableau = DenseTableau(rowCount: 2 + 2, columnCount: 2)
    for (row, values) in [entering, other].enumerated() {
      for (column, value) in values.enumerated() where value != 0 { tableau.append(row, column, value) }
    }
    let before = tableau.hasTinyEntries
    tableau.readColumn(0)
    tableau.pivot(column: 0, entering: 0, leaving: 2)
    let after = tableau.hasTinyEntries
    #expect(!before && after)
  }
}
