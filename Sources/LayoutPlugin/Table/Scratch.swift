/// Memory that is lent to a C function and used again for the next call.
struct Scratch<Element: BitwiseCopyable>: ~Copyable {
  private(set) var start: UnsafeMutablePointer<Element>
  private(set) var capacity: Int

  init(capacity: Int) {
    start = .allocate(capacity: capacity)
    self.capacity = capacity
  }

  deinit { start.deallocate() }

  /// Makes room for `count` elements; what was there is lost when it has to grow.
  mutating func reserve(_ count: Int) {
    guard count > capacity else { return }
    start.deallocate()
    capacity = max(count, capacity * 2)
    start = .allocate(capacity: capacity)
  }
}
