import Foundation

// Menus, key commands and what else a system shows beside a screen: they are kept, and nothing shows them. Tests call their handlers.

/// What can be added to a view without being one.
@MainActor public protocol UIInteraction: AnyObject {
  /// The view, read as in UIKit.
  var view: UIView? { get }
  /// Called as by UIKit.
  func willMove(to view: UIView?)
  /// Called as by UIKit.
  func didMove(to view: UIView?)
}

/// The modifier keys of a key command.
nonisolated public struct UIKeyModifierFlags: OptionSet, Sendable {
  public var rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  /// UIKit's values of these names.
  public static let alphaShift = UIKeyModifierFlags(rawValue: 1 << 16), shift = UIKeyModifierFlags(rawValue: 1 << 17)
  /// UIKit's values of these names.
  public static let control = UIKeyModifierFlags(rawValue: 1 << 18), alternate = UIKeyModifierFlags(rawValue: 1 << 19)
  /// UIKit's `UIKeyModifierFlags.command`.
  public static let command = UIKeyModifierFlags(rawValue: 1 << 20)
}

/// A command of a menu.
open class UICommand: UIMenuElement {
  /// The action, as in UIKit.
  public let action: Selector?
  /// The discoverability title, as in UIKit.
  public var discoverabilityTitle: String?
  init(_ title: String, _ image: UIImage?, action: Selector?, discoverabilityTitle: String?) {
    (self.action, self.discoverabilityTitle) = (action, discoverabilityTitle)
    super.init(title, image)
  }
}
/// A command with a key; it is kept, and no key calls it.
open class UIKeyCommand: UICommand {
  /// UIKit's values of these names.
  nonisolated public static let inputUpArrow = "UIKeyInputUpArrow", inputDownArrow = "UIKeyInputDownArrow"
  /// UIKit's values of these names.
  nonisolated public static let inputLeftArrow = "UIKeyInputLeftArrow", inputRightArrow = "UIKeyInputRightArrow"
  /// UIKit's values of these names.
  nonisolated public static let inputEscape = "UIKeyInputEscape", inputDelete = "\u{8}"
  /// UIKit's values of these names.
  nonisolated public static let inputPageUp = "UIKeyInputPageUp", inputPageDown = "UIKeyInputPageDown"
  /// The input, as in UIKit.
  public let input: String?
  /// The modifier flags, as in UIKit.
  public let modifierFlags: UIKeyModifierFlags
  /// Whether it wants priority over system behavior; kept, without effect on layout or motion.
  public var wantsPriorityOverSystemBehavior = false
  /// Makes one as UIKit does.
  public init(
    title: String = "", image: UIImage? = nil, action: Selector, input: String, modifierFlags: UIKeyModifierFlags = [],
    propertyList: Any? = nil, discoverabilityTitle: String? = nil
  ) {
    (self.input, self.modifierFlags) = (input, modifierFlags)
    super.init(title, image, action: action, discoverabilityTitle: discoverabilityTitle)
  }
  /// Makes one as UIKit does.
  public convenience init(input: String, modifierFlags: UIKeyModifierFlags, action: Selector) {
    self.init(action: action, input: input, modifierFlags: modifierFlags)
  }
  /// Makes one as UIKit does.
  public convenience init(
    input: String, modifierFlags: UIKeyModifierFlags, action: Selector, discoverabilityTitle: String
  ) {
    self.init(
      action: action, input: input, modifierFlags: modifierFlags, discoverabilityTitle: discoverabilityTitle)
  }
}

/// An action that accessibility offers.
open class UIAccessibilityCustomAction: UIObject {
  /// The name, as in UIKit.
  public var name: String
  /// The target, as in UIKit.
  public private(set) weak var target: AnyObject?
  /// The selector, as in UIKit.
  public private(set) var selector: Selector?
  /// The action handler, as in UIKit.
  public private(set) var actionHandler: ((UIAccessibilityCustomAction) -> Bool)?
  /// Makes one as UIKit does.
  public init(name: String, target: Any?, selector: Selector) {
    (self.name, self.target, self.selector) = (name, target as AnyObject?, selector)
  }
  /// Makes one as UIKit does.
  public init(name: String, actionHandler: ((UIAccessibilityCustomAction) -> Bool)?) {
    (self.name, self.actionHandler) = (name, actionHandler)
  }
}

/// An item of an editing menu.
open class UIMenuItem: UIObject {
  /// The title, as in UIKit.
  public var title: String
  /// The action, as in UIKit.
  public var action: Selector
  /// Makes one as UIKit does.
  public init(title: String, action: Selector) { (self.title, self.action) = (title, action) }
}
/// The editing menu, which is not shown.
open class UIMenuController: UIObject {
  /// UIKit's `UIMenuController.shared`.
  public static let shared = UIMenuController()
  /// The menu items; kept, without effect on layout or motion.
  public var menuItems: [UIMenuItem]?
  /// Whether it is menu visible, as in UIKit.
  public private(set) var isMenuVisible = false
  /// Does what UIKit's `showMenu(from:rect:)` does.
  public func showMenu(from view: UIView, rect: CGRect) { isMenuVisible = true }
  /// Does what UIKit's `hideMenu()` does.
  public func hideMenu() { isMenuVisible = false }
  /// Does what UIKit's `hideMenu(from:)` does.
  public func hideMenu(from view: UIView) { isMenuVisible = false }
  /// Does what UIKit's `setMenuVisible(_:animated:)` does.
  public func setMenuVisible(_ visible: Bool, animated: Bool) { isMenuVisible = visible }
  /// Accepted, and does nothing here.
  public func setTargetRect(_ rect: CGRect, in view: UIView) {}
  /// Called as by UIKit; does nothing by itself.
  public func update() {}
}

/// The look of a preview; nothing is drawn.
open class UIPreviewParameters: UIObject {
  /// The background colour.
  public var backgroundColor: UIColor!
  /// The visible path; kept, without effect on layout or motion.
  public var visiblePath: UIBezierPath?
  public override init() { super.init() }
}
/// The place of a preview.
open class UIPreviewTarget: UIObject {
  /// The container, as in UIKit.
  public let container: UIView
  /// The centre, as in UIKit.
  public let center: CGPoint
  /// Makes one as UIKit does.
  public init(container: UIView, center: CGPoint) { (self.container, self.center) = (container, center) }
}
/// A preview of a view at a place.
open class UITargetedPreview: UIObject {
  /// The view, as in UIKit.
  public let view: UIView
  /// The parameters, as in UIKit.
  public let parameters: UIPreviewParameters
  /// The target, as in UIKit.
  public let target: UIPreviewTarget?
  /// Makes one as UIKit does.
  public init(view: UIView, parameters: UIPreviewParameters = UIPreviewParameters(), target: UIPreviewTarget? = nil) {
    (self.view, self.parameters, self.target) = (view, parameters, target)
  }
}
/// A context menu with its preview; nothing shows it.
open class UIContextMenuConfiguration: UIObject {
  /// The identifier, as in UIKit.
  public let identifier: Any?
  /// The preview provider, as in UIKit.
  public let previewProvider: (() -> UIViewController?)?
  /// The action provider, as in UIKit.
  public let actionProvider: (([UIMenuElement]) -> UIMenu?)?
  /// Makes one as UIKit does.
  public init(
    identifier: Any? = nil, previewProvider: (() -> UIViewController?)? = nil,
    actionProvider: (([UIMenuElement]) -> UIMenu?)? = nil
  ) {
    (self.identifier, self.previewProvider, self.actionProvider) = (identifier, previewProvider, actionProvider)
  }
}
@MainActor public protocol UIContextMenuInteractionAnimating: AnyObject {
  /// The preview view controller; nothing here reads it.
  var previewViewController: UIViewController? { get }
  /// Called as by UIKit.
  func addAnimations(_ animations: @escaping () -> Void)
  /// Called as by UIKit.
  func addCompletion(_ completion: @escaping () -> Void)
}
@MainActor public protocol UIContextMenuInteractionCommitAnimating: UIContextMenuInteractionAnimating {}
@MainActor public protocol UIContextMenuInteractionDelegate: AnyObject {
  /// Never called here.
  func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction, configurationForMenuAtLocation location: CGPoint
  ) -> UIContextMenuConfiguration?
}
/// The interaction of a context menu; nothing starts it.
open class UIContextMenuInteraction: UIObject, UIInteraction {
  /// The view, as in UIKit.
  public private(set) weak var view: UIView?
  /// The delegate, as in UIKit.
  public private(set) weak var delegate: (any UIContextMenuInteractionDelegate)?
  /// Makes one as UIKit does.
  public init(delegate: any UIContextMenuInteractionDelegate) { self.delegate = delegate }
  /// Called as by UIKit; does nothing by itself.
  open func willMove(to view: UIView?) {}
  /// Does what UIKit's `didMove(to:)` does.
  open func didMove(to view: UIView?) { self.view = view }
  /// Accepted, and does nothing here.
  open func dismissMenu() {}
}
@MainActor public protocol UIPointerInteractionDelegate: AnyObject {}
/// The interaction of a pointer; there is no pointer.
open class UIPointerInteraction: UIObject, UIInteraction {
  /// The view, as in UIKit.
  public private(set) weak var view: UIView?
  /// The delegate, as in UIKit.
  public private(set) weak var delegate: (any UIPointerInteractionDelegate)?
  /// Whether it is enabled.
  public var isEnabled = true
  /// Makes one as UIKit does.
  public init(delegate: (any UIPointerInteractionDelegate)? = nil) { self.delegate = delegate }
  /// Called as by UIKit; does nothing by itself.
  open func willMove(to view: UIView?) {}
  /// Does what UIKit's `didMove(to:)` does.
  open func didMove(to view: UIView?) { self.view = view }
}

extension UIView {
  /// Does what UIKit's `addInteraction(_:)` does.
  public func addInteraction(_ interaction: any UIInteraction) {
    interaction.willMove(to: self)
    interactions.append(interaction)
    interaction.didMove(to: self)
  }
  /// Does what UIKit's `removeInteraction(_:)` does.
  public func removeInteraction(_ interaction: any UIInteraction) {
    guard interactions.contains(where: { $0 === interaction }) else { return }
    interaction.willMove(to: nil)
    interactions.removeAll { $0 === interaction }
    interaction.didMove(to: nil)
  }
}
