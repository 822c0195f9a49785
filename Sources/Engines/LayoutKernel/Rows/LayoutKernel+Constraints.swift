import SceneModel

/// Constraints of the document: what is refused, and which items a row reads.
extension LayoutKernel {
  /// Registers a constraint of the document; its row is made at the next solve.
  func insert(_ constraint: LayoutConstraint) throws(LayoutMistake) {
    try withUnsafePointer(to: constraint) { constraint throws(LayoutMistake) in try insert(constraint, at: nil) }
  }

  /// Registers a constraint without copying it. `place` is its index in the scene from which the kernel was made; nil if it was added later.
  func insert(_ constraint: UnsafePointer<LayoutConstraint>, at place: Int?) throws(LayoutMistake) {
    let bare = BareConstraint(constraint)
    var name: String { "constraint \(constraint.pointee.name)" }
    guard bare.id < LinearConstraint.ID.firstSystem else {
      throw .scene(
        where: name, problem: "number \(constraint.pointee.id) is too high",
        hint: "Numbers of constraints lie below \(LinearConstraint.ID.firstSystem).")
    }
    guard !rows.constraints.contains(bare.id) else {
      throw .scene(
        where: name, problem: "number \(constraint.pointee.id) is taken", hint: "Each constraint has its own number.")
    }
    if !isPlainlyLegal(bare) { try check(constraint.pointee) }
    rows.constraints.insert(constraint, at: place, position: nextPosition, firstReader: register(bare))
    nextPosition += 1
    rows.stale.append(bare.id)
  }

  /// Whether a constraint needs no further checks: its items exist, it has no holder, and no rule refuses it.
  private func isPlainlyLegal(_ constraint: BareConstraint) -> Bool {
    guard constraint.holder == nil, case .anchor(let first) = constraint.first,
      items.nodes.contains(first.item.rawValue),
      ConstraintRules.refusal(ofPriority: constraint.priority) == nil,
      constraint.constant.magnitude <= Self.largestNumber, constraint.multiplier.magnitude <= Self.largestNumber
    else { return false }
    var second: LayoutAnchor?
    switch constraint.second {
    case .anchor(let anchor)?:
      guard items.nodes.contains(anchor.item.rawValue) else { return false }
      second = anchor
    case .distance?: return false
    case nil: break
    }
    return ConstraintRules.mispairing(first, second, multiplier: constraint.multiplier) == nil
  }

  func check(_ constraint: LayoutConstraint) throws(LayoutMistake) {
    for anchor in constraint.anchors where !items.nodes.contains(anchor.item.rawValue) {
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
    for anchor in constraint.anchors {
      guard let item = items.nodes[anchor.item] else { continue }
      let container = container(of: item)
      guard container == view.node || container.isInside(view.node) else {
        throw .constraint(
          name: constraint.name, exception: "NSGenericException",
          message: "Unable to install constraint on view.  Does the constraint reference something from outside the "
            + "subtree of the view?  That's illegal. constraint:\(constraint.name) view:\(view.view.name)")
      }
    }
  }

  /// Registers the row's dependence on each item whose unknowns or properties it reads. Returns the first entry of the list of these items.
  private func register(_ constraint: BareConstraint) -> Int32 {
    let space = holderAndSpace(of: constraint).space
    var first: Int32 = -1
    rows.readers.insert(constraint.id, &first, reads: space, margins: false)
    constraint.eachAnchor { anchor in
      guard var present = items.nodes[anchor.item] else { return }
      let readsMargins = anchor.attribute.isMargin
      if readsMargins { readEnvironment(present.pointee.item) }
      // `margins` does no harm for a guide, which has no margins.
      rows.readers.insert(constraint.id, &first, reads: present, margins: readsMargins)
      while present != space, let parent = present.pointee.parent {
        present = parent
        rows.readers.insert(constraint.id, &first, reads: present, margins: false)
      }
    }
    if let holder = constraint.holder.flatMap({ items.nodes[$0] }) {
      rows.readers.insert(constraint.id, &first, reads: holder, margins: false)
    }
    return first
  }

  func unregister(_ id: UInt32) {
    guard let index = rows.constraints.index(of: id) else { return }
    rows.readers.removeAll(from: rows.constraints.states.values[index].firstReader, in: items.nodes)
    rows.constraints.change(at: index) { $0.firstReader = -1 }
  }

  /// The view itself, or the owner of a guide.
  private func container(of node: NodePointer) -> NodePointer {
    node.pointee.traits.contains(.isGuide) ? node.pointee.parent ?? node : node
  }

  /// The nearest common ancestor of the items' containers.
  private func commonAncestor(of constraint: BareConstraint) -> NodePointer {
    var result: NodePointer?
    constraint.eachAnchor { anchor in
      guard let node = items.nodes[anchor.item] else { return }
      let own = container(of: node)
      result = result.map { commonAncestor($0, own) } ?? own
    }
    return result ?? root.node
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
    withUnsafePointer(to: constraint) { holderAndSpace(of: BareConstraint($0)).holder.pointee.item }
  }

  /// The holder, and the view in whose coordinates locations are measured; mostly both are the nearest common ancestor. With multiplier 1, every
  /// common ancestor gives the same row, and the nearest one gives the row with the fewest terms.
  func holderAndSpace(of constraint: BareConstraint) -> (holder: NodePointer, space: NodePointer) {
    guard let holder = constraint.holder.flatMap({ items.nodes[$0] }) else {
      let ancestor = commonAncestor(of: constraint)
      return (ancestor, ancestor)
    }
    let takesNearest = constraint.multiplier == 1 && constraint.hasOneAxis
    return (holder, takesNearest ? commonAncestor(of: constraint) : holder)
  }
}

extension BareConstraint {
  fileprivate var hasOneAxis: Bool {
    let axis = first.axis
    return first.lies(on: axis) && second?.lies(on: axis) ?? true
  }

  /// Whether the constraint names leading or trailing, so that it is measured from the right in a right-to-left layout.
  var isDirectional: Bool { first.isDirectional || second?.isDirectional ?? false }
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

  fileprivate var isDirectional: Bool {
    switch self {
    case .anchor(let anchor): anchor.attribute.side == .directional
    case .distance(let from, let to): from.attribute.side == .directional || to.attribute.side == .directional
    }
  }
}
