/// A console's text as lines that make sense: entries that were wrapped are put together again, HTML entities and quote marks of mails are
/// undone.
enum ConsoleText {
  struct Line {
    /// Where it starts in the paste, from 1.
    var number: Int
    /// Without white space at its ends.
    var text: Slice
    /// A wrapped line with nothing between its parts, where `text` has spaces.
    var withoutSeams: Slice?
  }

  static let heading = Array("imultaneously satisfy constraints".utf8)
  static let secondCopy = Array("Conflicting constraints detected".utf8)
  static let breaking = Array("recover by breaking".utf8)
  static let constraint = Array("onstraint:".utf8)

  static func lines(of bytes: [UInt8]) -> [Line] {
    var lines: [Line] = []
    var open: OpenEntry?
    var number = 0
    let physical = physicalLines(of: bytes)
    let prefix = LinePrefix(of: physical)
    for raw in physical {
      number += 1
      let text = trimmed(prefix?.removed(from: raw) ?? raw)
      if var entry = open {
        let line = entry.isEscaped ? unescaped(text) : text
        if entry.isEnded(by: line) {
          lines.append(entry.line)
          open = nil
        } else {
          entry.append(line)
          if entry.isComplete {
            lines.append(entry.line)
            open = nil
          } else {
            open = entry
          }
          continue
        }
      }
      // A line of markup is escaped when its own angle bracket is; a text inside it may hold an entity as it stands.
      let isEscaped = startsEscaped(text)
      var line = text
      for _ in 0..<mostEscapes where startsEscaped(line) { line = trimmed(unescaped(line)) }
      let entry = line.entryStart.map { OpenEntry(number: number, text: line.from($0), isEscaped: isEscaped) }
      if let entry, !entry.isComplete {
        open = entry
      } else {
        lines.append(entry?.line ?? Line(number: number, text: line))
      }
    }
    if let open { lines.append(open.line) }
    return lines
  }

  /// Without the quotes, the comma and the escapes of a printed array.
  static func unquoted(_ text: Slice) -> Slice { withoutClosingMarks(trimmed(withoutQuotes(text))) }

  private static func withoutQuotes(_ text: Slice) -> Slice {
    guard text.first == UInt8(ascii: "\"") else { return text }
    let line = text.hasSuffix("\",") ? text.to(text.end - 1) : text
    if line.count > 1, line.last == UInt8(ascii: "\"") {
      let inner = line.from(line.start + 1).to(line.end - 1)
      return inner.contains(escapedQuote) ? inner.replacing(escapedQuote, with: UInt8(ascii: "\"")) : inner
    }
    return line.hasPrefix("\"<") ? line.from(line.start + 1) : line
  }

  /// A list's marks behind the last bracket of an entry whose opening quote was cut off. All of them: what is read is
  /// printed without, and must be read as the same.
  private static func withoutClosingMarks(_ text: Slice) -> Slice {
    guard text.first == UInt8(ascii: "<") else { return text }
    var end = text.end
    while end > text.start, text[end - 1] == UInt8(ascii: ",") || text[end - 1] == UInt8(ascii: "\"") { end -= 1 }
    return text[end - 1] == UInt8(ascii: ">") ? text.to(end) : text
  }

  private static let escapedQuote = Array("\\\"".utf8)

  /// Lines as the paste has them. A message that was printed as one string of JSON or of source code has its own `\n`.
  private static func physicalLines(of bytes: [UInt8]) -> [Slice] {
    var lines: [Slice] = []
    lines.reserveCapacity(8)
    var start = 0
    while let feed = bytes[start...].firstIndex(where: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
      append(Slice(bytes, start, feed), to: &lines)
      let isPair =
        bytes[feed] == UInt8(ascii: "\r") && feed + 1 < bytes.count && bytes[feed + 1] == UInt8(ascii: "\n")
      start = feed + (isPair ? 2 : 1)
    }
    append(Slice(bytes, start, bytes.count), to: &lines)
    return lines
  }

  /// A message whose line feeds were lost: what stands before, the entries, and what follows them.
  private static func parts(of line: Slice) -> [Slice] {
    guard line.contains(constraint) else { return [line] }
    var parts: [Slice] = []
    var rest = line
    while let quote = rest.firstIndex(of: entryMark) {
      parts.append(rest.to(quote))
      rest = rest.from(quote)
      // The closing quote; one inside a text is escaped, or its bracket is missing.
      let end = rest.firstIndex(of: entryEnd).map { $0 + entryEnd.count } ?? rest.end
      parts.append(rest.to(end))
      rest = rest.from(end)
      if rest.first == UInt8(ascii: ",") { rest = rest.from(end + 1) }
    }
    if let phrase = rest.firstIndex(of: breaking), let start = rest.from(phrase).firstIndex(of: "<") {
      parts += [rest.to(start)]
      rest = rest.from(start)
      // The advice behind the broken constraint starts with a capital letter.
      var end = rest.end
      for close in rest.positions(of: "> ") where trimmed(rest.from(close + 1)).first.map(isCapital) == true {
        end = close + 1
        break
      }
      parts.append(rest.to(end))
      rest = rest.from(end)
    }
    parts.append(rest)
    return parts
  }

  private static func isCapital(_ byte: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }
  private static let entryMark = Array("\"<".utf8)
  private static let entryEnd = Array(">\"".utf8)

  private static let writtenLineFeed = Array("\\n".utf8)

  private static func append(_ line: Slice, to lines: inout [Slice]) {
    guard line.contains(heading), !trimmed(line).hasEntryAtStart else { return lines.append(line) }
    guard line.contains(writtenLineFeed) else { return lines += parts(of: line) }
    var plain: [UInt8] = []
    var position = line.start
    while position < line.end {
      if line[position] == UInt8(ascii: "\\"), position + 1 < line.end {
        position += 1
        switch line[position] {
        case UInt8(ascii: "n"): plain.append(UInt8(ascii: "\n"))
        case UInt8(ascii: "t"): plain.append(UInt8(ascii: "\t"))
        case UInt8(ascii: "\""): plain.append(UInt8(ascii: "\""))
        default: plain += [UInt8(ascii: "\\"), line[position]]
        }
      } else {
        plain.append(line[position])
      }
      position += 1
    }
    lines += plain.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
      Slice(Array($0), 0, $0.count)
    }
  }

  /// Without white space, and without the quote marks of mails and issue trackers.
  static func trimmed(_ line: Slice) -> Slice {
    var (start, end) = (line.start, line.end)
    while start < end {
      if let width = line.spaceWidth(at: start) {
        start += width
      } else if line[start] == UInt8(ascii: ">"), start + 1 == end || line.spaceWidth(at: start + 1) != nil {
        start += 1
      } else {
        break
      }
    }
    while end > start, isSpace(line[end - 1]) { end -= 1 }
    return line.from(start).to(end)
  }

  private static let escapedStarts: [StaticString] = ["&lt;", "&quot;", "&#34;", "&nbsp;", "&#160;"]

  private static func startsEscaped(_ text: Slice) -> Bool {
    if text.first == UInt8(ascii: "\"") { return trimmed(text.from(text.start + 1)).hasPrefix("&lt;") }
    return text.first == UInt8(ascii: "&") && escapedStarts.contains { text.hasPrefix($0) }
  }

  /// A page may have escaped a text that was escaped already. More often than this none has, and each time costs the
  /// line's length.
  static let mostEscapes = 4

  private static let entities: [(name: [UInt8], byte: UInt8)] = [
    ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#34;", "\""), ("&#39;", "'"), ("&#x27;", "'"), ("&apos;", "'"),
    ("&nbsp;", " "), ("&#160;", " "), ("&amp;", "&"),
  ].map { (Array($0.0.utf8), Character($0.1).asciiValue ?? 0) }

  private static func unescaped(_ text: Slice) -> Slice {
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var position = text.start
    while position < text.end {
      if text[position] == UInt8(ascii: "&"),
        let entity = entities.first(where: { text.from(position).hasPrefix($0.name) })
      {
        result.append(entity.byte)
        position += entity.name.count
      } else {
        result.append(text[position])
        position += 1
      }
    }
    return Slice(result, 0, result.count)
  }

  static func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || (9...13).contains(byte) }
}

/// The text that a logger puts before each line, such as a time: of one shape, with other digits.
private struct LinePrefix {
  /// With a zero for each digit, without white space at its end.
  private let shape: [UInt8]
  /// White space stands behind it, or nothing: what goes on is none of it.
  private let isApart: Bool

  /// nil: constraints stand at the starts of their lines, or behind something else each time.
  init?(of lines: [Slice]) {
    var shape: [UInt8]?
    var isApart = true
    var count = 0
    for line in lines {
      guard let entry = line.positions(of: "\"<").first(where: { _ in true }), line.contains(ConsoleText.constraint)
      else { continue }
      var end = entry
      while end > line.start, ConsoleText.isSpace(line[end - 1]) { end -= 1 }
      let own = LinePrefix.shape(of: line.to(end))
      guard !own.isEmpty, own.count <= LinePrefix.longest, shape == nil || shape == own else { return nil }
      shape = own
      isApart = isApart && end < entry
      count += 1
    }
    // A time or a number is in it, and nothing of an entry.
    guard count > 1, let shape, shape.contains(UInt8(ascii: "0")), !shape.contains(UInt8(ascii: "\"")),
      !shape.contains(UInt8(ascii: "<")), !shape.contains(UInt8(ascii: "'")),
      !Slice(shape, 0, shape.count).contains(ConsoleText.constraint)
    else { return nil }
    (self.shape, self.isApart) = (shape, isApart)
  }

  private static let longest = 200

  func removed(from line: Slice) -> Slice {
    guard line.count >= shape.count else { return line }
    let end = line.start + shape.count
    guard LinePrefix.shape(of: line.to(end)) == shape else { return line }
    return isApart && end < line.end && !ConsoleText.isSpace(line[end]) ? line : line.from(end)
  }

  private static func shape(of text: Slice) -> [UInt8] {
    text.bytes.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) ? UInt8(ascii: "0") : $0 }
  }
}

/// A constraint that a console or a mail may have wrapped.
private struct OpenEntry {
  let number: Int
  let isEscaped: Bool
  private let first: Slice
  private var more: [Slice] = []
  private var length: Int

  init(number: Int, text: Slice, isEscaped: Bool) {
    self.number = number
    self.isEscaped = isEscaped
    first = text
    length = text.count
  }

  mutating func append(_ part: Slice) {
    more.append(part)
    length += part.count + 1
  }

  var line: ConsoleText.Line {
    if more.isEmpty { return ConsoleText.Line(number: number, text: first) }
    func joined(_ seam: [UInt8]) -> Slice {
      let bytes = Array(([first] + more).map(\.bytes).joined(separator: seam))
      return Slice(bytes, 0, bytes.count)
    }
    return ConsoleText.Line(number: number, text: joined([UInt8(ascii: " ")]), withoutSeams: joined([]))
  }

  var isComplete: Bool {
    let last = more.last ?? first
    if last.hasSuffix(">") || last.hasSuffix(">,") { return true }
    guard first.first == UInt8(ascii: "\""), !more.isEmpty || last.count > 1 else { return false }
    return last.hasSuffix("\"") || last.hasSuffix("\",")
  }

  /// A wrapped entry goes on for at most a few lines; anything that starts anew ends it.
  func isEnded(by line: Slice) -> Bool {
    line.isEmpty || line.first == UInt8(ascii: ")") && line.count == 1 || line.hasEntryAtStart
      || line.contains(ConsoleText.heading) || line.contains(ConsoleText.breaking)
      || length + line.count > ConstraintDescription.maximumLineLength
  }
}

extension Slice {
  /// `"<` of a printed list, or `<`.
  var hasEntryAtStart: Bool { hasPrefix("<") || hasPrefix("\"<") }

  /// Whether it is no entry: words of a message may stand behind a page's markup, such as `<pre><code>`.
  var isProse: Bool {
    guard hasEntryAtStart else { return true }
    guard first == UInt8(ascii: "<"), let phrase = firstIndex(of: ConsoleText.heading) else { return false }
    return !to(phrase).contains(ConsoleText.constraint)
  }

  /// Where a constraint starts: at the start, or behind what a logger puts before every line.
  fileprivate var entryStart: Int? {
    if !isProse { return start }
    guard contains(ConsoleText.constraint), !contains(ConsoleText.breaking), !contains(ConsoleText.heading) else {
      return nil
    }
    return positions(of: "\"<").first { _ in true }
  }

  /// Bytes of the white space that stands here: one, or two for a space that does not break.
  fileprivate func spaceWidth(at position: Int) -> Int? {
    if ConsoleText.isSpace(self[position]) { return 1 }
    return self[position] == 0xC2 && position + 1 < end && self[position + 1] == 0xA0 ? 2 : nil
  }

  fileprivate func replacing(_ pattern: [UInt8], with byte: UInt8) -> Slice {
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
