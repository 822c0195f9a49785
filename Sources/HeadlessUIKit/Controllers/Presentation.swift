import Foundation

@MainActor public protocol UIAdaptivePresentationControllerDelegate: AnyObject {
  /// Never called here.
  func presentationControllerDidDismiss(_ controller: UIPresentationController)
  /// Never called here.
  func adaptivePresentationStyle(for controller: UIPresentationController) -> UIModalPresentationStyle
}
extension UIAdaptivePresentationControllerDelegate {
  public func presentationControllerDidDismiss(_ controller: UIPresentationController) {}
  public func adaptivePresentationStyle(for controller: UIPresentationController) -> UIModalPresentationStyle {
    .automatic
  }
}

/// Places a presented view; subclasses say where.
open class UIPresentationController: UIObject {
  /// The presented controller keeps this one.
  public unowned let presentedViewController: UIViewController
  weak var presenter: UIViewController?
  /// The presenting view controller, as in UIKit.
  public var presentingViewController: UIViewController { presenter ?? presentedViewController }
  /// The container view, as in UIKit.
  public internal(set) var containerView: UIView?
  /// The delegate.
  public weak var delegate: (any UIAdaptivePresentationControllerDelegate)?
  /// Makes one as UIKit does.
  public init(presentedViewController presented: UIViewController, presenting: UIViewController?) {
    presentedViewController = presented
    presenter = presenting
  }
  /// The trait collection, as in UIKit.
  public var traitCollection: UITraitCollection { presentedViewController.traitCollection }
  /// The presented view, as in UIKit.
  open var presentedView: UIView? { presentedViewController.view }
  /// The frame of presented view in container view, as in UIKit.
  open var frameOfPresentedViewInContainerView: CGRect { containerView?.bounds ?? .zero }
  /// Whether it should present in fullscreen; `true` unless a subclass overrides it.
  open var shouldPresentInFullscreen: Bool { true }
  /// Whether it should remove presenters view, as in UIKit.
  open var shouldRemovePresentersView: Bool {
    Swift.type(of: self) == UIPresentationController.self
      && (presentationStyle == .fullScreen || presentationStyle == .currentContext)
  }
  /// The presentation style, as in UIKit.
  open var presentationStyle: UIModalPresentationStyle { presentedViewController.modalPresentationStyle }
  /// The adaptive presentation style, as in UIKit.
  open var adaptivePresentationStyle: UIModalPresentationStyle { .none }
  /// Called as by UIKit; does nothing by itself.
  open func presentationTransitionWillBegin() {}
  /// Called as by UIKit; does nothing by itself.
  open func presentationTransitionDidEnd(_ completed: Bool) {}
  /// Called as by UIKit; does nothing by itself.
  open func dismissalTransitionWillBegin() {}
  /// Called as by UIKit; does nothing by itself.
  open func dismissalTransitionDidEnd(_ completed: Bool) {}
  /// Called as by UIKit; does nothing by itself.
  open func containerViewWillLayoutSubviews() {}
  /// Called as by UIKit; does nothing by itself.
  open func containerViewDidLayoutSubviews() {}
  /// Called as by UIKit; does nothing by itself.
  open func viewWillTransition(to size: CGSize, with coordinator: UIViewControllerTransitionCoordinator) {}
  /// Does what UIKit's `size(forChildContentContainer:withParentContainerSize:)` does.
  open func size(forChildContentContainer container: UIViewController, withParentContainerSize size: CGSize) -> CGSize {
    size
  }
  /// A hook for subclasses; nothing here calls it.
  open func preferredContentSizeDidChange(forChildContentContainer container: UIViewController) {}
}
/// The presentation of a sheet; a sheet fills the screen here.
open class UISheetPresentationController: UIPresentationController {
  /// Whether it prefers grabber visible; kept, without effect on layout or motion.
  public var prefersGrabberVisible = false
}
/// The directions of a popover's arrow.
nonisolated public struct UIPopoverArrowDirection: OptionSet, Sendable {
  public var rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// UIKit's values of these names.
  public static let up = UIPopoverArrowDirection(rawValue: 1), down = UIPopoverArrowDirection(rawValue: 2)
  /// UIKit's values of these names.
  public static let left = UIPopoverArrowDirection(rawValue: 4), right = UIPopoverArrowDirection(rawValue: 8)
  /// UIKit's `UIPopoverArrowDirection.any`.
  public static let any: UIPopoverArrowDirection = [.up, .down, .left, .right]
}
@MainActor public protocol UIPopoverPresentationControllerDelegate: UIAdaptivePresentationControllerDelegate {
  /// Never called here.
  func prepareForPopoverPresentation(_ controller: UIPopoverPresentationController)
  /// Never called here.
  func popoverPresentationControllerShouldDismissPopover(_ controller: UIPopoverPresentationController) -> Bool
  /// Never called here.
  func popoverPresentationControllerDidDismissPopover(_ controller: UIPopoverPresentationController)
}
extension UIPopoverPresentationControllerDelegate {
  public func prepareForPopoverPresentation(_ controller: UIPopoverPresentationController) {}
  public func popoverPresentationControllerShouldDismissPopover(
    _ controller: UIPopoverPresentationController
  ) -> Bool { true }
  public func popoverPresentationControllerDidDismissPopover(_ controller: UIPopoverPresentationController) {}
}
/// The presentation of a popover.
open class UIPopoverPresentationController: UIPresentationController {
  /// The permitted arrow directions; kept, without effect on layout or motion.
  public var permittedArrowDirections = UIPopoverArrowDirection.any
  /// The source view; kept, without effect on layout or motion.
  public var sourceView: UIView?
  /// The source rect; kept, without effect on layout or motion.
  public var sourceRect = CGRect.zero
  /// The bar button item; kept, without effect on layout or motion.
  public var barButtonItem: UIBarButtonItem?
}

@MainActor public protocol UIViewControllerContextTransitioning: AnyObject {
  /// The container view, read as in UIKit.
  var containerView: UIView { get }
  /// Whether it is animated; nothing here reads it.
  var isAnimated: Bool { get }
  /// The flag `transitionWasCancelled`; nothing here reads it.
  var transitionWasCancelled: Bool { get }
  /// Never called here.
  func viewController(forKey key: UITransitionContextViewControllerKey) -> UIViewController?
  /// Never called here.
  func view(forKey key: UITransitionContextViewKey) -> UIView?
  /// Never called here.
  func finalFrame(for controller: UIViewController) -> CGRect
  /// Never called here.
  func initialFrame(for controller: UIViewController) -> CGRect
  /// Called as by UIKit.
  func completeTransition(_ didComplete: Bool)
}
extension UIViewControllerContextTransitioning {
  /// Whether it is interactive; always `false` here.
  public var isInteractive: Bool { false }
  /// The target transform, as in UIKit.
  public var targetTransform: CGAffineTransform { .identity }
  /// Accepted, and does nothing here.
  public func updateInteractiveTransition(_ percentComplete: CGFloat) {}
  /// Accepted, and does nothing here.
  public func finishInteractiveTransition() {}
  /// Accepted, and does nothing here.
  public func cancelInteractiveTransition() {}
  /// Accepted, and does nothing here.
  public func pauseInteractiveTransition() {}
}
/// The keys of a transition's controllers.
nonisolated public enum UITransitionContextViewControllerKey: Sendable { case from, to }
/// The keys of a transition's views.
nonisolated public enum UITransitionContextViewKey: Sendable { case from, to }
@MainActor public protocol UIViewControllerAnimatedTransitioning: AnyObject {
  /// Called as by UIKit.
  func transitionDuration(using context: (any UIViewControllerContextTransitioning)?) -> TimeInterval
  /// Called as by UIKit.
  func animateTransition(using context: any UIViewControllerContextTransitioning)
  /// Called as by UIKit.
  func interruptibleAnimator(using context: any UIViewControllerContextTransitioning) -> (
    any UIViewImplicitlyAnimating
  )?
  /// Called as by UIKit.
  func animationEnded(_ transitionCompleted: Bool)
}
extension UIViewControllerAnimatedTransitioning {
  public func interruptibleAnimator(
    using context: any UIViewControllerContextTransitioning
  ) -> (any UIViewImplicitlyAnimating)? { nil }
  public func animationEnded(_ transitionCompleted: Bool) {}
}
@MainActor public protocol UIViewControllerInteractiveTransitioning: AnyObject {}
@MainActor public protocol UIViewControllerTransitioningDelegate: AnyObject {
  /// Called as by UIKit.
  func animationController(
    forPresented presented: UIViewController, presenting: UIViewController, source: UIViewController
  ) -> (any UIViewControllerAnimatedTransitioning)?
  /// Called as by UIKit.
  func animationController(forDismissed dismissed: UIViewController) -> (any UIViewControllerAnimatedTransitioning)?
  /// Called as by UIKit.
  func presentationController(
    forPresented presented: UIViewController, presenting: UIViewController?, source: UIViewController
  ) -> UIPresentationController?
}
extension UIViewControllerTransitioningDelegate {
  public func animationController(
    forPresented presented: UIViewController, presenting: UIViewController, source: UIViewController
  ) -> (any UIViewControllerAnimatedTransitioning)? { nil }
  public func animationController(forDismissed dismissed: UIViewController) -> (
    any UIViewControllerAnimatedTransitioning
  )? { nil }
  public func presentationController(
    forPresented presented: UIViewController, presenting: UIViewController?, source: UIViewController
  ) -> UIPresentationController? { nil }
}

/// A button of an alert.
open class UIAlertAction: UIObject {
  /// The styles of an alert's button.
  nonisolated public enum Style: Int, Sendable { case `default`, cancel, destructive }
  /// The title, as in UIKit.
  public let title: String?
  /// The style, as in UIKit.
  public let style: Style
  /// Whether it is enabled.
  public var isEnabled = true
  /// The handler, as in UIKit.
  public let handler: ((UIAlertAction) -> Void)?
  /// Makes one as UIKit does.
  public init(title: String?, style: Style, handler: ((UIAlertAction) -> Void)? = nil) {
    (self.title, self.style, self.handler) = (title, style, handler)
  }
}
/// An alert, which is presented like any controller.
open class UIAlertController: UIViewController {
  /// The styles of an alert.
  nonisolated public enum Style: Int, Sendable { case actionSheet, alert }
  /// The message, as in UIKit.
  open var message: String?
  /// The preferred style, as in UIKit.
  public private(set) var preferredStyle = Style.alert
  /// The actions, as in UIKit.
  public private(set) var actions: [UIAlertAction] = []
  /// The text fields, as in UIKit.
  public private(set) var textFields: [UITextField]?
  /// The preferred action; kept, without effect on layout or motion.
  public var preferredAction: UIAlertAction?
  /// Makes one as UIKit does.
  public convenience init(title: String?, message: String?, preferredStyle: Style) {
    self.init(nibName: nil, bundle: nil)
    (self.title, self.message, self.preferredStyle) = (title, message, preferredStyle)
    modalPresentationStyle = .overFullScreen
  }
  /// Does what UIKit's `addAction(_:)` does.
  open func addAction(_ action: UIAlertAction) { actions.append(action) }
  /// Does what UIKit's `addTextField(configurationHandler:)` does.
  open func addTextField(configurationHandler: ((UITextField) -> Void)? = nil) {
    let field = UITextField()
    configurationHandler?(field)
    textFields = (textFields ?? []) + [field]
  }
}
/// A share sheet that shows an empty screen; nothing is shared.
open class UIActivityViewController: UIViewController {
  /// Makes one as UIKit does.
  public convenience init(activityItems: [Any], applicationActivities: [AnyObject]?) {
    self.init(nibName: nil, bundle: nil)
  }
}
/// A controller with a search bar.
open class UISearchController: UIViewController {
  /// The search bar.
  public let searchBar = UISearchBar()
  /// The search results updater; kept, without effect on layout or motion.
  public weak var searchResultsUpdater: AnyObject?
  /// Whether it obscures background during presentation; kept, without effect on layout or motion.
  public var obscuresBackgroundDuringPresentation = true
  /// Whether it hides navigation bar during presentation; kept, without effect on layout or motion.
  public var hidesNavigationBarDuringPresentation = true
  /// Whether it is active.
  public var isActive = false
  /// Makes one as UIKit does.
  public convenience init(searchResultsController: UIViewController?) { self.init(nibName: nil, bundle: nil) }
}

/// A scene of a storyboard that leads to another.
open class UIStoryboardSegue: UIObject {
  /// The identifier, as in UIKit.
  public let identifier: String?
  /// The source, as in UIKit.
  public let source: UIViewController
  /// The destination, as in UIKit.
  public let destination: UIViewController
  /// Makes one as UIKit does.
  public init(identifier: String?, source: UIViewController, destination: UIViewController) {
    (self.identifier, self.source, self.destination) = (identifier, source, destination)
  }
  /// Does what UIKit's `perform()` does.
  open func perform() { source.show(destination, sender: nil) }
}
