import SceneModel

/// Generates tables and collections with self-sizing cells, and steps that change them.
extension SceneSketch {
  /// Adds a table with a few rows, or a collection with a few items. The first item of a collection is as large as the label in it.
  mutating func addCells(_ entropy: inout Entropy) {
    let isTable = entropy.chance(2, in: 3)
    var view = View(id: ItemID(nextItem), name: "v\(nextItem)", parent: .root, kind: isTable ? .table : .collection)
    view.autoresizing = .flexibleWidth
    view.frame = Rect(x: 0, y: 0, width: 160, height: 150)
    if isTable { view.table = table(&entropy) } else { view.flow = flow(&entropy) }
    add(view)
    let holder = view.id
    for _ in 0..<(isTable ? 1 + entropy.below(3) : 1) { _ = cell(in: holder, isTable: isTable, &entropy) }
    if !isTable { for _ in 0..<entropy.below(3) { _ = added(holder, .collectionCell) } }
  }

  /// Returns steps that change rows: one is added, removed or moved, or something that decides its height changes. Most are followed by a layout, so
  /// cached heights are used. Empty without a table.
  mutating func rowSteps(_ entropy: inout Entropy) -> [Step] {
    guard let holder = present.views.first(where: { $0.table != nil })?.id else { return [] }
    let isUpdating = entropy.chance(1, in: 4)
    var steps: [Step] = isUpdating ? [.beginUpdates(holder)] : []
    for _ in 0...entropy.below(3) {
      if entropy.chance(1, in: 3) { steps += cell(in: holder, isTable: true, &entropy) }
      guard let step = rowStep(holder, &entropy) else { continue }
      follow(step)
      steps.append(step)
    }
    if isUpdating { steps.append(.endUpdates(holder)) }
    if entropy.chance(3, in: 4) { steps.append(.layout(.root)) }
    return steps
  }

  private func rowStep(_ holder: ItemID, _ entropy: inout Entropy) -> Step? {
    let cells = present.views.filter { $0.parent == holder && $0.kind == .tableCell }.map(\.id)
    let contents = present.views.filter { $0.kind == .tableCellContent }.map(\.id)
    let labels = present.views.filter { $0.kind == .label && $0.parent.map(contents.contains) == true }.map(\.id)
    guard !cells.isEmpty, !labels.isEmpty else { return nil }
    switch entropy.below(8) {
    case 0, 1: return .removeView(entropy.pick(cells))
    case 2, 3: return .move(entropy.pick(cells), in: holder, at: entropy.below(cells.count))
    case 4, 5: return .setIntrinsic(entropy.pick(labels), intrinsic(&entropy))
    default:
      let inner = present.constraints.filter { $0.anchors.contains { labels.contains($0.item) } }
      return inner.isEmpty ? nil : .setConstant(entropy.pick(inner).id, Double(entropy.below(30)) - 10)
    }
  }

  /// Adds a cell around a label to the sketch, and returns the steps that would add it to the scene.
  private mutating func cell(in holder: ItemID, isTable: Bool, _ entropy: inout Entropy) -> [Step] {
    let (views, constraints) = (present.views.count, present.constraints.count)
    let content = added(
      added(holder, isTable ? .tableCell : .collectionCell), isTable ? .tableCellContent : .collectionCellContent)
    var view = View(id: ItemID(nextItem), name: "v\(nextItem)", parent: content, kind: .label)
    if entropy.chance(1, in: 2) { view.intrinsic = intrinsic(&entropy) } else { view.text = text(&entropy) }
    add(view)
    let priority = entropy.chance(1, in: 2) ? LinearConstraint.requiredPriority : entropy.optionalPriority()
    for attribute in [LayoutAttribute.top, .leading, .bottom, .trailing] {
      let inset = attribute == .top || attribute == .leading ? 8.0 : -8
      add(
        constraint(
          LayoutAnchor(view.id, attribute), .equal, LayoutAnchor(content, attribute), constant: inset,
          priority: attribute == .bottom ? priority : LinearConstraint.requiredPriority))
    }
    return present.views[views...].map { .addView($0) } + present.constraints[constraints...].map { .addConstraint($0) }
  }

  private mutating func added(_ parent: ItemID, _ kind: View.Kind) -> ItemID {
    let id = ItemID(nextItem)
    add(View(id: id, name: "v\(id.rawValue)", parent: parent, kind: kind))
    return id
  }

  private func table(_ entropy: inout Entropy) -> TableConfiguration {
    var table = TableConfiguration()
    if entropy.chance(1, in: 4) { table.rowHeight = Double(20 + entropy.below(60)) }
    table.hasSeparators = entropy.chance(1, in: 2)
    return table
  }

  private func flow(_ entropy: inout Entropy) -> FlowConfiguration {
    var flow = FlowConfiguration()
    flow.axis = entropy.chance(1, in: 4) ? .horizontal : .vertical
    flow.isSelfSizing = entropy.chance(2, in: 3)
    if entropy.chance(1, in: 3) {
      flow.itemSize = Size(width: Double(entropy.below(120)), height: Double(entropy.below(120)))
    }
    if entropy.chance(1, in: 3) { flow.sectionInset = Insets(top: 8, left: Double(entropy.below(30))) }
    if entropy.chance(1, in: 3) { flow.itemSpacing = Double(entropy.below(24)) }
    return flow
  }
}
