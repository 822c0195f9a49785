extension Scene {
  /// What is wrong with the document's references, in words; nil when every door may let it in.
  ///
  /// Checked: one root, first and named `root`; superviews and owners before what refers to them; ids and names unique
  /// in the whole document, what steps add included; constraints, stacks, recorded frames and steps refer to things that
  /// exist (for a step: that it or an earlier line declared; whether it is still there is the kernel's to say). Linear in
  /// the scene.
  public var structuralMistake: String? {
    guard let root = views.first, root.id == .root, root.name == "root", root.parent == nil else {
      return "the first view is not the root"
    }
    guard root.frame.x == 0, root.frame.y == 0, root.frame.width >= 0, root.frame.height >= 0 else {
      return "the root's frame does not start at 0, 0 or is negative"
    }
    var structure = Structure()
    do throws(StructuralMistake) {
      for view in views.dropFirst() { try structure.declare(view) }
      for guide in guides { try structure.declare(guide) }
      for view in views { try structure.checkStack(of: view) }
      for constraint in constraints { try structure.declare(constraint) }
      for id in recorded.keys.sorted() { try structure.requireItem(id, "a recorded frame") }
      for (index, step) in steps.enumerated() { try structure.check(step, "step \(index + 1)") }
    } catch {
      return error.text
    }
    return nil
  }
}

private struct StructuralMistake: Error {
  var text: String
}

/// What has been declared so far.
private struct Structure {
  /// Whether the item is a view.
  private var items: [ItemID: Bool] = [.root: true]
  private var names: Set<String> = ["root"]
  private var constraintIDs: Set<LayoutConstraint.ID> = []
  private var constraintNames: Set<String> = []

  mutating func declare(_ view: View) throws(StructuralMistake) {
    guard let parent = view.parent else { throw StructuralMistake(text: "the view \"\(view.name)\" has no superview") }
    guard items[parent] == true else {
      throw StructuralMistake(text: "the superview of \"\(view.name)\" is no view declared before it")
    }
    try declareItem(view.id, view.name, isView: true)
  }

  mutating func declare(_ guide: Guide) throws(StructuralMistake) {
    guard items[guide.owner] == true else {
      throw StructuralMistake(text: "the owner of the guide \"\(guide.name)\" is no view declared before it")
    }
    try declareItem(guide.id, guide.name, isView: false)
  }

  private mutating func declareItem(_ id: ItemID, _ name: String, isView: Bool) throws(StructuralMistake) {
    guard items.updateValue(isView, forKey: id) == nil else {
      throw StructuralMistake(text: "the id \(id) is used twice")
    }
    guard names.insert(name).inserted else { throw StructuralMistake(text: "the name \"\(name)\" is used twice") }
  }

  mutating func declare(_ constraint: LayoutConstraint) throws(StructuralMistake) {
    guard constraintIDs.insert(constraint.id).inserted else {
      throw StructuralMistake(text: "the constraint id \(constraint.id) is used twice")
    }
    guard constraintNames.insert(constraint.name).inserted else {
      throw StructuralMistake(text: "the constraint name \"\(constraint.name)\" is used twice")
    }
    for anchor in constraint.anchors { try requireItem(anchor.item, "the constraint \"\(constraint.name)\"") }
    if let holder = constraint.holder, items[holder] != true {
      throw StructuralMistake(text: "the constraint \"\(constraint.name)\" is held by \(holder), which is no view")
    }
  }

  func checkStack(of view: View) throws(StructuralMistake) {
    guard let stack = view.stack else { return }
    for id in stack.items where items[id] != true {
      throw StructuralMistake(text: "the stack \"\(view.name)\" arranges \(id), which is no view")
    }
    guard Set(stack.arranged).count == stack.arranged.count else {
      throw StructuralMistake(text: "the stack \"\(view.name)\" arranges a view twice")
    }
  }

  mutating func check(_ step: Step, _ place: String) throws(StructuralMistake) {
    switch step {
    case .addView(let view):
      try declare(view)
      try checkStack(of: view)
    case .addGuide(let guide): try declare(guide)
    case .addConstraint(let constraint): try declare(constraint)
    case .animate(let animation):
      for step in animation.steps {
        guard step.fitsInAnimation else {
          throw StructuralMistake(text: "\(place) adds, nests or waits in an animation")
        }
        try check(step, place)
      }
    default:
      for id in step.items { try requireItem(id, place) }
      if let id = step.constraintID, !constraintIDs.contains(id) {
        throw StructuralMistake(text: "\(place) refers to the constraint \(id), which does not exist")
      }
    }
  }

  func requireItem(_ id: ItemID, _ place: String) throws(StructuralMistake) {
    guard items[id] != nil else { throw StructuralMistake(text: "\(place) refers to \(id), which does not exist") }
  }
}
