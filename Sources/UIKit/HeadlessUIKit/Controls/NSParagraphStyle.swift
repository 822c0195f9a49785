import Foundation

nonisolated extension NSAttributedString.Key {
  /// The font, a `UIFont`; it affects the size of the text.
  public static let font = NSAttributedString.Key("NSFont")
  /// The colour of the text, a `UIColor`; nothing is drawn.
  public static let foregroundColor = NSAttributedString.Key("NSColor")
  /// The colour behind the text, a `UIColor`; nothing is drawn.
  public static let backgroundColor = NSAttributedString.Key("NSBackgroundColor")
  /// The style of the paragraph, an `NSParagraphStyle`; the first one in a text applies to the whole text.
  public static let paragraphStyle = NSAttributedString.Key("NSParagraphStyle")
  /// The distance between characters, in points; it affects the size of the text.
  public static let kern = NSAttributedString.Key("NSKern"), tracking = NSAttributedString.Key("CTTracking")
  /// The line under the text; nothing is drawn.
  public static let underlineStyle = NSAttributedString.Key("NSUnderline")
  /// The colour of the line under the text; nothing is drawn.
  public static let underlineColor = NSAttributedString.Key("NSUnderlineColor")
  /// The line through the text; nothing is drawn.
  public static let strikethroughStyle = NSAttributedString.Key("NSStrikethrough")
  /// The distance from the baseline, in points; it does not affect the size here.
  public static let baselineOffset = NSAttributedString.Key("NSBaselineOffset")
  /// The address that the text leads to.
  public static let link = NSAttributedString.Key("NSLink")
  /// The picture shown in place of the text, an `NSTextAttachment`; its size affects the size of the text.
  public static let attachment = NSAttributedString.Key("NSAttachment")
  /// The colour of the outline; nothing is drawn.
  public static let strokeColor = NSAttributedString.Key("NSStrokeColor")
  /// The width of the outline; nothing is drawn.
  public static let strokeWidth = NSAttributedString.Key("NSStrokeWidth")
  /// The shadow; nothing is drawn.
  public static let shadow = NSAttributedString.Key("NSShadow")
}

/// The style of a paragraph. Spacings, line heights and indents affect the size.
nonisolated open class NSParagraphStyle: @unchecked Sendable {
  /// How lines break at long words, and before a last word that would stand alone; without effect here.
  nonisolated public struct LineBreakStrategy: OptionSet, Sendable {
    public var rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Avoids a last line of one word; breaks Hangul text at words.
    public static let pushOut = LineBreakStrategy(rawValue: 1), hangulWordPriority = LineBreakStrategy(rawValue: 2)
    /// The system's strategy.
    public static let standard = LineBreakStrategy(rawValue: 0xFFFF)
  }
  struct Values {
    var lineSpacing: CGFloat = 0, paragraphSpacing: CGFloat = 0, paragraphSpacingBefore: CGFloat = 0
    var lineHeightMultiple: CGFloat = 0, minimumLineHeight: CGFloat = 0, maximumLineHeight: CGFloat = 0
    var firstLineHeadIndent: CGFloat = 0, headIndent: CGFloat = 0, tailIndent: CGFloat = 0
    var alignment = NSTextAlignment.natural
    var lineBreakMode = NSLineBreakMode.byWordWrapping
    var strategy = LineBreakStrategy()
  }
  var values = Values()
  /// Makes a style with the default values.
  public init() {}
  /// The default style, for text without a style.
  public static let `default` = NSParagraphStyle()
  /// The distance between lines, in points.
  public var lineSpacing: CGFloat { values.lineSpacing }
  /// The distance after each paragraph, in points.
  public var paragraphSpacing: CGFloat { values.paragraphSpacing }
  /// The distance before each paragraph but the first, in points.
  public var paragraphSpacingBefore: CGFloat { values.paragraphSpacingBefore }
  /// The factor of the font's line height; 0: none.
  public var lineHeightMultiple: CGFloat { values.lineHeightMultiple }
  /// The least height of a line, in points.
  public var minimumLineHeight: CGFloat { values.minimumLineHeight }
  /// The greatest height of a line, in points; 0: none.
  public var maximumLineHeight: CGFloat { values.maximumLineHeight }
  /// The indent of each paragraph's first line, in points; it does not affect the size.
  public var firstLineHeadIndent: CGFloat { values.firstLineHeadIndent }
  /// The indent of lines at their start, in points.
  public var headIndent: CGFloat { values.headIndent }
  /// The distance in points at which lines end: from their start, or, if it is negative, from the end of the space for them.
  public var tailIndent: CGFloat { values.tailIndent }
  /// The alignment of the lines; it does not affect the size.
  public var alignment: NSTextAlignment { values.alignment }
  /// How lines break; they break at words here.
  public var lineBreakMode: NSLineBreakMode { values.lineBreakMode }
  /// How lines break at long words; without effect here.
  public var lineBreakStrategy: LineBreakStrategy { values.strategy }
  /// Returns a style that can be changed, with the same values.
  public func mutableCopy() -> Any {
    let copy = NSMutableParagraphStyle()
    copy.values = values
    return copy
  }
  /// Returns a style with the same values.
  public func copy() -> Any { mutableCopy() }
}

/// A style of a paragraph that can be changed.
nonisolated public final class NSMutableParagraphStyle: NSParagraphStyle, @unchecked Sendable {
  public override var lineSpacing: CGFloat {
    get { values.lineSpacing }
    set { values.lineSpacing = newValue }
  }
  public override var paragraphSpacing: CGFloat {
    get { values.paragraphSpacing }
    set { values.paragraphSpacing = newValue }
  }
  public override var paragraphSpacingBefore: CGFloat {
    get { values.paragraphSpacingBefore }
    set { values.paragraphSpacingBefore = newValue }
  }
  public override var lineHeightMultiple: CGFloat {
    get { values.lineHeightMultiple }
    set { values.lineHeightMultiple = newValue }
  }
  public override var minimumLineHeight: CGFloat {
    get { values.minimumLineHeight }
    set { values.minimumLineHeight = newValue }
  }
  public override var maximumLineHeight: CGFloat {
    get { values.maximumLineHeight }
    set { values.maximumLineHeight = newValue }
  }
  public override var firstLineHeadIndent: CGFloat {
    get { values.firstLineHeadIndent }
    set { values.firstLineHeadIndent = newValue }
  }
  public override var headIndent: CGFloat {
    get { values.headIndent }
    set { values.headIndent = newValue }
  }
  public override var tailIndent: CGFloat {
    get { values.tailIndent }
    set { values.tailIndent = newValue }
  }
  public override var alignment: NSTextAlignment {
    get { values.alignment }
    set { values.alignment = newValue }
  }
  public override var lineBreakMode: NSLineBreakMode {
    get { values.lineBreakMode }
    set { values.lineBreakMode = newValue }
  }
  public override var lineBreakStrategy: LineBreakStrategy {
    get { values.strategy }
    set { values.strategy = newValue }
  }
  /// Takes over the values of another style.
  public func setParagraphStyle(_ style: NSParagraphStyle) { values = style.values }
}

/// The styles of an underline; nothing is drawn.
nonisolated public struct NSUnderlineStyle: OptionSet, Sendable {
  public var rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  /// A line of usual thickness; a thick one.
  public static let single = NSUnderlineStyle(rawValue: 1), thick = NSUnderlineStyle(rawValue: 2)
}
