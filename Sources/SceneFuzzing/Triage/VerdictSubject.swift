import Foundation
import LayoutPlugin

/// The subject of a broken verdict: its words without the names and the numbers of one document, so that two documents that show one bug
/// say the same.
public struct VerdictSubject: Hashable, Codable, Sendable, CustomStringConvertible {
  public var description: String
  /// The kind of fault that the verdict quotes: the part of the contract that the engine left, or its own words about a refusal. It tells
  /// as much as the frames of a crash.
  public var fault: String?
  /// Whether the verdict is about odd numbers.
  public var isOdd: Bool

  /// `detail` is the verdict in the judge's words.
  public init(_ detail: String) {
    description = VerdictSubject.plain(VerdictSubject.withoutExpectation(detail))
    fault = PluginFault.kind(quotedIn: detail).map { VerdictSubject.plain($0) }
    isOdd = OddNumbers.areQuoted(in: detail)
  }

  /// Numbers, names that hold one, and names in quotation marks become `#`; a list of them one.
  private static func plain(_ detail: some StringProtocol) -> String {
    var words: [String] = []
    for word in detail.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      let end = word.last.flatMap { ":;,.".contains($0) ? $0 : nil }.map(String.init) ?? ""
      // Quotations of several words are no names.
      let isQuoted = word.hasPrefix("\"") && word.dropFirst().dropLast(end.count).hasSuffix("\"")
      guard isQuoted || word.contains(where: \.isNumber) else {
        words.append(String(word))
        continue
      }
      // A list goes on: its comma says nothing.
      if let last = words.last, last == "#" || last == "#," { words.removeLast() }
      words.append("#\(end)")
    }
    return words.joined(separator: " ")
  }

  /// Leaves out what the judge had expected, in brackets: it is not what the engine did.
  private static func withoutExpectation(_ detail: String) -> String {
    guard let start = detail.range(of: " (the engine refused an edit: "),
      let end = detail[start.upperBound...].range(of: ")")
    else { return detail }
    return String(detail[..<start.lowerBound] + detail[end.upperBound...])
  }
}
