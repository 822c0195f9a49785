/// A part of a line's bytes, with places counted in the line.
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
  var first: UInt8? { isEmpty ? nil : storage[start] }
  var last: UInt8? { isEmpty ? nil : storage[end - 1] }

  subscript(position: Int) -> UInt8 { storage[position] }

  func byte(after position: Int) -> UInt8? { position + 1 < end ? storage[position + 1] : nil }

  func from(_ position: Int) -> Slice { Slice(storage, min(max(position, start), end), end) }
  func to(_ position: Int) -> Slice { Slice(storage, start, min(max(position, start), end)) }

  func allSatisfy(_ body: (UInt8) -> Bool) -> Bool { bytes.allSatisfy(body) }
  func firstIndex(of character: Character) -> Int? { bytes.firstIndex(of: character.asciiValue ?? 0) }
  func lastIndex(of character: Character) -> Int? { bytes.lastIndex(of: character.asciiValue ?? 0) }

  func hasPrefix(_ text: StaticString) -> Bool {
    text.utf8CodeUnitCount <= count && holds(text.utf8Start, text.utf8CodeUnitCount, at: start)
  }

  func hasSuffix(_ text: StaticString) -> Bool {
    text.utf8CodeUnitCount <= count && holds(text.utf8Start, text.utf8CodeUnitCount, at: end - text.utf8CodeUnitCount)
  }

  func hasPrefix(_ text: [UInt8]) -> Bool { bytes.starts(with: text) }

  func contains(_ pattern: [UInt8]) -> Bool { firstIndex(of: pattern) != nil }

  /// Where the pattern, which is not empty, stands first.
  func firstIndex(of pattern: [UInt8]) -> Int? {
    pattern.withUnsafeBufferPointer { pattern in
      pattern.baseAddress.flatMap { position(of: $0, pattern.count, from: start) }
    }
  }

  /// The first places where the text stands, ascending: enough for every real line, and few enough that trying pairs of
  /// them stays quick on a hostile one.
  static let maximumPositions = 12

  func positions(of text: StaticString) -> [Int] {
    var found: [Int] = []
    var next = start
    while found.count < Slice.maximumPositions,
      let position = position(of: text.utf8Start, text.utf8CodeUnitCount, from: next)
    {
      found.append(position)
      next = position + 1
    }
    return found
  }

  func split(separator: StaticString) -> [Slice] {
    var parts: [Slice] = []
    var rest = self
    while let position = rest.position(of: separator.utf8Start, separator.utf8CodeUnitCount, from: rest.start) {
      parts.append(rest.to(position))
      rest = rest.from(position + separator.utf8CodeUnitCount)
    }
    parts.append(rest)
    return parts
  }

  private func position(of pattern: UnsafePointer<UInt8>, _ length: Int, from first: Int) -> Int? {
    guard length > 0, end - first >= length else { return nil }
    return storage.withUnsafeBufferPointer { bytes in
      for position in first...(end - length) where bytes[position] == pattern[0] {
        if (1..<length).allSatisfy({ bytes[position + $0] == pattern[$0] }) { return position }
      }
      return nil
    }
  }

  private func holds(_ pattern: UnsafePointer<UInt8>, _ length: Int, at position: Int) -> Bool {
    storage.withUnsafeBufferPointer { bytes in
      for offset in 0..<length where bytes[position + offset] != pattern[offset] { return false }
      return true
    }
  }
}
