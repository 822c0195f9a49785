import LayoutPlugin
import SceneModel

/// From anchors to linear forms, and from constraints to rows.
extension LayoutKernel {
  /// Registers a constraint of the document; its row is made at the next solve. `place` is its index in the scene from which the kernel was made;
  /// nil: it was added later.
  func insert(_ constraint: LayoutConstraint, at place: Int? = nil) throws(LayoutMistake) {
    var name: String { "constraint \(constraint.name)" }
    let id = constraint.id.rawValue
    guard id < LinearConstraint.ID.firstSystem else {
      throw .scene(
        where: name, problem: "number \(constraint.id) is too high",
        hint: "Numbers of constraints lie below \(LinearConstraint.ID.firstSystem).")
    }
    guard !constraints.contains(id) else {
      throw .scene(
        where: name, problem: "number \(constraint.id) is taken", hint: "Each constraint has its own number.")
    }
    try check(constraint)
    constraints.insert(constraint, at: place, position: nextPosition)
    nextPosition += 1
    markStale(id)
    register(constraint)
  }

  func check(_ constraint: LayoutConstraint) throws(LayoutMistake) {
    for anchor in constraint.anchorList where !items.nodes.contains(anchor.item.rawValue) {
      throw .scene(
        where: "constraint \(constraint.name)", problem: "item \(anchor.item) does not exist",
        hint: "A constraint names views and guides of its scene.")
    }
    let described = ConstraintRules.refusal(of: constraint) { "\(self.name(of: $0.item)).\($0.attribute.name)" }
    if let refusal = described {
      throw .constraint(name: constraint.name, exception: refusal.exception, message: refusal.message)
    }
    try check(constraint.constant, "constraint \(constraint.name)", "number")
    try check(constraint.multiplier, "constraint \(constraint.name)", "number")
    guard let holder = constraint.holder else { return }
    guard let view = items[holder], !view.isGuide else {
      throw .scene(
        where: "constraint \(constraint.name)", problem: "its holder \(holder) is not a view",
        hint: "A view holds a constraint.")
    }
    for anchor in constraint.anchorList {
      guard let item = items[anchor.item] else { continue }
      let container = self.container(of: item)
      guard container === view || container.isInside(view) else {
        throw .constraint(
          name: constraint.name, exception: "NSGenericException",
          message: "Unable to install constraint on view.  Does the constraint reference something from outside the "
            + "subtree of the view?  That's illegal. constraint:\(constraint.name) view:\(view.view.name)")
      }
    }
  }

  /// Notes with every item whose unknowns or properties the row reads that this row depends on it.
  func register(_ constraint: LayoutConstraint) {
    let id = constraint.id.rawValue
    let space = space(of: constraint).node
    var first: Int32 = -1
    readers.insert(id, &first, reads: space, margins: false)
    for anchor in constraint.anchorList {
      guard var present = items.nodes[anchor.item] else { continue }
      let readsMargins = anchor.attribute.isMargin
      if readsMargins { readEnvironment(present.pointee.item) }
      // A guide is read with its margins too, which it has none of.
      readers.insert(id, &first, reads: present, margins: readsMargins)
      while present != space, let parent = present.pointee.parent {
        present = parent
        readers.insert(id, &first, reads: present, margins: false)
      }
    }
    if let holder = constraint.holder.flatMap({ items.nodes[$0] }) {
      readers.insert(id, &first, reads: holder, margins: false)
    }
    constraints.update(id) { $0.firstReader = first }
  }

  func unregister(_ id: UInt32) {
    guard let index = constraints.index(of: id) else { return }
    readers.removeAll(from: constraints.states.values[index].firstReader, in: items.nodes)
    constraints.change(at: index) { $0.firstReader = -1 }
  }

  /// The view itself, or the owner of a guide.
  func container(of item: Item) -> Item { item.isGuide ? (item.parent ?? item) : item }

  /// The nearest common ancestor of the items' containers.
  func commonAncestor(of constraint: LayoutConstraint) -> Item {
    var result: NodePointer?
    for anchor in constraint.anchorList {
      guard var node = items.nodes[anchor.item] else { continue }
      if node.pointee.traits.contains(.isGuide), let owner = node.pointee.parent { node = owner }
      result = result.map { commonAncestor($0, node) } ?? node
    }
    return result?.pointee.item ?? root
  }

  private func commonAncestor(_ first: NodePointer, _ second: NodePointer) -> NodePointer {
    var (a, b) = (first, second)
    while a != b {
      if a.pointee.depth >= b.pointee.depth, let parent = a.pointee.parent {
        a = parent
      } else if let parent = b.pointee.parent {
        b = parent
      } else {
        return root.node
      }
    }
    return a
  }

  func holder(of constraint: LayoutConstraint) -> Item {
    constraint.holder.flatMap { items[$0] } ?? commonAncestor(of: constraint)
  }

  /// The view in whose coordinates locations are measured. With multiplier 1 and one axis, every common ancestor gives the same row, and the nearest
  /// gives the shortest.
  private func space(of constraint: LayoutConstraint) -> Item { holderAndSpace(of: constraint).space }

  /// The holder and the view in whose coordinates locations are measured; mostly both are the nearest common ancestor.
  private func holderAndSpace(of constraint: LayoutConstraint) -> (holder: Item, space: Item) {
    let takesNearest = constraint.multiplier == 1 && constraint.hasOneAxis
    guard let holder = constraint.holder.flatMap({ items[$0] }) else {
      let ancestor = commonAncestor(of: constraint)
      return (ancestor, ancestor)
    }
    return (holder, takesNearest ? commonAncestor(of: constraint) : holder)
  }

  /// Wants the row of a constraint of the document, and returns how its constant comes from the constraint's; `nil`: its numbers
  /// overflow.
  ///
  /// A multiplier that is meant as a fraction p/q becomes whole numbers. A required row is taken q times. An optional one must weigh as
  /// much as the others of its priority: it takes p times a part, and a row of its own says that q parts are the second side.
  func wantRow(of constraint: LayoutConstraint) -> RowOffsets? {
    let (holder, space) = holderAndSpace(of: constraint)
    let isMirrored = constraint.isDirectional && isRightToLeft(holder)
    let id = constraint.id.rawValue
    let fraction = constraint.second == nil ? nil : SmallFraction(meantBy: constraint.multiplier)
    let scale = constraint.isRequired ? fraction?.denominator ?? 1 : 1
    var part: (times: Double, constant: Double)?
    if let fraction, scale == 1, id < LinearConstraint.ID.partLimit, let second = constraint.second {
      sum.begin(times: fraction.denominator)
      sum.add(1, Variable(partOf: id))
      sum.factor = -1
      add(second, to: &sum, space, isMirrored, against: constraint.first)
      sum.removeZeros()
      guard sum.isFinite else { return nil }
      part = (fraction.numerator, sum.constant)
      wantPart(
        of: id,
        BorrowedRow(
          id: LinearConstraint.ID(partOf: id), terms: sum.terms, relation: .equal, constant: 0,
          priority: LinearConstraint.requiredPriority))
    } else {
      dropPart(of: id)
    }
    sum.begin(times: scale)
    add(constraint.first, to: &sum, space, isMirrored, against: constraint.second)
    var offsets = RowOffsets(left: sum.constant * scale, scale: scale)
    sum.constant = 0
    if let part {
      sum.factor = -part.times
      sum.add(1, Variable(partOf: id))
      offsets.right = part.constant * constraint.multiplier
    } else if let second = constraint.second {
      let times = scale == 1 ? constraint.multiplier : fraction?.numerator ?? constraint.multiplier
      sum.factor = -times
      add(second, to: &sum, space, isMirrored, against: constraint.first)
      offsets.right = sum.constant * times
    }
    sum.removeZeros()
    let row = BorrowedRow(
      id: LinearConstraint.ID(constraint.id), terms: sum.terms, relation: constraint.relation,
      constant: offsets.constant(constraint.constant), priority: constraint.priority)
    guard row.constant.isFinite, sum.isFinite else { return nil }
    want(row)
    return offsets
  }

  /// The row of a constraint that the system makes; its terms are valid until the next row is made.
  func row(of constraint: SystemConstraint) -> BorrowedRow {
    let fraction = constraint.fraction
    let scale = fraction?.denominator ?? 1
    sum.begin(times: scale)
    guard let holder = items[constraint.holder] else {
      return BorrowedRow(
        id: constraint.id, terms: sum.terms, relation: .equal, constant: 0, priority: LinearConstraint.requiredPriority)
    }
    let isDirectional =
      constraint.first.attribute.side == .directional || constraint.second?.attribute.side == .directional
    let isMirrored = isDirectional && isRightToLeft(holder)
    add(constraint.first, to: &sum, holder, isMirrored, OtherItems(first: constraint.second?.item))
    let left = sum.constant * scale
    sum.constant = 0
    let times = fraction?.numerator ?? constraint.multiplier
    if let part = constraint.part {
      sum.factor = -part.times
      add(Anchor(part.place, constraint.first.attribute), to: &sum, holder, isMirrored, OtherItems())
    } else if let second = constraint.second {
      sum.factor = -times
      add(second, to: &sum, holder, isMirrored, OtherItems(first: constraint.first.item))
    }
    sum.removeZeros()
    return BorrowedRow(
      id: constraint.id, terms: sum.terms, relation: constraint.relation,
      constant: sum.constant * times + constraint.constant * scale - left, priority: constraint.priority)
  }

  /// Whether the view is laid out from right to left.
  func isRightToLeft(_ item: Item) -> Bool {
    switch item.viewMemory.pointee.semantic {
    case .unspecified: document.direction == .rightToLeft
    case .playback, .spatial, .forceLeftToRight: false
    case .forceRightToLeft: true
    }
  }

  private func add(
    _ operand: Operand, to sum: inout RowSum, _ space: Item, _ isMirrored: Bool, against other: Operand?
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
  private func add(
    _ anchor: Anchor, to sum: inout RowSum, _ space: Item, _ isMirrored: Bool, _ others: OtherItems
  ) {
    let attribute = anchor.attribute.resolved(isRightToLeft: isMirrored)
    let isTurned = isMirrored && attribute.axis == .horizontal && !attribute.isSize
    if isTurned {
      if quirks.rightToLeftOrigin == .rightEdge {
        sum.add(1, Variable(space.id, .width))
        sum.move(
          space.view.alignmentInsets.left + space.view.alignmentInsets.right - space.alignmentInset(of: .width))
      }
      sum.turn()
    }
    switch anchor.place {
    case .item(let id): if let item = items[id] { add(attribute, of: item, to: &sum, space, others) }
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
    if let item = items[id] { want([Unknown.Set(start), Unknown.Set(length)], of: item) }
    let form = attribute.form
    if form.origin != 0 { sum.add(form.origin, Variable(id, start)) }
    if form.length != 0 { sum.add(form.length, Variable(id, length)) }
  }

  private func add(_ unknown: Unknown, of id: ItemID, to sum: inout RowSum) {
    if let item = items[id] { want(Unknown.Set(unknown), of: item) }
    sum.add(1, Variable(id, unknown))
  }

  private func add(
    _ attribute: LayoutAttribute, of item: Item, to sum: inout RowSum, _ space: Item, _ others: OtherItems
  ) {
    let isHorizontal = attribute.axis == .horizontal
    let length: Unknown = isHorizontal ? .width : .height
    let size = Variable(item.id, length)
    let view = item.viewMemory
    let insets = item.node.pointee.traits.contains(.hasAlignmentInsets) ? view.pointee.alignmentInsets : .zero
    let insetBefore = isHorizontal ? insets.left : insets.top
    let insetAfter = isHorizontal ? insets.right : insets.bottom
    if attribute.isSize {
      sum.add(1, size)
      sum.move(-item.alignmentInset(of: length))
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
    if item === space {
      sum.move(insetBefore + (isHorizontal ? item.boundsOrigin.x : item.boundsOrigin.y))
    } else {
      addOrigin(of: item, in: space, isHorizontal, to: &sum)
    }
    let share = attribute.form.length
    if share != 0 {
      sum.add(share, size)
      sum.move(-share * item.alignmentInset(of: length))
    }
    switch attribute {
    case .left, .top, .leading, .right, .bottom, .trailing, .centerX, .centerY, .width, .height: break
    case .minX, .minY: sum.move(-insetBefore)
    case .maxX, .maxY: sum.move(insetAfter)
    case .firstBaseline: sum.move(view.pointee.firstBaseline)
    case .lastBaseline: sum.move(-view.pointee.lastBaseline)
    case .leftMargin, .leadingMargin: sum.move(item.margins.left - insetBefore)
    case .topMargin: sum.move(item.margins.top - insetBefore)
    case .rightMargin, .trailingMargin: sum.move(insetAfter - item.margins.right)
    case .bottomMargin: sum.move(insetAfter - item.margins.bottom)
    case .centerXWithinMargins: sum.move((item.margins.left - item.margins.right - insetBefore + insetAfter) / 2)
    case .centerYWithinMargins: sum.move((item.margins.top - item.margins.bottom - insetBefore + insetAfter) / 2)
    }
  }

  /// The view whose baseline a stack view without text uses: the first or last visible one along a vertical axis, the first along a horizontal one.
  private func baselineView(of attribute: LayoutAttribute, _ item: Item) -> Item? {
    guard attribute.isBaseline, let stack = item.view.stack, item.view.firstBaseline == 0, item.view.lastBaseline == 0
    else { return nil }
    let isFirst = attribute == .firstBaseline || stack.axis == .horizontal
    return isFirst ? item.stackEnds.first : item.stackEnds.last
  }

  private func isInside(_ others: OtherItems, _ item: Item) -> Bool {
    func isInside(_ id: ItemID?) -> Bool { id.flatMap { items[$0] }?.isInside(item) ?? false }
    return isInside(others.first) || isInside(others.second) || isInside(others.third)
  }

  /// Adds the origin of an item's alignment rectangle, through every view between it and `space`.
  private func addOrigin(of item: Item, in space: Item, _ isHorizontal: Bool, to sum: inout RowSum) {
    sum.add(1, Variable(item.id, isHorizontal ? .minX : .minY))
    if let parent = item.parent, parent !== space {
      addBoundsOrigin(of: parent, in: space, isHorizontal, to: &sum)
    }
  }

  /// Adds the origin of a view's own coordinates.
  private func addBoundsOrigin(of item: Item, in space: Item, _ isHorizontal: Bool, to sum: inout RowSum) {
    var present = item
    while present !== space {
      sum.add(1, Variable(present.id, isHorizontal ? .minX : .minY))
      let insets = present.viewMemory.pointee.alignmentInsets
      sum.move(-(isHorizontal ? insets.left + present.boundsOrigin.x : insets.top + present.boundsOrigin.y))
      guard let parent = present.parent else { return }
      present = parent
    }
  }

  private func addContentEdge(
    _ attribute: LayoutAttribute, of item: Item, _ isHorizontal: Bool, to sum: inout RowSum
  ) {
    if attribute.isEnd {
      let length: Unknown = isHorizontal ? .contentWidth : .contentHeight
      want(Unknown.Set(length), of: item)
      sum.add(1, Variable(item.id, length))
    }
    switch attribute {
    case .leftMargin, .leadingMargin: sum.move(item.margins.left)
    case .rightMargin, .trailingMargin: sum.move(-item.margins.right)
    case .topMargin: sum.move(item.margins.top)
    case .bottomMargin: sum.move(-item.margins.bottom)
    default: break
    }
  }
}

extension LayoutConstraint {
  /// The anchors of both sides.
  var anchorList: AnchorList { AnchorList(first, second) }

  var hasOneAxis: Bool {
    let axis = first.axis
    return first.lies(on: axis) && second?.lies(on: axis) ?? true
  }

  /// Whether it names leading or trailing, so that it is measured from the right in a right-to-left layout.
  var isDirectional: Bool { anchorList.contains { $0.attribute.side == .directional } }
}

extension Operand {
  fileprivate func lies(on axis: Axis) -> Bool {
    switch self {
    case .anchor(let anchor): anchor.attribute.axis == axis
    case .distance(let from, let to): from.attribute.axis == axis && to.attribute.axis == axis
    }
  }

  fileprivate var axis: Axis {
    switch self {
    case .anchor(let anchor): anchor.attribute.axis
    case .distance(let from, _): from.attribute.axis
    }
  }
}

/// A list of at most four anchors, without an allocation.
struct AnchorList: Sequence, IteratorProtocol {
  private var first, second, third, fourth: LayoutAnchor?

  init(_ left: Operand, _ right: Operand?) {
    switch left {
    case .anchor(let anchor): first = anchor
    case .distance(let from, let to): (first, second) = (from, to)
    }
    switch right {
    case .anchor(let anchor)?: third = anchor
    case .distance(let from, let to)?: (third, fourth) = (from, to)
    case nil: break
    }
  }

  mutating func next() -> LayoutAnchor? {
    if let anchor = first.take() ?? second.take() ?? third.take() { return anchor }
    return fourth.take()
  }
}

extension LayoutAttribute {
  /// The private attributes of autoresizing constraints: edges of the frame, not of the alignment rectangle.
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
