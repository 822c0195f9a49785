import SceneModel

/// The rules of Interface Builder's canvas that do not hold, or are not known to hold, at run time.
extension SceneBuilder {
  /// An arranged view without content of its own has a size there all the same.
  struct CanvasWish {
    var length: Double
    var priority: Double?
    /// Taken from the recorded frame, so it proves nothing.
    var isStored: Bool
  }

  /// Plain views and text views want 240 by 128, weakly; where that is not what was recorded, the recorded size is the size
  /// that Interface Builder had stored with the view and laid out again.
  func canvasWish(_ view: View, entry: SceneOutline.ViewEntry, axis: Axis, recorded: Double?) -> CanvasWish? {
    guard entry.isArranged, SceneBuilder.isWithoutContent(view, entry.element) else { return nil }
    let standard = axis == .horizontal ? 240.0 : 128
    let hasStandard = view.kind == .plain || view.kind == .textView
    guard usesRecordedFrames, let recorded else {
      return hasStandard ? CanvasWish(length: standard, priority: SceneBuilder.wishPriority, isStored: false) : nil
    }
    if hasStandard, abs(recorded - standard) <= 0.5 / environment.scale + 1e-6 {
      return CanvasWish(length: standard, priority: SceneBuilder.wishPriority, isStored: false)
    }
    return CanvasWish(length: recorded, priority: nil, isStored: true)
  }

  /// Somewhere above 25 and below 250: of 199 views with such a size none is explained at 260, and none is broken at 250.
  private static let wishPriority = 100.0

  private static func isWithoutContent(_ view: View, _ element: MarkupElement) -> Bool {
    switch view.kind {
    case .plain, .image, .table, .collection, .scroll: true
    case .textView: element["scrollEnabled"] != "NO"
    default: false
    }
  }

  /// Where Interface Builder lays a hidden arranged view along its stack's axis is told by files of Xcode 12 and later only, and
  /// not of stacks with equal gaps; others record 0.
  mutating func noteHiddenArrangedViews() {
    for stack in imported.scene.views {
      guard let configuration = stack.stack else { continue }
      let hasEqualGaps = configuration.distribution == .equalSpacing || configuration.distribution == .equalCentering
      guard environment.toolsVersion < 16_098 || hasEqualGaps else { continue }
      for id in configuration.arranged where imported.scene.views[Int(id.rawValue)].isHidden {
        let part: Coordinate.Part = configuration.axis == .horizontal ? .x : .y
        imported.untold[Coordinate(id, part)] = "the place of a hidden arranged view"
      }
    }
  }

  /// A view that no constraint names has no place but the one it was put at.
  mutating func holdUnconstrainedViews() {
    var named: Set<ItemID> = []
    for constraint in imported.scene.constraints {
      for anchor in constraint.anchors { named.insert(anchor.item) }
    }
    for guide in imported.scene.guides where named.contains(guide.id) { named.insert(guide.owner) }
    for (index, entry) in outline.views.enumerated().dropFirst() where !entry.isArranged {
      let view = imported.scene.views[index]
      guard view.autoresizing == nil, !named.contains(view.id), imported.exemptions[view.id] == nil else { continue }
      imported.scene.views[index].autoresizing = []
      imported.exemptions[view.id] = .unconstrained
    }
  }
}
