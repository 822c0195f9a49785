/// A rule that no document and no measurement settles, and what we picked: a line of `layoutlab film --choices`.
public struct ChoiceDescription: Hashable, Sendable {
  /// The switch, as `layoutlab film --choose` takes it; "fixed" where there is one way only so far.
  public var name: String
  public var value: String
  /// The rule of the animation rule book that it belongs to.
  public var rule: String
  public var meaning: String

  public init(name: String, value: String, rule: String, meaning: String) {
    (self.name, self.value, self.rule, self.meaning) = (name, value, rule, meaning)
  }

  /// One that has no switch.
  public init(fixed value: String, rule: String, meaning: String) {
    self.init(name: "fixed", value: value, rule: rule, meaning: meaning)
  }
}
