import Foundation
import LayoutKernel

/// Light or dark.
nonisolated public enum UIUserInterfaceStyle: Int, Sendable { case unspecified, light, dark }
/// The size classes of a layout.
nonisolated public enum UIUserInterfaceSizeClass: Int, Sendable { case unspecified, compact, regular }
/// The kinds of device.
nonisolated public enum UIUserInterfaceIdiom: Int, Sendable { case unspecified = -1, phone, pad, tv, carPlay, mac = 5 }
/// The layout direction of a trait collection.
nonisolated public enum UITraitEnvironmentLayoutDirection: Int, Sendable {
  /// UIKit's cases of these names.
  case unspecified = -1, leftToRight, rightToLeft
}

/// The facts that a screen has about the device and its user.
nonisolated public struct UITraitCollection: Hashable, Sendable {
  /// The user interface idiom.
  public var userInterfaceIdiom = UIUserInterfaceIdiom.phone
  /// The user interface style, as in UIKit.
  public var userInterfaceStyle = UIUserInterfaceStyle.light
  /// The horizontal size class, as in UIKit.
  public var horizontalSizeClass = UIUserInterfaceSizeClass.compact
  /// The vertical size class, as in UIKit.
  public var verticalSizeClass = UIUserInterfaceSizeClass.regular
  /// The display scale, as in UIKit.
  public var displayScale: CGFloat = 2
  /// The layout direction, as in UIKit.
  public var layoutDirection = UITraitEnvironmentLayoutDirection.leftToRight
  /// The preferred content size category, as in UIKit.
  public var preferredContentSizeCategory = UIContentSizeCategory.large

  /// Makes one as UIKit does.
  public init() {}
  /// Makes one as UIKit does.
  public init(userInterfaceStyle: UIUserInterfaceStyle) { self.userInterfaceStyle = userInterfaceStyle }
  /// Makes one as UIKit does.
  public init(horizontalSizeClass: UIUserInterfaceSizeClass) { self.horizontalSizeClass = horizontalSizeClass }
  /// Makes one as UIKit does.
  public init(verticalSizeClass: UIUserInterfaceSizeClass) { self.verticalSizeClass = verticalSizeClass }
  /// Makes one as UIKit does.
  public init(layoutDirection: UITraitEnvironmentLayoutDirection) { self.layoutDirection = layoutDirection }
  /// Makes one as UIKit does.
  public init(preferredContentSizeCategory: UIContentSizeCategory) {
    self.preferredContentSizeCategory = preferredContentSizeCategory
  }
  /// The current, as in UIKit.
  public static var current: UITraitCollection { UITraitCollection() }
  /// Does what UIKit's `hasDifferentColorAppearance(comparedTo:)` does.
  public func hasDifferentColorAppearance(comparedTo other: UITraitCollection?) -> Bool {
    userInterfaceStyle != other?.userInterfaceStyle
  }

  /// Sizes beyond the largest that readable guides know count as that.
  var kernelTextSize: LayoutQuirks.TextSize {
    LayoutQuirks.TextSize(rawValue: min(Double(preferredContentSizeCategory.bodySize), 23)) ?? .large
  }
}
