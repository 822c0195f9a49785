import Foundation
import LayoutKernel
import SceneModel

/// How text is aligned.
nonisolated public enum NSTextAlignment: Int, Sendable { case left, center, right, justified, natural }
/// How lines of text break.
nonisolated public enum NSLineBreakMode: Int, Sendable {
  /// Where words or characters end, at the edge, or with dots at the start, the end or in the middle. Layout breaks at words.
  case byWordWrapping, byCharWrapping, byClipping, byTruncatingHead, byTruncatingTail, byTruncatingMiddle
}

/// Text of one or more lines, measured in the system font.
open class UILabel: UIView {
  /// The text, in the system font's metrics; the label's natural size follows it.
  open var text: String? {
    get { attributed?.string ?? plain }
    set {
      if attributed == nil, plain == newValue { return }
      (plain, attributed) = (newValue, nil)
      textChanged()
    }
  }
  /// The text with attributes; fonts, line spacing and pictures in it count for the natural size.
  open var attributedText: NSAttributedString? {
    get { attributed ?? plain.map { NSAttributedString(string: $0) } }
    set {
      (plain, attributed) = (nil, newValue)
      textChanged()
    }
  }
  /// The text, where it has no attributes; else nil.
  private var plain: String?
  private var attributed: NSAttributedString?
  /// The measures of the text that were found last, and the scale of the screen for which they hold.
  private var known: (scale: CGFloat, font: UIFont, measure: TextMeasure)?

  /// The font, in the system font's metrics; the natural size follows it, and with `adjustsFontForContentSizeCategory` the reader's text size.
  open var font: UIFont! {
    get { adjustsFontForContentSizeCategory ? givenFont.adjusted(to: traitCollection) : givenFont }
    set {
      let old = givenFont
      givenFont = newValue ?? .systemFont(ofSize: UIFont.labelFontSize)
      if old != givenFont { textChanged() }
    }
  }
  private var givenFont = UIFont.systemFont(ofSize: UIFont.labelFontSize)
  /// The text colour; kept, without effect on layout or motion.
  open var textColor: UIColor! = .label
  /// The highlighted text colour; kept, without effect on layout or motion.
  open var highlightedTextColor: UIColor?
  /// Whether it is highlighted.
  open var isHighlighted = false
  /// Whether it is enabled.
  open var isEnabled = true
  /// The shadow colour; kept, without effect on layout or motion.
  open var shadowColor: UIColor?
  /// The shadow offset; kept, without effect on layout or motion.
  open var shadowOffset = CGSize(width: 0, height: -1)
  /// The text alignment; kept, without effect on layout or motion.
  open var textAlignment = NSTextAlignment.natural
  /// The line break mode; kept, without effect on layout or motion.
  open var lineBreakMode = NSLineBreakMode.byTruncatingTail
  /// The greatest number of lines; 0: as many as are needed.
  open var numberOfLines = 1 { didSet { if oldValue != numberOfLines { textChanged() } } }
  /// Whether long text is made smaller; kept, without effect.
  open var adjustsFontSizeToFitWidth = false
  /// Whether a font of a text style, or one that was scaled by `UIFontMetrics`, follows the reader's text size.
  open var adjustsFontForContentSizeCategory = false {
    didSet { if oldValue != adjustsFontForContentSizeCategory { textChanged() } }
  }
  override func traitsChanged(from old: UITraitCollection) { textChanged() }
  /// How lines break that are long words, or that would leave one word alone; kept, without effect.
  open var lineBreakStrategy = NSParagraphStyle.LineBreakStrategy.standard
  /// The minimum scale factor; kept, without effect on layout or motion.
  open var minimumScaleFactor: CGFloat = 0
  /// Whether characters move together before text is cut; kept, without effect.
  open var allowsDefaultTighteningForTruncation = false
  /// The baseline adjustment; kept, without effect on layout or motion.
  open var baselineAdjustment = UIBaselineAdjustment.alignBaselines
  /// The width at which the text breaks, in points; 0: the width that the layout gives.
  open var preferredMaxLayoutWidth: CGFloat = 0 { didSet { if oldValue != preferredMaxLayoutWidth { textChanged() } } }

  public override init(frame: CGRect) {
    super.init(frame: frame)
    hugging = AxisPriorities(horizontal: 251, vertical: 251)
    isUserInteractionEnabled = false
  }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  override var sceneKind: SceneModel.View.Kind { .label }

  /// The button that shows it and has its size from it.
  weak var owner: UIView?

  private func textChanged() {
    known = nil
    invalidateIntrinsicContentSize()
    guard let owner, (self as? UIButtonLabel)?.isShowing != true else { return }
    owner.invalidateIntrinsicContentSize()
    owner.setNeedsLayout()
  }

  var measured: TextMeasure {
    let (scale, font) = (traitCollection.displayScale, self.font ?? givenFont)
    if let known, known.scale == scale, known.font == font { return known.measure }
    let measure =
      attributed.map { TextMeasure($0, font: font, scale: scale) } ?? TextMeasure(plain, font: font, scale: scale)
    known = (scale, font, measure)
    return measure
  }

  /// The width at which a class that says its own size is asked again, once the layout has given it one.
  private var widthOfLayout: CGFloat?
  /// The width at which lines break where nothing says another.
  private var breakingWidth: CGFloat {
    preferredMaxLayoutWidth > 0 ? preferredMaxLayoutWidth : widthOfLayout ?? TextMeasure.endless
  }
  open override var intrinsicContentSize: CGSize {
    if ClassNames.isOurs(Swift.type(of: self)) {
      return measured.size(lines: numberOfLines, width: preferredMaxLayoutWidth)
    }
    return textRect(
      forBounds: CGRect(x: 0, y: 0, width: breakingWidth, height: TextMeasure.endless),
      limitedToNumberOfLines: numberOfLines
    ).size
  }
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    let width = size.width > 0 ? size.width : TextMeasure.endless
    return textRect(
      forBounds: CGRect(x: 0, y: 0, width: width, height: TextMeasure.endless), limitedToNumberOfLines: numberOfLines
    ).size
  }
  /// Returns the rectangle that the text takes in bounds; at most so many lines, 0 for any number. The natural size asks for it, so that a
  /// subclass may leave room around the text.
  open func textRect(forBounds bounds: CGRect, limitedToNumberOfLines lines: Int) -> CGRect {
    CGRect(origin: bounds.origin, size: measured.size(lines: lines, width: bounds.width))
  }
  /// Accepted, and does nothing here.
  open func drawText(in rect: CGRect) {}

  /// Text that breaks where the layout says; nil where one line is all there is, or a subclass says a size that is not that of text with
  /// room around it.
  func breakingText(asking own: CGSize) -> TextMetrics? {
    asksAgain = false
    guard numberOfLines != 1, let text, !text.isEmpty else { return nil }
    var metrics = measured.metrics(lines: numberOfLines, preferredWidth: Double(preferredMaxLayoutWidth))
    if ClassNames.isOurs(Swift.type(of: self)) {
      return own == measured.size(lines: numberOfLines, width: preferredMaxLayoutWidth) ? metrics : nil
    }
    let known = widthOfLayout
    defer { widthOfLayout = known }
    widthOfLayout = nil
    let (natural, said) = (measured.size(lines: numberOfLines, width: preferredMaxLayoutWidth), intrinsicContentSize)
    let room = CGSize(width: said.width - natural.width, height: said.height - natural.height)
    // Text in a frame of room breaks as text does in what the frame leaves: at any width.
    let isFramed =
      room.width >= 0 && room.height >= 0
      && [0.75, 0.5, 0.3].allSatisfy { part in
        let width = natural.width * part + room.width
        widthOfLayout = width
        let inner = measured.size(lines: numberOfLines, width: width - room.width)
        return preferredMaxLayoutWidth > 0 || intrinsicContentSize.height == inner.height + room.height
      }
    guard isFramed else {
      asksAgain = preferredMaxLayoutWidth <= 0
      return nil
    }
    metrics.padding.width += Double(room.width)
    metrics.padding.height += Double(room.height)
    return metrics
  }
  /// Whether the class says a size of its own that may depend on the width.
  private var asksAgain = false
  /// As UIKit does for text, the class is asked for its size again with the width that the layout has found.
  func widthMayHaveChanged() {
    guard asksAgain, bounds.width > 0, bounds.width != widthOfLayout else { return }
    widthOfLayout = bounds.width
    invalidateIntrinsicContentSize()
  }
}

/// How text that shrinks lies on its line.
nonisolated public enum UIBaselineAdjustment: Int, Sendable { case alignBaselines, alignCenters, none }

/// How large text is: words in the fonts that they have, lines as high as the highest of them.
nonisolated struct TextMeasure {
  /// A width at which nothing breaks, in points.
  static let endless: CGFloat = 32_768

  private var words: [(width: Double, endsParagraph: Bool)] = []
  private var space = 0.0
  private var lineHeight: Double
  /// Between lines; around the whole.
  private var lineSpacing = 0.0
  private var padding = Size.zero
  private var whole = 0.0
  private let scale: Double

  init(_ text: String?, font: UIFont, scale: CGFloat) {
    self.init(font, scale)
    guard let text, !text.isEmpty else { return }
    add(text[...], font)
    endWord()
  }

  init(_ text: NSAttributedString, font: UIFont, scale: CGFloat) {
    self.init(font, scale)
    let string = text.string
    var (highest, kerning): (Double?, Double?)
    var style: NSParagraphStyle?
    text.enumerateAttributes(in: NSRange(location: 0, length: text.length), options: []) { values, range, _ in
      guard let part = Range(range, in: string) else { return }
      let own = values[.font] as? UIFont ?? font
      if style == nil { style = values[.paragraphStyle] as? NSParagraphStyle }
      let kern = (values[.kern] ?? values[.tracking]).flatMap(Self.number) ?? 0
      if kerning == nil { kerning = kern }
      if let picture = values[.attachment] as? NSTextAttachment {
        let size = picture.bounds.size == .zero ? picture.image?.size ?? .zero : picture.bounds.size
        // It stands on the baseline, below which the line has its descent.
        highest = max(
          highest ?? 0, Double(size.height - picture.bounds.minY) - Double(own.descender), own.metrics.lineHeight)
        open = (open ?? 0) + Double(size.width) + kern
        whole += Double(size.width) + kern
      } else {
        highest = max(highest ?? 0, own.metrics.lineHeight)
        add(string[part], own, kern)
      }
    }
    endWord()
    lineHeight = highest ?? lineHeight
    space += kerning ?? 0
    if let style { take(style) }
  }

  private static func number(_ value: Any) -> Double? {
    (value as? NSNumber)?.doubleValue ?? (value as? CGFloat).map(Double.init) ?? (value as? Double)
      ?? (value as? Int).map(Double.init) ?? (value as? Float).map(Double.init)
  }

  private init(_ font: UIFont, _ scale: CGFloat) {
    self.scale = Double(scale)
    lineHeight = font.metrics.lineHeight
    space = font.metrics.advance(of: " ")
  }

  /// What a paragraph's style says of the lines (rule L9.3).
  private mutating func take(_ style: NSParagraphStyle) {
    if style.lineHeightMultiple > 0 { lineHeight *= Double(style.lineHeightMultiple) }
    if style.minimumLineHeight > 0 { lineHeight = max(lineHeight, Double(style.minimumLineHeight)) }
    if style.maximumLineHeight > 0 { lineHeight = min(lineHeight, Double(style.maximumLineHeight)) }
    lineSpacing = Double(style.lineSpacing)
    let gaps = Double(words.dropLast().count { $0.endsParagraph })
    padding.height = gaps * Double(style.paragraphSpacing + style.paragraphSpacingBefore)
    padding.width = Double(max(0, style.headIndent) + max(0, -style.tailIndent))
  }

  /// The word that has begun and not ended.
  private var open: Double?

  private mutating func endWord(_ endsParagraph: Bool = false) {
    if let open { words.append((open, endsParagraph)) } else if endsParagraph { words.append((0, true)) }
    open = nil
  }

  private mutating func add(_ part: Substring, _ font: UIFont, _ kern: Double = 0) {
    let metrics = font.metrics
    for glyph in part {
      if glyph.isNewline {
        endWord(true)
      } else if glyph.isWhitespace {
        endWord()
        whole += metrics.advance(of: " ") + kern
      } else {
        let advance = metrics.advance(of: glyph) + kern
        open = (open ?? 0) + advance
        whole += advance
      }
    }
  }

  private func up(_ value: Double) -> Double { (value * scale - 1e-6).rounded(.up) / scale }

  func size(lines: Int, width given: CGFloat) -> CGSize {
    if words.isEmpty { return .zero }
    let width = given >= Self.endless / 2 || given <= 0 ? 0 : max(0.001, given - CGFloat(padding.width))
    let hasParagraphs = words.contains { $0.endsParagraph }
    if lines == 1 || (width <= 0 && !hasParagraphs) {
      return CGSize(width: up(whole) + padding.width, height: up(lineHeight) + padding.height)
    }
    var (count, widest, line) = (0, 0.0, -1.0)
    func close() {
      count += 1
      widest = max(widest, line)
      line = -1
    }
    for word in words {
      if line >= 0, width > 0, line + space + word.width > Double(width) + 1.0 / 1024 { close() }
      line = line < 0 ? word.width : line + space + word.width
      if word.endsParagraph { close() }
    }
    if line >= 0 { close() }
    let shown = Double(lines > 0 ? min(lines, count) : count)
    return CGSize(
      width: up(widest) + padding.width,
      height: up(lineHeight) * shown + lineSpacing * max(0, shown - 1) + padding.height)
  }

  func metrics(lines: Int, preferredWidth: Double) -> TextMetrics {
    TextMetrics(
      wordWidths: words.map(\.width), spaceWidth: space, lineHeight: up(lineHeight), lineLimit: lines,
      preferredMaxLayoutWidth: max(0, preferredWidth), lineSpacing: lineSpacing, padding: padding)
  }
}

nonisolated extension NSAttributedString.Key {
  /// The font, a `UIFont`; it counts for the size.
  public static let font = NSAttributedString.Key("NSFont")
  /// The colour of the text, a `UIColor`; nothing is drawn.
  public static let foregroundColor = NSAttributedString.Key("NSColor")
  /// The colour behind the text, a `UIColor`; nothing is drawn.
  public static let backgroundColor = NSAttributedString.Key("NSBackgroundColor")
  /// The style of the paragraph, an `NSParagraphStyle`; the first one of a text counts for all of it.
  public static let paragraphStyle = NSAttributedString.Key("NSParagraphStyle")
  /// The distance between characters, in points; it counts for the size.
  public static let kern = NSAttributedString.Key("NSKern"), tracking = NSAttributedString.Key("CTTracking")
  /// The line under the text; nothing is drawn.
  public static let underlineStyle = NSAttributedString.Key("NSUnderline")
  /// The colour of the line under the text; nothing is drawn.
  public static let underlineColor = NSAttributedString.Key("NSUnderlineColor")
  /// The line through the text; nothing is drawn.
  public static let strikethroughStyle = NSAttributedString.Key("NSStrikethrough")
  /// The distance from the baseline, in points; it does not count for the size here.
  public static let baselineOffset = NSAttributedString.Key("NSBaselineOffset")
  /// The address that the text leads to.
  public static let link = NSAttributedString.Key("NSLink")
  /// The picture that the text stands for, an `NSTextAttachment`; its size counts.
  public static let attachment = NSAttributedString.Key("NSAttachment")
  /// The colour of the outline; nothing is drawn.
  public static let strokeColor = NSAttributedString.Key("NSStrokeColor")
  /// The width of the outline; nothing is drawn.
  public static let strokeWidth = NSAttributedString.Key("NSStrokeWidth")
  /// The shadow; nothing is drawn.
  public static let shadow = NSAttributedString.Key("NSShadow")
}

/// The style of a paragraph. Spacings, line heights and indents count for the size.
nonisolated open class NSParagraphStyle: @unchecked Sendable {
  /// How lines break that are long words, or that would leave one word alone; without effect here.
  nonisolated public struct LineBreakStrategy: OptionSet, Sendable {
    public var rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// The ways of breaking lines.
    public static let pushOut = LineBreakStrategy(rawValue: 1), hangulWordPriority = LineBreakStrategy(rawValue: 2)
    /// The system's way.
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
  /// Makes a style that says nothing.
  public init() {}
  /// The style of text that has none.
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
  /// The indent of each paragraph's first line, in points; it does not count for the size.
  public var firstLineHeadIndent: CGFloat { values.firstLineHeadIndent }
  /// The indent of lines at their start, in points.
  public var headIndent: CGFloat { values.headIndent }
  /// The place where lines end: from the start, or, below 0, from the end of the room.
  public var tailIndent: CGFloat { values.tailIndent }
  /// The alignment of the lines; it does not count for the size.
  public var alignment: NSTextAlignment { values.alignment }
  /// How lines break; they break at words here.
  public var lineBreakMode: NSLineBreakMode { values.lineBreakMode }
  /// How lines break that are long words; without effect here.
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
nonisolated extension NSAttributedString {
  /// Returns the size of the text on one line, in points.
  public func size() -> CGSize {
    TextMeasure(self, font: .systemFont(ofSize: 12), scale: 1024).size(lines: 1, width: 0)
  }
  /// Returns the rectangle that the text takes, at the origin, broken at a width.
  public func boundingRect(with size: CGSize, options: NSStringDrawingOptions = [], context: NSStringDrawingContext?)
    -> CGRect
  {
    CGRect(
      origin: .zero,
      size: TextMeasure(self, font: .systemFont(ofSize: 12), scale: 1024).size(lines: 0, width: size.width))
  }
}
nonisolated extension NSString {
  /// Returns the rectangle that the text takes with attributes, at the origin, broken at a width.
  public func boundingRect(
    with size: CGSize, options: NSStringDrawingOptions = [], attributes: [NSAttributedString.Key: Any]? = nil,
    context: NSStringDrawingContext?
  ) -> CGRect {
    NSAttributedString(string: "\(self)", attributes: attributes).boundingRect(
      with: size, options: options, context: context)
  }
  /// Returns the size of the text on one line, in points.
  public func size(withAttributes attributes: [NSAttributedString.Key: Any]? = nil) -> CGSize {
    NSAttributedString(string: "\(self)", attributes: attributes).size()
  }
}
nonisolated extension String {
  /// Returns the rectangle that the text takes with attributes, at the origin, broken at a width.
  public func boundingRect(
    with size: CGSize, options: NSStringDrawingOptions = [], attributes: [NSAttributedString.Key: Any]? = nil,
    context: NSStringDrawingContext?
  ) -> CGRect {
    NSAttributedString(string: self, attributes: attributes).boundingRect(
      with: size, options: options, context: context)
  }
  /// Returns the size of the text on one line, in points.
  public func size(withAttributes attributes: [NSAttributedString.Key: Any]? = nil) -> CGSize {
    NSAttributedString(string: self, attributes: attributes).size()
  }
}
/// The options of measuring text.
nonisolated public struct NSStringDrawingOptions: OptionSet, Sendable {
  public var rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  /// Breaks lines; always on here.
  public static let usesLineFragmentOrigin = NSStringDrawingOptions(rawValue: 1)
  /// Uses the font's leading for the height of lines; always on here.
  public static let usesFontLeading = NSStringDrawingOptions(rawValue: 2)
  /// The last line ends with dots where there is more; without effect here.
  public static let truncatesLastVisibleLine = NSStringDrawingOptions(rawValue: 32)
}
/// The context of measuring text.
nonisolated public final class NSStringDrawingContext { public init() {} }
