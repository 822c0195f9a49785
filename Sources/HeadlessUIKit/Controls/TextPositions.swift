import Foundation

nonisolated public enum UIKeyboardAppearance: Int, Sendable { case `default`, dark, light }

/// A place in a text, counted in UTF-16 units from its start.
open class UITextPosition: UIObject {
  let offset: Int
  init(_ offset: Int) { self.offset = offset }
}
open class UITextRange: UIObject {
  public let start, end: UITextPosition
  public var isEmpty: Bool { start.offset == end.offset }
  init(_ start: Int, _ end: Int) { (self.start, self.end) = (UITextPosition(start), UITextPosition(end)) }
}

/// What text fields and text views answer about their text and what is selected in it.
public protocol UITextInput: AnyObject {
  var wholeText: String { get set }
  var selectedTextRange: UITextRange? { get set }
  func insertText(_ text: String)
}
extension UITextInput {
  private var length: Int { wholeText.utf16.count }
  public var beginningOfDocument: UITextPosition { UITextPosition(0) }
  public var endOfDocument: UITextPosition { UITextPosition(length) }
  public func textRange(from start: UITextPosition, to end: UITextPosition) -> UITextRange? {
    UITextRange(min(start.offset, end.offset), max(start.offset, end.offset))
  }
  /// Nil: outside of the text.
  public func position(from position: UITextPosition, offset: Int) -> UITextPosition? {
    (0...length).contains(position.offset + offset) ? UITextPosition(position.offset + offset) : nil
  }
  public func offset(from start: UITextPosition, to end: UITextPosition) -> Int { end.offset - start.offset }
  public func text(in range: UITextRange) -> String? {
    String(decoding: Array(wholeText.utf16)[clamped(range)], as: UTF16.self)
  }
  public func replace(_ range: UITextRange, withText text: String) {
    var units = Array(wholeText.utf16)
    let place = clamped(range)
    units.replaceSubrange(place, with: text.utf16)
    wholeText = String(decoding: units, as: UTF16.self)
    let end = place.lowerBound + text.utf16.count
    selectedTextRange = UITextRange(end, end)
  }
  private func clamped(_ range: UITextRange) -> Range<Int> {
    min(range.start.offset, length)..<min(range.end.offset, length)
  }
}

extension UITextField: UITextInput {
  public var wholeText: String {
    get { text ?? "" }
    set { text = newValue }
  }
  /// Where nobody selected anything, the end.
  public var selectedTextRange: UITextRange? {
    get { storedSelection ?? UITextRange(wholeText.utf16.count, wholeText.utf16.count) }
    set { storedSelection = newValue }
  }
}
extension UITextView: UITextInput {
  /// As if somebody typed it.
  public func insertText(_ typed: String) {
    let delegate = self.delegate
    guard delegate?.textView(self, shouldChangeTextIn: selectedRange, replacementText: typed) ?? true else { return }
    if let range = selectedTextRange { replace(range, withText: typed) }
    delegate?.textViewDidChange(self)
  }
  public var wholeText: String {
    get { text ?? "" }
    set { text = newValue }
  }
  public var selectedTextRange: UITextRange? {
    get { UITextRange(selectedRange.location, selectedRange.location + selectedRange.length) }
    set {
      guard let newValue else { return }
      let start = newValue.start.offset
      selectedRange = NSRange(location: start, length: newValue.end.offset - start)
    }
  }
}

/// A picture in a text; layout sees its size.
nonisolated open class NSTextAttachment {
  public var image: UIImage?
  public var bounds = CGRect.zero
  public init() {}
  public convenience init(image: UIImage) {
    self.init()
    self.image = image
  }
}
extension NSAttributedString {
  public convenience init(attachment: NSTextAttachment) {
    self.init(string: "\u{FFFC}", attributes: [NSAttributedString.Key("NSAttachment"): attachment])
  }
}
