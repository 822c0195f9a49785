import SceneModel

// Structural edits that leave no dangling reference behind, for sketches and for reductions.
extension Scene {
  /// Whether `item` is `ancestor` or lies below it.
  func isInside(_ item: ItemID, of ancestor: ItemID) -> Bool {
    var current: ItemID? = item
    // A tree is at most as deep as it has views, so the loop also ends for a cycle in a damaged scene.
    for _ in 0...views.count {
      guard let id = current else { return false }
      if id == ancestor { return true }
      current = views.first { $0.id == id }?.parent
    }
    return false
  }

  /// Removes a view with everything below it, and everything that refers to these views; the root stays.
  mutating func removeSubtree(of view: ItemID) {
    guard view != .root else { return }
    let gone = Set(views.map(\.id).filter { isInside($0, of: view) })
    guard !gone.isEmpty else { return }
    removeItems(gone)
  }

  mutating func removeGuide(_ guide: ItemID) { removeItems([guide]) }

  private mutating func removeItems(_ items: Set<ItemID>) {
    let guides = Set(guides.lazy.filter { items.contains($0.owner) }.map(\.id)).union(items)
    views.removeAll { items.contains($0.id) }
    self.guides.removeAll { guides.contains($0.id) }
    let added = steps.compactMap { if case .addConstraint(let constraint) = $0 { constraint } else { nil } }
    let constraintsGone = Set((constraints + added).lazy.filter { $0.refers(toAny: guides) }.map(\.id))
    constraints.removeAll { constraintsGone.contains($0.id) }
    for item in items { recorded[item] = nil }
    for at in views.indices {
      views[at].stack?.arranged.removeAll { items.contains($0) }
      for item in items { views[at].stack?.customSpacing[item] = nil }
    }
    steps.removeAll { $0.refers(toAny: guides, orConstraints: constraintsGone) }
  }

  mutating func removeConstraints(_ ids: Set<LayoutConstraint.ID>) {
    constraints.removeAll { ids.contains($0.id) }
    steps.removeAll { $0.refers(toAny: [], orConstraints: ids) }
  }

  /// Removes a view. Its subviews move to its parent, and references to it become references to the parent.
  mutating func dissolve(_ view: ItemID) {
    guard view != .root, let parent = views.first(where: { $0.id == view })?.parent else { return }
    for at in constraints.indices { constraints[at].replace(view, by: parent) }
    for at in steps.indices {
      guard case .addConstraint(var constraint) = steps[at] else { continue }
      constraint.replace(view, by: parent)
      steps[at] = .addConstraint(constraint)
    }
    for at in views.indices where views[at].parent == view { views[at].parent = parent }
    for at in guides.indices where guides[at].owner == view { guides[at].owner = parent }
    removeSubtree(of: view)
  }
}

extension LayoutConstraint {
  func refers(toAny items: Set<ItemID>) -> Bool { self.items.contains { items.contains($0) } }

  fileprivate mutating func replace(_ item: ItemID, by other: ItemID) {
    func replaced(_ one: ItemID) -> ItemID { one == item ? other : one }
    first = first.mappingItems(replaced)
    second = second?.mappingItems(replaced)
    holder = holder.map(replaced)
  }
}

extension Step {
  /// The constraints that the step refers to, and the one that it adds.
  var constraints: [LayoutConstraint.ID] {
    switch self {
    case .setConstant(let id, _), .setPriority(let id, _), .activate(let id), .deactivate(let id),
      .removeConstraint(let id):
      [id]
    case .addConstraint(let constraint): [constraint.id]
    case .animate(let animation): animation.steps.flatMap(\.constraints)
    case .play(let step): step.ownConstraints + step.steps.flatMap(\.constraints)
    default: []
    }
  }

  func refers(toAny items: Set<ItemID>, orConstraints constraints: Set<LayoutConstraint.ID>) -> Bool {
    self.items.contains { items.contains($0) } || self.constraints.contains { constraints.contains($0) }
  }
}
