/// A rule that neither Apple's documentation nor a measurement settles, or that differs between systems, with the option that was picked.
///
/// `layoutlab film --choices` and `layoutlab show --quirks` print tables of choices. `Choices` is the type that holds the switches.
public struct Choice<Choices: Sendable>: Sendable {
  /// The switch's name on the command line; `fixed` where there is no switch.
  public let name: String
  /// The rule's number in `Guides/rules/`.
  public let rule: String
  /// The question that the choice decides, or the rule, as a sentence.
  public let meaning: String
  /// The options that the command line takes; for a choice without a switch, the only option.
  public let options: [String]
  private let read: @Sendable (Choices) -> String
  /// Sets this switch in a set of choices to the named option; nil for a choice without a switch.
  private let write: (@Sendable (inout Choices, String) -> Void)?

  /// Makes a choice with a switch that is on or off.
  public init(
    _ name: String, _ property: WritableKeyPath<Choices, Bool> & Sendable, rule: String, _ meaning: String
  ) {
    (self.name, self.rule, self.meaning) = (name, rule, meaning)
    options = ["true", "false"]
    read = { "\($0[keyPath: property])" }
    write = { $0[keyPath: property] = $1 == "true" }
  }

  /// Makes a choice with a switch of several positions.
  public init<Position: RawRepresentable<String> & CaseIterable & SendableMetatype>(
    _ name: String, _ property: WritableKeyPath<Choices, Position> & Sendable, rule: String, _ meaning: String
  ) {
    (self.name, self.rule, self.meaning) = (name, rule, meaning)
    options = Position.allCases.map(\.rawValue)
    read = { $0[keyPath: property].rawValue }
    write = { choices, option in Position(rawValue: option).map { choices[keyPath: property] = $0 } }
  }

  /// Makes a choice without a switch, which is only listed.
  public init(fixed value: String, rule: String, _ meaning: String) {
    (name, self.rule, self.meaning) = ("fixed", rule, meaning)
    options = [value]
    read = { _ in value }
    write = nil
  }

  /// Whether the choice has no switch and is only listed.
  public var isFixed: Bool { write == nil }

  /// Returns the option that is set in `choices`.
  public func value(in choices: Choices) -> String { read(choices) }

  /// Sets an option of this switch. Returns false, with nothing changed, if `name` is another switch's or this switch does not have the option.
  fileprivate func set(_ option: String, of name: String, in choices: inout Choices) -> Bool {
    guard let write, name == self.name, options.contains(option) else { return false }
    write(&choices, option)
    return true
  }
}

/// A set of switches that are described by one table.
public protocol ChoiceTable: Sendable {
  /// All choices, in the order in which they are listed.
  static var all: [Choice<Self>] { get }
}

extension ChoiceTable {
  /// Sets a switch by its name in the table. Returns false, with nothing changed, if there is no such switch or option.
  public mutating func choose(_ name: String, _ option: String) -> Bool {
    Self.all.contains { $0.set(option, of: name, in: &self) }
  }
}
