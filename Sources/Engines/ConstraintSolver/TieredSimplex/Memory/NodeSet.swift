/// A set of small numbers, popped in ascending or descending order. Each possible number has one bit, so few members among many are found fast.
struct NodeSet: ~Copyable {
  private var words = Buffer<UInt64>()
  /// The first and the last word that may be other than zero.
  private var first = Int.max
  private var last = -1

  @inline(__always)
  mutating func insert(_ node: Int) {
    let word = node >> 6
    if word >= words.count { words.append(repeating: 0, count: word + 1 - words.count) }
    words[word] |= 1 << UInt64(node & 63)
    if word < first { first = word }
    if word > last { last = word }
  }

  /// Whether the set is empty. Looks at every word.
  var hasNone: Bool { words.view.allSatisfy { $0 == 0 } }

  func contains(_ node: Int) -> Bool {
    node >> 6 < words.count && words[node >> 6] & 1 << UInt64(node & 63) != 0
  }

  mutating func remove(_ node: Int) {
    if node >> 6 < words.count { words[node >> 6] &= ~(1 << UInt64(node & 63)) }
  }

  /// Removes and returns the smallest number; nil if the set is empty.
  @inline(__always)
  mutating func popFirst() -> Int? {
    while first <= last {
      let word = words[first]
      if word != 0 {
        words[first] = word & (word - 1)
        return first << 6 + word.trailingZeroBitCount
      }
      first += 1
    }
    (first, last) = (Int.max, -1)
    return nil
  }

  /// Removes and returns the largest number; nil if the set is empty.
  @inline(__always)
  mutating func popLast() -> Int? {
    while first <= last {
      let word = words[last]
      if word != 0 {
        let bit = 63 - word.leadingZeroBitCount
        words[last] = word & ~(1 << UInt64(bit))
        return last << 6 + bit
      }
      last -= 1
    }
    (first, last) = (Int.max, -1)
    return nil
  }

  mutating func removeAll() {
    while popFirst() != nil {}
  }
}
