import SceneModel
import Testing

@testable import ConstraintSolver

@Suite struct IdentifierMapTests {
  @Test("The same as a dictionary: ids in order, scattered, at the ends, and removed again", arguments: 0..<20)
  func agrees(seed: UInt64) {
    var entropy = Entropy(seed: seed &+ 7)
    var map = IdentifierMap()
    var expected: [UInt32: Int] = [:]
    let spread = [40, 400, 5_000, 1 << 30, 1 << 32][entropy.below(5)]
    func someKey() -> UInt32 {
      switch entropy.below(8) {
      case 0: UInt32(truncatingIfNeeded: entropy.below(spread))
      case 1: UInt32.max - UInt32(entropy.below(4))
      default: UInt32(expected.count + entropy.below(5))
      }
    }
    for step in 0..<4_000 {
      let key = someKey()
      #expect(map[key] == expected[key])
      if expected[key] == nil {
        map.insert(key, step)
        expected[key] = step
      } else if entropy.below(step < 2_000 ? 4 : 1) == 0 {
        map.remove(key)
        expected[key] = nil
      }
      if step % 200 == 199, let known = expected.keys.min() {
        map.remove(known)
        expected[known] = nil
      }
    }
    #expect(map.count == expected.count)
    for (key, slot) in expected { #expect(map[key] == slot) }
    for key in expected.keys.sorted() { map.remove(key) }
    #expect(map.count == 0 && map[0] == nil && map[UInt32.max] == nil)
  }
}
