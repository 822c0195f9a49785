extension Scene {
  /// What is wrong with the document's references, in words; nil when every door may let it in.
  ///
  /// Checked: one root, first and named `root`; superviews and owners before what refers to them; unique ids and names;
  /// references of constraints, stacks and recorded frames exist. A step may refer to what an earlier step added; one
  /// that refers to nothing is the kernel's to refuse. Linear in the scene.
  public var structuralMistake: String? {
    guard let root = views.first, root.id == .root, root.name == "root", root.parent == nil else {
      return "the first view is not the root"
    }
    guard root.frame.x == 0, root.frame.y == 0, root.frame.width >= 0, root.frame.height >= 0 else {
      return "the root's frame does not start at 0, 0 or is negative"
    }
    var items: [ItemID: Bool] = [.root: true]
    var names: Set<String> = ["root"]
    for view in views.dropFirst() {
      guard let parent = view.parent else { return "the view \"\(view.name)\" has no superview" }
      guard items[parent] == true else {
        return "the superview of \"\(view.name)\" is not declared before it"
      }
      guard items.updateValue(true, forKey: view.id) == nil else { return "the id \(view.id) is used twice" }
      guard names.insert(view.name).inserted else { return "the name \"\(view.name)\" is used twice" }
    }
    for guide in guides {
      guard items[guide.owner] == true else { return "the owner of the guide \"\(guide.name)\" is no view" }
      guard items.updateValue(false, forKey: guide.id) == nil else { return "the id \(guide.id) is used twice" }
      guard names.insert(guide.name).inserted else { return "the name \"\(guide.name)\" is used twice" }
    }
    for view in views {
      guard let stack = view.stack else { continue }
      for id in stack.arranged + Array(stack.customSpacing.keys) where items[id] != true {
        return "the stack \"\(view.name)\" arranges \(id), which is no view"
      }
      guard Set(stack.arranged).count == stack.arranged.count else { return "a view is arranged twice" }
    }
    var constraintIDs: Set<LayoutConstraint.ID> = []
    var constraintNames: Set<String> = []
    for constraint in constraints {
      guard constraintIDs.insert(constraint.id).inserted else {
        return "the constraint id \(constraint.id) is used twice"
      }
      guard constraintNames.insert(constraint.name).inserted else {
        return "the constraint name \"\(constraint.name)\" is used twice"
      }
      for anchor in constraint.anchors where items[anchor.item] == nil {
        return "the constraint \"\(constraint.name)\" refers to \(anchor.item), which does not exist"
      }
      if let holder = constraint.holder, items[holder] != true {
        return "the constraint \"\(constraint.name)\" is held by \(holder), which is no view"
      }
    }
    for id in recorded.keys where items[id] == nil { return "a frame is recorded for \(id), which does not exist" }
    return nil
  }
}

extension LayoutConstraint {
  /// The anchors of both sides.
  public var anchors: [LayoutAnchor] { first.anchors + (second?.anchors ?? []) }
}

extension Operand {
  public var anchors: [LayoutAnchor] {
    switch self {
    case .anchor(let anchor): [anchor]
    case .distance(let from, let to): [from, to]
    }
  }
}
