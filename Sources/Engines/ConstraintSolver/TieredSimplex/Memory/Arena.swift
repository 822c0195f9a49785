/// Cuts one stretch of memory into arrays, those with the widest elements first. The owner of the stretch frees it.
struct Arena {
  private(set) var rest: UnsafeMutableRawPointer

  init(_ memory: UnsafeMutableRawPointer) { rest = memory }

  @inline(__always)
  mutating func take<Element>(_ count: Int) -> UnsafeMutablePointer<Element> {
    let piece = rest.bindMemory(to: Element.self, capacity: count)
    rest += count * MemoryLayout<Element>.stride
    return piece
  }

  /// An arena at an invalid address. Using memory from it crashes at once.
  static var nowhere: Arena { Arena(UnsafeMutableRawPointer(bitPattern: 8)!) }

  /// Aligns the next array to eight bytes.
  mutating func align() { rest = rest.alignedUp(toMultipleOf: 8) }

  /// A number of bytes, rounded up to the alignment of the next stretch.
  static func aligned(_ byteCount: Int) -> Int { (byteCount + 7) & ~7 }
}
