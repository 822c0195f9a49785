import Foundation
import LayoutPlugin

/// The subject of a broken verdict: its words without the names and the numbers of one document, so that two documents that show one bug
/// say the same.
public struct VerdictSubject: Hashable, Codable, Sendable, CustomStringConvertible {
  public var description: String
  /// The fault whose code the verdict quotes: the violated part of the contract, or the code and message of a refused edit. It identifies a bug as
  /// well as the frames of a crash do.
  public var fault: String?
  /// Whether the judge expected an edit to be refused as malformed, and it was not.
  public var isMissedRefusal: Bool
  /// Whether the verdict is about odd numbers of the document.
  public var isOdd: Bool

  /// Makes the subject of a verdict from its text.
  public init(_ detail: String) {
    let answer = PluginFault.withoutExpectation(in: detail)
    description = VerdictSubject.plain(answer)
    fault = PluginFault.kind(quotedIn: detail).map { VerdictSubject.plain($0) }
    isMissedRefusal = fault == nil && answer != detail
    isOdd = !isMissedRefusal && OddNumbers.areQuoted(in: detail)
  }

  /// Numbers, names that hold one, and names in quotation marks become `#`; a list of them one.
  private static func plain(_ detail: some StringProtocol) -> String {
    var words: [String] = []
    for word in detail.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      let end = word.last.flatMap { ":;,.".contains($0) ? $0 : nil }.map(String.init) ?? ""
      // Quotations of several words are no names.
      let isQuoted = word.hasPrefix("\"") && word.dropFirst().dropLast(end.count).hasSuffix("\"")
      guard isQuoted || word.contains(where: \.isNumber) else {
        words.append(DocumentShape.withoutDirection(Substring(word)))
        continue
      }
      // A list goes on: its comma says nothing.
      if let last = words.last, last == "#" || last == "#," { words.removeLast() }
      words.append("#\(end)")
    }
    return words.joined(separator: " ")
  }
}
