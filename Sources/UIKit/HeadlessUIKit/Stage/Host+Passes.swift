import AnimationSampler
import ConstraintSolver
import Foundation
import LayoutKernel
import ScenePlayer
import SceneModel

extension Host {
  func markDirty(_ view: UIView) {
    guard !view.isDirty else { return }
    view.isDirty = true
    dirty.append(view)
    player?.kernelChanged()
  }
  nonisolated func willLayOut() { MainActor.assumeIsolated { handInDirty() } }

  func handInDirty() {
    while !dirty.isEmpty {
      let waiting = dirty
      dirty = []
      for view in waiting {
        view.isDirty = false
        if view.host === self { view.handInSize(to: self) }
      }
    }
  }

  nonisolated func updateProperties(of view: ItemID) {
    MainActor.assumeIsolated {
      guard let view = self.view(view) else { return }
      view.controller?.updateProperties()
      view.updateProperties()
    }
  }

  nonisolated func updateConstraints(of view: ItemID) {
    MainActor.assumeIsolated {
      guard let view = self.view(view) else { return }
      view.updateConstraintsOfSelfAndController()
      handInDirty()
    }
  }

  nonisolated func layOutSubviews(of item: ItemID, _ apply: () -> Void) {
    withoutActuallyEscaping(apply) { apply in
      let box = UncheckedBox(apply)
      MainActor.assumeIsolated {
        guard let view = self.view(item) else {
          box.value()
          return
        }
        applying.append((item, box.value, false))
        view.layOutSelfAndController()
        if let last = applying.popLast(), !last.isDone { last.apply() }
        (view as? UILabel)?.widthMayHaveChanged()
        tellSafeAreas(of: view)
        handInDirty()
      }
    }
  }

  /// Does the work of `UIView.layoutSubviews`: sets the frames of the subviews. Changes that code made since the pass began are included (rule L10.10).
  func applyLayout(of view: UIView) {
    guard let index = applying.indices.last, applying[index].view == view.item else { return }
    handInDirty()
    applying[index].isDone = true
    do { try kernel.applyLayout(toSubviewsOf: view.item) } catch { ProgramErrors.report(error) }
  }
}
