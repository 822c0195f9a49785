import Foundation

/// An object that takes touches and can be first in line for the keyboard.
open class UIResponder: UIObject {
  public override init() { super.init() }
  /// An instance by the class's own `init()`; nil: it has none. The rewriter writes overrides for the classes that do.
  open class func makePlainly() -> UIResponder? { nil }

  /// The next responder, to which touches that are not handled go on.
  open var next: UIResponder? { nil }
  /// Whether the object can be the first in line for what is typed; false, unless a subclass says otherwise.
  open var canBecomeFirstResponder: Bool { false }
  /// Whether the object can give that place up; true, unless a subclass says otherwise.
  open var canResignFirstResponder: Bool { true }
  /// Whether it is the first in line for what is typed.
  open internal(set) var isFirstResponder = false
  /// The input view; `nil` unless a subclass overrides it.
  open var inputView: UIView? {
    get { nil }
    set {}
  }
  /// The input accessory view; `nil` unless a subclass overrides it.
  open var inputAccessoryView: UIView? {
    get { nil }
    set {}
  }

  /// Makes the responder the first one, if it may be.
  @discardableResult open func becomeFirstResponder() -> Bool {
    guard canBecomeFirstResponder else { return false }
    isFirstResponder = true
    return true
  }
  /// Lets the responder no longer be the first one.
  @discardableResult open func resignFirstResponder() -> Bool {
    isFirstResponder = false
    return true
  }
  /// Called when a finger has come down; hands it on to the next responder.
  open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { next?.touchesBegan(touches, with: event) }
  /// Called when a finger has moved; hands it on to the next responder.
  open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { next?.touchesMoved(touches, with: event) }
  /// Called when a finger is lifted; hands it on to the next responder.
  open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { next?.touchesEnded(touches, with: event) }
  /// Called when a touch is taken away; hands it on to the next responder.
  open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
    next?.touchesCancelled(touches, with: event)
  }
  /// Accepted, and does nothing here.
  open func motionBegan(_ motion: UIEvent.EventSubtype, with event: UIEvent?) {}
  /// Accepted, and does nothing here.
  open func motionEnded(_ motion: UIEvent.EventSubtype, with event: UIEvent?) {}
  /// Accepted, and does nothing here.
  open func reloadInputViews() {}
  /// The key commands; `nil` unless a subclass overrides it.
  open var keyCommands: [UIKeyCommand]? { nil }
  /// Returns false: no command of a menu applies, unless a subclass says so. Nothing here asks for it.
  open func canPerformAction(_ action: Selector, withSender sender: Any?) -> Bool { false }
  /// Returns nil: no object performs a command. Nothing here asks for it.
  open func target(forAction action: Selector, withSender sender: Any?) -> Any? { nil }
  /// The undo manager; `nil` unless a subclass overrides it.
  open var undoManager: AnyObject? { nil }
  /// The user activity; `nil` unless a subclass overrides it.
  open var userActivity: NSUserActivity? {
    get { nil }
    set {}
  }
}
