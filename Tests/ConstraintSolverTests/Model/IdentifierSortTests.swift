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
