import SceneModel

/// Steps that change the view tree and the arrangement of stack views.
extension LayoutKernel {
  func addView(_ view: View) throws(LayoutMistake) {
    try check(view)
    guard items[view.id] == nil else { throw duplicate(view.id, "view \(view.name)") }
    guard let parentID = view.parent, let parent = items[parentID], !parent.isGuide else {
      throw .scene(
        where: "view \(view.name)", problem: "its superview does not exist", hint: "Add the superview first.")
    }
    guard view.stack?.arranged.isEmpty ?? true else {
      throw .scene(
        where: "view \(view.name)", problem: "its arranged views do not exist yet",
        hint: "Add an empty stack view, then its views, and arrange them.")
    }
    let item = Item(GivenViews([view]), 0)
    insert(item)
    link(item, to: parent)
    item.depth = parent.depth + 1
    declareUnknowns(of: item)
    flag(item)
    list(item.node)
    setNeedsLayout(parent)
    refreshFrameRows(of: item)
    cellChanged(by: item)
  }

  func removeView(_ id: ItemID) throws(LayoutMistake) {
    let item = try view(id)
    guard let parent = item.parent else {
      throw .scene(where: "step remove", problem: "the root cannot be removed", hint: "Remove a view inside it.")
    }
    dropFromStack(item, of: parent)
    cellChanged(by: item)
    detach(item, from: parent)
    var stack = [item]
    while let next = stack.popLast() {
      for constraint in rows.readers.constraints(of: next.node) where mentions(constraint, next) {
        removeConstraint(constraint)
      }
      rows.dropSystemRows(of: next)
      rows.forgetUnknowns(of: next)
      remove(next)
      next.needsUpdateConstraints = false
      measurement.updatingTables.remove(next.id)
      stack.append(contentsOf: next.children)
      stack.append(contentsOf: next.guides)
      next.unlink()
    }
    setNeedsLayout(parent)
  }

  /// Whether a constraint refers to an item, by one of its sides or by its holder.
  private func mentions(_ constraint: UInt32, _ item: Item) -> Bool {
    guard let constraint = rows.constraints.bare(constraint) else { return false }
    return constraint.holder == item.id || constraint.names { $0 == item.id }
  }

  func removeGuide(_ id: ItemID) throws(LayoutMistake) {
    guard let item = items[id], item.isGuide, let owner = item.parent else {
      throw .scene(where: "step remove", problem: "there is no guide \(id)", hint: "Name a guide of the scene.")
    }
    for constraint in rows.readers.constraints(of: item.node) { removeConstraint(constraint) }
    rows.dropSystemRows(of: item)
    rows.forgetUnknowns(of: item)
    owner.guides.removeAll { $0 === item }
    remove(item)
  }

  /// Removes an item from its superview's lists.
  private func detach(_ item: Item, from parent: Item) {
    parent.children.remove(at: item.index)
    for index in item.index..<parent.children.count { parent.children[index].index = index }
    if item.view.autoresizing != nil { parent.autoresizedChildren -= 1 }
    item.resizing = nil
    forgetFittedSizes(around: parent)
    if item.node.pointee.isListed {
      parent.node.pointee.pending.remove(item.node)
      item.node.pointee.isListed = false
    }
    if item.isMoved {
      parent.node.pointee.moved.remove(item.node)
      item.node.pointee.isMoved = false
    }
    if item.environmentReaders > 0 {
      var ancestor: Item? = parent
      while let present = ancestor {
        present.environmentReaders -= item.environmentReaders
        ancestor = present.parent
      }
    }
  }

  private func dropFromStack(_ item: Item, of parent: Item) {
    guard let position = arrangedPosition(of: item) else { return }
    parent.view.stack?.arranged.remove(at: position)
    parent.arrangement?.remove(at: position)
    item.arrangedIndex = nil
    parent.view.stack?.customSpacing[item.id] = nil
    leaveStack(item)
    ownWeightChanged(of: parent)
    refreshStackRows(of: parent)
    setNeedsUpdateConstraints(parent)
    setNeedsLayout(parent)
  }

  func arrange(_ id: ItemID, in stackID: ItemID, at position: Int?) throws(LayoutMistake) {
    let (item, stack) = (try view(id), try stackView(stackID))
    guard item !== stack, !stack.isInside(item), item.parent != nil else {
      throw .scene(
        where: "step arrange", problem: "\(item.view.name) holds \(stack.view.name)", hint: "Arrange another view.")
    }
    if item.parent !== stack { reparent(item, to: stack) }
    if let old = arrangedPosition(of: item) {
      stack.view.stack?.arranged.remove(at: old)
      stack.arrangement?.remove(at: old)
    }
    let count = stack.view.stack?.arranged.count ?? 0
    let place = min(max(0, position ?? count), count)
    stack.view.stack?.arranged.insert(id, at: place)
    if item.hasMultiLineText { stack.arrangement = nil }
    stack.arrangement?.insert(item, at: place)
    ownWeightChanged(of: stack)
    if item.view.autoresizing != nil {
      let solvedFrameSize = item.node.pointee.traits.contains(.solvesFrameSize)
      item.view.autoresizing = nil
      item.refreshTraits()
      stack.autoresizedChildren -= 1
      refreshFrameRows(of: item)
      if solvedFrameSize { remakeRows(readingSizeOf: item) }
    }
    setNeedsUpdateConstraints(stack)
    setNeedsLayout(stack)
  }

  /// Makes the rows that read an item's size again. It is called when the item's unknowns no longer describe the size of its frame.
  private func remakeRows(readingSizeOf item: Item) {
    rows.markStale(readersOf: item)
    refreshIntrinsicRows(of: item)
    for guide in item.guides { refreshGuideRows(of: guide) }
    for child in item.children { refreshFrameRows(of: child) }
    if item.view.stack != nil { setNeedsUpdateConstraints(item) }
  }

  func unarrange(_ id: ItemID, from stackID: ItemID) throws(LayoutMistake) {
    let (item, stack) = (try view(id), try stackView(stackID))
    guard item.parent === stack, isArranged(item) else {
      throw .scene(
        where: "step unarrange", problem: "\(item.view.name) is not arranged in \(stack.view.name)",
        hint: "Name one of its arranged views.")
    }
    dropFromStack(item, of: stack)
  }

  /// Moves a subview to a place among its siblings; in a stack view, among the arranged views. If the superview is another one, the view moves
  /// there, and constraints of ancestors that connect the view's subtree with other views are removed.
  func move(_ id: ItemID, in parentID: ItemID, at position: Int) throws(LayoutMistake) {
    let (item, parent) = (try view(id), try view(parentID))
    guard let old = item.parent, item !== parent, !parent.isInside(item) else {
      throw .scene(where: "step move", problem: "\(item.view.name) cannot move into itself", hint: "Name another view.")
    }
    if old === parent, isArranged(item) {
      try arrange(id, in: parentID, at: position)
      return
    }
    if old !== parent {
      reparent(item, to: parent)
    }
    parent.children.remove(at: item.index)
    parent.children.insert(item, at: min(max(0, position), parent.children.count))
    for (index, child) in parent.children.enumerated() { child.index = index }
    if item.isCell, holder(ofCell: item) != nil { measureCells(of: parent, from: 0) }
    setNeedsLayout(parent)
  }

  private func stackView(_ id: ItemID) throws(LayoutMistake) -> Item {
    let item = try view(id)
    guard item.view.stack != nil else {
      throw .scene(where: "step", problem: "\(item.view.name) is not a stack view", hint: "Name a stack view.")
    }
    return item
  }

  /// Moves a subtree under another superview.
  private func reparent(_ item: Item, to parent: Item) {
    guard let old = item.parent else { return }
    dropFromStack(item, of: old)
    var subtree = [item]
    var position = 0
    while position < subtree.count {
      subtree.append(contentsOf: subtree[position].children)
      subtree.append(contentsOf: subtree[position].guides)
      position += 1
    }
    cellChanged(by: item)
    let inside = Set(subtree.map(\.id))
    // Constraints that a view outside the subtree holds are removed if they refer into the subtree; those held inside stay.
    for next in subtree {
      for id in rows.readers.constraints(of: next.node) {
        guard let constraint = rows.constraints[id], mentions(id, next) else { continue }
        if !inside.contains(holder(of: constraint).id) { removeConstraint(id) }
      }
    }
    detach(item, from: old)
    setNeedsLayout(old)
    item.view.parent = parent.id
    link(item, to: parent)
    // The size that a cell had elsewhere does not count here.
    if item.isCell { item.isUnmeasured = true }
    cellChanged(by: item)
    // A frame that code has set may have to be replaced by the engine's, even if the engine reports no change.
    parent.node.noteMove(of: item.node)
    var ancestor: Item? = parent
    while let present = ancestor {
      present.environmentReaders += item.environmentReaders
      ancestor = present.parent
    }
    for next in subtree { next.depth = (next.parent?.depth ?? -1) + 1 }
    for next in subtree where next.readsEnvironment {
      // The environments of the new ancestors may not have been computed yet.
      next.readsEnvironment = false
      var ancestor: Item? = next
      while let present = ancestor {
        present.environmentReaders -= 1
        ancestor = present.parent
      }
      readEnvironment(next)
      refreshEnvironmentRows(of: next)
    }
    refreshFrameRows(of: item)
    refreshEnvironment(from: item)
    setNeedsUpdateConstraints(item)
    setNeedsLayout(item)
    setNeedsLayout(parent)
  }
}
