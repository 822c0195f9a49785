import Foundation
import SceneModel

#if canImport(FoundationXML)
  import FoundationXML
#endif

extension MarkupElement {
  /// What a document may cost before it is refused; the largest real one seen has 230 KB, 4 000 elements, 30 levels.
  enum Limit {
    static let bytes = 16 << 20
    static let elements = 400_000
    static let depth = 200
  }

  /// Reads a whole document: well-formed, complete and within the limits, or a mistake that says where it is not.
  init(document bytes: Data, file: String) throws(TextError) {
    guard !bytes.isEmpty else {
      throw TextError(
        file: file, line: 1, problem: "the file is empty",
        hint: "Give a .storyboard or .xib file as Xcode saves it.")
    }
    guard bytes.count <= Limit.bytes else {
      throw TextError(
        file: file, line: 1, problem: "the file has \(bytes.count) bytes, more than the limit of \(Limit.bytes)",
        hint: "Split the storyboard; no screen needs that much.")
    }
    try MarkupElement.checkEncoding(of: bytes, file: file)
    // XMLParser and not XMLDocument: the latter crashes on damaged input and reads external entities.
    let parser = XMLParser(data: try MarkupElement.withoutInstructions(bytes, file: file))
    let reader = MarkupReader()
    parser.delegate = reader
    parser.shouldResolveExternalEntities = false
    let succeeded = parser.parse()
    if let refusal = reader.refusal {
      throw TextError(file: file, line: refusal.line, problem: refusal.problem, hint: refusal.hint)
    }
    // A truncated file comes back as a success with `parserError` set, an empty one as a success without.
    if let failure = reader.failure ?? parser.parserError.map({ ($0, parser.lineNumber) }) {
      throw MarkupElement.mistake(failure.0, line: failure.1, file: file, openTag: reader.openTag)
    }
    guard succeeded, let root = reader.root else {
      throw TextError(
        file: file, line: max(parser.lineNumber, 1), problem: "this is not XML, or its root element is never closed",
        hint: "Restore the file from version control, or save it again in Xcode.")
    }
    self = root
  }

  /// Xcode writes UTF-8. XMLParser on Linux traps when libxml quotes bytes that are not, so they must not reach it.
  private static func checkEncoding(of bytes: Data, file: String) throws(TextError) {
    let hint = "Save the file as UTF-8, as Xcode does."
    // A zero byte is UTF-8, but also the mark of a document in 16 or 32 bits a character.
    if let zero = bytes.firstIndex(of: 0) {
      let line = bytes[..<zero].count(where: { $0 == UInt8(ascii: "\n") }) + 1
      throw TextError(
        file: file, line: line, problem: "byte \(zero - bytes.startIndex) is zero, so this is not XML in UTF-8",
        hint: hint)
    }
    if let invalid = bytes.withUnsafeBytes(firstInvalidUTF8) {
      let line = bytes.prefix(invalid).count(where: { $0 == UInt8(ascii: "\n") }) + 1
      throw TextError(file: file, line: line, problem: "byte \(invalid) is not UTF-8 text", hint: hint)
    }
    let start = bytes.prefix(200).prefix { $0 != UInt8(ascii: ">") }
    guard start.contains(UInt8(ascii: "?")) else { return }
    let declaration = String(decoding: start, as: UTF8.self).lowercased()
    guard declaration.contains("<?xml"), let range = declaration.range(of: "encoding") else { return }
    let name = declaration[range.upperBound...].split(whereSeparator: { "='\" \t\r\n".contains($0) }).first ?? ""
    guard name == "utf-8" || name == "us-ascii" else {
      throw TextError(file: file, line: 1, problem: "the file says that its encoding is \"\(name)\"", hint: hint)
    }
  }

  /// The document with blanks in place of its processing instructions: XMLParser on Linux traps on one without data
  /// (`<?x?>`). A document type is refused, since its entities could spell one. Line numbers stay.
  private static func withoutInstructions(_ bytes: Data, file: String) throws(TextError) -> Data {
    var text = [UInt8](bytes)
    let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let beginning = text.starts(with: byteOrderMark) ? byteOrderMark.count : 0
    func stands(_ word: String, at position: Int) -> Bool { text[position...].starts(with: word.utf8) }
    func end(of word: String, from position: Int) -> Int {
      let first = word.utf8.first
      var index = position
      while index < text.count {
        if text[index] == first, stands(word, at: index) { return index + word.utf8.count }
        index += 1
      }
      return text.count
    }
    var index = beginning
    while index < text.count {
      guard text[index] == UInt8(ascii: "<") else {
        index += 1
        continue
      }
      if stands("<!--", at: index) {
        index = end(of: "-->", from: index + 4)
      } else if stands("<![CDATA[", at: index) {
        index = end(of: "]]>", from: index + 9)
      } else if stands("<!DOCTYPE", at: index) {
        let line = text[..<index].count(where: { $0 == UInt8(ascii: "\n") }) + 1
        throw TextError(
          file: file, line: line, problem: "the file declares a document type",
          hint: "Remove it; Xcode writes none.")
      } else if stands("<?", at: index) {
        let stop = end(of: "?>", from: index + 2)
        // libxml ends a damaged declaration at its first `>`, and meets what follows as an instruction of its own.
        let isDeclaration =
          index == beginning && ["<?xml ", "<?xml\t", "<?xml\n", "<?xml\r"].contains { stands($0, at: index) }
          && text[index..<stop].count { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">") } == 2
        if !isDeclaration {
          for place in index..<stop where text[place] != UInt8(ascii: "\n") { text[place] = UInt8(ascii: " ") }
        }
        index = stop
      } else {
        index += 1
      }
    }
    return Data(text)
  }

  /// The offset of the first byte that cannot stand where it stands.
  private static func firstInvalidUTF8(_ bytes: UnsafeRawBufferPointer) -> Int? {
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    var offset = 0
    while true {
      switch decoder.decode(&iterator) {
      case .scalarValue(let scalar): offset += UTF8.width(scalar)
      case .emptyInput: return nil
      case .error: return offset
      }
    }
  }

  /// The commonest of libxml's codes in words; the rest is told by number.
  private static func words(for code: Int) -> String {
    switch code {
    case 4: "there is no element at all"
    case 5, 77: "the document ends too early"
    case 9: "a character that XML does not allow"
    case 26, 27: "an entity that is not declared"
    case 38, 39, 40: "an attribute's value does not end, or holds a <"
    case 41: "an attribute without a value"
    case 42: "the same attribute twice in one element"
    case 65: "no space between two attributes"
    case 68: "a name is missing after < or &"
    case 73: "a tag does not end"
    case 76: "an end tag that closes another element"
    case 89: "elements are nested too deeply"
    default: "XML error \(code)"
    }
  }

  private static func mistake(
    _ error: any Error, line: Int, file: String, openTag: (tag: String, line: Int)?
  ) -> TextError {
    var problem = "this is not well-formed XML: \(words(for: (error as NSError).code))"
    if let openTag {
      problem += "; <\(openTag.tag)> of line \(openTag.line) is still open"
    }
    return TextError(
      file: file, line: max(line, 1), problem: problem,
      hint: "Restore the file from version control, or save it again in Xcode.")
  }
}

/// Builds the tree from parser events and stops at the limits.
private final class MarkupReader: NSObject, XMLParserDelegate {
  var root: MarkupElement?
  var failure: (any Error, Int)?
  var refusal: (line: Int, problem: String, hint: String)?
  private var open: [MarkupElement] = []
  private var count = 0

  var openTag: (tag: String, line: Int)? { open.last.map { ($0.tag, $0.line) } }

  func parser(
    _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?, qualifiedName qName: String?,
    attributes attributeDict: [String: String]
  ) {
    guard refusal == nil else { return }
    count += 1
    if count > MarkupElement.Limit.elements {
      refuse(parser, "more than \(MarkupElement.Limit.elements) elements")
    } else if open.count >= MarkupElement.Limit.depth {
      refuse(parser, "elements are nested deeper than \(MarkupElement.Limit.depth) levels")
    } else {
      open.append(
        MarkupElement(tag: elementName, attributes: MarkupAttributes(attributeDict), line: max(parser.lineNumber, 1)))
    }
  }

  func parser(
    _ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?, qualifiedName qName: String?
  ) {
    guard refusal == nil, let closed = open.popLast() else { return }
    if open.isEmpty {
      root = closed
    } else {
      open[open.count - 1].children.append(closed)
    }
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    guard refusal == nil, let last = open.indices.last, open[last].tag == "string" else { return }
    open[last].text += string
  }

  func parser(_ parser: XMLParser, parseErrorOccurred parseError: any Error) {
    if failure == nil { failure = (parseError, parser.lineNumber) }
  }

  private func refuse(_ parser: XMLParser, _ problem: String) {
    refusal = (max(parser.lineNumber, 1), problem, "Split the document; no screen needs that much.")
    parser.abortParsing()
  }
}
