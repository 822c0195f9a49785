/// One line of a text, cut into tokens, and a position in it.
///
/// Words are separated by white space; `: = < > * @ ( ) , { } ;` stand alone (with `<=`, `>=`, `==` as one), `"…"` is one token with the escapes
/// `\"`, `\\` and `\n`, and `#` starts a comment.
struct TextLine {
  enum Token: Hashable {
    case word(String)
    case quoted(String)
    case symbol(String)

    var text: String {
      switch self {
      case .word(let text), .quoted(let text), .symbol(let text): text
      }
    }
  }

  private struct Lexeme {
    var token: Token
    /// Whether the token follows the one before it without white space.
    var isGlued: Bool
  }

  let file: String
  let number: Int
  private let bytes: ArraySlice<UInt8>
  /// The offset at which the comment begins; the end of the line if there is none.
  private var comment: Int
  /// The offset of the first byte that is not split into tokens yet.
  private var rest: Int
  // Only two tokens are split off in advance, so that a line of 30 MB is cheap: one transaction of a script can be that long.
  private var first: Lexeme?
  private var second: Lexeme?

  init(_ bytes: ArraySlice<UInt8>, file: String, number: Int) throws(TextError) {
    self.file = file
    self.number = number
    self.bytes = bytes
    rest = bytes.startIndex
    comment = bytes.endIndex
    try checkQuotes()
    first = cut()
    second = cut()
  }

  var isAtEnd: Bool { first == nil }

  /// The start of a comment that says which line of code a step comes from: `#@ Card.swift:42`.
  static let sourceMark = "#@"

  /// The line of code that the line's comment names; `nil` if it names none.
  var source: SourceLine? {
    guard comment < bytes.endIndex else { return nil }
    let text = String(decoding: bytes[comment...], as: UTF8.self)
    guard text.hasPrefix(TextLine.sourceMark) else { return nil }
    return SourceLine(parsing: text.dropFirst(TextLine.sourceMark.count))
  }
  /// Whether the line ends here, or the part of the line that `with`, `;` or `}` ends.
  var isAtPartEnd: Bool { isAtEnd || peek == .word("with") || peek == .symbol(";") || peek == .symbol("}") }
  var peek: Token? { first?.token }
  var peekAfterNext: Token? { second?.token }

  func mistake(_ code: MistakeCode, _ problem: String, hint: String = "") -> TextError {
    TextError(file: file, line: number, code: code, problem: problem, hint: hint)
  }

  mutating func next(_ what: String) throws(TextError) -> Token {
    guard let lexeme = first else {
      throw mistake(.endsEarly, "the line ends where \(what) is expected")
    }
    advance()
    return lexeme.token
  }

  /// Reads a word or a quoted text that is a name.
  mutating func name(_ what: String) throws(TextError) -> String {
    switch try next(what) {
    case .word(let text), .quoted(let text): return text
    case .symbol(let text): throw mistake(.unexpected, "\"\(text)\" stands where \(what) is expected")
    }
  }

  mutating func number(_ what: String) throws(TextError) -> Double {
    let text = try name(what)
    guard let value = TextNumber.parse(text) else {
      throw mistake(.notANumber, "\"\(text)\" is not a finite number, where \(what) is expected")
    }
    return value
  }

  /// Reads a whole number that is not negative. `what` names it in messages.
  mutating func integer(_ what: String) throws(TextError) -> Int {
    let text = try name(what)
    guard let value = UInt32(text) else {
      throw mistake(.notANumber, "\"\(text)\" is not a whole number from 0 to \(UInt32.max), where \(what) is expected")
    }
    return Int(value)
  }

  /// Reads one of an enumeration's words. `what` names the enumeration in messages.
  mutating func choice<T: RawRepresentable & CaseIterable>(_ what: String) throws(TextError) -> T
  where T.RawValue == String {
    let text = try name(what)
    guard let value = T(rawValue: text) else {
      let words = T.allCases.map(\.rawValue)
      let near = didYouMean(text, among: words)
      throw mistake(
        .unknownWord, "unknown \(what) \"\(text)\"",
        hint: near.isEmpty ? "It is one of \(words.joined(separator: ", "))." : near)
    }
    return value
  }

  mutating func skip(word: String) -> Bool {
    guard peek == .word(word) else { return false }
    advance()
    return true
  }

  mutating func skip(symbol: String) -> Bool {
    guard peek == .symbol(symbol) else { return false }
    advance()
    return true
  }

  mutating func expect(symbol: String) throws(TextError) {
    guard skip(symbol: symbol) else {
      throw mistake(
        .unexpected, "\"\(symbol)\" is expected \(peek.map { "before \"\($0.text)\"" } ?? "at the end of the line")")
    }
  }

  mutating func expect(word: String) throws(TextError) {
    guard skip(word: word) else {
      throw mistake(
        .unexpected, "\"\(word)\" is expected \(peek.map { "before \"\($0.text)\"" } ?? "at the end of the line")")
    }
  }

  /// Reads an id such as `@17`, which follows a name if the id is not the next in order; nil if there is none.
  mutating func explicitID() throws(TextError) -> UInt32? {
    guard peek == .symbol("@"), let second, second.isGlued else { return nil }
    let text = second.token.text
    advance()
    advance()
    guard let id = UInt32(text) else {
      throw mistake(.wrongFormat, "\"@\(text)\" is not an id", hint: "An id is @0 to @4294967295.")
    }
    return id
  }

  /// Reads `name.attribute`, where the name may be quoted.
  mutating func anchorWords() throws(TextError) -> (item: String, attribute: String) {
    let token = try next("an anchor such as card.top")
    switch token {
    case .quoted(let item):
      guard case .word(let rest)? = peek, first?.isGlued == true, rest.hasPrefix("."), rest.count > 1 else {
        throw mistake(.wrongFormat, "\"\(item)\" is followed by no attribute", hint: "Write \"\(item)\".top.")
      }
      advance()
      return (item, String(rest.dropFirst()))
    case .word(let text):
      guard let dot = text.lastIndex(of: "."), dot > text.startIndex, text.index(after: dot) < text.endIndex else {
        throw mistake(
          .wrongFormat, "\"\(text)\" is not an anchor", hint: "Write an item and an attribute, such as card.top.")
      }
      return (String(text[..<dot]), String(text[text.index(after: dot)...]))
    case .symbol(let text):
      throw mistake(.unexpected, "\"\(text)\" stands where an anchor such as card.top is expected")
    }
  }

  func requireEnd() throws(TextError) {
    if let token = peek { throw mistake(.unexpected, "\"\(token.text)\" is not expected here") }
  }

  private mutating func advance() {
    first = second
    second = cut()
  }

  /// Checks that every quoted text ends and has only known escapes, as `cut` requires.
  private mutating func checkQuotes() throws(TextError) {
    var isQuoted = false
    var index = bytes.startIndex
    while index < bytes.endIndex {
      switch bytes[index] {
      case UInt8(ascii: "\""): isQuoted.toggle()
      case UInt8(ascii: "#") where !isQuoted:
        comment = index
        return
      case UInt8(ascii: "\\") where isQuoted:
        index += 1
        guard index < bytes.endIndex else { break }
        guard [UInt8(ascii: "n"), UInt8(ascii: "\""), UInt8(ascii: "\\")].contains(bytes[index]) else {
          throw mistake(.wrongFormat, "unknown escape in a quoted text", hint: "Use \\\", \\\\ or \\n.")
        }
      default: break
      }
      index += 1
    }
    if isQuoted { throw mistake(.endsEarly, "a quoted text does not end", hint: "Add the closing \".") }
  }

  private mutating func cut() -> Lexeme? {
    var isGlued = rest > bytes.startIndex
    while rest < bytes.endIndex, TextLine.isSpace(bytes[rest]) {
      rest += 1
      isGlued = false
    }
    guard rest < bytes.endIndex, bytes[rest] != UInt8(ascii: "#") else {
      rest = bytes.endIndex
      return nil
    }
    switch bytes[rest] {
    case UInt8(ascii: "\""): return Lexeme(token: .quoted(cutQuoted()), isGlued: isGlued)
    case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "="):
      let isPair = rest + 1 < bytes.endIndex && bytes[rest + 1] == UInt8(ascii: "=")
      return Lexeme(token: .symbol(take(isPair ? 2 : 1)), isGlued: isGlued)
    case let byte where TextLine.isSymbol(byte): return Lexeme(token: .symbol(take(1)), isGlued: isGlued)
    default:
      var end = rest
      while end < bytes.endIndex, !TextLine.endsWord(bytes[end]) { end += 1 }
      return Lexeme(token: .word(take(end - rest)), isGlued: isGlued)
    }
  }

  private mutating func take(_ count: Int) -> String {
    defer { rest += count }
    return String(decoding: bytes[rest..<rest + count], as: UTF8.self)
  }

  private mutating func cutQuoted() -> String {
    var text: [UInt8] = []
    rest += 1
    while bytes[rest] != UInt8(ascii: "\"") {
      if bytes[rest] == UInt8(ascii: "\\") {
        rest += 1
        text.append(bytes[rest] == UInt8(ascii: "n") ? UInt8(ascii: "\n") : bytes[rest])
      } else {
        text.append(bytes[rest])
      }
      rest += 1
    }
    rest += 1
    return String(decoding: text, as: UTF8.self)
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
  }

  private static func isSymbol(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ":"), UInt8(ascii: "*"), UInt8(ascii: "@"), UInt8(ascii: "("), UInt8(ascii: ")"),
      UInt8(ascii: ","), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: ";"):
      true
    default: false
    }
  }

  static func endsWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "#"), UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "="): true
    default: isSpace(byte) || isSymbol(byte)
    }
  }
}
