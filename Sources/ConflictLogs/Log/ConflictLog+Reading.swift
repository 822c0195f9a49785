import SceneModel

extension ConflictLog {
  /// Bounds that keep a hostile paste cheap; no real one comes near.
  static let maximumBytes = 8 << 20
  static let maximumEntries = 20_000

  /// Reads every message in a pasted text, whatever stands around and between: timestamps, other output, quotes of an issue tracker, HTML
  /// entities.
  ///
  /// A list without its header is a message too, and so is a broken constraint without its list. No line that looks like a constraint is
  /// dropped. Linear in the text.
  ///
  /// - Throws: a `TextError` that names `file` where there is no message, or more text than is read at once.
  public static func all(in text: String, file: String = "log") throws(TextError) -> [ConflictLog] {
    try all(in: Array(text.utf8), file: file)
  }

  /// Reads every message in UTF-8 bytes; bytes that are not UTF-8 become U+FFFD in unread lines.
  public static func all(in bytes: [UInt8], file: String = "log") throws(TextError) -> [ConflictLog] {
    guard bytes.count <= maximumBytes else {
      throw TextError(
        file: file, line: 0, problem: "the paste has \(bytes.count) bytes, more than \(maximumBytes)",
        hint: "Cut it down to the messages.")
    }
    let bytes = bytes.withoutTypography
    var (logs, entryCount) = read(bytes)
    // A text that nobody cut reads as well as it stands.
    for whole in HardWrap.undone(bytes) {
      let (others, count) = read(whole)
      let (before, after) = (logs.readCount, others.readCount)
      guard after.unread <= before.unread, after.read >= before.read else { continue }
      (logs, entryCount) = (others, count)
      break
    }
    guard entryCount <= maximumEntries else {
      throw TextError(
        file: file, line: 0, problem: "the paste lists \(entryCount) constraints, more than \(maximumEntries)",
        hint: "Cut it into several files.")
    }
    guard !logs.isEmpty else {
      throw TextError(
        file: file, line: 1, problem: "no constraint conflict is in this text",
        hint: "Paste a console message that starts with \"Unable to simultaneously satisfy constraints\".")
    }
    return logs
  }
}

extension ConflictLog {
  private static func read(_ bytes: [UInt8]) -> (logs: [ConflictLog], entryCount: Int) {
    var reader = ConflictLogReader()
    for line in ConsoleText.lines(of: bytes) { reader.read(line) }
    return (reader.finish(), reader.entryCount)
  }
}

extension [ConflictLog] {
  /// The number of entries that were read, and that were not.
  fileprivate var readCount: (read: Int, unread: Int) {
    var (read, unread) = (0, 0)
    for entry in lazy.flatMap({ $0.entries + ($0.broken.map { [$0] } ?? []) }) {
      if case .read = entry { read += 1 } else { unread += 1 }
    }
    return (read, unread)
  }
}

/// Walks over the lines of a paste.
private struct ConflictLogReader {
  private enum State {
    case outside
    /// After the header, before the list.
    case heading
    case list
    /// After the list, until the broken line has come.
    case afterList
    case breaking
  }

  private var state = State.outside
  /// Whether a parenthesis opened the list: until it is closed, every line belongs to it.
  private var isOpened = false
  private var logs: [ConflictLog] = []
  private var current: ConflictLog?
  private(set) var entryCount = 0

  mutating func read(_ line: ConsoleText.Line) {
    let text = line.text
    if text.isEmpty { return }
    // What stands where the broken constraint is due is that one, whatever words it holds.
    if text.isProse, state != .breaking || !text.hasEntryAtStart {
      if let phrase = text.firstIndex(of: ConsoleText.heading) { return begin(line, uiKit: phrase) }
      // AppKit's second copy of the same list follows.
      if text.contains(ConsoleText.secondCopy) {
        state = .afterList
        return
      }
      if text.contains(ConsoleText.breaking) { return beginBreaking(line) }
    }
    switch state {
    case .outside, .heading, .afterList:
      if text.isOpening {
        if state == .heading { (state, isOpened) = (.list, true) }
      } else if text.hasEntryAtStart, let entry = entry(of: line) {
        appendOutside(entry, at: line.number)
      }
    case .list:
      if isOpened, text.first == UInt8(ascii: ")") {
        (state, isOpened) = (.afterList, false)
      } else if text.hasEntryAtStart, let entry = entry(of: line) {
        append(entry)
      } else if isOpened, !text.isOpening, !text.isClosingMarks {
        append(parsed(line))
      }
    case .breaking:
      if text.hasEntryAtStart { setBroken(line) } else { state = .afterList }
    }
  }

  mutating func finish() -> [ConflictLog] {
    close()
    return logs
  }

  private mutating func begin(_ line: ConsoleText.Line, uiKit phrase: Int) {
    close()
    let rest = line.text.from(phrase + ConsoleText.heading.count)
    current = ConflictLog(
      line: line.number, platform: rest.first == UInt8(ascii: ":") ? .appKit : .uiKit, entries: [])
    // AppKit puts the opening parenthesis on the same line.
    isOpened = rest.last == UInt8(ascii: "(")
    state = isOpened ? .list : .heading
  }

  private mutating func beginBreaking(_ line: ConsoleText.Line) {
    if current == nil || current?.broken != nil {
      close()
      current = ConflictLog(line: line.number, entries: [])
    }
    state = .breaking
    if let start = line.text.firstIndex(of: "<") {
      setBroken(ConsoleText.Line(number: line.number, text: line.text.from(start)))
    }
  }

  private mutating func setBroken(_ line: ConsoleText.Line) {
    let broken = parsed(line)
    current?.broken = broken
    state = .afterList
  }

  /// A line that stands in no list: of AppKit's second copy, or the first of a list whose header was cut off.
  private mutating func appendOutside(_ entry: ConflictLog.Entry, at line: Int) {
    if state == .afterList {
      if let current, current.entries.contains(entry) || current.broken == entry { return }
      close()
    }
    if current == nil { current = ConflictLog(line: line, entries: []) }
    append(entry)
    (state, isOpened) = (.list, false)
  }

  private mutating func append(_ entry: ConflictLog.Entry) {
    entryCount += 1
    if entryCount <= ConflictLog.maximumEntries { current?.entries.append(entry) }
  }

  private mutating func close() {
    if state == .list, isOpened { current?.endsWithinList = true }
    if let current, !current.entries.isEmpty || current.broken != nil { logs.append(current) }
    current = nil
    (state, isOpened) = (.outside, false)
  }

  /// A line that is a constraint or was one; nil for noise in angle brackets.
  private func entry(of line: ConsoleText.Line) -> ConflictLog.Entry? {
    let entry = parsed(line)
    if case .unread(let text) = entry {
      let isNoise =
        !isOpened && line.text.first != UInt8(ascii: "\"") && text != "<private>"
        && !line.text.contains(ConsoleText.constraint)
      if isNoise { return nil }
    }
    return entry
  }

  private func parsed(_ line: ConsoleText.Line) -> ConflictLog.Entry {
    let text = ConsoleText.unquoted(line.text)
    if let constraint = ConstraintDescription(text) { return .read(constraint) }
    // A console that wraps inside a word puts nothing between the parts.
    if let unbroken = line.withoutSeams, let constraint = ConstraintDescription(ConsoleText.unquoted(unbroken)) {
      return .read(constraint)
    }
    if let own = ConstraintDescription(ownWords: text.string) { return .read(own) }
    return .unread(text.string)
  }
}

extension [UInt8] {
  /// With straight quotes and dashes where an editor has turned all of them over; a text that has straight ones is as it was
  /// printed.
  fileprivate var withoutTypography: [UInt8] {
    guard contains(0xE2), !contains(UInt8(ascii: "'")), !contains(UInt8(ascii: "\"")) else { return self }
    var plain: [UInt8] = []
    plain.reserveCapacity(count)
    var position = 0
    while position < count {
      if self[position] == 0xE2, position + 2 < count {
        let straight: UInt8? =
          switch (self[position + 1], self[position + 2]) {
          case (0x80, 0x98), (0x80, 0x99): UInt8(ascii: "'")
          case (0x80, 0x9C), (0x80, 0x9D): UInt8(ascii: "\"")
          case (0x80, 0x93), (0x88, 0x92): UInt8(ascii: "-")
          default: nil
          }
        if let straight {
          plain.append(straight)
          position += 3
          continue
        }
      }
      plain.append(self[position])
      position += 1
    }
    return plain
  }
}

extension ConstraintDescription {
  /// A line in this tool's own words, such as `card.bottom = 2 * content.bottom - 12 @ 750`, as UIKit would print it; nil for
  /// anything else.
  init?(ownWords line: String) {
    guard line.utf8.count < 1000 else { return nil }
    var words = line.split(separator: " ").map(String.init)[...]
    guard let left = words.popFirst().map({ $0.hasPrefix("\"") ? String($0.dropFirst()) : $0 }),
      ConstraintDescription.isAnchor(left), let relation = words.popFirst(), ["=", "<=", ">="].contains(relation)
    else { return nil }
    if let last = words.last {
      let bare = last.hasSuffix(",") ? String(last.dropLast()) : last
      words[words.endIndex - 1] = bare.hasSuffix("\"") ? String(bare.dropLast()) : bare
    }
    if words.last == "(broken)" { words.removeLast() }
    var text = "\(left) \(relation == "=" ? "==" : relation) "
    var priority = ""
    if words.count >= 2, words[words.endIndex - 2] == "@", let number = words.last, TextNumber.parse(number) != nil {
      priority = " priority:\(number)"
      words.removeLast(2)
    }
    let parts = Array(words)
    func isNumber(_ index: Int) -> Bool { parts.indices.contains(index) && TextNumber.parse(parts[index]) != nil }
    if parts.count == 1, isNumber(0) {
      text += parts[0]
    } else {
      var at = 0
      if parts.count > 2, isNumber(0), parts[1] == "*" {
        text += "\(parts[0])*"
        at = 2
      }
      guard parts.indices.contains(at), ConstraintDescription.isAnchor(parts[at]) else { return nil }
      text += parts[at]
      if parts.count == at + 3, ["+", "-"].contains(parts[at + 1]), isNumber(at + 2) {
        text += " \(parts[at + 1]) \(parts[at + 2])"
      } else if parts.count != at + 1 {
        return nil
      }
    }
    // The address tells lines apart.
    var number: UInt32 = 2_166_136_261
    for byte in line.utf8 { number = (number ^ UInt32(byte)) &* 16_777_619 }
    let digits = String(number, radix: 16)
    let address = ConstraintDescription.madeAddress + String(repeating: "0", count: 8 - digits.count) + digits
    self.init("<NSLayoutConstraint:\(address) \(text)\(priority)   (active)>")
  }

  /// The beginning of addresses that are made for lines without one.
  package static let madeAddress = "0x6000"

  /// `name.attribute`, with an attribute that there is.
  private static func isAnchor(_ word: String) -> Bool {
    guard let dot = word.lastIndex(of: "."), dot != word.startIndex else { return false }
    return LayoutAttribute(name: String(word[word.index(after: dot)...])) != nil
      && word[..<dot].utf8.allSatisfy { $0 > 0x20 && $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: ":") }
  }
}

extension Slice {
  /// The end of an entry that was cut behind its last bracket.
  var isClosingMarks: Bool {
    allSatisfy { ConsoleText.isSpace($0) || [UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: ",")].contains($0) }
  }

  /// `(`, or other output that ends with one.
  fileprivate var isOpening: Bool {
    last == UInt8(ascii: "(") && (count == 1 || self[end - 2] == UInt8(ascii: " ")) && !hasEntryAtStart
  }
}
