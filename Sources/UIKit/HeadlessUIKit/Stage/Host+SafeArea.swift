import LayoutKernel
import SceneModel

/// Notifies views and controllers whose safe area has changed. It happens after the layout of the superview, and before their own layout.
extension Host {
  /// Notifies the subviews whose safe area has changed. With `isDeep`, also the views below them, which is needed if their layout does not follow.
  func tellSafeAreas(of view: UIView, isDeep: Bool = false) {
    tellOverride(of: view)
    if let window = view as? UIWindow { tell(window, window.safeAreaInsets.model) }
    let around = view.knownSafeArea
    var superview: MarginRules.Surroundings?
    for child in view.subviews where child.host === self {
      let own = child.controller?.describedSafeArea ?? .zero
      // Most views have no insets, and had none before.
      if around == .zero, own == .zero, child.knownSafeArea == .zero { continue }
      let surroundings =
        superview
        ?? MarginRules.Surroundings(
          size: kernel.frame(of: view.item).size, safeArea: around, margins: .zero, isScrollView: view is UIScrollView)
      superview = surroundings
      var described = SceneModel.View(id: child.item, name: "", parent: view.item)
      described.safeArea = own
      let insets = MarginRules.safeArea(
        of: described, frame: kernel.frame(of: child.item), in: surroundings, isClamped: true)
      let isChanged = insets != child.knownSafeArea
      tell(child, insets)
      if isDeep, isChanged { tellSafeAreas(of: child, isDeep: true) }
    }
  }

  private func tell(_ view: UIView, _ insets: Insets) {
    guard insets != view.knownSafeArea else { return }
    view.knownSafeArea = insets
    (view as? UIScrollView)?.keepContentInPlace()
    view.safeAreaInsetsDidChange()
    view.controller?.viewSafeAreaInsetsDidChange()
    guard view.insetsLayoutMarginsFromSafeArea else { return }
    view.layoutMarginsDidChange()
    view.controller?.viewLayoutMarginsDidChange()
  }
}

/// Handles views whose class overrides `safeAreaInsets`.
extension Host {
  /// Passes the insets that a subclass returns from `safeAreaInsets` to the kernel, so that they apply to its subviews.
  func tellOverride(of view: UIView) {
    guard !ClassNames.isOurs(Swift.type(of: view)) else { return }
    let known = kernel.safeAreaInsets(of: view.item).minus(view.safeAreaCorrection)
    let correction = view.safeAreaInsets.model.minus(known)
    guard correction != view.safeAreaCorrection else { return }
    view.safeAreaCorrection = correction
    perform(.setProperty(view.item, .safeArea(view.ownSafeArea.plus(correction))))
  }

  /// Updates the margins of controllers' root views. Their minimum, `systemMinimumLayoutMargins`, depends on the window's size, and subclasses may
  /// override it.
  func marginsChanged() { for view in allViews where view.controller != nil { view.marginsChanged() } }

  /// Runs a block after the layout of the present turn.
  func afterLayout(_ body: @escaping () -> Void) { waitingForLayout.append(body) }
  func tellThoseWaitingForLayout() {
    let bodies = waitingForLayout
    waitingForLayout = []
    for body in bodies { body() }
  }

  /// Notifies views and controllers of a screen's windows that its traits have changed.
  static func tellWindows(on screen: UIScreen, from old: UITraitCollection) {
    for window in windowsShown where window.screen === screen {
      let new = screen.traits
      // Treated as if the traits changed now, so that each view can compare them with its old ones.
      window.formerTraits = old
      window.changingTraits { window.formerTraits = nil }
      window.host?.kernel.textSize = new.kernelTextSize
    }
  }
}

extension UIView {
  /// Must be called when the effective margins change: a class overrides them, the window's size changed, or the view became a controller's.
  func marginsChanged() {
    guard let host else { return }
    let counted = countedMargins.own
    guard counted != sentMargins else { return }
    sentMargins = counted
    host.perform(.setProperty(item, .margins(counted)))
  }
}

extension Insets {
  func plus(_ other: Insets) -> Insets {
    Insets(
      top: top + other.top, left: left + other.left, bottom: bottom + other.bottom, right: right + other.right)
  }
  func minus(_ other: Insets) -> Insets {
    Insets(
      top: top - other.top, left: left - other.left, bottom: bottom - other.bottom, right: right - other.right)
  }
}
