import LayoutPlugin
import SceneModel

/// Tables and collections give their cells frames. A cell that sizes itself is measured, then held at that size until it is
/// measured again.
extension LayoutKernel {
  /// UIKit's standard row height, used where constraints would collapse a cell, in points.
  static let standardRowHeight = 44.0

  func beginUpdates(_ id: ItemID) throws(LayoutMistake) { measurement.updatingTables.insert(try cellHolder(id).id) }

  /// Measures the cells of a table or collection again and lays the scene out, without reloading any cell.
  func endUpdates(_ id: ItemID) throws(LayoutMistake) {
    let holder = try cellHolder(id)
    guard measurement.updatingTables.remove(id) != nil else {
      throw .scene(
        where: "step end-updates", problem: "updates of \(holder.view.name) have not begun",
        hint: "Put begin-updates before it.")
    }
    measureAllCells(of: holder)
    try layoutIfNeeded()
  }

  private func measureAllCells(of holder: Item) {
    for cell in holder.cells { cell.isUnmeasured = true }
    measureCells(of: holder, from: 0)
  }

  /// Notes that the subview at `index` of a table or collection, and the cells after it, have to be placed in the next pass, and measured if they
  /// have no size.
  func measureCells(of holder: Item, from index: Int) {
    measurement.waiting.update(holder.id.rawValue, default: index) { $0 = min($0, index) }
  }

  /// Notes that a cell, or the content of one, was added or removed.
  func cellChanged(by item: Item) {
    let cell = item.isCellContent ? item.parent : item
    guard let cell, let holder = holder(ofCell: cell) else { return }
    if cell !== item { cell.isUnmeasured = true }
    measureCells(of: holder, from: cell.index)
  }

  /// Notes a new size of a table or collection. Rows are as wide as their table, so their heights may change; a collection's items keep their size
  /// and are placed again.
  func holderResized(_ holder: Item, from old: Size) {
    if holder.view.table == nil {
      measureCells(of: holder, from: 0)
    } else if old.width != holder.frame.width {
      measureAllCells(of: holder)
    }
  }

  private func cellHolder(_ id: ItemID) throws(LayoutMistake) -> Item {
    let item = try view(id)
    guard item.holdsCells else {
      throw .scene(
        where: "step", problem: "\(item.view.name) is neither a table nor a collection",
        hint: "Name a view with a table or a flow line.")
    }
    return item
  }

  /// Gives the waiting cells their frames. Those without a size, or all if that was requested, are measured in one transaction for each table or
  /// collection; the others keep their sizes.
  func measureCells() throws(LayoutMistake) {
    if measurement.waiting.isEmpty { return }
    for key in measurement.waiting.keys.sorted() where !measurement.updatingTables.contains(ItemID(key)) {
      let first = measurement.waiting.removeValue(forKey: key) ?? 0
      guard let holder = items[ItemID(key)] else { continue }
      HardState.cellsMeasured.reach()
      try solve()
      let size = holder === root ? root.givenFrame.size : holder.engineFrame.size
      if let table = holder.view.table { try placeRows(of: holder, table, from: first, width: size.width) }
      if let flow = holder.view.flow { try placeItems(of: holder, flow, in: size) }
    }
  }

  /// Places the rows of a table, from top to bottom.
  private func placeRows(
    of table: Item, _ configuration: TableConfiguration, from first: Int, width: Double
  ) throws(LayoutMistake) {
    let cells = Array(table.cells(from: first))
    let waiting = cells.filter(\.isUnmeasured)
    let sizing = isSelfSizing(configuration) ? waiting.compactMap(content) : []
    let fitted = try fittedSizes(
      of: sizing,
      .init(
        target: Size(width: width, height: 0), horizontalPriority: LinearConstraint.requiredPriority,
        verticalPriority: 50))
    var heights = NumberTable<Double>()
    for cell in waiting { heights[cell.id] = configuration.rowHeight ?? Self.standardRowHeight }
    for (content, size) in zip(sizing, fitted) where size.height > 0 {
      if let cell = content.parent { heights[cell.id] = size.height + separator(configuration) }
    }
    var y = table.children.prefix(first).last { $0.view.kind == .tableCell }?.givenFrame.maxY ?? 0
    for cell in cells {
      cell.isUnmeasured = false
      let measured = heights[cell.id]
      let height = measured ?? cell.givenFrame.height
      give(Rect(x: 0, y: y, width: width, height: height), to: cell)
      if measured != nil, let content = content(of: cell) {
        give(Rect(x: 0, y: 0, width: width, height: max(0, height - separator(configuration))), to: content)
      }
      y += height
    }
  }

  /// Places the items of a collection. As in `preferredLayoutAttributesFitting`, both axes have the fitting priority, so a cell may grow in both.
  private func placeItems(of collection: Item, _ flow: FlowConfiguration, in size: Size) throws(LayoutMistake) {
    let cells = Array(collection.cells)
    let waiting = cells.filter(\.isUnmeasured)
    let sizing = flow.isSelfSizing ? waiting.compactMap(content) : []
    let fitted = try fittedSizes(
      of: sizing, .init(target: flow.itemSize, horizontalPriority: 50, verticalPriority: 50))
    var sizes = NumberTable<Size>()
    for cell in waiting { sizes[cell.id] = flow.itemSize }
    for (content, size) in zip(sizing, fitted) { if let cell = content.parent { sizes[cell.id] = size } }
    let frames = flow.frames(
      of: cells.map { sizes[$0.id] ?? $0.givenFrame.size }, in: size, fillsLastLine: quirks.flowFillsLastLine)
    for (cell, frame) in zip(cells, frames) {
      cell.isUnmeasured = false
      give(frame, to: cell)
      guard sizes.contains(cell.id.rawValue), let content = content(of: cell) else { continue }
      give(Rect(x: 0, y: 0, width: frame.width, height: frame.height), to: content)
    }
  }

  private func give(_ frame: Rect, to item: Item) {
    if item.givenFrame != frame { setGivenFrame(frame, of: item) }
  }

  private func isSelfSizing(_ configuration: TableConfiguration) -> Bool {
    configuration.rowHeight == nil && configuration.estimatedRowHeight != 0
  }

  /// The height of the separator below a row: a hairline, in points.
  private func separator(_ configuration: TableConfiguration) -> Double {
    configuration.hasSeparators ? 1 / document.scale : 0
  }

  private func content(of cell: Item) -> Item? { cell.children.first(where: \.isCellContent) }

  /// The size of the content that can be scrolled: it reaches to the last cell and includes the section's inset.
  func cellContentSize(of holder: Item) -> Size {
    var (width, height) = (0.0, 0.0)
    for cell in holder.cells {
      width = max(width, cell.givenFrame.maxX)
      height = max(height, cell.givenFrame.maxY)
    }
    guard let flow = holder.view.flow else { return Size(width: width, height: height) }
    let inset = flow.sectionInset
    return flow.axis == .vertical
      ? Size(width: holder.frame.width, height: max(height, inset.top) + inset.bottom)
      : Size(width: max(width, inset.left) + inset.right, height: holder.frame.height)
  }
}
