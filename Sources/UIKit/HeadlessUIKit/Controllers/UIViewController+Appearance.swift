import Foundation
import LayoutKernel
import ScenePlayer
import SceneModel

extension UIViewController {
  func beginAppearing(animated: Bool) {
    guard appearance == .gone || appearance == .disappearing else { return }
    loadViewIfNeeded()
    (appearance, isAnnounced) = (.appearing, false)
    viewWillAppear(animated)
    if shouldAutomaticallyForwardAppearanceMethods {
      for child in visibleChildren { child.beginAppearing(animated: animated) }
    }
  }

  /// Calls `viewIsAppearing`: the view is in its window, with its size, its safe area and its traits; its layout follows.
  func announceAppearing(animated: Bool) {
    guard appearance == .appearing, !isAnnounced else { return }
    isAnnounced = true
    viewIsAppearing(animated)
    if shouldAutomaticallyForwardAppearanceMethods {
      for child in visibleChildren { child.announceAppearing(animated: animated) }
    }
  }

  func finishAppearing(animated: Bool) {
    guard appearance == .appearing else { return }
    announceAppearing(animated: animated)
    if shouldAutomaticallyForwardAppearanceMethods {
      for child in visibleChildren {
        // One that came while this one was on its way.
        child.beginAppearing(animated: animated)
        child.finishAppearing(animated: animated)
      }
    }
    appearance = .there
    viewDidAppear(animated)
  }

  func beginDisappearing(animated: Bool) {
    guard appearance == .there || appearance == .appearing else { return }
    appearance = .disappearing
    viewWillDisappear(animated)
    if shouldAutomaticallyForwardAppearanceMethods {
      for child in visibleChildren { child.beginDisappearing(animated: animated) }
    }
  }

  func finishDisappearing(animated: Bool) {
    guard appearance == .disappearing else { return }
    appearance = .gone
    viewDidDisappear(animated)
    if shouldAutomaticallyForwardAppearanceMethods {
      for child in visibleChildren { child.finishDisappearing(animated: animated) }
    }
  }
  var isThere: Bool { appearance == .there }

  /// Called when the controller's view was added to a window, or removed from one.
  func viewMoved(toWindow window: UIWindow?) {
    if window != nil, appearance == .appearing, let host = viewIfLoaded?.host, host.player != nil {
      return announceAppearing(animated: false)
    }
    guard parent != nil, parent?.shouldAutomaticallyForwardAppearanceMethods ?? true else { return }
    if let window, parent?.isThere == true {
      guard appearance == .gone else { return }
      beginAppearing(animated: false)
      announceAppearing(animated: false)
      window.hosted().afterLayout { [weak self] in self?.finishAppearing(animated: false) }
    } else if window == nil {
      beginDisappearing(animated: false)
      finishDisappearing(animated: false)
    }
  }

  func makePresentation(over presenter: UIViewController, source: UIViewController) -> UIPresentationController {
    if modalPresentationStyle == .custom,
      let custom = transitioningDelegate?.presentationController(
        forPresented: self, presenting: presenter, source: source)
    {
      storedPresentation = custom
    }
    let presentation = presentationController!
    presentation.presenter = presenter
    return presentation
  }

  var describedSafeArea: Insets {
    Insets(
      top: Double(additionalSafeAreaInsets.top + barInsets.top),
      left: Double(additionalSafeAreaInsets.left + barInsets.left),
      bottom: Double(additionalSafeAreaInsets.bottom + barInsets.bottom),
      right: Double(additionalSafeAreaInsets.right + barInsets.right))
  }

  /// The nearest navigation controller that contains this one; nil if there is none.
  public var navigationController: UINavigationController? { ancestor() }
  /// The nearest tab bar controller that contains this one; nil if there is none.
  public var tabBarController: UITabBarController? { ancestor() }
  /// The nearest split view controller that contains this one; nil if there is none.
  public var splitViewController: UISplitViewController? { ancestor() }
  private func ancestor<Kind: UIViewController>() -> Kind? {
    var next = parent
    while let present = next {
      if let found = present as? Kind { return found }
      next = present.parent
    }
    return nil
  }
}
