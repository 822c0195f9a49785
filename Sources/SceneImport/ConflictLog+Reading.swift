import SceneModel

extension ConflictLog {
  /// Bounds that keep a hostile paste cheap; no real one comes near.
  static let maximumBytes = 8 << 20
  static let maximumEntries = 20_000

  /// Every message in a paste, with whatever noise stands around and between: timestamps, other output, quotes of an
  /// issue tracker, HTML entities. A list without its header is a message too. Linear in the text.
  public static func all(in text: String, file: String = "log") throws(TextError) -> [ConflictLog] {
    guard text.utf8.count <= maximumBytes else {
      throw TextError(
        file: file, line: 0, problem: "the paste has \(text.utf8.count) bytes, more than \(maximumBytes)",
        hint: "Cut it down to the messages.")
    }
    var reader = ConflictLogReader()
    for line in logicalLines(of: unescaped(text)) { reader.read(line) }
    let logs = reader.finish()
    guard !logs.isEmpty else {
      throw TextError(
        file: file, line: 1, problem: "no constraint conflict is in this text",
        hint: "Paste a console message that starts with \"Unable to simultaneously satisfy constraints\".")
    }
    return logs
  }

  private static func unescaped(_ text: String) -> String {
    guard text.contains("&lt;") || text.contains("&quot;") || text.contains("&#") else { return text }
    var result = ""
    result.reserveCapacity(text.utf8.count)
    var rest = text[...]
    while let ampersand = rest.firstIndex(of: "&") {
      result += rest[..<ampersand]
      rest = rest[ampersand...]
      let entities = [
        ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#34;", "\""), ("&#39;", "'"), ("&#x27;", "'"),
        ("&apos;", "'"),
        ("&nbsp;", " "), ("&#160;", " "), ("&amp;", "&"),
      ]
      if let entity = entities.first(where: { rest.hasPrefix($0.0) }) {
        result += entity.1
        rest = rest.dropFirst(entity.0.count)
      } else {
        result += "&"
        rest = rest.dropFirst()
      }
    }
    return result + rest
  }

  /// Lines of the paste, with an entry that a console or a mail wrapped put together again.
  private static func logicalLines(of text: String) -> [(number: Int, text: String)] {
    var lines: [(number: Int, text: String)] = []
    var open: (number: Int, text: String)?
    for (index, raw) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      let line = trimmed(raw)
      if var pending = open {
        // A wrapped entry goes on for at most a few lines; anything that starts anew ends it.
        if line.isEmpty || line == ")" || line.hasPrefix("\"<") || line.hasPrefix("<") || startsMessage(line)
          || pending.text.utf8.count + line.utf8.count > ConstraintDescription.maximumLineLength
        {
          lines.append(pending)
          open = nil
        } else {
          pending.text += " " + line
          if isComplete(pending.text) {
            lines.append(pending)
            open = nil
          } else {
            open = pending
          }
          continue
        }
      }
      if looksLikeEntry(line), !isComplete(line) {
        open = (index + 1, line)
      } else {
        lines.append((index + 1, line))
      }
    }
    if let open { lines.append(open) }
    return lines
  }

  private static func trimmed(_ line: Substring) -> String {
    var line = line
    // Quote marks of mail and issue trackers.
    while let first = line.first,
      first.isWhitespace || first == ">" && line.dropFirst().first.map(\.isWhitespace) != false
    {
      line = line.dropFirst()
    }
    while let last = line.last, last.isWhitespace { line = line.dropLast() }
    return String(line)
  }

  private static func startsMessage(_ line: String) -> Bool {
    line.contains("imultaneously satisfy constraints") || line.contains("recover by breaking")
  }

  private static func looksLikeEntry(_ line: String) -> Bool { line.hasPrefix("\"<") || line.hasPrefix("<") }

  private static func isComplete(_ line: String) -> Bool {
    line.hasSuffix(">\",") || line.hasSuffix(">\"") || line.hasSuffix(">") || line.hasSuffix(">,")
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
  private var logs: [ConflictLog] = []
  private var current: ConflictLog?
  private var entryCount = 0

  mutating func read(_ line: (number: Int, text: String)) {
    let text = line.text
    if text.contains("imultaneously satisfy constraints") {
      close()
      current = ConflictLog(
        line: line.number, platform: text.hasSuffix("constraints:") ? .appKit : .uiKit, entries: [])
      // AppKit puts the opening parenthesis on the same line.
      state = text.hasSuffix("(") ? .list : .heading
      return
    }
    if text.contains("Conflicting constraints detected") {
      // AppKit's second copy of the same list.
      state = .afterList
      return
    }
    if text.contains("recover by breaking") {
      state = current == nil ? .outside : .breaking
      if let start = text.firstIndex(of: "<"), state == .breaking { setBroken(String(text[start...])) }
      return
    }
    switch state {
    case .outside, .heading:
      if text == "(" || text.hasSuffix(" (") {
        if current != nil { state = .list }
      } else if let entry = entry(of: text) {
        if current == nil { current = ConflictLog(line: line.number, entries: []) }
        append(entry)
        state = .list
      }
    case .list:
      if text.hasPrefix(")") {
        state = .afterList
      } else if let entry = entry(of: text) {
        append(entry)
      } else if text == "(" || text.isEmpty {
        break
      } else if current?.entries.isEmpty == false || text.hasPrefix("\"") {
        append(.unread(unquoted(text)))
      }
    case .afterList: break
    case .breaking:
      if text.isEmpty { break }
      if text.hasPrefix("<") || text.hasPrefix("\"<") { setBroken(text) } else { state = .afterList }
    }
  }

  mutating func finish() -> [ConflictLog] {
    close()
    return logs
  }

  private mutating func setBroken(_ text: String) {
    let line = unquoted(text)
    current?.broken = ConstraintDescription(line).map { .read($0) } ?? .unread(line)
    state = .afterList
  }

  private mutating func append(_ entry: ConflictLog.Entry) {
    entryCount += 1
    if entryCount <= ConflictLog.maximumEntries { current?.entries.append(entry) }
  }

  private mutating func close() {
    if let current, !current.entries.isEmpty { logs.append(current) }
    current = nil
    state = .outside
  }

  /// A line that is an entry: quoted in a list, or bare where someone cut the list out; nil for noise.
  private func entry(of text: String) -> ConflictLog.Entry? {
    let line = unquoted(text)
    guard line.hasPrefix("<") else { return nil }
    if let constraint = ConstraintDescription(line) { return .read(constraint) }
    if text.hasPrefix("\"<") || line.contains("onstraint:") || line == "<private>" { return .unread(line) }
    return nil
  }

  /// Without the quotes, the comma and the escapes of a printed array.
  private func unquoted(_ text: String) -> String {
    var line = text[...]
    if line.hasSuffix(",") { line = line.dropLast() }
    if line.hasPrefix("\""), line.hasSuffix("\""), line.count > 1 {
      line = line.dropFirst().dropLast()
      return String(line).replacingPairs(of: "\\\"", with: "\"")
    }
    if line.hasPrefix("\"<") { line = line.dropFirst() }
    return String(line)
  }
}

extension String {
  fileprivate func replacingPairs(of pattern: String, with replacement: String) -> String {
    guard contains(pattern) else { return self }
    return split(separator: pattern, omittingEmptySubsequences: false).joined(separator: replacement)
  }
}
