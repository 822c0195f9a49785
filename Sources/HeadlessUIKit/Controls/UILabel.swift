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
  private var known: (scale: CGFloat, measure: TextMeasure)?

  /// The font, in the system font's metrics; the natural size follows it.
  open var font: UIFont! = .systemFont(ofSize: UIFont.labelFontSize) {
    didSet { if oldValue != font { textChanged() } }
  }
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
  /// Whether the font follows a change of the reader's text size; kept, without effect.
  open var adjustsFontForContentSizeCategory = false
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
    owner?.invalidateIntrinsicContentSize()
  }

  var measured: TextMeasure {
    let scale = traitCollection.displayScale
    if let known, known.scale == scale { return known.measure }
    let measure =
      attributed.map { TextMeasure($0, font: font, scale: scale) } ?? TextMeasure(plain, font: font, scale: scale)
    known = (scale, measure)
    return measure
  }

  open override var intrinsicContentSize: CGSize { measured.size(lines: numberOfLines, width: preferredMaxLayoutWidth) }
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    measured.size(lines: numberOfLines, width: size.width > 0 ? size.width : 0)
  }
  /// Returns the rectangle that the text takes in bounds; at most so many lines, 0 for any number.
  open func textRect(forBounds bounds: CGRect, limitedToNumberOfLines lines: Int) -> CGRect {
    CGRect(origin: bounds.origin, size: measured.size(lines: lines, width: bounds.width))
  }
  /// Accepted, and does nothing here.
  open func drawText(in rect: CGRect) {}

  /// Text that breaks where the layout says; nil where one line is all there is, or a subclass says its own size.
  func breakingText(asking own: CGSize) -> TextMetrics? {
    guard numberOfLines != 1, let text, !text.isEmpty,
      own == measured.size(lines: numberOfLines, width: preferredMaxLayoutWidth)
    else { return nil }
    return measured.metrics(lines: numberOfLines, preferredWidth: Double(preferredMaxLayoutWidth))
  }
}

/// How text that shrinks lies on its line.
nonisolated public enum UIBaselineAdjustment: Int, Sendable { case alignBaselines, alignCenters, none }

/// How large text is: words in the fonts that they have, lines as high as the highest of them.
nonisolated struct TextMeasure {
  private var words: [(width: Double, endsParagraph: Bool)] = []
  private var space = 0.0
  private var lineHeight: Double
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
    var highest: Double?
    text.enumerateAttribute(.font, in: NSRange(location: 0, length: text.length), options: []) { value, range, _ in
      guard let part = Range(range, in: string) else { return }
      let own = value as? UIFont ?? font
      highest = max(highest ?? 0, own.metrics.lineHeight)
      add(string[part], own)
    }
    endWord()
    lineHeight = highest ?? lineHeight
  }

  private init(_ font: UIFont, _ scale: CGFloat) {
    self.scale = Double(scale)
    lineHeight = font.metrics.lineHeight
    space = font.metrics.advance(of: " ")
  }

  /// The word that has begun and not ended.
  private var open: Double?

  private mutating func endWord(_ endsParagraph: Bool = false) {
    if let open { words.append((open, endsParagraph)) } else if endsParagraph { words.append((0, true)) }
    open = nil
  }

  private mutating func add(_ part: Substring, _ font: UIFont) {
    let metrics = font.metrics
    for glyph in part {
      if glyph.isNewline {
        endWord(true)
      } else if glyph.isWhitespace {
        endWord()
        whole += metrics.advance(of: " ")
      } else {
        let advance = metrics.advance(of: glyph)
        open = (open ?? 0) + advance
        whole += advance
      }
    }
  }

  private func up(_ value: Double) -> Double { (value * scale - 1e-6).rounded(.up) / scale }

  func size(lines: Int, width: CGFloat) -> CGSize {
    if words.isEmpty { return .zero }
    let hasParagraphs = words.contains { $0.endsParagraph }
    if lines == 1 || (width <= 0 && !hasParagraphs) { return CGSize(width: up(whole), height: up(lineHeight)) }
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
    let shown = lines > 0 ? min(lines, count) : count
    return CGSize(width: up(widest), height: up(lineHeight) * Double(shown))
  }

  func metrics(lines: Int, preferredWidth: Double) -> TextMetrics {
    TextMetrics(
      wordWidths: words.map(\.width), spaceWidth: space, lineHeight: up(lineHeight), lineLimit: lines,
      preferredMaxLayoutWidth: max(0, preferredWidth))
  }
}

nonisolated extension NSAttributedString.Key {
  /// The font, a `UIFont`; it counts for the size.
  public static let font = NSAttributedString.Key("NSFont")
  /// The colour of the text, a `UIColor`; nothing is drawn.
  public static let foregroundColor = NSAttributedString.Key("NSColor")
  /// The colour behind the text, a `UIColor`; nothing is drawn.
  public static let backgroundColor = NSAttributedString.Key("NSBackgroundColor")
  /// The style of the paragraph, an `NSParagraphStyle`, of which the line spacing counts.
  public static let paragraphStyle = NSAttributedString.Key("NSParagraphStyle")
  /// The distance between characters, in points; it does not count for the size here.
  public static let kern = NSAttributedString.Key("NSKern")
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

/// The style of a paragraph: line spacing counts, the rest is kept.
nonisolated open class NSParagraphStyle: @unchecked Sendable {
  /// The distance between lines, in points.
  public fileprivate(set) var storedSpacing: CGFloat = 0
  /// Makes a style with no spacing.
  public init() {}
  /// The style of text that has none.
  public static let `default` = NSParagraphStyle()
}
/// A style of a paragraph that can be changed.
nonisolated public final class NSMutableParagraphStyle: NSParagraphStyle, @unchecked Sendable {
  /// The distance between lines, in points; it counts for the size.
  public var lineSpacing: CGFloat {
    get { storedSpacing }
    set { storedSpacing = newValue }
  }
  /// The paragraph spacing; kept, without effect on layout or motion.
  public var paragraphSpacing: CGFloat = 0
  /// The paragraph spacing before; kept, without effect on layout or motion.
  public var paragraphSpacingBefore: CGFloat = 0
  /// The alignment of the lines; kept, without effect on layout.
  public var alignment = NSTextAlignment.natural
  /// The line break mode; kept, without effect on layout or motion.
  public var lineBreakMode = NSLineBreakMode.byWordWrapping
  /// The line height multiple; kept, without effect on layout or motion.
  public var lineHeightMultiple: CGFloat = 0
  /// The minimum line height; kept, without effect on layout or motion.
  public var minimumLineHeight: CGFloat = 0
  /// The maximum line height; kept, without effect on layout or motion.
  public var maximumLineHeight: CGFloat = 0
  /// The first line head indent; kept, without effect on layout or motion.
  public var firstLineHeadIndent: CGFloat = 0
  /// The head indent; kept, without effect on layout or motion.
  public var headIndent: CGFloat = 0
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
  /// Lines are broken; what is always done here.
  public static let usesLineFragmentOrigin = NSStringDrawingOptions(rawValue: 1)
  /// Lines are as high as the font's leading says; what is always done here.
  public static let usesFontLeading = NSStringDrawingOptions(rawValue: 2)
  /// The last line ends with dots where there is more; without effect here.
  public static let truncatesLastVisibleLine = NSStringDrawingOptions(rawValue: 32)
}
/// The context of measuring text.
nonisolated public final class NSStringDrawingContext { public init() {} }
