import SceneModel

/// The rules that differ between system versions, between apps and Interface Builder, or that nobody has measured. `layoutlab show --quirks` lists
/// them.
public struct LayoutQuirks: Sendable {
  /// Whether a live constraint may not move between required and optional, as before iOS 13.
  public var legacyPriorityRule = false
  /// How solved frames are rounded to the pixel grid. `displayedFrame(of:)` is rounded, `frame(of:)` never is.
  public var pixelRounding = PixelRounding.none
  /// How autoresized frames are put on the pixel grid.
  public var autoresizingRounding = AutoresizingRounding.none
  /// Whether an arranged view that was hidden several times must be shown as often, as UIKit counts (rdar 25087688).
  public var emulateHiddenCount = false
  /// The priority at which multi-line texts in a horizontal stack view get equal shares of its width.
  public var textWidthDisambiguation = TextWidthDisambiguation.iOS10
  /// The greatest width of readable content at each text size, in points. Only the default size was recorded (672 on a tablet); the others
  /// are assumed to grow with the body text.
  public var readableWidths: [TextSize: Double] = Dictionary(
    uniqueKeysWithValues: TextSize.allCases.map { ($0, (672 * $0.rawValue / TextSize.large.rawValue).rounded()) })
  /// The edge from which locations with a multiplier are measured in a right-to-left layout; without a multiplier it makes no difference.
  public var rightToLeftOrigin = RightToLeftOrigin.rightEdge
  /// Whether a flow layout justifies its last line as if it were full; otherwise that line keeps the requested spacing.
  public var flowFillsLastLine = true
  /// Whether views that need it update their properties before their constraints, as from iOS 26 on.
  public var propertiesPass = true
  /// How a stack view lays out its hidden views: as members of length 0 in the chain of its views, as UIKit does, or beside the visible views, as
  /// Interface Builder's canvas does. This also decides whether a required length of a hidden view is stronger than hiding it.
  public var hiddenArrangedViews = HiddenArrangement.inChain
  /// Whether a required hugging or resistance gives way to a required constraint instead of conflicting with it.
  public var contentSizeYields = false
  /// Whether a stack view inside a proportional stack view has a weight (the natural length by which space is shared): along its axis the sum of its
  /// visible views' weights and gaps, across its axis the largest weight. Otherwise it has a weight only if it has an intrinsic size of its own.
  public var weighsNestedStacks = false
  /// Whether a view that reaches beyond its superview gets at most the superview's whole safe area inset. Otherwise the inset also contains the
  /// distance by which the view reaches beyond, as before iOS 11.
  public var clampsSafeAreaOverlap = true
  /// The number of rounds of one layout pass after which it is called a loop.
  public var roundLimit = 100
  /// The choice of the required constraint that a conflict breaks.
  public var breaking = BreakingPolicy.deepest

  /// Makes the rules of UIKit, as far as they are known.
  public init() {}

  /// The edges from which locations with a multiplier can be measured in a right-to-left layout.
  public enum RightToLeftOrigin: String, Hashable, Sendable, CaseIterable {
    /// The right edge of the view that holds the constraint, so that a mirrored scene is the mirror image.
    case rightEdge = "right-edge"
    /// The left edge, as in a left-to-right layout.
    case leftEdge = "left-edge"
  }

  /// The places where a stack view can keep its hidden views.
  public enum HiddenArrangement: String, Hashable, Sendable, CaseIterable {
    /// In the chain, as in UIKit: a hidden view is a link with the required length 0.
    case inChain = "in-chain"
    /// Beside the chain, as on Interface Builder's canvas: the visible views are spaced as if the hidden one were not there. It has the length that
    /// its required constraints give it, because hiding has a priority between 999 and 1000. It lies in the middle of the gap.
    case besideChain = "beside-chain"
  }

  /// The priorities of the constraints that share a width among texts, by the system on which logs showed them.
  public enum TextWidthDisambiguation: String, Hashable, Sendable, CaseIterable {
    /// Priority 760, seen on iOS 10.
    case iOS10 = "760"
    /// Priority 759, seen on iOS 11.
    case iOS11 = "759"
    /// No such constraints.
    case none

    var priority: Double? { Double(rawValue) }
  }

  /// The cases of `UIContentSizeCategory`; a raw value is the body text's size in points.
  public enum TextSize: Double, Hashable, Sendable, CaseIterable {
    /// Body text of 14 points.
    case extraSmall = 14
    /// Body text of 15 points.
    case small = 15
    /// Body text of 16 points.
    case medium = 16
    /// Body text of 17 points, the default.
    case large = 17
    /// Body text of 19 points.
    case extraLarge = 19
    /// Body text of 21 points.
    case extraExtraLarge = 21
    /// Body text of 23 points.
    case extraExtraExtraLarge = 23
    /// Body text of 28 points.
    case accessibilityMedium = 28
    /// Body text of 33 points.
    case accessibilityLarge = 33
    /// Body text of 40 points.
    case accessibilityExtraLarge = 40
    /// Body text of 47 points.
    case accessibilityExtraExtraLarge = 47
    /// Body text of 53 points.
    case accessibilityExtraExtraExtraLarge = 53
  }

  /// Returns the greatest width of readable content; infinity for a text size without a width.
  func readableWidth(for size: TextSize) -> Double { readableWidths[size] ?? .infinity }
}

extension LayoutQuirks: ChoiceTable {
  /// All switches, in the order in which they are listed.
  public static let all: [Choice<LayoutQuirks>] = [
    Choice(
      "legacyPriorityRule", \.legacyPriorityRule, rule: "L1.3",
      "a live constraint may not move between required and optional (before iOS 13)"),
    Choice(
      "rightToLeftOrigin", \.rightToLeftOrigin, rule: "L2.4",
      "where locations with a multiplier are measured from in a right-to-left layout"),
    Choice("autoresizingRounding", \.autoresizingRounding, rule: "L8.3", "how autoresized frames meet the pixel grid"),
    Choice("pixelRounding", \.roundingPolicy, rule: "L12.1", "how solved frames are shown on the pixel grid"),
    Choice(
      "propertiesPass", \.propertiesPass, rule: "L10.7", "a pass for properties, before that for constraints (iOS 26)"),
    Choice(
      "emulateHiddenCount", \.emulateHiddenCount, rule: "L14.4",
      "an arranged view that was hidden twice is shown twice"),
    Choice(
      "textWidthDisambiguation", \.textWidthDisambiguation, rule: "L14.5",
      "the priority at which multi-line texts in a row get equal shares of it"),
    Choice(
      "flowFillsLastLine", \.flowFillsLastLine, rule: "L16.4", "a flow's last line is justified as if it were full"),
    Choice(
      "hiddenArrangedViews", \.hiddenArrangedViews, rule: "IB5.2",
      "whether hidden arranged views are links of a stack view's chain (UIKit) or lie beside it (Interface Builder)"),
    Choice(
      "contentSizeYields", \.contentSizeYields, rule: "IB5.9",
      "a required hugging or resistance gives way to required constraints (Interface Builder)"),
    Choice(
      "weighsNestedStacks", \.weighsNestedStacks, rule: "IB5.4",
      "a stack view in a proportional one weighs what its own views add up to"),
    Choice(
      "clampsSafeAreaOverlap", \.clampsSafeAreaOverlap, rule: "L7.2",
      "a view that reaches beyond its superview is covered by no more than the whole unsafe border"),
    Choice(fixed: BreakingPolicy.deepest.name, rule: "L4.2", "the required constraint that a conflict breaks"),
    Choice(fixed: "a member of its set changes", rule: "L4.3", "when a broken constraint is tried again"),
    Choice(fixed: "672 pt, growing with the body text", rule: "L7.4", "the widest readable content"),
    Choice(fixed: "\(LayoutQuirks().roundLimit) rounds", rule: "L10.4", "when a layout pass is called a loop"),
    Choice(fixed: "up to whole pixels", rule: "L11.1", "how a fitting size is rounded"),
    Choice(
      fixed: "16 pt at the sides, 20 pt where wide and below", rule: "L16.10",
      "what inset and grouped lists of compositional layouts leave free"),
  ]

  /// The roundings that were observed, by name.
  private enum RoundingPolicy: String, CaseIterable {
    case none, edges
    /// As in Mac Catalyst off screen: origins on whole points, sizes on half points.
    case originAndSize = "origin-and-size"
  }

  private var roundingPolicy: RoundingPolicy {
    get {
      switch pixelRounding {
      case .none: .none
      case .edges: .edges
      case .originAndSize: .originAndSize
      }
    }
    set {
      switch newValue {
      case .none: pixelRounding = .none
      case .edges: pixelRounding = .edges
      case .originAndSize: pixelRounding = .originAndSize(originGrid: 1, sizeGrid: 0.5)
      }
    }
  }
}

/// How frames are put on the pixel grid after solving. The engine's values stay as they are.
public enum PixelRounding: Hashable, Sendable {
  /// Frames are not rounded.
  case none
  /// Each edge goes to `floor(v * scale + 0.5)`, and the size is the difference, as on Interface Builder's canvas.
  case edges
  /// The origin goes to multiples of `originGrid` points and the size, on its own, to multiples of `sizeGrid`, halves away from zero;
  /// recorded from UIKit off screen.
  case originAndSize(originGrid: Double, sizeGrid: Double)

  /// Returns an edge rounded to the pixel grid; half a pixel is rounded up (rule IB4.6). `scale` is the pixels per point. If an edge misses the half
  /// by at most a hundred-thousandth of a pixel, it counts as half, because thirds of points do not lie on the grid of values (rule L3.6).
  public static func edge(_ value: Double, _ scale: Double) -> Double {
    (value * scale + 0.5 + 1e-5).rounded(.down) / scale
  }

  /// Returns a length rounded up to whole pixels, in points. A length at most a millionth of a pixel above whole pixels is rounded down to them.
  public static func up(_ length: Double, _ scale: Double) -> Double { (length * scale - 1e-6).rounded(.up) / scale }

  /// Returns a frame on the pixel grid; `scale` is the pixels per point.
  public func round(_ rect: Rect, scale: Double) -> Rect {
    switch self {
    case .none: return rect
    case .edges:
      let (x, y) = (Self.edge(rect.x, scale), Self.edge(rect.y, scale))
      return Rect(
        x: x, y: y, width: Self.edge(rect.maxX, scale) - x, height: Self.edge(rect.maxY, scale) - y)
    case .originAndSize(let originGrid, let sizeGrid):
      func snap(_ value: Double, _ grid: Double) -> Double {
        (value / grid).rounded(.toNearestOrAwayFromZero) * grid
      }
      return Rect(
        x: snap(rect.x, originGrid), y: snap(rect.y, originGrid), width: snap(rect.width, sizeGrid),
        height: snap(rect.height, sizeGrid))
    }
  }
}

/// Returns a rectangle on the engine's grid of values (rule L3.6): the nearest multiples of 2⁻²⁰ points, ties to even.
func onValueGrid(_ rect: Rect) -> Rect {
  Rect(
    x: onValueGrid(rect.x), y: onValueGrid(rect.y), width: onValueGrid(rect.width), height: onValueGrid(rect.height))
}

/// Returns a number on the engine's grid of values.
func onValueGrid(_ value: Double) -> Double {
  let scaled = value * 1_048_576
  // Beyond 2³² points every double is on the grid already.
  guard scaled.magnitude < 4_503_599_627_370_496 else { return value }
  return scaled.rounded(.toNearestOrEven) / 1_048_576 + 0
}
