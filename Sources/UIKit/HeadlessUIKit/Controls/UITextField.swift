import Foundation
import SceneModel

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
  /// Returns whether the return key has its usual effect; never called here.
  func textFieldShouldReturn(_ field: UITextField) -> Bool
  /// Returns whether the text may be removed when editing begins; true by default. The clear button does not exist here.
  func textFieldShouldClear(_ field: UITextField) -> Bool
  /// Called in UIKit when other text is selected; never called here.
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
  /// An e-mail address; a code sent to the user.
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
  /// The text that shows while the field is empty; the field's natural size allows for it.
  open var placeholder: String? { didSet { invalidateIntrinsicContentSize() } }
  /// The placeholder with its attributes, of which only the string is kept.
  open var attributedPlaceholder: NSAttributedString? { didSet { placeholder = attributedPlaceholder?.string } }
  /// The font, measured with the system font's metrics; the field's natural size follows it.
  open var font: UIFont? {
    get { adjustsFontForContentSizeCategory ? givenFont?.adjusted(to: traitCollection) : givenFont }
    set {
      givenFont = newValue
      invalidateIntrinsicContentSize()
    }
  }
  private var givenFont: UIFont? = .systemFont(ofSize: 17)
  override func traitsChanged(from old: UITraitCollection) { invalidateIntrinsicContentSize() }
  open var textColor: UIColor?  // inert
  open var textAlignment = NSTextAlignment.natural  // inert
  /// The border; the field's natural size follows it.
  open var borderStyle = BorderStyle.none { didSet { invalidateIntrinsicContentSize() } }
  open var adjustsFontSizeToFitWidth = false {
    didSet { if adjustsFontSizeToFitWidth { noEffect("UITextField.adjustsFontSizeToFitWidth", .text) } }
  }
  /// Whether a font of a text style, or one that was scaled by `UIFontMetrics`, follows the user's text size.
  open var adjustsFontForContentSizeCategory = false { didSet { invalidateIntrinsicContentSize() } }
  open var minimumFontSize: CGFloat = 0  // inert
  open var clearButtonMode = ViewMode.never  // inert
  open var leftView: UIView? { didSet { noEffect("UITextField.leftView", .layout) } }
  open var rightView: UIView? { didSet { noEffect("UITextField.rightView", .layout) } }
  open var leftViewMode = ViewMode.never  // inert
  open var rightViewMode = ViewMode.never  // inert
  /// Whether the text is removed when editing begins, if the delegate allows it.
  open var clearsOnBeginEditing = false
  open var isSecureTextEntry = false  // inert
  open var keyboardType = UIKeyboardType.default  // inert
  open var returnKeyType = UIReturnKeyType.default  // inert
  open var autocapitalizationType = UITextAutocapitalizationType.sentences  // inert
  open var autocorrectionType = UITextAutocorrectionType.default  // inert
  open var spellCheckingType = UITextSpellCheckingType.default  // inert
  open var textContentType: UITextContentType!  // inert
  open var enablesReturnKeyAutomatically = false  // inert
  open var defaultTextAttributes: [NSAttributedString.Key: Any] = [:] {
    didSet { noEffect("UITextField.defaultTextAttributes", .text) }
  }
  open var background: UIImage?  // inert
  open var keyboardAppearance = UIKeyboardAppearance.default  // inert
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
  @discardableResult open override func becomeFirstResponder() -> Bool {
    guard !isFirstResponder, delegate?.textFieldShouldBeginEditing(self) ?? true else { return isFirstResponder }
    _ = super.becomeFirstResponder()
    isEditing = true
    if clearsOnBeginEditing, delegate?.textFieldShouldClear(self) ?? true { text = "" }
    delegate?.textFieldDidBeginEditing(self)
    send(.editingDidBegin, nil)
    return true
  }
  @discardableResult open override func resignFirstResponder() -> Bool {
    guard isFirstResponder, delegate?.textFieldShouldEndEditing(self) ?? true else { return false }
    _ = super.resignFirstResponder()
    isEditing = false
    delegate?.textFieldDidEndEditing(self)
    send(.editingDidEnd, nil)
    return true
  }
  /// Adds a text at the end, as if typed by the user; the selection does not count. The delegate and the targets are called.
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
