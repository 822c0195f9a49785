/// The promises of an engine about its answers, and about the documents that it supports. Laws judge it by these.
public struct EnginePromise: Hashable, Codable, Sendable {
  /// The rule by which an engine chooses one of several equally good solutions.
  public enum Ties: String, Hashable, Codable, Sendable {
    /// Any solution may be the answer.
    case any
    /// The answer depends on the present document alone, not on its history.
    case present
    /// The answer is the one of the canonical rule, bit for bit.
    case canonical
  }

  /// The rule by which the engine chooses one of several equally good solutions; nil if `Capabilities.canonical` decides it.
  public var ties: Ties?
  /// The greatest error of an answer in points, besides rounding to the grid; nil for the default tolerance of the laws.
  public var tolerance: Double?
  /// The grid of positions, in points: positions are rounded to its multiples. 0 if they are not rounded.
  public var placeGrid = 0.0
  /// The grid of sizes, in points: sizes are rounded to its multiples. 0 if they are not rounded.
  public var sizeGrid = 0.0
  /// The priorities that the engine distinguishes, highest first; the first is 1000. Empty if any two different numbers are different
  /// priorities.
  public var levels: [Double] = []
  /// The weights of violations, one for each level below 1000, if the engine minimises their weighted sum; empty if levels are strict.
  public var weights: [Double] = []
  /// The least and the greatest magnitude of numbers other than 0 that the engine works with; nil for any.
  public var range: ClosedRange<Double>?
  /// The greatest number of edits in one transaction; nil for any.
  public var edits: Int?
  /// The reasons with which the engine may refuse a document as unsupported.
  public var limits: [String] = []
  /// The features of documents that the engine has; nil for all.
  public var claims: Set<EngineClaim>?

  /// Makes the default promise of an engine.
  public init() {}

  /// Whether the engine has a feature.
  public func claims(_ feature: EngineClaim) -> Bool { claims?.contains(feature) ?? true }

  /// The mistake in `levels` and `weights`, as text; nil if there is none.
  public var levelMistake: String? {
    if let first = levels.first, first != 1000 { return "levels that do not begin with 1000" }
    for (higher, lower) in zip(levels, levels.dropFirst()) where !(lower < higher && lower > 0) {
      return "level \(lower) after \(higher): levels fall, and are above 0"
    }
    if weights.isEmpty { return nil }
    if weights.count != levels.count - 1 { return "\(weights.count) weights for \(levels.count) levels" }
    return weights.contains { !($0 > 0 && $0.isFinite) } ? "a weight that is not above 0" : nil
  }

  /// The greatest error of a value in points, rounding to the grid included; nil if the engine promises neither a tolerance nor a grid of sizes.
  public var slack: Double? { tolerance == nil && sizeGrid == 0 ? nil : (tolerance ?? 0) + max(placeGrid, sizeGrid) }

  /// Whether the engine's answers depend on the present document alone.
  public var isFunctionOfPresent: Bool { ties == .present || ties == .canonical }
}

/// A feature of documents that an engine may support. Raw values are the protocol's names.
public enum EngineClaim: String, Hashable, Codable, Sendable, CaseIterable {
  /// Left, right, top and bottom of items.
  case edges
  /// The centres of items.
  case centers
  /// Widths and heights.
  case sizes
  /// First and last baselines.
  case baselines
  /// Layout margins, and constraints to them.
  case margins
  /// Leading and trailing, and documents that run from right to left.
  case rightToLeft = "right-to-left"
  /// Multipliers other than 1.
  case multipliers
  /// Constraints with ≤ and ≥.
  case inequalities
  /// Optional constraints.
  case priorities
  /// Layout guides.
  case guides
  /// Views in views other than the root.
  case nesting
  /// Constraints between items of different branches: their superviews differ, and neither item is the other's superview.
  case crossing
  /// Natural sizes with hugging and compression resistance.
  case intrinsic
  /// Autoresizing masks.
  case autoresizing
  /// Stack views.
  case stacks
  /// Stack views with the distribution `fill`.
  case fill = "distribution.fill"
  /// Stack views with the distribution `fill-equally`.
  case fillEqually = "distribution.fill-equally"
  /// Stack views with the distribution `fill-proportionally`.
  case fillProportionally = "distribution.fill-proportionally"
  /// Stack views with the distribution `equal-spacing`.
  case equalSpacing = "distribution.equal-spacing"
  /// Stack views with the distribution `equal-centering`.
  case equalCentering = "distribution.equal-centering"
  /// Stack views with the alignment `fill`.
  case alignFill = "alignment.fill"
  /// Stack views with the alignment `leading`.
  case alignLeading = "alignment.leading"
  /// Stack views with the alignment `center`.
  case alignCenter = "alignment.center"
  /// Stack views with the alignment `trailing`.
  case alignTrailing = "alignment.trailing"
  /// Stack views with the alignment `first-baseline`.
  case alignFirstBaseline = "alignment.first-baseline"
  /// Stack views with the alignment `last-baseline`.
  case alignLastBaseline = "alignment.last-baseline"
  /// Conflicts of required constraints are reported.
  case conflicts
  /// The engine is a solver and accepts variables that must be at least 0.
  case nonNegative = "non-negative"
  /// The engine measures its own time.
  case time
  /// Edits that set a constraint's constant.
  case stepConstant = "step.constant"
  /// Edits that set a constraint's priority.
  case stepPriority = "step.priority"
  /// Edits that set the root's size.
  case stepResize = "step.resize"
  /// Edits that add a constraint.
  case stepAdd = "step.add"
  /// Edits that remove a constraint.
  case stepRemove = "step.remove"
  /// Edits that add a view.
  case stepAddView = "step.add-view"
  /// Edits that remove a view with its subviews.
  case stepRemoveView = "step.remove-view"
  /// Edits that add a layout guide.
  case stepAddGuide = "step.add-guide"
  /// Edits that remove a layout guide.
  case stepRemoveGuide = "step.remove-guide"
  /// Edits that hide and show views.
  case stepHide = "step.hide"
  /// Edits that set a view's natural size.
  case stepIntrinsic = "step.intrinsic"
}
