import Foundation

/// The delegate of a presentation; nothing calls it, as presentations do not adapt here and are not dismissed by a finger.
@MainActor public protocol UIAdaptivePresentationControllerDelegate: AnyObject {
  /// Called in UIKit when a swipe has dismissed the presentation; never called here.
  func presentationControllerDidDismiss(_ controller: UIPresentationController)
  /// Returns the style for a narrow screen; never called here.
  func adaptivePresentationStyle(for controller: UIPresentationController) -> UIModalPresentationStyle
}
extension UIAdaptivePresentationControllerDelegate {
  public func presentationControllerDidDismiss(_ controller: UIPresentationController) {}
  public func adaptivePresentationStyle(for controller: UIPresentationController) -> UIModalPresentationStyle {
    .automatic
  }
}

/// The object that places a presented view; subclasses decide where.
open class UIPresentationController: UIObject {
  /// The presented controller, which keeps this object alive.
  public unowned let presentedViewController: UIViewController
  weak var presenter: UIViewController?
  /// The controller that presents; before the presentation begins, the presented one.
  public var presentingViewController: UIViewController { presenter ?? presentedViewController }
  /// The view that the presented view lies in, as large as the window; nil if nothing is presented.
  public internal(set) var containerView: UIView?
  public weak var delegate: (any UIAdaptivePresentationControllerDelegate)? {
    didSet { noEffect("UIPresentationController.delegate", .calls) }
  }
  /// Makes a presentation that has not begun.
  public init(presentedViewController presented: UIViewController, presenting: UIViewController?) {
    presentedViewController = presented
    presenter = presenting
  }
  /// The traits of the presented controller.
  public var traitCollection: UITraitCollection { presentedViewController.traitCollection }
  /// The view that is shown: the presented controller's.
  open var presentedView: UIView? { presentedViewController.view }
  /// The rectangle of the presented view in the container; all of it, unless a subclass says otherwise.
  open var frameOfPresentedViewInContainerView: CGRect { containerView?.bounds ?? .zero }
  /// Whether the presentation covers the whole window; true. Never read here: all of them do.
  open var shouldPresentInFullscreen: Bool { true }
  /// Whether the presenter is removed from view, so that it gets `viewWillDisappear`. True only for a plain full-screen presentation.
  open var shouldRemovePresentersView: Bool {
    Swift.type(of: self) == UIPresentationController.self
      && (presentationStyle == .fullScreen || presentationStyle == .currentContext)
  }
  /// The style of the presented controller.
  open var presentationStyle: UIModalPresentationStyle { presentedViewController.modalPresentationStyle }
  /// The style for a narrow screen; `none`: the presentation does not change.
  open var adaptivePresentationStyle: UIModalPresentationStyle { .none }
  /// Called before the presented view appears, so that a subclass can add views. Does nothing by default.
  open func presentationTransitionWillBegin() {}
  /// Called when the presented view has appeared, or has not because the transition was cancelled. Does nothing by default.
  open func presentationTransitionDidEnd(_ completed: Bool) {}
  /// Called before the presented view disappears. Does nothing by default.
  open func dismissalTransitionWillBegin() {}
  /// Called when the presented view has disappeared, or has not because the transition was cancelled. Does nothing by default.
  open func dismissalTransitionDidEnd(_ completed: Bool) {}
  /// Called before each layout of the container. Does nothing by default.
  open func containerViewWillLayoutSubviews() {}
  /// Called after each layout of the container. Does nothing by default.
  open func containerViewDidLayoutSubviews() {}
  /// Called when the window gets another size. Does nothing by default.
  open func viewWillTransition(to size: CGSize, with coordinator: UIViewControllerTransitionCoordinator) {}
  /// Returns the size of the presented content in a container; by default the container's size.
  open func size(forChildContentContainer container: UIViewController, withParentContainerSize size: CGSize) -> CGSize {
    size
  }
  /// Called in UIKit when the presented content would like another size; never called here.
  open func preferredContentSizeDidChange(forChildContentContainer container: UIViewController) {}
}
/// The presentation of a sheet; a sheet fills the screen here.
open class UISheetPresentationController: UIPresentationController {
  public var prefersGrabberVisible = false  // inert
  public var detents: [Detent] = [.large()] {
    didSet { noEffect("UISheetPresentationController.detents", .presentation) }
  }
  public var selectedDetentIdentifier: Detent.Identifier? {
    didSet { noEffect("UISheetPresentationController.selectedDetentIdentifier", .presentation) }
  }
  public var largestUndimmedDetentIdentifier: Detent.Identifier?  // inert
  public var prefersScrollingExpandsWhenScrolledToEdge = true  // inert
  public var prefersEdgeAttachedInCompactHeight = false {
    didSet { noEffect("UISheetPresentationController.prefersEdgeAttachedInCompactHeight", .presentation) }
  }
  public var widthFollowsPreferredContentSizeWhenEdgeAttached = false {
    didSet { noEffect("UISheetPresentationController.widthFollowsPreferredContentSizeWhenEdgeAttached", .presentation) }
  }
  public var preferredCornerRadius: CGFloat?  // inert
  /// Runs changes of the sheet, which show at once.
  public func animateChanges(_ changes: () -> Void) { changes() }
  public func invalidateDetents() { noEffect("UISheetPresentationController.invalidateDetents()", .presentation) }

  /// A height at which a sheet rests.
  open class Detent: UIObject {
    /// The name of a height.
    nonisolated public struct Identifier: RawRepresentable, Hashable, Sendable {
      public var rawValue: String
      public init(rawValue: String) { self.rawValue = rawValue }
      /// Makes a name.
      public init(_ rawValue: String) { self.rawValue = rawValue }
      /// The identifiers of the heights of about half of the screen, and of the whole screen.
      public static let medium = Identifier("medium"), large = Identifier("large")
    }
    /// The name of the height.
    public let identifier: Identifier
    private init(_ identifier: Identifier) { self.identifier = identifier }
    /// Returns the height of about half of the screen.
    public class func medium() -> Detent { Detent(.medium) }
    /// Returns the height of the whole screen.
    public class func large() -> Detent { Detent(.large) }
    /// Returns a custom height; the block is never called.
    public class func custom(
      identifier: Identifier? = nil,
      resolver: @escaping (any UISheetPresentationControllerDetentResolutionContext) -> CGFloat?
    ) -> Detent { Detent(identifier ?? Identifier("custom")) }
  }
}
/// The facts that a block for a custom height gets.
@MainActor public protocol UISheetPresentationControllerDetentResolutionContext {
  /// The traits of the container.
  var containerTraitCollection: UITraitCollection { get }
  /// The greatest height, in points.
  var maximumDetentValue: CGFloat { get }
}
/// The directions of a popover's arrow.
nonisolated public struct UIPopoverArrowDirection: OptionSet, Sendable {
  public var rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// The arrow is above or below the popover's content.
  public static let up = UIPopoverArrowDirection(rawValue: 1), down = UIPopoverArrowDirection(rawValue: 2)
  /// The arrow is left or right of the popover's content.
  public static let left = UIPopoverArrowDirection(rawValue: 4), right = UIPopoverArrowDirection(rawValue: 8)
  /// Any of the four.
  public static let any: UIPopoverArrowDirection = [.up, .down, .left, .right]
}
/// The delegate of a popover; nothing calls it.
@MainActor public protocol UIPopoverPresentationControllerDelegate: UIAdaptivePresentationControllerDelegate {
  /// Called in UIKit before the popover comes; never called here.
  func prepareForPopoverPresentation(_ controller: UIPopoverPresentationController)
  /// Returns whether a tap outside dismisses the popover; never called here.
  func popoverPresentationControllerShouldDismissPopover(_ controller: UIPopoverPresentationController) -> Bool
  /// Called in UIKit when a tap outside has dismissed the popover; never called here.
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
  public var permittedArrowDirections = UIPopoverArrowDirection.any  // inert
  public var sourceView: UIView? { didSet { noEffect("UIPopoverPresentationController.sourceView", .presentation) } }
  public var sourceRect = CGRect.zero  // inert
  public var barButtonItem: UIBarButtonItem? {
    didSet { noEffect("UIPopoverPresentationController.barButtonItem", .presentation) }
  }
}

/// A transition as its animator sees it: the container, the two controllers, and the first and last frames of their views.
@MainActor public protocol UIViewControllerContextTransitioning: AnyObject {
  /// The view in which the transition runs; the animator adds the presented view to it.
  var containerView: UIView { get }
  /// Whether the transition is animated, as the caller wanted.
  var isAnimated: Bool { get }
  /// Whether the transition has ended where it began.
  var transitionWasCancelled: Bool { get }
  /// Returns the controller that disappears (`from`) or appears (`to`).
  func viewController(forKey key: UITransitionContextViewControllerKey) -> UIViewController?
  /// Returns the view that disappears or appears; nil if it stays where it is under the other.
  func view(forKey key: UITransitionContextViewKey) -> UIView?
  /// Returns the frame that a controller's view has in the end, in the container.
  func finalFrame(for controller: UIViewController) -> CGRect
  /// Returns the frame that a controller's view has at the start; zero for a view that appears.
  func initialFrame(for controller: UIViewController) -> CGRect
  /// Ends the transition; an animator must call it when its animation has ended.
  func completeTransition(_ didComplete: Bool)
}
extension UIViewControllerContextTransitioning {
  /// Whether a finger drives the transition; never here.
  public var isInteractive: Bool { false }
  /// The transform that the presented view should have in the end; none.
  public var targetTransform: CGAffineTransform { .identity }
  public func updateInteractiveTransition(_ percentComplete: CGFloat) {
    noEffect("UIViewControllerContextTransitioning.updateInteractiveTransition(_:)", .interactiveTransitions)
  }
  public func finishInteractiveTransition() {
    noEffect("UIViewControllerContextTransitioning.finishInteractiveTransition()", .interactiveTransitions)
  }
  public func cancelInteractiveTransition() {
    noEffect("UIViewControllerContextTransitioning.cancelInteractiveTransition()", .interactiveTransitions)
  }
  public func pauseInteractiveTransition() {
    noEffect("UIViewControllerContextTransitioning.pauseInteractiveTransition()", .interactiveTransitions)
  }
}
/// The keys of a transition's controllers.
nonisolated public enum UITransitionContextViewControllerKey: Sendable { case from, to }
/// The keys of a transition's views.
nonisolated public enum UITransitionContextViewKey: Sendable { case from, to }
/// An object that moves the views of a presentation or dismissal, for `transitioningDelegate`.
@MainActor public protocol UIViewControllerAnimatedTransitioning: AnyObject {
  /// Returns how long the transition takes, in seconds.
  func transitionDuration(using context: (any UIViewControllerContextTransitioning)?) -> TimeInterval
  /// Animates the views, and calls `completeTransition(_:)` at the end.
  func animateTransition(using context: any UIViewControllerContextTransitioning)
  /// Returns an animator that can be paused. Nil, the default, means that `animateTransition(using:)` is called instead.
  func interruptibleAnimator(using context: any UIViewControllerContextTransitioning) -> (
    any UIViewImplicitlyAnimating
  )?
  /// Called when the transition has ended; with false if it was cancelled.
  func animationEnded(_ transitionCompleted: Bool)
}
extension UIViewControllerAnimatedTransitioning {
  public func interruptibleAnimator(
    using context: any UIViewControllerContextTransitioning
  ) -> (any UIViewImplicitlyAnimating)? { nil }
  public func animationEnded(_ transitionCompleted: Bool) {}
}
/// An object that drives a transition with a finger; transitions here are never interactive.
@MainActor public protocol UIViewControllerInteractiveTransitioning: AnyObject {}
/// The delegate of a presentation: it chooses the animator of the transition, and the controller that places the presented view.
@MainActor public protocol UIViewControllerTransitioningDelegate: AnyObject {
  /// Returns the animator of a presentation; nil, by default, for the animation of the presentation's style.
  func animationController(
    forPresented presented: UIViewController, presenting: UIViewController, source: UIViewController
  ) -> (any UIViewControllerAnimatedTransitioning)?
  /// Returns the animator of a dismissal; nil, by default, for the animation of the presentation's style.
  func animationController(forDismissed dismissed: UIViewController) -> (any UIViewControllerAnimatedTransitioning)?
  /// Returns the presentation controller of a controller with the style `custom`. Nil means the plain presentation; the default
  /// implementation returns nil.
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
  /// The text of the button.
  public let title: String?
  /// The meaning of the button.
  public let style: Style
  public var isEnabled = true  // inert
  /// The block that a tap on the button would run; tests call it.
  public let handler: ((UIAlertAction) -> Void)?
  /// Makes a button of an alert.
  public init(title: String?, style: Style, handler: ((UIAlertAction) -> Void)? = nil) {
    (self.title, self.style, self.handler) = (title, style, handler)
  }
}
/// An alert, which is presented like any controller.
open class UIAlertController: UIViewController {
  /// The styles of an alert.
  nonisolated public enum Style: Int, Sendable { case actionSheet, alert }
  open var message: String?  // inert
  /// The style that the alert was made with.
  public private(set) var preferredStyle = Style.alert
  /// The buttons, in the order in which they were added.
  public private(set) var actions: [UIAlertAction] = []
  /// The text fields; nil if none was added.
  public private(set) var textFields: [UITextField]?
  public var preferredAction: UIAlertAction?  // inert
  /// Makes an alert without buttons. It fills the screen and shows nothing.
  public convenience init(title: String?, message: String?, preferredStyle: Style) {
    self.init(nibName: nil, bundle: nil)
    (self.title, self.message, self.preferredStyle) = (title, message, preferredStyle)
    modalPresentationStyle = .overFullScreen
  }
  /// Adds a button.
  open func addAction(_ action: UIAlertAction) { actions.append(action) }
  /// Adds a text field and hands it to the block.
  open func addTextField(configurationHandler: ((UITextField) -> Void)? = nil) {
    let field = UITextField()
    configurationHandler?(field)
    textFields = (textFields ?? []) + [field]
  }
}
/// A share sheet that shows an empty screen; nothing is shared.
open class UIActivityViewController: UIViewController {
  /// Makes a share sheet; the items to share are not kept.
  public convenience init(activityItems: [Any], applicationActivities: [AnyObject]?) {
    self.init(nibName: nil, bundle: nil)
  }
}
/// A controller with a search bar.
open class UISearchController: UIViewController {
  /// The search bar of the controller.
  public let searchBar = UISearchBar()
  public weak var searchResultsUpdater: AnyObject? {
    didSet { noEffect("UISearchController.searchResultsUpdater", .calls) }
  }
  public var obscuresBackgroundDuringPresentation = true  // inert
  public var hidesNavigationBarDuringPresentation = true  // inert
  public var isActive = false { didSet { noEffect("UISearchController.isActive", .bars) } }
  /// Makes a controller with a search bar of its own. The results controller is ignored.
  public convenience init(searchResultsController: UIViewController?) { self.init(nibName: nil, bundle: nil) }
}

/// A transition from one controller of a storyboard to another.
open class UIStoryboardSegue: UIObject {
  /// The name by which code performs the segue; nil if it has none.
  public let identifier: String?
  /// The controller that is left.
  public let source: UIViewController
  /// The controller that is shown.
  public let destination: UIViewController
  /// Makes a segue from one controller to another.
  public init(identifier: String?, source: UIViewController, destination: UIViewController) {
    (self.identifier, self.source, self.destination) = (identifier, source, destination)
  }
  /// Shows the destination as `show(_:sender:)` does; a subclass may show it otherwise.
  open func perform() { source.show(destination, sender: nil) }
}
