import LayoutPlugin
import SceneModel

/// The smallest or largest size that a view's own constraints allow.
extension LayoutKernel {
  /// The target size for finding the smallest size, as `UIView.layoutFittingCompressedSize`.
  public static let compressedSize = Size.zero
  /// The target size for finding the largest size, as `UIView.layoutFittingExpandedSize`: 10 000 points each way.
  public static let expandedSize = Size(width: 10000, height: 10000)

  /// Returns the size that the view's constraints give it when it is cut off from its superview and pulled towards `target`, as
  /// `systemLayoutSizeFitting` does; rounded up to whole pixels.
  ///
  /// The measurement is a transaction that is undone afterwards. Its cost is that of the view's subtree, and no frame moves.
  public func systemLayoutSizeFitting(
    _ id: ItemID, target: Size, horizontalPriority: Double = 50, verticalPriority: Double = 50
  ) throws(LayoutMistake) -> Size {
    let item = try view(id)
    delegate?.willLayOut()
    try check(target.width, "fitting of \(item.view.name)", "target")
    try check(target.height, "fitting of \(item.view.name)", "target")
    for priority in [horizontalPriority, verticalPriority] {
      guard let refusal = ConstraintRules.refusal(ofPriority: priority) else { continue }
      throw .constraint(name: item.view.name, exception: refusal.exception, message: refusal.message)
    }
    try updateConstraintsIfNeeded()
    guard let size = try measure([item], target, horizontalPriority, verticalPriority).first else { return .zero }
    try solve()
    return size
  }

  func fittingConstraints(of item: Item) -> [SystemConstraint] { measurement.fitting[item.id] ?? [] }

  /// Measures several views in one transaction; none of them contains another. The rows that it removes are added again afterwards, and sent with
  /// the next solve.
  func measure(
    _ measured: [Item], _ target: Size, _ horizontalPriority: Double, _ verticalPriority: Double
  ) throws(LayoutMistake) -> [Size] {
    if measured.isEmpty { return [] }
    try solve()
    var saved = SavedRows()
    for item in measured { putAside(rowsAcrossBorder(of: item), &saved) }
    for item in measured {
      let insets = item.view.alignmentInsets
      let constraints = [
        fitting(item, .fittingWidth, .width, target.width - insets.left - insets.right, horizontalPriority),
        fitting(item, .fittingHeight, .height, target.height - insets.top - insets.bottom, verticalPriority),
      ]
      measurement.fitting[item.id] = constraints
      for constraint in constraints { rows.want(row(of: constraint)) }
    }
    measurement.suspendedMoves = []
    var textWidths: [(item: Item, width: Double?)] = []
    defer {
      let moves = measurement.suspendedMoves ?? []
      measurement.suspendedMoves = nil
      for item in measured {
        for slot in [SystemSlot.fittingWidth, .fittingHeight] { rows.drop(LinearConstraint.ID(item.id, slot)) }
        measurement.fitting.removeValue(forKey: item.id.rawValue)
      }
      saved.each(rows.takeBack)
      for (item, width) in textWidths.reversed() {
        item.textWidth = width
        refreshIntrinsicRows(of: item)
        if let parent = item.parent { refreshStackRows(of: parent) }
      }
      // These items get their old values back when the rows are sent again. Only then are their frames compared with the engine's.
      measurement.afterSolving += moves
    }
    try solve()
    for item in measured { try settleText(in: item, &textWidths) }
    func up(_ value: Double) -> Double { (value * document.scale - Self.fitTolerance).rounded(.up) / document.scale }
    return measured.map { item in
      let size = item.engineFrame.size
      return Size(width: up(size.width), height: up(size.height))
    }
  }

  /// The distance in points above a whole pixel that still counts as that pixel, because engine values are rounded to 2⁻²⁰ points.
  private static let fitTolerance = 1e-4

  private func fitting(
    _ item: Item, _ slot: SystemSlot, _ attribute: LayoutAttribute, _ size: Double, _ priority: Double
  ) -> SystemConstraint {
    SystemConstraint(
      id: .init(item.id, slot), kind: .fitting, holder: item.id, first: Anchor(item.id, attribute), relation: .equal,
      constant: max(0, size), priority: priority)
  }

  /// Wraps multi-line text at its measured width until its height does not change.
  private func settleText(
    in item: Item, _ changed: inout [(item: Item, width: Double?)]
  ) throws(LayoutMistake) {
    for _ in 0..<quirks.roundLimit {
      var stack = [item]
      while let next = stack.popLast() {
        let width = next.textWidth
        breakText(of: next)
        if width != next.textWidth { changed.append((next, width)) }
        stack.append(contentsOf: next.children)
      }
      guard !passes.flagged.isEmpty else { return }
      for next in takeFlagged() {
        next.needsUpdateConstraints = false
        refreshIntrinsicRows(of: next)
        refreshStackRows(of: next)
      }
      try solve()
    }
    throw .layoutLoop(views: [item.view.name])
  }

  /// The rows that connect a view's subtree with the rest of the scene, including those of its own frame.
  private func rowsAcrossBorder(of item: Item) -> [LinearConstraint.ID] {
    var result = rows.systemRows(of: item, .frame)
    var stack = [item.node]
    var found: [UInt32] = []
    while let next = stack.popLast() {
      rows.readers.each(of: next) { id in
        guard let constraint = rows.constraints.bare(id) else { return }
        let isOutside = constraint.names { other in
          guard let other = items.nodes[other] else { return false }
          return other != item.node && !other.isInside(item.node)
        }
        if isOutside { found.append(id) }
      }
      for child in next.pointee.item.children { stack.append(child.node) }
    }
    found.sort()
    for (place, id) in found.enumerated() where place == 0 || id != found[place - 1] {
      result.append(LinearConstraint.ID(id))
    }
    if let parent = item.parent, isArranged(item) {
      result += stackConstraints(of: parent).map(\.id)
    }
    return result
  }
}
