import Foundation
import LayoutKernel

/// A font by size and weight. Text is measured as in the importer: the system font's metrics, whatever the name says.
nonisolated public final class UIFont: Hashable, @unchecked Sendable {
  /// The weights of a font.
  nonisolated public struct Weight: RawRepresentable, Hashable, Sendable {
    public var rawValue: CGFloat
    public init(rawValue: CGFloat) { self.rawValue = rawValue }
    /// Makes one as UIKit does.
    public init(_ rawValue: CGFloat) { self.rawValue = rawValue }
    /// UIKit's values of these names.
    public static let ultraLight = Weight(-0.8), thin = Weight(-0.6), light = Weight(-0.4), regular = Weight(0)
    /// UIKit's values of these names.
    public static let medium = Weight(0.23), semibold = Weight(0.3), bold = Weight(0.4), heavy = Weight(0.56)
    /// UIKit's `UIFont.Weight.black`.
    public static let black = Weight(0.62)
  }

  /// The text styles of the system, whose size follows the user's text size.
  nonisolated public struct TextStyle: RawRepresentable, Hashable, Sendable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    /// UIKit's values of these names.
    public static let largeTitle = TextStyle(rawValue: "largeTitle"), title1 = TextStyle(rawValue: "title1")
    /// UIKit's values of these names.
    public static let title2 = TextStyle(rawValue: "title2"), title3 = TextStyle(rawValue: "title3")
    /// UIKit's values of these names.
    public static let headline = TextStyle(rawValue: "headline"), body = TextStyle(rawValue: "body")
    /// UIKit's values of these names.
    public static let callout = TextStyle(rawValue: "callout"), subheadline = TextStyle(rawValue: "subheadline")
    /// UIKit's values of these names.
    public static let footnote = TextStyle(rawValue: "footnote"), caption1 = TextStyle(rawValue: "caption1")
    /// UIKit's `UIFont.TextStyle.caption2`.
    public static let caption2 = TextStyle(rawValue: "caption2")

    /// At the standard text size, in points.
    var standardSize: CGFloat {
      let sizes: [String: CGFloat] = [
        "largeTitle": 34, "title1": 28, "title2": 22, "title3": 20, "headline": 17, "body": 17, "callout": 16,
        "subheadline": 15, "footnote": 13, "caption1": 12, "caption2": 11,
      ]
      return sizes[rawValue] ?? 17
    }
  }

  /// The point size, as in UIKit.
  public let pointSize: CGFloat
  /// The font name, as in UIKit.
  public let fontName: String
  let weight: Weight
  /// Nil: it does not follow the reader's text size.
  let style: TextStyle?

  init(size: CGFloat, weight: Weight = .regular, name: String = ".SFUI", style: TextStyle? = nil) {
    (pointSize, self.weight, fontName, self.style) = (size > 0 ? size : 17, weight, name, style)
  }
  /// Any name gives a font; it is measured as the system's.
  public convenience init?(name: String, size: CGFloat) {
    self.init(size: size, weight: name.contains("Bold") ? .bold : .regular, name: name)
  }
  /// Makes one as UIKit does.
  public convenience init(descriptor: UIFontDescriptor, size: CGFloat) {
    self.init(size: size > 0 ? size : descriptor.pointSize, weight: descriptor.weight)
  }

  /// Does what UIKit's `systemFont(ofSize:)` does.
  public static func systemFont(ofSize size: CGFloat) -> UIFont { UIFont(size: size) }
  /// Does what UIKit's `systemFont(ofSize:weight:)` does.
  public static func systemFont(ofSize size: CGFloat, weight: Weight) -> UIFont { UIFont(size: size, weight: weight) }
  /// Does what UIKit's `boldSystemFont(ofSize:)` does.
  public static func boldSystemFont(ofSize size: CGFloat) -> UIFont { UIFont(size: size, weight: .bold) }
  /// Does what UIKit's `italicSystemFont(ofSize:)` does.
  public static func italicSystemFont(ofSize size: CGFloat) -> UIFont { UIFont(size: size) }
  /// Does what UIKit's `monospacedDigitSystemFont(ofSize:weight:)` does.
  public static func monospacedDigitSystemFont(ofSize size: CGFloat, weight: Weight) -> UIFont {
    UIFont(size: size, weight: weight)
  }
  /// Does what UIKit's `monospacedSystemFont(ofSize:weight:)` does.
  public static func monospacedSystemFont(ofSize size: CGFloat, weight: Weight) -> UIFont {
    UIFont(size: size, weight: weight)
  }
  /// In the size that the reader of the present screen asked for.
  public static func preferredFont(forTextStyle style: TextStyle) -> UIFont {
    preferredFont(
      forTextStyle: style, compatibleWith: Thread.isMainThread ? MainActor.assumeIsolated { UIScreen.main.traits } : nil
    )
  }
  /// Does what UIKit's `preferredFont(forTextStyle:compatibleWith:)` does.
  public static func preferredFont(forTextStyle style: TextStyle, compatibleWith traits: UITraitCollection?) -> UIFont {
    let size = UIFontMetrics(forTextStyle: style).scaledValue(for: style.standardSize, compatibleWith: traits)
    return UIFont(size: size, weight: style == .headline ? .semibold : .regular, style: style)
  }
  /// UIKit's `UIFont.labelFontSize`.
  public static let labelFontSize: CGFloat = 17
  /// UIKit's `UIFont.buttonFontSize`.
  public static let buttonFontSize: CGFloat = 18
  /// UIKit's `UIFont.systemFontSize`.
  public static let systemFontSize: CGFloat = 14
  /// UIKit's `UIFont.smallSystemFontSize`.
  public static let smallSystemFontSize: CGFloat = 12

  /// Does what UIKit's `withSize(_:)` does.
  public func withSize(_ size: CGFloat) -> UIFont { UIFont(size: size, weight: weight, name: fontName) }
  /// The family name, as in UIKit.
  public var familyName: String { fontName }
  /// The font descriptor, as in UIKit.
  public var fontDescriptor: UIFontDescriptor { UIFontDescriptor(pointSize: pointSize, weight: weight) }
  /// The line height, as in UIKit.
  public var lineHeight: CGFloat { CGFloat(metrics.lineHeight) }
  /// The ascender, as in UIKit.
  public var ascender: CGFloat { CGFloat(SystemFont.ascent) * pointSize }
  /// The descender, as in UIKit.
  public var descender: CGFloat { ascender - lineHeight }
  /// The cap height, as in UIKit.
  public var capHeight: CGFloat { 0.704590 * pointSize }
  /// The x height, as in UIKit.
  public var xHeight: CGFloat { 0.526367 * pointSize }
  /// The leading; always `0` here.
  public var leading: CGFloat { 0 }

  var metrics: SystemFont {
    SystemFont(pointSize: Double(pointSize), isBold: weight.rawValue >= Weight.semibold.rawValue)
  }

  public static func == (a: UIFont, b: UIFont) -> Bool {
    a.pointSize == b.pointSize && a.weight == b.weight && a.fontName == b.fontName
  }
  public func hash(into hasher: inout Hasher) {
    hasher.combine(pointSize)
    hasher.combine(weight)
  }
}

/// A description of a font.
nonisolated public final class UIFontDescriptor: @unchecked Sendable {
  /// The traits of a font.
  nonisolated public struct SymbolicTraits: OptionSet, Sendable {
    public var rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    /// UIKit's values of these names.
    public static let traitItalic = SymbolicTraits(rawValue: 1), traitBold = SymbolicTraits(rawValue: 2)
    /// UIKit's `UIFontDescriptor.SymbolicTraits.traitMonoSpace`.
    public static let traitMonoSpace = SymbolicTraits(rawValue: 1024)
  }
  /// The designs of the system font.
  nonisolated public enum SystemDesign: Sendable { case `default`, rounded, serif, monospaced }

  /// The point size, as in UIKit.
  public let pointSize: CGFloat
  let weight: UIFont.Weight
  init(pointSize: CGFloat, weight: UIFont.Weight) { (self.pointSize, self.weight) = (pointSize, weight) }

  /// Does what UIKit's `preferredFontDescriptor(withTextStyle:)` does.
  public static func preferredFontDescriptor(withTextStyle style: UIFont.TextStyle) -> UIFontDescriptor {
    UIFont.preferredFont(forTextStyle: style).fontDescriptor
  }
  /// Does what UIKit's `withSymbolicTraits(_:)` does.
  public func withSymbolicTraits(_ traits: SymbolicTraits) -> UIFontDescriptor? {
    UIFontDescriptor(pointSize: pointSize, weight: traits.contains(.traitBold) ? .bold : weight)
  }
  /// Does what UIKit's `withDesign(_:)` does.
  public func withDesign(_ design: SystemDesign) -> UIFontDescriptor? { self }
  /// Does what UIKit's `withSize(_:)` does.
  public func withSize(_ size: CGFloat) -> UIFontDescriptor { UIFontDescriptor(pointSize: size, weight: weight) }
}

/// How much larger a text style is for a reader who asked for larger text.
nonisolated public final class UIFontMetrics: @unchecked Sendable {
  /// UIKit's `UIFontMetrics.default`.
  public static let `default` = UIFontMetrics(forTextStyle: .body)
  private let style: UIFont.TextStyle
  /// Makes one as UIKit does.
  public init(forTextStyle style: UIFont.TextStyle) { self.style = style }

  /// Does what UIKit's `scaledFont(for:)` does.
  public func scaledFont(for font: UIFont) -> UIFont { font }
  /// Does what UIKit's `scaledFont(for:maximumPointSize:)` does.
  public func scaledFont(for font: UIFont, maximumPointSize: CGFloat) -> UIFont {
    font.withSize(min(font.pointSize, maximumPointSize))
  }
  /// Does what UIKit's `scaledFont(for:compatibleWith:)` does.
  public func scaledFont(for font: UIFont, compatibleWith traits: UITraitCollection?) -> UIFont {
    font.withSize(scaledValue(for: font.pointSize, compatibleWith: traits))
  }
  /// Does what UIKit's `scaledValue(for:)` does.
  public func scaledValue(for value: CGFloat) -> CGFloat { value }
  /// Body sizes by category are Apple's published ones; other values grow in proportion.
  public func scaledValue(for value: CGFloat, compatibleWith traits: UITraitCollection?) -> CGFloat {
    value * (traits?.preferredContentSizeCategory ?? .large).bodySize / 17
  }
}

/// The user's text size.
nonisolated public struct UIContentSizeCategory: RawRepresentable, Hashable, Sendable, Comparable {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  /// UIKit's `UIContentSizeCategory.unspecified`.
  public static let unspecified = UIContentSizeCategory(rawValue: "L")
  /// UIKit's values of these names.
  public static let extraSmall = UIContentSizeCategory(rawValue: "XS"), small = UIContentSizeCategory(rawValue: "S")
  /// UIKit's values of these names.
  public static let medium = UIContentSizeCategory(rawValue: "M"), large = UIContentSizeCategory(rawValue: "L")
  /// UIKit's values of these names.
  public static let extraLarge = UIContentSizeCategory(rawValue: "XL"),
    extraExtraLarge = UIContentSizeCategory(rawValue: "XXL")
  /// UIKit's `UIContentSizeCategory.extraExtraExtraLarge`.
  public static let extraExtraExtraLarge = UIContentSizeCategory(rawValue: "XXXL")
  /// UIKit's `UIContentSizeCategory.accessibilityMedium`.
  public static let accessibilityMedium = UIContentSizeCategory(rawValue: "AX1")
  /// UIKit's `UIContentSizeCategory.accessibilityLarge`.
  public static let accessibilityLarge = UIContentSizeCategory(rawValue: "AX2")
  /// UIKit's `UIContentSizeCategory.accessibilityExtraLarge`.
  public static let accessibilityExtraLarge = UIContentSizeCategory(rawValue: "AX3")
  /// UIKit's `UIContentSizeCategory.accessibilityExtraExtraLarge`.
  public static let accessibilityExtraExtraLarge = UIContentSizeCategory(rawValue: "AX4")
  /// UIKit's `UIContentSizeCategory.accessibilityExtraExtraExtraLarge`.
  public static let accessibilityExtraExtraExtraLarge = UIContentSizeCategory(rawValue: "AX5")

  var bodySize: CGFloat {
    let sizes: [String: CGFloat] = [
      "XS": 14, "S": 15, "M": 16, "L": 17, "XL": 19, "XXL": 21, "XXXL": 23, "AX1": 28, "AX2": 33, "AX3": 40, "AX4": 47,
      "AX5": 53,
    ]
    return sizes[rawValue] ?? 17
  }
  /// Whether it is accessibility category, as in UIKit.
  public var isAccessibilityCategory: Bool { bodySize > 23 }
  public static func < (a: UIContentSizeCategory, b: UIContentSizeCategory) -> Bool { a.bodySize < b.bodySize }
}
