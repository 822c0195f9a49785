import Foundation
import LayoutKernel

/// A font by size and weight. Text is measured as in the importer: the system font's metrics, whatever the name says.
nonisolated public final class UIFont: Hashable, @unchecked Sendable {
  /// The weights of a font.
  nonisolated public struct Weight: RawRepresentable, Hashable, Sendable {
    public var rawValue: CGFloat
    public init(rawValue: CGFloat) { self.rawValue = rawValue }
    /// Makes a weight, from -1 to 1.
    public init(_ rawValue: CGFloat) { self.rawValue = rawValue }
    /// The weights up to that of running text.
    public static let ultraLight = Weight(-0.8), thin = Weight(-0.6), light = Weight(-0.4), regular = Weight(0)
    /// The weights above that of running text.
    public static let medium = Weight(0.23), semibold = Weight(0.3), bold = Weight(0.4), heavy = Weight(0.56)
    /// The heaviest weight.
    public static let black = Weight(0.62)
  }

  /// The text styles of the system, whose size follows the user's text size.
  nonisolated public struct TextStyle: RawRepresentable, Hashable, Sendable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Titles of 34 and 28 points at the size L.
    public static let largeTitle = TextStyle(rawValue: "largeTitle"), title1 = TextStyle(rawValue: "title1")
    /// Titles of 22 and 20 points at the size L.
    public static let title2 = TextStyle(rawValue: "title2"), title3 = TextStyle(rawValue: "title3")
    /// A heading and running text, both of 17 points at the size L; the heading is semibold.
    public static let headline = TextStyle(rawValue: "headline"), body = TextStyle(rawValue: "body")
    /// Text beside the running one, of 16 and 15 points at the size L.
    public static let callout = TextStyle(rawValue: "callout"), subheadline = TextStyle(rawValue: "subheadline")
    /// Small text, of 13 and 12 points at the size L.
    public static let footnote = TextStyle(rawValue: "footnote"), caption1 = TextStyle(rawValue: "caption1")
    /// The smallest text, of 11 points at the size L.
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

  /// The size in points.
  public let pointSize: CGFloat
  /// The name that the font was asked for by.
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
  /// Makes a font of a description; a size of 0 is the description's own.
  public convenience init(descriptor: UIFontDescriptor, size: CGFloat) {
    self.init(size: size > 0 ? size : descriptor.pointSize, weight: descriptor.weight)
  }

  /// Returns the system's font.
  public static func systemFont(ofSize size: CGFloat) -> UIFont { UIFont(size: size) }
  /// Returns the system's font in a weight.
  public static func systemFont(ofSize size: CGFloat, weight: Weight) -> UIFont { UIFont(size: size, weight: weight) }
  /// Returns the system's bold font.
  public static func boldSystemFont(ofSize size: CGFloat) -> UIFont { UIFont(size: size, weight: .bold) }
  /// Returns the system's italic font, which is measured as the upright one.
  public static func italicSystemFont(ofSize size: CGFloat) -> UIFont { UIFont(size: size) }
  /// Returns the system's font whose digits are all as wide, which is measured as the usual one.
  public static func monospacedDigitSystemFont(ofSize size: CGFloat, weight: Weight) -> UIFont {
    UIFont(size: size, weight: weight)
  }
  /// Returns the system's font whose characters are all as wide, which is measured as the usual one.
  public static func monospacedSystemFont(ofSize size: CGFloat, weight: Weight) -> UIFont {
    UIFont(size: size, weight: weight)
  }
  /// Returns the font of a text style in the size that the reader of the present screen asked for.
  public static func preferredFont(forTextStyle style: TextStyle) -> UIFont {
    preferredFont(
      forTextStyle: style, compatibleWith: Thread.isMainThread ? MainActor.assumeIsolated { UIScreen.main.traits } : nil
    )
  }
  /// Returns the font of a text style in the size that traits ask for.
  public static func preferredFont(forTextStyle style: TextStyle, compatibleWith traits: UITraitCollection?) -> UIFont {
    let size = UIFontMetrics(forTextStyle: style).scaledValue(for: style.standardSize, compatibleWith: traits)
    return UIFont(size: size, weight: style == .headline ? .semibold : .regular, style: style)
  }
  /// The size of a label's font where nobody says another, in points.
  public static let labelFontSize: CGFloat = 17
  /// The size of a button's font, in points.
  public static let buttonFontSize: CGFloat = 18
  /// The size of the system's font, in points.
  public static let systemFontSize: CGFloat = 14
  /// The size of the system's small font, in points.
  public static let smallSystemFontSize: CGFloat = 12

  /// Returns the font in another size.
  public func withSize(_ size: CGFloat) -> UIFont { UIFont(size: size, weight: weight, name: fontName) }
  /// The name that the font was asked for by.
  public var familyName: String { fontName }
  /// The description of the font.
  public var fontDescriptor: UIFontDescriptor { UIFontDescriptor(pointSize: pointSize, weight: weight) }
  /// The distance from line to line, in points.
  public var lineHeight: CGFloat { CGFloat(metrics.lineHeight) }
  /// The height above the baseline, in points.
  public var ascender: CGFloat { CGFloat(SystemFont.ascent) * pointSize }
  /// The depth below the baseline, in points; below 0.
  public var descender: CGFloat { ascender - lineHeight }
  /// The height of a capital letter, in points.
  public var capHeight: CGFloat { 0.704590 * pointSize }
  /// The height of an x, in points.
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
    /// Slanted letters; bold ones.
    public static let traitItalic = SymbolicTraits(rawValue: 1), traitBold = SymbolicTraits(rawValue: 2)
    /// All characters are as wide.
    public static let traitMonoSpace = SymbolicTraits(rawValue: 1024)
  }
  /// The designs of the system font.
  nonisolated public enum SystemDesign: Sendable { case `default`, rounded, serif, monospaced }

  /// The size in points.
  public let pointSize: CGFloat
  let weight: UIFont.Weight
  init(pointSize: CGFloat, weight: UIFont.Weight) { (self.pointSize, self.weight) = (pointSize, weight) }

  /// Returns the description of a text style's font.
  public static func preferredFontDescriptor(withTextStyle style: UIFont.TextStyle) -> UIFontDescriptor {
    UIFont.preferredFont(forTextStyle: style).fontDescriptor
  }
  /// Returns the description with other traits, of which only bold counts.
  public func withSymbolicTraits(_ traits: SymbolicTraits) -> UIFontDescriptor? {
    UIFontDescriptor(pointSize: pointSize, weight: traits.contains(.traitBold) ? .bold : weight)
  }
  /// Returns the description itself: designs are all measured alike.
  public func withDesign(_ design: SystemDesign) -> UIFontDescriptor? { self }
  /// Returns the description in another size.
  public func withSize(_ size: CGFloat) -> UIFontDescriptor { UIFontDescriptor(pointSize: size, weight: weight) }
}

/// How much larger a text style is for a reader who asked for larger text.
nonisolated public final class UIFontMetrics: @unchecked Sendable {
  /// The metrics of body text.
  public static let `default` = UIFontMetrics(forTextStyle: .body)
  private let style: UIFont.TextStyle
  /// Makes the metrics of a text style.
  public init(forTextStyle style: UIFont.TextStyle) { self.style = style }

  /// Returns the font as it is; only with traits is it made larger.
  public func scaledFont(for font: UIFont) -> UIFont { font }
  /// Returns the font, no larger than a size in points.
  public func scaledFont(for font: UIFont, maximumPointSize: CGFloat) -> UIFont {
    font.withSize(min(font.pointSize, maximumPointSize))
  }
  /// Returns the font in the size that traits ask for.
  public func scaledFont(for font: UIFont, compatibleWith traits: UITraitCollection?) -> UIFont {
    font.withSize(scaledValue(for: font.pointSize, compatibleWith: traits))
  }
  /// Returns the value as it is; only with traits is it made larger.
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
  /// No size: it counts as the standard one.
  public static let unspecified = UIContentSizeCategory(rawValue: "L")
  /// Text two sizes, or one, below `medium`.
  public static let extraSmall = UIContentSizeCategory(rawValue: "XS"), small = UIContentSizeCategory(rawValue: "S")
  /// Text a size below the usual one; the usual one, `large`.
  public static let medium = UIContentSizeCategory(rawValue: "M"), large = UIContentSizeCategory(rawValue: "L")
  /// Text one size, or two, above the usual one.
  public static let extraLarge = UIContentSizeCategory(rawValue: "XL"),
    extraExtraLarge = UIContentSizeCategory(rawValue: "XXL")
  /// The largest without the accessibility sizes: body text of 23 points.
  public static let extraExtraExtraLarge = UIContentSizeCategory(rawValue: "XXXL")
  /// The first of the accessibility sizes: body text of 28 points.
  public static let accessibilityMedium = UIContentSizeCategory(rawValue: "AX1")
  /// Body text of 33 points.
  public static let accessibilityLarge = UIContentSizeCategory(rawValue: "AX2")
  /// Body text of 40 points.
  public static let accessibilityExtraLarge = UIContentSizeCategory(rawValue: "AX3")
  /// Body text of 47 points.
  public static let accessibilityExtraExtraLarge = UIContentSizeCategory(rawValue: "AX4")
  /// The largest: body text of 53 points.
  public static let accessibilityExtraExtraExtraLarge = UIContentSizeCategory(rawValue: "AX5")

  var bodySize: CGFloat {
    let sizes: [String: CGFloat] = [
      "XS": 14, "S": 15, "M": 16, "L": 17, "XL": 19, "XXL": 21, "XXXL": 23, "AX1": 28, "AX2": 33, "AX3": 40, "AX4": 47,
      "AX5": 53,
    ]
    return sizes[rawValue] ?? 17
  }
  /// Whether it is one of the five accessibility sizes.
  public var isAccessibilityCategory: Bool { bodySize > 23 }
  public static func < (a: UIContentSizeCategory, b: UIContentSizeCategory) -> Bool { a.bodySize < b.bodySize }
}
