import Foundation
import LayoutKernel

nonisolated public enum UIUserInterfaceStyle: Int, Sendable { case unspecified, light, dark }
nonisolated public enum UIUserInterfaceSizeClass: Int, Sendable { case unspecified, compact, regular }
nonisolated public enum UIUserInterfaceIdiom: Int, Sendable { case unspecified = -1, phone, pad, tv, carPlay, mac = 5 }
nonisolated public enum UITraitEnvironmentLayoutDirection: Int, Sendable {
  case unspecified = -1, leftToRight, rightToLeft
}

/// What a screen says about the device and its reader.
nonisolated public struct UITraitCollection: Hashable, Sendable {
  public var userInterfaceIdiom = UIUserInterfaceIdiom.phone
  public var userInterfaceStyle = UIUserInterfaceStyle.light
  public var horizontalSizeClass = UIUserInterfaceSizeClass.compact
  public var verticalSizeClass = UIUserInterfaceSizeClass.regular
  public var displayScale: CGFloat = 2
  public var layoutDirection = UITraitEnvironmentLayoutDirection.leftToRight
  public var preferredContentSizeCategory = UIContentSizeCategory.large

  public init() {}
  public init(userInterfaceStyle: UIUserInterfaceStyle) { self.userInterfaceStyle = userInterfaceStyle }
  public init(horizontalSizeClass: UIUserInterfaceSizeClass) { self.horizontalSizeClass = horizontalSizeClass }
  public init(verticalSizeClass: UIUserInterfaceSizeClass) { self.verticalSizeClass = verticalSizeClass }
  public init(layoutDirection: UITraitEnvironmentLayoutDirection) { self.layoutDirection = layoutDirection }
  public init(preferredContentSizeCategory: UIContentSizeCategory) {
    self.preferredContentSizeCategory = preferredContentSizeCategory
  }
  public static var current: UITraitCollection { UITraitCollection() }
  public func hasDifferentColorAppearance(comparedTo other: UITraitCollection?) -> Bool {
    userInterfaceStyle != other?.userInterfaceStyle
  }

  /// Sizes beyond the largest that readable guides know count as that.
  var kernelTextSize: LayoutQuirks.TextSize {
    LayoutQuirks.TextSize(rawValue: min(Double(preferredContentSizeCategory.bodySize), 23)) ?? .large
  }
}
