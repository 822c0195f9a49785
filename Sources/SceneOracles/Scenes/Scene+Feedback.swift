import SceneModel

// What of a scene remembers how it came about.
extension Scene {
  /// A view's margins, safe area or readable width are read by rows, and follow the view's own frame. Where the frame follows
  /// them in turn, many layouts may hold themselves, and where the views came from decides which, as in UIKit.
  var hasFeedback: Bool {
    guides.contains { $0.insets == nil && followsFrame($0.kind, of: $0.owner) }
      || views.contains { $0.stack?.isLayoutMarginsRelative == true && followsFrame(.layoutMargins, of: $0.id) }
      || constraints.contains { constraint in
        constraint.anchors.contains { $0.attribute.isMargin && followsFrame(.layoutMargins, of: $0.item) }
      }
  }

  /// A table or a collection gives its cells their size after its own: where constraints tie a cell to what lies outside, the sizes go
  /// round until they hold each other.
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

  /// Margins may follow the frame of a cell's content that no table has measured: it is shown somewhere, and a scene cannot
  /// tell where without giving it that frame.
  var hasUntoldFeedback: Bool {
    hasFeedback && views.contains { $0.kind.isCellContent && $0.frame.size == .zero }
  }

  /// Rows are made from frames: springs, or margins that follow them.
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

  /// A view above has an unsafe border, which the view gets as far as it lies in it.
  private func safeAreaReaches(_ view: View) -> Bool {
    var parent = view.parent
    // A tree is no deeper than it has views: a cycle in a damaged scene ends here too.
    for _ in views {
      guard let id = parent, let above = views.first(where: { $0.id == id }) else { return false }
      if above.safeArea != .zero { return true }
      parent = above.parent
    }
    return false
  }

  /// Several springs on one axis share what a view that constraints resize gains and loses: a share is a quotient, and gone
  /// when the view has been nothing for a while. One spring alone gives back what it took.
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
