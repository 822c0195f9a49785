import Glibc

/// A growing array in flat memory, mostly of plain values, without copies on write and without checks of exclusivity.
struct Buffer<Element>: ~Copyable {
  private(set) var base: UnsafeMutablePointer<Element>
  private(set) var count = 0
  private(set) var capacity = 0

  init() { base = UnsafeMutablePointer(bitPattern: MemoryLayout<Element>.alignment)! }

  init(repeating element: Element, count: Int) {
    self.init()
    reserve(count)
    append(repeating: element, count: count)
  }

  var isEmpty: Bool { count == 0 }

  @inline(__always)
  subscript(index: Int) -> Element {
    get { base[index] }
    nonmutating _modify { yield &base[index] }
  }

  @inline(__always)
  subscript(index: Int32) -> Element {
    get { base[Int(index)] }
    nonmutating _modify { yield &base[Int(index)] }
  }

  @inline(__always)
  mutating func append(_ element: Element) {
    if count == capacity { reserve(grownCapacity) }
    (base + count).initialize(to: element)
    count += 1
  }

  @inline(__always)
  mutating func popLast() -> Element? {
    guard count > 0 else { return nil }
    count -= 1
    return (base + count).move()
  }

  mutating func removeAll() {
    base.deinitialize(count: count)
    count = 0
  }

  /// Long ones grow in smaller steps: what is reserved and not used is memory all the same.
  private var grownCapacity: Int {
    capacity < Buffer.long ? Swift.max(Buffer.few, capacity * 2) : capacity + capacity / 4
  }
  private static var long: Int { 4096 }
  private static var few: Int { 16 }

  /// Gives back room that a large transaction has taken and that is not in use, if it is much: of a long one, any.
  mutating func trim() {
    guard capacity > count + count / 8 || capacity > Buffer.long && capacity > count else { return }
    if count > 0 { take(count) } else { self = Buffer() }
  }

  /// Memory for anything of so many bytes; what was there may be gone.
  mutating func reserved(byteCount: Int) -> UnsafeMutableRawPointer {
    reserve((byteCount + MemoryLayout<Element>.stride - 1) / MemoryLayout<Element>.stride)
    return UnsafeMutableRawPointer(base)
  }

  /// Sets the count; everything before the new end must have been written.
  mutating func setCount(_ count: Int) { self.count = count }

  mutating func reserve(_ wanted: Int) {
    guard wanted > capacity else { return }
    take(wanted)
  }

  /// Long ones are moved by moving their pages, not by copying them.
  private mutating func take(_ wanted: Int) {
    let bytes = wanted * MemoryLayout<Element>.stride
    guard let memory = realloc(capacity > 0 ? base : nil, bytes) else { fatalError("no memory for \(bytes) bytes") }
    base = memory.bindMemory(to: Element.self, capacity: wanted)
    capacity = wanted
  }

  /// Room for so many more, and as much as growing would take at least.
  mutating func reserve(adding added: Int) {
    if count + added > capacity { reserve(Swift.max(count + added, grownCapacity)) }
  }

  /// Makes room for `count` more, which must be written before they are read, and returns where they start.
  @inline(__always)
  mutating func extend(by added: Int) -> Int {
    let start = count
    if added > capacity - count { reserve(adding: added) }
    count += added
    return start
  }

  /// Appends `count` copies, and returns where they start.
  @discardableResult
  mutating func append(repeating element: Element, count added: Int) -> Int {
    let start = extend(by: added)
    (base + start).initialize(repeating: element, count: added)
    return start
  }

  var view: UnsafeMutableBufferPointer<Element> { UnsafeMutableBufferPointer(start: base, count: count) }

  deinit {
    base.deinitialize(count: count)
    if capacity > 0 { free(base) }
  }
}
