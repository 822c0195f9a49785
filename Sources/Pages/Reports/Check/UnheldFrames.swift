import SceneModel

extension Scene {
  /// The views whose frame in the file has no effect: no autoresizing mask uses it, and neither constraints, a stack view nor content determine the
  /// view's layout. Such a view gets size zero at the origin.
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
