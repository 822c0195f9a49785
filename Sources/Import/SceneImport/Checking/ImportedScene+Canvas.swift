import LayoutKernel
import SceneModel

extension ImportedScene {
  /// The scene as Interface Builder's canvas shows it: a hidden activity indicator takes part in its stack view. In files every indicator is hidden
  /// until it spins.
  var onCanvas: ImportedScene {
    var result = self
    for (index, view) in scene.views.enumerated() where view.kind == .activityIndicator && view.isHidden {
      result.scene.views[index].isHidden = false
    }
    return result
  }

  /// The scene without the sizes that only the canvas gives to views without content. A view of a custom class that Interface Builder marks as
  /// ambiguous loses its size too: the mark shows that the class has no size of its own.
  func withoutWishes() -> Scene { without(wishes) }

  /// The scene without the parts that exist on the canvas only: placeholder constraints, sizes of views without content, bars over a view without a
  /// controller, the smaller height of a root that is shown under a bar, and baselines of custom classes (IB5.12).
  var atRunTime: Scene {
    var result = withoutWishes()
    let drawn = Set(scene.views.map(\.id).filter { origins[$0]?.look.className != nil })
    result.constraints.removeAll { constraint in
      placeholders.contains(constraint.id)
        || constraint.anchors.contains { $0.attribute.isBaseline && drawn.contains($0.item) }
    }
    if isFreeStanding {
      result.root.safeArea = .zero
    } else if let screen = screenAtRunTime {
      result.root.frame = Rect(x: 0, y: 0, width: screen.canvas.width, height: screen.canvas.height)
    }
    return result
  }

  /// The scene without the stored sizes of plain views and images. Stored sizes of text views, tables and scroll views stay: with them these views
  /// are not ambiguous, and other views may be compressed by them.
  func asRecorded() -> Scene {
    let contentless = Set(scene.views.filter { $0.kind == .plain || $0.kind == .image }.map(\.id))
    return without(wishes.filter { contentless.contains($0.view) })
  }

  private func without(_ wishes: Set<Coordinate>) -> Scene {
    var result = scene
    let marks = marks("ambiguous")
    let sizeless = calibrated.filter { $0.what == .customSize && marks.contains($0.item) }
      .compactMap { input in Coordinate.Part(rawValue: input.edge).map { Coordinate(input.item, $0) } }
    // A length that a constraint fixes is not from the canvas, and proportional stack views use it as a weight.
    var fixed: Set<Coordinate> = []
    for constraint in scene.constraints
    where constraint.isActive && constraint.isRequired && constraint.relation == .equal && constraint.second == nil {
      guard case .anchor(let anchor) = constraint.first, anchor.attribute.isSize,
        let view = scene.views.first(where: { $0.id == anchor.item }),
        let wish = anchor.attribute == .width ? view.intrinsic.width : view.intrinsic.height,
        abs(wish - constraint.constant) <= SceneCheck.tolerance
      else { continue }
      fixed.insert(Coordinate(anchor.item, anchor.attribute == .width ? .width : .height))
    }
    for unasked in wishes.subtracting(fixed).union(sizeless) {
      guard let index = result.views.firstIndex(where: { $0.id == unasked.view }) else { continue }
      if unasked.part == .width { result.views[index].intrinsic.width = nil }
      if unasked.part == .height { result.views[index].intrinsic.height = nil }
    }
    return result
  }

  /// Views that Interface Builder itself marks as `ambiguous` or `misplaced`.
  func marks(_ kind: String) -> Set<ItemID> {
    Set(flags.compactMap { if case .marked(let view, kind) = $0 { view } else { nil } })
  }

  /// Views that are marked as misplaced, but not as ambiguous: Interface Builder has computed the right frame for them (IB6.12).
  var misplaced: Set<ItemID> { marks("misplaced").subtracting(marks("ambiguous")) }

  /// The views in cells that lie beyond the visible part of their table. The canvas lays such cells out only when the user scrolls to them, and marks
  /// their views as ambiguous until then.
  var viewsInUnseenCells: Set<ItemID> {
    let bars = scene.root.safeArea
    // A table's cells come before the views inside them.
    var unseen: Set<ItemID> = []
    var tables: [ItemID: Rect] = [:]
    for view in scene.views {
      if view.kind == .table { tables[view.id] = scene.recorded[view.id] }
      guard let parent = view.parent else { continue }
      if unseen.contains(parent) {
        unseen.insert(view.id)
      } else if view.kind == .tableCell, let table = tables[parent], let cell = scene.recorded[view.id],
        cell.maxY > table.height - bars.top - bars.bottom
      {
        unseen.insert(view.id)
      }
    }
    // Cells and their content views are placed by the table, not by constraints, so they are not marked.
    return unseen.subtracting(scene.views.filter { $0.kind == .tableCell || $0.kind == .tableCellContent }.map(\.id))
  }

  /// The scene with the natural sizes of texts and controls instead of the recorded ones. A recorded size is the result of the
  /// constraints, and would hide an ambiguity.
  func asConstrained(keepingWishes: Bool = true) -> Scene {
    var result = keepingWishes ? asRecorded() : withoutWishes()
    let sharing = textsThatShareARow
    for (index, view) in result.views.enumerated() {
      guard let natural = naturalSizes[view.id] else { continue }
      if let text = natural.text {
        if !sharing.contains(view.id) { result.views[index].loosen(text, natural) }
        continue
      }
      if let width = natural.width, let recorded = view.intrinsic.width, natural.isTold || !recorded.isAlike(width) {
        result.views[index].intrinsic.width = width
      }
      if let height = natural.height, let recorded = view.intrinsic.height,
        natural.isTold || !recorded.isHeight(of: height)
          || natural.isSystemFont && view.kind == .label && recorded > height + 1
      {
        result.views[index].intrinsic.height = height
      }
    }
    return result
  }

  /// The multi-line texts that a stack view lays out side by side. The stack view divides its width among them, so their recorded widths do not
  /// follow from the file's constraints.
  private var textsThatShareARow: Set<ItemID> {
    var result: Set<ItemID> = []
    for stack in scene.views.compactMap(\.stack) where stack.axis == .horizontal && stack.arranged.count > 1 {
      result.formUnion(stack.arranged.filter { naturalSizes[$0]?.text != nil })
    }
    return result
  }
}

extension View {
  /// Gives a multi-line text its own size if its recorded frame has room to spare. A text that fills its frame keeps the recorded lines, which are
  /// more exact than predicted ones.
  fileprivate mutating func loosen(_ text: TextMetrics, _ natural: ImportedScene.NaturalSize) {
    guard let width = intrinsic.width, let height = intrinsic.height else { return }
    let single = text.singleLineWidth
    if natural.isTold {
      intrinsic.width = min(width, single)
      intrinsic.height = text.height(at: width)
      return
    }
    if width > single, !width.isAlike(single) { intrinsic.width = single }
    let lines = text.height(at: width)
    // Predicted widths may be wrong by one line of text. A height of less than one line, or less than half of the lines, shows that the text was
    // squeezed. The height of one line of the system font is known to a point, if the text clearly has one line.
    let isOneLine = natural.isSystemFont && lines == text.lineHeight && single < 0.8 * width
    let hasRoom = height > lines + (isOneLine ? 1 : text.lineHeight) && (isOneLine || !height.isHeight(of: lines))
    let isSqueezed = height < max(0.75 * text.lineHeight, 0.5 * lines)
    if hasRoom || isSqueezed { intrinsic.height = lines }
  }
}

extension Double {
  /// Whether a recorded width may be this natural width. Predictions of text widths are wrong by at most about a tenth plus a few points.
  fileprivate func isAlike(_ natural: Double) -> Bool { abs(self - natural) <= max(6, 0.12 * natural) }

  /// Whether a recorded height may be this natural height. Lines of other fonts are up to a fifth higher than the system font's; at smaller text
  /// sizes, which a canvas may have, they are a fourth lower.
  fileprivate func isHeight(of natural: Double) -> Bool {
    self >= 0.75 * natural && self <= max(natural + 0.6, 1.2 * natural)
  }
}
