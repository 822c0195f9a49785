// A printed line is ambiguous: names and texts may contain any character, even quotes, brackets and relations. So each part is read by trying every
// place where it could end. A place is right only if the whole rest can be read, too. The length of a line is limited, and so is the number of tries.

extension ConstraintDescription {
  /// The largest number of bytes of a line that is read; real ones have a few hundred characters.
  static let maximumLineLength = 4096
  static let longestPlaceholder = 32

  /// Reads one printed constraint; `nil` when any part of it cannot be read.
  public init?(_ line: String) {
    let bytes = Array(line.utf8)
    self.init(Slice(bytes, 0, bytes.count))
  }

  init?(_ line: Slice) {
    guard line.count <= ConstraintDescription.maximumLineLength, line.count > 1, line.first == UInt8(ascii: "<"),
      line.last == UInt8(ascii: ">")
    else { return nil }
    let text = line.from(line.start + 1).to(line.end - 1)
    guard let colon = text.firstIndex(of: ":"), let headEnd = text.from(colon + 1).firstIndex(of: " "),
      colon > text.start
    else { return nil }
    guard text.to(colon).firstIndex(of: " ") == nil else { return nil }
    className = text.to(colon).string
    guard let head = Self.readHead(text.from(colon + 1).to(headEnd)) else { return nil }
    address = head.address
    source = head.source
    var rest = text.from(headEnd + 1)
    if rest.hasPrefix("h="), let masks = Self.readMasks(&rest) { self.masks = masks }
    guard let found = Self.readIdentifierAndBody(rest) else { return nil }
    identifier = found.identifier
    body = found.body
    tail = found.tail
  }

  private static func readHead(_ text: Slice) -> (address: String, source: Source?)? {
    guard !text.isEmpty else { return nil }
    if let at = text.lastIndex(of: "@"), let hash = text.from(at).lastIndex(of: "#"),
      let line = integer(text.from(hash + 1))
    {
      return (text.to(at).string, Source(file: text.from(at + 1).to(hash).string, line: line))
    }
    return (text.string, nil)
  }

  /// Reads masks such as `h=--& v=-&- `, and removes them from the text; nil if the text does not begin with them.
  private static func readMasks(_ text: inout Slice) -> Masks? {
    func isMask(_ slice: Slice) -> Bool {
      slice.count == 3 && slice.allSatisfy { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "&") }
    }
    let horizontal = text.from(text.start + 2).to(min(text.start + 5, text.end))
    let after = text.from(min(text.start + 5, text.end))
    guard isMask(horizontal), after.hasPrefix(" v=") else { return nil }
    let vertical = after.from(after.start + 3).to(min(after.start + 6, after.end))
    let rest = after.from(min(after.start + 6, after.end))
    guard isMask(vertical), rest.hasPrefix(" ") else { return nil }
    text = rest.from(rest.start + 1)
    return Masks(horizontal: horizontal.string, vertical: vertical.string)
  }

  private static func readIdentifierAndBody(_ text: Slice) -> (identifier: String?, body: Body, tail: Tail)? {
    if text.hasPrefix("'") {
      for end in text.positions(of: "' ") where end > text.start {
        if let found = readBodyAndTail(text.from(end + 2)) {
          return (text.from(text.start + 1).to(end).string, found.body, found.tail)
        }
      }
    }
    return readBodyAndTail(text).map { (nil, $0.body, $0.tail) }
  }

  private static func readBodyAndTail(_ text: Slice) -> (body: Body, tail: Tail)? {
    for end in tailStarts(text) {
      if let tail = Tail(text.from(end)), let body = Body(text.to(end)) { return (body, tail) }
    }
    return nil
  }

  /// Returns the positions at which a tail may begin: none, or each mark that can start one, from left to right.
  private static func tailStarts(_ text: Slice) -> [Int] {
    var starts: [Int] = []
    for position in text.start..<text.end where text[position] == UInt8(ascii: " ") {
      let rest = text.from(position)
      switch text.byte(after: position) {
      case UInt8(ascii: "("):
        guard tailNotes.contains(where: rest.hasPrefix) else { continue }
        var start = position
        while start > text.start, text[start - 1] == UInt8(ascii: " ") { start -= 1 }
        if starts.last != start { starts.append(start) }
      case UInt8(ascii: "H"), UInt8(ascii: "C"), UInt8(ascii: "p"), UInt8(ascii: "^"):
        if tailWords.contains(where: rest.hasPrefix), starts.last != position { starts.append(position) }
      default: continue
      }
      if starts.count == Slice.maximumPositions { break }
    }
    return starts + [text.end]
  }

  private static let tailNotes: [StaticString] = [" (active", " (inactive", " (Names:", " (names:"]
  private static let tailWords: [StaticString] = [" Hug:", " CompressionResistance:", " priority:", " ^"]
}

extension ConstraintDescription.Number {
  /// Makes a number from its value and its spelling, which must agree.
  public init(_ value: Double, text: String) {
    self.value = value
    self.text = text
  }

  init?(_ text: Slice) {
    guard !text.isEmpty, text.allSatisfy(isNumeric) else { return nil }
    let string = text.string
    guard let value = Double(string), value.isFinite else { return nil }
    self.init(value, text: string)
  }
}

extension ConstraintDescription.Tail {
  private static let states: [(word: StaticString, state: State)] = [("active", .active), ("inactive", .inactive)]

  init?(_ text: Slice) {
    var rest = text
    func take(_ mark: StaticString) -> ConstraintDescription.Number?? {
      guard rest.hasPrefix(mark) else { return .some(nil) }
      let start = rest.start + mark.utf8CodeUnitCount
      let end = rest.from(start).firstIndex(of: " ") ?? rest.end
      guard let number = ConstraintDescription.Number(rest.from(start).to(end)) else { return nil }
      rest = rest.from(end)
      return number
    }
    guard let hugging = take(" Hug:"), let resistance = take(" CompressionResistance:"),
      let priority = take(" priority:"), let caret = take(" ^")
    else { return nil }
    self.init()
    (self.hugging, self.resistance, self.priority, self.caret) = (hugging, resistance, priority, caret)
    if rest.isEmpty { return }
    guard let open = rest.firstIndex(of: "("), rest.hasSuffix(")"),
      rest.to(open).allSatisfy({ $0 == UInt8(ascii: " ") }), open > rest.start
    else { return nil }
    gap = rest.to(open).string
    rest = rest.from(open + 1).to(rest.end - 1)
    for (word, state) in Self.states where rest.hasPrefix(word) {
      self.state = state
      rest = rest.from(rest.start + word.utf8CodeUnitCount)
      if rest.isEmpty { return }
      guard rest.hasPrefix(", ") else { return nil }
      rest = rest.from(rest.start + 2)
      break
    }
    guard rest.hasPrefix("names: ") || rest.hasPrefix("Names: ") else { return nil }
    hasLegacyNames = rest.hasPrefix("Names")
    rest = rest.from(rest.start + 7)
    var end = rest.end
    while end > rest.start, rest[end - 1] == UInt8(ascii: " ") { end -= 1 }
    closing = rest.from(end).string
    for entry in rest.to(end).split(separator: ", ") {
      guard let colon = entry.positions(of: ":0x").last else { return nil }
      // In `name:Class:0x…` and `name:0x…`, the name ends at the first colon after which only a class or an address is left.
      let key: Int
      if entry.hasPrefix("'|':") {
        key = entry.start + 3
      } else {
        let before = entry.to(colon).positions(of: ":")
        key = before.last ?? colon
      }
      names.append(Name(key: entry.to(key).string, item: entry.from(key + 1).string))
    }
  }
}

/// Reads an integer as programs print it; nil for any other text, such as `+5` and `007`.
func integer(_ text: Slice) -> Int? {
  let string = text.string
  return Int(string).flatMap { String($0) == string ? $0 : nil }
}

extension Slice {
  /// Returns the end of an address whose digits start at a position. In logs from which addresses were removed, dots, stars, a letter `X`, or a name
  /// in angle brackets replace the digits.
  func addressEnd(from start: Int) -> Int {
    var position = start
    while position < end, isHexadecimal(self[position]) { position += 1 }
    if position == start, position < end, self[position] == UInt8(ascii: "<"),
      let close = from(position).firstIndex(of: ">"), close - position <= ConstraintDescription.longestPlaceholder
    {
      return close + 1
    }
    while position < end {
      if isPlaceholder(self[position]) || position > start && isHexadecimal(self[position]) {
        position += 1
      } else if from(position).hasPrefix("…") {
        position += "…".utf8.count
      } else {
        break
      }
    }
    return position
  }

  /// Whether the byte, such as a dot or a star, may replace a removed digit of an address.
  private func isPlaceholder(_ byte: UInt8) -> Bool {
    ".*?#_".utf8.contains(byte) || byte | 0x20 == UInt8(ascii: "x")
  }
}

private func isHexadecimal(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
    UInt8(ascii: "A")...UInt8(ascii: "F"):
    true
  default: false
  }
}

func isLetter(_ byte: UInt8) -> Bool {
  (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
}

private func isNumeric(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "-"),
    UInt8(ascii: "+"):
    true
  default: false
  }
}
