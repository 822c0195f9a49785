/// A console's text as separate lines: wrapped entries are joined, several in one line are split, and HTML entities, JSON objects, quote marks of
/// mails and prefixes of logging tools are removed.
enum ConsoleText {
  struct Line {
    /// The number, from 1, of the paste's line at which this line begins.
    var number: Int
    /// The text without white space at its ends.
    var text: Slice
    /// A wrapped line joined without spaces, where `text` has spaces; nil if the line was not wrapped.
    var withoutSeams: Slice?
    /// The text up to the first line break of the paste.
    var firstPart: Slice

    init(number: Int, text: Slice, withoutSeams: Slice? = nil, firstPart: Slice? = nil) {
      (self.number, self.text, self.withoutSeams) = (number, text, withoutSeams)
      self.firstPart = firstPart ?? text
    }

    /// The two forms of the entry's text: the parts of a wrapped entry joined by spaces, and joined by nothing.
    var entryTexts: [Slice] { [text, withoutSeams].compactMap { $0.map(ConsoleText.unquoted) } }
  }

  static let heading = Array("imultaneously satisfy constraints".utf8)
  static let secondCopy = Array("Conflicting constraints detected".utf8)
  static let breaking = Array("recover by breaking".utf8)
  static let constraint = Array("onstraint:".utf8)

  static func lines(of bytes: [UInt8]) -> [Line] {
    var lines: [Line] = []
    var open: OpenEntry?
    let physical = physicalLines(of: bytes)
    let prefix = LinePrefix(of: physical.lazy.map(\.text))
    for (number, raw) in physical {
      let text = trimmed(prefix?.removed(from: raw) ?? raw)
      if var entry = open {
        let line = entry.isEscaped ? unescaped(text) : text
        if entry.isEnded(by: line) {
          lines.append(plain(entry.line))
          open = nil
        } else {
          entry.append(line)
          if entry.isComplete() {
            lines.append(plain(entry.line))
            open = nil
          } else {
            open = entry
          }
          continue
        }
      }
      // A line of markup is escaped only if its own angle bracket is. A text inside the line may contain an entity that belongs to it.
      var line = text
      var isEscaped = false
      for _ in 0..<mostEscapes where startsEscaped(line) || line.holdsEscapedConstraint {
        line = trimmed(unescaped(line))
        isEscaped = true
      }
      guard let start = line.entryStart else {
        lines.append(Line(number: number, text: line))
        continue
      }
      var entry = OpenEntry(number: number, text: line.from(start), isEscaped: isEscaped)
      if entry.isComplete() { lines.append(entry.line) } else { open = entry }
    }
    if let open { lines.append(plain(open.line)) }
    return lines
  }

  /// Returns a wrapped line with its escapes undone, in case only a later part of it was escaped. Any other line stays as it is.
  private static func plain(_ line: Line) -> Line {
    guard line.withoutSeams != nil else { return line }
    var plain = line
    for _ in 0..<mostEscapes where plain.text.holdsEscapedConstraint {
      plain.text = unescaped(plain.text)
      plain.withoutSeams = plain.withoutSeams.map(unescaped)
    }
    return plain
  }

  /// Returns a text without the quotes, the comma and the escapes of a printed array.
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

  /// Returns a text without the marks of a list (quotes and commas) after the last bracket of an entry whose opening quote was cut off. All marks are
  /// removed, because the entry is printed without them and must be read as the same.
  private static func withoutClosingMarks(_ text: Slice) -> Slice {
    guard text.first == UInt8(ascii: "<") else { return text }
    var end = text.end
    while end > text.start, text[end - 1] == UInt8(ascii: ",") || text[end - 1] == UInt8(ascii: "\"") { end -= 1 }
    return text[end - 1] == UInt8(ascii: ">") ? text.to(end) : text
  }

  static let escapedQuote = Array("\\\"".utf8)

  typealias PhysicalLine = (number: Int, text: Slice)

  /// Returns the lines of the paste, each with its number. A message that was printed as one string of JSON or of source code contains `\n` as text.
  private static func physicalLines(of bytes: [UInt8]) -> [PhysicalLine] {
    var lines: [PhysicalLine] = []
    lines.reserveCapacity(8)
    var start = 0
    var number = 1
    func add(_ line: Slice) {
      for text in texts(in: line) { lines += parts(of: text).map { (number, $0) } }
      number += 1
    }
    while let feed = bytes[start...].firstIndex(where: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
      add(Slice(bytes, start, feed))
      let isPair =
        bytes[feed] == UInt8(ascii: "\r") && feed + 1 < bytes.count && bytes[feed + 1] == UInt8(ascii: "\n")
      start = feed + (isPair ? 2 : 1)
    }
    add(Slice(bytes, start, bytes.count))
    return lines
  }

  /// Returns the lines in one line of the paste that is a string of JSON or of source code; mostly the line itself.
  private static func texts(in line: Slice) -> [Slice] {
    let text = trimmed(line)
    var plain: [UInt8]
    if text.first == UInt8(ascii: "{"), let message = JSONLine.message(in: text) {
      plain = PasteBytes.withoutEscapeSequences(message).filter { $0 != UInt8(ascii: "\r") }
    } else if line.contains(heading), !text.hasEntryAtStart, line.contains(writtenLineFeed) {
      plain = []
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
    } else {
      return [line]
    }
    return plain.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
      Slice(Array($0), 0, $0.count)
    }
  }

  /// Splits a line with several constraints, as they occur if line feeds were lost or a debugger prints an array: the text before, the entries, and
  /// the text after. `constraintStart` finds the first constraint of a text.
  static func parts(of line: Slice, at constraintStart: (Slice) -> Int? = \.constraintStart) -> [Slice] {
    guard holdsSeveral(line, constraintStart) else { return [line] }
    var parts: [Slice] = []
    var rest = line
    let phrase = line.firstIndex(of: breaking) ?? line.end
    while let start = constraintStart(rest), start < phrase {
      parts.append(rest.to(start))
      rest = rest.from(start)
      var end = entryEnd(in: rest, constraintStart)
      // A part without the class of a constraint is not followed by a comment: the text after it may belong to the same entry.
      if !rest.to(end).contains(constraint) {
        let between = rest.from(end).to(min(constraintStart(rest.from(end)) ?? rest.end, phrase))
        let isPiece = between.end < phrase || between.contains(constraint)
        if isPiece, !between.isClosingMarks, !between.contains(heading) { end = between.end }
      }
      parts.append(rest.to(end))
      rest = rest.from(end)
      if rest.first == UInt8(ascii: ",") { rest = rest.from(end + 1) }
    }
    if phrase < line.end, let start = rest.from(phrase).firstIndex(of: "<") {
      parts += [rest.to(start)]
      rest = rest.from(start)
      // The advice after the broken constraint starts with a capital letter.
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

  /// Returns where an entry at the start of a text ends: at its closing quote, or before the next entry.
  private static func entryEnd(in text: Slice, _ constraintStart: (Slice) -> Int?) -> Int {
    let isQuoted = text.first == UInt8(ascii: "\"")
    let entry = constraintStart(text.from(text.start + 2)).map(text.to) ?? text
    // Inside an entry, a quote is escaped, or it has no bracket before it.
    if isQuoted { return entry.firstIndex(of: quotedEnd).map { $0 + quotedEnd.count } ?? entry.end }
    if entry.end == text.end, let end = entry.firstIndex(of: quotedEnd) { return end + 1 }
    return entry.lastIndex(of: ">").map { $0 + 1 } ?? entry.end
  }

  /// Whether a line has a message's words and a constraint, or two constraints that are not parts of one entry.
  private static func holdsSeveral(_ line: Slice, _ constraintStart: (Slice) -> Int?) -> Bool {
    guard let first = line.firstIndex(of: constraint) else { return false }
    if line.contains(heading) { return !trimmed(line).hasEntryAtStart }
    guard line.from(first + constraint.count).contains(constraint), let start = constraintStart(line),
      let next = constraintStart(line.from(start + 2))
    else { return false }
    // Inside a quoted entry, the quotes of names are escaped.
    let quote = UInt8(ascii: "\"")
    if line[start] == quote, line[next] == quote, line[next - 1] != UInt8(ascii: "\\") { return true }
    return ConstraintDescription(unquoted(trimmed(line.from(start)))) == nil
  }

  private static func isCapital(_ byte: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }
  private static let quotedEnd = Array(">\"".utf8)
  private static let writtenLineFeed = Array("\\n".utf8)

  /// Returns a text without white space at its ends, and without the quote marks of mails and issue trackers.
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

  private static let escapedStarts: [StaticString] = ["&lt;", "&quot;", "&#34;", "&nbsp;", "&#160;", "&amp;", "&#60;"]

  private static func startsEscaped(_ text: Slice) -> Bool {
    if text.first == UInt8(ascii: "\"") { return trimmed(text.from(text.start + 1)).hasPrefix("&lt;") }
    return text.first == UInt8(ascii: "&") && escapedStarts.contains { text.hasPrefix($0) }
  }

  /// The largest number of times that escapes are undone, because a page may have escaped an escaped text. Each time costs as much as reading the
  /// line.
  static let mostEscapes = 4

  private static let entities: [(name: [UInt8], byte: UInt8)] = [
    ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#34;", "\""), ("&#39;", "'"), ("&#x27;", "'"), ("&apos;", "'"),
    ("&nbsp;", " "), ("&#160;", " "), ("&#60;", "<"), ("&#62;", ">"), ("&#x3C;", "<"), ("&#x3c;", "<"),
    ("&#x3E;", ">"), ("&#x3e;", ">"), ("&#x22;", "\""), ("&#039;", "'"), ("&ldquo;", "\""), ("&rdquo;", "\""),
    ("&lsquo;", "'"), ("&rsquo;", "'"), ("&amp;", "&"),
  ].map { (Array($0.0.utf8), Character($0.1).asciiValue ?? 0) }

  /// Returns the text with the escapes of a page undone once, twice and so on. Empty if the text contains no escaped constraint.
  static func unescapedForms(of text: Slice) -> [Slice?] {
    var forms: [Slice?] = []
    var text = text
    while forms.count < mostEscapes, startsEscaped(text) || text.holdsEscapedConstraint {
      text = trimmed(unescaped(text))
      forms.append(text)
    }
    return forms
  }

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
