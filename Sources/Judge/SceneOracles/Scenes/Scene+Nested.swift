import SceneModel

extension Scene {
  /// Returns the scene inside another view, at a distance from its edges in points. The root becomes a subview of a new root, fixed in place by its
  /// autoresizing mask.
  func nested(at distance: Double) -> Scene {
    var scene = self
    let newest = max(views.map(\.id.rawValue).max() ?? 0, guides.map(\.id.rawValue).max() ?? 0)
    let moved = ItemID(newest &+ 1)
    func renamed(_ id: ItemID) -> ItemID { id == .root ? moved : id }

    var inner = root
    inner.id = moved
    inner.name = unusedName(of: "nested")
    inner.parent = .root
    inner.autoresizing = []
    inner.frame = Rect(x: distance, y: distance, width: root.frame.width, height: root.frame.height)
    for index in scene.views.indices {
      scene.views[index].parent = scene.views[index].parent.map(renamed)
    }
    scene.views[0] = inner
    var outer = View(id: .root, name: "root", parent: nil)
    outer.frame = Rect(
      x: 0, y: 0, width: root.frame.width + 2 * distance, height: root.frame.height + 2 * distance)
    scene.views.insert(outer, at: 0)
    for index in scene.guides.indices { scene.guides[index].owner = renamed(scene.guides[index].owner) }
    for index in scene.constraints.indices {
      scene.constraints[index].first = scene.constraints[index].first.mappingItems(renamed)
      scene.constraints[index].second = scene.constraints[index].second?.mappingItems(renamed)
      scene.constraints[index].holder = scene.constraints[index].holder.map(renamed)
    }
    return scene
  }

  private func unusedName(of start: String) -> String {
    var name = start
    while views.contains(where: { $0.name == name }) || guides.contains(where: { $0.name == name }) { name += "x" }
    return name
  }
}
