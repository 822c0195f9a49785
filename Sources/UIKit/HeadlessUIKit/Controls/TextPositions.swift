import Foundation

/// The looks of the keyboard.
nonisolated public enum UIKeyboardAppearance: Int, Sendable { case `default`, dark, light }

/// A place in a text, counted in UTF-16 units from its start.
open class UITextPosition: UIObject {
  let offset: Int
  init(_ offset: Int) { self.offset = offset }
}
/// A range of text between two positions.
open class UITextRange: UIObject {
  /// The positions between which the range lies.
  public let start, end: UITextPosition
  /// Whether the range holds no text.
  public var isEmpty: Bool { start.offset == end.offset }
  init(_ start: Int, _ end: Int) { (self.start, self.end) = (UITextPosition(start), UITextPosition(end)) }
}

/// An object with a text, in which ranges can be read, selected and replaced: text fields and text views.
@MainActor public protocol UITextInput: AnyObject {
  /// The whole text.
  var wholeText: String { get set }
  /// The range that is selected, or the place where text would be typed; nil for neither.
  var selectedTextRange: UITextRange? { get set }
  /// Types a text: in a text view in place of the selection, in a text field at the end. Tests call it.
  func insertText(_ text: String)
}
extension UITextInput {
  private var length: Int { wholeText.utf16.count }
  /// The position before the first character.
  public var beginningOfDocument: UITextPosition { UITextPosition(0) }
  /// The position after the last character.
  public var endOfDocument: UITextPosition { UITextPosition(length) }
  /// Returns the range between two positions, whichever comes first.
  public func textRange(from start: UITextPosition, to end: UITextPosition) -> UITextRange? {
    UITextRange(min(start.offset, end.offset), max(start.offset, end.offset))
  }
  /// Returns the position a number of UTF-16 units after another; nil if it is outside of the text.
  public func position(from position: UITextPosition, offset: Int) -> UITextPosition? {
    (0...length).contains(position.offset + offset) ? UITextPosition(position.offset + offset) : nil
  }
  /// Returns the number of UTF-16 units from one position to another.
  public func offset(from start: UITextPosition, to end: UITextPosition) -> Int { end.offset - start.offset }
  /// Returns the text of a range, as far as the range lies within the whole text; never nil.
  public func text(in range: UITextRange) -> String? {
    String(decoding: Array(wholeText.utf16)[clamped(range)], as: UTF16.self)
  }
  /// Replaces the text of a range; the selection is then after the new text.
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
  /// The text, empty where there is none.
  public var wholeText: String {
    get { text ?? "" }
    set { text = newValue }
  }
  /// The selection; by default the end.
  public var selectedTextRange: UITextRange? {
    get { storedSelection ?? UITextRange(wholeText.utf16.count, wholeText.utf16.count) }
    set { storedSelection = newValue }
  }
}
extension UITextView: UITextInput {
  /// Types a text in place of the selection, as a user would. The delegate is called.
  public func insertText(_ typed: String) {
    let delegate = self.delegate
    guard delegate?.textView(self, shouldChangeTextIn: selectedRange, replacementText: typed) ?? true else { return }
    if let range = selectedTextRange { replace(range, withText: typed) }
    delegate?.textViewDidChange(self)
  }
  /// The text, empty where there is none.
  public var wholeText: String {
    get { text ?? "" }
    set { text = newValue }
  }
  /// The selection, as a range of positions.
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
  /// The picture.
  public var image: UIImage?
  /// The rectangle of the picture on its line, in points; empty for the picture's own size.
  public var bounds = CGRect.zero
  /// Makes an attachment without a picture.
  public init() {}
  /// Makes an attachment with a picture.
  public convenience init(image: UIImage) {
    self.init()
    self.image = image
  }
}
extension NSAttributedString {
  /// Makes a text of one character, in whose place a picture is shown.
  public convenience init(attachment: NSTextAttachment) {
    self.init(string: "\u{FFFC}", attributes: [NSAttributedString.Key("NSAttachment"): attachment])
  }
}
