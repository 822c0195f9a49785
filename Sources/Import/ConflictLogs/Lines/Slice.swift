/// A part of a line's bytes. Positions are counted from the line's beginning.
struct Slice {
  private let storage: [UInt8]
  let start: Int
  let end: Int

  init(_ bytes: [UInt8], _ start: Int, _ end: Int) {
    storage = bytes
    self.start = start
    self.end = max(start, end)
  }

  var isEmpty: Bool { start == end }
  var count: Int { end - start }
  var bytes: ArraySlice<UInt8> { storage[start..<end] }
  var string: String { String(decoding: bytes, as: UTF8.self) }

  /// The text with U+FFFD in place of each byte that is not UTF-8.
  var repaired: Slice {
    if bytes.allSatisfy({ $0 < 0x80 }) { return self }
    let text = Array(string.utf8)
    return Slice(text, 0, text.count)
  }
  var first: UInt8? { isEmpty ? nil : storage[start] }
  var last: UInt8? { isEmpty ? nil : storage[end - 1] }

  subscript(position: Int) -> UInt8 { storage[position] }

  func byte(after position: Int) -> UInt8? { position + 1 < end ? storage[position + 1] : nil }

  func from(_ position: Int) -> Slice { Slice(storage, min(max(position, start), end), end) }
  func to(_ position: Int) -> Slice { Slice(storage, start, min(max(position, start), end)) }

  func allSatisfy(_ body: (UInt8) -> Bool) -> Bool { bytes.allSatisfy(body) }

  func firstIndex(of character: Unicode.Scalar) -> Int? {
    let wanted = UInt8(ascii: character)
    return storage.withUnsafeBufferPointer { bytes in (start..<end).first { bytes[$0] == wanted } }
  }

  func lastIndex(of character: Unicode.Scalar) -> Int? { bytes.lastIndex(of: UInt8(ascii: character)) }

  func hasPrefix(_ text: StaticString) -> Bool { text.withUTF8Buffer { holds($0.span, at: start) } }
  func hasSuffix(_ text: StaticString) -> Bool { text.withUTF8Buffer { holds($0.span, at: end - $0.count) } }

  func hasPrefix(_ text: [UInt8]) -> Bool { bytes.starts(with: text) }

  func contains(_ pattern: [UInt8]) -> Bool { firstIndex(of: pattern) != nil }
  func contains(_ text: StaticString) -> Bool { position(of: text, from: start) != nil }

  /// Returns the index of the first occurrence of a pattern, which must not be empty; nil if there is none.
  func firstIndex(of pattern: [UInt8]) -> Int? {
    pattern.withUnsafeBufferPointer { position(of: $0.span, from: start) }
  }

  /// The largest number of occurrences of a text that are tried, the first ones first. It is enough for every real line. It keeps the time short for
  /// hostile input, where pairs of occurrences are tried.
  static let maximumPositions = 12

  func positions(of text: StaticString) -> Positions { Positions(slice: self, text: text) }

  /// The positions at which a text occurs, at most `maximumPositions`. Each is searched for only when it is requested.
  struct Positions: Sequence, IteratorProtocol {
    private let slice: Slice
    private let text: StaticString
    private var first: Int
    private var left = Slice.maximumPositions

    fileprivate init(slice: Slice, text: StaticString) {
      (self.slice, self.text, first) = (slice, text, slice.start)
    }

    mutating func next() -> Int? {
      guard left > 0, let position = slice.position(of: text, from: first) else { return nil }
      (first, left) = (position + 1, left - 1)
      return position
    }

    /// The last of the positions; nil if the text does not occur.
    var last: Int? { reduce(nil) { $1 } }
  }

  func split(separator: StaticString) -> [Slice] {
    var parts: [Slice] = []
    var rest = self
    while let position = rest.position(of: separator, from: rest.start) {
      parts.append(rest.to(position))
      rest = rest.from(position + separator.utf8CodeUnitCount)
    }
    parts.append(rest)
    return parts
  }

  fileprivate func position(of text: StaticString, from first: Int) -> Int? {
    text.withUTF8Buffer { position(of: $0.span, from: first) }
  }

  private func position(of pattern: Span<UInt8>, from first: Int) -> Int? {
    guard !pattern.isEmpty, end - first >= pattern.count else { return nil }
    return storage.withUnsafeBufferPointer { bytes in
      for position in first...(end - pattern.count) where bytes[position] == pattern[0] {
        if Slice.isSame(bytes, at: position, pattern) { return position }
      }
      return nil
    }
  }

  private func holds(_ pattern: Span<UInt8>, at position: Int) -> Bool {
    pattern.count <= count && storage.withUnsafeBufferPointer { Slice.isSame($0, at: position, pattern) }
  }

  // A loop instead of `memcmp`: patterns are short, and a fuzzer records every call of `memcmp`.
  private static func isSame(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int, _ pattern: Span<UInt8>) -> Bool {
    for offset in pattern.indices where bytes[position + offset] != pattern[offset] { return false }
    return true
  }
}
