/// What a document says must hold at its place among the steps. Kernel and player do nothing there; a judge looks.
public struct Expectation: Hashable, Sendable {
  /// What can be expected.
  public enum What: Hashable, Sendable {
    /// As laid out, in the superview's coordinates.
    case frame(ItemID, Rect)
    /// What a view's layer shows, by key path, at a time in seconds; nil: now.
    case value(ItemID, String, AnimationValue, at: Double?)
    /// A conflict so far whose constraints of the document are exactly these (nil: any), and the one that gives way.
    case conflict([LayoutConstraint.ID]?, breaking: LayoutConstraint.ID?)
    /// No required constraint is broken.
    case noConflict
    /// Whether the constraints leave the view a choice.
    case ambiguity(ItemID, isAmbiguous: Bool)
    /// How often it has run since the step above began; nil: at least once.
    case callback(Callback, ItemID, times: Int?)
    /// A completion, delegate, animator or recogniser was heard of, at a time in seconds; nil: at any.
    case report(String, ReactionStep.Phase, at: Double?)
    /// Nothing of that name was reported in that phase.
    case noReport(String, ReactionStep.Phase)
    /// The linter of animations said so, by the name of the trap.
    case remark(String)
    /// Nothing was remarked.
    case noRemark
  }

  /// UIKit's names.
  public enum Callback: String, Hashable, Sendable, CaseIterable {
    /// What a view may be asked or told in a pass; UIKit's methods.
    case updateProperties, updateConstraints, layoutSubviews, setFrame, safeAreaInsetsDidChange, layoutMarginsDidChange
  }

  /// What is expected.
  public var what: What
  /// How far each number may be off, in its own unit.
  public var tolerance: Double

  /// The last place that people write.
  public static let usualTolerance = 0.001

  /// Something that is expected, to within `tolerance` where it is a number.
  public init(_ what: What, tolerance: Double = Expectation.usualTolerance) {
    (self.what, self.tolerance) = (what, tolerance)
  }

  /// The items that it names.
  public var items: [ItemID] {
    switch what {
    case .frame(let id, _), .value(let id, _, _, _), .ambiguity(let id, _), .callback(_, let id, _): [id]
    case .conflict, .noConflict, .report, .noReport, .remark, .noRemark: []
    }
  }

  /// Whether a conflict is expected.
  public var isOfConflict: Bool {
    if case .conflict = what { true } else { false }
  }

  /// The constraints that it names.
  public var constraints: [LayoutConstraint.ID] {
    guard case .conflict(let list, let broken) = what else { return [] }
    return (list ?? []) + (broken.map { [$0] } ?? [])
  }
}

extension Scene {
  /// What the document expects, in the order of its lines.
  public var expectations: [Expectation] { steps.compactMap(\.expectation) }
}

extension Step {
  /// Nil for a step that does something.
  public var expectation: Expectation? {
    guard case .play(.expect(let expectation)) = self else { return nil }
    return expectation
  }
}
