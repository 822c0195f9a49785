import Foundation
import LayoutKernel
import SceneModel

nonisolated public enum NSTextAlignment: Int, Sendable { case left, center, right, justified, natural }
nonisolated public enum NSLineBreakMode: Int, Sendable {
  case byWordWrapping, byCharWrapping, byClipping, byTruncatingHead, byTruncatingTail, byTruncatingMiddle
}

/// Text of one or more lines, measured in the system font.
open class UILabel: UIView {
  open var text: String? {
    get { storedText?.string }
    set {
      let new = newValue.map { NSAttributedString(string: $0) }
      if storedText?.string == newValue, !isAttributed { return }
      (storedText, isAttributed) = (new, false)
      textChanged()
    }
  }
  open var attributedText: NSAttributedString? {
    get { storedText }
    set {
      (storedText, isAttributed) = (newValue, newValue != nil)
      textChanged()
    }
  }
  private var storedText: NSAttributedString?
  private var isAttributed = false

  open var font: UIFont! = .systemFont(ofSize: UIFont.labelFontSize) {
    didSet { if oldValue != font { textChanged() } }
  }
  open var textColor: UIColor! = .label
  open var highlightedTextColor: UIColor?
  open var isHighlighted = false
  open var isEnabled = true
  open var shadowColor: UIColor?
  open var shadowOffset = CGSize(width: 0, height: -1)
  open var textAlignment = NSTextAlignment.natural
  open var lineBreakMode = NSLineBreakMode.byTruncatingTail
  open var numberOfLines = 1 { didSet { if oldValue != numberOfLines { textChanged() } } }
  open var adjustsFontSizeToFitWidth = false
  open var adjustsFontForContentSizeCategory = false
  open var minimumScaleFactor: CGFloat = 0
  open var allowsDefaultTighteningForTruncation = false
  open var baselineAdjustment = UIBaselineAdjustment.alignBaselines
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
    invalidateIntrinsicContentSize()
    owner?.invalidateIntrinsicContentSize()
  }

  var measured: TextMeasure { TextMeasure(storedText, font: font, scale: traitCollection.displayScale) }

  open override var intrinsicContentSize: CGSize { measured.size(lines: numberOfLines, width: preferredMaxLayoutWidth) }
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    measured.size(lines: numberOfLines, width: size.width > 0 ? size.width : 0)
  }
  open func textRect(forBounds bounds: CGRect, limitedToNumberOfLines lines: Int) -> CGRect {
    CGRect(origin: bounds.origin, size: measured.size(lines: lines, width: bounds.width))
  }
  open func drawText(in rect: CGRect) {}

  /// Text that breaks where the layout says; nil where one line is all there is, or a subclass says its own size.
  func breakingText(asking own: CGSize) -> TextMetrics? {
    guard numberOfLines != 1, let text = storedText, text.length > 0,
      own == measured.size(lines: numberOfLines, width: preferredMaxLayoutWidth)
    else { return nil }
    return measured.metrics(lines: numberOfLines, preferredWidth: Double(preferredMaxLayoutWidth))
  }
}

nonisolated public enum UIBaselineAdjustment: Int, Sendable { case alignBaselines, alignCenters, none }

/// How large text is: words in the fonts that they have, lines as high as the highest of them.
nonisolated struct TextMeasure {
  private var words: [(width: Double, endsParagraph: Bool)] = []
  private var space = 0.0
  private var lineHeight: Double
  private var whole = 0.0
  private let scale: Double

  init(_ text: NSAttributedString?, font: UIFont, scale: CGFloat) {
    self.scale = Double(scale)
    lineHeight = font.metrics.lineHeight
    guard let text, text.length > 0 else {
      words = []
      return
    }
    var word = 0.0
    var isOpen = false
    space = font.metrics.advance(of: " ")
    var heights: [Double] = []
    func run(_ part: Substring, _ font: UIFont) {
      let metrics = font.metrics
      heights.append(metrics.lineHeight)
      for glyph in part {
        if glyph.isNewline {
          words.append((word, true))
          (word, isOpen) = (0, false)
        } else if glyph.isWhitespace {
          if isOpen { words.append((word, false)) }
          (word, isOpen) = (0, false)
          whole += metrics.advance(of: " ")
        } else {
          let advance = metrics.advance(of: glyph)
          word += advance
          whole += advance
          isOpen = true
        }
      }
    }
    let string = text.string
    var hasFonts = false
    text.enumerateAttribute(.font, in: NSRange(location: 0, length: text.length), options: []) { value, _, _ in
      if value != nil { hasFonts = true }
    }
    if hasFonts {
      text.enumerateAttribute(.font, in: NSRange(location: 0, length: text.length), options: []) { value, range, _ in
        guard let part = Range(range, in: string) else { return }
        run(string[part], value as? UIFont ?? font)
      }
    } else {
      run(string[...], font)
    }
    if isOpen { words.append((word, false)) }
    lineHeight = heights.max() ?? lineHeight
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
  public static let font = NSAttributedString.Key("NSFont")
  public static let foregroundColor = NSAttributedString.Key("NSColor")
  public static let backgroundColor = NSAttributedString.Key("NSBackgroundColor")
  public static let paragraphStyle = NSAttributedString.Key("NSParagraphStyle")
  public static let kern = NSAttributedString.Key("NSKern")
  public static let underlineStyle = NSAttributedString.Key("NSUnderline")
  public static let underlineColor = NSAttributedString.Key("NSUnderlineColor")
  public static let strikethroughStyle = NSAttributedString.Key("NSStrikethrough")
  public static let baselineOffset = NSAttributedString.Key("NSBaselineOffset")
  public static let link = NSAttributedString.Key("NSLink")
  public static let attachment = NSAttributedString.Key("NSAttachment")
  public static let strokeColor = NSAttributedString.Key("NSStrokeColor")
  public static let strokeWidth = NSAttributedString.Key("NSStrokeWidth")
  public static let shadow = NSAttributedString.Key("NSShadow")
}

nonisolated open class NSParagraphStyle: @unchecked Sendable {
  public fileprivate(set) var storedSpacing: CGFloat = 0
  public init() {}
  public static let `default` = NSParagraphStyle()
}
nonisolated public final class NSMutableParagraphStyle: NSParagraphStyle, @unchecked Sendable {
  public var lineSpacing: CGFloat {
    get { storedSpacing }
    set { storedSpacing = newValue }
  }
  public var paragraphSpacing: CGFloat = 0
  public var paragraphSpacingBefore: CGFloat = 0
  public var alignment = NSTextAlignment.natural
  public var lineBreakMode = NSLineBreakMode.byWordWrapping
  public var lineHeightMultiple: CGFloat = 0
  public var minimumLineHeight: CGFloat = 0
  public var maximumLineHeight: CGFloat = 0
  public var firstLineHeadIndent: CGFloat = 0
  public var headIndent: CGFloat = 0
}
nonisolated public struct NSUnderlineStyle: OptionSet, Sendable {
  public var rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let single = NSUnderlineStyle(rawValue: 1), thick = NSUnderlineStyle(rawValue: 2)
}
nonisolated extension NSAttributedString {
  /// Of one line, in points.
  public func size() -> CGSize {
    TextMeasure(self, font: .systemFont(ofSize: 12), scale: 1024).size(lines: 1, width: 0)
  }
  public func boundingRect(with size: CGSize, options: NSStringDrawingOptions = [], context: NSStringDrawingContext?)
    -> CGRect
  {
    CGRect(
      origin: .zero,
      size: TextMeasure(self, font: .systemFont(ofSize: 12), scale: 1024).size(lines: 0, width: size.width))
  }
}
nonisolated extension NSString {
  public func boundingRect(
    with size: CGSize, options: NSStringDrawingOptions = [], attributes: [NSAttributedString.Key: Any]? = nil,
    context: NSStringDrawingContext?
  ) -> CGRect {
    NSAttributedString(string: "\(self)", attributes: attributes).boundingRect(
      with: size, options: options, context: context)
  }
  public func size(withAttributes attributes: [NSAttributedString.Key: Any]? = nil) -> CGSize {
    NSAttributedString(string: "\(self)", attributes: attributes).size()
  }
}
nonisolated extension String {
  public func boundingRect(
    with size: CGSize, options: NSStringDrawingOptions = [], attributes: [NSAttributedString.Key: Any]? = nil,
    context: NSStringDrawingContext?
  ) -> CGRect {
    NSAttributedString(string: self, attributes: attributes).boundingRect(
      with: size, options: options, context: context)
  }
  public func size(withAttributes attributes: [NSAttributedString.Key: Any]? = nil) -> CGSize {
    NSAttributedString(string: self, attributes: attributes).size()
  }
}
nonisolated public struct NSStringDrawingOptions: OptionSet, Sendable {
  public var rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let usesLineFragmentOrigin = NSStringDrawingOptions(rawValue: 1)
  public static let usesFontLeading = NSStringDrawingOptions(rawValue: 2)
  public static let truncatesLastVisibleLine = NSStringDrawingOptions(rawValue: 32)
}
nonisolated public final class NSStringDrawingContext { public init() {} }
