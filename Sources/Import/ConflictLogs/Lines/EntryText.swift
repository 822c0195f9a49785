extension ConflictLog.Entry {
  /// Reads the text of an entry, without the quotes of its list; nil: nothing but closing marks.
  ///
  /// Whether a damaged entry can be read depends on its own text only, not on the lines around it. One of `EntryText.forms` must find a constraint
  /// in it, and printing and reading this constraint must give the same constraint. Otherwise the whole text becomes an unread entry.
  ///
  /// - Parameter withoutSeams: the text of an entry that was wrapped, with nothing between its parts.
  init?(_ text: Slice, withoutSeams: Slice? = nil) {
    let text = text.repaired
    if text.isClosingMarks { return nil }
    if let constraint = EntryText.constraint(in: [text, withoutSeams].compactMap(\.self))
      ?? EntryText.constraintWithoutBrackets(text)
    {
      self = .read(constraint)
    } else if let own = ConstraintDescription(ownWords: text.string).flatMap({ EntryText.settled($0) }) {
      self = .read(own)
    } else {
      self = .unread(text.string)
    }
  }

  /// Returns the entries of a text that may contain several without quotes. If none can be read by itself, it is one entry with the whole text.
  static func all(in text: Slice, withoutSeams: Slice? = nil) -> [ConflictLog.Entry] {
    let text = text.repaired
    guard let entry = ConflictLog.Entry(text, withoutSeams: withoutSeams) else { return [] }
    guard case .unread = entry, text.count < 2 * ConstraintDescription.maximumLineLength else { return [entry] }
    let parts = ConsoleText.parts(of: text, at: \.classedStart).map { ConsoleText.unquoted(ConsoleText.trimmed($0)) }
    guard parts.count > 1, parts.allSatisfy({ $0.count < text.count }) else { return [entry] }
    let entries = parts.flatMap { all(in: $0) }
    return entries.contains { if case .read = $0 { true } else { false } } ? entries : [entry]
  }
}

/// Finds and reads a constraint in the text of an entry, with any text around it and after changes by an editor.
enum EntryText {
  /// The ways of finding a constraint in a text, the simplest first.
  private static let forms: [@Sendable (Slice) -> ConstraintDescription?] = [whole, cut, respelled]

  /// Returns the most likely reading of some texts; nil if none can be read. Each text is tried as it is, and after undoing typography or the escapes
  /// of a page. Marks before an entry count as decoration, and text after its closing bracket as a comment.
  static func constraint(in texts: [Slice]) -> ConstraintDescription? {
    let texts = texts.map(\.repaired)
    return likeliest(texts).flatMap { settled($0, from: texts) }
  }

  private static func likeliest(_ texts: [Slice]) -> ConstraintDescription? {
    var best: (constraint: ConstraintDescription, strangeness: Int)?
    for text in texts {
      for form in [text, plain(text)] + ConsoleText.unescapedForms(of: text) {
        guard let form, let found = forms.lazy.compactMap({ $0(form) }).first else { continue }
        let strangeness = found.strangeness
        if strangeness == 0 { return found }
        if best.map({ strangeness < $0.strangeness }) ?? true { best = (found, strangeness) }
      }
    }
    return best?.constraint
  }

  /// The largest number of times that a constraint is printed and read again.
  private static let mostReadings = 4

  /// Prints a constraint and reads it again, until it does not change. Nil if it keeps changing, or cannot be read.
  static func settled(_ found: ConstraintDescription, from texts: [Slice] = []) -> ConstraintDescription? {
    var found = found
    // In most cases the text is exactly what the constraint prints.
    if texts.count == 1, texts[0].bytes.elementsEqual(found.description.utf8) { return found }
    for _ in 0..<mostReadings {
      let printed = Array(found.description.utf8)
      guard let again = likeliest([Slice(printed, 0, printed.count)]) else { return nil }
      if again == found { return found }
      found = again
    }
    return nil
  }

  /// Reads a constraint whose angle brackets a page took for markup and removed; nil if the text is no such constraint.
  static func constraintWithoutBrackets(_ text: Slice) -> ConstraintDescription? {
    guard text.count < ConstraintDescription.maximumLineLength, text.contains(ConsoleText.constraint),
      text.contains(":0x") || text.contains(": 0x")
    else { return nil }
    let bytes = [UInt8(ascii: "<")] + ConsoleText.unquoted(text.repaired).bytes + [UInt8(ascii: ">")]
    let line = Slice(bytes, 0, bytes.count)
    return line.startsWithClass ? ConstraintDescription(line).flatMap { settled($0) } : nil
  }

  private static func whole(_ text: Slice) -> ConstraintDescription? {
    ConstraintDescription(ConsoleText.unquoted(text))
  }

  /// Reads the shortest beginning of a text that is a constraint, if only a comment follows it; otherwise nil.
  private static func cut(_ text: Slice) -> ConstraintDescription? {
    for position in text.positions(of: ">") {
      guard let next = text.byte(after: position), !isPartOfEntry(next),
        isComment(text.from(position + 1), behind: text.to(position + 1))
      else { continue }
      let head = ConsoleText.unquoted(text.to(position + 1))
      if let constraint = ConstraintDescription(head.withoutEscapedQuotes) { return constraint }
    }
    return nil
  }

  /// Whether a text after an entry is only a comment: it contains no other entry and, if the class is not that of a constraint, nothing in brackets.
  private static func isComment(_ rest: Slice, behind entry: Slice) -> Bool {
    if rest.constraintStart != nil || rest.contains("\"<") && rest.contains(ConsoleText.constraint) { return false }
    return entry.contains(ConsoleText.constraint)
      || !rest.contains(ConsoleText.constraint) && rest.firstIndex(of: ">") == nil
  }

  /// Whether a byte after `>` shows that the entry does not end there: `=` makes it the relation `>=`, and a letter or digit belongs to a word.
  private static func isPartOfEntry(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "=") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  /// Reads `<NSLayoutConstraint: 0x6000> V:[…] ((null), (null))`, a form that begins like custom descriptions, with a space after the class. Nil for
  /// text in another form.
  private static func respelled(_ text: Slice) -> ConstraintDescription? {
    let text = ConsoleText.unquoted(text)
    guard text.count < ConstraintDescription.maximumLineLength, text.first == UInt8(ascii: "<"),
      let colon = text.firstIndex(of: ":"), let space = text.byte(after: colon)
    else { return nil }
    var position = colon + 1
    if space == UInt8(ascii: " ") { position += 1 }
    let head = text.from(position)
    guard head.hasPrefix("0x"), let end = head.firstIndex(of: " ") else { return nil }
    var address = head.to(end)
    var body = head.from(end + 1)
    if address.last == UInt8(ascii: ">") {
      address = address.to(address.end - 1)
      if let notes = body.positions(of: " ((").first(where: { _ in true }) { body = body.to(notes) }
    } else if space == UInt8(ascii: " ") {
      guard body.last == UInt8(ascii: ">") else { return nil }
      body = body.to(body.end - 1)
    } else {
      return nil
    }
    let bytes =
      Array(text.to(colon + 1).bytes) + address.bytes + [UInt8(ascii: " ")] + ConsoleText.trimmed(body).bytes
      + [UInt8(ascii: ">")]
    return ConstraintDescription(Slice(bytes, 0, bytes.count))
  }

  // MARK: what editors and pages make of a text

  /// No-break spaces, characters without a width, typographic quotes and dashes, Markdown's escapes, with their replacements.
  private static let replacements: [(bytes: [UInt8], plain: String)] = [
    ("\u{A0}", " "), ("\u{202F}", " "), ("\u{2007}", " "), ("\u{3000}", " "), ("\u{200B}", ""), ("\u{200C}", ""),
    ("\u{200D}", ""), ("\u{2060}", ""), ("\u{FEFF}", ""), ("\u{200E}", ""), ("\u{200F}", ""), ("\u{AD}", ""),
    ("\u{2018}", "'"), ("\u{2019}", "'"), ("\u{201A}", "'"), ("\u{201C}", "\""), ("\u{201D}", "\""),
    ("\u{201E}", "\""), ("\u{AB}", "\""), ("\u{BB}", "\""), ("\u{2013}", "-"), ("\u{2014}", "--"), ("\u{2212}", "-"),
    ("\u{2011}", "-"), ("\t", " "),
  ].map { (Array($0.0.utf8), $0.1) }
  private static let escapable = Set("<>|[]()*_`~#+-.!{}'\"&=:".utf8)

  /// Returns a text with the replacements made; nil if there are none to make.
  private static func plain(_ text: Slice) -> Slice? {
    guard text.count < 2 * ConstraintDescription.maximumLineLength,
      text.contains(": 0x")
        || text.bytes.contains(where: {
          $0 >= 0x80 || $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "~")
        })
    else { return nil }
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var position = text.start
    while position < text.end {
      let byte = text[position]
      if byte == UInt8(ascii: "\\"), let next = text.byte(after: position), escapable.contains(next) {
        result.append(next)
        position += 2
      } else if byte == UInt8(ascii: "~"), text.byte(after: position) == byte {
        // An issue tracker took two hyphens for the marks of struck-out words.
        result.append(UInt8(ascii: "-"))
        position += 2
      } else if byte == UInt8(ascii: " "), result.last == UInt8(ascii: ":"), text.from(position + 1).hasPrefix("0x") {
        position += 1
      } else if byte >= 0xC2 || byte == UInt8(ascii: "\t"),
        let known = replacements.first(where: { text.from(position).hasPrefix($0.bytes) })
      {
        result += known.plain.utf8
        position += known.bytes.count
      } else {
        result.append(byte)
        position += 1
      }
    }
    return Slice(result, 0, result.count)
  }
}

extension ConstraintDescription {
  /// Whether a character is a no-break space or has no width; none is part of a class.
  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || scalar.properties.isDefaultIgnorableCodePoint
  }

  /// The number of things in the line that no console prints, such as a space in a class name or an invalid name.
  fileprivate var strangeness: Int {
    let explained = Set(tail.names.map(\.key))
    var count = tail.names.count { $0.key != "'|'" && $0.key.contains("|") }
    for item in items {
      switch item.reference {
      case .object(let className, _):
        if className.utf8.contains(where: { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: ":") })
          || className.unicodeScalars.contains(where: Self.isInvisible)
        {
          count += 2
        }
      case .name(let name):
        if !explained.contains(name), name.contains(" ") || name.contains(":") { count += 1 }
      }
    }
    if let identifier, identifier.contains(" "), identifier.hasPrefix("UI") || identifier.hasPrefix("_UI") {
      count += 1
    }
    if identifier?.contains("~~") == true || items.contains(where: { $0.text?.contains("~~") == true }) { count += 1 }
    return count
  }
}

extension Slice {
  /// Whether a class and a colon follow the opening bracket.
  var startsWithClass: Bool {
    guard first == UInt8(ascii: "<") else { return false }
    var position = start + 1
    while position < end, isClassByte(self[position]) { position += 1 }
    return position > start + 1 && position < end && self[position] == UInt8(ascii: ":")
  }

  /// The position of the first constraint of a line: its bracket, or the quote before it; nil if there is none.
  var constraintStart: Int? {
    guard let start = classedStart else { return contains(ConsoleText.constraint) ? quotedStart : nil }
    return to(start).quotedStart ?? start
  }

  /// The start of the first bracket that is followed by the class of a constraint; nil if there is none. Inside an entry, where quotes are no longer
  /// escaped, only the class distinguishes a constraint from a name.
  var classedStart: Int? {
    // Stops at the first constraint, because a line may have very many.
    for mark in positions(of: "onstraint:") {
      let start = classStart(before: mark)
      guard start > self.start, self[start - 1] == UInt8(ascii: "<") else { continue }
      let isQuoted = start - 1 > self.start && self[start - 2] == UInt8(ascii: "\"")
      return isQuoted ? start - 2 : start - 1
    }
    return nil
  }

  /// The position of the first quote that is followed by a bracket. An escaped quote belongs to a name and does not count. Nil if there is none.
  private var quotedStart: Int? {
    positions(of: "\"<").first { $0 == start || self[$0 - 1] != UInt8(ascii: "\\") }
  }

  /// Whether the bracket of the first constraint is escaped as in a page: `&lt;`.
  var holdsEscapedConstraint: Bool {
    guard let mark = firstIndex(of: ConsoleText.constraint) else { return false }
    return to(classStart(before: mark)).hasSuffix("lt;")
  }

  private func classStart(before mark: Int) -> Int {
    var start = mark
    while start > self.start, isClassByte(self[start - 1]) { start -= 1 }
    return start
  }

  private func isClassByte(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
      || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "$") || byte >= 0x80
  }

  fileprivate var withoutEscapedQuotes: Slice {
    guard contains(ConsoleText.escapedQuote) else { return self }
    return replacing(ConsoleText.escapedQuote, with: UInt8(ascii: "\""))
  }
}
