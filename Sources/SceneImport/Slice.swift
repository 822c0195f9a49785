/// A part of a line's bytes, with places counted in the line.
struct Slice {
  private let bytes: [UInt8]
  let start: Int
  let end: Int

  init(_ bytes: [UInt8], _ start: Int, _ end: Int) {
    self.bytes = bytes
    self.start = start
    self.end = max(start, end)
  }

  var isEmpty: Bool { start == end }
  var count: Int { end - start }
  var string: String { String(decoding: bytes[start..<end], as: UTF8.self) }

  subscript(position: Int) -> UInt8 { bytes[position] }

  func from(_ position: Int) -> Slice { Slice(bytes, min(max(position, start), end), end) }
  func to(_ position: Int) -> Slice { Slice(bytes, start, min(max(position, start), end)) }

  func allSatisfy(_ body: (UInt8) -> Bool) -> Bool { bytes[start..<end].allSatisfy(body) }
  func firstIndex(of character: Character) -> Int? { bytes[start..<end].firstIndex(of: character.asciiValue ?? 0) }
  func lastIndex(of character: Character) -> Int? { bytes[start..<end].lastIndex(of: character.asciiValue ?? 0) }

  func hasPrefix(_ text: String) -> Bool { bytes[start..<end].starts(with: text.utf8) }

  func hasSuffix(_ text: String) -> Bool {
    let utf8 = text.utf8
    return count >= utf8.count && bytes[(end - utf8.count)..<end].elementsEqual(utf8)
  }

  /// The first places where the text stands, ascending: enough for every real line, and few enough that trying pairs of
  /// them stays quick on a hostile one.
  static let maximumPositions = 12

  func positions(of text: String) -> [Int] {
    let pattern = Array(text.utf8)
    guard count >= pattern.count else { return [] }
    var found: [Int] = []
    for position in start...(end - pattern.count)
    where bytes[position] == pattern[0] && bytes[position..<position + pattern.count].elementsEqual(pattern) {
      found.append(position)
      if found.count == Slice.maximumPositions { break }
    }
    return found
  }

  func split(separator: String) -> [Slice] {
    var parts: [Slice] = []
    var rest = self
    while let position = rest.positions(of: separator).first {
      parts.append(rest.to(position))
      rest = rest.from(position + separator.utf8.count)
    }
    parts.append(rest)
    return parts
  }
}
