import Foundation
import SceneModel
import XMLShim

extension MarkupElement {
  /// The limits beyond which a document is refused; the largest real document seen had 230 KB, 4 000 elements, 30 levels.
  enum Limit {
    static let bytes = 16 << 20
    static let elements = 400_000
    static let depth = 200
  }

  /// Reads a whole document. Throws a mistake that says where, if the document is not well-formed, is incomplete, or exceeds the limits.
  init(document bytes: Data, file: String) throws(TextError) {
    guard !bytes.isEmpty else {
      throw TextError(
        file: file, line: 1, code: .endsEarly, problem: "the file is empty",
        hint: "Give a .storyboard or .xib file as Xcode saves it.")
    }
    guard bytes.count <= Limit.bytes else {
      throw TextError(
        file: file, line: 1, code: .tooLarge,
        problem: "the file has \(bytes.count) bytes, more than the limit of \(Limit.bytes)",
        hint: "Split the storyboard; no screen needs that much.")
    }
    try MarkupElement.checkEncoding(of: bytes, file: file)
    let reader = MarkupReader()
    reader.read(bytes)
    if let refusal = reader.refusal {
      throw TextError(
        file: file, line: refusal.line, code: refusal.code, problem: refusal.problem, hint: refusal.hint)
    }
    if let failure = reader.failure {
      throw MarkupElement.mistake(failure.code, line: failure.line, file: file, openTag: reader.openTag)
    }
    guard let root = reader.root else {
      throw TextError(
        file: file, line: 1, code: .wrongFormat, problem: "this is not XML, or its root element is never closed",
        hint: "Restore the file from version control, or save it again in Xcode.")
    }
    self = root
  }

  /// Throws unless the bytes are UTF-8, as Xcode writes it, and the XML declaration states UTF-8, US-ASCII or no encoding.
  private static func checkEncoding(of bytes: Data, file: String) throws(TextError) {
    let hint = "Save the file as UTF-8, as Xcode does."
    // A zero byte is valid UTF-8, but it also shows that a document has 16 or 32 bits for a character.
    if let zero = bytes.withUnsafeBytes({ $0.firstIndex(of: 0) }) {
      let line = bytes.prefix(zero).count(where: { $0 == UInt8(ascii: "\n") }) + 1
      throw TextError(
        file: file, line: line, code: .wrongFormat, problem: "byte \(zero) is zero, so this is not XML in UTF-8",
        hint: hint)
    }
    if let invalid = bytes.withUnsafeBytes(firstInvalidUTF8) {
      let line = bytes.prefix(invalid).count(where: { $0 == UInt8(ascii: "\n") }) + 1
      throw TextError(
        file: file, line: line, code: .wrongFormat, problem: "byte \(invalid) is not UTF-8 text", hint: hint)
    }
    let start = bytes.prefix(200).prefix { $0 != UInt8(ascii: ">") }
    guard start.contains(UInt8(ascii: "?")) else { return }
    let declaration = String(decoding: start, as: UTF8.self).lowercased()
    guard declaration.contains("<?xml"), let range = declaration.range(of: "encoding") else { return }
    let name = declaration[range.upperBound...].split(whereSeparator: { "='\" \t\r\n".contains($0) }).first ?? ""
    guard name == "utf-8" || name == "us-ascii" else {
      throw TextError(
        file: file, line: 1, code: .wrongFormat, problem: "the file says that its encoding is \"\(name)\"", hint: hint)
    }
  }

  /// Returns the offset of the first byte at which the bytes are not valid UTF-8; nil if all are valid.
  private static func firstInvalidUTF8(_ bytes: UnsafeRawBufferPointer) -> Int? {
    // Validating the whole text is fast. Only if it is not valid, it is decoded character by character.
    if String(validating: bytes, as: UTF8.self) != nil { return nil }
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

  /// The most frequent error codes of libxml2 in words; others are printed as numbers.
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

  private static func mistake(_ code: Int, line: Int, file: String, openTag: (tag: String, line: Int)?) -> TextError {
    var problem = "this is not well-formed XML: \(words(for: code))"
    if let openTag {
      problem += "; <\(openTag.tag)> of line \(openTag.line) is still open"
    }
    return TextError(
      file: file, line: max(line, 1), code: .wrongFormat, problem: problem,
      hint: "Restore the file from version control, or save it again in Xcode.")
  }
}

/// Builds the tree from libxml2's events and stops at the limits. Foundation's `XMLParser` uses the same library, but traps on some damaged input and
/// leaks memory with each mistake.
private final class MarkupReader {
  private(set) var root: MarkupElement?
  private(set) var failure: (code: Int, line: Int)?
  private(set) var refusal: (code: MistakeCode, line: Int, problem: String, hint: String)?
  private var open: [MarkupElement] = []
  private var count = 0

  var openTag: (tag: String, line: Int)? { open.last.map { ($0.tag, $0.line) } }

  func read(_ bytes: Data) {
    var handler = xml_shim_handler(
      start_element: { MarkupReader.of($0).start(MarkupReader.name($1, $2!), line: $3) },
      attribute: { MarkupReader.of($0).set(MarkupReader.name($1, $2!), MarkupReader.string($3!, count: $4)) },
      end_element: { MarkupReader.of($0).end() },
      text: { MarkupReader.of($0).add($1!, count: $2) },
      // A document type could define entities with any content.
      document_type: {
        MarkupReader.of($0).refuse(
          .wrongFormat, $1, "the file declares a document type", "Remove it; Xcode writes none.")
      },
      mistake: { MarkupReader.of($0).fail($1, line: $2) })
    bytes.withUnsafeBytes { bytes in
      xml_shim_read(
        bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count, &handler,
        Unmanaged.passUnretained(self).toOpaque())
    }
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> MarkupReader {
    Unmanaged<MarkupReader>.fromOpaque(context!).takeUnretainedValue()
  }

  private static func name(_ prefix: UnsafePointer<CChar>?, _ name: UnsafePointer<CChar>) -> String {
    let name = String(cString: name)
    return prefix.map { "\(String(cString: $0)):\(name)" } ?? name
  }

  private static func string(_ bytes: UnsafePointer<CChar>, count: Int) -> String {
    String(decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  private func start(_ tag: String, line: Int) -> Bool {
    count += 1
    let hint = "Split the document; no screen needs that much."
    if count > MarkupElement.Limit.elements {
      return refuse(.tooLarge, line, "more than \(MarkupElement.Limit.elements) elements", hint)
    }
    if open.count >= MarkupElement.Limit.depth {
      return refuse(.tooLarge, line, "elements are nested deeper than \(MarkupElement.Limit.depth) levels", hint)
    }
    open.append(MarkupElement(tag: tag, attributes: [:], line: line))
    return true
  }

  private func set(_ name: String, _ value: String) { open[open.count - 1].attributes.append(name, value) }

  private func end() {
    guard refusal == nil, let closed = open.popLast() else { return }
    if open.isEmpty {
      root = closed
    } else {
      open[open.count - 1].children.append(closed)
    }
  }

  private func add(_ text: UnsafePointer<CChar>, count: Int) {
    guard let last = open.indices.last, open[last].tag == "string" else { return }
    open[last].text += MarkupReader.string(text, count: count)
  }

  private func fail(_ code: Int, line: Int) {
    if failure == nil { failure = (code, line) }
  }

  private func refuse(_ code: MistakeCode, _ line: Int, _ problem: String, _ hint: String) -> Bool {
    refusal = (code, line, problem, hint)
    return false
  }
}
