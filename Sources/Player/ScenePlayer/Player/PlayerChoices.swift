import SceneModel

/// The switches for questions about transactions and view animations that no document and no measurement settles.
public struct PlayerChoices: Hashable, ChoiceTable {
  /// Whether a block that animates nothing completes before `animate` returns, instead of in the next turn (rule A12.7).
  public var emptyBlockCompletesAtOnce = true
  /// Whether an implicit animation of a property that is already being animated starts from the shown value, instead of the model's (rule A4.4).
  public var implicitStartsFromPresentation = true
  /// Whether continuing an animator with a factor of 0 takes what was left of its duration, instead of all of it (rule A14.3).
  public var factorZeroTakesTheRest = true

  /// Makes the choices that were picked.
  public init() {}

  /// All switches, in the order in which they are listed.
  public static let all: [Choice<PlayerChoices>] = [
    Choice(
      "implicitStartsFromPresentation", \.implicitStartsFromPresentation, rule: "A4.4",
      "an implicit animation of a key in flight starts from what is shown"),
    Choice(
      "emptyBlockCompletesAtOnce", \.emptyBlockCompletesAtOnce, rule: "A12.7",
      "a block that animates nothing completes before animate returns"),
    Choice(
      "factorZeroTakesTheRest", \.factorZeroTakesTheRest, rule: "A14.3",
      "continueAnimation with a factor of 0 takes what was left of the duration"),
    Choice(fixed: "appended", rule: "A5.2", "where a replacing animation stands in the order"),
    Choice(fixed: "completion with true in the next turn", rule: "A12.9", "a block while animations are disabled"),
    Choice(
      fixed: "(0.25, 0.1, 0.25, 1)", rule: "A14.8", "the curve of UICubicTimingParameters() and of an animator"),
    Choice(fixed: "after its duration", rule: "A14.9", "the end of an animator that changes nothing"),
    Choice(
      fixed: "over what is left of the time", rule: "A14.6", "animations added to an animator that is active"),
    Choice(
      fixed: "\(ScenePlayer.tableUpdateDuration) s, ease-in-out", rule: "A16.3", "a table's batch of updates"),
    Choice(
      fixed: "by end time, then in the order of adding", rule: "A18.1", "animations that end in one turn"),
    Choice(fixed: "after the animations that end then", rule: "A18.2", "a recogniser whose time is up"),
  ]
}
