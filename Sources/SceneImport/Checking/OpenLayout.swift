import LayoutKernel
import LayoutPlugin
import SceneModel

/// What a scene's constraints leave open on the canvas.
struct OpenLayout {
  let imported: ImportedScene
  let quirks: LayoutQuirks
  let makeKernel: (Scene) throws(LayoutMistake) -> LayoutKernel

  /// Sizes of custom classes that nothing fixes, as recorded; the canvas's wishes that nothing needed, because the constraints
  /// decide the same size without them, are judged again.
  func completed() throws(LayoutMistake) -> ImportedScene {
    var result = imported
    guard !imported.wishes.isEmpty || !imported.customViews.isEmpty else { return result }
    let kernel = try makeKernel(imported.withoutWishes())
    for id in imported.customViews {
      guard let index = result.scene.views.firstIndex(where: { $0.id == id }), let recorded = result.scene.recorded[id],
        result.scene.views[index].autoresizing == nil, let open = try kernel.openRanges(of: id)
      else { continue }
      let insets = result.scene.views[index].alignmentInsets
      for range in open {
        let (part, length): (Coordinate.Part, Double)
        switch range.what {
        case .width: (part, length) = (.width, max(0, recorded.width - insets.left - insets.right))
        case .height: (part, length) = (.height, max(0, recorded.height - insets.top - insets.bottom))
        default: continue
        }
        let coordinate = Coordinate(id, part)
        if part == .width { result.scene.views[index].intrinsic.width = length }
        if part == .height { result.scene.views[index].intrinsic.height = length }
        // From now on it is the class's own size, not one that the canvas gave it.
        result.wishes.remove(coordinate)
        result.unjudged[coordinate] = .customSize
        result.calibrated.removeAll { $0.item == id && $0.edge == part.rawValue }
        result.calibrated.append(
          CalibratedInput(
            what: .customSize, item: id, identifier: imported.identifier(of: id), edge: part.rawValue, value: length))
      }
    }
    try judgeNeedlessWishes(in: &result, without: kernel)
    return result
  }

  private func judgeNeedlessWishes(in result: inout ImportedScene, without kernel: LayoutKernel) throws(LayoutMistake) {
    for wish in result.wishes where result.unjudged[wish] == .storedSize {
      guard let open = try kernel.openRanges(of: wish.view), let recorded = result.scene.recorded[wish.view] else {
        continue
      }
      let isOpen = open.contains { $0.what == (wish.part == .width ? .width : .height) }
      let frame = kernel.frame(of: wish.view)
      let miss = wish.part == .width ? frame.width - recorded.width : frame.height - recorded.height
      guard !isOpen, abs(miss) <= SceneCheck.tolerance else { continue }
      result.unjudged[wish] = nil
      result.calibrated.removeAll {
        $0.what == .storedSize && $0.item == wish.view && $0.edge == wish.part.rawValue
      }
    }
  }

  /// Views whose place or size has more than one value that is equally good, by more than a pixel.
  func ambiguousViews() throws(LayoutMistake) -> [ItemID] {
    let scene = imported.asConstrained()
    let kernel = try makeKernel(scene)
    let pixel = 1 / scene.scale + 1e-3
    let parents = Set(scene.views.compactMap(\.parent))
    let ignored = hiddenArrangedViews(of: scene)
    var found: [ItemID] = []
    for view in scene.views where !ignored.contains(view.id) {
      guard let open = try kernel.openRanges(of: view.id) else { continue }
      // An empty scroll view that constraints lay out has content of no size that anything tells.
      let isEmptyScroll = view.kind == .scroll && view.autoresizing == nil && !parents.contains(view.id)
      if isEmptyScroll || open.contains(where: { $0.length.map { $0 > pixel } ?? true }) { found.append(view.id) }
    }
    return found
  }

  /// Hidden arranged views and stack views of nothing else: nobody sees where they are.
  private func hiddenArrangedViews(of scene: Scene) -> Set<ItemID> {
    let unseen = Set(scene.views.filter(\.isHidden).map(\.id))
    var hidden: Set<ItemID> = []
    // Superviews come first, so the innermost stack views are last.
    for view in scene.views.reversed() {
      guard let stack = view.stack else { continue }
      hidden.formUnion(stack.arranged.filter(unseen.contains))
      if !stack.arranged.isEmpty, stack.arranged.allSatisfy(hidden.contains) { hidden.insert(view.id) }
    }
    return hidden
  }
}
