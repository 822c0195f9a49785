import Foundation
import SceneModel

/// Sizes of UIKit's own controls are those of iOS 13 and later.
open class UISwitch: UIControl {
  /// Whether it is on, as in UIKit.
  open var isOn = false
  /// The on tint colour; kept, without effect on layout or motion.
  open var onTintColor: UIColor?
  /// The thumb tint colour; kept, without effect on layout or motion.
  open var thumbTintColor: UIColor?
  /// Does what UIKit's `setOn(_:animated:)` does.
  open func setOn(_ on: Bool, animated: Bool) { isOn = on }
  override var sceneKind: SceneModel.View.Kind { .toggle }
  open override var intrinsicContentSize: CGSize { CGSize(width: 49, height: 31) }
  open override var alignmentRectInsets: UIEdgeInsets { UIEdgeInsets(top: 0, left: 0, bottom: 0, right: 2) }
  override func performPrimaryAction(_ event: UIEvent?) {
    isOn.toggle()
    send([.touchUpInside, .valueChanged, .primaryActionTriggered], event)
  }
}
/// A slider, with UIKit's height.
open class UISlider: UIControl {
  /// The value, as in UIKit.
  open var value: Float = 0
  /// The minimum value, as in UIKit.
  open var minimumValue: Float = 0
  /// The maximum value, as in UIKit.
  open var maximumValue: Float = 1
  /// Whether it is continuous; kept, without effect on layout or motion.
  open var isContinuous = true
  /// The minimum track tint colour; kept, without effect on layout or motion.
  open var minimumTrackTintColor: UIColor?
  /// The maximum track tint colour; kept, without effect on layout or motion.
  open var maximumTrackTintColor: UIColor?
  /// The thumb tint colour; kept, without effect on layout or motion.
  open var thumbTintColor: UIColor?
  /// Does what UIKit's `setValue(_:animated:)` does.
  open func setValue(_ value: Float, animated: Bool) { self.value = min(max(value, minimumValue), maximumValue) }
  /// Accepted, and does nothing here.
  open func setThumbImage(_ image: UIImage?, for state: State) {}
  /// Accepted, and does nothing here.
  open func setMinimumTrackImage(_ image: UIImage?, for state: State) {}
  /// Accepted, and does nothing here.
  open func setMaximumTrackImage(_ image: UIImage?, for state: State) {}
  override var sceneKind: SceneModel.View.Kind { .slider }
  open override var intrinsicContentSize: CGSize { CGSize(width: UIView.noIntrinsicMetric, height: 30) }
  open override var alignmentRectInsets: UIEdgeInsets { UIEdgeInsets(top: 0, left: 2, bottom: 1, right: 2) }
}
/// A stepper, with UIKit's size.
open class UIStepper: UIControl {
  /// The value, as in UIKit.
  open var value = 0.0
  /// The minimum value, as in UIKit.
  open var minimumValue = 0.0
  /// The maximum value, as in UIKit.
  open var maximumValue = 100.0
  /// The step value; kept, without effect on layout or motion.
  open var stepValue = 1.0
  /// Whether it wraps; kept, without effect on layout or motion.
  open var wraps = false
  /// The flag `autorepeat`; kept, without effect on layout or motion.
  open var autorepeat = true
  override var sceneKind: SceneModel.View.Kind { .stepper }
  open override var intrinsicContentSize: CGSize { CGSize(width: 94, height: 32) }
}
/// A row of dots, one for each page.
open class UIPageControl: UIControl {
  /// The number of pages, as in UIKit.
  open var numberOfPages = 0
  /// The current page, as in UIKit.
  open var currentPage = 0
  /// Whether it hides for single page; kept, without effect on layout or motion.
  open var hidesForSinglePage = false
  /// The page indicator tint colour; kept, without effect on layout or motion.
  open var pageIndicatorTintColor: UIColor?
  /// The current page indicator tint colour; kept, without effect on layout or motion.
  open var currentPageIndicatorTintColor: UIColor?
  open override var intrinsicContentSize: CGSize { CGSize(width: CGFloat(max(numberOfPages, 1)) * 16 + 7, height: 26) }
}
/// A control of several segments, with UIKit's height.
open class UISegmentedControl: UIControl {
  private var titles: [String] = []
  /// The selected segment index, as in UIKit.
  open var selectedSegmentIndex = -1
  /// The selected segment tint colour; kept, without effect on layout or motion.
  open var selectedSegmentTintColor: UIColor?
  /// UIKit's `UISegmentedControl.noSegment`.
  nonisolated public static let noSegment = -1
  /// Makes one as UIKit does.
  public init(items: [Any]?) {
    super.init(frame: .zero)
    titles = (items ?? []).map { $0 as? String ?? "" }
  }
  public override init(frame: CGRect) { super.init(frame: frame) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }
  /// The number of segments, as in UIKit.
  public var numberOfSegments: Int { titles.count }
  /// Does what UIKit's `insertSegment(withTitle:at:animated:)` does.
  open func insertSegment(withTitle title: String?, at index: Int, animated: Bool) {
    titles.insert(title ?? "", at: min(index, titles.count))
    invalidateIntrinsicContentSize()
  }
  /// Does what UIKit's `removeSegment(at:animated:)` does.
  open func removeSegment(at index: Int, animated: Bool) {
    titles.remove(at: index)
    invalidateIntrinsicContentSize()
  }
  /// Does what UIKit's `removeAllSegments()` does.
  open func removeAllSegments() {
    titles = []
    invalidateIntrinsicContentSize()
  }
  /// Does what UIKit's `titleForSegment(at:)` does.
  open func titleForSegment(at index: Int) -> String? { titles.indices.contains(index) ? titles[index] : nil }
  /// Does what UIKit's `setTitle(_:forSegmentAt:)` does.
  open func setTitle(_ title: String?, forSegmentAt index: Int) {
    titles[index] = title ?? ""
    invalidateIntrinsicContentSize()
  }
  /// Accepted, and does nothing here.
  open func setTitleTextAttributes(_ attributes: [NSAttributedString.Key: Any]?, for state: State) {}
  /// Accepted, and does nothing here.
  open func setEnabled(_ enabled: Bool, forSegmentAt index: Int) {}
  override var sceneKind: SceneModel.View.Kind { .segmentedControl }
  open override var intrinsicContentSize: CGSize {
    let widths = titles.map {
      TextMeasure($0, font: .systemFont(ofSize: 13), scale: 1).size(lines: 1, width: 0)
        .width + 20
    }
    return CGSize(width: (widths.max() ?? 0) * CGFloat(titles.count), height: 31)
  }
  open override var alignmentRectInsets: UIEdgeInsets { UIEdgeInsets(top: 0, left: 0, bottom: 1, right: 0) }
}
/// A progress bar, with UIKit's height.
open class UIProgressView: UIView {
  /// The styles of a progress bar.
  nonisolated public enum Style: Int, Sendable { case `default`, bar }
  /// The progress, as in UIKit.
  open var progress: Float = 0
  /// The progress tint colour; kept, without effect on layout or motion.
  open var progressTintColor: UIColor?
  /// The track tint colour; kept, without effect on layout or motion.
  open var trackTintColor: UIColor?
  /// Does what UIKit's `setProgress(_:animated:)` does.
  open func setProgress(_ progress: Float, animated: Bool) { self.progress = progress }
  /// Makes one as UIKit does.
  public convenience init(progressViewStyle: Style) { self.init(frame: .zero) }
  override var sceneKind: SceneModel.View.Kind { .progress }
  open override var intrinsicContentSize: CGSize { CGSize(width: UIView.noIntrinsicMetric, height: 4) }
}
/// An activity indicator, with UIKit's size for its style.
open class UIActivityIndicatorView: UIView {
  /// The sizes of an activity indicator.
  nonisolated public enum Style: Int, Sendable {
    /// UIKit's cases of these names.
    case medium = 100, large = 101, whiteLarge = 0, white = 1, gray = 2
  }
  /// The style, as in UIKit.
  open var style = Style.medium { didSet { invalidateIntrinsicContentSize() } }
  /// Whether it hides when stopped, as in UIKit.
  open var hidesWhenStopped = true
  /// The colour.
  open var color: UIColor!
  /// Whether it is animating, as in UIKit.
  public private(set) var isAnimating = false
  /// Makes one as UIKit does.
  public init(style: Style) {
    self.style = style
    super.init(frame: .zero)
    isHidden = true
  }
  public override init(frame: CGRect) { super.init(frame: frame) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }
  /// Does what UIKit's `startAnimating()` does.
  open func startAnimating() {
    isAnimating = true
    isHidden = false
  }
  /// Does what UIKit's `stopAnimating()` does.
  open func stopAnimating() {
    isAnimating = false
    if hidesWhenStopped { isHidden = true }
  }
  override var sceneKind: SceneModel.View.Kind { .activityIndicator }
  open override var intrinsicContentSize: CGSize {
    style == .large || style == .whiteLarge ? CGSize(width: 37, height: 37) : CGSize(width: 20, height: 20)
  }
}
/// A picker with UIKit's height, which shows no rows.
open class UIPickerView: UIView {
  /// The data source.
  public weak var dataSource: AnyObject?
  /// The delegate, as in UIKit.
  public weak var delegate: AnyObject?
  /// Accepted, and does nothing here.
  open func reloadAllComponents() {}
  override var sceneKind: SceneModel.View.Kind { .picker }
  open override var intrinsicContentSize: CGSize { CGSize(width: 320, height: 216) }
}
/// A date picker, with UIKit's height.
open class UIDatePicker: UIControl {
  /// The parts of a date that a picker shows.
  nonisolated public enum Mode: Int, Sendable { case time, date, dateAndTime, countDownTimer }
  /// The date, as in UIKit.
  open var date = Date(timeIntervalSinceReferenceDate: 0)
  /// The minimum date; kept, without effect on layout or motion.
  open var minimumDate: Date?
  /// The maximum date; kept, without effect on layout or motion.
  open var maximumDate: Date?
  /// The date picker mode; kept, without effect on layout or motion.
  open var datePickerMode = Mode.dateAndTime
  override var sceneKind: SceneModel.View.Kind { .picker }
  open override var intrinsicContentSize: CGSize { CGSize(width: 320, height: 216) }
}
@MainActor public protocol UISearchBarDelegate: AnyObject {
  /// Called as by UIKit.
  func searchBarShouldBeginEditing(_ searchBar: UISearchBar) -> Bool
  /// Called as by UIKit.
  func searchBarTextDidBeginEditing(_ searchBar: UISearchBar)
  /// Called as by UIKit.
  func searchBarShouldEndEditing(_ searchBar: UISearchBar) -> Bool
  /// Called as by UIKit.
  func searchBarTextDidEndEditing(_ searchBar: UISearchBar)
  /// Called as by UIKit.
  func searchBar(_ searchBar: UISearchBar, textDidChange text: String)
  /// Never called here.
  func searchBarSearchButtonClicked(_ searchBar: UISearchBar)
  /// Never called here.
  func searchBarCancelButtonClicked(_ searchBar: UISearchBar)
  /// Never called here.
  func searchBar(_ searchBar: UISearchBar, selectedScopeButtonIndexDidChange index: Int)
}
extension UISearchBarDelegate {
  public func searchBarShouldBeginEditing(_ searchBar: UISearchBar) -> Bool { true }
  public func searchBarTextDidBeginEditing(_ searchBar: UISearchBar) {}
  public func searchBarShouldEndEditing(_ searchBar: UISearchBar) -> Bool { true }
  public func searchBarTextDidEndEditing(_ searchBar: UISearchBar) {}
  public func searchBar(_ searchBar: UISearchBar, textDidChange text: String) {}
  public func searchBarSearchButtonClicked(_ searchBar: UISearchBar) {}
  public func searchBarCancelButtonClicked(_ searchBar: UISearchBar) {}
  public func searchBar(_ searchBar: UISearchBar, selectedScopeButtonIndexDidChange index: Int) {}
}
/// A search bar, with UIKit's height.
open class UISearchBar: UIView {
  /// The text, as in UIKit.
  open var text: String?
  /// The placeholder, as in UIKit.
  open var placeholder: String?
  /// The delegate, as in UIKit.
  public weak var delegate: (any UISearchBarDelegate)?
  /// The search text field, as in UIKit.
  public private(set) lazy var searchTextField = UITextField()
  /// Whether it shows cancel button, as in UIKit.
  open var showsCancelButton = false
  /// The search bar style; kept, without effect on layout or motion.
  open var searchBarStyle = Style.default
  /// The prompt; kept, without effect on layout or motion.
  open var prompt: String?
  /// The bar style; kept, without effect on layout or motion.
  open var barStyle = UIBarStyle.default
  /// Whether it is translucent.
  open var isTranslucent = true
  /// The background image; kept, without effect on layout or motion.
  open var backgroundImage: UIImage?
  /// The scope button titles; kept, without effect on layout or motion.
  open var scopeButtonTitles: [String]?
  /// The selected scope button index; kept, without effect on layout or motion.
  open var selectedScopeButtonIndex = 0
  /// Whether it shows scope bar; kept, without effect on layout or motion.
  open var showsScopeBar = false
  /// The keyboard type; kept, without effect on layout or motion.
  open var keyboardType = UIKeyboardType.default
  /// The return key type; kept, without effect on layout or motion.
  open var returnKeyType = UIReturnKeyType.search
  /// The autocapitalization type; kept, without effect on layout or motion.
  open var autocapitalizationType = UITextAutocapitalizationType.none
  /// The autocorrection type; kept, without effect on layout or motion.
  open var autocorrectionType = UITextAutocorrectionType.default
  /// The keyboard appearance; kept, without effect on layout or motion.
  open var keyboardAppearance = UIKeyboardAppearance.default
  /// The styles of a search bar; nothing is drawn.
  nonisolated public enum Style: UInt, Sendable { case `default`, prominent, minimal }
  /// Does what UIKit's `setShowsCancelButton(_:animated:)` does.
  open func setShowsCancelButton(_ shows: Bool, animated: Bool) { showsCancelButton = shows }
  open override var canBecomeFirstResponder: Bool { true }
  open override func becomeFirstResponder() -> Bool {
    guard !isFirstResponder, delegate?.searchBarShouldBeginEditing(self) ?? true else { return isFirstResponder }
    isFirstResponder = true
    delegate?.searchBarTextDidBeginEditing(self)
    return true
  }
  open override func resignFirstResponder() -> Bool {
    guard isFirstResponder, delegate?.searchBarShouldEndEditing(self) ?? true else { return false }
    isFirstResponder = false
    delegate?.searchBarTextDidEndEditing(self)
    return true
  }
  /// As if somebody typed it.
  open func insertText(_ typed: String) {
    text = (text ?? "") + typed
    delegate?.searchBar(self, textDidChange: text ?? "")
  }
  /// The bar tint colour; kept, without effect on layout or motion.
  open var barTintColor: UIColor?
  open override var intrinsicContentSize: CGSize { CGSize(width: UIView.noIntrinsicMetric, height: 56) }
}

/// An effect of a visual effect view; nothing is drawn.
open class UIVisualEffect: UIObject {}
/// A blur; nothing is drawn.
open class UIBlurEffect: UIVisualEffect {
  /// The styles of a blur.
  nonisolated public enum Style: Int, Sendable {
    /// UIKit's cases of these names.
    case extraLight, light, dark, regular = 4, prominent, systemUltraThinMaterial, systemThinMaterial, systemMaterial
    /// UIKit's cases of these names.
    case systemThickMaterial, systemChromeMaterial
  }
  /// Makes one as UIKit does.
  public init(style: Style) {}
}
/// A glass effect; nothing is drawn.
open class UIGlassEffect: UIVisualEffect {
  /// The styles of a glass effect.
  nonisolated public enum Style: Int, Sendable { case regular, clear }
  /// Whether it is interactive.
  public var isInteractive = false
  /// The tint colour.
  public var tintColor: UIColor?
  /// Makes one as UIKit does.
  public init(style: Style = .regular) {}
}
/// A vibrancy effect; nothing is drawn.
open class UIVibrancyEffect: UIVisualEffect { public init(blurEffect: UIBlurEffect) {} }
/// A view with a content view, which an effect would lie behind; nothing is drawn.
open class UIVisualEffectView: UIView {
  /// The content view, as in UIKit.
  public private(set) lazy var contentView: UIView = {
    let view = UIView(frame: bounds)
    view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    place(view, at: nil)
    return view
  }()
  /// The effect, as in UIKit.
  open var effect: UIVisualEffect?
  /// Makes one as UIKit does.
  public convenience init(effect: UIVisualEffect?) {
    self.init(frame: .zero)
    self.effect = effect
    _ = contentView
  }
}

@MainActor public protocol UITextFieldDelegate: AnyObject {
  /// Called as by UIKit.
  func textFieldShouldBeginEditing(_ field: UITextField) -> Bool
  /// Called as by UIKit.
  func textFieldDidBeginEditing(_ field: UITextField)
  /// Called as by UIKit.
  func textFieldShouldEndEditing(_ field: UITextField) -> Bool
  /// Called as by UIKit.
  func textFieldDidEndEditing(_ field: UITextField)
  /// Called as by UIKit.
  func textField(_ field: UITextField, shouldChangeCharactersIn range: NSRange, replacementString string: String)
    -> Bool
  /// Never called here.
  func textFieldShouldReturn(_ field: UITextField) -> Bool
  /// Never called here.
  func textFieldShouldClear(_ field: UITextField) -> Bool
  /// Never called here.
  func textFieldDidChangeSelection(_ field: UITextField)
}
extension UITextFieldDelegate {
  public func textFieldShouldBeginEditing(_ field: UITextField) -> Bool { true }
  public func textFieldDidBeginEditing(_ field: UITextField) {}
  public func textFieldShouldEndEditing(_ field: UITextField) -> Bool { true }
  public func textFieldDidEndEditing(_ field: UITextField) {}
  public func textField(_ field: UITextField, shouldChangeCharactersIn range: NSRange, replacementString string: String)
    -> Bool
  { true }
  public func textFieldShouldReturn(_ field: UITextField) -> Bool { true }
  public func textFieldShouldClear(_ field: UITextField) -> Bool { true }
  public func textFieldDidChangeSelection(_ field: UITextField) {}
}
/// The kinds of keyboard; none is shown.
nonisolated public enum UIKeyboardType: Int, Sendable {
  /// UIKit's cases of these names.
  case `default`, asciiCapable, numbersAndPunctuation, URL, numberPad, phonePad, namePhonePad, emailAddress, decimalPad
  /// UIKit's cases of these names.
  case twitter, webSearch, asciiCapableNumberPad
}
/// The labels of the return key.
nonisolated public enum UIReturnKeyType: Int, Sendable {
  /// UIKit's cases of these names.
  case `default`, go, google, join, next, route, search, send, yahoo, done, emergencyCall, `continue`
}
/// How typed text is capitalised.
nonisolated public enum UITextAutocapitalizationType: Int, Sendable { case none, words, sentences, allCharacters }
/// Whether typed text is corrected.
nonisolated public enum UITextAutocorrectionType: Int, Sendable { case `default`, no, yes }
/// Whether typed text is checked.
nonisolated public enum UITextSpellCheckingType: Int, Sendable { case `default`, no, yes }
/// The meaning of a field's text.
nonisolated public struct UITextContentType: RawRepresentable, Hashable, Sendable {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  /// UIKit's values of these names.
  public static let username = UITextContentType(rawValue: "username"),
    password = UITextContentType(rawValue: "password")
  /// UIKit's values of these names.
  public static let emailAddress = UITextContentType(rawValue: "emailAddress"),
    oneTimeCode = UITextContentType(rawValue: "oneTimeCode")
  /// UIKit's `UITextContentType.newPassword`.
  public static let newPassword = UITextContentType(rawValue: "newPassword")
}

/// A text field: its natural size follows its text, font and border.
open class UITextField: UIControl {
  /// The borders of a text field.
  nonisolated public enum BorderStyle: Int, Sendable { case none, line, bezel, roundedRect }
  /// When a text field shows an extra view.
  nonisolated public enum ViewMode: Int, Sendable { case never, whileEditing, unlessEditing, always }
  /// The delegate, as in UIKit.
  public weak var delegate: (any UITextFieldDelegate)?
  /// The text, as in UIKit.
  open var text: String? = "" { didSet { if oldValue != text { invalidateIntrinsicContentSize() } } }
  /// The attributed text, as in UIKit.
  open var attributedText: NSAttributedString? {
    get { text.map { NSAttributedString(string: $0) } }
    set { text = newValue?.string }
  }
  /// The placeholder, as in UIKit.
  open var placeholder: String? { didSet { invalidateIntrinsicContentSize() } }
  /// The attributed placeholder, as in UIKit.
  open var attributedPlaceholder: NSAttributedString? { didSet { placeholder = attributedPlaceholder?.string } }
  /// The font, as in UIKit.
  open var font: UIFont? = .systemFont(ofSize: 17) { didSet { invalidateIntrinsicContentSize() } }
  /// The text colour; kept, without effect on layout or motion.
  open var textColor: UIColor?
  /// The text alignment; kept, without effect on layout or motion.
  open var textAlignment = NSTextAlignment.natural
  /// The border style, as in UIKit.
  open var borderStyle = BorderStyle.none { didSet { invalidateIntrinsicContentSize() } }
  /// Whether it adjusts font size to fit width; kept, without effect on layout or motion.
  open var adjustsFontSizeToFitWidth = false
  /// Whether it adjusts font for content size category; kept, without effect on layout or motion.
  open var adjustsFontForContentSizeCategory = false
  /// The minimum font size; kept, without effect on layout or motion.
  open var minimumFontSize: CGFloat = 0
  /// The clear button mode; kept, without effect on layout or motion.
  open var clearButtonMode = ViewMode.never
  /// The left view; kept, without effect on layout or motion.
  open var leftView: UIView?
  /// The right view; kept, without effect on layout or motion.
  open var rightView: UIView?
  /// The left view mode; kept, without effect on layout or motion.
  open var leftViewMode = ViewMode.never
  /// The right view mode; kept, without effect on layout or motion.
  open var rightViewMode = ViewMode.never
  /// Whether it clears on begin editing; kept, without effect on layout or motion.
  open var clearsOnBeginEditing = false
  /// Whether it is secure text entry; kept, without effect on layout or motion.
  open var isSecureTextEntry = false
  /// The keyboard type; kept, without effect on layout or motion.
  open var keyboardType = UIKeyboardType.default
  /// The return key type; kept, without effect on layout or motion.
  open var returnKeyType = UIReturnKeyType.default
  /// The autocapitalization type; kept, without effect on layout or motion.
  open var autocapitalizationType = UITextAutocapitalizationType.sentences
  /// The autocorrection type; kept, without effect on layout or motion.
  open var autocorrectionType = UITextAutocorrectionType.default
  /// The spell checking type; kept, without effect on layout or motion.
  open var spellCheckingType = UITextSpellCheckingType.default
  /// The text content type; kept, without effect on layout or motion.
  open var textContentType: UITextContentType!
  /// Whether it enables return key automatically; kept, without effect on layout or motion.
  open var enablesReturnKeyAutomatically = false
  /// The default text attributes; kept, without effect on layout or motion.
  open var defaultTextAttributes: [NSAttributedString.Key: Any] = [:]
  /// The background.
  open var background: UIImage?
  /// The keyboard appearance; kept, without effect on layout or motion.
  open var keyboardAppearance = UIKeyboardAppearance.default
  var storedSelection: UITextRange?
  private var ownInputView: UIView?
  open override var inputView: UIView? {
    get { ownInputView }
    set { ownInputView = newValue }
  }
  private var ownAccessory: UIView?
  open override var inputAccessoryView: UIView? {
    get { ownAccessory }
    set { ownAccessory = newValue }
  }
  /// Whether it is editing, as in UIKit.
  public private(set) var isEditing = false
  override var sceneKind: SceneModel.View.Kind { .textField }
  open override var canBecomeFirstResponder: Bool { true }
  open override func becomeFirstResponder() -> Bool {
    guard !isFirstResponder, delegate?.textFieldShouldBeginEditing(self) ?? true else { return isFirstResponder }
    _ = super.becomeFirstResponder()
    isEditing = true
    delegate?.textFieldDidBeginEditing(self)
    send(.editingDidBegin, nil)
    return true
  }
  open override func resignFirstResponder() -> Bool {
    guard isFirstResponder, delegate?.textFieldShouldEndEditing(self) ?? true else { return false }
    _ = super.resignFirstResponder()
    isEditing = false
    delegate?.textFieldDidEndEditing(self)
    send(.editingDidEnd, nil)
    return true
  }
  /// As if somebody typed it.
  open func insertText(_ typed: String) {
    let end = NSRange(location: (text ?? "").utf16.count, length: 0)
    guard delegate?.textField(self, shouldChangeCharactersIn: end, replacementString: typed) ?? true else { return }
    text = (text ?? "") + typed
    send(.editingChanged, nil)
  }
  /// Whether it has text, as in UIKit.
  open var hasText: Bool { !(text ?? "").isEmpty }
  /// Does what UIKit's `textRect(forBounds:)` does.
  open func textRect(forBounds bounds: CGRect) -> CGRect { bounds }
  /// Does what UIKit's `editingRect(forBounds:)` does.
  open func editingRect(forBounds bounds: CGRect) -> CGRect { bounds }
  /// Does what UIKit's `placeholderRect(forBounds:)` does.
  open func placeholderRect(forBounds bounds: CGRect) -> CGRect { bounds }
  /// Returns `.zero` here.
  open func leftViewRect(forBounds bounds: CGRect) -> CGRect { .zero }
  /// Returns `.zero` here.
  open func rightViewRect(forBounds bounds: CGRect) -> CGRect { .zero }
  /// Returns `.zero` here.
  open func clearButtonRect(forBounds bounds: CGRect) -> CGRect { .zero }
  open override var intrinsicContentSize: CGSize {
    let font = self.font ?? .systemFont(ofSize: 17)
    let widths = [text, placeholder].compactMap { $0 }.map {
      TextMeasure($0, font: font, scale: 1).size(lines: 1, width: 0).width
    }
    let line = font.lineHeight.rounded(.up)
    if borderStyle == .roundedRect { return CGSize(width: (widths.max() ?? 0) + 14, height: max(34, line + 13)) }
    return CGSize(width: widths.max() ?? 0, height: line + 1)
  }
}

@MainActor public protocol UITextViewDelegate: UIScrollViewDelegate {
  /// Never called here.
  func textViewDidBeginEditing(_ textView: UITextView)
  /// Never called here.
  func textViewDidEndEditing(_ textView: UITextView)
  /// Called as by UIKit.
  func textViewDidChange(_ textView: UITextView)
  /// Called as by UIKit.
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
  /// The line fragment padding, as in UIKit.
  public var lineFragmentPadding: CGFloat = 5
  /// The maximum number of lines, as in UIKit.
  public var maximumNumberOfLines = 0
  /// The line break mode; kept, without effect on layout or motion.
  public var lineBreakMode = NSLineBreakMode.byWordWrapping
}
/// A text view: text in a scroll view.
open class UITextView: UIScrollView {
  /// The delegate, as in UIKit.
  open var delegate: (any UITextViewDelegate)? {
    get { scrollDelegate as? any UITextViewDelegate }
    set { scrollDelegate = newValue }
  }
  /// The text, as in UIKit.
  open var text: String! = "" { didSet { invalidateIntrinsicContentSize() } }
  /// The attributed text, as in UIKit.
  open var attributedText: NSAttributedString! {
    get { NSAttributedString(string: text ?? "") }
    set { text = newValue?.string ?? "" }
  }
  /// The font, as in UIKit.
  open var font: UIFont? = .systemFont(ofSize: 12) { didSet { invalidateIntrinsicContentSize() } }
  /// The text colour; kept, without effect on layout or motion.
  open var textColor: UIColor?
  /// The text alignment; kept, without effect on layout or motion.
  open var textAlignment = NSTextAlignment.natural
  /// Whether it is editable, as in UIKit.
  open var isEditable = true
  /// Whether it is selectable; kept, without effect on layout or motion.
  open var isSelectable = true
  /// The text container inset, as in UIKit.
  open var textContainerInset = UIEdgeInsets(top: 8, left: 0, bottom: 8, right: 0) {
    didSet { invalidateIntrinsicContentSize() }
  }
  /// The text container, as in UIKit.
  public let textContainer = NSTextContainer()
  /// The keyboard type; kept, without effect on layout or motion.
  open var keyboardType = UIKeyboardType.default
  /// The return key type; kept, without effect on layout or motion.
  open var returnKeyType = UIReturnKeyType.default
  /// The autocorrection type; kept, without effect on layout or motion.
  open var autocorrectionType = UITextAutocorrectionType.default
  /// The autocapitalization type; kept, without effect on layout or motion.
  open var autocapitalizationType = UITextAutocapitalizationType.sentences
  /// The spell checking type; kept, without effect on layout or motion.
  open var spellCheckingType = UITextSpellCheckingType.default
  /// Whether it adjusts font for content size category; kept, without effect on layout or motion.
  open var adjustsFontForContentSizeCategory = false
  /// The link text attributes; kept, without effect on layout or motion.
  open var linkTextAttributes: [NSAttributedString.Key: Any]!
  /// The typing attributes; kept, without effect on layout or motion.
  open var typingAttributes: [NSAttributedString.Key: Any] = [:]
  /// The selected range, as in UIKit.
  open var selectedRange = NSRange(location: 0, length: 0)
  open override var isScrollEnabled: Bool { didSet { invalidateIntrinsicContentSize() } }
  /// Makes one as UIKit does.
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
