/// Joins the pieces of a paste that was cut at a fixed width, even inside words, as terminals and `fold` do.
///
/// A paste that was wrapped at spaces is different: there, the lines have different widths.
struct HardWrap {
  /// The unit of a column: `fold` counts bytes, a terminal counts characters.
  private enum Column { case byte, character }

  private let lines: [Slice]
  private let widths: [Int]
  /// The width at which every full line was cut.
  private let width: Int

  private static let tab = 8
  /// The possible widths: no terminal is narrower, and wider lines are not cut.
  private static let possibleWidths = 40...1000
  /// The largest number of spaces at the end of a cut line that pages and mails may have removed. UIKit writes at most three in a row.
  private static let mostLostSpaces = 3
  /// The largest number of lines that one entry may be cut into. A real entry has a few hundred bytes.
  private static let mostPieces = 32

  /// Returns the text with its cut lines joined, and as many lines as before. The result has one text for each way to count columns; the text with
  /// more full lines comes first. Empty if no entry of a list was cut at a fixed width.
  static func undone(_ bytes: [UInt8]) -> [[UInt8]] {
    let isPlain = bytes.allSatisfy { $0 < 0x80 }
    return (isPlain ? [Column.byte] : [.byte, .character]).compactMap { HardWrap(bytes, $0)?.undone() }
      .sorted { $0.fullLines > $1.fullLines }.map(\.text)
  }

  /// Finds the width at which lines were cut; nil if entries are whole, or if there is no such width.
  private init?(_ bytes: [UInt8], _ column: Column) {
    var lines: [Slice] = []
    var start = 0
    for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
      lines.append(Slice(bytes, start, index > start && bytes[index - 1] == UInt8(ascii: "\r") ? index - 1 : index))
      start = index + 1
    }
    lines.append(Slice(bytes, start, bytes.count))
    self.lines = lines
    widths = lines.map { HardWrap.width(of: $0, column) }
    width = widths.max() ?? 0
    guard HardWrap.possibleWidths.contains(width), cutsEntries else { return nil }
  }

  private static func width(of line: Slice, _ column: Column) -> Int {
    line.bytes.reduce(0) { width, byte in
      if byte == UInt8(ascii: "\t") { return (width / tab + 1) * tab }
      return column == .character && byte & 0xC0 == 0x80 ? width : width + 1
    }
  }

  /// Whether some entry continues after a full line, and no entry continues after a shorter line.
  private var cutsEntries: Bool {
    var isSeen = false
    for first in lines.indices where startsEntry(first) && !isEnd(of: first) {
      var index = first
      while index + 1 < lines.count, index - first < HardWrap.mostPieces, goesOn(at: index + 1) {
        guard widths[index] >= width - HardWrap.mostLostSpaces else { return false }
        if widths[index] == width { isSeen = true }
        index += 1
        if isEnd(of: index) { break }
      }
    }
    return isSeen
  }

  private func undone() -> (text: [UInt8], fullLines: Int) {
    var text: [UInt8] = []
    var fullLines = 0
    var index = 0
    while index < lines.count {
      let first = index
      var line = Array(lines[index].bytes)
      var full = 0
      while index + 1 < lines.count, index - first < HardWrap.mostPieces, goesOn(line, startsEntry(first), at: index) {
        line += [UInt8](repeating: UInt8(ascii: " "), count: width - widths[index])
        if widths[index] == width { full += 1 }
        line += lines[index + 1].bytes
        index += 1
      }
      // If the joined pieces are no entry, the line was not cut.
      if index > first, startsEntry(first), !HardWrap.isEntry(line) {
        line = Array(lines[first].bytes)
        index = first
      } else {
        fullLines += full
      }
      text += line
      // The added line feeds make the following lines keep their numbers.
      text += [UInt8](repeating: UInt8(ascii: "\n"), count: index - first + (index + 1 < lines.count ? 1 : 0))
      index += 1
    }
    return (text, fullLines)
  }

  /// Whether the text continues on the line after `index`. `line` is the text that has been joined so far, up to `index`;
  /// `isEntry`: whether it began as an entry of the list of constraints.
  private func goesOn(_ line: [UInt8], _ isEntry: Bool, at index: Int) -> Bool {
    guard goesOn(at: index + 1) else { return false }
    let isFull = widths[index] == width
    guard isEntry else { return isFull }
    // UIKit ends every entry in this way, whatever it contains.
    if ConsoleText.trimmed(lines[index]).hasSuffix("\",") { return false }
    // Only the marks after an entry are on the next line.
    if isFull, lines[index + 1].isClosingMarks { return true }
    guard isFull else { return widths[index] >= width - HardWrap.mostLostSpaces && !isEnd(of: index) }
    return !isEnd(of: index) || !HardWrap.isEntry(line)
  }

  private static func isEntry(_ line: [UInt8]) -> Bool {
    ConstraintDescription(ConsoleText.unquoted(ConsoleText.trimmed(Slice(line, 0, line.count)))) != nil
  }

  private func startsEntry(_ index: Int) -> Bool {
    let line = ConsoleText.trimmed(lines[index])
    // `<=` is the relation of an entry that goes on here.
    return line.hasEntryAtStart && !line.hasPrefix("<=")
      || lines[index].contains("\"<") && lines[index].contains(ConsoleText.constraint)
  }

  private func isEnd(of index: Int) -> Bool {
    let line = ConsoleText.trimmed(lines[index])
    return line.hasSuffix(">") || line.hasSuffix(">,") || line.hasSuffix(">\"") || line.hasSuffix("\",")
  }

  /// Whether a line may be the continuation of the line before it: it is not empty, and does not start an entry, a list or a sentence of a message.
  private func goesOn(at index: Int) -> Bool {
    let line = ConsoleText.trimmed(lines[index])
    if lines[index].allSatisfy(ConsoleText.isSpace) || startsEntry(index) { return false }
    if line.count == 1, line.first == UInt8(ascii: "(") || line.first == UInt8(ascii: ")") { return false }
    return !line.contains(ConsoleText.heading) && !line.contains(ConsoleText.breaking)
  }
}
