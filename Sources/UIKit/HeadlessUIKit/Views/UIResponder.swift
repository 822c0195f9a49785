import Foundation

/// An object that receives touches and can become the first responder, which receives typed text.
open class UIResponder: UIObject {
  public override init() { super.init() }
  /// Makes an instance by the class's own `init()`; nil if it has none. The rewriter (`UIKitOnLinux`) adds an override to every class that has one.
  open class func makePlainly() -> UIResponder? { nil }

  /// The next responder, to which touches are passed that this one does not handle; nil if there is none.
  open var next: UIResponder? { nil }
  /// Whether the object can become the first responder, which receives typed text; false by default.
  open var canBecomeFirstResponder: Bool { false }
  /// Whether the object can give up being the first responder; true by default. Never read here.
  open var canResignFirstResponder: Bool { true }
  /// Whether the object is the first responder, which receives typed text.
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

  /// Makes this the first responder, if it may become one. Returns whether it may.
  @discardableResult open func becomeFirstResponder() -> Bool {
    guard canBecomeFirstResponder else { return false }
    isFirstResponder = true
    return true
  }
  /// Gives up being the first responder. Returns true, unless a subclass refuses.
  @discardableResult open func resignFirstResponder() -> Bool {
    isFirstResponder = false
    return true
  }
  /// Called when a finger has come down; passes it to the next responder.
  open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { next?.touchesBegan(touches, with: event) }
  /// Called when a finger has moved; passes it to the next responder.
  open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { next?.touchesMoved(touches, with: event) }
  /// Called when a finger is lifted; passes it to the next responder.
  open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { next?.touchesEnded(touches, with: event) }
  /// Called when a touch is cancelled; passes it to the next responder.
  open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
    next?.touchesCancelled(touches, with: event)
  }
  /// Called in UIKit when the device is shaken; never called here.
  open func motionBegan(_ motion: UIEvent.EventSubtype, with event: UIEvent?) {}
  /// Called in UIKit when the device is no longer shaken; never called here.
  open func motionEnded(_ motion: UIEvent.EventSubtype, with event: UIEvent?) {}
  open func reloadInputViews() {}  // inert
  /// The key commands; `nil` unless a subclass overrides it.
  open var keyCommands: [UIKeyCommand]? { nil }
  /// Returns false: no command of a menu applies, unless a subclass says so. Never called here.
  open func canPerformAction(_ action: Selector, withSender sender: Any?) -> Bool { false }
  /// Returns nil: no object performs a command. Never called here.
  open func target(forAction action: Selector, withSender sender: Any?) -> Any? { nil }
  /// The undo manager; `nil` unless a subclass overrides it.
  open var undoManager: AnyObject? { nil }
  /// The user activity; `nil` unless a subclass overrides it.
  open var userActivity: NSUserActivity? {
    get { nil }
    set {}
  }
}
