import LayoutPlugin
import SceneModel

/// The fitted size of a view, with the parameters of the measurement.
struct FittedSize {
  /// The size that a measurement is pulled towards, and how hard.
  struct Question: Equatable {
    var target: Size
    var horizontalPriority, verticalPriority: Double
  }

  var question: Question
  var size: Size
}

/// A table that measures its cells again measures those in which something has changed.
extension LayoutKernel {
  /// The sizes of the contents of cells, as `measure` finds them. A content is as large as it was when it was asked the same and no row
  /// in it has been touched since: it is measured cut off from the rest.
  func fittedSizes(of contents: [Item], _ question: FittedSize.Question) throws(LayoutMistake) -> [Size] {
    if contents.isEmpty { return [] }
    try solve()
    var sizes: [Size?] = contents.map { knownSize(of: $0, question) }
    let unknown = sizes.indices.filter { sizes[$0] == nil }
    let conflictCount = conflicts.count
    let measured = try measure(
      unknown.map { contents[$0] }, question.target, question.horizontalPriority, question.verticalPriority)
    // What yields in a conflict depends on what came before.
    let isLasting = broken.isEmpty && conflicts.count == conflictCount
    for (index, size) in zip(unknown, measured) {
      sizes[index] = size
      let content = contents[index]
      if isLasting, !holdsBreakingText(content) {
        fittedSizes[content.id] = FittedSize(question: question, size: size)
      }
    }
    return sizes.map { $0 ?? .zero }
  }

  private func knownSize(of content: Item, _ question: FittedSize.Question) -> Size? {
    guard broken.isEmpty, let known = fittedSizes[content.id], known.question == question else { return nil }
    return known.size
  }

  /// Text that is broken at its width is as high as its last width made it, which no row tells.
  private func holdsBreakingText(_ content: Item) -> Bool {
    var stack = [content]
    while let next = stack.popLast() {
      if next.node.pointee.traits.contains(.breaksText) { return true }
      stack.append(contentsOf: next.children)
    }
    return false
  }

  /// Something in a view has changed, or comes or goes: what it lies in is to be measured again.
  func forgetFittedSizes(around item: Item) {
    if fittedSizes.isEmpty { return }
    forgetFittedSizes(around: item.node)
  }

  private func forgetFittedSizes(around node: NodePointer?) {
    var next = node
    while let present = next {
      if present.pointee.traits.contains(.takesGivenFrame) {
        fittedSizes.removeValue(forKey: present.pointee.id.rawValue)
      }
      next = present.pointee.parent
    }
  }

  /// Before touched rows are sent.
  func forgetFittedSizesOfTouchedRows() {
    // A measurement leaves behind what it found.
    if suspendedMoves != nil { return }
    defer { if !rowsAside.isEmpty { rowsAside.removeAll() } }
    if fittedSizes.isEmpty { return }
    for id in touchedRows where !rowsAside.contains(id) {
      let row = LinearConstraint.ID(id)
      if let slot = row.systemSlot {
        if SlotGroup.fitting.contains(slot) { continue }
        if SlotGroup.frame.contains(slot) {
          // A view is measured without its own frame's rows, and those of a mask name its superview besides.
          forgetFittedSizes(around: items.nodes[row.systemItem]?.pointee.parent)
          continue
        }
      }
      var last: ItemID?
      rows.eachVariable(of: id) { variable in
        if variable.item == last { return }
        last = variable.item
        forgetFittedSizes(around: items.nodes[variable.item])
      }
    }
  }

  /// Drops a row for the time of a measurement.
  func putAside(_ row: LinearConstraint) {
    drop(row.id)
    if let slot = row.id.systemSlot, SlotGroup.frame.contains(slot) { return }
    rowsAside.insert(row.id.rawValue)
  }

  /// Wants a row again that was put aside.
  func takeBack(_ row: LinearConstraint) {
    row.terms.withUnsafeBufferPointer {
      if rows.want(BorrowedRow(row, terms: $0)) { touchedRows.append(row.id.rawValue) }
    }
  }
}
