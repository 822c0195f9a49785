/// The words of a Swift source, without comments and strings: enough to find which names a file uses and which it declares.
///
/// Code inside a string's interpolation counts as code. Any text can be read, even if it is not Swift.
struct SwiftWords {
  struct Word {
    /// An identifier (with a `@` or `#` before it), or one punctuation character.
    let text: Substring
    /// The line, from 1.
    let line: Int
    var isIdentifier: Bool { text.first.map { $0.isLetter || $0 == "_" || $0 == "@" || $0 == "#" } ?? false }
  }

  private(set) var words: [Word] = []
  private let source: Substring.UnicodeScalarView
  private var place: Substring.Index
  private var line = 1

  init(_ text: String) {
    source = text[...].unicodeScalars
    place = source.startIndex
    readCode(untilParenthesis: false)
  }

  private var next: Unicode.Scalar? { place < source.endIndex ? source[place] : nil }

  private func starts(with text: String) -> Bool { source[place...].starts(with: text.unicodeScalars) }

  private mutating func advance(_ count: Int = 1) {
    for _ in 0..<count where place < source.endIndex {
      if source[place] == "\n" { line += 1 }
      place = source.index(after: place)
    }
  }

  /// Reads to the end, or to the parenthesis that closes an interpolation.
  private mutating func readCode(untilParenthesis: Bool) {
    var depth = 0
    while let scalar = next {
      if scalar.properties.isWhitespace {
        advance()
      } else if starts(with: "//") {
        while let scalar = next, scalar != "\n" { _ = scalar; advance() }
      } else if starts(with: "/*") {
        skipBlockComment()
      } else if scalar == "\"" || scalar == "#" && isRawString {
        readString()
      } else if isNameStart(scalar) || (scalar == "@" || scalar == "#") && nameFollows {
        readName()
      } else if scalar.properties.numericType != nil {
        while let scalar = next, isNamePart(scalar) { advance() }
      } else {
        if scalar == "(" { depth += 1 }
        if scalar == ")" {
          if untilParenthesis && depth == 0 {
            advance()
            return
          }
          depth -= 1
        }
        let start = place
        advance()
        words.append(Word(text: Substring(source[start..<place]), line: line))
      }
    }
  }

  /// Skips a block comment, which may contain others.
  private mutating func skipBlockComment() {
    var depth = 0
    while next != nil {
      if starts(with: "/*") {
        depth += 1
        advance(2)
      } else if starts(with: "*/") {
        depth -= 1
        advance(2)
        if depth == 0 { return }
      } else {
        advance()
      }
    }
  }

  private var isRawString: Bool { source[place...].first { $0 != "#" } == "\"" }
  private var nameFollows: Bool {
    let after = source.index(after: place)
    return after < source.endIndex && isNameStart(source[after])
  }

  private mutating func readString() {
    var hashes = 0
    while next == "#" {
      hashes += 1
      advance()
    }
    let marks = String(repeating: "#", count: hashes)
    let quotes = starts(with: "\"\"\"") ? "\"\"\"" : "\""
    let (end, interpolation) = (quotes + marks, "\\" + marks + "(")
    advance(quotes.count)
    while let scalar = next {
      if starts(with: end) {
        advance(end.count)
        return
      }
      if starts(with: interpolation) {
        advance(interpolation.count)
        readCode(untilParenthesis: true)
      } else if scalar == "\n" && quotes.count == 1 {
        return  // Not closed: a mistake of its author's.
      } else {
        advance(scalar == "\\" && hashes == 0 ? 2 : 1)
      }
    }
  }

  private mutating func readName() {
    let start = place
    advance()
    while let scalar = next, isNamePart(scalar) { advance() }
    words.append(Word(text: Substring(source[start..<place]), line: line))
  }

  private func isNameStart(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isXIDStart || scalar == "_" }
  private func isNamePart(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isXIDContinue }
}
