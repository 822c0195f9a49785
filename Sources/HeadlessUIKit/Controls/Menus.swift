import Foundation

// Menus, key commands and what else a system shows beside a screen: they are kept, and nothing shows them. Tests call their handlers.

/// What can be added to a view without being one.
public protocol UIInteraction: AnyObject {
  var view: UIView? { get }
  func willMove(to view: UIView?)
  func didMove(to view: UIView?)
}

nonisolated public struct UIKeyModifierFlags: OptionSet, Sendable {
  public var rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let alphaShift = UIKeyModifierFlags(rawValue: 1 << 16), shift = UIKeyModifierFlags(rawValue: 1 << 17)
  public static let control = UIKeyModifierFlags(rawValue: 1 << 18), alternate = UIKeyModifierFlags(rawValue: 1 << 19)
  public static let command = UIKeyModifierFlags(rawValue: 1 << 20)
}

open class UICommand: UIMenuElement {
  public let action: Selector?
  public var discoverabilityTitle: String?
  init(_ title: String, _ image: UIImage?, action: Selector?, discoverabilityTitle: String?) {
    (self.action, self.discoverabilityTitle) = (action, discoverabilityTitle)
    super.init(title, image)
  }
}
open class UIKeyCommand: UICommand {
  nonisolated public static let inputUpArrow = "UIKeyInputUpArrow", inputDownArrow = "UIKeyInputDownArrow"
  nonisolated public static let inputLeftArrow = "UIKeyInputLeftArrow", inputRightArrow = "UIKeyInputRightArrow"
  nonisolated public static let inputEscape = "UIKeyInputEscape", inputDelete = "\u{8}"
  nonisolated public static let inputPageUp = "UIKeyInputPageUp", inputPageDown = "UIKeyInputPageDown"
  public let input: String?
  public let modifierFlags: UIKeyModifierFlags
  public var wantsPriorityOverSystemBehavior = false
  public init(
    title: String = "", image: UIImage? = nil, action: Selector, input: String, modifierFlags: UIKeyModifierFlags = [],
    propertyList: Any? = nil, discoverabilityTitle: String? = nil
  ) {
    (self.input, self.modifierFlags) = (input, modifierFlags)
    super.init(title, image, action: action, discoverabilityTitle: discoverabilityTitle)
  }
  public convenience init(input: String, modifierFlags: UIKeyModifierFlags, action: Selector) {
    self.init(action: action, input: input, modifierFlags: modifierFlags)
  }
  public convenience init(
    input: String, modifierFlags: UIKeyModifierFlags, action: Selector, discoverabilityTitle: String
  ) {
    self.init(
      action: action, input: input, modifierFlags: modifierFlags, discoverabilityTitle: discoverabilityTitle)
  }
}

open class UIAccessibilityCustomAction: UIObject {
  public var name: String
  public private(set) weak var target: AnyObject?
  public private(set) var selector: Selector?
  public private(set) var actionHandler: ((UIAccessibilityCustomAction) -> Bool)?
  public init(name: String, target: Any?, selector: Selector) {
    (self.name, self.target, self.selector) = (name, target as AnyObject?, selector)
  }
  public init(name: String, actionHandler: ((UIAccessibilityCustomAction) -> Bool)?) {
    (self.name, self.actionHandler) = (name, actionHandler)
  }
}

open class UIMenuItem: UIObject {
  public var title: String
  public var action: Selector
  public init(title: String, action: Selector) { (self.title, self.action) = (title, action) }
}
open class UIMenuController: UIObject {
  public static let shared = UIMenuController()
  public var menuItems: [UIMenuItem]?
  public private(set) var isMenuVisible = false
  public func showMenu(from view: UIView, rect: CGRect) { isMenuVisible = true }
  public func hideMenu() { isMenuVisible = false }
  public func hideMenu(from view: UIView) { isMenuVisible = false }
  public func setMenuVisible(_ visible: Bool, animated: Bool) { isMenuVisible = visible }
  public func setTargetRect(_ rect: CGRect, in view: UIView) {}
  public func update() {}
}

open class UIPreviewParameters: UIObject {
  public var backgroundColor: UIColor!
  public var visiblePath: UIBezierPath?
  public override init() { super.init() }
}
open class UIPreviewTarget: UIObject {
  public let container: UIView
  public let center: CGPoint
  public init(container: UIView, center: CGPoint) { (self.container, self.center) = (container, center) }
}
open class UITargetedPreview: UIObject {
  public let view: UIView
  public let parameters: UIPreviewParameters
  public let target: UIPreviewTarget?
  public init(view: UIView, parameters: UIPreviewParameters = UIPreviewParameters(), target: UIPreviewTarget? = nil) {
    (self.view, self.parameters, self.target) = (view, parameters, target)
  }
}
open class UIContextMenuConfiguration: UIObject {
  public let identifier: Any?
  public let previewProvider: (() -> UIViewController?)?
  public let actionProvider: (([UIMenuElement]) -> UIMenu?)?
  public init(
    identifier: Any? = nil, previewProvider: (() -> UIViewController?)? = nil,
    actionProvider: (([UIMenuElement]) -> UIMenu?)? = nil
  ) {
    (self.identifier, self.previewProvider, self.actionProvider) = (identifier, previewProvider, actionProvider)
  }
}
public protocol UIContextMenuInteractionAnimating: AnyObject {
  var previewViewController: UIViewController? { get }
  func addAnimations(_ animations: @escaping () -> Void)
  func addCompletion(_ completion: @escaping () -> Void)
}
public protocol UIContextMenuInteractionCommitAnimating: UIContextMenuInteractionAnimating {}
public protocol UIContextMenuInteractionDelegate: AnyObject {
  func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction, configurationForMenuAtLocation location: CGPoint
  ) -> UIContextMenuConfiguration?
}
open class UIContextMenuInteraction: UIObject, UIInteraction {
  public private(set) weak var view: UIView?
  public private(set) weak var delegate: (any UIContextMenuInteractionDelegate)?
  public init(delegate: any UIContextMenuInteractionDelegate) { self.delegate = delegate }
  open func willMove(to view: UIView?) {}
  open func didMove(to view: UIView?) { self.view = view }
  open func dismissMenu() {}
}
public protocol UIPointerInteractionDelegate: AnyObject {}
open class UIPointerInteraction: UIObject, UIInteraction {
  public private(set) weak var view: UIView?
  public private(set) weak var delegate: (any UIPointerInteractionDelegate)?
  public var isEnabled = true
  public init(delegate: (any UIPointerInteractionDelegate)? = nil) { self.delegate = delegate }
  open func willMove(to view: UIView?) {}
  open func didMove(to view: UIView?) { self.view = view }
}

extension UIView {
  public func addInteraction(_ interaction: any UIInteraction) {
    interaction.willMove(to: self)
    interactions.append(interaction)
    interaction.didMove(to: self)
  }
  public func removeInteraction(_ interaction: any UIInteraction) {
    guard interactions.contains(where: { $0 === interaction }) else { return }
    interaction.willMove(to: nil)
    interactions.removeAll { $0 === interaction }
    interaction.didMove(to: nil)
  }
}
