import SceneModel

extension Scene {
  /// Returns the view and all views in it.
  func views(below root: ItemID) -> Set<ItemID> {
    var below: Set<ItemID> = [root]
    for view in views { if let parent = view.parent, below.contains(parent) { below.insert(view.id) } }
    return below
  }

  mutating func change(_ id: ItemID, _ body: (inout View) -> Void) {
    if let at = views.firstIndex(where: { $0.id == id }) { body(&views[at]) }
  }

  /// Removes views, with everything that names them.
  mutating func remove(_ gone: Set<ItemID>) {
    views.removeAll { gone.contains($0.id) }
    let items = gone.union(guides.filter { gone.contains($0.owner) }.map(\.id))
    guides.removeAll { items.contains($0.id) }
    constraints.removeAll { !items.isDisjoint(with: $0.items) }
    for at in views.indices where views[at].stack != nil {
      views[at].stack?.arranged.removeAll(where: items.contains)
      for id in items { views[at].stack?.customSpacing[id] = nil }
    }
    for id in items { recorded[id] = nil }
    self = withoutDanglingSteps ?? self
  }
}
