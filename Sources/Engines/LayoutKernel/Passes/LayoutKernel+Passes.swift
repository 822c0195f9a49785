import LayoutPlugin
import SceneModel

/// The callbacks of a program that run inside the passes, such as a view's own `updateConstraints` and `layoutSubviews`. They may change anything
/// and may lay out again.
public protocol LayoutPassDelegate: AnyObject {
  /// Runs before anything is solved or measured. It is the last moment to make changes.
  func willLayOut()
  /// Runs for a view whose properties need an update (rule L10.7), before constraints are updated, root to leaves.
  func updateProperties(of view: ItemID)
  /// Runs for a view whose constraints need an update, leaves to root.
  func updateConstraints(of view: ItemID)
  /// Runs for a view whose subviews are laid out, root to leaves; `apply` gives them the frames that their constraints define.
  func layOutSubviews(of view: ItemID, _ apply: () -> Void)
}

/// The layout pass, in rounds: update properties, root to leaves; update constraints, leaves to root; solve; lay out, root to leaves. Rounds are
/// repeated while views are flagged.
extension LayoutKernel {
  /// Brings all frames up to date, as at the end of a turn of the run loop. If nothing is pending, nothing runs.
  public func layoutIfNeeded() throws(LayoutMistake) { try layoutIfNeeded(root) }

  /// Lays out one view's subtree, as `layoutIfNeeded()` does. Ancestors that need layout are laid out, too.
  public func layoutIfNeeded(_ item: ItemID) throws(LayoutMistake) { try layoutIfNeeded(view(item)) }

  func layoutIfNeeded(_ item: Item) throws(LayoutMistake) {
    delegate?.willLayOut()
    var round = 0
    while true {
      updatePropertiesIfNeeded()
      try updateConstraintsIfNeeded()
      try solve()
      let top = topmostWaiting(from: item.node)
      guard isWaiting(top) else {
        guard !environment.awaiting.isEmpty else { return }
        refreshAwaitedEnvironments()
        continue
      }
      guard round < quirks.roundLimit else {
        throw .layoutLoop(views: waiting(under: top).prefix(10).map(name))
      }
      round += 1
      if round == 3 { HardState.thirdRound.reach() }
      try layOut(top)
      refreshAwaitedEnvironments()
    }
  }

  /// Marks a view's properties as needing an update (rule L10.7), without asking for layout.
  func setNeedsUpdateProperties(_ item: Item) {
    guard quirks.propertiesPass, !item.needsUpdateProperties else { return }
    item.needsUpdateProperties = true
    passes.awaitingProperties.append(item)
  }

  private func updatePropertiesIfNeeded() {
    while !passes.awaitingProperties.isEmpty {
      let views = passes.awaitingProperties
      passes.awaitingProperties.removeAll(keepingCapacity: true)
      updateProperties(of: views)
    }
  }

  /// Runs the `updateProperties` callbacks for which views in the subtree of one view wait, as `updatePropertiesIfNeeded()` does.
  public func updatePropertiesIfNeeded(_ id: ItemID) {
    func isUnder(_ item: Item) -> Bool {
      var next: Item? = item
      while let present = next {
        if present.id == id { return true }
        next = present.parent
      }
      return false
    }
    while passes.awaitingProperties.contains(where: isUnder) {
      let views = passes.awaitingProperties.filter(isUnder)
      passes.awaitingProperties.removeAll(where: isUnder)
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
    passes.flagged.append(item)
  }

  /// Returns the views whose constraints must be updated, leaves first, and empties the list.
  func takeFlagged() -> [Item] {
    let taken = passes.flagged.filter(\.needsUpdateConstraints)
    for item in passes.flagged { item.isFlagged = false }
    passes.flagged.removeAll(keepingBytes: spareRoom)
    if taken.count < 2 { return taken }
    // Sorting numbers instead of references needs no reference counting.
    var order = taken.map { (key: UInt64(UInt32.max - UInt32($0.depth)) << 32 | UInt64($0.id.rawValue), node: $0.node) }
    order.sort { $0.key < $1.key }
    return withExtendedLifetime(taken) { order.map(\.node.pointee.item) }
  }

  func setNeedsLayout(_ item: Item) { setNeedsLayout(item.node) }

  func setNeedsLayout(_ node: NodePointer) {
    if node.pointee.needsLayout, node.pointee.isListed { return }
    guard !node.pointee.traits.contains(.isGuide) else { return }
    node.pointee.needsLayout = true
    list(node)
  }

  /// Adds a node and its ancestors to the lists that the layout pass follows from the root.
  func list(_ node: NodePointer) {
    var present = node
    while !present.pointee.isListed, let parent = present.pointee.parent {
      present.pointee.isListed = true
      parent.pointee.pending.append(present)
      present = parent
    }
  }

  func updateConstraintsIfNeeded() throws(LayoutMistake) {
    var round = 0
    while !passes.flagged.isEmpty {
      guard round < quirks.roundLimit else {
        throw .layoutLoop(views: passes.flagged.lazy.filter(\.needsUpdateConstraints).prefix(10).map(\.view.name))
      }
      round += 1
      if round == 2 { HardState.constraintsUpdatedTwice.reach() }
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

  private func isWaiting(_ node: NodePointer) -> Bool { node.pointee.needsLayout || !node.pointee.pending.isEmpty }

  /// The highest ancestor that can be reached from a node through ancestors that need layout.
  private func topmostWaiting(from node: NodePointer) -> NodePointer {
    var top = node
    while let parent = top.pointee.parent, parent.pointee.needsLayout { top = parent }
    return top
  }

  private func waiting(under top: NodePointer) -> [ItemID] {
    var found: [ItemID] = []
    var stack = [top]
    while let node = stack.popLast() {
      if node.pointee.needsLayout { found.append(node.pointee.id) }
      // In the order of the subviews, not in that of the list.
      stack.append(contentsOf: node.pointee.pending.sorted { $0.pointee.index > $1.pointee.index })
    }
    return found
  }

  private func layOut(_ top: NodePointer) throws(LayoutMistake) {
    var stack = NodeBuffer()
    swap(&stack, &passes.spareStack)
    passes.underWay += 1
    defer {
      passes.underWay -= 1
      if passes.underWay == 0, !passes.retired.isEmpty { passes.retired = [] }
      swap(&stack, &passes.spareStack)
    }
    let delegate = delegate
    stack.append(top)
    while let node = stack.popLast() {
      if node.pointee.needsLayout {
        node.pointee.needsLayout = false
        if listeners.pointee.ofCalls { note(.layoutSubviews(node.pointee.id)) }
        if let delegate {
          delegate.layOutSubviews(of: node.pointee.id) { [self] in layoutSubviews(of: node) }
        } else {
          // Nodes that are listed during this call are taken right after it. So while it runs, the path to them need not reach further up.
          let wasListed = node.pointee.isListed
          node.pointee.isListed = true
          layoutSubviews(of: node)
          node.pointee.isListed = wasListed
          if node.pointee.needsLayout { list(node) }
        }
      }
      if !node.pointee.pending.isEmpty { takePending(of: node, &stack) }
    }
  }

  /// Does for one view what its default `layoutSubviews` does: sets its subviews' frames to those that the constraints define now, including
  /// changes made during the pass.
  public func applyLayout(toSubviewsOf id: ItemID) throws(LayoutMistake) {
    let node = try view(id).node
    try updateConstraintsIfNeeded()
    try solve()
    layoutSubviews(of: node)
  }

  /// Removes the waiting subviews from a node and appends them to the stack. The subview to be laid out first is at the end.
  private func takePending(of node: NodePointer, _ stack: inout NodeBuffer) {
    let first = stack.count
    var isInOrder = true
    var lastIndex: Int32 = -1
    for child in node.pointee.pending.take() {
      child.pointee.isListed = false
      if child.pointee.index < lastIndex { isInOrder = false }
      lastIndex = child.pointee.index
      stack.append(child)
    }
    var taken = UnsafeMutableBufferPointer(rebasing: stack.view[first...])
    isInOrder ? taken.reverse() : taken.sort { $0.pointee.index > $1.pointee.index }
  }

  /// Gives the subviews whose frames differ from the engine's values the frames that follow from these values, in the order of the subviews.
  private func layoutSubviews(of node: NodePointer) {
    if !node.pointee.moved.isEmpty {
      // If nobody listens and no row reads margins, the order has no effect.
      if !listeners.pointee.ofFrames && node.pointee.environmentReaders == 0 || node.pointee.moved.isInOrder {
        for child in node.pointee.moved.take() { place(child) }
      } else {
        placeInOrder(node.pointee.moved.take())
      }
    }
    if node.pointee.traits.contains(.breaksText) { breakText(of: node.pointee.item) }
  }

  private func placeInOrder(_ children: NodeList<MovedLink>) {
    var nodes = NodeBuffer()
    swap(&nodes, &passes.spareNodes)
    for child in children { nodes.append(child) }
    var sorted = nodes.view
    sorted.sort { $0.pointee.index < $1.pointee.index }
    for child in sorted { place(child) }
    nodes.removeAll(keepingBytes: spareRoom)
    swap(&nodes, &passes.spareNodes)
  }

  @inline(__always)
  private func place(_ child: NodePointer) {
    child.pointee.isMoved = false
    let frame = child.pointee.engineFrame
    if frame != child.pointee.frame { show(frame, of: child, byEngine: true) }
  }

  /// Sets the frame that is shown, and does everything that follows from the change.
  @inline(__always)
  func show(_ frame: Rect, of node: NodePointer, byEngine: Bool) {
    let old = node.pointee.frame
    node.pointee.frame = frame
    if listeners.pointee.ofFrames {
      shown?.append(node.pointee.id)
      note(.setFrame(node.pointee.id, from: old, to: frame))
    }
    if byEngine, node.pointee.followsEngine {
      let oldSize = node.pointee.givenFrame.size
      node.pointee.givenFrame = frame
      if node.pointee.autoresizedChildren > 0, oldSize != frame.size {
        resizeSubviews(of: node.pointee.item, from: oldSize, byEngine: true)
      }
    }
    if old.width != frame.width || old.height != frame.height {
      if !byEngine || layoutDoesSomething(for: node) { setNeedsLayout(node) }
      // A frame set by code requests layout of the superview too; while the superview lays out, it is doing so already.
      if !byEngine, let parent = node.pointee.parent { setNeedsLayout(parent) }
      if node.pointee.traits.contains(.holdsCells) { holderResized(node.pointee.item, from: old.size) }
    }
    if node.pointee.environmentReaders > 0 {
      let item = node.pointee.item
      byEngine ? refreshEnvironment(from: item) : refreshEnvironment(ofGiven: item)
    }
  }

  /// Whether a view's layout of its subviews has any effect or is reported to somebody.
  @inline(__always)
  private func layoutDoesSomething(for node: NodePointer) -> Bool {
    node.pointee.subviewCount > 0 || node.pointee.traits.contains(.breaksText) || listeners.pointee.ofCalls
  }

  func view(_ id: ItemID) throws(LayoutMistake) -> Item {
    guard let item = items[id], !item.isGuide else {
      throw .scene(where: "step", problem: "there is no view \(id)", hint: "Name a view that is in the scene now.")
    }
    return item
  }
}
