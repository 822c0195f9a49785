import Foundation

public protocol UIAdaptivePresentationControllerDelegate: AnyObject {
  func presentationControllerDidDismiss(_ controller: UIPresentationController)
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
  public var presentingViewController: UIViewController { presenter ?? presentedViewController }
  public internal(set) var containerView: UIView?
  public weak var delegate: (any UIAdaptivePresentationControllerDelegate)?
  public init(presentedViewController presented: UIViewController, presenting: UIViewController?) {
    presentedViewController = presented
    presenter = presenting
  }
  public var traitCollection: UITraitCollection { presentedViewController.traitCollection }
  open var presentedView: UIView? { presentedViewController.view }
  open var frameOfPresentedViewInContainerView: CGRect { containerView?.bounds ?? .zero }
  open var shouldPresentInFullscreen: Bool { true }
  open var shouldRemovePresentersView: Bool {
    Swift.type(of: self) == UIPresentationController.self
      && (presentationStyle == .fullScreen || presentationStyle == .currentContext)
  }
  open var presentationStyle: UIModalPresentationStyle { presentedViewController.modalPresentationStyle }
  open var adaptivePresentationStyle: UIModalPresentationStyle { .none }
  open func presentationTransitionWillBegin() {}
  open func presentationTransitionDidEnd(_ completed: Bool) {}
  open func dismissalTransitionWillBegin() {}
  open func dismissalTransitionDidEnd(_ completed: Bool) {}
  open func containerViewWillLayoutSubviews() {}
  open func containerViewDidLayoutSubviews() {}
  open func viewWillTransition(to size: CGSize, with coordinator: UIViewControllerTransitionCoordinator) {}
  open func size(forChildContentContainer container: UIViewController, withParentContainerSize size: CGSize) -> CGSize {
    size
  }
  open func preferredContentSizeDidChange(forChildContentContainer container: UIViewController) {}
}
open class UISheetPresentationController: UIPresentationController {
  public var prefersGrabberVisible = false
}
nonisolated public struct UIPopoverArrowDirection: OptionSet, Sendable {
  public var rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let up = UIPopoverArrowDirection(rawValue: 1), down = UIPopoverArrowDirection(rawValue: 2)
  public static let left = UIPopoverArrowDirection(rawValue: 4), right = UIPopoverArrowDirection(rawValue: 8)
  public static let any: UIPopoverArrowDirection = [.up, .down, .left, .right]
}
public protocol UIPopoverPresentationControllerDelegate: UIAdaptivePresentationControllerDelegate {
  func prepareForPopoverPresentation(_ controller: UIPopoverPresentationController)
  func popoverPresentationControllerShouldDismissPopover(_ controller: UIPopoverPresentationController) -> Bool
  func popoverPresentationControllerDidDismissPopover(_ controller: UIPopoverPresentationController)
}
extension UIPopoverPresentationControllerDelegate {
  public func prepareForPopoverPresentation(_ controller: UIPopoverPresentationController) {}
  public func popoverPresentationControllerShouldDismissPopover(
    _ controller: UIPopoverPresentationController
  ) -> Bool { true }
  public func popoverPresentationControllerDidDismissPopover(_ controller: UIPopoverPresentationController) {}
}
open class UIPopoverPresentationController: UIPresentationController {
  public var permittedArrowDirections = UIPopoverArrowDirection.any
  public var sourceView: UIView?
  public var sourceRect = CGRect.zero
  public var barButtonItem: UIBarButtonItem?
}

public protocol UIViewControllerContextTransitioning: AnyObject {
  var containerView: UIView { get }
  var isAnimated: Bool { get }
  var transitionWasCancelled: Bool { get }
  func viewController(forKey key: UITransitionContextViewControllerKey) -> UIViewController?
  func view(forKey key: UITransitionContextViewKey) -> UIView?
  func finalFrame(for controller: UIViewController) -> CGRect
  func initialFrame(for controller: UIViewController) -> CGRect
  func completeTransition(_ didComplete: Bool)
}
extension UIViewControllerContextTransitioning {
  public var isInteractive: Bool { false }
  public var targetTransform: CGAffineTransform { .identity }
  public func updateInteractiveTransition(_ percentComplete: CGFloat) {}
  public func finishInteractiveTransition() {}
  public func cancelInteractiveTransition() {}
  public func pauseInteractiveTransition() {}
}
nonisolated public enum UITransitionContextViewControllerKey: Sendable { case from, to }
nonisolated public enum UITransitionContextViewKey: Sendable { case from, to }
public protocol UIViewControllerAnimatedTransitioning: AnyObject {
  func transitionDuration(using context: (any UIViewControllerContextTransitioning)?) -> TimeInterval
  func animateTransition(using context: any UIViewControllerContextTransitioning)
  func interruptibleAnimator(using context: any UIViewControllerContextTransitioning) -> (
    any UIViewImplicitlyAnimating
  )?
  func animationEnded(_ transitionCompleted: Bool)
}
extension UIViewControllerAnimatedTransitioning {
  public func interruptibleAnimator(
    using context: any UIViewControllerContextTransitioning
  ) -> (any UIViewImplicitlyAnimating)? { nil }
  public func animationEnded(_ transitionCompleted: Bool) {}
}
public protocol UIViewControllerInteractiveTransitioning: AnyObject {}
public protocol UIViewControllerTransitioningDelegate: AnyObject {
  func animationController(
    forPresented presented: UIViewController, presenting: UIViewController, source: UIViewController
  ) -> (any UIViewControllerAnimatedTransitioning)?
  func animationController(forDismissed dismissed: UIViewController) -> (any UIViewControllerAnimatedTransitioning)?
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

open class UIAlertAction: UIObject {
  nonisolated public enum Style: Int, Sendable { case `default`, cancel, destructive }
  public let title: String?
  public let style: Style
  public var isEnabled = true
  public let handler: ((UIAlertAction) -> Void)?
  public init(title: String?, style: Style, handler: ((UIAlertAction) -> Void)? = nil) {
    (self.title, self.style, self.handler) = (title, style, handler)
  }
}
open class UIAlertController: UIViewController {
  nonisolated public enum Style: Int, Sendable { case actionSheet, alert }
  open var message: String?
  public private(set) var preferredStyle = Style.alert
  public private(set) var actions: [UIAlertAction] = []
  public private(set) var textFields: [UITextField]?
  public var preferredAction: UIAlertAction?
  public convenience init(title: String?, message: String?, preferredStyle: Style) {
    self.init(nibName: nil, bundle: nil)
    (self.title, self.message, self.preferredStyle) = (title, message, preferredStyle)
    modalPresentationStyle = .overFullScreen
  }
  open func addAction(_ action: UIAlertAction) { actions.append(action) }
  open func addTextField(configurationHandler: ((UITextField) -> Void)? = nil) {
    let field = UITextField()
    configurationHandler?(field)
    textFields = (textFields ?? []) + [field]
  }
}
open class UIActivityViewController: UIViewController {
  public convenience init(activityItems: [Any], applicationActivities: [AnyObject]?) {
    self.init(nibName: nil, bundle: nil)
  }
}
open class UISearchController: UIViewController {
  public let searchBar = UISearchBar()
  public weak var searchResultsUpdater: AnyObject?
  public var obscuresBackgroundDuringPresentation = true
  public var hidesNavigationBarDuringPresentation = true
  public var isActive = false
  public convenience init(searchResultsController: UIViewController?) { self.init(nibName: nil, bundle: nil) }
}

/// A scene of a storyboard that leads to another.
open class UIStoryboardSegue: UIObject {
  public let identifier: String?
  public let source: UIViewController
  public let destination: UIViewController
  public init(identifier: String?, source: UIViewController, destination: UIViewController) {
    (self.identifier, self.source, self.destination) = (identifier, source, destination)
  }
  open func perform() { source.show(destination, sender: nil) }
}
