import Foundation

/// Superviews and subviews.
extension UIView {
  /// Inserts a subview in front of another; in front of all, if the other view is not a subview.
  public func insertSubview(_ view: UIView, aboveSubview sibling: UIView) {
    if view.superview === self { view.leave(notifying: false) }
    place(view, at: (subviews.firstIndex { $0 === sibling } ?? subviews.count - 1) + 1)
  }
  /// Inserts a subview behind another; in front of all, if the other view is not a subview.
  public func insertSubview(_ view: UIView, belowSubview sibling: UIView) {
    if view.superview === self { view.leave(notifying: false) }
    place(view, at: subviews.firstIndex { $0 === sibling } ?? subviews.count)
  }
  /// Puts a subview in front of the others; does nothing if the view is not a subview.
  public func bringSubviewToFront(_ view: UIView) {
    guard let index = subviews.firstIndex(where: { $0 === view }) else { return }
    subviews.append(subviews.remove(at: index))
    reorder(view)
  }
  /// Puts a subview behind the others; does nothing if the view is not a subview.
  public func sendSubviewToBack(_ view: UIView) {
    guard let index = subviews.firstIndex(where: { $0 === view }) else { return }
    subviews.insert(subviews.remove(at: index), at: 0)
    reorder(view)
  }
  /// Swaps the depths of the subviews at two indexes.
  public func exchangeSubview(at first: Int, withSubviewAt second: Int) {
    subviews.swapAt(first, second)
    reorder(subviews[first])
    reorder(subviews[second])
  }

  private func reorder(_ view: UIView) {
    guard let host, !((self as? UIStackView)?.arrangedSubviews.contains(view) ?? false) else { return }
    host.perform(.move(view.item, in: item, at: subviews.firstIndex { $0 === view } ?? 0))
  }

  /// Returns whether this view is the given one, or lies in it.
  public func isDescendant(of view: UIView) -> Bool {
    var next: UIView? = self
    while let present = next {
      if present === view { return true }
      next = present.superview
    }
    return false
  }

  /// Returns this view if it has the tag, or else the first view below it that has the tag; nil if there is none.
  public func viewWithTag(_ tag: Int) -> UIView? {
    if self.tag == tag { return self }
    for view in subviews { if let found = view.viewWithTag(tag) { return found } }
    return nil
  }

  func place(_ view: UIView, at index: Int?) {
    if view === self || isDescendant(of: view) { raise("Can't add \(view) as a subview of itself") }
    let oldWindow = view.window
    if view.superview === self {
      // The view only changes its depth.
      let old = subviews.firstIndex { $0 === view } ?? 0
      subviews.remove(at: old)
      subviews.insert(view, at: min(index ?? subviews.count, subviews.count))
      reorder(view)
      return
    }
    let newWindow = window
    view.willMove(toSuperview: self)
    if oldWindow !== newWindow { view.tellWindow(newWindow, before: true) }
    view.leave(notifying: false)
    view.host?.dissolve()
    let position = min(max(0, index ?? subviews.count), subviews.count)
    subviews.insert(view, at: position)
    view.superview = self
    host?.insert(view, in: self, at: position == subviews.count - 1 ? nil : position)
    view.didMoveToSuperview()
    if oldWindow !== newWindow { view.tellWindow(newWindow, before: false) }
    didAddSubview(view)
    setNeedsLayout()
  }

  func tellWindow(_ window: UIWindow?, before: Bool) {
    if before {
      willMove(toWindow: window)
    } else {
      didMoveToWindow()
      controller?.viewMoved(toWindow: window)
    }
    for view in subviews { view.tellWindow(window, before: before) }
  }

  /// Removes the view from its superview, and deactivates the constraints of ancestors that name it or a view in it. With `notifying`, the view is
  /// notified before and after.
  func leave(notifying: Bool) {
    guard let parent = superview else { return }
    let oldWindow = window
    if notifying {
      willMove(toSuperview: nil)
      if oldWindow != nil { tellWindow(nil, before: true) }
    }
    parent.willRemoveSubview(self)
    (parent as? UIStackView)?.forgetArranged(self)
    cutConstraintsOfAncestors()
    host?.remove(self)
    parent.subviews.removeAll { $0 === self }
    superview = nil
    parent.setNeedsLayout()
    if notifying {
      didMoveToSuperview()
      if oldWindow != nil { tellWindow(nil, before: false) }
    }
  }

  private func cutConstraintsOfAncestors() {
    func visit(_ view: UIView) {
      for constraint in view.mentioned {
        guard let holder = constraint.holder, !holder.isDescendant(of: self) else { continue }
        constraint.isActive = false
      }
      for child in view.subviews { visit(child) }
    }
    visit(self)
  }

  /// Removes the view and adds it again, with its constraints. It is used for a change that a scene can state only when a view is added.
  func hostAgain() {
    guard let host else { return }
    guard let parent = superview else {
      if !(self is UIWindow) { host.dissolve() }
      return
    }
    guard host.view(item) != nil, parent.host === host else { return }
    host.readmit(self, in: parent)
  }
}
