import Dispatch
import Foundation
import LayoutKernel

/// Light or dark.
nonisolated public enum UIUserInterfaceStyle: Int, Sendable { case unspecified, light, dark }
/// The size classes of a layout.
nonisolated public enum UIUserInterfaceSizeClass: Int, Sendable { case unspecified, compact, regular }
/// The kinds of device.
nonisolated public enum UIUserInterfaceIdiom: Int, Sendable { case unspecified = -1, phone, pad, tv, carPlay, mac = 5 }
/// Whether a screen feels how hard it is pressed; kept, without effect.
nonisolated public enum UIForceTouchCapability: Int, Sendable { case unknown, unavailable, available }
/// The layout direction of a trait collection.
nonisolated public enum UITraitEnvironmentLayoutDirection: Int, Sendable {
  /// Not specified, from left to right, or from right to left.
  case unspecified = -1, leftToRight, rightToLeft
}

/// The facts that a view or a controller has about the device and its user. A trait that is not specified has no value.
nonisolated public struct UITraitCollection: Hashable, Sendable {
  /// The kind of device.
  public var userInterfaceIdiom = UIUserInterfaceIdiom.unspecified
  /// Whether the screen is light or dark.
  public var userInterfaceStyle = UIUserInterfaceStyle.unspecified
  /// The size class of the width.
  public var horizontalSizeClass = UIUserInterfaceSizeClass.unspecified
  /// The size class of the height.
  public var verticalSizeClass = UIUserInterfaceSizeClass.unspecified
  /// The pixels in a point; 0: not specified.
  public var displayScale: CGFloat = 0
  /// The reading direction of the user's language.
  public var layoutDirection = UITraitEnvironmentLayoutDirection.unspecified
  /// Whether the screen feels how hard it is pressed; kept, without effect.
  public var forceTouchCapability = UIForceTouchCapability.unknown
  /// The text size that the user chose.
  public var preferredContentSizeCategory = UIContentSizeCategory.unspecified

  /// Makes traits of which none is specified.
  public init() {}
  /// Makes traits of which the kind of device is specified.
  public init(userInterfaceIdiom: UIUserInterfaceIdiom) { self.userInterfaceIdiom = userInterfaceIdiom }
  /// Makes traits of which the style is specified.
  public init(userInterfaceStyle: UIUserInterfaceStyle) { self.userInterfaceStyle = userInterfaceStyle }
  /// Makes traits of which the size class of the width is specified.
  public init(horizontalSizeClass: UIUserInterfaceSizeClass) { self.horizontalSizeClass = horizontalSizeClass }
  /// Makes traits of which the size class of the height is specified.
  public init(verticalSizeClass: UIUserInterfaceSizeClass) { self.verticalSizeClass = verticalSizeClass }
  /// Makes traits of which the pixels in a point are specified.
  public init(displayScale: CGFloat) { self.displayScale = displayScale }
  /// Makes traits of which the direction is specified.
  public init(layoutDirection: UITraitEnvironmentLayoutDirection) { self.layoutDirection = layoutDirection }
  /// Makes traits of which the force of touches is specified.
  public init(forceTouchCapability: UIForceTouchCapability) { self.forceTouchCapability = forceTouchCapability }
  /// Makes traits of which the text size is specified.
  public init(preferredContentSizeCategory: UIContentSizeCategory) {
    self.preferredContentSizeCategory = preferredContentSizeCategory
  }
  /// Makes a collection of all traits that the collections in a list specify. If several specify the same trait, the last one counts.
  public init(traitsFrom list: [UITraitCollection]) { for traits in list { self = merging(traits) } }
  /// Makes traits by a block that sets them.
  public init(mutations: (inout UITraitCollection) -> Void) { mutations(&self) }
  /// Returns these traits with those that a block sets.
  public func modifyingTraits(_ mutations: (inout UITraitCollection) -> Void) -> UITraitCollection {
    var traits = self
    mutations(&traits)
    return traits
  }

  /// The traits of a phone in portrait: light, left to right, with the standard text size.
  static let standard: UITraitCollection = {
    var traits = UITraitCollection(userInterfaceIdiom: .phone)
    (traits.userInterfaceStyle, traits.horizontalSizeClass, traits.verticalSizeClass) = (.light, .compact, .regular)
    (traits.displayScale, traits.layoutDirection, traits.preferredContentSizeCategory) = (2, .leftToRight, .large)
    return traits
  }()

  func merging(_ other: UITraitCollection) -> UITraitCollection {
    var traits = self
    if other.userInterfaceIdiom != .unspecified { traits.userInterfaceIdiom = other.userInterfaceIdiom }
    if other.userInterfaceStyle != .unspecified { traits.userInterfaceStyle = other.userInterfaceStyle }
    if other.horizontalSizeClass != .unspecified { traits.horizontalSizeClass = other.horizontalSizeClass }
    if other.verticalSizeClass != .unspecified { traits.verticalSizeClass = other.verticalSizeClass }
    if other.displayScale != 0 { traits.displayScale = other.displayScale }
    if other.forceTouchCapability != .unknown { traits.forceTouchCapability = other.forceTouchCapability }
    if other.layoutDirection != .unspecified { traits.layoutDirection = other.layoutDirection }
    if other.preferredContentSizeCategory != .unspecified {
      traits.preferredContentSizeCategory = other.preferredContentSizeCategory
    }
    return traits
  }

  /// The traits of `UIScreen.main`, whatever is being drawn or laid out; off the main actor, those of a phone in portrait.
  public static var current: UITraitCollection {
    isOnMainActor ? MainActor.assumeIsolated { UIScreen.main.traits } : .standard
  }
  /// Whether the caller runs on the main actor. On Linux another thread serves the main queue once the program's first thread has ended.
  private static var isOnMainActor: Bool {
    Thread.isMainThread || DispatchQueue.getSpecific(key: mainKey) == true
  }
  private static let mainKey: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()
  /// Runs a block; `current` stays that of the screen.
  public func performAsCurrent(_ actions: () -> Void) { actions() }
  /// Returns whether all traits that another collection specifies have the same values here; true for nil.
  public func containsTraits(in other: UITraitCollection?) -> Bool { other.map { merging($0) == self } ?? true }
  /// Returns whether colours may look different under other traits: the styles (light, dark, unspecified) differ.
  public func hasDifferentColorAppearance(comparedTo other: UITraitCollection?) -> Bool {
    userInterfaceStyle != other?.userInterfaceStyle
  }

  /// The text size that determines the width of readable content guides. Sizes with body text above 23 points count as the one with 23 points.
  var kernelTextSize: LayoutQuirks.TextSize {
    LayoutQuirks.TextSize(rawValue: min(Double(preferredContentSizeCategory.bodySize), 23)) ?? .large
  }
}
