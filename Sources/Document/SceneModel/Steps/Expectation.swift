/// An expectation at a place among a scene's steps. Kernel and player ignore it; checks evaluate it.
public struct Expectation: Hashable, Sendable {
  /// The kinds of expectation.
  public enum What: Hashable, Sendable {
    /// A frame as laid out, in the superview's coordinates.
    case frame(ItemID, Rect)
    /// The value that a view's layer shows, by key path, at a time in seconds; `nil`: now.
    case value(ItemID, String, AnimationValue, at: Double?)
    /// So far there was a conflict of exactly these constraints of the document (`nil`: of any), in which `breaking` was broken (`nil`: any of them).
    case conflict([LayoutConstraint.ID]?, breaking: LayoutConstraint.ID?)
    /// No required constraint is broken.
    case noConflict
    /// Whether the constraints leave the view a choice.
    case ambiguity(ItemID, isAmbiguous: Bool)
    /// How often a callback has run since the step above began; `nil`: at least once.
    case callback(Callback, ItemID, times: Int?)
    /// A completion, delegate, animator or recogniser has reported, at a time in seconds; `nil`: at any time.
    case report(String, ReactionStep.Phase, at: Double?)
    /// Nothing with the name was reported in the phase.
    case noReport(String, ReactionStep.Phase)
    /// The animation linter found the known mistake of this name.
    case remark(String)
    /// The animation linter found no mistake.
    case noRemark
  }

  /// The callbacks of a layout pass, by UIKit's names.
  public enum Callback: String, Hashable, Sendable, CaseIterable {
    /// The calls that a view may get in a pass.
    case updateProperties, updateConstraints, layoutSubviews, setFrame, safeAreaInsetsDidChange, layoutMarginsDidChange
  }

  /// The expectation itself.
  public var what: What
  /// The greatest deviation of each number, in the number's own unit.
  public var tolerance: Double

  /// The tolerance of an expectation that states none: 0.001, in the unit of each number.
  public static let usualTolerance = 0.001

  /// Makes an expectation; `tolerance` applies where it has numbers.
  public init(_ what: What, tolerance: Double = Expectation.usualTolerance) {
    (self.what, self.tolerance) = (what, tolerance)
  }

  /// The items that the expectation names.
  public var items: [ItemID] {
    switch what {
    case .frame(let id, _), .value(let id, _, _, _), .ambiguity(let id, _), .callback(_, let id, _): [id]
    case .conflict, .noConflict, .report, .noReport, .remark, .noRemark: []
    }
  }

  /// Whether the expectation is about a conflict.
  public var isOfConflict: Bool {
    if case .conflict = what { true } else { false }
  }

  /// The constraints that the expectation names.
  public var constraints: [LayoutConstraint.ID] {
    guard case .conflict(let list, let broken) = what else { return [] }
    return (list ?? []) + (broken.map { [$0] } ?? [])
  }
}

extension Scene {
  /// The document's expectations, in the order of their lines.
  public var expectations: [Expectation] { steps.compactMap(\.expectation) }
}

extension Step {
  /// The expectation of this step; `nil` for a step that does something.
  public var expectation: Expectation? {
    guard case .play(.expect(let expectation)) = self else { return nil }
    return expectation
  }
}
