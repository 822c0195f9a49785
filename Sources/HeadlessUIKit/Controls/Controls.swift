import Foundation
import SceneModel

/// Sizes of UIKit's own controls are those of iOS 13 and later.
open class UISwitch: UIControl {
  open var isOn = false
  open var onTintColor: UIColor?
  open var thumbTintColor: UIColor?
  open func setOn(_ on: Bool, animated: Bool) { isOn = on }
  override var sceneKind: SceneModel.View.Kind { .toggle }
  open override var intrinsicContentSize: CGSize { CGSize(width: 49, height: 31) }
  open override var alignmentRectInsets: UIEdgeInsets { UIEdgeInsets(top: 0, left: 0, bottom: 0, right: 2) }
  override func performPrimaryAction(_ event: UIEvent?) {
    isOn.toggle()
    send([.touchUpInside, .valueChanged, .primaryActionTriggered], event)
  }
}
open class UISlider: UIControl {
  open var value: Float = 0
  open var minimumValue: Float = 0
  open var maximumValue: Float = 1
  open var isContinuous = true
  open var minimumTrackTintColor: UIColor?
  open var maximumTrackTintColor: UIColor?
  open var thumbTintColor: UIColor?
  open func setValue(_ value: Float, animated: Bool) { self.value = min(max(value, minimumValue), maximumValue) }
  open func setThumbImage(_ image: UIImage?, for state: State) {}
  open func setMinimumTrackImage(_ image: UIImage?, for state: State) {}
  open func setMaximumTrackImage(_ image: UIImage?, for state: State) {}
  override var sceneKind: SceneModel.View.Kind { .slider }
  open override var intrinsicContentSize: CGSize { CGSize(width: UIView.noIntrinsicMetric, height: 30) }
  open override var alignmentRectInsets: UIEdgeInsets { UIEdgeInsets(top: 0, left: 2, bottom: 1, right: 2) }
}
open class UIStepper: UIControl {
  open var value = 0.0
  open var minimumValue = 0.0
  open var maximumValue = 100.0
  open var stepValue = 1.0
  open var wraps = false
  open var autorepeat = true
  override var sceneKind: SceneModel.View.Kind { .stepper }
  open override var intrinsicContentSize: CGSize { CGSize(width: 94, height: 32) }
}
open class UIPageControl: UIControl {
  open var numberOfPages = 0
  open var currentPage = 0
  open var hidesForSinglePage = false
  open var pageIndicatorTintColor: UIColor?
  open var currentPageIndicatorTintColor: UIColor?
  open override var intrinsicContentSize: CGSize { CGSize(width: CGFloat(max(numberOfPages, 1)) * 16 + 7, height: 26) }
}
open class UISegmentedControl: UIControl {
  private var titles: [String] = []
  open var selectedSegmentIndex = -1
  open var selectedSegmentTintColor: UIColor?
  nonisolated public static let noSegment = -1
  public init(items: [Any]?) {
    super.init(frame: .zero)
    titles = (items ?? []).map { $0 as? String ?? "" }
  }
  public override init(frame: CGRect) { super.init(frame: frame) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }
  public var numberOfSegments: Int { titles.count }
  open func insertSegment(withTitle title: String?, at index: Int, animated: Bool) {
    titles.insert(title ?? "", at: min(index, titles.count))
    invalidateIntrinsicContentSize()
  }
  open func removeSegment(at index: Int, animated: Bool) {
    titles.remove(at: index)
    invalidateIntrinsicContentSize()
  }
  open func removeAllSegments() {
    titles = []
    invalidateIntrinsicContentSize()
  }
  open func titleForSegment(at index: Int) -> String? { titles.indices.contains(index) ? titles[index] : nil }
  open func setTitle(_ title: String?, forSegmentAt index: Int) {
    titles[index] = title ?? ""
    invalidateIntrinsicContentSize()
  }
  open func setTitleTextAttributes(_ attributes: [NSAttributedString.Key: Any]?, for state: State) {}
  open func setEnabled(_ enabled: Bool, forSegmentAt index: Int) {}
  override var sceneKind: SceneModel.View.Kind { .segmentedControl }
  open override var intrinsicContentSize: CGSize {
    let widths = titles.map {
      TextMeasure(NSAttributedString(string: $0), font: .systemFont(ofSize: 13), scale: 1).size(lines: 1, width: 0)
        .width + 20
    }
    return CGSize(width: (widths.max() ?? 0) * CGFloat(titles.count), height: 31)
  }
  open override var alignmentRectInsets: UIEdgeInsets { UIEdgeInsets(top: 0, left: 0, bottom: 1, right: 0) }
}
open class UIProgressView: UIView {
  nonisolated public enum Style: Int, Sendable { case `default`, bar }
  open var progress: Float = 0
  open var progressTintColor: UIColor?
  open var trackTintColor: UIColor?
  open func setProgress(_ progress: Float, animated: Bool) { self.progress = progress }
  public convenience init(progressViewStyle: Style) { self.init(frame: .zero) }
  override var sceneKind: SceneModel.View.Kind { .progress }
  open override var intrinsicContentSize: CGSize { CGSize(width: UIView.noIntrinsicMetric, height: 4) }
}
open class UIActivityIndicatorView: UIView {
  nonisolated public enum Style: Int, Sendable {
    case medium = 100, large = 101, whiteLarge = 0, white = 1, gray = 2
  }
  open var style = Style.medium { didSet { invalidateIntrinsicContentSize() } }
  open var hidesWhenStopped = true
  open var color: UIColor!
  public private(set) var isAnimating = false
  public init(style: Style) {
    self.style = style
    super.init(frame: .zero)
    isHidden = true
  }
  public override init(frame: CGRect) { super.init(frame: frame) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }
  open func startAnimating() {
    isAnimating = true
    isHidden = false
  }
  open func stopAnimating() {
    isAnimating = false
    if hidesWhenStopped { isHidden = true }
  }
  override var sceneKind: SceneModel.View.Kind { .activityIndicator }
  open override var intrinsicContentSize: CGSize {
    style == .large || style == .whiteLarge ? CGSize(width: 37, height: 37) : CGSize(width: 20, height: 20)
  }
}
open class UIPickerView: UIView {
  public weak var dataSource: AnyObject?
  public weak var delegate: AnyObject?
  open func reloadAllComponents() {}
  override var sceneKind: SceneModel.View.Kind { .picker }
  open override var intrinsicContentSize: CGSize { CGSize(width: 320, height: 216) }
}
open class UIDatePicker: UIControl {
  nonisolated public enum Mode: Int, Sendable { case time, date, dateAndTime, countDownTimer }
  open var date = Date(timeIntervalSinceReferenceDate: 0)
  open var minimumDate: Date?
  open var maximumDate: Date?
  open var datePickerMode = Mode.dateAndTime
  override var sceneKind: SceneModel.View.Kind { .picker }
  open override var intrinsicContentSize: CGSize { CGSize(width: 320, height: 216) }
}
public protocol UISearchBarDelegate: AnyObject {
  func searchBarShouldBeginEditing(_ searchBar: UISearchBar) -> Bool
  func searchBarTextDidBeginEditing(_ searchBar: UISearchBar)
  func searchBarShouldEndEditing(_ searchBar: UISearchBar) -> Bool
  func searchBarTextDidEndEditing(_ searchBar: UISearchBar)
  func searchBar(_ searchBar: UISearchBar, textDidChange text: String)
  func searchBarSearchButtonClicked(_ searchBar: UISearchBar)
  func searchBarCancelButtonClicked(_ searchBar: UISearchBar)
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
open class UISearchBar: UIView {
  open var text: String?
  open var placeholder: String?
  public weak var delegate: (any UISearchBarDelegate)?
  public private(set) lazy var searchTextField = UITextField()
  open var showsCancelButton = false
  open var searchBarStyle = Style.default
  open var prompt: String?
  open var barStyle = UIBarStyle.default
  open var isTranslucent = true
  open var backgroundImage: UIImage?
  open var scopeButtonTitles: [String]?
  open var selectedScopeButtonIndex = 0
  open var showsScopeBar = false
  open var keyboardType = UIKeyboardType.default
  open var returnKeyType = UIReturnKeyType.search
  open var autocapitalizationType = UITextAutocapitalizationType.none
  open var autocorrectionType = UITextAutocorrectionType.default
  open var keyboardAppearance = UIKeyboardAppearance.default
  nonisolated public enum Style: UInt, Sendable { case `default`, prominent, minimal }
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
  open var barTintColor: UIColor?
  open override var intrinsicContentSize: CGSize { CGSize(width: UIView.noIntrinsicMetric, height: 56) }
}

open class UIVisualEffect: UIObject {}
open class UIBlurEffect: UIVisualEffect {
  nonisolated public enum Style: Int, Sendable {
    case extraLight, light, dark, regular = 4, prominent, systemUltraThinMaterial, systemThinMaterial, systemMaterial
    case systemThickMaterial, systemChromeMaterial
  }
  public init(style: Style) {}
}
open class UIGlassEffect: UIVisualEffect {
  nonisolated public enum Style: Int, Sendable { case regular, clear }
  public var isInteractive = false
  public var tintColor: UIColor?
  public init(style: Style = .regular) {}
}
open class UIVibrancyEffect: UIVisualEffect { public init(blurEffect: UIBlurEffect) {} }
open class UIVisualEffectView: UIView {
  public private(set) lazy var contentView: UIView = {
    let view = UIView(frame: bounds)
    view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    place(view, at: nil)
    return view
  }()
  open var effect: UIVisualEffect?
  public convenience init(effect: UIVisualEffect?) {
    self.init(frame: .zero)
    self.effect = effect
    _ = contentView
  }
}

public protocol UITextFieldDelegate: AnyObject {
  func textFieldShouldBeginEditing(_ field: UITextField) -> Bool
  func textFieldDidBeginEditing(_ field: UITextField)
  func textFieldShouldEndEditing(_ field: UITextField) -> Bool
  func textFieldDidEndEditing(_ field: UITextField)
  func textField(_ field: UITextField, shouldChangeCharactersIn range: NSRange, replacementString string: String)
    -> Bool
  func textFieldShouldReturn(_ field: UITextField) -> Bool
  func textFieldShouldClear(_ field: UITextField) -> Bool
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
nonisolated public enum UIKeyboardType: Int, Sendable {
  case `default`, asciiCapable, numbersAndPunctuation, URL, numberPad, phonePad, namePhonePad, emailAddress, decimalPad
  case twitter, webSearch, asciiCapableNumberPad
}
nonisolated public enum UIReturnKeyType: Int, Sendable {
  case `default`, go, google, join, next, route, search, send, yahoo, done, emergencyCall, `continue`
}
nonisolated public enum UITextAutocapitalizationType: Int, Sendable { case none, words, sentences, allCharacters }
nonisolated public enum UITextAutocorrectionType: Int, Sendable { case `default`, no, yes }
nonisolated public enum UITextSpellCheckingType: Int, Sendable { case `default`, no, yes }
nonisolated public struct UITextContentType: RawRepresentable, Hashable, Sendable {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let username = UITextContentType(rawValue: "username"),
    password = UITextContentType(rawValue: "password")
  public static let emailAddress = UITextContentType(rawValue: "emailAddress"),
    oneTimeCode = UITextContentType(rawValue: "oneTimeCode")
  public static let newPassword = UITextContentType(rawValue: "newPassword")
}

open class UITextField: UIControl {
  nonisolated public enum BorderStyle: Int, Sendable { case none, line, bezel, roundedRect }
  nonisolated public enum ViewMode: Int, Sendable { case never, whileEditing, unlessEditing, always }
  public weak var delegate: (any UITextFieldDelegate)?
  open var text: String? = "" { didSet { if oldValue != text { invalidateIntrinsicContentSize() } } }
  open var attributedText: NSAttributedString? {
    get { text.map { NSAttributedString(string: $0) } }
    set { text = newValue?.string }
  }
  open var placeholder: String? { didSet { invalidateIntrinsicContentSize() } }
  open var attributedPlaceholder: NSAttributedString? { didSet { placeholder = attributedPlaceholder?.string } }
  open var font: UIFont? = .systemFont(ofSize: 17) { didSet { invalidateIntrinsicContentSize() } }
  open var textColor: UIColor?
  open var textAlignment = NSTextAlignment.natural
  open var borderStyle = BorderStyle.none { didSet { invalidateIntrinsicContentSize() } }
  open var adjustsFontSizeToFitWidth = false
  open var adjustsFontForContentSizeCategory = false
  open var minimumFontSize: CGFloat = 0
  open var clearButtonMode = ViewMode.never
  open var leftView: UIView?
  open var rightView: UIView?
  open var leftViewMode = ViewMode.never
  open var rightViewMode = ViewMode.never
  open var clearsOnBeginEditing = false
  open var isSecureTextEntry = false
  open var keyboardType = UIKeyboardType.default
  open var returnKeyType = UIReturnKeyType.default
  open var autocapitalizationType = UITextAutocapitalizationType.sentences
  open var autocorrectionType = UITextAutocorrectionType.default
  open var spellCheckingType = UITextSpellCheckingType.default
  open var textContentType: UITextContentType!
  open var enablesReturnKeyAutomatically = false
  open var defaultTextAttributes: [NSAttributedString.Key: Any] = [:]
  open var background: UIImage?
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
  open var hasText: Bool { !(text ?? "").isEmpty }
  open func textRect(forBounds bounds: CGRect) -> CGRect { bounds }
  open func editingRect(forBounds bounds: CGRect) -> CGRect { bounds }
  open func placeholderRect(forBounds bounds: CGRect) -> CGRect { bounds }
  open func leftViewRect(forBounds bounds: CGRect) -> CGRect { .zero }
  open func rightViewRect(forBounds bounds: CGRect) -> CGRect { .zero }
  open func clearButtonRect(forBounds bounds: CGRect) -> CGRect { .zero }
  open override var intrinsicContentSize: CGSize {
    let font = self.font ?? .systemFont(ofSize: 17)
    let widths = [text, placeholder].compactMap { $0 }.map {
      TextMeasure(NSAttributedString(string: $0), font: font, scale: 1).size(lines: 1, width: 0).width
    }
    let line = font.lineHeight.rounded(.up)
    if borderStyle == .roundedRect { return CGSize(width: (widths.max() ?? 0) + 14, height: max(34, line + 13)) }
    return CGSize(width: widths.max() ?? 0, height: line + 1)
  }
}

public protocol UITextViewDelegate: UIScrollViewDelegate {
  func textViewDidBeginEditing(_ textView: UITextView)
  func textViewDidEndEditing(_ textView: UITextView)
  func textViewDidChange(_ textView: UITextView)
  func textView(_ textView: UITextView, shouldChangeTextIn range: NSRange, replacementText text: String) -> Bool
}
extension UITextViewDelegate {
  public func textViewDidBeginEditing(_ textView: UITextView) {}
  public func textViewDidEndEditing(_ textView: UITextView) {}
  public func textViewDidChange(_ textView: UITextView) {}
  public func textView(_ textView: UITextView, shouldChangeTextIn range: NSRange, replacementText text: String) -> Bool
  { true }
}
open class NSTextContainer: UIObject {
  public var lineFragmentPadding: CGFloat = 5
  public var maximumNumberOfLines = 0
  public var lineBreakMode = NSLineBreakMode.byWordWrapping
}
open class UITextView: UIScrollView {
  open var delegate: (any UITextViewDelegate)? {
    get { scrollDelegate as? any UITextViewDelegate }
    set { scrollDelegate = newValue }
  }
  open var text: String! = "" { didSet { invalidateIntrinsicContentSize() } }
  open var attributedText: NSAttributedString! {
    get { NSAttributedString(string: text ?? "") }
    set { text = newValue?.string ?? "" }
  }
  open var font: UIFont? = .systemFont(ofSize: 12) { didSet { invalidateIntrinsicContentSize() } }
  open var textColor: UIColor?
  open var textAlignment = NSTextAlignment.natural
  open var isEditable = true
  open var isSelectable = true
  open var textContainerInset = UIEdgeInsets(top: 8, left: 0, bottom: 8, right: 0) {
    didSet { invalidateIntrinsicContentSize() }
  }
  public let textContainer = NSTextContainer()
  open var keyboardType = UIKeyboardType.default
  open var returnKeyType = UIReturnKeyType.default
  open var autocorrectionType = UITextAutocorrectionType.default
  open var autocapitalizationType = UITextAutocapitalizationType.sentences
  open var spellCheckingType = UITextSpellCheckingType.default
  open var adjustsFontForContentSizeCategory = false
  open var linkTextAttributes: [NSAttributedString.Key: Any]!
  open var typingAttributes: [NSAttributedString.Key: Any] = [:]
  open var selectedRange = NSRange(location: 0, length: 0)
  open override var isScrollEnabled: Bool { didSet { invalidateIntrinsicContentSize() } }
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
