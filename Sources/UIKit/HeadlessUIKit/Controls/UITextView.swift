import Foundation
import SceneModel

/// The delegate of a text view.
@MainActor public protocol UITextViewDelegate: UIScrollViewDelegate {
  /// Called in UIKit when editing has begun; never called here.
  func textViewDidBeginEditing(_ textView: UITextView)
  /// Called in UIKit when editing has ended; never called here.
  func textViewDidEndEditing(_ textView: UITextView)
  /// Called when text was typed.
  func textViewDidChange(_ textView: UITextView)
  /// Returns whether typed text may replace a range, in UTF-16 units; true by default.
  func textView(_ textView: UITextView, shouldChangeTextIn range: NSRange, replacementText text: String) -> Bool
}

extension UITextViewDelegate {
  public func textViewDidBeginEditing(_ textView: UITextView) {}
  public func textViewDidEndEditing(_ textView: UITextView) {}
  public func textViewDidChange(_ textView: UITextView) {}
  public func textView(_ textView: UITextView, shouldChangeTextIn range: NSRange, replacementText text: String) -> Bool
  { true }
}

/// The container of a text view's text: its padding and its number of lines.
open class NSTextContainer: UIObject {
  /// The space at both sides of each line, in points.
  public var lineFragmentPadding: CGFloat = 5
  /// The greatest number of lines; 0: as many as are needed.
  public var maximumNumberOfLines = 0
  public var lineBreakMode = NSLineBreakMode.byWordWrapping  // inert
}

/// A text view: text in a scroll view.
open class UITextView: UIScrollView {
  /// The delegate for editing and scrolling; held weakly.
  open var delegate: (any UITextViewDelegate)? {
    get { scrollDelegate as? any UITextViewDelegate }
    set { scrollDelegate = newValue }
  }
  /// The text; without scrolling, the view's natural size follows it.
  open var text: String! = "" { didSet { invalidateIntrinsicContentSize() } }
  /// The text with its attributes, of which only the string is kept.
  open var attributedText: NSAttributedString! {
    get { NSAttributedString(string: text ?? "") }
    set { text = newValue?.string ?? "" }
  }
  /// The font, measured with the system font's metrics.
  open var font: UIFont? {
    get { adjustsFontForContentSizeCategory ? givenFont?.adjusted(to: traitCollection) : givenFont }
    set {
      givenFont = newValue
      invalidateIntrinsicContentSize()
    }
  }
  private var givenFont: UIFont? = .systemFont(ofSize: 12)
  override func traitsChanged(from old: UITraitCollection) { invalidateIntrinsicContentSize() }
  open var textColor: UIColor?  // inert
  open var textAlignment = NSTextAlignment.natural  // inert
  /// Whether the text can be edited.
  open var isEditable = true
  open var isSelectable = true  // inert
  /// The distances between the bounds and the text, in points.
  open var textContainerInset = UIEdgeInsets(top: 8, left: 0, bottom: 8, right: 0) {
    didSet { invalidateIntrinsicContentSize() }
  }
  /// The padding and the number of lines of the text.
  public let textContainer = NSTextContainer()
  open var keyboardType = UIKeyboardType.default  // inert
  open var returnKeyType = UIReturnKeyType.default  // inert
  open var autocorrectionType = UITextAutocorrectionType.default  // inert
  open var autocapitalizationType = UITextAutocapitalizationType.sentences  // inert
  open var spellCheckingType = UITextSpellCheckingType.default  // inert
  /// Whether a font of a text style, or one that was scaled by `UIFontMetrics`, follows the user's text size.
  open var adjustsFontForContentSizeCategory = false { didSet { invalidateIntrinsicContentSize() } }
  open var linkTextAttributes: [NSAttributedString.Key: Any]!  // inert
  open var typingAttributes: [NSAttributedString.Key: Any] = [:] {
    didSet { noEffect("UITextView.typingAttributes", .text) }
  }
  /// The selected range, in UTF-16 units.
  open var selectedRange = NSRange(location: 0, length: 0)
  open override var isScrollEnabled: Bool { didSet { invalidateIntrinsicContentSize() } }
  /// Makes a view of a frame; the container is not kept.
  public convenience init(frame: CGRect, textContainer: NSTextContainer?) { self.init(frame: frame) }
  override var sceneKind: SceneModel.View.Kind { .textView }
  open override var canBecomeFirstResponder: Bool { isEditable }
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    let sides = textContainerInset.left + textContainerInset.right + 2 * textContainer.lineFragmentPadding
    let inner = TextMeasure(attributedText, font: font ?? .systemFont(ofSize: 12), scale: traitCollection.displayScale)
      .size(lines: textContainer.maximumNumberOfLines, width: max(0, size.width - sides))
    let line = (font ?? .systemFont(ofSize: 12)).lineHeight
    return CGSize(
      width: inner.width + sides, height: max(inner.height, line) + textContainerInset.top + textContainerInset.bottom)
  }
  open override var intrinsicContentSize: CGSize {
    if isScrollEnabled { return CGSize(width: UIView.noIntrinsicMetric, height: UIView.noIntrinsicMetric) }
    let width = bounds.width
    return sizeThatFits(CGSize(width: width > 0 ? width : 10000, height: 10000))
  }
  open override func layoutSubviews() {
    super.layoutSubviews()
    if !isScrollEnabled { invalidateIntrinsicContentSize() }
  }
}
