/// Memory that is passed to a C function and reused for the next call.
struct Scratch<Element: BitwiseCopyable>: ~Copyable {
  private(set) var start: UnsafeMutablePointer<Element>
  private(set) var capacity: Int

  init(capacity: Int) {
    start = .allocate(capacity: capacity)
    self.capacity = capacity
  }

  deinit { start.deallocate() }

  /// Reserves memory for `count` elements. The content is discarded if the memory grows.
  mutating func reserve(_ count: Int) {
    guard count > capacity else { return }
    start.deallocate()
    capacity = max(count, capacity * 2)
    start = .allocate(capacity: capacity)
  }
}

extension Scratch where Element: Equatable {
  /// Writes the same element to every place from `index` on.
  func fill(from index: Int, with element: Element) {
    (start + index).initialize(repeating: element, count: capacity - index)
  }

  /// Whether every place from `index` on still holds this element.
  func isFilled(from index: Int, with element: Element) -> Bool {
    UnsafeBufferPointer(start: start + index, count: capacity - index).allSatisfy { $0 == element }
  }
}
