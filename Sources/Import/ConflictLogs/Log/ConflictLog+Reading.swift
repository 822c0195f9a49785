import SceneModel

extension ConflictLog {
  /// The limits that keep a hostile paste cheap. No real one reaches them.
  static let maximumBytes = 8 << 20
  static let maximumEntries = 20_000

  /// Reads every message in a pasted text, whatever other text is around and between them: timestamps, other output, quotes of an issue tracker, HTML
  /// entities, Markdown, colours of a terminal, comments after a line.
  ///
  /// Three incomplete messages are read, too: a list without its header, a header without a list, and a broken constraint without its list. No line
  /// that looks like a constraint is dropped. The time is linear in the length of the text.
  ///
  /// - Throws: a `TextError` that names `file` if there is no message, or if the text is larger than the limit.
  public static func all(in text: String, file: String = "log") throws(TextError) -> [ConflictLog] {
    try all(in: Array(text.utf8), file: file)
  }

  /// Reads every message in bytes of UTF-8 or UTF-16; bytes that are neither become U+FFFD in unread lines.
  public static func all(in bytes: [UInt8], file: String = "log") throws(TextError) -> [ConflictLog] {
    guard bytes.count <= maximumBytes else {
      throw TextError(
        file: file, line: 0, code: .tooLarge, problem: "the paste has \(bytes.count) bytes, more than \(maximumBytes)",
        hint: "Cut it down to the messages.")
    }
    let (logs, entryCount, heading) = PrintedMessages.logs(in: bytes) ?? readLoosely(bytes)
    guard entryCount <= maximumEntries else {
      throw TextError(
        file: file, line: 0, code: .tooLarge,
        problem: "the paste lists \(entryCount) constraints, more than \(maximumEntries)",
        hint: "Cut it into several files.")
    }
    guard !logs.isEmpty else {
      if let heading {
        throw TextError(
          file: file, line: heading, code: .endsEarly,
          problem: "a message starts here, and nothing of its list is in this text",
          hint:
            "Paste it with the lines between the parentheses below it, which begin with \"<NSLayoutConstraint:0x…\".")
      }
      throw TextError(
        file: file, line: 1, code: .wrongFormat, problem: "no constraint conflict is in this text",
        hint: "Paste a console message that starts with \"Unable to simultaneously satisfy constraints\", or its list: "
          + "lines such as \"<NSLayoutConstraint:0x… UIView:0x….width == 100>\".")
    }
    return logs
  }
}

extension ConflictLog {
  /// Reads a paste that may contain any other text around and between the messages.
  private static func readLoosely(_ bytes: [UInt8]) -> (logs: [ConflictLog], entryCount: Int, heading: Int?) {
    let bytes = PasteBytes.plain(bytes)
    let plain = read(bytes)
    // If the lines were not cut, the text as it is reads at least as well.
    for whole in HardWrap.undone(bytes) {
      let others = read(whole)
      let (before, after) = (plain.logs.readCount, others.logs.readCount)
      if after.unread <= before.unread, after.read >= before.read {
        return (others.logs, others.entryCount, plain.heading)
      }
    }
    return plain
  }

  private static func read(_ bytes: [UInt8]) -> (logs: [ConflictLog], entryCount: Int, heading: Int?) {
    var reader = ConflictLogReader()
    for line in ConsoleText.lines(of: bytes) { reader.read(line) }
    return (reader.finish(), reader.entryCount, reader.firstHeading)
  }
}

extension [ConflictLog] {
  /// The numbers of entries that could be read, and that could not.
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
    /// The header was read, and the list has not begun yet.
    case heading
    case list
    /// After the list, before the line with the broken constraint.
    case afterList
    case breaking
  }

  private var state = State.outside
  /// Whether a parenthesis opened the list. Until it is closed, every line belongs to the list.
  private var isOpened = false
  /// Whether a line with an opening parenthesis came before the present list, although no header came before it.
  private var isOpeningSeen = false
  /// Whether the present message has a list, even an empty one.
  private var hasList = false
  /// Whether AppKit's second copy of the present message has begun.
  private var isCopy = false
  private var logs: [ConflictLog] = []
  private var current: ConflictLog?
  /// The lines of the present message, by which a second copy is recognised; nil until a second copy has to be recognised.
  private var known: Set<ConflictLog.Entry>?
  private(set) var entryCount = 0
  /// The line, from 1, on which the text of the first message begins; nil before there is one.
  private(set) var firstHeading: Int?

  mutating func read(_ line: ConsoleText.Line) {
    let text = line.text
    if text.isEmpty { return }
    // An entry in the place of the broken constraint is that constraint, whatever words it contains.
    if text.isProse, state != .breaking || !text.hasEntryAtStart {
      if let phrase = text.firstIndex(of: ConsoleText.heading) { return begin(line, uiKit: phrase) }
      // AppKit's second copy of the same list follows.
      if text.contains(ConsoleText.secondCopy) {
        (state, isCopy) = (.afterList, true)
        return
      }
      if text.contains(ConsoleText.breaking) { return beginBreaking(line) }
    }
    switch state {
    case .outside, .heading, .afterList:
      if text.isOpening {
        if state == .heading { open() } else { isOpeningSeen = true }
      } else {
        entriesOutside(line).forEach { appendOutside($0, at: line.number) }
      }
    case .list:
      if isOpened, text.first == UInt8(ascii: ")") || text.listMark == UInt8(ascii: ")") {
        (state, isOpened) = (.afterList, false)
      } else if !isOpened, text.listMark == UInt8(ascii: ")") {
        let isHeadless = current?.isClaimed == false
        current?.beginsWithinList = isHeadless && !isOpeningSeen
        (state, isOpeningSeen) = (.afterList, false)
      } else if text.hasEntryAtStart, !text.isTag {
        entries(of: line).forEach { append($0, at: line.number) }
      } else if isOpened {
        if text.isClosingMarks {
          if text.contains(Self.emptyEntry) { current?.emptyEntries += 1 }
        } else if !text.isOpening, !text.isDecoration {
          parsed(line).forEach { append($0, at: line.number) }
        }
      } else if let constraint = EntryText.constraintWithoutBrackets(text) {
        append(.read(constraint), at: line.number)
      }
    case .breaking:
      if text.hasEntryAtStart, !text.isTag {
        setBroken(line)
      } else if let constraint = EntryText.constraintWithoutBrackets(text) {
        current?.broken = .read(constraint)
        current?.brokenLine = line.number
        state = .afterList
      } else if !text.isDecoration {
        state = .afterList
      }
    }
  }

  private static let emptyEntry = Array("\"\"".utf8)

  /// Returns the constraints of a line that is outside of a list.
  private func entriesOutside(_ line: ConsoleText.Line) -> [ConflictLog.Entry] {
    if line.text.hasEntryAtStart { return entries(of: line) }
    return EntryText.constraintWithoutBrackets(line.text).map { [.read($0)] } ?? []
  }

  mutating func finish() -> [ConflictLog] {
    close()
    return logs
  }

  private mutating func begin(_ line: ConsoleText.Line, uiKit phrase: Int) {
    close()
    firstHeading = firstHeading ?? line.number
    let rest = line.text.from(phrase + ConsoleText.heading.count)
    current = ConflictLog(
      line: line.number, platform: rest.first == UInt8(ascii: ":") ? .appKit : .uiKit, entries: [])
    state = .heading
    // AppKit puts the opening parenthesis on the same line.
    if rest.from(rest.start + 1).listMark == UInt8(ascii: "(") || rest.last == UInt8(ascii: "(") { open() }
  }

  private mutating func open() { (state, isOpened, hasList) = (.list, true, true) }

  private mutating func beginBreaking(_ line: ConsoleText.Line) {
    if isCopy, current?.broken != nil {
      state = .afterList
      return
    }
    if current == nil || current?.broken != nil {
      close()
      current = ConflictLog(line: line.number, entries: [])
    }
    current?.isClaimed = true
    hasList = true
    state = .breaking
    let rest = line.text.from(line.text.firstIndex(of: ConsoleText.breaking) ?? line.text.start)
    if let start = rest.firstIndex(of: "<"), !rest.from(start).isTag {
      setBroken(ConsoleText.Line(number: line.number, text: rest.from(start)))
    }
  }

  private mutating func setBroken(_ line: ConsoleText.Line) {
    let texts = line.entryTexts
    current?.setBroken(
      texts[0], withoutSeams: texts.dropFirst().first, firstPart: ConsoleText.unquoted(line.firstPart), at: line.number)
    state = .afterList
  }

  /// Adds a line that is in no list: one of AppKit's second copy, or the first of a list whose header was cut off.
  private mutating func appendOutside(_ entry: ConflictLog.Entry, at line: Int) {
    if state == .afterList {
      if let current {
        if known == nil { known = Set(current.entries) }
        if known?.contains(entry) == true || current.broken == entry { return }
      }
      close()
    }
    if current == nil {
      current = ConflictLog(line: line, entries: [])
      current?.isClaimed = false
    }
    append(entry, at: line)
    (state, isOpened) = (.list, false)
  }

  private mutating func append(_ entry: ConflictLog.Entry, at line: Int) {
    entryCount += 1
    known = nil
    if entryCount <= ConflictLog.maximumEntries { current?.append(entry, at: line) }
  }

  private mutating func close() {
    if state == .list, isOpened { current?.endsWithinList = true }
    if current?.addBroken() == true { entryCount += 1 }
    if let current, !current.entries.isEmpty || current.broken != nil || hasList { logs.append(current) }
    (current, known) = (nil, nil)
    (state, isOpened, hasList, isCopy) = (.outside, false, false, false)
    isOpeningSeen = false
  }

  /// Returns the constraints in a line, including those that are too damaged to be read. Empty for other text in angle brackets.
  private func entries(of line: ConsoleText.Line) -> [ConflictLog.Entry] {
    let entries = parsed(line)
    if entries.count == 1, case .unread(let text) = entries[0] {
      let isNoise =
        !isOpened && line.text.first != UInt8(ascii: "\"") && text != "<private>"
        && !line.text.contains(ConsoleText.constraint)
      if isNoise { return [] }
    }
    return entries
  }

  private func parsed(_ line: ConsoleText.Line) -> [ConflictLog.Entry] {
    let texts = line.entryTexts
    return ConflictLog.Entry.all(in: texts[0], withoutSeams: texts.dropFirst().first)
  }
}

extension ConflictLog {
  /// Sets the constraint that is broken according to the message. It is the one in the line or, if the line was cut, the only entry of the list that
  /// begins in the same way. Without such an entry, it is an unread line.
  mutating func setBroken(_ text: Slice, withoutSeams: Slice? = nil, firstPart: Slice? = nil, at line: Int) {
    broken = Entry(text, withoutSeams: withoutSeams)
    if case .unread = broken, let whole = entry(beginningAs: text) ?? firstPart.flatMap(entry(beginningAs:)) {
      broken = whole
    }
    brokenLine = broken == nil ? nil : line
  }

  private func entry(beginningAs text: Slice) -> Entry? {
    // The entries of the list are stored repaired, so the text is repaired, too. Half a character at its end is ignored.
    var cut = text.repaired
    for mark in ["...", "…", "\u{FFFD}"] as [StaticString] where cut.hasSuffix(mark) {
      cut = ConsoleText.trimmed(cut.to(cut.end - mark.utf8CodeUnitCount))
    }
    guard cut.contains(ConsoleText.constraint) else { return nil }
    let same = entries.filter { $0.description.utf8.starts(with: cut.bytes) }
    return same.count == 1 ? same[0] : nil
  }

  /// Adds the broken constraint to an incomplete list that lacks it, because UIKit breaks only constraints of the list. Returns whether it was
  /// added.
  mutating func addBroken() -> Bool {
    guard let broken, case .read(let constraint) = broken, brokenIndex == nil, constraint.hasOwnAddress,
      !entries.isEmpty
    else { return false }
    let isWhole = entries.count > 1 && !endsWithinList && constraints.count == entries.count
    let isListed = constraints.contains { $0.constraint.address == constraint.address }
    if isWhole || isListed { return false }
    append(broken, at: brokenLine ?? line)
    return true
  }
}

extension ConstraintDescription {
  /// Reads a line in this tool's own words, such as `card.bottom = 2 * content.bottom - 12 @ 750`, as the constraint that UIKit would print; nil for
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
    // The made-up address distinguishes the lines.
    var number: UInt32 = 2_166_136_261
    for byte in line.utf8 { number = (number ^ UInt32(byte)) &* 16_777_619 }
    let digits = String(number, radix: 16)
    let address = ConstraintDescription.madeAddress + String(repeating: "0", count: 8 - digits.count) + digits
    self.init("<NSLayoutConstraint:\(address) \(text)\(priority)   (active)>")
  }

  /// The beginning of the addresses that are made up for lines without one.
  package static let madeAddress = "0x6000"

  /// Whether the text is `name.attribute` with a known attribute.
  private static func isAnchor(_ word: String) -> Bool {
    guard let dot = word.lastIndex(of: "."), dot != word.startIndex else { return false }
    return LayoutAttribute(name: String(word[word.index(after: dot)...])) != nil
      && word[..<dot].utf8.allSatisfy { $0 > 0x20 && $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: ":") }
  }
}

extension Slice {
  /// Whether the line contains only marks and tags of a page, and does not start with a quote.
  fileprivate var isTag: Bool { first == UInt8(ascii: "<") && isDecoration }

  /// Whether the line is the end of an entry that was cut after its last bracket.
  var isClosingMarks: Bool {
    allSatisfy { ConsoleText.isSpace($0) || [UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: ",")].contains($0) }
  }

  /// Whether the line is `(`, or other output that ends with one.
  fileprivate var isOpening: Bool {
    if listMark == UInt8(ascii: "(") { return true }
    return last == UInt8(ascii: "(") && (count == 1 || self[end - 2] == UInt8(ascii: " ")) && !hasEntryAtStart
  }
}
