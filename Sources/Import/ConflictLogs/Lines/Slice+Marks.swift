extension Slice {
  /// Whether an entry is at the start: `"<` of a printed list, or `<`.
  var hasEntryAtStart: Bool { hasPrefix("<") || hasPrefix("\"<") }

  /// Whether the text is no entry, but words. That also holds for words of a message after a page's markup, such as `<pre><code>`.
  var isProse: Bool {
    guard hasEntryAtStart else { return true }
    guard first == UInt8(ascii: "<"),
      let phrase = firstIndex(of: ConsoleText.heading)
        ?? (startsWithClass ? nil : firstIndex(of: ConsoleText.breaking))
    else { return false }
    return !to(phrase).contains(ConsoleText.constraint)
  }

  /// The position of a constraint: the start of the text, or the end of decoration and of a logging tool's prefix. Nil if the line has no constraint.
  var entryStart: Int? {
    if !isProse {
      guard first == UInt8(ascii: "<"), !startsWithClass else { return start }
      guard let entry = constraintStart, to(entry).isTags else { return start }
      return entry
    }
    guard contains(ConsoleText.constraint), !contains(ConsoleText.breaking), !contains(ConsoleText.heading) else {
      return nil
    }
    return constraintStart
  }

  /// Whether a text before an entry is only a page's markup, which may be dropped: its brackets are closed, and it names no constraint.
  private var isTags: Bool {
    guard let open = lastIndex(of: "<") else { return true }
    return lastIndex(of: ">").map { open < $0 } == true && !contains(ConsoleText.constraint)
  }

  /// The bracket of a line that contains only a bracket and marks of Markdown or a page. It is `(` for an opening and `)` for a closing bracket of
  /// any kind. Nil for any other line.
  var listMark: UInt8? {
    // A bracket after the quote of a list belongs to a broken entry or to a name in it; it is no tag.
    guard count <= Slice.longestListMark, !hasPrefix("\"<") else { return nil }
    var mark: UInt8?
    var position = start
    while position < end {
      let byte = self[position]
      switch byte {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
        guard mark == nil else { return nil }
        mark = UInt8(ascii: "(")
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
        guard mark == nil else { return nil }
        mark = UInt8(ascii: ")")
      case UInt8(ascii: "<"):
        guard let close = endOfTag(at: position) else { return nil }
        position = close
      default:
        let isMark = Slice.isDecoration(byte) || byte >= 0x80 || byte == UInt8(ascii: ".") || byte == UInt8(ascii: ";")
        guard isMark else { return nil }
      }
      position += 1
    }
    return mark
  }

  /// Whether the line has only marks and tags.
  var isDecoration: Bool {
    guard count <= Slice.longestListMark else { return false }
    var position = start
    while position < end {
      if self[position] == UInt8(ascii: "<") {
        guard let close = endOfTag(at: position) else { return false }
        position = close
      } else if !Slice.isDecoration(self[position]) {
        return false
      }
      position += 1
    }
    return true
  }

  /// Returns the end of a page's tag that starts here; nil if it is not one of the tags that surround code.
  private func endOfTag(at position: Int) -> Int? {
    guard let close = from(position).firstIndex(of: ">") else { return nil }
    let words = from(position + 1).to(close).string.split { " /".contains($0) }
    return words.first.map { Slice.tags.contains($0.lowercased()) } == true ? close : nil
  }

  private static let tags: Set<String> = [
    "br", "p", "div", "span", "li", "ul", "ol", "code", "pre", "b", "i", "em", "strong", "tt", "td", "tr", "table",
    "tbody",
    "blockquote", "font", "samp", "kbd", "a", "hr",
  ]

  private static let longestListMark = 64

  private static func isDecoration(_ byte: UInt8) -> Bool {
    ConsoleText.isSpace(byte) || decoration.contains(byte)
  }

  private static let decoration = Set("*_~`|\\\"',#->".utf8)

  /// Returns the number of bytes of the white space at a position: one, or two for a no-break space; nil if there is none.
  func spaceWidth(at position: Int) -> Int? {
    if ConsoleText.isSpace(self[position]) { return 1 }
    return self[position] == 0xC2 && position + 1 < end && self[position + 1] == 0xA0 ? 2 : nil
  }

  func replacing(_ pattern: [UInt8], with byte: UInt8) -> Slice {
    var result: [UInt8] = []
    var rest = self
    while let position = rest.firstIndex(of: pattern) {
      result += rest.to(position).bytes
      result.append(byte)
      rest = rest.from(position + pattern.count)
    }
    result += rest.bytes
    return Slice(result, 0, result.count)
  }
}
