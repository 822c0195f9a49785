import SceneModel

// Tests for the parts of a scene whose layout depends on the history.
extension Scene {
  /// Whether frames and margins depend on each other: rows read a view's margins, safe area or readable width, these follow the view's frame, and the
  /// frame follows them. Then several layouts are stable, and the history decides which results, as in UIKit.
  var hasFeedback: Bool {
    guides.contains { $0.insets == nil && followsFrame($0.kind, of: $0.owner) }
      || views.contains { $0.stack?.isLayoutMarginsRelative == true && followsFrame(.layoutMargins, of: $0.id) }
      || constraints.contains { constraint in
        constraint.anchors.contains { $0.attribute.isMargin && followsFrame(.layoutMargins, of: $0.item) }
      }
  }

  /// Whether cells and their tables depend on each other. A table or a collection sizes its cells by its own size. Constraints between a cell and
  /// views outside may make these sizes depend on each other.
  var hasCellFeedback: Bool {
    views.contains { holder in
      guard holder.table != nil || holder.flow != nil else { return false }
      let inside = views.lazy.filter { $0.parent == holder.id }.reduce(into: Set<ItemID>()) {
        $0.formUnion(subtree(of: $1.id))
      }
      return constraints.contains { constraint in
        constraint.isActive && constraint.items.contains(where: inside.contains)
          && !constraint.items.allSatisfy(inside.contains)
      }
    }
  }

  /// Whether margins depend on the frame of a cell's content that no table has measured yet. The scene does not contain that frame.
  var hasUntoldFeedback: Bool {
    hasFeedback && views.contains { $0.kind.isCellContent && $0.frame.size == .zero }
  }

  /// Whether rows of the solver are computed from frames: for masks with flexible parts, or for margins that follow frames.
  var readsFrames: Bool { views.dropFirst().contains { $0.autoresizing?.isEmpty == false } || hasFeedback }

  private func followsFrame(_ kind: Guide.Kind, of owner: ItemID) -> Bool {
    // A root's frame is given.
    guard owner != .root, let view = views.first(where: { $0.id == owner }) else { return false }
    let liesUnderSafeArea = safeAreaReaches(view)
    return switch kind {
    case .custom, .scrollContent, .scrollFrame: false
    case .readableContent: true
    case .layoutMargins: view.margins.preservesSuperviewMargins || view.margins.insetsFromSafeArea && liesUnderSafeArea
    case .safeArea, .top, .bottom, .keyboard: liesUnderSafeArea
    }
  }

  /// Returns whether the safe area of an ancestor may extend into the view.
  private func safeAreaReaches(_ view: View) -> Bool {
    var parent = view.parent
    // A tree is at most as deep as it has views, so the loop also ends for a cycle in a damaged scene.
    for _ in views {
      guard let id = parent, let above = views.first(where: { $0.id == id }) else { return false }
      if above.safeArea != .zero { return true }
      parent = above.parent
    }
    return false
  }

  /// Whether a mask may lose its proportions. Several flexible parts on one axis share a change in proportion to their lengths. If the view ever
  /// has size zero, the proportions are lost. A single flexible part has no proportions to lose.
  var losesProportions: Bool {
    views.contains { view in
      guard let mask = view.autoresizing, mask.hasSharingSprings else { return false }
      var above = view.parent.flatMap { id in views.first { $0.id == id } }
      for _ in views where above?.autoresizing != nil {
        above = above?.parent.flatMap { id in views.first { $0.id == id } }
      }
      return above?.parent != nil
    }
  }
}

extension AutoresizingMask {
  fileprivate var hasSharingSprings: Bool {
    let horizontal: AutoresizingMask = [.flexibleLeft, .flexibleWidth, .flexibleRight]
    let vertical: AutoresizingMask = [.flexibleTop, .flexibleHeight, .flexibleBottom]
    return [horizontal, vertical].contains { intersection($0).rawValue.nonzeroBitCount > 1 }
  }
}
