import SceneModel
import Testing

@testable import ConstraintSolver

@Suite struct IdentifierSortTests {
  @Test("Slots are sorted by all bytes of their ids", arguments: [0, 1, 2, 16, 17, 300, 5000])
  func sorted(count: Int) {
    var entropy = Entropy(seed: UInt64(count))
    var ids: Set<UInt32> = []
    while ids.count < count {
      let id = UInt32(truncatingIfNeeded: entropy.next())
      ids.insert(entropy.pick([id, id & 0xFF, id & 0xFF00_00FF, id & 0xFFFF, .max - id & 0xFF]))
    }
    let shuffled = Array(ids)
    var slots = (0..<Int32(count)).map { $0 }
    var sort = IdentifierSort()
    for _ in 0..<2 {
      slots.shuffle(using: &entropy)
      slots.withUnsafeMutableBufferPointer { sort.sort($0) { shuffled[Int($0)] } }
      #expect(slots.map { shuffled[Int($0)] } == shuffled.sorted())
    }
    sort.free()
  }
}

@Suite struct TwinTests {
  @Test("Rows with the same left side stay the same when one of them enters, bit for bit")
  func twins() {
    // Two constraints alike, one that says what the row of a variable does, and one by itself.
    var tableau = DenseTableau(rowCount: 4 + 3, columnCount: 3)
    for row in [0, 1] {
      for (column, value) in [1 / 3.0, 0.1, -7].enumerated() { tableau.append(row, column, value) }
    }
    tableau.append(2, 1, 1)
    tableau.append(3, 2, 3)
    tableau.findTwins()
    tableau.readColumn(0)
    tableau.pivot(column: 0, entering: 0, leaving: 4)
    #expect((0..<3).map { tableau.coefficient(1, $0) } == [1, 0, 0])
    tableau.readColumn(1)
    tableau.pivot(column: 1, entering: 2, leaving: 5)
    #expect((0..<3).map { tableau.coefficient(5, $0) } == [0, 1, 0])
    #expect((0..<3).map { tableau.coefficient(3, $0) } == [0, 0, 3])
  }
}
