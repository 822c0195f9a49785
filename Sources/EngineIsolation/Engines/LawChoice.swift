/// The laws that judge an engine: all of them, or some.
public struct LawChoice: Sendable {
  /// The names of those that judge; empty: all do.
  public var only: [String]
  /// The names of those that do not.
  public var without: [String]

  public init(only: [String] = [], without: [String] = []) { (self.only, self.without) = (only, without) }

  public func allows(_ law: String) -> Bool { (only.isEmpty || only.contains(law)) && !without.contains(law) }

  /// The first name that is none of these.
  public func unknown(among names: [String]) -> String? { (only + without).first { !names.contains($0) } }
}
