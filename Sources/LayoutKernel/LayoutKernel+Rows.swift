import SceneModel

/// From anchors to linear forms, and from constraints to rows.
extension LayoutKernel {
  /// Registers a constraint of the document; its row is made at the next solve.
  func insert(_ constraint: LayoutConstraint) throws(LayoutMistake) {
    let place = "constraint \(constraint.name)"
    guard constraint.id.rawValue < LinearConstraint.ID.firstSystem else {
      throw .scene(
        where: place, problem: "number \(constraint.id) is too high",
        hint: "Numbers of constraints lie below \(LinearConstraint.ID.firstSystem).")
    }
    guard constraints[constraint.id.rawValue] == nil else {
      throw .scene(
        where: place, problem: "number \(constraint.id) is taken", hint: "Each constraint has its own number.")
    }
    try check(constraint)
    constraints[constraint.id.rawValue] = constraint
    constraintOrder.append(constraint.id.rawValue)
    staleConstraints.insert(constraint.id.rawValue)
    register(constraint)
  }

  func check(_ constraint: LayoutConstraint) throws(LayoutMistake) {
    for anchor in constraint.anchors where items[anchor.item] == nil {
      throw .scene(
        where: "constraint \(constraint.name)", problem: "item \(anchor.item) does not exist",
        hint: "A constraint names views and guides of its scene.")
    }
    let described = ConstraintRules.refusal(of: constraint) { "\(self.name(of: $0.item)).\($0.attribute.name)" }
    if let refusal = described {
      throw .constraint(name: constraint.name, exception: refusal.exception, message: refusal.message)
    }
    try check([constraint.constant, constraint.multiplier], "constraint \(constraint.name)", "number")
    guard let holder = constraint.holder else { return }
    guard let view = items[holder], !view.isGuide else {
      throw .scene(
        where: "constraint \(constraint.name)", problem: "its holder \(holder) is not a view",
        hint: "A view holds a constraint.")
    }
    for anchor in constraint.anchors {
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
    let space = self.space(of: constraint)
    var noted: [Item] = [space]
    for anchor in constraint.anchors {
      guard var present = items[anchor.item] else { continue }
      noted.append(present)
      while present !== space, let parent = present.parent {
        present = parent
        noted.append(present)
      }
      if anchor.attribute.isMargin, let item = items[anchor.item] { readEnvironment(item) }
    }
    if let holder = constraint.holder.flatMap({ items[$0] }) { noted.append(holder) }
    for item in noted { item.constraints.insert(id) }
    readers[id] = noted
  }

  func unregister(_ id: UInt32) {
    for item in readers.removeValue(forKey: id) ?? [] { item.constraints.remove(id) }
  }

  /// The view for a view, the owner for a guide.
  func container(of item: Item) -> Item { item.isGuide ? (item.parent ?? item) : item }

  /// The nearest common ancestor of the items' containers.
  func commonAncestor(of constraint: LayoutConstraint) -> Item {
    var result: Item?
    for anchor in constraint.anchors {
      guard let item = items[anchor.item] else { continue }
      result = commonAncestor(result, container(of: item))
    }
    return result ?? root
  }

  func commonAncestor(_ first: Item?, _ second: Item) -> Item {
    guard var a = first else { return second }
    var b = second
    while a !== b {
      if a.depth >= b.depth, let parent = a.parent {
        a = parent
      } else if let parent = b.parent {
        b = parent
      } else {
        return root
      }
    }
    return a
  }

  func holder(of constraint: LayoutConstraint) -> Item {
    constraint.holder.flatMap { items[$0] } ?? commonAncestor(of: constraint)
  }

  /// The view in whose coordinates locations are taken. With multiplier 1 and one axis every common ancestor gives the
  /// same row, and the nearest the shortest.
  private func space(of constraint: LayoutConstraint) -> Item {
    constraint.multiplier == 1 && constraint.hasOneAxis ? commonAncestor(of: constraint) : holder(of: constraint)
  }

  func row(of constraint: LayoutConstraint) -> LinearConstraint {
    let holder = self.holder(of: constraint)
    let isMirrored = isRightToLeft(holder) && constraint.anchors.contains { $0.attribute.side == .directional }
    return row(
      id: LinearConstraint.ID(constraint.id), space: space(of: constraint), isMirrored: isMirrored,
      first: constraint.first, relation: constraint.relation, second: constraint.second,
      multiplier: constraint.multiplier, constant: constraint.constant, priority: constraint.priority)
  }

  private func row(
    id: LinearConstraint.ID, space: Item, isMirrored: Bool, first: Operand, relation: Relation, second: Operand?,
    multiplier: Double, constant: Double, priority: Double
  ) -> LinearConstraint {
    let others = second.map(places) ?? []
    let left = form(of: first, in: space, isMirrored: isMirrored, against: others)
    var right = LinearForm()
    if let second {
      right = form(of: second, in: space, isMirrored: isMirrored, against: places(first))
    }
    return makeRow(id, left, relation, right, multiplier, constant, priority)
  }

  private func makeRow(
    _ id: LinearConstraint.ID, _ left: LinearForm, _ relation: Relation, _ right: LinearForm, _ multiplier: Double,
    _ constant: Double, _ priority: Double
  ) -> LinearConstraint {
    var sum = left
    sum.add(right, times: -multiplier)
    return LinearConstraint(
      id: id, terms: sum.terms.filter { $0.coefficient != 0 }, relation: relation,
      constant: right.constant * multiplier + constant - left.constant, priority: priority)
  }

  private func places(_ operand: Operand) -> [Place] {
    switch operand {
    case .anchor(let anchor): [.item(anchor.item)]
    case .distance(let from, let to): [.item(from.item), .item(to.item)]
    }
  }

  private func form(of operand: Operand, in space: Item, isMirrored: Bool, against others: [Place]) -> LinearForm {
    switch operand {
    case .anchor(let anchor): return form(of: Anchor(anchor), in: space, isMirrored: isMirrored, against: others)
    case .distance(let from, let to):
      var result = form(of: Anchor(to), in: space, isMirrored: isMirrored, against: others + [.item(from.item)])
      result.add(
        form(of: Anchor(from), in: space, isMirrored: isMirrored, against: others + [.item(to.item)]), times: -1)
      return result
    }
  }

  /// The row of a constraint that the system makes.
  func row(of constraint: SystemConstraint) -> LinearConstraint {
    guard let holder = items[constraint.holder] else {
      return LinearConstraint(id: constraint.id, terms: [], relation: .equal, constant: 0)
    }
    let directional =
      constraint.first.attribute.side == .directional || constraint.second?.attribute.side == .directional
    let isMirrored = directional && isRightToLeft(holder)
    let left = form(
      of: constraint.first, in: holder, isMirrored: isMirrored, against: constraint.second.map { [$0.place] } ?? [])
    var right = LinearForm()
    if let second = constraint.second {
      right = form(of: second, in: holder, isMirrored: isMirrored, against: [constraint.first.place])
    }
    return makeRow(
      constraint.id, left, constraint.relation, right, constraint.multiplier, constraint.constant, constraint.priority)
  }

  /// Left-to-right or right-to-left, as the view decides it.
  func isRightToLeft(_ item: Item) -> Bool {
    switch item.view.semantic {
    case .unspecified: document.direction == .rightToLeft
    case .playback, .spatial, .forceLeftToRight: false
    case .forceRightToLeft: true
    }
  }

  /// An anchor in the coordinates of `space`; with `isMirrored`, horizontal locations are measured from the right edge.
  ///
  /// `others` are the places on the other side of the constraint: seen from inside, a scroll view's edges are those of
  /// its content.
  func form(of anchor: Anchor, in space: Item, isMirrored: Bool, against others: [Place]) -> LinearForm {
    let attribute = anchor.attribute.resolved(isRightToLeft: isMirrored)
    let axis = attribute.axis
    let result: LinearForm
    switch anchor.place {
    case .item(let id):
      guard let item = items[id] else { return LinearForm() }
      result = form(of: attribute, axis, of: item, in: space, against: others)
    case .crossSpacer(let id): result = form(of: attribute, start: .crossStart, length: .crossLength, of: id)
    case .mainSpacer(let id): result = form(of: attribute, start: .mainStart, length: .mainLength, of: id)
    case .gap(let id): result = form(of: attribute, start: .gapStart, length: .gapLength, of: id)
    }
    guard isMirrored, axis == .horizontal, !attribute.isSize else { return result }
    var mirrored = LinearForm()
    mirrored.add(1, Variable(space.id, .width))
    mirrored.constant = space.view.alignmentInsets.left + space.view.alignmentInsets.right
    mirrored.add(result, times: -1)
    return mirrored
  }

  /// Spacers have an origin and a length on one axis, in the coordinates of their stack view, which holds their rows.
  private func form(of attribute: LayoutAttribute, start: Unknown, length: Unknown, of id: ItemID) -> LinearForm {
    var result = LinearForm()
    if attribute.isSize {
      result.add(1, Variable(id, length))
      return result
    }
    result.add(1, Variable(id, start))
    switch attribute {
    case .right, .bottom: result.add(1, Variable(id, length))
    case .centerX, .centerY: result.add(0.5, Variable(id, length))
    default: break
    }
    return result
  }

  private func form(
    of attribute: LayoutAttribute, _ axis: Axis, of item: Item, in space: Item, against others: [Place]
  ) -> LinearForm {
    let isHorizontal = axis == .horizontal
    let size = Variable(item.id, isHorizontal ? .width : .height)
    var result = LinearForm()
    if attribute.isSize {
      result.add(1, size)
      return result
    }
    let insets = item.view.alignmentInsets
    let insetBefore = isHorizontal ? insets.left : insets.top
    let insetAfter = isHorizontal ? insets.right : insets.bottom
    if item.view.scroll != nil, !attribute.isCenter, !attribute.isFrameEdge, isInside(others, item) {
      addBoundsOrigin(of: item, in: space, isHorizontal, to: &result)
      addContentEdge(attribute, of: item, isHorizontal, to: &result)
      return result
    }
    // The alignment rectangle's start.
    if item === space {
      result.constant = insetBefore + (isHorizontal ? item.boundsOrigin.x : item.boundsOrigin.y)
    } else {
      addOrigin(of: item, in: space, isHorizontal, to: &result)
    }
    switch attribute {
    case .left, .top, .leading: break
    case .right, .bottom, .trailing: result.add(1, size)
    case .centerX, .centerY: result.add(0.5, size)
    case .minX, .minY: result.constant -= insetBefore
    case .maxX, .maxY:
      result.add(1, size)
      result.constant += insetAfter
    case .firstBaseline: result.constant += item.view.firstBaseline
    case .lastBaseline:
      result.add(1, size)
      result.constant -= item.view.lastBaseline
    case .leftMargin, .leadingMargin: result.constant += item.margins.left - insetBefore
    case .topMargin: result.constant += item.margins.top - insetBefore
    case .rightMargin, .trailingMargin:
      result.add(1, size)
      result.constant += insetAfter - item.margins.right
    case .bottomMargin:
      result.add(1, size)
      result.constant += insetAfter - item.margins.bottom
    case .centerXWithinMargins:
      result.add(0.5, size)
      result.constant += (item.margins.left - item.margins.right - insetBefore + insetAfter) / 2
    case .centerYWithinMargins:
      result.add(0.5, size)
      result.constant += (item.margins.top - item.margins.bottom - insetBefore + insetAfter) / 2
    case .width, .height: break
    }
    return result
  }

  private func isInside(_ others: [Place], _ item: Item) -> Bool {
    others.contains { place in
      switch place {
      case .item(let id): items[id]?.isInside(item) ?? false
      case .crossSpacer, .mainSpacer, .gap: false
      }
    }
  }

  /// The start of an item's alignment rectangle, through every view between it and `space`.
  private func addOrigin(of item: Item, in space: Item, _ isHorizontal: Bool, to form: inout LinearForm) {
    form.add(1, Variable(item.id, isHorizontal ? .minX : .minY))
    if let parent = item.parent, parent !== space {
      addBoundsOrigin(of: parent, in: space, isHorizontal, to: &form)
    }
  }

  /// The zero of a view's own coordinates.
  private func addBoundsOrigin(of item: Item, in space: Item, _ isHorizontal: Bool, to form: inout LinearForm) {
    var present = item
    while present !== space {
      form.add(1, Variable(present.id, isHorizontal ? .minX : .minY))
      let insets = present.view.alignmentInsets
      form.constant -= isHorizontal ? insets.left + present.boundsOrigin.x : insets.top + present.boundsOrigin.y
      guard let parent = present.parent else { return }
      present = parent
    }
  }

  private func addContentEdge(
    _ attribute: LayoutAttribute, of item: Item, _ isHorizontal: Bool, to form: inout LinearForm
  ) {
    if attribute.isEnd { form.add(1, Variable(item.id, isHorizontal ? .contentWidth : .contentHeight)) }
    switch attribute {
    case .leftMargin, .leadingMargin: form.constant += item.margins.left
    case .rightMargin, .trailingMargin: form.constant -= item.margins.right
    case .topMargin: form.constant += item.margins.top
    case .bottomMargin: form.constant -= item.margins.bottom
    default: break
    }
  }
}

extension LayoutConstraint {
  var hasOneAxis: Bool { Set(anchors.map(\.attribute.axis)).count == 1 }
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
