extension ConflictLog: CustomStringConvertible {
  /// The message as UIKit or AppKit prints it. Reading it gives an equal log, at line 1.
  public var description: String {
    let words = MessageWords.of(platform)
    var text = words.heading.joined(separator: "\n")
    text.reserveCapacity(1024 + 192 * entries.count)
    if let note = words.maskNote, hasMasks { text += "\n\(note)" }
    text += "\n\(MessageWords.opening)\n"
    for (index, entry) in entries.enumerated() {
      text += MessageWords.entryStart
      text += entry.description.escapingQuotes
      text += index + 1 < entries.count ? MessageWords.entryEnd : MessageWords.lastEntryEnd
      text += "\n"
    }
    if !endsWithinList { text += "\(MessageWords.closing)\n" }
    if let broken { text += "\n\(MessageWords.breaking)\n\(broken)\n\n\(words.advice.joined(separator: "\n"))\n" }
    return text
  }

  private var hasMasks: Bool {
    constraints.contains { $0.constraint.className == "NSAutoresizingMaskLayoutConstraint" }
  }
}

/// The lines before and after a message's entries. They are used to print a message, and to recognise a printed one.
private struct MessageWords {
  var heading: [String]
  var maskNote: String?
  var advice: [String]

  static let opening = "("
  static let entryStart = "    \""
  static let entryEnd = "\","
  static let lastEntryEnd = "\""
  static let closing = ")"
  static let breaking = "Will attempt to recover by breaking constraint "

  static func of(_ platform: ConflictLog.Platform) -> MessageWords { platform == .uiKit ? uiKit : appKit }

  private static let uiKit = MessageWords(
    heading: [
      "Unable to simultaneously satisfy constraints.",
      "\tProbably at least one of the constraints in the following list is one you don't want. ",
      "\tTry this: ",
      "\t\t(1) look at each constraint and try to figure out which you don't expect; ",
      "\t\t(2) find the code that added the unwanted constraint or constraints and fix it. ",
    ],
    maskNote:
      "\t(Note: If you're seeing NSAutoresizingMaskLayoutConstraints that you don't understand, refer to the "
      + "documentation for the UIView property translatesAutoresizingMaskIntoConstraints) ",
    advice: [
      "Make a symbolic breakpoint at UIViewAlertForUnsatisfiableConstraints to catch this in the debugger.",
      "The methods in the UIConstraintBasedLayoutDebugging category on UIView listed in <UIKitCore/UIView.h> may also be "
        + "helpful.",
    ])

  private static let appKit = MessageWords(
    heading: ["Unable to simultaneously satisfy constraints:"],
    advice: [
      "Set the NSUserDefault NSConstraintBasedLayoutVisualizeMutuallyExclusiveConstraints to YES to have -[NSWindow "
        + "visualizeConstraints:] automatically called when this happens.  And/or, set a symbolic breakpoint on "
        + "LAYOUT_CONSTRAINTS_NOT_SATISFIABLE to catch this in the debugger."
    ])
}

/// A text that consists of messages exactly as they are printed, without other lines. In such a text the start and the end of each entry are certain.
struct PrintedMessages {
  private let lines: [Slice]
  private var position = 0
  private var logs: [ConflictLog] = []
  private var entryCount = 0

  /// Returns the messages; nil where a line is not as it is printed.
  static func logs(in bytes: [UInt8]) -> (logs: [ConflictLog], entryCount: Int, heading: Int?)? {
    let words = MessageWords.of(.uiKit).heading[0].utf8.dropLast()
    // UIKit prints no escape sequences; a terminal added them.
    guard bytes.starts(with: words), !bytes.contains(PasteBytes.escape) else { return nil }
    var messages = PrintedMessages(bytes)
    while messages.position < messages.lines.count {
      if messages.take("") { continue }
      guard let log = messages.message() else { return nil }
      messages.logs.append(log)
    }
    return (messages.logs, messages.entryCount, 1)
  }

  private init(_ bytes: [UInt8]) {
    var lines: [Slice] = []
    var start = 0
    while let feed = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
      lines.append(Slice(bytes, start, feed))
      start = feed + 1
    }
    self.lines = lines + [Slice(bytes, start, bytes.count)]
  }

  private mutating func take(_ line: String) -> Bool {
    guard position < lines.count, lines[position].bytes.elementsEqual(line.utf8) else { return false }
    position += 1
    return true
  }

  private mutating func take(_ lines: [String]) -> Bool { lines.allSatisfy { take($0) } }

  private mutating func message() -> ConflictLog? {
    let line = position + 1
    guard
      let platform = [ConflictLog.Platform.uiKit, .appKit].first(where: { take(MessageWords.of($0).heading[0]) })
    else { return nil }
    let words = MessageWords.of(platform)
    guard take(Array(words.heading.dropFirst())) else { return nil }
    if let note = words.maskNote { _ = take(note) }
    guard take(MessageWords.opening) else { return nil }
    var log = ConflictLog(line: line, platform: platform, entries: [])
    while let (text, isLast) = entryText() {
      let entries = ConflictLog.Entry.all(in: text)
      if text.isEmpty { log.emptyEntries += 1 }
      entryCount += entries.count
      if entryCount <= ConflictLog.maximumEntries { entries.forEach { log.append($0, at: position) } }
      if isLast { break }
    }
    let isClosed = take(MessageWords.closing)
    let end = position
    guard take(["", MessageWords.breaking]), position < lines.count else {
      position = end
      log.endsWithinList = !isClosed
      return log
    }
    position += 1
    log.setBroken(lines[position - 1], at: position)
    if log.addBroken() { entryCount += 1 }
    return take([""] + words.advice) ? log : nil
  }

  /// The text between the quotes of the next line; nil if it is no entry.
  private mutating func entryText() -> (text: Slice, isLast: Bool)? {
    guard position < lines.count else { return nil }
    let line = lines[position]
    let isLast = line.last == UInt8(ascii: "\"")
    let start = line.start + MessageWords.entryStart.utf8.count
    let end = line.end - (isLast ? MessageWords.lastEntryEnd : MessageWords.entryEnd).utf8.count
    guard start <= end, line.bytes.starts(with: MessageWords.entryStart.utf8),
      isLast || line.hasSuffix("\","), let text = line.from(start).to(end).unescapingQuotes
    else { return nil }
    position += 1
    return (text, isLast)
  }
}

extension ConflictLog.Entry: CustomStringConvertible {
  public var description: String {
    switch self {
    case .read(let constraint): constraint.description
    case .unread(let text): text
    }
  }
}

extension String {
  fileprivate var escapingQuotes: String {
    guard utf8.contains(UInt8(ascii: "\"")) else { return self }
    // Scalars instead of characters: a quote and a combining mark after it are one character, which is not equal to a quote.
    var escaped = ""
    for scalar in unicodeScalars {
      if scalar == "\"" { escaped += "\\" }
      escaped.unicodeScalars.append(scalar)
    }
    return escaped
  }
}

extension Slice {
  /// The text with the escapes of `escapingQuotes` undone; nil if a quote is not escaped.
  fileprivate var unescapingQuotes: Slice? {
    let quotes = bytes.indices.filter { self[$0] == UInt8(ascii: "\"") }
    if quotes.isEmpty { return self }
    guard quotes.allSatisfy({ $0 > start && self[$0 - 1] == UInt8(ascii: "\\") }) else { return nil }
    return replacing(ConsoleText.escapedQuote, with: UInt8(ascii: "\""))
  }
}
