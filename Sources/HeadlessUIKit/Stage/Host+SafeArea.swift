import LayoutKernel
import SceneModel

/// Views and controllers hear when what is unsafe of them has changed: after the layout of the superview, before their own.
extension Host {
  /// - Parameter isDeep: no layout follows that would tell those below.
  func tellSafeAreas(of view: UIView, isDeep: Bool = false) {
    if let window = view as? UIWindow { tell(window, window.deviceInsets) }
    let around = view.knownSafeArea
    var superview: MarginRules.Surroundings?
    for child in view.subviews where child.host === self {
      let own = child.controller?.describedSafeArea ?? .zero
      // Most views lie within what is safe.
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
    view.safeAreaInsetsDidChange()
    view.controller?.viewSafeAreaInsetsDidChange()
    guard view.insetsLayoutMarginsFromSafeArea else { return }
    view.layoutMarginsDidChange()
    view.controller?.viewLayoutMarginsDidChange()
  }
}
