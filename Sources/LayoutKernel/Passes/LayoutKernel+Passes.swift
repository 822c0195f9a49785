import LayoutPlugin
import SceneModel

/// User code inside the passes: what a class does in its own `updateConstraints` and `layoutSubviews`. It may change anything
/// and lay out again.
public protocol LayoutPassDelegate: AnyObject {
  /// Before anything is solved or measured: the last moment to hand in what has changed.
  func willLayOut()
  /// Rule L10.7; before constraints are updated, root to leaves.
  func updateProperties(of view: ItemID)
  func updateConstraints(of view: ItemID)
  /// `apply` gives the subviews the frames that their constraints define.
  func layOutSubviews(of view: ItemID, _ apply: () -> Void)
}

/// Update properties, root to leaves; update constraints, leaves to root; solve; lay out, root to leaves; again while that asked for more.
extension LayoutKernel {
  /// Brings every frame of the scene up to date, as at the end of a turn. Nothing pending: nothing runs.
  public func layoutIfNeeded() throws(LayoutMistake) { try layoutIfNeeded(root) }

  /// `layoutIfNeeded()` of one view: lays out its subtree, and the ancestors above it that wait for layout themselves.
  public func layoutIfNeeded(_ item: ItemID) throws(LayoutMistake) { try layoutIfNeeded(view(item)) }

  func layoutIfNeeded(_ item: Item) throws(LayoutMistake) {
    delegate?.willLayOut()
    var round = 0
    while true {
      updatePropertiesIfNeeded()
      try updateConstraintsIfNeeded()
      try solve()
      let top = topmostWaiting(from: item)
      guard isWaiting(top) else { return }
      guard round < quirks.roundLimit else {
        throw .layoutLoop(views: waiting(under: top).prefix(10).map { name(of: $0.id) })
      }
      round += 1
      try layOut(top)
    }
  }

  /// Rule L10.7: asks for a callback, and for no layout.
  func setNeedsUpdateProperties(_ item: Item) {
    guard quirks.propertiesPass, !item.needsUpdateProperties else { return }
    item.needsUpdateProperties = true
    awaitingProperties.append(item)
  }

  private func updatePropertiesIfNeeded() {
    while !awaitingProperties.isEmpty {
      let views = awaitingProperties
      awaitingProperties.removeAll(keepingCapacity: true)
      updateProperties(of: views)
    }
  }

  /// `updatePropertiesIfNeeded()` of one view: the callbacks that its subtree waits for run now.
  public func updatePropertiesIfNeeded(_ id: ItemID) {
    func isUnder(_ item: Item) -> Bool {
      var next: Item? = item
      while let present = next {
        if present.id == id { return true }
        next = present.parent
      }
      return false
    }
    while awaitingProperties.contains(where: isUnder) {
      let views = awaitingProperties.filter(isUnder)
      awaitingProperties.removeAll(where: isUnder)
      updateProperties(of: views)
    }
  }

  private func updateProperties(of views: [Item]) {
    for view in views.sorted(by: { ($0.depth, $0.id) < ($1.depth, $1.id) }) {
      view.needsUpdateProperties = false
      guard items[view.id] === view else { continue }
      note(.updateProperties(view.id))
      delegate?.updateProperties(of: view.id)
    }
  }

  func setNeedsUpdateConstraints(_ item: Item) {
    item.needsUpdateConstraints = true
    flag(item)
  }

  func flag(_ item: Item) {
    guard !item.isFlagged else { return }
    item.isFlagged = true
    flagged.append(item)
  }

  /// The views whose constraints must be updated, leaves to root; they are taken off the list.
  func takeFlagged() -> [Item] {
    let taken = flagged.filter(\.needsUpdateConstraints).sorted { ($1.depth, $0.id) < ($0.depth, $1.id) }
    for item in flagged { item.isFlagged = false }
    flagged.removeAll(keepingCapacity: true)
    return taken
  }

  func setNeedsLayout(_ item: Item) {
    if item.needsLayout, item.isListed { return }
    guard !item.isGuide else { return }
    item.needsLayout = true
    list(item)
  }

  /// Puts the path from the root to the item on the lists that the layout pass follows.
  func list(_ item: Item) {
    var present = item
    while !present.isListed, let parent = present.parent {
      present.isListed = true
      parent.pending.append(present)
      present = parent
    }
  }

  func updateConstraintsIfNeeded() throws(LayoutMistake) {
    var round = 0
    while !flagged.isEmpty {
      guard round < quirks.roundLimit else {
        throw .layoutLoop(views: flagged.lazy.filter(\.needsUpdateConstraints).prefix(10).map(\.view.name))
      }
      round += 1
      let items = takeFlagged()
      for item in items where item.needsUpdateConstraints {
        item.needsUpdateConstraints = false
        note(.updateConstraints(item.id))
        delegate?.updateConstraints(of: item.id)
        refreshIntrinsicRows(of: item)
        refreshStackRows(of: item)
      }
    }
    try measureCells()
  }

  private func isWaiting(_ item: Item) -> Bool { item.needsLayout || !item.pending.isEmpty }

  /// The end of the unbroken chain of ancestors that need layout themselves.
  private func topmostWaiting(from item: Item) -> Item {
    var top = item
    while let parent = top.parent, parent.needsLayout { top = parent }
    return top
  }

  private func waiting(under top: Item) -> [Item] {
    var found: [Item] = []
    var stack = [top]
    while let item = stack.popLast() {
      if item.needsLayout { found.append(item) }
      stack.append(contentsOf: item.pending.reversed())
    }
    return found
  }

  private func layOut(_ top: Item) throws(LayoutMistake) {
    var stack: [Item] = []
    swap(&stack, &spareStack)
    defer { swap(&stack, &spareStack) }
    stack.append(top)
    while let item = stack.popLast() {
      if item.needsLayout {
        item.needsLayout = false
        note(.layoutSubviews(item.id))
        if let delegate {
          delegate.layOutSubviews(of: item.id) { [self] in layoutSubviews(of: item) }
        } else {
          layoutSubviews(of: item)
        }
      }
      if !item.pending.isEmpty { takePending(of: item, &stack) }
    }
  }

  /// The subviews that wait, the first to be taken next, from the end.
  private func takePending(of item: Item, _ stack: inout [Item]) {
    if Self.isMany(item.pending.count, of: item) {
      for child in item.children.reversed() where child.isListed {
        child.isListed = false
        stack.append(child)
      }
    } else {
      let first = stack.count
      for child in item.pending {
        child.isListed = false
        stack.append(child)
      }
      if stack.count - first > 1 { stack[first...].sort { $0.index > $1.index } }
    }
    item.pending.removeAll(keepingCapacity: true)
  }

  /// Copies the engine's values to the subviews that are not where they should be, in their order.
  private func layoutSubviews(of item: Item) {
    if !item.moved.isEmpty {
      var moved: [Item] = []
      swap(&moved, &item.moved)
      if Self.isMany(moved.count, of: item) {
        for child in item.children where child.isMoved { place(child) }
      } else {
        if moved.count > 1 { moved.sort { $0.index < $1.index } }
        for child in moved { place(child) }
      }
      moved.removeAll(keepingCapacity: true)
      if item.moved.isEmpty { swap(&moved, &item.moved) }
    }
    breakText(of: item)
  }

  /// Whether going through all subviews is cheaper than sorting so many of them.
  private static func isMany(_ count: Int, of item: Item) -> Bool { count > 1 && count * 4 >= item.children.count }

  private func place(_ child: Item) {
    child.isMoved = false
    let frame = child.engineFrame
    if frame != child.frame { show(frame, of: child, byEngine: true) }
  }

  /// Sets the frame that is shown, with everything that a change of frame causes.
  func show(_ frame: Rect, of item: Item, byEngine: Bool) {
    let old = item.frame
    item.frame = frame
    shown?.append(item.id)
    note(.setFrame(item.id, from: old, to: frame))
    if item.view.autoresizing == nil, byEngine, !item.hasRows(.frame), !takesGivenFrame(item) {
      let oldSize = item.view.frame.size
      item.view.frame = frame
      if oldSize != frame.size { resizeSubviews(of: item, from: oldSize, byEngine: true) }
    }
    if old.size != frame.size {
      setNeedsLayout(item)
      // A frame set by code asks the superview too; while the superview lays out, it is doing so already.
      if !byEngine, let parent = item.parent { setNeedsLayout(parent) }
      if item.holdsCells { holderResized(item, from: old.size) }
    }
    refreshEnvironment(from: item)
  }

  func view(_ id: ItemID) throws(LayoutMistake) -> Item {
    guard let item = items[id], !item.isGuide else {
      throw .scene(where: "step", problem: "there is no view \(id)", hint: "Name a view that is in the scene now.")
    }
    return item
  }
}
