extension Array {
  /// Empties the list, and frees its memory if it is larger than this.
  mutating func removeAll(keepingBytes count: Int) {
    if capacity * MemoryLayout<Element>.stride > count { self = [] } else { removeAll(keepingCapacity: true) }
  }
}
