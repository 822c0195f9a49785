import SceneModel

/// Translates anchors to linear forms. The code works on nodes, without reference counting.
extension LayoutKernel {
  /// Whether the view is laid out from right to left.
  func isRightToLeft(_ node: NodePointer) -> Bool {
    switch node.pointee.view.pointee.semantic {
    case .unspecified: document.direction == .rightToLeft
    case .playback, .spatial, .forceLeftToRight: false
    case .forceRightToLeft: true
    }
  }

  /// Adds a side of a constraint in the coordinates of `space`.
  func add(
    _ operand: Operand, to sum: inout RowSum, _ space: NodePointer, _ isMirrored: Bool, against other: Operand?
  ) {
    var others = OtherItems()
    switch other {
    case .anchor(let anchor)?: others.first = anchor.item
    case .distance(let from, let to)?: (others.first, others.second) = (from.item, to.item)
    case nil: break
    }
    switch operand {
    case .anchor(let anchor): add(Anchor(anchor), to: &sum, space, isMirrored, others)
    case .distance(let from, let to):
      others.third = from.item
      add(Anchor(to), to: &sum, space, isMirrored, others)
      others.third = to.item
      sum.turn()
      add(Anchor(from), to: &sum, space, isMirrored, others)
      sum.turn()
    }
  }

  /// Adds an anchor in the coordinates of `space`; with `isMirrored`, horizontal locations are measured from the right
  /// edge.
  func add(
    _ anchor: Anchor, to sum: inout RowSum, _ space: NodePointer, _ isMirrored: Bool, _ others: OtherItems
  ) {
    let attribute = anchor.attribute.resolved(isRightToLeft: isMirrored)
    let isTurned = isMirrored && attribute.axis == .horizontal && !attribute.isSize
    if isTurned {
      if quirks.rightToLeftOrigin == .rightEdge {
        let insets = space.pointee.view.pointee.alignmentInsets
        sum.add(1, Variable(space.pointee.id, .width))
        sum.move(insets.left + insets.right - space.pointee.alignmentInset(of: .width))
      }
      sum.turn()
    }
    switch anchor.place {
    case .item(let id): if let item = items.nodes[id] { add(attribute, of: item, to: &sum, space, others) }
    case .crossSpacer(let id): add(attribute, .crossStart, .crossLength, of: id, to: &sum)
    case .mainSpacer(let id): add(attribute, .mainStart, .mainLength, of: id, to: &sum)
    case .gap(let id): add(attribute, .gapStart, .gapLength, of: id, to: &sum)
    case .share(let id): add(.share, of: id, to: &sum)
    case .textShare(let id): add(.textShare, of: id, to: &sum)
    }
    if isTurned { sum.turn() }
  }

  /// Adds an anchor of a spacer. Spacers have an origin and a length on one axis, in the coordinates of their stack view, which holds their rows.
  private func add(
    _ attribute: LayoutAttribute, _ start: Unknown, _ length: Unknown, of id: ItemID, to sum: inout RowSum
  ) {
    if let item = items[id] { rows.want([Unknown.Set(start), Unknown.Set(length)], of: item) }
    let form = attribute.form
    if form.origin != 0 { sum.add(form.origin, Variable(id, start)) }
    if form.length != 0 { sum.add(form.length, Variable(id, length)) }
  }

  private func add(_ unknown: Unknown, of id: ItemID, to sum: inout RowSum) {
    if let item = items[id] { rows.want(Unknown.Set(unknown), of: item) }
    sum.add(1, Variable(id, unknown))
  }

  private func add(
    _ attribute: LayoutAttribute, of item: NodePointer, to sum: inout RowSum, _ space: NodePointer, _ others: OtherItems
  ) {
    let isHorizontal = attribute.axis == .horizontal
    let length: Unknown = isHorizontal ? .width : .height
    let size = Variable(item.pointee.id, length)
    let view = item.pointee.view
    let insets = item.pointee.traits.contains(.hasAlignmentInsets) ? view.pointee.alignmentInsets : .zero
    let insetBefore = isHorizontal ? insets.left : insets.top
    let insetAfter = isHorizontal ? insets.right : insets.bottom
    if attribute.isSize {
      sum.add(1, size)
      sum.move(-item.pointee.alignmentInset(of: length))
      return
    }
    if let arranged = baselineView(of: attribute, item) {
      add(attribute, of: arranged, to: &sum, space, others)
      return
    }
    if view.pointee.scroll != nil, !attribute.isCenter, !attribute.isFrameEdge, isInside(others, item) {
      addBoundsOrigin(of: item, in: space, isHorizontal, to: &sum)
      addContentEdge(attribute, of: item, isHorizontal, to: &sum)
      return
    }
    // The alignment rectangle's start.
    if item == space {
      sum.move(insetBefore + (isHorizontal ? item.pointee.boundsOrigin.x : item.pointee.boundsOrigin.y))
    } else {
      addOrigin(of: item, in: space, isHorizontal, to: &sum)
    }
    let share = attribute.form.length
    if share != 0 {
      sum.add(share, size)
      sum.move(-share * item.pointee.alignmentInset(of: length))
    }
    switch attribute {
    case .left, .top, .leading, .right, .bottom, .trailing, .centerX, .centerY, .width, .height: break
    case .minX, .minY: sum.move(-insetBefore)
    case .maxX, .maxY: sum.move(insetAfter)
    case .firstBaseline: sum.move(view.pointee.firstBaseline)
    case .lastBaseline: sum.move(-view.pointee.lastBaseline)
    case .leftMargin, .leadingMargin: sum.move(item.pointee.item.margins.left - insetBefore)
    case .topMargin: sum.move(item.pointee.item.margins.top - insetBefore)
    case .rightMargin, .trailingMargin: sum.move(insetAfter - item.pointee.item.margins.right)
    case .bottomMargin: sum.move(insetAfter - item.pointee.item.margins.bottom)
    case .centerXWithinMargins:
      sum.move((item.pointee.item.margins.left - item.pointee.item.margins.right - insetBefore + insetAfter) / 2)
    case .centerYWithinMargins:
      sum.move((item.pointee.item.margins.top - item.pointee.item.margins.bottom - insetBefore + insetAfter) / 2)
    }
  }

  /// Returns the view whose baseline a stack view uses: with a vertical axis its first or last visible view, with a horizontal axis its first visible
  /// view. Nil if the item is no stack view, has baselines of its own or no visible view, or if the attribute is no baseline.
  private func baselineView(of attribute: LayoutAttribute, _ item: NodePointer) -> NodePointer? {
    let view = item.pointee.view
    guard attribute.isBaseline, let axis = view.pointee.stack?.axis, view.pointee.firstBaseline == 0,
      view.pointee.lastBaseline == 0
    else { return nil }
    let ends = item.pointee.item.stackEnds
    return (attribute == .firstBaseline || axis == .horizontal ? ends.first : ends.last)?.node
  }

  private func isInside(_ others: OtherItems, _ item: NodePointer) -> Bool {
    func isInside(_ id: ItemID?) -> Bool { id.flatMap { items.nodes[$0] }?.isInside(item) ?? false }
    return isInside(others.first) || isInside(others.second) || isInside(others.third)
  }

  /// Adds the origin of an item's alignment rectangle, through every view between it and `space`.
  private func addOrigin(of item: NodePointer, in space: NodePointer, _ isHorizontal: Bool, to sum: inout RowSum) {
    sum.add(1, Variable(item.pointee.id, isHorizontal ? .minX : .minY))
    if let parent = item.pointee.parent, parent != space {
      addBoundsOrigin(of: parent, in: space, isHorizontal, to: &sum)
    }
  }

  /// Adds the origin of a view's own coordinates.
  private func addBoundsOrigin(of item: NodePointer, in space: NodePointer, _ isHorizontal: Bool, to sum: inout RowSum)
  {
    var present = item
    while present != space {
      sum.add(1, Variable(present.pointee.id, isHorizontal ? .minX : .minY))
      let (insets, origin) = (present.pointee.view.pointee.alignmentInsets, present.pointee.boundsOrigin)
      sum.move(-(isHorizontal ? insets.left + origin.x : insets.top + origin.y))
      guard let parent = present.pointee.parent else { return }
      present = parent
    }
  }

  private func addContentEdge(
    _ attribute: LayoutAttribute, of item: NodePointer, _ isHorizontal: Bool, to sum: inout RowSum
  ) {
    if attribute.isEnd {
      let length: Unknown = isHorizontal ? .contentWidth : .contentHeight
      rows.want(Unknown.Set(length), of: item.pointee.item)
      sum.add(1, Variable(item.pointee.id, length))
    }
    switch attribute {
    case .leftMargin, .leadingMargin: sum.move(item.pointee.item.margins.left)
    case .rightMargin, .trailingMargin: sum.move(-item.pointee.item.margins.right)
    case .topMargin: sum.move(item.pointee.item.margins.top)
    case .bottomMargin: sum.move(-item.pointee.item.margins.bottom)
    default: break
    }
  }
}

extension LayoutAttribute {
  /// Whether the attribute is a private one of autoresizing constraints: an edge of the frame, not of the alignment rectangle.
  var isFrameEdge: Bool {
    switch self {
    case .minX, .maxX, .minY, .maxY: true
    default: false
    }
  }

  var isCenter: Bool {
    switch self {
    case .centerX, .centerY, .centerXWithinMargins, .centerYWithinMargins: true
    default: false
    }
  }
}
