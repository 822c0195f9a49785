import Foundation
import ScenePlayer

/// A running presentation or dismissal, with UIKit's animation or that of an animator.
///
/// The presentation controller decides where the presented view lies, the animator how it gets there. Without an animator the view comes from below or fades
/// in, as the controller's transition style says.
final class PresentationTransition: UIViewControllerContextTransitioning {
  private let presentation: UIPresentationController
  private let presented: UIViewController
  private let presenter: UIViewController
  private let isPresenting: Bool
  let isAnimated: Bool
  private let completion: (() -> Void)?
  private let coordinator: UIViewControllerTransitionCoordinator
  private let container: UIView
  private var animator: (any UIViewControllerAnimatedTransitioning)?
  private(set) var transitionWasCancelled = false
  private var hasEnded = false

  static func present(
    _ controller: UIViewController, from source: UIViewController, animated: Bool, completion: (() -> Void)?
  ) {
    var presenter = source
    while let next = presenter.presentedViewController { presenter = next }
    guard Array(sequence(first: presenter, next: \.presentingViewController).prefix(Host.deepest)).count < Host.deepest
    else {
      let name = type(of: controller)
      return Host.tellEnded(
        "\(name) is presented as a controller appears, again and again", onDevice: "a device would go on")
    }
    guard presenter !== controller, let window = source.view.window else { return }
    presenter.presentedViewController = controller
    controller.presentingViewController = presenter
    let presentation = controller.makePresentation(over: presenter, source: source)
    let container = PresentationContainer(frame: window.bounds)
    container.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    container.presentation = presentation
    presentation.containerView = container
    window.addSubview(container)
    let animator = controller.transitioningDelegate?.animationController(
      forPresented: controller, presenting: presenter, source: source)
    PresentationTransition(
      presentation, presented: controller, presenter: presenter, isPresenting: true, animator, container,
      animated: animated, completion
    ).begin()
  }

  static func dismiss(_ source: UIViewController, animated: Bool, completion: (() -> Void)?) {
    guard let top = source.presentedViewController ?? (source.presentingViewController != nil ? source : nil),
      let presenter = top.presentingViewController, let presentation = top.presentationController,
      let container = presentation.containerView
    else {
      completion?()
      return
    }
    // What stands above goes with it, unseen.
    if top.presentedViewController != nil { dismiss(top, animated: false, completion: nil) }
    let animator = top.transitioningDelegate?.animationController(forDismissed: top)
    PresentationTransition(
      presentation, presented: top, presenter: presenter, isPresenting: false, animator, container,
      animated: animated && container.window != nil, completion
    ).begin()
  }

  private init(
    _ presentation: UIPresentationController, presented: UIViewController, presenter: UIViewController,
    isPresenting: Bool, _ animator: (any UIViewControllerAnimatedTransitioning)?, _ container: UIView, animated: Bool,
    _ completion: (() -> Void)?
  ) {
    (self.presentation, self.presented, self.presenter) = (presentation, presented, presenter)
    (self.isPresenting, isAnimated, self.completion) = (isPresenting, animated, completion)
    (self.container, self.animator) = (container, animated ? animator : nil)
    coordinator = UIViewControllerTransitionCoordinator()
    coordinator.waits(animated: animated)
  }

  /// The root of the tree of controllers that are notified: not only the presenter and the controllers in it, but also those that contain the
  /// presenter.
  private var root: UIViewController { container.window?.rootViewController ?? presenter }
  private lazy var outermost = root

  private func begin() {
    _ = outermost
    for controller in [presented, presenter] { controller.activeCoordinator = coordinator }
    if isPresenting {
      presentation.presentationTransitionWillBegin()
    } else {
      presentation.dismissalTransitionWillBegin()
    }
    if isPresenting {
      if presentation.shouldRemovePresentersView { outermost.beginDisappearing(animated: isAnimated) }
      presented.beginAppearing(animated: isAnimated)
    } else {
      presented.beginDisappearing(animated: isAnimated)
      if presentation.shouldRemovePresentersView { outermost.beginAppearing(animated: isAnimated) }
    }
    guard let animator else { return runOwn() }
    let duration = animator.transitionDuration(using: self)
    if let interruptible = animator.interruptibleAnimator(using: self) {
      interruptible.startAnimation()
    } else {
      animator.animateTransition(using: self)
    }
    UIView.run(ViewAnimation(duration: duration), { coordinator.begin() }, nil)
  }

  /// Runs the default animation of half a second: the view slides in from below or back out, or it fades. If the transition is not animated, it ends
  /// at once.
  private func runOwn() {
    guard let view = presentation.presentedView else { return completeTransition(true) }
    if isPresenting {
      view.frame = presentation.frameOfPresentedViewInContainerView
      if view.superview == nil { container.addSubview(view) }
      presented.announceAppearing(animated: isAnimated)
    } else if presentation.shouldRemovePresentersView {
      outermost.announceAppearing(animated: isAnimated)
    }
    guard isAnimated else {
      coordinator.begin()
      // The layout comes before `viewDidAppear`.
      if isPresenting { container.window?.layoutIfNeeded() }
      return completeTransition(true)
    }
    let fades = presented.modalTransitionStyle == .crossDissolve
    let place = view.center
    func hide() { if fades { view.alpha = 0 } else { view.center.y = place.y + container.bounds.height } }
    func show() { if fades { view.alpha = 1 } else { view.center = place } }
    if isPresenting { UIView.performWithoutAnimation(hide) }
    UIView.run(
      ViewAnimation(duration: 0.5),
      {
        if isPresenting { show() } else { hide() }
        coordinator.begin()
      }, { self.completeTransition($0) })
  }

  // MARK: What an animator asks

  var containerView: UIView { container }
  var presentationStyle: UIModalPresentationStyle { presented.modalPresentationStyle }

  func viewController(forKey key: UITransitionContextViewControllerKey) -> UIViewController? {
    (key == .to) == isPresenting ? presented : presenter
  }
  func view(forKey key: UITransitionContextViewKey) -> UIView? {
    if (key == .to) == isPresenting { return presentation.presentedView }
    return presentation.shouldRemovePresentersView ? presenter.view : nil
  }
  func finalFrame(for controller: UIViewController) -> CGRect {
    controller === presented ? presentation.frameOfPresentedViewInContainerView : controller.view.frame
  }
  func initialFrame(for controller: UIViewController) -> CGRect {
    controller === presented && isPresenting ? .zero : controller.view.frame
  }

  func completeTransition(_ didComplete: Bool) {
    guard !hasEnded else { return }
    hasEnded = true
    transitionWasCancelled = !didComplete
    for controller in [presented, presenter] { controller.activeCoordinator = nil }
    let isThere = isPresenting == didComplete
    if !isThere {
      presentation.presentedView?.removeFromSuperview()
      container.removeFromSuperview()
      presentation.containerView = nil
    }
    if isThere {
      if !isPresenting { presented.beginAppearing(animated: isAnimated) }
      presented.finishAppearing(animated: isAnimated)
      if presentation.shouldRemovePresentersView { outermost.finishDisappearing(animated: isAnimated) }
    } else {
      if isPresenting { presented.beginDisappearing(animated: isAnimated) }
      presented.finishDisappearing(animated: isAnimated)
      if presentation.shouldRemovePresentersView { outermost.finishAppearing(animated: isAnimated) }
    }
    if isPresenting {
      presentation.presentationTransitionDidEnd(didComplete)
    } else {
      presentation.dismissalTransitionDidEnd(didComplete)
    }
    if !isThere {
      presenter.presentedViewController = nil
      presented.presentingViewController = nil
      presented.forgetPresentation()
    }
    animator?.animationEnded(didComplete)
    coordinator.end(cancelled: !didComplete)
    completion?()
  }
}

/// The view that contains a presented view; the presentation controller is notified of its layout.
final class PresentationContainer: UIView {
  weak var presentation: UIPresentationController?

  override func layoutSubviews() {
    presentation?.containerViewWillLayoutSubviews()
    super.layoutSubviews()
    presentation?.containerViewDidLayoutSubviews()
  }
}
