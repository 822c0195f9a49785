/// A constraint that a console or a mail may have wrapped.
struct OpenEntry {
  let number: Int
  let isEscaped: Bool
  private let first: Slice
  private var more: [Slice] = []
  private var length: Int
  /// The number of attempts to parse the entry so far; each tries whether the entry has ended.
  private var readings = 0
  private static let mostReadings = 8

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
    return ConsoleText.Line(
      number: number, text: joined([UInt8(ascii: " ")]), withoutSeams: joined([]), firstPart: first)
  }

  /// Whether the entry is complete: a line ends with its closing bracket or quote, or a comment follows one.
  mutating func isComplete() -> Bool {
    let last = more.last ?? first
    if last.hasSuffix(">") || last.hasSuffix(">,") { return true }
    if first.first == UInt8(ascii: "\""), !more.isEmpty || last.count > 1,
      last.hasSuffix("\"") || last.hasSuffix("\",")
    {
      return true
    }
    guard readings < OpenEntry.mostReadings, last.firstIndex(of: ">") != nil else { return false }
    readings += 1
    return EntryText.constraint(in: line.entryTexts) != nil
  }

  /// Whether a line ends the entry. Any line that starts something new does, and so does a line with which the entry would be too long.
  func isEnded(by line: Slice) -> Bool {
    line.isEmpty || line.listMark == UInt8(ascii: ")") || line.entryStart != nil
      || line.contains(ConsoleText.heading) || line.contains(ConsoleText.breaking)
      || length + line.count > ConstraintDescription.maximumLineLength
  }
}
