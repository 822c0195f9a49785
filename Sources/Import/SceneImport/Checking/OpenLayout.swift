import LayoutKernel
import LayoutPlugin
import SceneModel

/// Finds the positions and sizes that a scene's constraints leave open on the canvas.
struct OpenLayout {
  let imported: ImportedScene
  let quirks: LayoutQuirks
  let makeKernel: (Scene) throws(LayoutMistake) -> LayoutKernel

  /// Returns the scene with recorded sizes for views of custom classes whose size nothing else determines. Sizes that the canvas had stored and
  /// that the constraints determine anyway are compared again.
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
        // From here on, this is the size of the class itself, not a size that the canvas gave the view.
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

  /// Views whose place or size is ambiguous by more than a pixel, with the recorded sizes or with the natural ones. Recorded sizes may hide that a
  /// size is open; natural sizes are predictions, which may be wrong.
  func ambiguities() throws(LayoutMistake) -> [Ambiguity] {
    guard !imported.lacksConstraints else { return [] }
    var asked: [Scene] = []
    var found: [Ambiguity] = []
    // If views are marked as misplaced, their recorded sizes do not follow from the constraints.
    for isNatural in imported.marks("misplaced").isEmpty ? [false, true] : [true] {
      let scene = isNatural ? imported.asConstrained() : imported.asRecorded()
      guard !asked.contains(scene) else { continue }
      asked.append(scene)
      var open = try ambiguities(of: scene)
      // If the canvas alone gives a view its size, a tie with this size does not come from the file.
      if !Set(open.flatMap(\.views)).isDisjoint(with: imported.wishes.map(\.view)) {
        open = try ambiguities(
          of: isNatural ? imported.asConstrained(keepingWishes: false) : imported.withoutWishes())
      }
      for ambiguity in open { OpenLayout.add(ambiguity, to: &found) }
    }
    guard imported.isOfAppKit else { return found }
    // The sizes of AppKit's controls are not known here. So only ambiguities that Interface Builder also marks are certain (IB6.17).
    let marked = imported.marks("ambiguous")
    return found.compactMap { ambiguity in
      let views = ambiguity.views.filter(marked.contains)
      guard !views.isEmpty else { return nil }
      let undecided = ambiguity.undecided.filter { marked.contains($0.view) }
      return Ambiguity(undecided: undecided.isEmpty ? ambiguity.undecided : undecided, views: views)
    }
  }

  /// Adds an ambiguity that was found with other sizes. A view that two ambiguities contain belongs to the first one.
  private static func add(_ ambiguity: Ambiguity, to found: inout [Ambiguity]) {
    let told = Set(found.flatMap(\.views))
    let new = ambiguity.views.filter { !told.contains($0) }
    let undecided = ambiguity.undecided.filter { !told.contains($0.view) }
    guard !new.isEmpty else { return }
    if !undecided.isEmpty {
      found.append(Ambiguity(undecided: undecided, views: new))
    } else if let first = ambiguity.undecided.first,
      let index = found.firstIndex(where: { $0.views.contains(first.view) })
    {
      found[index].views += new
    }
  }

  private func ambiguities(of scene: Scene) throws(LayoutMistake) -> [Ambiguity] {
    let kernel = try makeKernel(scene)
    let pixel = 1 / scene.scale + 1e-3
    let conflicts = kernel.conflicts.filter { kernel.miss(of: $0) >= SceneCheck.rounding }.map(imported.items)
    // Interface Builder knows the frame that a misplaced view ought to have.
    let ignored = hiddenArrangedViews(of: scene).union(imported.views(below: conflicts))
      .union(imported.misplaced)
    var open: [ItemID] = []
    for view in scene.views where !ignored.contains(view.id) {
      guard let ranges = try kernel.openRanges(of: view.id) else { continue }
      if ranges.contains(where: { $0.length.map { $0 > pixel } ?? true }) { open.append(view.id) }
    }
    var result = try kernel.ambiguities(among: open)
    let told = Set(result.flatMap(\.views))
    let unsized = scrollViewsWithoutContentSize(in: scene).subtracting(imported.misplaced)
    for view in scene.views where unsized.contains(view.id) && !told.contains(view.id) {
      let sizes: [LayoutKernel.OpenRange.What] = [.contentWidth, .contentHeight]
      result.append(
        Ambiguity(
          undecided: sizes.map { Ambiguity.OpenNumber(view: view.id, what: $0) }, views: [view.id]))
    }
    return result
  }

  /// Returns the scroll views whose content no constraint can lay out, although Interface Builder demands such constraints. There are two kinds. One
  /// is an empty scroll view with a content guide, or with a constraint that sets it to a constant; in the second case, custom classes are left out,
  /// because code may fill them. The other is a root whose views all have fixed frames.
  private func scrollViewsWithoutContentSize(in scene: Scene) -> Set<ItemID> {
    var asked = Set(scene.guides.filter { $0.kind == .scrollContent }.map(\.owner))
    for constraint in scene.constraints where constraint.second == nil {
      asked.formUnion(constraint.anchors.map(\.item).filter { imported.origins[$0]?.look.className == nil })
    }
    let children = Dictionary(grouping: scene.views.filter { $0.parent != nil }, by: \.parent)
    var found: Set<ItemID> = []
    for view in scene.views where view.kind == .scroll {
      let content = children[view.id] ?? []
      if content.isEmpty {
        if view.autoresizing == nil, view.parent != nil, asked.contains(view.id) { found.insert(view.id) }
      } else if view.parent == nil, content.allSatisfy({ imported.fixedFrames.contains($0.id) }) {
        found.insert(view.id)
      }
    }
    return found
  }

  /// Returns the hidden arranged views, and the stack views whose arranged views are all hidden. Their frames are not visible.
  private func hiddenArrangedViews(of scene: Scene) -> Set<ItemID> {
    let unseen = Set(scene.views.filter(\.isHidden).map(\.id))
    var hidden: Set<ItemID> = []
    // Superviews come first in the list, so from the end, nested stack views come before the outer ones.
    for view in scene.views.reversed() {
      guard let stack = view.stack else { continue }
      hidden.formUnion(stack.arranged.filter(unseen.contains))
      if !stack.arranged.isEmpty, stack.arranged.allSatisfy(hidden.contains) { hidden.insert(view.id) }
    }
    return hidden
  }
}
