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
    // XMLParser and not XMLDocument: the latter crashes on damaged input and reads external entities.
    let parser = XMLParser(data: bytes)
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

  private static func mistake(
    _ error: any Error, line: Int, file: String, openTag: (tag: String, line: Int)?
  ) -> TextError {
    let error = error as NSError
    var reason = (error.userInfo["NSXMLParserErrorMessage"] as? String ?? "").split(separator: "\n").first.map(
      String.init)
    if reason == nil { reason = "XML error \(error.code)" }
    var problem = "this is not well-formed XML (\(reason!.trimmingCharacters(in: .whitespaces)))"
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
      open.append(MarkupElement(tag: elementName, attributes: attributeDict, line: max(parser.lineNumber, 1)))
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

  func parser(_ parser: XMLParser, parseErrorOccurred parseError: any Error) {
    if failure == nil { failure = (parseError, parser.lineNumber) }
  }

  private func refuse(_ parser: XMLParser, _ problem: String) {
    refusal = (max(parser.lineNumber, 1), problem, "Split the document; no screen needs that much.")
    parser.abortParsing()
  }
}
