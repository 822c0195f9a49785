/// One line of a text, cut into tokens, and a place in it.
///
/// Words are separated by white space; `: = < > * @ ( ) , { } ;` stand alone (with `<=`, `>=`, `==` as one), `"…"` is one
/// token with the escapes `\"`, `\\` and `\n`, and `#` starts a comment.
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

  let file: String
  let number: Int
  private(set) var tokens: [Token] = []
  /// Whether a token follows the one before it without white space.
  private var isGlued: [Bool] = []
  private var position = 0

  init(_ bytes: some Sequence<UInt8>, file: String, number: Int) throws(TextError) {
    self.file = file
    self.number = number
    try cut(Array(bytes))
  }

  var isAtEnd: Bool { position == tokens.count }
  /// Whether a part that another can follow is over.
  var isAtPartEnd: Bool { isAtEnd || peek == .word("with") }
  var peek: Token? { position < tokens.count ? tokens[position] : nil }

  var peekAfterNext: Token? { position + 1 < tokens.count ? tokens[position + 1] : nil }

  func mistake(_ problem: String, hint: String = "") -> TextError {
    TextError(file: file, line: number, problem: problem, hint: hint)
  }

  mutating func next(_ what: String) throws(TextError) -> Token {
    guard position < tokens.count else {
      throw mistake("the line ends where \(what) is expected")
    }
    position += 1
    return tokens[position - 1]
  }

  /// A word or a quoted text: something that names.
  mutating func name(_ what: String) throws(TextError) -> String {
    switch try next(what) {
    case .word(let text), .quoted(let text): return text
    case .symbol(let text): throw mistake("\"\(text)\" stands where \(what) is expected")
    }
  }

  mutating func number(_ what: String) throws(TextError) -> Double {
    let text = try name(what)
    guard let value = TextNumber.parse(text) else {
      throw mistake("\"\(text)\" is not a finite number, where \(what) is expected")
    }
    return value
  }

  mutating func integer(_ what: String) throws(TextError) -> Int {
    let text = try name(what)
    guard let value = Int(text), abs(value) <= Int(UInt32.max) else {
      throw mistake("\"\(text)\" is not a whole number below 2^32, where \(what) is expected")
    }
    return value
  }

  /// One of an enumeration's words.
  mutating func choice<T: RawRepresentable & CaseIterable>(_ what: String) throws(TextError) -> T
  where T.RawValue == String {
    let text = try name(what)
    guard let value = T(rawValue: text) else {
      let words = T.allCases.map(\.rawValue)
      let near = didYouMean(text, among: words)
      throw mistake(
        "unknown \(what) \"\(text)\"", hint: near.isEmpty ? "It is one of \(words.joined(separator: ", "))." : near)
    }
    return value
  }

  mutating func skip(word: String) -> Bool {
    guard peek == .word(word) else { return false }
    position += 1
    return true
  }

  mutating func skip(symbol: String) -> Bool {
    guard peek == .symbol(symbol) else { return false }
    position += 1
    return true
  }

  mutating func expect(symbol: String) throws(TextError) {
    guard skip(symbol: symbol) else {
      throw mistake("\"\(symbol)\" is expected \(peek.map { "before \"\($0.text)\"" } ?? "at the end of the line")")
    }
  }

  mutating func expect(word: String) throws(TextError) {
    guard skip(word: word) else {
      throw mistake("\"\(word)\" is expected \(peek.map { "before \"\($0.text)\"" } ?? "at the end of the line")")
    }
  }

  /// `@17`: an id that is not the declaration's number.
  mutating func explicitID() throws(TextError) -> UInt32? {
    guard peek == .symbol("@"), position + 1 < tokens.count, isGlued[position + 1] else { return nil }
    position += 1
    let text = tokens[position].text
    position += 1
    guard let id = UInt32(text) else { throw mistake("\"@\(text)\" is not an id", hint: "An id is @0 to @4294967295.") }
    return id
  }

  /// `name.attribute`, where the name may be quoted.
  mutating func anchorWords() throws(TextError) -> (item: String, attribute: String) {
    let token = try next("an anchor such as card.top")
    switch token {
    case .quoted(let item):
      guard case .word(let rest)? = peek, isGlued[position], rest.hasPrefix("."), rest.count > 1 else {
        throw mistake("\"\(item)\" is followed by no attribute", hint: "Write \"\(item)\".top.")
      }
      position += 1
      return (item, String(rest.dropFirst()))
    case .word(let text):
      guard let dot = text.lastIndex(of: "."), dot > text.startIndex, text.index(after: dot) < text.endIndex else {
        throw mistake("\"\(text)\" is not an anchor", hint: "Write an item and an attribute, such as card.top.")
      }
      return (String(text[..<dot]), String(text[text.index(after: dot)...]))
    case .symbol(let text):
      throw mistake("\"\(text)\" stands where an anchor such as card.top is expected")
    }
  }

  func requireEnd() throws(TextError) {
    if let token = peek { throw mistake("\"\(token.text)\" is not expected here") }
  }

  private mutating func cut(_ bytes: [UInt8]) throws(TextError) {
    var index = 0
    var gap = true
    func append(_ token: Token) {
      tokens.append(token)
      isGlued.append(!gap)
      gap = false
    }
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"):
        gap = true
        index += 1
      case UInt8(ascii: "#"):
        index = bytes.count
      case UInt8(ascii: "\""):
        var text: [UInt8] = []
        index += 1
        while true {
          guard index < bytes.count else { throw mistake("a quoted text does not end", hint: "Add the closing \".") }
          if bytes[index] == UInt8(ascii: "\"") { break }
          if bytes[index] == UInt8(ascii: "\\") {
            index += 1
            guard index < bytes.count else { throw mistake("a quoted text does not end", hint: "Add the closing \".") }
            switch bytes[index] {
            case UInt8(ascii: "n"): text.append(UInt8(ascii: "\n"))
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): text.append(bytes[index])
            default: throw mistake("unknown escape in a quoted text", hint: "Use \\\", \\\\ or \\n.")
            }
          } else {
            text.append(bytes[index])
          }
          index += 1
        }
        index += 1
        guard let string = String(validating: text, as: UTF8.self) else { throw mistake("the text is not UTF-8") }
        append(.quoted(string))
      case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "="):
        let isPair = index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "=")
        append(.symbol(String(decoding: bytes[index..<index + (isPair ? 2 : 1)], as: UTF8.self)))
        index += isPair ? 2 : 1
      case let byte where TextLine.isSymbol(byte):
        append(.symbol(String(UnicodeScalar(byte))))
        index += 1
      default:
        let start = index
        while index < bytes.count, !TextLine.endsWord(bytes[index]) { index += 1 }
        guard let string = String(validating: bytes[start..<index], as: UTF8.self) else {
          throw mistake("the text is not UTF-8")
        }
        append(.word(string))
      }
    }
  }

  private static func isSymbol(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ":"), UInt8(ascii: "*"), UInt8(ascii: "@"), UInt8(ascii: "("), UInt8(ascii: ")"),
      UInt8(ascii: ","), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: ";"):
      true
    default: false
    }
  }

  private static func endsWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "#"), UInt8(ascii: "\""),
      UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "="):
      true
    default: isSymbol(byte)
    }
  }
}

/// Splits a text into lines, within bounds, so that no file can make reading slow or large.
struct TextLines {
  static let maximumBytes = 32 << 20
  static let maximumLineBytes = 1 << 20

  /// Calls `body` with each line that says something; the first line is 1.
  static func forEach(
    in text: String, file: String, _ body: (inout TextLine) throws(TextError) -> Void
  ) throws(TextError) {
    var text = text
    text.makeContiguousUTF8()
    guard text.utf8.count <= maximumBytes else {
      throw TextError(
        file: file, line: 0, problem: "the file has \(text.utf8.count) bytes, more than \(maximumBytes)",
        hint: "Split the scene.")
    }
    var number = 0
    for bytes in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      number += 1
      guard bytes.count <= maximumLineBytes else {
        throw TextError(
          file: file, line: number, problem: "the line has \(bytes.count) bytes, more than \(maximumLineBytes)",
          hint: "Is this a scene?")
      }
      var line = try TextLine(bytes, file: file, number: number)
      if line.isAtEnd { continue }
      try body(&line)
    }
  }
}
