import Foundation
import SceneModel

extension UIView {
  /// How a view's content lies in its bounds; nothing is drawn.
  nonisolated public enum ContentMode: Int, Sendable {
    /// Stretched, fitted, filled, drawn anew, or placed. Nothing is drawn.
    case scaleToFill, scaleAspectFit, scaleAspectFill, redraw, center, top, bottom, left, right, topLeft, topRight
    /// Placed at a lower corner. Nothing is drawn.
    case bottomLeft, bottomRight
  }
  /// Whether a view's tint is dimmed.
  nonisolated public enum TintAdjustmentMode: Int, Sendable { case automatic, normal, dimmed }

  /// The flexible parts of a view's frame. Raw values are UIKit's.
  nonisolated public struct AutoresizingMask: OptionSet, Sendable {
    public var rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// The distance on the left.
    public static let flexibleLeftMargin = AutoresizingMask(rawValue: 1)
    /// The width.
    public static let flexibleWidth = AutoresizingMask(rawValue: 2)
    /// The distance on the right.
    public static let flexibleRightMargin = AutoresizingMask(rawValue: 4)
    /// The distance above.
    public static let flexibleTopMargin = AutoresizingMask(rawValue: 8)
    /// The height.
    public static let flexibleHeight = AutoresizingMask(rawValue: 16)
    /// The distance below.
    public static let flexibleBottomMargin = AutoresizingMask(rawValue: 32)
  }
}

/// The traits that accessibility reports.
nonisolated public struct UIAccessibilityTraits: OptionSet, Sendable {
  public var rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }
  /// No traits.
  public static let none: UIAccessibilityTraits = []
  /// `button`: it can be tapped. `link`: it leads to a page.
  public static let button = UIAccessibilityTraits(rawValue: 1), link = UIAccessibilityTraits(rawValue: 2)
  /// `image`: it is a picture. `selected`: it is the selected one.
  public static let image = UIAccessibilityTraits(rawValue: 4), selected = UIAccessibilityTraits(rawValue: 8)
  /// `staticText`: its text does not change. `header`: it is the title of the content below it.
  public static let staticText = UIAccessibilityTraits(rawValue: 64), header = UIAccessibilityTraits(rawValue: 65536)
  /// `notEnabled`: it does not react to touches. `adjustable`: its value can be raised and lowered.
  public static let notEnabled = UIAccessibilityTraits(rawValue: 256),
    adjustable = UIAccessibilityTraits(rawValue: 4096)
  /// The value changes often.
  public static let updatesFrequently = UIAccessibilityTraits(rawValue: 512)
}

/// How a view follows the layout direction.
nonisolated public enum UISemanticContentAttribute: Int, Sendable {
  /// `unspecified`: by the user's reading direction. `playback` (controls), `spatial` (directions in space): always from left to right. The others
  /// force a direction.
  case unspecified, playback, spatial, forceLeftToRight, forceRightToLeft

  var model: SemanticContent {
    switch self {
    case .unspecified: .unspecified
    case .playback: .playback
    case .spatial: .spatial
    case .forceLeftToRight: .forceLeftToRight
    case .forceRightToLeft: .forceRightToLeft
    }
  }
}

/// The direction in which text runs.
nonisolated public enum UIUserInterfaceLayoutDirection: Int, Sendable { case leftToRight, rightToLeft }

extension UIView {
  /// The direction in which the view is laid out, as its content and its traits say.
  public var effectiveUserInterfaceLayoutDirection: UIUserInterfaceLayoutDirection {
    switch semanticContentAttribute {
    case .forceLeftToRight, .playback, .spatial: .leftToRight
    case .forceRightToLeft: .rightToLeft
    case .unspecified: traitCollection.layoutDirection == .rightToLeft ? .rightToLeft : .leftToRight
    }
  }

  /// Returns the layout direction for a semantic attribute: from right to left only if that is forced.
  public static func userInterfaceLayoutDirection(
    for attribute: UISemanticContentAttribute
  ) -> UIUserInterfaceLayoutDirection { attribute == .forceRightToLeft ? .rightToLeft : .leftToRight }

  /// The window at the top of the view's tree; `nil` outside of one.
  public var window: UIWindow? {
    var view: UIView? = self
    while let next = view {
      if let window = next as? UIWindow { return window }
      view = next.superview
    }
    return nil
  }

  /// The value in `intrinsicContentSize` for an axis on which the view has no natural size.
  nonisolated public static let noIntrinsicMetric: CGFloat = -1
  /// The target of a fitting size that is as small as constraints allow.
  nonisolated public static let layoutFittingCompressedSize = CGSize.zero
  /// The target of a fitting size that is as large as constraints allow.
  nonisolated public static let layoutFittingExpandedSize = CGSize(width: 10000, height: 10000)

  func superviewDied() {
    if let host { host.abandon(self) }
    superview = nil
  }
}
