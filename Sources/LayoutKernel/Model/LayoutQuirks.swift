import SceneModel

/// What differs between system versions and hosts, and what nobody has measured; `layoutlab show --quirks` lists it.
public struct LayoutQuirks: Sendable {
  /// Before iOS 13 a live constraint could not move between required and optional.
  public var legacyPriorityRule = false
  /// How solved frames are put on the pixel grid; `frame(of:)` is never rounded, `displayedFrame(of:)` is.
  public var pixelRounding = PixelRounding.none
  public var autoresizingRounding = AutoresizingRounding.none
  /// UIKit counts how often an arranged view was hidden, and shows it after as many `show`s (rdar 25087688).
  public var emulateHiddenCount = false
  /// The priority at which multi-line text in a horizontal stack gets an equal share of its width.
  public var textWidthDisambiguation = TextWidthDisambiguation.iOS10
  /// The widest readable content at each text size, in points. Only the default size was recorded (672 on a tablet);
  /// the others are taken to grow with the body text, whose size in points is the case's raw value.
  public var readableWidths: [TextSize: Double] = Dictionary(
    uniqueKeysWithValues: TextSize.allCases.map { ($0, (672 * $0.rawValue / TextSize.large.rawValue).rounded()) })
  /// Where locations with a multiplier are measured from in a right-to-left layout. Without a multiplier it is all one.
  public var rightToLeftOrigin = RightToLeftOrigin.rightEdge
  /// A flow layout justifies its last line as if it were full; otherwise the last line keeps the spacing that was asked for.
  public var flowFillsLastLine = true
  /// Views that ask for it update their properties before their constraints; off: as before iOS 26, nothing runs.
  public var propertiesPass = true
  /// Where a stack view keeps its hidden views, and whether hiding outweighs a required length of theirs.
  public var hiddenArrangedViews = HiddenArrangement.inChain
  /// A required hugging or resistance gives way to a required constraint instead of conflicting with it.
  public var contentSizeYields = false
  /// In a proportional stack view a stack view weighs what its own views add up to; otherwise it has no weight.
  public var weighsNestedStacks = false
  /// A view that reaches beyond its superview has no more of the unsafe border over it than there is.
  public var clampsSafeAreaOverlap = false
  /// Rounds of one layout pass before it is called a loop.
  public var roundLimit = 100
  public var breaking = BreakingPolicy.deepest

  public init() {}

  public enum RightToLeftOrigin: String, Hashable, Sendable, CaseIterable {
    /// Of the view that holds the constraint, so that a mirrored scene is the mirror image.
    case rightEdge = "right-edge"
    case leftEdge = "left-edge"
  }

  public enum HiddenArrangement: String, Hashable, Sendable, CaseIterable {
    /// UIKit: a hidden view is a link of the chain with length 0, required.
    case inChain = "in-chain"
    /// Interface Builder's canvas: the visible views are spaced as if it were not there; it is as long as its required
    /// constraints make it (hiding stands between 999 and 1000), and lies in the middle of the gap.
    case besideChain = "beside-chain"
  }

  /// The priorities that dumps show, by the system on which they were seen.
  public enum TextWidthDisambiguation: String, Hashable, Sendable, CaseIterable {
    case iOS10 = "760"
    case iOS11 = "759"
    case none

    var priority: Double? { Double(rawValue) }
  }

  /// `UIContentSizeCategory` without the accessibility sizes; the body text's size in points.
  public enum TextSize: Double, Hashable, Sendable, CaseIterable {
    case extraSmall = 14
    case small = 15
    case medium = 16
    case large = 17
    case extraLarge = 19
    case extraExtraLarge = 21
    case extraExtraExtraLarge = 23
    case accessibilityMedium = 28
    case accessibilityLarge = 33
    case accessibilityExtraLarge = 40
    case accessibilityExtraExtraLarge = 47
    case accessibilityExtraExtraExtraLarge = 53
  }

  /// A text size without a width is not limited.
  func readableWidth(for size: TextSize) -> Double { readableWidths[size] ?? .infinity }
}

extension LayoutQuirks: ChoiceTable {
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
      "clampsSafeAreaOverlap", \.clampsSafeAreaOverlap, rule: "IB5.10",
      "a view that reaches beyond its superview is covered by no more than the whole unsafe border"),
    Choice(fixed: BreakingPolicy.deepest.name, rule: "L4.2", "the required constraint that a conflict breaks"),
    Choice(fixed: "a member of its set changes", rule: "L4.3", "when a broken constraint is tried again"),
    Choice(fixed: "672 pt, growing with the body text", rule: "L7.4", "the widest readable content"),
    Choice(fixed: "\(LayoutQuirks().roundLimit) rounds", rule: "L10.4", "when a layout pass is called a loop"),
    Choice(fixed: "up to whole pixels", rule: "L11.1", "how a fitting size is rounded"),
  ]

  /// The roundings that were seen, by name.
  private enum RoundingPolicy: String, CaseIterable {
    case none, edges
    /// Mac Catalyst off screen: whole points, sizes to halves.
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

/// How frames are snapped to pixels, after solving; engine values stay as they are.
public enum PixelRounding: Hashable, Sendable {
  case none
  /// Interface Builder's canvas: each edge to `floor(v * scale + 0.5)`, size = difference.
  case edges
  /// Recorded from UIKit off screen: the origin to whole multiples of `originGrid` points, the size, on its own, to
  /// `sizeGrid`; halves away from zero.
  case originAndSize(originGrid: Double, sizeGrid: Double)

  /// `scale` is device pixels per point.
  public func round(_ rect: Rect, scale: Double) -> Rect {
    switch self {
    case .none: return rect
    case .edges:
      func edge(_ value: Double) -> Double { (value * scale + 0.5).rounded(.down) / scale }
      let (x, y) = (edge(rect.x), edge(rect.y))
      return Rect(x: x, y: y, width: edge(rect.maxX) - x, height: edge(rect.maxY) - y)
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

/// Engine values lie on this grid (rule L3.6): the nearest multiple of 2⁻²⁰ point, ties to even.
func onValueGrid(_ rect: Rect) -> Rect {
  Rect(
    x: onValueGrid(rect.x), y: onValueGrid(rect.y), width: onValueGrid(rect.width), height: onValueGrid(rect.height))
}

/// One number, on the same grid.
func onValueGrid(_ value: Double) -> Double {
  let scaled = value * 1_048_576
  // Beyond 2³² points every double is on the grid already.
  guard scaled.magnitude < 4_503_599_627_370_496 else { return value }
  return scaled.rounded(.toNearestOrEven) / 1_048_576 + 0
}
