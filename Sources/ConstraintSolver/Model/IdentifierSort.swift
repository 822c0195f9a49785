/// Sorts slots by the ids of what they hold, in memory that is used again.
///
/// Whoever holds it frees it.
struct IdentifierSort {
  /// Id and slot.
  private var keys = Buffer<UInt64>()
  private var others = Buffer<UInt64>()
  private static let few = 16

  func free() {
    keys.free()
    others.free()
  }

  /// By ascending id. Most lists are a handful, and come nearly sorted.
  @inline(__always)
  mutating func sort(_ slots: UnsafeMutableBufferPointer<Int32>, by id: (Int32) -> UInt32) {
    if slots.count <= IdentifierSort.few {
      for i in 1..<max(1, slots.count) {
        let slot = slots[i]
        var j = i
        while j > 0, id(slots[j - 1]) > id(slot) {
          slots[j] = slots[j - 1]
          j -= 1
        }
        slots[j] = slot
      }
      return
    }
    keys.removeAll()
    for slot in slots { keys.append(UInt64(id(slot)) << 32 | UInt64(UInt32(slot))) }
    sortKeys()
    for i in 0..<slots.count { slots[i] = Int32(truncatingIfNeeded: keys[i]) }
  }

  /// Byte by byte from the lowest of the id, each stably; a byte that all have in common is left out.
  private mutating func sortKeys() {
    others.removeAll()
    _ = others.extend(by: keys.count)
    var different: UInt64 = 0
    for key in keys { different |= key ^ keys[0] }
    for shift in stride(from: UInt64(32), to: 64, by: 8) where different >> shift & 0xFF != 0 {
      withUnsafeTemporaryAllocation(of: Int32.self, capacity: 257) { starts in
        starts.initialize(repeating: 0)
        for key in keys { starts[Int(key >> shift & 0xFF) + 1] += 1 }
        for byte in 0..<256 { starts[byte + 1] += starts[byte] }
        for key in keys {
          let byte = Int(key >> shift & 0xFF)
          others[starts[byte]] = key
          starts[byte] += 1
        }
      }
      swap(&keys, &others)
    }
  }
}
