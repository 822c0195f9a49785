import Testing

@testable import ConstraintSolver

@Suite struct RelativePositionsTests {
  /// The anchors that rows of terms give, and each row in distances.
  private func relate(_ rows: [[(Int32, Double)]], count: Int, isFree: (Int) -> Bool = { _ in true })
    -> (anchors: [Int?], rows: [[Int: Double]])
  {
    let program = Program(rows, variableCount: count, isFree: isFree)
    let positions = RelativePositions(program)
    let sum = SparseVector<Double>(count: count)
    var pending = NodeSet()
    defer {
      program.free()
      sum.free(count: count)
    }
    let related = rows.indices.map { i in
      var row: [Int: Double] = [:]
      positions.relate(program, i, sum.values, &pending) { row[Int($0.index), default: 0] += $0.value }
      return row
    }
    #expect((0..<count).allSatisfy { sum.values[$0] == 0 })
    return ((0..<count).map { positions.anchor(of: $0) }, related)
  }

  @Test("A stack's positions are told from one another, and its sizes from zero")
  func stack() {
    // Position and height in turn: y2 = y1 + h1 + 8, and heights have bounds of their own.
    let rows: [[(Int32, Double)]] = [
      [(0, 1)], [(1, 1)], [(3, 1)], [(5, 1)],
      [(2, 1), (0, -1), (1, -1)], [(4, 1), (2, -1), (3, -1)],
      [(4, 1), (5, 1)],
    ]
    let (anchors, related) = relate(rows, count: 6)
    #expect(anchors == [nil, nil, 0, nil, 2, nil])
    // What tells neighbours apart loses a term, what tells a distance from zero gains the way there.
    #expect(related[5] == [4: 1, 3: -1])
    #expect(related[6] == [0: 1, 2: 1, 4: 1, 5: 1])
  }

  @Test("A variable that must not be negative neither has an anchor nor is one")
  func bounded() {
    let rows: [[(Int32, Double)]] = [[(1, 1), (0, -1)], [(2, 1), (1, -1)]]
    #expect(relate(rows, count: 3) { $0 != 1 }.anchors == [nil, nil, nil])
    #expect(relate(rows, count: 3).anchors == [nil, 0, 1])
  }

  @Test("A multiple is no distance")
  func multiple() {
    #expect(relate([[(1, 1), (0, -2)]], count: 2).anchors == [nil, nil])
    #expect(relate([[(1, -3), (0, 3)]], count: 2).anchors == [nil, 0])
  }

  @Test("A chain of anchors is cut, so that a position alone is no long row")
  func longChain() {
    let count = 3 * RelativePositions.longestChain
    let rows = (1..<count).map { [(Int32($0), 1.0), (Int32($0 - 1), -1.0)] }
    let anchors = relate(rows, count: count).anchors
    var depths: [Int] = []
    for anchor in anchors { depths.append(anchor.map { depths[$0] + 1 } ?? 0) }
    #expect(depths.max() == RelativePositions.longestChain)
    #expect(anchors.filter { $0 == nil }.count == 3)
  }

  @Test("Distances add up to positions")
  func place() {
    let program = Program([[(1, 1), (0, -1)], [(2, 1), (1, -1)]], variableCount: 3) { _ in true }
    let positions = RelativePositions(program)
    defer { program.free() }
    var values: [Double] = [10, 5, 2]
    positions.place(&values)
    #expect(values == [10, 15, 17])
    var distances: [Int] = []
    positions.forEachDistance(of: 2) { distances.append($0) }
    #expect(distances == [2, 1, 0])
  }
}
