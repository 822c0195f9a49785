import LibC

/// A growing array in flat memory, without copies on write and without exclusivity checks. Meant for plain values.
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

  /// The capacity to which a full array grows. Long arrays grow in smaller steps, because reserved memory counts even if it is not used.
  private var grownCapacity: Int {
    capacity < Buffer.long ? Swift.max(Buffer.few, capacity * 2) : capacity + capacity / 4
  }
  private static var long: Int { 4096 }
  private static var few: Int { 16 }

  /// Frees unused capacity. A short array keeps it if it is at most an eighth of the count.
  mutating func trim() {
    guard capacity > count + count / 8 || capacity > Buffer.long && capacity > count else { return }
    if count > 0 { take(count) } else { self = Buffer() }
  }

  /// Returns the array's memory for any use, after enlarging it to at least `byteCount` bytes. The former elements may be lost.
  mutating func reserved(byteCount: Int) -> UnsafeMutableRawPointer {
    reserve((byteCount + MemoryLayout<Element>.stride - 1) / MemoryLayout<Element>.stride)
    return UnsafeMutableRawPointer(base)
  }

  /// Sets the count, without reserving memory. All elements before the new end must have been written.
  mutating func setCount(_ count: Int) { self.count = count }

  mutating func reserve(_ wanted: Int) {
    guard wanted > capacity else { return }
    take(wanted)
  }

  /// Grows the memory to the wanted capacity. `realloc` moves the pages of long arrays without copying.
  private mutating func take(_ wanted: Int) {
    let bytes = wanted * MemoryLayout<Element>.stride
    guard let memory = realloc(capacity > 0 ? base : nil, bytes) else { fatalError("no memory for \(bytes) bytes") }
    base = memory.bindMemory(to: Element.self, capacity: wanted)
    capacity = wanted
  }

  /// Reserves capacity for `added` more elements, and grows at least by the usual factor.
  mutating func reserve(adding added: Int) {
    if count + added > capacity { reserve(Swift.max(count + added, grownCapacity)) }
  }

  /// Adds `added` elements, which must be written before they are read. Returns the index of the first.
  @inline(__always)
  mutating func extend(by added: Int) -> Int {
    let start = count
    if added > capacity - count { reserve(adding: added) }
    count += added
    return start
  }

  /// Appends `added` copies of an element. Returns the index of the first.
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
