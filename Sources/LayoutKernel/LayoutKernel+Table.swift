import SceneModel

/// Tables with self-sizing rows: a cell's content is measured, then held at that size until the table measures again.
extension LayoutKernel {
  /// UIKit's standard row height, used where constraints would collapse a cell, in points.
  static let standardRowHeight = 44.0

  func beginUpdates(_ id: ItemID) throws(LayoutMistake) { updatingTables.insert(try tableView(id).id) }

  /// Measures the rows again and lays out, without reloading anything.
  func endUpdates(_ id: ItemID) throws(LayoutMistake) {
    let table = try tableView(id)
    guard updatingTables.remove(id) != nil else {
      throw .scene(
        where: "step end-updates", problem: "updates of \(table.view.name) have not begun",
        hint: "Put begin-updates before it.")
    }
    measureAllRows(of: table)
    try layoutIfNeeded()
  }

  func measureAllRows(of table: Item) {
    for cell in table.children where cell.view.kind == .tableCell { cell.isUnmeasured = true }
    measureRows(of: table, from: 0)
  }

  /// At the next pass: the rows from this subview on are measured where they have no height, and follow each other.
  func measureRows(of table: Item, from index: Int) {
    measuring.update(table.id.rawValue, default: index) { $0 = min($0, index) }
  }

  /// A row, or the content of one, comes or goes.
  func rowChanged(by item: Item) {
    guard let table = table(of: item), table !== item else { return }
    let cell = item.view.kind == .tableCell ? item : item.parent
    if let cell, cell !== item { cell.isUnmeasured = true }
    measureRows(of: table, from: cell?.index ?? 0)
  }

  private func tableView(_ id: ItemID) throws(LayoutMistake) -> Item {
    let item = try view(id)
    guard item.view.table != nil else {
      throw .scene(where: "step", problem: "\(item.view.name) is not a table", hint: "Name a table view.")
    }
    return item
  }

  /// Gives the rows of the tables that wait for it their heights, top to bottom. The rows that have none yet, or all
  /// where that was asked for, are measured in one transaction; the others keep theirs.
  func measureTables() throws(LayoutMistake) {
    if measuring.isEmpty { return }
    for key in measuring.keys.sorted() where !updatingTables.contains(ItemID(key)) {
      let first = measuring.removeValue(forKey: key) ?? 0
      guard let table = items[key], let configuration = table.view.table else { continue }
      try solve()
      let width = table === root ? root.view.frame.width : table.engineFrame.width
      let cells = table.children.dropFirst(first).filter { $0.view.kind == .tableCell }
      let waiting = cells.filter(\.isUnmeasured)
      let sizing = isSelfSizing(configuration) ? waiting.compactMap(content) : []
      let fitted = try measure(sizing, Size(width: width, height: 0), LinearConstraint.requiredPriority, 50)
      var heights = NumberTable<Double>()
      for cell in waiting { heights[cell.id] = configuration.rowHeight ?? Self.standardRowHeight }
      for (content, size) in zip(sizing, fitted) where size.height > 0 {
        if let cell = content.parent { heights[cell.id] = size.height + separator(configuration) }
      }
      var y = table.children.prefix(first).last { $0.view.kind == .tableCell }?.view.frame.maxY ?? 0
      for cell in cells {
        cell.isUnmeasured = false
        let measured = heights[cell.id]
        let height = measured ?? cell.view.frame.height
        give(Rect(x: 0, y: y, width: width, height: height), to: cell)
        if measured != nil, let content = content(of: cell) {
          give(Rect(x: 0, y: 0, width: width, height: max(0, height - separator(configuration))), to: content)
        }
        y += height
      }
    }
  }

  private func give(_ frame: Rect, to item: Item) {
    if item.view.frame != frame { setGivenFrame(frame, of: item) }
  }

  private func isSelfSizing(_ configuration: TableConfiguration) -> Bool {
    configuration.rowHeight == nil && configuration.estimatedRowHeight != 0
  }

  /// A hairline, in points.
  private func separator(_ configuration: TableConfiguration) -> Double {
    configuration.hasSeparators ? 1 / document.scale : 0
  }

  private func content(of cell: Item) -> Item? { cell.children.first { $0.view.kind == .tableCellContent } }
}
