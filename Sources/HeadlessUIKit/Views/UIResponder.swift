import Foundation

/// An object that takes touches and can be first in line for the keyboard.
open class UIResponder: UIObject {
  public override init() { super.init() }
  /// An instance by the class's own `init()`; nil: it has none. The rewriter writes overrides for the classes that do.
  open class func makePlainly() -> UIResponder? { nil }

  /// The next responder, to which touches that are not handled go on.
  open var next: UIResponder? { nil }
  /// Whether it can become first responder; `false` unless a subclass overrides it.
  open var canBecomeFirstResponder: Bool { false }
  /// Whether it can resign first responder; `true` unless a subclass overrides it.
  open var canResignFirstResponder: Bool { true }
  /// Whether it is first responder, as in UIKit.
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
  /// Does what UIKit's `touchesBegan(_:with:)` does.
  open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { next?.touchesBegan(touches, with: event) }
  /// Does what UIKit's `touchesMoved(_:with:)` does.
  open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { next?.touchesMoved(touches, with: event) }
  /// Does what UIKit's `touchesEnded(_:with:)` does.
  open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { next?.touchesEnded(touches, with: event) }
  /// Does what UIKit's `touchesCancelled(_:with:)` does.
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
  /// Returns `false` here.
  open func canPerformAction(_ action: Selector, withSender sender: Any?) -> Bool { false }
  /// Returns `nil` here.
  open func target(forAction action: Selector, withSender sender: Any?) -> Any? { nil }
  /// The undo manager; `nil` unless a subclass overrides it.
  open var undoManager: AnyObject? { nil }
  /// The user activity; `nil` unless a subclass overrides it.
  open var userActivity: NSUserActivity? {
    get { nil }
    set {}
  }
}
