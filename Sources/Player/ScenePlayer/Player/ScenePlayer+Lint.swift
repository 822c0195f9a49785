import SceneModel

/// What moved in a block: the views whose layout was pending before the block, and whether others moved, too.
struct Sweep {
  /// The names of the views that moved and had pending layout before the block, or lie inside a view that had. The key is the view with pending
  /// layout.
  var swept: [ItemID: [String]] = [:]
  var movesOthers = false
  var laidOut: Set<ItemID> = []
}

/// Notes what steps do, so that mistakes in animations are found (the list is in `Guides/animation.md`).
extension ScenePlayer {
  func noteForLinter(_ step: Step) {
    let isMoving = layers.animatingBlock != nil
    switch step {
    case .setConstant, .setPriority, .activate, .deactivate, .addConstraint, .removeConstraint:
      if isMoving { layers.noteUnmovedConstraints() }
    case .needsLayout(let view): if !isMoving { asking.insert(view) }
    case .layout(let view):
      if isMoving {
        sweep.laidOut.insert(view)
        if view != .root { laidOut[view] = .some(layers.acting ?? layers.blocks.last?.source) }
      } else {
        asking = asking.filter { $0 != view && view != .root && !isInside($0, of: [view]) }
      }
    case .hide(let view):
      guard isMoving, kernel.isHidden(view), kernel.arrangingStack(of: view) != nil else { return }
      layers.remark(
        .hiddenTwice, layer(of: view),
        "this block hides a view of a stack that is hidden already: UIKit counts that, and showing it once leaves it hidden.",
        remedy: "Set isHidden only where it changes.", from: layers.acting ?? layers.blocks.last?.source)
    default: break
    }
  }

  /// Records that a view moves in a block.
  func noteMove(of view: ItemID, _ name: String) {
    if let asker = asking.first(where: { $0 == view || isInside(view, of: [$0]) }) {
      sweep.swept[asker, default: []].append(name)
    } else {
      sweep.movesOthers = true
    }
  }

  /// Makes a remark about views whose layout was pending before the outermost block, and which moved in it along with others. Called at its end.
  func lintSweep(from source: SourceLine?) {
    let swept = sweep.swept.filter { !sweep.laidOut.contains($0.key) }.sorted { $0.key < $1.key }.flatMap(\.value)
    if sweep.movesOthers, !swept.isEmpty {
      layers.remark(
        .pendingSiblings, nil, "this pass also moved what was waiting before: \(swept.joined(separator: ", ")).",
        remedy: "Call layoutIfNeeded before the animation block, so that nothing else is pending.", from: source)
    }
    sweep = Sweep()
  }
}
