import SceneModel

extension Scene {
  /// The views whose frame in the file has no effect: they have no autoresizing mask, no constraint names them, and no stack view arranges them. Such
  /// a view lies at the origin, and without content its size is zero. Cells and layers are left out, because other rules place them.
  public var viewsWithUnheldFrames: [View] {
    var held: Set<ItemID> = []
    for constraint in constraints { for anchor in constraint.anchors { held.insert(anchor.item) } }
    for view in views { held.formUnion(view.stack?.arranged ?? []) }
    for step in steps {
      if case .addConstraint(let constraint) = step {
        for anchor in constraint.anchors { held.insert(anchor.item) }
      }
    }
    let flexible: Set<View.Kind> = [.tableCell, .tableCellContent, .collectionCell, .collectionCellContent, .layer]
    return views.dropFirst().filter { view in
      view.autoresizing == nil && view.frame != .zero && !held.contains(view.id) && !flexible.contains(view.kind)
    }
  }
}
