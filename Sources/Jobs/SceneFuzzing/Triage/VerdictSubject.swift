import LayoutPlugin
import SceneOracles

/// The facts in the message of a broken verdict that do not depend on the names and numbers of one document. They are equal for two documents that
/// show one bug.
public struct VerdictSubject: Hashable, Codable, Sendable {
  /// The words of the message, with `#` for each value.
  public var pattern: String
  /// The fault with which the engine answered; nil if there is none.
  public var fault: Fault?
  /// The code of the contract violation; nil if there is none.
  public var violation: ContractViolation.Code?
  /// Whether the judge expected an edit to be refused as malformed, and it was not.
  public var isMissedRefusal: Bool
  /// Whether the message has odd numbers. False for a missed refusal.
  public var isOdd: Bool

  /// A fault of an engine. It identifies a bug as well as the stack of a crash does, whichever law reports it.
  public enum Fault: Hashable, Codable, Sendable {
    /// The engine violated a part of its contract. Several different bugs may cause this.
    case violation(of: ContractViolation.Part)
    /// The engine's own words, without names and numbers: about a refused edit, about itself, or about its arithmetic.
    case ownWords(code: String, words: String)

    /// Makes the fault that a message quotes.
    init(_ fault: VerdictMessage.Fault) {
      switch fault.part {
      case let part? where part != .arithmetic: self = .violation(of: part)
      default: self = .ownWords(code: fault.code, words: VerdictSubject.plain(fault.text))
      }
    }

    /// Whether the engine itself says what is wrong.
    var isInOwnWords: Bool { if case .ownWords = self { true } else { false } }
  }

  /// Makes the subject of a verdict from its message.
  public init(_ message: VerdictMessage) {
    pattern = message.pattern
    fault = message.fault.map(Fault.init)
    violation = message.fault.flatMap { ContractViolation.Code(rawValue: $0.code) }
    isMissedRefusal = fault == nil && message.expectsRefusal
    isOdd = !isMissedRefusal && OddNumbers.areAmong(message.numbers)
  }

  /// Returns an engine's message without names and numbers: each word with a digit, and each word in quotation marks, becomes `#`, and a list of them
  /// becomes one `#`.
  private static func plain(_ text: String) -> String {
    var words: [String] = []
    for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      let end = word.last.flatMap { ":;,.".contains($0) ? $0 : nil }.map(String.init) ?? ""
      // A quotation of several words is no name.
      let isQuoted = word.hasPrefix("\"") && word.dropFirst().dropLast(end.count).hasSuffix("\"")
      guard isQuoted || word.contains(where: \.isNumber) else {
        words.append(DocumentShape.withoutDirection(word))
        continue
      }
      // A list of values becomes one `#`.
      if let last = words.last, last == "#" || last == "#," { words.removeLast() }
      words.append("#\(end)")
    }
    return words.joined(separator: " ")
  }
}
