import Foundation

// Menus, key commands and other things that the system shows beside a screen. They are kept, but not shown. Tests call their handlers.

/// An object that adds a behaviour to a view, such as a context menu.
@MainActor public protocol UIInteraction: AnyObject {
  /// The view that the interaction was added to; nil for none.
  var view: UIView? { get }
  /// Called before the interaction is added to a view; nil: before it is removed from its view.
  func willMove(to view: UIView?)
  /// Called when the interaction was added to a view; nil: when it was removed from its view.
  func didMove(to view: UIView?)
}

/// The modifier keys of a key command.
nonisolated public struct UIKeyModifierFlags: OptionSet, Sendable {
  public var rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  /// The caps lock key; the shift key.
  public static let alphaShift = UIKeyModifierFlags(rawValue: 1 << 16), shift = UIKeyModifierFlags(rawValue: 1 << 17)
  /// The control key; the option key.
  public static let control = UIKeyModifierFlags(rawValue: 1 << 18), alternate = UIKeyModifierFlags(rawValue: 1 << 19)
  /// The command key.
  public static let command = UIKeyModifierFlags(rawValue: 1 << 20)
}

/// A command of a menu.
open class UICommand: UIMenuElement {
  /// The method that the command calls; nil if there is none.
  public let action: Selector?
  public var discoverabilityTitle: String?  // inert
  init(_ title: String, _ image: UIImage?, action: Selector?, discoverabilityTitle: String?) {
    (self.action, self.discoverabilityTitle) = (action, discoverabilityTitle)
    super.init(title, image)
  }
}
/// A command with a key; it is kept, and no key calls it.
open class UIKeyCommand: UICommand {
  /// The input of the arrow keys up and down.
  nonisolated public static let inputUpArrow = "UIKeyInputUpArrow", inputDownArrow = "UIKeyInputDownArrow"
  /// The input of the arrow keys left and right.
  nonisolated public static let inputLeftArrow = "UIKeyInputLeftArrow", inputRightArrow = "UIKeyInputRightArrow"
  /// The input of the escape and the backspace key.
  nonisolated public static let inputEscape = "UIKeyInputEscape", inputDelete = "\u{8}"
  /// The input of the keys page up and page down.
  nonisolated public static let inputPageUp = "UIKeyInputPageUp", inputPageDown = "UIKeyInputPageDown"
  /// The character of the key; nil if the command has no key.
  public let input: String?
  /// The modifier keys that are held with the key.
  public let modifierFlags: UIKeyModifierFlags
  public var wantsPriorityOverSystemBehavior = false  // inert
  /// Makes a command with a title and a key.
  public init(
    title: String = "", image: UIImage? = nil, action: Selector, input: String, modifierFlags: UIKeyModifierFlags = [],
    propertyList: Any? = nil, discoverabilityTitle: String? = nil
  ) {
    (self.input, self.modifierFlags) = (input, modifierFlags)
    super.init(title, image, action: action, discoverabilityTitle: discoverabilityTitle)
  }
  /// Makes a command with a key.
  public convenience init(input: String, modifierFlags: UIKeyModifierFlags, action: Selector) {
    self.init(action: action, input: input, modifierFlags: modifierFlags)
  }
  /// Makes a command with a key and a longer text.
  public convenience init(
    input: String, modifierFlags: UIKeyModifierFlags, action: Selector, discoverabilityTitle: String
  ) {
    self.init(
      action: action, input: input, modifierFlags: modifierFlags, discoverabilityTitle: discoverabilityTitle)
  }
}

/// An action that accessibility offers.
open class UIAccessibilityCustomAction: UIObject {
  /// The name that is read out.
  public var name: String
  /// The object whose method the action calls; held weakly.
  public private(set) weak var target: AnyObject?
  /// The method that the action calls; nil if it has a handler.
  public private(set) var selector: Selector?
  /// The block that the action runs; it returns whether it succeeded. Nil if it has a method.
  public private(set) var actionHandler: ((UIAccessibilityCustomAction) -> Bool)?
  /// Makes an action that calls a method.
  public init(name: String, target: Any?, selector: Selector) {
    (self.name, self.target, self.selector) = (name, target as AnyObject?, selector)
  }
  /// Makes an action that runs a block.
  public init(name: String, actionHandler: ((UIAccessibilityCustomAction) -> Bool)?) {
    (self.name, self.actionHandler) = (name, actionHandler)
  }
}

/// An item of an editing menu.
open class UIMenuItem: UIObject {
  public var title: String  // inert
  public var action: Selector  // inert
  /// Makes an item of an editing menu.
  public init(title: String, action: Selector) { (self.title, self.action) = (title, action) }
}
/// The editing menu, which is not shown.
open class UIMenuController: UIObject {
  /// The one editing menu.
  public static let shared = UIMenuController()
  public var menuItems: [UIMenuItem]?  // inert
  /// Whether the menu was shown; nothing is drawn.
  public private(set) var isMenuVisible = false
  /// Sets `isMenuVisible` to true; nothing is drawn.
  public func showMenu(from view: UIView, rect: CGRect) { isMenuVisible = true }
  /// Sets `isMenuVisible` to false.
  public func hideMenu() { isMenuVisible = false }
  /// Sets `isMenuVisible` to false.
  public func hideMenu(from view: UIView) { isMenuVisible = false }
  /// Sets `isMenuVisible` at once; nothing is drawn.
  public func setMenuVisible(_ visible: Bool, animated: Bool) { isMenuVisible = visible }
  public func setTargetRect(_ rect: CGRect, in view: UIView) {}  // inert
  public func update() {}  // inert
}

/// The look of a preview; nothing is drawn.
open class UIPreviewParameters: UIObject {
  public var backgroundColor: UIColor!  // inert
  public var visiblePath: UIBezierPath?  // inert
  public override init() { super.init() }
}
/// The place of a preview.
open class UIPreviewTarget: UIObject {
  /// The view that the preview lies in.
  public let container: UIView
  /// The middle of the preview, in the container's coordinates.
  public let center: CGPoint
  /// Makes a place in a view.
  public init(container: UIView, center: CGPoint) { (self.container, self.center) = (container, center) }
}
/// A preview of a view at a place.
open class UITargetedPreview: UIObject {
  /// The view that is shown.
  public let view: UIView
  /// The look of the preview.
  public let parameters: UIPreviewParameters
  /// The place of the preview; nil: where the view is.
  public let target: UIPreviewTarget?
  /// Makes a preview of a view.
  public init(view: UIView, parameters: UIPreviewParameters = UIPreviewParameters(), target: UIPreviewTarget? = nil) {
    (self.view, self.parameters, self.target) = (view, parameters, target)
  }
}
/// A context menu with its preview; nothing shows it.
open class UIContextMenuConfiguration: UIObject {
  /// The name of the menu; nil if it has none.
  public let identifier: Any?
  /// The block that makes the preview; nil for the view itself.
  public let previewProvider: (() -> UIViewController?)?
  /// The block that makes the menu from the elements that the system proposes.
  public let actionProvider: (([UIMenuElement]) -> UIMenu?)?
  /// Makes a configuration.
  public init(
    identifier: Any? = nil, previewProvider: (() -> UIViewController?)? = nil,
    actionProvider: (([UIMenuElement]) -> UIMenu?)? = nil
  ) {
    (self.identifier, self.previewProvider, self.actionProvider) = (identifier, previewProvider, actionProvider)
  }
}
/// The animation of a context menu that comes or goes; nothing here runs one.
@MainActor public protocol UIContextMenuInteractionAnimating: AnyObject {
  /// The preview view controller; nothing here reads it.
  var previewViewController: UIViewController? { get }
  /// Adds changes that are animated with the menu.
  func addAnimations(_ animations: @escaping () -> Void)
  /// Adds a block that runs at the end.
  func addCompletion(_ completion: @escaping () -> Void)
}
/// The animation of a context menu's preview that is opened; nothing here runs one.
@MainActor public protocol UIContextMenuInteractionCommitAnimating: UIContextMenuInteractionAnimating {}
/// The delegate that makes a context menu. Nothing here calls it; tests may do so.
@MainActor public protocol UIContextMenuInteractionDelegate: AnyObject {
  /// Returns the menu for a place in the view; nil for no menu. Only tests call it.
  func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction, configurationForMenuAtLocation location: CGPoint
  ) -> UIContextMenuConfiguration?
}
/// The interaction of a context menu; nothing starts it.
open class UIContextMenuInteraction: UIObject, UIInteraction {
  /// The view that the interaction was added to; nil if there is none.
  public private(set) weak var view: UIView?
  /// The object that makes the menu; held weakly.
  public private(set) weak var delegate: (any UIContextMenuInteractionDelegate)?
  /// Makes an interaction.
  public init(delegate: any UIContextMenuInteractionDelegate) { self.delegate = delegate }
  /// Called before the interaction comes to a view; does nothing by default.
  open func willMove(to view: UIView?) {}
  /// Called when the interaction has come to a view, which it keeps weakly.
  open func didMove(to view: UIView?) { self.view = view }
  open func dismissMenu() {}  // inert
}
/// The delegate of a pointer interaction; there is no pointer, and nothing calls it.
@MainActor public protocol UIPointerInteractionDelegate: AnyObject {}
/// The interaction of a pointer; there is no pointer.
open class UIPointerInteraction: UIObject, UIInteraction {
  /// The view that the interaction was added to; nil if there is none.
  public private(set) weak var view: UIView?
  /// The object that shapes the pointer; held weakly. Never used here.
  public private(set) weak var delegate: (any UIPointerInteractionDelegate)?
  public var isEnabled = true  // inert
  /// Makes an interaction.
  public init(delegate: (any UIPointerInteractionDelegate)? = nil) { self.delegate = delegate }
  /// Called before the interaction comes to a view; does nothing by default.
  open func willMove(to view: UIView?) {}
  /// Called when the interaction has come to a view, which it keeps weakly.
  open func didMove(to view: UIView?) { self.view = view }
}

extension UIView {
  /// Adds an interaction to the view.
  public func addInteraction(_ interaction: any UIInteraction) {
    interaction.willMove(to: self)
    interactions.append(interaction)
    interaction.didMove(to: self)
  }
  /// Takes an interaction away from the view.
  public func removeInteraction(_ interaction: any UIInteraction) {
    guard interactions.contains(where: { $0 === interaction }) else { return }
    interaction.willMove(to: nil)
    interactions.removeAll { $0 === interaction }
    interaction.didMove(to: nil)
  }
}
