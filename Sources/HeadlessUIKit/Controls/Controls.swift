import Foundation
import SceneModel

/// Sizes of UIKit's own controls are those of iOS 13 and later.
open class UISwitch: UIControl {
  /// Makes a switch at a frame's origin; it has a size of its own, whatever the frame's.
  public override init(frame: CGRect) {
    super.init(frame: CGRect(origin: frame.origin, size: CGSize(width: 51, height: 31)))
  }
  public required init?(coder: NSCoder) { super.init(coder: coder) }
  /// Whether the switch is on; a tap toggles it.
  open var isOn = false
  /// The on tint colour; kept, without effect on layout or motion.
  open var onTintColor: UIColor?
  /// The thumb tint colour; kept, without effect on layout or motion.
  open var thumbTintColor: UIColor?
  /// Turns the switch on or off, at once.
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
  /// The value that the slider shows.
  open var value: Float = 0
  /// The value at the leading end.
  open var minimumValue: Float = 0
  /// The value at the trailing end.
  open var maximumValue: Float = 1
  /// Whether the value is reported while a finger drags; kept, without effect.
  open var isContinuous = true
  /// The minimum track tint colour; kept, without effect on layout or motion.
  open var minimumTrackTintColor: UIColor?
  /// The maximum track tint colour; kept, without effect on layout or motion.
  open var maximumTrackTintColor: UIColor?
  /// The thumb tint colour; kept, without effect on layout or motion.
  open var thumbTintColor: UIColor?
  /// Sets the value, at once; one beyond the ends goes to the nearer of them.
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
  /// Makes a stepper at a frame's origin; it has a size of its own, whatever the frame's.
  public override init(frame: CGRect) {
    super.init(frame: CGRect(origin: frame.origin, size: CGSize(width: 94, height: 32)))
  }
  public required init?(coder: NSCoder) { super.init(coder: coder) }
  /// The value that the stepper counts.
  open var value = 0.0
  /// The least value.
  open var minimumValue = 0.0
  /// The greatest value.
  open var maximumValue = 100.0
  /// The step value; kept, without effect on layout or motion.
  open var stepValue = 1.0
  /// Whether the value goes on at the other end; kept, without effect.
  open var wraps = false
  /// Whether a finger that stays down goes on counting; kept, without effect.
  open var autorepeat = true
  override var sceneKind: SceneModel.View.Kind { .stepper }
  open override var intrinsicContentSize: CGSize { CGSize(width: 94, height: 32) }
}
/// A row of dots, one for each page.
open class UIPageControl: UIControl {
  /// The number of dots; the natural width follows it.
  open var numberOfPages = 0
  /// The number of the page that is marked, from 0.
  open var currentPage = 0
  /// Whether the dots are hidden where there is one page; kept, without effect.
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
  /// The number of the chosen segment, from 0; -1: none.
  open var selectedSegmentIndex = -1
  /// The selected segment tint colour; kept, without effect on layout or motion.
  open var selectedSegmentTintColor: UIColor?
  /// The value of `selectedSegmentIndex` where none is chosen.
  nonisolated public static let noSegment = -1
  /// Makes a control with a segment for each string or picture; a picture's segment has no text.
  public init(items: [Any]?) {
    super.init(frame: .zero)
    titles = (items ?? []).map { $0 as? String ?? "" }
    let (size, insets) = (intrinsicContentSize, alignmentRectInsets)
    frame.size = CGSize(width: size.width, height: size.height + insets.bottom)
  }
  public override init(frame: CGRect) { super.init(frame: frame) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }
  /// The number of segments.
  public var numberOfSegments: Int { titles.count }
  /// Inserts a segment with a text, at once; a number beyond the end puts it last.
  open func insertSegment(withTitle title: String?, at index: Int, animated: Bool) {
    titles.insert(title ?? "", at: min(index, titles.count))
    invalidateIntrinsicContentSize()
  }
  /// Removes a segment, at once; a number beyond the end removes none.
  open func removeSegment(at index: Int, animated: Bool) {
    titles.remove(at: index)
    invalidateIntrinsicContentSize()
  }
  /// Removes all segments.
  open func removeAllSegments() {
    titles = []
    invalidateIntrinsicContentSize()
  }
  /// Returns the text of a segment; nil: there is no such segment.
  open func titleForSegment(at index: Int) -> String? { titles.indices.contains(index) ? titles[index] : nil }
  /// Sets the text of a segment.
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
  /// The part that is done, from 0 to 1.
  open var progress: Float = 0
  /// The progress tint colour; kept, without effect on layout or motion.
  open var progressTintColor: UIColor?
  /// The track tint colour; kept, without effect on layout or motion.
  open var trackTintColor: UIColor?
  /// Sets the part that is done, at once.
  open func setProgress(_ progress: Float, animated: Bool) { self.progress = progress }
  /// Makes a bar; its style is not kept.
  public convenience init(progressViewStyle: Style) { self.init(frame: .zero) }
  override var sceneKind: SceneModel.View.Kind { .progress }
  open override var intrinsicContentSize: CGSize { CGSize(width: UIView.noIntrinsicMetric, height: 4) }
}
/// An activity indicator, with UIKit's size for its style.
open class UIActivityIndicatorView: UIView {
  /// The sizes of an activity indicator.
  nonisolated public enum Style: Int, Sendable {
    /// 20 points for the medium and the old small ones, 37 for the large ones.
    case medium = 100, large = 101, whiteLarge = 0, white = 1, gray = 2
  }
  /// The size of the indicator.
  open var style = Style.medium { didSet { invalidateIntrinsicContentSize() } }
  /// Whether the indicator is hidden while it does not turn.
  open var hidesWhenStopped = true
  /// The colour of the indicator; nothing is drawn.
  open var color: UIColor!
  /// Whether the indicator turns.
  public private(set) var isAnimating = false
  /// Makes an indicator that does not turn.
  public init(style: Style) {
    self.style = style
    super.init(frame: CGRect(origin: .zero, size: Self.size(of: style)))
    isHidden = true
  }
  private static func size(of style: Style) -> CGSize {
    style == .large || style == .whiteLarge ? CGSize(width: 37, height: 37) : CGSize(width: 20, height: 20)
  }
  public override init(frame: CGRect) { super.init(frame: frame) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }
  /// Lets the indicator turn, and shows it.
  open func startAnimating() {
    isAnimating = true
    isHidden = false
  }
  /// Stops the indicator, and hides it where `hidesWhenStopped` says so.
  open func stopAnimating() {
    isAnimating = false
    if hidesWhenStopped { isHidden = true }
  }
  override var sceneKind: SceneModel.View.Kind { .activityIndicator }
  open override var intrinsicContentSize: CGSize { Self.size(of: style) }
}
/// A picker with UIKit's height, which shows no rows.
open class UIPickerView: UIView {
  /// Makes a picker; without a frame it is 320 points wide and 216 high.
  public override init(frame: CGRect) {
    let standard = CGSize(width: 320, height: 216)
    super.init(frame: CGRect(origin: frame.origin, size: frame.size == .zero ? standard : frame.size))
  }
  public required init?(coder: NSCoder) { super.init(coder: coder) }
  /// The object that says how many rows there are; held weakly. Nothing asks it.
  public weak var dataSource: AnyObject?
  /// The delegate for chosen rows; never called, as no rows are shown.
  public weak var delegate: AnyObject?
  /// Accepted, and does nothing here.
  open func reloadAllComponents() {}
  override var sceneKind: SceneModel.View.Kind { .picker }
  open override var intrinsicContentSize: CGSize { CGSize(width: 320, height: 216) }
}
/// A date picker, with UIKit's height.
open class UIDatePicker: UIControl {
  /// Makes a picker; without a frame it is 320 points wide and 216 high.
  public override init(frame: CGRect) {
    let standard = CGSize(width: 320, height: 216)
    super.init(frame: CGRect(origin: frame.origin, size: frame.size == .zero ? standard : frame.size))
  }
  public required init?(coder: NSCoder) { super.init(coder: coder) }
  /// The parts of a date that a picker shows.
  nonisolated public enum Mode: Int, Sendable { case time, date, dateAndTime, countDownTimer }
  /// The date that the picker shows.
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
/// The delegate of a search bar.
@MainActor public protocol UISearchBarDelegate: AnyObject {
  /// Returns whether editing may begin; true by default.
  func searchBarShouldBeginEditing(_ searchBar: UISearchBar) -> Bool
  /// Called when editing has begun.
  func searchBarTextDidBeginEditing(_ searchBar: UISearchBar)
  /// Returns whether editing may end; true by default.
  func searchBarShouldEndEditing(_ searchBar: UISearchBar) -> Bool
  /// Called when editing has ended.
  func searchBarTextDidEndEditing(_ searchBar: UISearchBar)
  /// Called when text was typed.
  func searchBar(_ searchBar: UISearchBar, textDidChange text: String)
  /// Called in UIKit when the key to search is pressed; nothing here calls it.
  func searchBarSearchButtonClicked(_ searchBar: UISearchBar)
  /// Called in UIKit when the button to cancel is tapped; nothing here calls it.
  func searchBarCancelButtonClicked(_ searchBar: UISearchBar)
  /// Called in UIKit when a tap has chosen a scope; nothing here calls it.
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
  /// The text; nil or empty: the placeholder would show.
  open var text: String?
  /// The text that would show while there is none.
  open var placeholder: String?
  /// The delegate for editing; held weakly.
  public weak var delegate: (any UISearchBarDelegate)?
  /// The field that a search bar has its text in; it is not in the bar's view tree.
  public private(set) lazy var searchTextField = UITextField()
  /// Whether there is a button to cancel; none is shown.
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
  /// Whether scopes can be chosen; kept, without effect: none is shown.
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
  /// Sets whether there is a button to cancel, at once.
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
  /// Adds a text at the end, as if typed by the user. The delegate is called.
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
    /// The looks from before iOS 13, and the thinner materials.
    case extraLight, light, dark, regular = 4, prominent, systemUltraThinMaterial, systemThinMaterial, systemMaterial
    /// The thicker materials.
    case systemThickMaterial, systemChromeMaterial
  }
  /// Makes a blur; its style is not kept.
  public init(style: Style) {}
}
/// A glass effect; nothing is drawn.
open class UIGlassEffect: UIVisualEffect {
  /// The styles of a glass effect.
  nonisolated public enum Style: Int, Sendable { case regular, clear }
  /// Whether it is interactive.
  public var isInteractive = false
  /// The colour of the glass; nothing is drawn.
  public var tintColor: UIColor?
  /// Makes a glass effect; its style is not kept.
  public init(style: Style = .regular) {}
}
/// A vibrancy effect; nothing is drawn.
open class UIVibrancyEffect: UIVisualEffect { public init(blurEffect: UIBlurEffect) {} }
/// A view with a content view, which an effect would lie behind; nothing is drawn.
open class UIVisualEffectView: UIView {
  /// The view that holds what lies on the effect; it has the effect view's size.
  public private(set) lazy var contentView: UIView = {
    let view = UIView(frame: bounds)
    view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    place(view, at: nil)
    return view
  }()
  /// The effect; nil: none. Nothing is drawn.
  open var effect: UIVisualEffect?
  /// Makes a view with an effect.
  public convenience init(effect: UIVisualEffect?) {
    self.init(frame: .zero)
    self.effect = effect
    _ = contentView
  }
}

/// The delegate of a text field.
@MainActor public protocol UITextFieldDelegate: AnyObject {
  /// Returns whether editing may begin; true by default.
  func textFieldShouldBeginEditing(_ field: UITextField) -> Bool
  /// Called when editing has begun.
  func textFieldDidBeginEditing(_ field: UITextField)
  /// Returns whether editing may end; true by default.
  func textFieldShouldEndEditing(_ field: UITextField) -> Bool
  /// Called when editing has ended.
  func textFieldDidEndEditing(_ field: UITextField)
  /// Returns whether typed text may replace a range, in UTF-16 units; true by default.
  func textField(_ field: UITextField, shouldChangeCharactersIn range: NSRange, replacementString string: String)
    -> Bool
  /// Returns whether the return key is taken; nothing here asks for it.
  func textFieldShouldReturn(_ field: UITextField) -> Bool
  /// Returns whether the button to clear may do so; nothing here asks for it.
  func textFieldShouldClear(_ field: UITextField) -> Bool
  /// Called in UIKit when other text is selected; nothing here calls it.
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
  /// The keyboards with letters, digits and signs.
  case `default`, asciiCapable, numbersAndPunctuation, URL, numberPad, phonePad, namePhonePad, emailAddress, decimalPad
  /// The keyboards for messages, searches and digits.
  case twitter, webSearch, asciiCapableNumberPad
}
/// The labels of the return key.
nonisolated public enum UIReturnKeyType: Int, Sendable {
  /// The words on the key.
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
  /// The name or the password of an account.
  public static let username = UITextContentType(rawValue: "username"),
    password = UITextContentType(rawValue: "password")
  /// An address of e-mail; a code sent to the user.
  public static let emailAddress = UITextContentType(rawValue: "emailAddress"),
    oneTimeCode = UITextContentType(rawValue: "oneTimeCode")
  /// A password that is being chosen.
  public static let newPassword = UITextContentType(rawValue: "newPassword")
}

/// A text field: its natural size follows its text, font and border.
open class UITextField: UIControl {
  /// The borders of a text field.
  nonisolated public enum BorderStyle: Int, Sendable { case none, line, bezel, roundedRect }
  /// The times at which a text field shows an extra view.
  nonisolated public enum ViewMode: Int, Sendable { case never, whileEditing, unlessEditing, always }
  /// The delegate for editing; held weakly.
  public weak var delegate: (any UITextFieldDelegate)?
  /// The text; the field's natural size follows it.
  open var text: String? = "" { didSet { if oldValue != text { invalidateIntrinsicContentSize() } } }
  /// The text with its attributes, of which only the string is kept.
  open var attributedText: NSAttributedString? {
    get { text.map { NSAttributedString(string: $0) } }
    set { text = newValue?.string }
  }
  /// The text that shows while there is none; the field's natural size allows for it.
  open var placeholder: String? { didSet { invalidateIntrinsicContentSize() } }
  /// The placeholder with its attributes, of which only the string is kept.
  open var attributedPlaceholder: NSAttributedString? { didSet { placeholder = attributedPlaceholder?.string } }
  /// The font, in the system font's metrics; the field's natural size follows it.
  open var font: UIFont? {
    get { adjustsFontForContentSizeCategory ? givenFont?.adjusted(to: traitCollection) : givenFont }
    set {
      givenFont = newValue
      invalidateIntrinsicContentSize()
    }
  }
  private var givenFont: UIFont? = .systemFont(ofSize: 17)
  override func traitsChanged(from old: UITraitCollection) { invalidateIntrinsicContentSize() }
  /// The text colour; kept, without effect on layout or motion.
  open var textColor: UIColor?
  /// The text alignment; kept, without effect on layout or motion.
  open var textAlignment = NSTextAlignment.natural
  /// The border; the field's natural size follows it.
  open var borderStyle = BorderStyle.none { didSet { invalidateIntrinsicContentSize() } }
  /// Whether long text is made smaller; kept, without effect.
  open var adjustsFontSizeToFitWidth = false
  /// Whether a font of a text style, or one that was scaled by `UIFontMetrics`, follows the reader's text size.
  open var adjustsFontForContentSizeCategory = false { didSet { invalidateIntrinsicContentSize() } }
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
  /// Whether the text is cleared when editing begins; kept, without effect.
  open var clearsOnBeginEditing = false
  /// Whether the text is hidden, like a password; kept, without effect on the size.
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
  /// Whether the return key works only where there is text; kept, without effect: no keyboard is shown.
  open var enablesReturnKeyAutomatically = false
  /// The default text attributes; kept, without effect on layout or motion.
  open var defaultTextAttributes: [NSAttributedString.Key: Any] = [:]
  /// The picture behind the text; nothing is drawn.
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
  /// Whether the field is the first responder and its text is edited.
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
  /// Types a text in place of the selection, as a user would. The delegate and the targets are called.
  open func insertText(_ typed: String) {
    let end = NSRange(location: (text ?? "").utf16.count, length: 0)
    guard delegate?.textField(self, shouldChangeCharactersIn: end, replacementString: typed) ?? true else { return }
    text = (text ?? "") + typed
    send(.editingChanged, nil)
  }
  /// Whether there is any text.
  open var hasText: Bool { !(text ?? "").isEmpty }
  /// Returns the rectangle of the text: all of the bounds.
  open func textRect(forBounds bounds: CGRect) -> CGRect { bounds }
  /// Returns the rectangle of the text while it is edited: all of the bounds.
  open func editingRect(forBounds bounds: CGRect) -> CGRect { bounds }
  /// Returns the rectangle of the placeholder: all of the bounds.
  open func placeholderRect(forBounds bounds: CGRect) -> CGRect { bounds }
  /// Returns zero: the view on the left is not placed.
  open func leftViewRect(forBounds bounds: CGRect) -> CGRect { .zero }
  /// Returns zero: the view on the right is not placed.
  open func rightViewRect(forBounds bounds: CGRect) -> CGRect { .zero }
  /// Returns zero: the button to clear is not placed.
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

/// The delegate of a text view.
@MainActor public protocol UITextViewDelegate: UIScrollViewDelegate {
  /// Called in UIKit when editing has begun; nothing here calls it.
  func textViewDidBeginEditing(_ textView: UITextView)
  /// Called in UIKit when editing has ended; nothing here calls it.
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
  /// The line break mode; kept, without effect on layout or motion.
  public var lineBreakMode = NSLineBreakMode.byWordWrapping
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
  /// The font, in the system font's metrics.
  open var font: UIFont? {
    get { adjustsFontForContentSizeCategory ? givenFont?.adjusted(to: traitCollection) : givenFont }
    set {
      givenFont = newValue
      invalidateIntrinsicContentSize()
    }
  }
  private var givenFont: UIFont? = .systemFont(ofSize: 12)
  override func traitsChanged(from old: UITraitCollection) { invalidateIntrinsicContentSize() }
  /// The text colour; kept, without effect on layout or motion.
  open var textColor: UIColor?
  /// The text alignment; kept, without effect on layout or motion.
  open var textAlignment = NSTextAlignment.natural
  /// Whether the text can be edited.
  open var isEditable = true
  /// Whether text can be selected; kept, without effect.
  open var isSelectable = true
  /// The distances between the bounds and the text, in points.
  open var textContainerInset = UIEdgeInsets(top: 8, left: 0, bottom: 8, right: 0) {
    didSet { invalidateIntrinsicContentSize() }
  }
  /// The padding and the number of lines of the text.
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
  /// Whether a font of a text style, or one that was scaled by `UIFontMetrics`, follows the reader's text size.
  open var adjustsFontForContentSizeCategory = false { didSet { invalidateIntrinsicContentSize() } }
  /// The link text attributes; kept, without effect on layout or motion.
  open var linkTextAttributes: [NSAttributedString.Key: Any]!
  /// The typing attributes; kept, without effect on layout or motion.
  open var typingAttributes: [NSAttributedString.Key: Any] = [:]
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
