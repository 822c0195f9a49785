extension PluginFault: CustomStringConvertible {
  public var description: String {
    switch self {
    case .cannotLoad(let path, let reason): "\(path): cannot be loaded as a plugin: \(reason)"
    case .wrongABI(let path, let found): "\(path): speaks another plugin table: \(found)"
    case .incompleteTable(let path, let found): "\(path): has an incomplete table: \(found)"
    case .rejected(let reason): PluginFault.refusal + reason
    case .notOffered(let reason): "not offered: \(reason)"
    case .broken(let breach): "\(PluginFault.breach)\(breach.part.rawValue): \(breach)"
    }
  }

  private static let refusal = "the engine refused an edit: "
  private static let breach = "the engine left its contract about "

  /// What an engine did against its contract, as a text quotes it, with the part of the contract and the text before; nil if it quotes nothing.
  package static func deed(quotedIn text: String) -> (deed: Substring, part: Substring, before: Substring)? {
    guard let start = text.firstRange(of: breach),
      let colon = text[start.upperBound...].firstRange(of: ": ")
    else { return nil }
    return (text[colon.upperBound...], text[start.upperBound..<colon.lowerBound], text[..<start.lowerBound])
  }

  /// The kind of the fault that a text quotes. For a contract violation, the part of the contract. For a refusal, and for an engine whose own steps
  /// disagree, its words. Nil if it quotes none. A quotation in brackets is an expectation, and no fault.
  package static func kind(quotedIn text: String) -> Substring? {
    for start in [refusal, breach] {
      guard let range = text.ranges(of: start).last else { continue }
      if range.lowerBound > text.startIndex, text[text.index(before: range.lowerBound)] == "(" { continue }
      let rest = text[range.upperBound...]
      if start == refusal || rest.hasPrefix(ContractBreach.Part.arithmetic.rawValue) {
        return text[range.lowerBound...]
      }
      return ContractBreach.Part.allCases.first { rest.hasPrefix($0.rawValue) }.map { rest.prefix($0.rawValue.count) }
    }
    return nil
  }
}
