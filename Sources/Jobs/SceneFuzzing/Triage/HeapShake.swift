import SceneModel

/// Runs a body in which allocations get other addresses, so that an engine whose answers depend on addresses gives other answers within one process.
/// During the body, blocks of many sizes stay allocated; others were freed in random order before.
struct HeapShake {
  private var entropy: Entropy

  init(seed: UInt64) { entropy = Entropy(seed: seed) }

  mutating func callAsFunction<T>(_ body: () -> T) -> T {
    let count = 32 + entropy.below(256)
    // Small blocks are what engines keep their rows and variables in.
    var blocks = (0..<count).map { _ in
      UnsafeMutableRawPointer.allocate(byteCount: 16 * (1 + entropy.below(24)), alignment: 16)
    }
    blocks.shuffle(using: &entropy)
    let kept = entropy.below(count)
    for block in blocks[kept...] { block.deallocate() }
    defer { for block in blocks[..<kept] { block.deallocate() } }
    return body()
  }
}
