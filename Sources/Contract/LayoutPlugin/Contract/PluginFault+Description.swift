extension PluginFault: CustomStringConvertible {
  /// The stable code of the fault. `Guides/codes.md` lists all with what to do.
  public var code: String {
    switch self {
    case .cannotLoad: "cannot-load"
    case .wrongABI: "wrong-table-version"
    case .incompleteTable: "incomplete-table"
    case .rejected: PluginFault.refusedEdit
    case .notOffered: "not-offered"
    case .broken(let violation): violation.code.rawValue
    }
  }

  private static let refusedEdit = "refused-edit"
  private static let engineFault = "engine-fault"

  /// Returns the words about an engine that has a fault of its own.
  package static func ownFault(_ why: String) -> String { "a fault [\(engineFault)]: \(why)" }

  public var description: String {
    switch self {
    case .cannotLoad(let path, let reason): "\(path): cannot be loaded as a plugin [\(code)]: \(reason)"
    case .wrongABI(let path, let found): "\(path): speaks another plugin table [\(code)]: \(found)"
    case .incompleteTable(let path, let found): "\(path): has an incomplete table [\(code)]: \(found)"
    case .rejected(let reason): "the engine refused an edit [\(code)]: \(reason)"
    case .notOffered(let reason): "not offered [\(code)]: \(reason)"
    case .broken(let violation):
      "\(PluginFault.violates)\(violation.part.rawValue) [\(code)]: \(violation)"
    }
  }

  private static let violates = "the engine violates its contract about "

  /// Returns the message of a contract violation whose code is in a text, with the part of the contract and the text before it. Nil if
  /// there is none.
  package static func violation(quotedIn text: String) -> (words: Substring, part: String, before: Substring)? {
    for code in ContractViolation.Code.allCases {
      guard let quoted = text.firstRange(of: "[\(code.rawValue)]: ") else { continue }
      let before = text[..<quoted.lowerBound]
      return (
        text[quoted.upperBound...], code.part.rawValue,
        text[..<(before.firstRange(of: violates)?.lowerBound ?? before.endIndex)]
      )
    }
    return nil
  }

  /// Returns the kind of the fault whose code a text quotes: the part of the contract of a violation; the code and the words behind it of a refused
  /// edit, of a layout engine's own fault, and of an engine whose own checks disagree. Nil if it quotes none. A quotation in parentheses is what the
  /// judge had expected.
  package static func kind(quotedIn text: String) -> Substring? {
    for end in text.ranges(of: "]: ").reversed() {
      guard let start = text[..<end.lowerBound].lastIndex(of: "[") else { continue }
      if let parenthesis = text[..<start].lastIndex(where: { $0 == "(" || $0 == ")" }), text[parenthesis] == "(" {
        continue
      }
      let code = text[text.index(after: start)..<end.lowerBound]
      if code == refusedEdit || code == engineFault { return text[start...] }
      guard let violation = ContractViolation.Code(rawValue: String(code)) else { continue }
      return violation == .doubtfulArithmetic ? text[start...] : violation.part.rawValue[...]
    }
    return nil
  }

  /// Returns a text without what the judge had expected, which is a refused edit quoted in parentheses.
  package static func withoutExpectation(in text: String) -> String {
    guard let code = text.firstRange(of: "[\(refusedEdit)]: "), let open = text[..<code.lowerBound].lastIndex(of: "("),
      !text[open..<code.lowerBound].contains(")"), let close = text[code.upperBound...].firstIndex(of: ")")
    else { return text }
    let before = text[..<open]
    return String((before.last == " " ? before.dropLast() : before) + text[text.index(after: close)...])
  }
}
