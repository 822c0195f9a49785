import Foundation
import LayoutKernel

/// A font by size and weight. Text is measured with the system font's metrics, as in the importer. A name counts only if it contains `Bold`.
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
    /// The styles for text beside the body text: 16 and 15 points at the text size L.
    public static let callout = TextStyle(rawValue: "callout"), subheadline = TextStyle(rawValue: "subheadline")
    /// Small text, of 13 and 12 points at the size L.
    public static let footnote = TextStyle(rawValue: "footnote"), caption1 = TextStyle(rawValue: "caption1")
    /// The smallest text, of 11 points at the size L.
    public static let caption2 = TextStyle(rawValue: "caption2")

    /// The size at the standard text size, in points.
    var standardSize: CGFloat { size(in: .large) }
    /// Returns the size in points from the tables of the Human Interface Guidelines (rule L9.4); a style that they do not list has the size of
    /// `body`.
    func size(in category: UIContentSizeCategory) -> CGFloat {
      (Self.sizes[rawValue] ?? Self.sizes["body"]!)[category.rank]
    }
    /// The sizes from XS to XXXL, then AX1 to AX5.
    private static let sizes: [String: [CGFloat]] = [
      "extraLargeTitle": [36, 36, 36, 36, 36, 36, 36, 36, 36, 36, 36, 36],
      "largeTitle": [31, 32, 33, 34, 36, 38, 40, 44, 48, 52, 56, 60],
      "title1": [25, 26, 27, 28, 30, 32, 34, 38, 43, 48, 53, 58],
      "title2": [19, 20, 21, 22, 24, 26, 28, 34, 39, 44, 50, 56],
      "title3": [17, 18, 19, 20, 22, 24, 26, 31, 37, 43, 49, 55],
      "headline": [14, 15, 16, 17, 19, 21, 23, 28, 33, 40, 47, 53],
      "body": [14, 15, 16, 17, 19, 21, 23, 28, 33, 40, 47, 53],
      "callout": [13, 14, 15, 16, 18, 20, 22, 26, 32, 38, 44, 51],
      "subheadline": [12, 13, 14, 15, 17, 19, 21, 25, 30, 36, 42, 49],
      "footnote": [12, 12, 12, 13, 15, 17, 19, 23, 27, 33, 38, 44],
      "caption1": [11, 11, 11, 12, 14, 16, 18, 22, 26, 32, 37, 43],
      "caption2": [11, 11, 11, 11, 13, 15, 17, 20, 24, 29, 34, 40],
    ]
  }

  /// The size in points.
  public let pointSize: CGFloat
  /// The name with which the font was requested.
  public let fontName: String
  let weight: Weight
  /// The style; nil for a font that does not follow the user's text size.
  let style: TextStyle?
  /// The original size and the greatest size of a font that `UIFontMetrics` scaled; nil for other fonts.
  let unscaled: (size: CGFloat, most: CGFloat)?

  init(
    size: CGFloat, weight: Weight = .regular, name: String = ".SFUI", style: TextStyle? = nil,
    unscaled: (size: CGFloat, most: CGFloat)? = nil
  ) {
    (pointSize, self.weight, fontName, self.style) = (size > 0 ? size : 17, weight, name, style)
    self.unscaled = unscaled
  }

  /// Returns the font for the text size in given traits; a font that does not follow the user's text size is unchanged.
  func adjusted(to traits: UITraitCollection) -> UIFont {
    guard let style else { return self }
    let wanted =
      unscaled.map {
        min($0.most, UIFontMetrics(forTextStyle: style).scaledValue(for: $0.size, compatibleWith: traits))
      }
      ?? style.size(in: traits.preferredContentSizeCategory)
    if wanted == pointSize { return self }
    return UIFont(size: wanted, weight: weight, name: fontName, style: style, unscaled: unscaled)
  }
  /// Makes a font of any name; never nil. It is measured as the system's font, in bold if the name contains `Bold`.
  public convenience init?(name: String, size: CGFloat) {
    self.init(size: size, weight: name.contains("Bold") ? .bold : .regular, name: name)
  }
  /// Makes a font from a description, in a size in points; 0 means the description's own size.
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
  /// Returns the system's font with digits of equal width; it is measured as the usual one.
  public static func monospacedDigitSystemFont(ofSize size: CGFloat, weight: Weight) -> UIFont {
    UIFont(size: size, weight: weight)
  }
  /// Returns the system's font with characters of equal width; it is measured as the usual one.
  public static func monospacedSystemFont(ofSize size: CGFloat, weight: Weight) -> UIFont {
    UIFont(size: size, weight: weight)
  }
  /// Returns the font of a text style in the text size of the present screen's user.
  public static func preferredFont(forTextStyle style: TextStyle) -> UIFont {
    preferredFont(forTextStyle: style, compatibleWith: nil)
  }
  /// Returns the font of a text style in the text size that traits specify, or else in that of the present screen's user.
  public static func preferredFont(forTextStyle style: TextStyle, compatibleWith traits: UITraitCollection?) -> UIFont {
    let size = style.size(in: .asked(by: traits))
    return UIFont(size: size, weight: style == .headline ? .semibold : .regular, style: style)
  }
  /// The default size of a label's font, in points.
  public static let labelFontSize: CGFloat = 17
  /// The size of a button's font, in points.
  public static let buttonFontSize: CGFloat = 18
  /// The size of the system's font, in points.
  public static let systemFontSize: CGFloat = 14
  /// The size of the system's small font, in points.
  public static let smallSystemFontSize: CGFloat = 12

  /// Returns the font in another size.
  public func withSize(_ size: CGFloat) -> UIFont { UIFont(size: size, weight: weight, name: fontName) }
  /// The name with which the font was requested.
  public var familyName: String { fontName }
  /// The description of the font.
  public var fontDescriptor: UIFontDescriptor { UIFontDescriptor(pointSize: pointSize, weight: weight) }
  /// The distance from line to line, in points.
  public var lineHeight: CGFloat { CGFloat(metrics.lineHeight) }
  /// The height above the baseline, in points.
  public var ascender: CGFloat { CGFloat(SystemFont.ascent) * pointSize }
  /// The depth below the baseline, in points, as a negative number.
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
    /// All characters have the same width.
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

/// Scales fonts and lengths as a text style grows with the user's text size.
nonisolated public final class UIFontMetrics: @unchecked Sendable {
  /// The metrics of body text.
  public static let `default` = UIFontMetrics(forTextStyle: .body)
  private let style: UIFont.TextStyle
  /// Makes the metrics of a text style.
  public init(forTextStyle style: UIFont.TextStyle) { self.style = style }

  /// Returns the font in the text size of the present screen's user.
  public func scaledFont(for font: UIFont) -> UIFont { scaledFont(for: font, compatibleWith: nil) }
  /// Returns the font in the text size of the present screen's user, but no larger than `maximumPointSize` points.
  public func scaledFont(for font: UIFont, maximumPointSize: CGFloat) -> UIFont {
    scaledFont(for: font, maximumPointSize: maximumPointSize, compatibleWith: nil)
  }
  /// Returns the font in the text size that traits specify, or else in that of the present screen's user.
  public func scaledFont(for font: UIFont, compatibleWith traits: UITraitCollection?) -> UIFont {
    scaledFont(for: font, maximumPointSize: .greatestFiniteMagnitude, compatibleWith: traits)
  }
  /// Returns the font in the text size that traits specify, but no larger than a size in points.
  public func scaledFont(
    for font: UIFont, maximumPointSize most: CGFloat, compatibleWith traits: UITraitCollection?
  ) -> UIFont {
    UIFont(
      size: min(most, scaledValue(for: font.pointSize, compatibleWith: traits)), weight: font.weight,
      name: font.fontName, style: style, unscaled: (font.pointSize, most))
  }
  /// Returns the value scaled for the text size of the present screen's user.
  public func scaledValue(for value: CGFloat) -> CGFloat { scaledValue(for: value, compatibleWith: nil) }
  /// Returns the value scaled for the text size in given traits, in the same proportion as the text style's size.
  public func scaledValue(for value: CGFloat, compatibleWith traits: UITraitCollection?) -> CGFloat {
    value * style.size(in: .asked(by: traits)) / style.standardSize
  }
}

/// The user's text size.
nonisolated public struct UIContentSizeCategory: RawRepresentable, Hashable, Sendable, Comparable {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  /// No size: it counts as the standard one.
  public static let unspecified = UIContentSizeCategory(rawValue: "unspecified")
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

  private static let all = ["XS", "S", "M", "L", "XL", "XXL", "XXXL", "AX1", "AX2", "AX3", "AX4", "AX5"]
  /// The rank among the twelve categories, from 0 for the smallest; any other category counts as the standard one.
  var rank: Int { Self.all.firstIndex(of: rawValue) ?? 3 }
  var bodySize: CGFloat { UIFont.TextStyle.body.size(in: self) }
  /// Returns the size that traits specify, or else that of the present screen.
  static func asked(by traits: UITraitCollection?) -> UIContentSizeCategory {
    if let traits, traits.preferredContentSizeCategory != .unspecified { return traits.preferredContentSizeCategory }
    return UITraitCollection.current.preferredContentSizeCategory
  }
  /// Whether the category is one of the five accessibility sizes.
  public var isAccessibilityCategory: Bool { bodySize > 23 }
  public static func < (a: UIContentSizeCategory, b: UIContentSizeCategory) -> Bool { a.bodySize < b.bodySize }
}
