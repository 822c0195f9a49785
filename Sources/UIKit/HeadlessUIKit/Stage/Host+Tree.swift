import AnimationSampler
import ConstraintSolver
import Foundation
import LayoutKernel
import ScenePlayer
import SceneModel

extension Host {
  /// Adds a subtree to the kernel after it was added to a hosted view. `index` is its place among the subviews; nil: in front.
  func insert(_ view: UIView, in parent: UIView, at index: Int?) {
    var list: [UIView] = []
    Host.number(view, &nextItem, &list)
    for next in list {
      let superview = next === view ? parent : (next.superview ?? parent)
      perform(.addView(next.described(parent: superview.item)))
      recorder.recordOrigin(of: next, self)
      welcome(next)
      for guide in next.allGuides { perform(.addGuide(guide.described(owner: next))) }
    }
    if let index { perform(.move(view.item, in: parent.item, at: index)) }
    for stack in list.compactMap({ $0 as? UIStackView }) {
      for arranged in stack.arrangedSubviews { perform(.arrange(arranged.item, in: stack.item, at: nil)) }
    }
    for next in list { for held in next.heldConstraints { add(held, holder: next) } }
  }

  func remove(_ view: UIView) {
    var list: [UIView] = []
    func collect(_ next: UIView) {
      list.append(next)
      for child in next.subviews { collect(child) }
    }
    collect(view)
    sync()
    for next in list { next.rememberGeometry() }
    perform(.removeView(view.item))
    for next in list {
      views[next.item] = nil
      next.layer.disappear()
      next.host = nil
      for held in next.heldConstraints { forget(held) }
    }
  }

  /// Removes a view and adds it again, because a scene can state some changes only when a view is added. Constraints that name the view from outside
  /// are added again, too.
  func readmit(_ view: UIView, in parent: UIView) {
    var outside: [NSLayoutConstraint] = []
    func visit(_ next: UIView) {
      for constraint in next.mentioned {
        if let holder = constraint.holder, !holder.isDescendant(of: view),
          !outside.contains(where: { $0 === constraint })
        {
          outside.append(constraint)
        }
      }
      for child in next.subviews { visit(child) }
    }
    visit(view)
    remove(view)
    for constraint in outside { forget(constraint) }
    let index = parent.subviews.firstIndex { $0 === view } ?? 0
    insert(view, in: parent, at: index == parent.subviews.count - 1 ? nil : index)
    if let stack = parent as? UIStackView, let place = stack.arrangedSubviews.firstIndex(where: { $0 === view }) {
      perform(.arrange(view.item, in: stack.item, at: place))
    }
    for constraint in outside { if let holder = constraint.holder { add(constraint, holder: holder) } }
  }

  /// Releases a subtree, for example because its superview was freed. Its views keep their frames; the view becomes the root of a tree of its own.
  func abandon(_ view: UIView) {
    var list: [UIView] = []
    func collect(_ next: UIView) {
      list.append(next)
      for child in next.subviews { collect(child) }
    }
    collect(view)
    for next in list {
      next.rememberGeometry()
      views[next.item] = nil
      next.layer.disappear()
      for held in next.heldConstraints { forget(held) }
      next.host = nil
    }
  }

  /// Releases the whole tree. Its views keep their frames.
  func dissolve() { if let root { abandon(root) } }
}
