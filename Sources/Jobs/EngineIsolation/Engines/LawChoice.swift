/// The laws that judge an engine: all of them, or some.
public struct LawChoice: Sendable {
  /// The names of the laws that judge; empty: all laws.
  public var only: [String]
  /// The names of the laws that do not judge.
  public var without: [String]

  public init(only: [String] = [], without: [String] = []) { (self.only, self.without) = (only, without) }

  public func allows(_ law: String) -> Bool { (only.isEmpty || only.contains(law)) && !without.contains(law) }

  /// Returns the first chosen name that is not among `names`; nil if all are.
  public func unknown(among names: [String]) -> String? { (only + without).first { !names.contains($0) } }
}
