import Foundation
import LayoutKernel

/// A font by size and weight. Text is measured as in the importer: the system font's metrics, whatever the name says.
nonisolated public final class UIFont: Hashable, @unchecked Sendable {
  nonisolated public struct Weight: RawRepresentable, Hashable, Sendable {
    public var rawValue: CGFloat
    public init(rawValue: CGFloat) { self.rawValue = rawValue }
    public init(_ rawValue: CGFloat) { self.rawValue = rawValue }
    public static let ultraLight = Weight(-0.8), thin = Weight(-0.6), light = Weight(-0.4), regular = Weight(0)
    public static let medium = Weight(0.23), semibold = Weight(0.3), bold = Weight(0.4), heavy = Weight(0.56)
    public static let black = Weight(0.62)
  }

  nonisolated public struct TextStyle: RawRepresentable, Hashable, Sendable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let largeTitle = TextStyle(rawValue: "largeTitle"), title1 = TextStyle(rawValue: "title1")
    public static let title2 = TextStyle(rawValue: "title2"), title3 = TextStyle(rawValue: "title3")
    public static let headline = TextStyle(rawValue: "headline"), body = TextStyle(rawValue: "body")
    public static let callout = TextStyle(rawValue: "callout"), subheadline = TextStyle(rawValue: "subheadline")
    public static let footnote = TextStyle(rawValue: "footnote"), caption1 = TextStyle(rawValue: "caption1")
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

  public let pointSize: CGFloat
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
  public convenience init(descriptor: UIFontDescriptor, size: CGFloat) {
    self.init(size: size > 0 ? size : descriptor.pointSize, weight: descriptor.weight)
  }

  public static func systemFont(ofSize size: CGFloat) -> UIFont { UIFont(size: size) }
  public static func systemFont(ofSize size: CGFloat, weight: Weight) -> UIFont { UIFont(size: size, weight: weight) }
  public static func boldSystemFont(ofSize size: CGFloat) -> UIFont { UIFont(size: size, weight: .bold) }
  public static func italicSystemFont(ofSize size: CGFloat) -> UIFont { UIFont(size: size) }
  public static func monospacedDigitSystemFont(ofSize size: CGFloat, weight: Weight) -> UIFont {
    UIFont(size: size, weight: weight)
  }
  public static func monospacedSystemFont(ofSize size: CGFloat, weight: Weight) -> UIFont {
    UIFont(size: size, weight: weight)
  }
  /// In the size that the reader of the present screen asked for.
  public static func preferredFont(forTextStyle style: TextStyle) -> UIFont {
    preferredFont(
      forTextStyle: style, compatibleWith: Thread.isMainThread ? MainActor.assumeIsolated { UIScreen.main.traits } : nil
    )
  }
  public static func preferredFont(forTextStyle style: TextStyle, compatibleWith traits: UITraitCollection?) -> UIFont {
    let size = UIFontMetrics(forTextStyle: style).scaledValue(for: style.standardSize, compatibleWith: traits)
    return UIFont(size: size, weight: style == .headline ? .semibold : .regular, style: style)
  }
  public static let labelFontSize: CGFloat = 17
  public static let buttonFontSize: CGFloat = 18
  public static let systemFontSize: CGFloat = 14
  public static let smallSystemFontSize: CGFloat = 12

  public func withSize(_ size: CGFloat) -> UIFont { UIFont(size: size, weight: weight, name: fontName) }
  public var familyName: String { fontName }
  public var fontDescriptor: UIFontDescriptor { UIFontDescriptor(pointSize: pointSize, weight: weight) }
  public var lineHeight: CGFloat { CGFloat(metrics.lineHeight) }
  public var ascender: CGFloat { CGFloat(SystemFont.ascent) * pointSize }
  public var descender: CGFloat { ascender - lineHeight }
  public var capHeight: CGFloat { 0.704590 * pointSize }
  public var xHeight: CGFloat { 0.526367 * pointSize }
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

nonisolated public final class UIFontDescriptor: @unchecked Sendable {
  nonisolated public struct SymbolicTraits: OptionSet, Sendable {
    public var rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    public static let traitItalic = SymbolicTraits(rawValue: 1), traitBold = SymbolicTraits(rawValue: 2)
    public static let traitMonoSpace = SymbolicTraits(rawValue: 1024)
  }
  nonisolated public enum SystemDesign: Sendable { case `default`, rounded, serif, monospaced }

  public let pointSize: CGFloat
  let weight: UIFont.Weight
  init(pointSize: CGFloat, weight: UIFont.Weight) { (self.pointSize, self.weight) = (pointSize, weight) }

  public static func preferredFontDescriptor(withTextStyle style: UIFont.TextStyle) -> UIFontDescriptor {
    UIFont.preferredFont(forTextStyle: style).fontDescriptor
  }
  public func withSymbolicTraits(_ traits: SymbolicTraits) -> UIFontDescriptor? {
    UIFontDescriptor(pointSize: pointSize, weight: traits.contains(.traitBold) ? .bold : weight)
  }
  public func withDesign(_ design: SystemDesign) -> UIFontDescriptor? { self }
  public func withSize(_ size: CGFloat) -> UIFontDescriptor { UIFontDescriptor(pointSize: size, weight: weight) }
}

/// How much larger a text style is for a reader who asked for larger text.
nonisolated public final class UIFontMetrics: @unchecked Sendable {
  public static let `default` = UIFontMetrics(forTextStyle: .body)
  private let style: UIFont.TextStyle
  public init(forTextStyle style: UIFont.TextStyle) { self.style = style }

  public func scaledFont(for font: UIFont) -> UIFont { font }
  public func scaledFont(for font: UIFont, maximumPointSize: CGFloat) -> UIFont {
    font.withSize(min(font.pointSize, maximumPointSize))
  }
  public func scaledFont(for font: UIFont, compatibleWith traits: UITraitCollection?) -> UIFont {
    font.withSize(scaledValue(for: font.pointSize, compatibleWith: traits))
  }
  public func scaledValue(for value: CGFloat) -> CGFloat { value }
  /// Body sizes by category are Apple's published ones; other values grow in proportion.
  public func scaledValue(for value: CGFloat, compatibleWith traits: UITraitCollection?) -> CGFloat {
    value * (traits?.preferredContentSizeCategory ?? .large).bodySize / 17
  }
}

nonisolated public struct UIContentSizeCategory: RawRepresentable, Hashable, Sendable, Comparable {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let unspecified = UIContentSizeCategory(rawValue: "L")
  public static let extraSmall = UIContentSizeCategory(rawValue: "XS"), small = UIContentSizeCategory(rawValue: "S")
  public static let medium = UIContentSizeCategory(rawValue: "M"), large = UIContentSizeCategory(rawValue: "L")
  public static let extraLarge = UIContentSizeCategory(rawValue: "XL"),
    extraExtraLarge = UIContentSizeCategory(rawValue: "XXL")
  public static let extraExtraExtraLarge = UIContentSizeCategory(rawValue: "XXXL")
  public static let accessibilityMedium = UIContentSizeCategory(rawValue: "AX1")
  public static let accessibilityLarge = UIContentSizeCategory(rawValue: "AX2")
  public static let accessibilityExtraLarge = UIContentSizeCategory(rawValue: "AX3")
  public static let accessibilityExtraExtraLarge = UIContentSizeCategory(rawValue: "AX4")
  public static let accessibilityExtraExtraExtraLarge = UIContentSizeCategory(rawValue: "AX5")

  var bodySize: CGFloat {
    let sizes: [String: CGFloat] = [
      "XS": 14, "S": 15, "M": 16, "L": 17, "XL": 19, "XXL": 21, "XXXL": 23, "AX1": 28, "AX2": 33, "AX3": 40, "AX4": 47,
      "AX5": 53,
    ]
    return sizes[rawValue] ?? 17
  }
  public var isAccessibilityCategory: Bool { bodySize > 23 }
  public static func < (a: UIContentSizeCategory, b: UIContentSizeCategory) -> Bool { a.bodySize < b.bodySize }
}
