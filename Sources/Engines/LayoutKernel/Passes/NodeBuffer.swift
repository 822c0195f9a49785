/// A growing list of nodes in memory of its own: a pass appends to it without a call and without counting references.
struct NodeBuffer: ~Copyable {
  private var base = UnsafeMutablePointer<NodePointer>(bitPattern: MemoryLayout<NodePointer>.alignment)!
  private(set) var count = 0
  private var capacity = 0

  var isEmpty: Bool { count == 0 }
  /// The nodes; valid until the list changes.
  var view: UnsafeMutableBufferPointer<NodePointer> { UnsafeMutableBufferPointer(start: base, count: count) }

  @inline(__always)
  mutating func append(_ node: NodePointer) {
    if count == capacity { reserve(max(64, 2 * capacity)) }
    base[count] = node
    count += 1
  }

  @inline(__always)
  mutating func popLast() -> NodePointer? {
    if count == 0 { return nil }
    count -= 1
    return base[count]
  }

  /// Empties the list, and frees its memory if that is larger than the given number of bytes.
  mutating func removeAll(keepingBytes room: Int) {
    if capacity * MemoryLayout<NodePointer>.stride > room { self = NodeBuffer() } else { count = 0 }
  }

  private mutating func reserve(_ wanted: Int) {
    let larger = UnsafeMutablePointer<NodePointer>.allocate(capacity: wanted)
    larger.update(from: base, count: count)
    if capacity > 0 { base.deallocate() }
    (base, capacity) = (larger, wanted)
  }

  deinit { if capacity > 0 { base.deallocate() } }
}
