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
  /// The text, measured with the system font's metrics; the label's natural size follows it.
  open var text: String? {
    get { attributed?.string ?? plain }
    set {
      if attributed == nil, plain == newValue { return }
      (plain, attributed) = (newValue, nil)
      textChanged()
    }
  }
  /// The text with attributes; fonts, line spacing and pictures in it affect the natural size.
  open var attributedText: NSAttributedString? {
    get { attributed ?? plain.map { NSAttributedString(string: $0) } }
    set {
      (plain, attributed) = (nil, newValue)
      textChanged()
    }
  }
  /// The text, if it has no attributes; otherwise nil.
  private var plain: String?
  private var attributed: NSAttributedString?
  /// The result of the last measurement, with the screen's scale and the font for which it holds.
  private var known: (scale: CGFloat, font: UIFont, measure: TextMeasure)?

  /// The font, measured with the system font's metrics; the natural size follows it. With `adjustsFontForContentSizeCategory`, its size follows the
  /// user's text size.
  open var font: UIFont! {
    get { adjustsFontForContentSizeCategory ? givenFont.adjusted(to: traitCollection) : givenFont }
    set {
      let old = givenFont
      givenFont = newValue ?? .systemFont(ofSize: UIFont.labelFontSize)
      if old != givenFont { textChanged() }
    }
  }
  private var givenFont = UIFont.systemFont(ofSize: UIFont.labelFontSize)
  open var textColor: UIColor! = .label  // inert
  open var highlightedTextColor: UIColor?  // inert
  open var isHighlighted = false  // inert
  open var isEnabled = true  // inert
  open var shadowColor: UIColor?  // inert
  open var shadowOffset = CGSize(width: 0, height: -1)  // inert
  open var textAlignment = NSTextAlignment.natural  // inert
  open var lineBreakMode = NSLineBreakMode.byTruncatingTail {
    didSet { if lineBreakMode == .byCharWrapping { noEffect("UILabel.lineBreakMode", .text) } }
  }
  /// The greatest number of lines; 0: as many as are needed.
  open var numberOfLines = 1 { didSet { if oldValue != numberOfLines { textChanged() } } }
  open var adjustsFontSizeToFitWidth = false {
    didSet { if adjustsFontSizeToFitWidth { noEffect("UILabel.adjustsFontSizeToFitWidth", .text) } }
  }
  /// Whether a font of a text style, or one that was scaled by `UIFontMetrics`, follows the user's text size.
  open var adjustsFontForContentSizeCategory = false {
    didSet { if oldValue != adjustsFontForContentSizeCategory { textChanged() } }
  }
  override func traitsChanged(from old: UITraitCollection) { textChanged() }
  open var lineBreakStrategy = NSParagraphStyle.LineBreakStrategy.standard  // inert
  open var minimumScaleFactor: CGFloat = 0  // inert
  open var allowsDefaultTighteningForTruncation = false  // inert
  open var baselineAdjustment = UIBaselineAdjustment.alignBaselines  // inert
  /// The width at which the text breaks, in points; 0: the width that the layout gives.
  open var preferredMaxLayoutWidth: CGFloat = 0 { didSet { if oldValue != preferredMaxLayoutWidth { textChanged() } } }

  public override init(frame: CGRect) {
    super.init(frame: frame)
    hugging = AxisPriorities(horizontal: 251, vertical: 251)
    isUserInteractionEnabled = false
  }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  override var sceneKind: SceneModel.View.Kind { .label }

  /// The button that shows the label, and whose size depends on it.
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

  /// The width at which a subclass with a size of its own was measured last; nil before the layout has determined a width.
  private var widthOfLayout: CGFloat?
  /// The width at which lines break if nothing else determines one.
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
  /// Returns the rectangle that the text takes in bounds, with at most a number of lines (0: any number). The natural size uses it, so a subclass may
  /// add space around the text.
  open func textRect(forBounds bounds: CGRect, limitedToNumberOfLines lines: Int) -> CGRect {
    CGRect(origin: bounds.origin, size: measured.size(lines: lines, width: bounds.width))
  }
  /// Draws the text in UIKit; never called here.
  open func drawText(in rect: CGRect) {}

  /// Returns the text, so that the kernel can wrap it at the width that the layout determines. `own` is the label's intrinsic content size. Nil if
  /// the text is empty, if the label has one line at most, or if a subclass does more than add space around the text.
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
    // If the subclass only adds space around the text, the text breaks at any width as it does in the width that this space leaves.
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
  /// Whether a subclass overrides the computation of the size, so that the size may depend on the width. The subclass is then measured again when
  /// the width is known.
  private var asksAgain = false
  /// Measures a subclass with a size of its own again, at the width that the layout has determined. UIKit does the same for text.
  func widthMayHaveChanged() {
    guard asksAgain, bounds.width > 0, bounds.width != widthOfLayout else { return }
    widthOfLayout = bounds.width
    invalidateIntrinsicContentSize()
  }
}

/// How text that shrinks lies on its line.
nonisolated public enum UIBaselineAdjustment: Int, Sendable { case alignBaselines, alignCenters, none }
