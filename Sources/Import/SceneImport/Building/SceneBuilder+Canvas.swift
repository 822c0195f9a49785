import SceneModel

/// The rules of Interface Builder's canvas that do not hold at run time, or may not.
extension SceneBuilder {
  /// The size that the canvas gives to an arranged view without content of its own.
  struct CanvasWish {
    var length: Double
    /// The hugging priority; nil for the view's own.
    var hugging: Double?
    /// Whether the size is the recorded one. If so, it is not compared with the recorded frame, because that would prove nothing.
    var isStored: Bool
  }

  /// Returns the size that the canvas gives an arranged view without content; nil for any other view. Plain views and text views get 240 by 128 and
  /// stretch easily. If another size was recorded, and for all other views, it is the recorded size, which Interface Builder had stored with the
  /// view. All these sizes resist compression as other content does (IB5.1).
  func canvasWish(_ view: View, entry: SceneOutline.ViewEntry, axis: Axis, recorded: Double?) -> CanvasWish? {
    guard entry.isArranged, SceneBuilder.isWithoutContent(view, entry.element) else { return nil }
    let standard = axis == .horizontal ? 240.0 : 128
    let hasStandard = (view.kind == .plain || view.kind == .textView) && entry.element.tag != "stackView"
    guard usesRecordedFrames, let recorded else {
      return hasStandard ? CanvasWish(length: standard, hugging: SceneBuilder.wishHugging, isStored: false) : nil
    }
    if hasStandard, abs(recorded - standard) <= 0.5 / environment.scale + 1e-6 {
      return CanvasWish(length: standard, hugging: SceneBuilder.wishHugging, isStored: false)
    }
    return CanvasWish(length: recorded, hugging: nil, isStored: true)
  }

  /// The hugging priority of the size 240 by 128. Of 199 views with such a size, all that show a difference contradict a priority of 260, and none
  /// contradicts 250. So the value lies above 25 and below 250.
  private static let wishHugging = 100.0

  private static func isWithoutContent(_ view: View, _ element: MarkupElement) -> Bool {
    switch view.kind {
    case .plain, .image, .table, .collection, .scroll: true
    case .textView: element["scrollEnabled"] != "NO"
    default: false
    }
  }

  /// Whether the view is an arranged stack view without arranged views of its own. The canvas gives it a stored size (IB5.1).
  static func isEmptyArrangedStack(_ entry: SceneOutline.ViewEntry) -> Bool {
    entry.isArranged && entry.element.tag == "stackView" && entry.element.child("subviews")?.children.isEmpty ?? true
  }

  /// Excludes the positions of hidden arranged views along their stack's axis from the comparison. Interface Builder places them differently in
  /// different files, and the difference is not visible.
  mutating func noteHiddenArrangedViews() {
    for stack in imported.scene.views {
      guard let configuration = stack.stack else { continue }
      for id in configuration.arranged where imported.scene.views[Int(id.rawValue)].isHidden {
        let part: Coordinate.Part = configuration.axis == .horizontal ? .x : .y
        imported.untold[Coordinate(id, part)] = "the place of a hidden arranged view"
      }
    }
  }

  /// Records the differences between the root on the canvas and at run time.
  mutating func noteRunTime() {
    imported.isOfAppKit = environment.isMac
    guard !outline.views.isEmpty else { return }
    let element = outline.views[0].element
    imported.isFreeStanding = outline.controller == nil
    imported.rootHasOwnSize =
      outline.controller == nil && element["translatesAutoresizingMaskIntoConstraints"] == "NO"
    let isFreeform = element.child("freeformSimulatedSizeMetrics") != nil
    if let device = environment.device, outline.controller != nil, !isFreeform,
      imported.scene.root.frame.size != device.canvas, imported.scene.root.frame.width == device.canvas.width
    {
      imported.screenAtRunTime = device
    }
  }

  /// Undoes the stretching of stack views that fill proportionally. The stretching scales all views alike, and with them the recorded lengths of
  /// texts, controls and views without content. The factor follows from a view whose natural length is certain, and gives the natural lengths of the
  /// others (IB5.11).
  mutating func unstretchProportionalStacks() {
    for stack in imported.scene.views {
      guard let configuration = stack.stack, configuration.distribution == .fillProportionally else { continue }
      let part: Coordinate.Part = configuration.axis == .horizontal ? .width : .height
      func recorded(_ id: ItemID) -> Double? {
        let insets = imported.scene.views[Int(id.rawValue)].alignmentInsets
        return imported.scene.recorded[id].map {
          part == .width ? $0.width - insets.left - insets.right : $0.height - insets.top - insets.bottom
        }
      }
      func certain(_ id: ItemID) -> Double? {
        if let nested = certainBreadth(of: id, configuration.axis) { return nested }
        switch imported.unjudged[Coordinate(id, part)] {
        case .controlSize: return imported.naturalSizes[id]?[configuration.axis]
        case nil where !imported.wishes.contains(Coordinate(id, part)):
          return imported.scene.views[Int(id.rawValue)].intrinsic[configuration.axis]
        default: return nil
        }
      }
      let visible = configuration.arranged.filter { !imported.scene.views[Int($0.rawValue)].isHidden }
      // The spacing makes the last view shorter, so its length does not show the factor.
      let stretched = configuration.spacing == 0 ? visible[...] : visible.dropLast()
      var factor: Double?
      for id in stretched where factor == nil {
        if let length = certain(id), length > 0, let recorded = recorded(id) { factor = recorded / length }
      }
      guard let factor, factor > 0, abs(factor - 1) > 0.01 else { continue }
      for id in visible.flatMap({ [$0] + filling($0, configuration.axis) }) {
        guard let recorded = recorded(id) else { continue }
        let natural = imported.naturalSizes[id]?[configuration.axis]
        var length = recorded / factor
        switch imported.unjudged[Coordinate(id, part)] {
        case .controlSize: length = natural ?? length
        case .textSize:
          if let natural, abs(length - natural) > max(6, 0.12 * natural) {
            // The widest of the views that fill a nested stack determines its width; the others are as wide as their own content.
            guard !visible.contains(id), natural < length else { continue }
            length = natural
          }
        case .storedSize: break
        default: continue
        }
        imported.scene.views[Int(id.rawValue)].intrinsic[configuration.axis] = max(0, length)
      }
    }
  }

  /// Returns the largest length along `axis` among the views of a nested stack across it. Nil if the views fill the nested stack, because then they
  /// were stretched (IB5.11).
  private func certainBreadth(of id: ItemID, _ axis: Axis) -> Double? {
    guard let stack = imported.scene.views[Int(id.rawValue)].stack, stack.axis != axis, stack.alignment != .fill else {
      return nil
    }
    return stack.arranged.compactMap { imported.scene.views[Int($0.rawValue)].intrinsic[axis] }.max()
  }

  /// Returns the visible views of a nested stack across `axis` with alignment `fill`. They have the length of that stack, so they were stretched
  /// with it.
  private func filling(_ id: ItemID, _ axis: Axis) -> [ItemID] {
    guard let stack = imported.scene.views[Int(id.rawValue)].stack, stack.axis != axis, stack.alignment == .fill else {
      return []
    }
    return stack.arranged.filter { !imported.scene.views[Int($0.rawValue)].isHidden }
  }

  /// Keeps views that no constraint names at their recorded frames.
  mutating func holdUnconstrainedViews() {
    var named: Set<ItemID> = []
    for constraint in imported.scene.constraints {
      for anchor in constraint.anchors { named.insert(anchor.item) }
    }
    for guide in imported.scene.guides where named.contains(guide.id) { named.insert(guide.owner) }
    for (index, entry) in outline.views.enumerated().dropFirst() where !entry.isArranged {
      let view = imported.scene.views[index]
      guard view.autoresizing == nil, !named.contains(view.id), imported.exemptions[view.id] == nil else { continue }
      // All constraints on this view are for other size classes. So nothing places it, and Interface Builder marks it.
      if outline.namedElsewhere.contains(entry.identifier) {
        imported.exemptions[view.id] = .uninstalledConstraints
        continue
      }
      imported.scene.views[index].autoresizing = []
      imported.exemptions[view.id] = .unconstrained
    }
  }
}
