/// Hands out one stretch of memory piece by piece, the widest numbers first. Whoever has the stretch frees it.
struct Arena {
  private(set) var rest: UnsafeMutableRawPointer

  init(_ memory: UnsafeMutableRawPointer) { rest = memory }

  @inline(__always)
  mutating func take<Element>(_ count: Int) -> UnsafeMutablePointer<Element> {
    let piece = rest.bindMemory(to: Element.self, capacity: count)
    rest += count * MemoryLayout<Element>.stride
    return piece
  }

  /// Where nothing is: whoever uses what is taken from it, before there is something, crashes at once.
  static var nowhere: Arena { Arena(UnsafeMutableRawPointer(bitPattern: 8)!) }

  /// The next piece may begin with a number of eight bytes.
  mutating func align() { rest = rest.alignedUp(toMultipleOf: 8) }

  /// So many bytes take that much when another stretch is to follow.
  static func aligned(_ byteCount: Int) -> Int { (byteCount + 7) & ~7 }
}
