import SceneModel

/// What no document and no measurement settles about transactions and view animation, one switch each.
public struct PlayerChoices: Hashable, Sendable {
  /// 12.7: a block that animates nothing completes before `animate` returns; off: in the next turn.
  public var emptyBlockCompletesAtOnce = true
  /// 4.4: an implicit animation of a key that is in flight starts from what is shown; off: from the model.
  public var implicitStartsFromPresentation = true
  /// 14: `continueAnimation` with a factor of 0 takes what was left of the duration; off: all of it.
  public var factorZeroTakesTheRest = true

  public init() {}

  /// Flips a switch by the name and value that `descriptions` tell; false when there is no such switch or value.
  public mutating func choose(_ name: String, _ value: String) -> Bool {
    guard let isOn = Bool(value) else { return false }
    switch name {
    case "emptyBlockCompletesAtOnce": emptyBlockCompletesAtOnce = isOn
    case "implicitStartsFromPresentation": implicitStartsFromPresentation = isOn
    case "factorZeroTakesTheRest": factorZeroTakesTheRest = isOn
    default: return false
    }
    return true
  }

  public var descriptions: [ChoiceDescription] {
    [
      ChoiceDescription(
        name: "implicitStartsFromPresentation", value: "\(implicitStartsFromPresentation)", rule: "4.4",
        meaning: "an implicit animation of a key in flight starts from what is shown"),
      ChoiceDescription(
        name: "emptyBlockCompletesAtOnce", value: "\(emptyBlockCompletesAtOnce)", rule: "12.7",
        meaning: "a block that animates nothing completes before animate returns"),
      ChoiceDescription(
        name: "factorZeroTakesTheRest", value: "\(factorZeroTakesTheRest)", rule: "14",
        meaning: "continueAnimation with a factor of 0 takes what was left of the duration"),
      ChoiceDescription(fixed: "appended", rule: "5.2", meaning: "where a replacing animation stands in the order"),
      ChoiceDescription(
        fixed: "completion with true in the next turn", rule: "12.9", meaning: "a block while animations are disabled"),
      ChoiceDescription(
        fixed: "(0.25, 0.1, 0.25, 1)", rule: "14", meaning: "the curve of UICubicTimingParameters() and of an animator"),
      ChoiceDescription(
        fixed: "over what is left of the time", rule: "14", meaning: "animations added to an animator that is active"),
      ChoiceDescription(
        fixed: "\(ScenePlayer.tableUpdateDuration) s, ease-in-out", rule: "16", meaning: "a table's batch of updates"),
      ChoiceDescription(
        fixed: "by end time, then in the order of adding", rule: "18", meaning: "animations that end in one turn"),
      ChoiceDescription(
        fixed: "after the animations that end then", rule: "18", meaning: "a recogniser whose time is up"),
    ]
  }
}
