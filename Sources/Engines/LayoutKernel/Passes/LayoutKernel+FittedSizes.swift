import LayoutPlugin
import SceneModel

/// A fitted size of a view, and the measurement that gave it.
struct FittedSize {
  /// The parameters of a measurement: the target size, and the priority of the target on each axis.
  struct Question: Equatable {
    var target: Size
    var horizontalPriority, verticalPriority: Double
  }

  var question: Question
  var size: Size
}

/// The cache of fitted sizes. A table that measures its cells again measures only those in which something has changed.
extension LayoutKernel {
  /// Returns the sizes of cells' contents, as `measure` finds them. A content is measured apart from the rest of the scene. So its cached size
  /// stays valid for the same target and priorities until one of its rows changes.
  func fittedSizes(of contents: [Item], _ question: FittedSize.Question) throws(LayoutMistake) -> [Size] {
    if contents.isEmpty { return [] }
    try solve()
    var sizes: [Size?] = contents.map { knownSize(of: $0, question) }
    let unknown = sizes.indices.filter { sizes[$0] == nil }
    let conflictCount = conflicts.count
    let measured = try measure(
      unknown.map { contents[$0] }, question.target, question.horizontalPriority, question.verticalPriority)
    // In a conflict, the result depends on which constraints were broken earlier, so it is not cached.
    let isLasting = rows.broken.isEmpty && conflicts.count == conflictCount
    for (index, size) in zip(unknown, measured) {
      sizes[index] = size
      let content = contents[index]
      if isLasting, !holdsBreakingText(content) {
        measurement.fittedSizes[content.id] = FittedSize(question: question, size: size)
      }
    }
    return sizes.map { $0 ?? .zero }
  }

  private func knownSize(of content: Item, _ question: FittedSize.Question) -> Size? {
    guard rows.broken.isEmpty, let known = measurement.fittedSizes[content.id], known.question == question else {
      return nil
    }
    return known.size
  }

  /// Whether the content has text that wraps. Its height depends on its last width, which no row contains.
  private func holdsBreakingText(_ content: Item) -> Bool {
    var stack = [content]
    while let next = stack.popLast() {
      if next.node.pointee.traits.contains(.breaksText) { return true }
      stack.append(contentsOf: next.children)
    }
    return false
  }

  /// Removes the cached sizes of all contents that contain a view in which something was changed, added or removed.
  func forgetFittedSizes(around item: Item) {
    if measurement.fittedSizes.isEmpty { return }
    forgetFittedSizes(around: item.node)
  }

  private func forgetFittedSizes(around node: NodePointer?) {
    var next = node
    while let present = next {
      if present.pointee.traits.contains(.takesGivenFrame) {
        measurement.fittedSizes.removeValue(forKey: present.pointee.id.rawValue)
      }
      next = present.pointee.parent
    }
  }

  /// Removes the cached sizes of contents whose rows have changed. It is called before these rows are sent.
  func forgetFittedSizesOfTouchedRows() {
    // Changes that a measurement itself makes do not affect the cached sizes.
    if measurement.suspendedMoves != nil { return }
    defer { if !rows.aside.isEmpty { rows.aside.removeAll() } }
    if measurement.fittedSizes.isEmpty { return }
    for id in rows.touched where !rows.aside.contains(id) {
      let row = LinearConstraint.ID(id)
      if let slot = row.systemSlot {
        if SlotGroup.fitting.contains(slot) { continue }
        if SlotGroup.frame.contains(slot) {
          // A view is measured without its own frame's rows, so they affect only a measurement of an ancestor. Rows of a mask also contain unknowns
          // of the superview.
          forgetFittedSizes(around: items.nodes[row.systemItem]?.pointee.parent)
          continue
        }
      }
      var last: ItemID?
      rows.table.eachVariable(of: id) { variable in
        if variable.item == last { return }
        last = variable.item
        forgetFittedSizes(around: items.nodes[variable.item])
      }
    }
  }

  /// Removes rows for the duration of a measurement, and saves them in `saved`.
  func putAside(_ ids: [LinearConstraint.ID], _ saved: inout SavedRows) {
    for id in ids where rows.table.appendWanted(id.rawValue, to: &saved) {
      rows.drop(id)
      if let slot = id.systemSlot, SlotGroup.frame.contains(slot) { continue }
      rows.aside.insert(id.rawValue)
    }
  }
}
