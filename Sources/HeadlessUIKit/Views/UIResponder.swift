import Foundation

/// What can be told of touches and be first in line for the keyboard.
open class UIResponder: UIObject {
  public override init() { super.init() }
  /// An instance by the class's own `init()`; nil: it has none. The rewriter writes overrides for the classes that do.
  open class func makePlainly() -> UIResponder? { nil }

  open var next: UIResponder? { nil }
  open var canBecomeFirstResponder: Bool { false }
  open var canResignFirstResponder: Bool { true }
  open internal(set) var isFirstResponder = false
  open var inputView: UIView? {
    get { nil }
    set {}
  }
  open var inputAccessoryView: UIView? {
    get { nil }
    set {}
  }

  @discardableResult open func becomeFirstResponder() -> Bool {
    guard canBecomeFirstResponder else { return false }
    isFirstResponder = true
    return true
  }
  @discardableResult open func resignFirstResponder() -> Bool {
    isFirstResponder = false
    return true
  }
  open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { next?.touchesBegan(touches, with: event) }
  open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { next?.touchesMoved(touches, with: event) }
  open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { next?.touchesEnded(touches, with: event) }
  open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
    next?.touchesCancelled(touches, with: event)
  }
  open func motionBegan(_ motion: UIEvent.EventSubtype, with event: UIEvent?) {}
  open func motionEnded(_ motion: UIEvent.EventSubtype, with event: UIEvent?) {}
  open func reloadInputViews() {}
  open var keyCommands: [UIKeyCommand]? { nil }
  open func canPerformAction(_ action: Selector, withSender sender: Any?) -> Bool { false }
  open func target(forAction action: Selector, withSender sender: Any?) -> Any? { nil }
  open var undoManager: AnyObject? { nil }
  open var userActivity: NSUserActivity? {
    get { nil }
    set {}
  }
}
