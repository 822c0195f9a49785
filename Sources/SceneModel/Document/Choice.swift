/// A rule that no document and no measurement settles, or that differs between systems, with what we pick: an entry of a
/// table of such rules, and a line of `layoutlab film --choices` or `layoutlab show --quirks`. `Choices` holds the switches.
public struct Choice<Choices: Sendable>: Sendable {
  /// The switch, as the command line takes it; "fixed" where there is none.
  public let name: String
  /// The rule of the floor's rule book that it belongs to.
  public let rule: String
  /// What is chosen, as a sentence about the switch or as the question.
  public let meaning: String
  /// Every value that the switch may have, as the command line takes it; of a fixed one, what it is.
  public let options: [String]
  private let read: @Sendable (Choices) -> String
  /// Nil where there is one way only so far.
  private let write: (@Sendable (inout Choices, String) -> Void)?

  /// A switch that is on or off.
  public init(
    _ name: String, _ property: WritableKeyPath<Choices, Bool> & Sendable, rule: String, _ meaning: String
  ) {
    (self.name, self.rule, self.meaning) = (name, rule, meaning)
    options = ["true", "false"]
    read = { "\($0[keyPath: property])" }
    write = { $0[keyPath: property] = $1 == "true" }
  }

  /// A switch with named positions.
  public init<Position: RawRepresentable<String> & CaseIterable & SendableMetatype>(
    _ name: String, _ property: WritableKeyPath<Choices, Position> & Sendable, rule: String, _ meaning: String
  ) {
    (self.name, self.rule, self.meaning) = (name, rule, meaning)
    options = Position.allCases.map(\.rawValue)
    read = { $0[keyPath: property].rawValue }
    write = { choices, option in Position(rawValue: option).map { choices[keyPath: property] = $0 } }
  }

  /// One that has no switch.
  public init(fixed value: String, rule: String, _ meaning: String) {
    (name, self.rule, self.meaning) = ("fixed", rule, meaning)
    options = [value]
    read = { _ in value }
    write = nil
  }

  /// Whether it cannot be set: it is listed and told only.
  public var isFixed: Bool { write == nil }

  /// The option that `choices` has.
  public func value(in choices: Choices) -> String { read(choices) }

  /// False when this is another switch's name, or an option that it does not have.
  fileprivate func set(_ option: String, of name: String, in choices: inout Choices) -> Bool {
    guard let write, name == self.name, options.contains(option) else { return false }
    write(&choices, option)
    return true
  }
}

/// Switches of a floor, told by one table.
public protocol ChoiceTable: Sendable {
  /// Every switch, in the order in which they are listed.
  static var all: [Choice<Self>] { get }
}

extension ChoiceTable {
  /// Flips a switch by its name in the table; false when there is no such switch or option.
  public mutating func choose(_ name: String, _ option: String) -> Bool {
    Self.all.contains { $0.set(option, of: name, in: &self) }
  }
}
