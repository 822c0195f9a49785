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
  /// The start, as in UIKit.
  public let start, end: UITextPosition
  /// Whether it is empty, as in UIKit.
  public var isEmpty: Bool { start.offset == end.offset }
  init(_ start: Int, _ end: Int) { (self.start, self.end) = (UITextPosition(start), UITextPosition(end)) }
}

/// What text fields and text views answer about their text and what is selected in it.
@MainActor public protocol UITextInput: AnyObject {
  /// The whole text, read as in UIKit.
  var wholeText: String { get set }
  /// The selected text range, read as in UIKit.
  var selectedTextRange: UITextRange? { get set }
  /// Never called here.
  func insertText(_ text: String)
}
extension UITextInput {
  private var length: Int { wholeText.utf16.count }
  /// The beginning of document, as in UIKit.
  public var beginningOfDocument: UITextPosition { UITextPosition(0) }
  /// The end of document, as in UIKit.
  public var endOfDocument: UITextPosition { UITextPosition(length) }
  /// Does what UIKit's `textRange(from:to:)` does.
  public func textRange(from start: UITextPosition, to end: UITextPosition) -> UITextRange? {
    UITextRange(min(start.offset, end.offset), max(start.offset, end.offset))
  }
  /// Nil: outside of the text.
  public func position(from position: UITextPosition, offset: Int) -> UITextPosition? {
    (0...length).contains(position.offset + offset) ? UITextPosition(position.offset + offset) : nil
  }
  /// Does what UIKit's `offset(from:to:)` does.
  public func offset(from start: UITextPosition, to end: UITextPosition) -> Int { end.offset - start.offset }
  /// Does what UIKit's `text(in:)` does.
  public func text(in range: UITextRange) -> String? {
    String(decoding: Array(wholeText.utf16)[clamped(range)], as: UTF16.self)
  }
  /// Does what UIKit's `replace(_:withText:)` does.
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
  /// The whole text, as in UIKit.
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
  /// The whole text, as in UIKit.
  public var wholeText: String {
    get { text ?? "" }
    set { text = newValue }
  }
  /// The selected text range, as in UIKit.
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
  /// The image, as in UIKit.
  public var image: UIImage?
  /// The bounds.
  public var bounds = CGRect.zero
  /// Makes one as UIKit does.
  public init() {}
  /// Makes one as UIKit does.
  public convenience init(image: UIImage) {
    self.init()
    self.image = image
  }
}
extension NSAttributedString {
  /// Makes one as UIKit does.
  public convenience init(attachment: NSTextAttachment) {
    self.init(string: "\u{FFFC}", attributes: [NSAttributedString.Key("NSAttachment"): attachment])
  }
}
