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
  /// Not said, from left to right, or from right to left.
  case unspecified = -1, leftToRight, rightToLeft
}

/// The facts that a screen has about the device and its user.
nonisolated public struct UITraitCollection: Hashable, Sendable {
  /// The kind of device.
  public var userInterfaceIdiom = UIUserInterfaceIdiom.phone
  /// Whether the screen is light or dark.
  public var userInterfaceStyle = UIUserInterfaceStyle.light
  /// The size class of the width.
  public var horizontalSizeClass = UIUserInterfaceSizeClass.compact
  /// The size class of the height.
  public var verticalSizeClass = UIUserInterfaceSizeClass.regular
  /// The pixels in a point.
  public var displayScale: CGFloat = 2
  /// The direction in which the reader reads.
  public var layoutDirection = UITraitEnvironmentLayoutDirection.leftToRight
  /// The text size that the reader chose.
  public var preferredContentSizeCategory = UIContentSizeCategory.large

  /// Makes the standard traits: a phone, upright, light, from left to right, in the standard text size.
  public init() {}
  /// Makes the standard traits but for the style.
  public init(userInterfaceStyle: UIUserInterfaceStyle) { self.userInterfaceStyle = userInterfaceStyle }
  /// Makes the standard traits but for the size class of the width.
  public init(horizontalSizeClass: UIUserInterfaceSizeClass) { self.horizontalSizeClass = horizontalSizeClass }
  /// Makes the standard traits but for the size class of the height.
  public init(verticalSizeClass: UIUserInterfaceSizeClass) { self.verticalSizeClass = verticalSizeClass }
  /// Makes the standard traits but for the direction.
  public init(layoutDirection: UITraitEnvironmentLayoutDirection) { self.layoutDirection = layoutDirection }
  /// Makes the standard traits but for the text size.
  public init(preferredContentSizeCategory: UIContentSizeCategory) {
    self.preferredContentSizeCategory = preferredContentSizeCategory
  }
  /// The standard traits, whatever is being drawn or laid out.
  public static var current: UITraitCollection { UITraitCollection() }
  /// Returns whether colours look different under other traits: one is light and the other dark.
  public func hasDifferentColorAppearance(comparedTo other: UITraitCollection?) -> Bool {
    userInterfaceStyle != other?.userInterfaceStyle
  }

  /// Sizes beyond the largest that readable guides know count as that.
  var kernelTextSize: LayoutQuirks.TextSize {
    LayoutQuirks.TextSize(rawValue: min(Double(preferredContentSizeCategory.bodySize), 23)) ?? .large
  }
}
