extension Array {
  /// Empties the list, and frees its memory if that is larger than `count` bytes.
  mutating func removeAll(keepingBytes count: Int) {
    if capacity * MemoryLayout<Element>.stride > count { self = [] } else { removeAll(keepingCapacity: true) }
  }
}
