import Foundation

/// The subject of a broken verdict: its words without the names and the numbers of one document, so that two documents that show one bug
/// say the same.
public struct VerdictSubject: Hashable, Codable, Sendable, CustomStringConvertible {
  public var description: String
  /// The engine's own words about what was wrong, where the verdict quotes them: they tell as much as the frames of a crash.
  public var fault: String?

  /// `detail` is the verdict in the judge's words.
  public init(_ detail: String) {
    description = VerdictSubject.plain(VerdictSubject.withoutExpectation(detail))
    fault = VerdictSubject.fault(in: detail).map { VerdictSubject.plain($0) }
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

  /// Where the judge says in brackets what it expected, it quotes its own words.
  private static func fault(in detail: String) -> Substring? {
    for quoted in ["the engine refused an edit: ", "the engine left its contract: "] {
      guard let range = detail.range(of: quoted, options: .backwards) else { continue }
      if range.lowerBound > detail.startIndex, detail[detail.index(before: range.lowerBound)] == "(" { continue }
      return detail[range.lowerBound...]
    }
    return nil
  }
}
