extension Scene {
  /// The first mistake in the document's references, in words; `nil` when there is none.
  ///
  /// The rules: one root, which is first and named `root`; superviews and owners come before what refers to them; ids and names are unique
  /// in the whole document, including what steps add; constraints, stacks, recorded frames and steps refer to items that exist. For a step
  /// it is enough that an earlier line declared the item; whether it is still there, the kernel decides. Linear in the scene.
  public var structuralMistake: String? {
    var structure = Structure()
    do throws(StructuralMistake) {
      try checkContents(&structure)
      for (index, step) in steps.enumerated() { try structure.check(step, at: index) }
    } catch {
      return error.text
    }
    return nil
  }

  /// The scene without the steps that the text form cannot express: steps that name something undeclared, and steps that declare an id or a name
  /// again. `nil` when there is a mistake before the steps. Linear in the scene.
  public var withoutDanglingSteps: Scene? {
    var structure = Structure()
    do throws(StructuralMistake) { try checkContents(&structure) } catch { return nil }
    var kept: [Step] = []
    kept.reserveCapacity(steps.count)
    for (index, step) in steps.enumerated() {
      do throws(StructuralMistake) { try structure.check(step, at: index) } catch { continue }
      kept.append(step)
    }
    if kept.count == steps.count { return self }
    var scene = self
    scene.steps = kept
    return scene
  }

  /// Checks everything but the steps.
  private func checkContents(_ structure: inout Structure) throws(StructuralMistake) {
    guard let root = views.first, root.id == .root, root.name == "root", root.parent == nil else {
      throw StructuralMistake(text: "the first view is not the root")
    }
    guard root.frame.x == 0, root.frame.y == 0, root.frame.width >= 0, root.frame.height >= 0 else {
      throw StructuralMistake(text: "the root's frame does not start at 0, 0 or is negative")
    }
    for view in views.dropFirst() { try structure.declare(view) }
    for guide in guides { try structure.declare(guide) }
    for view in views where view.stack != nil { try structure.checkStack(of: view) }
    for constraint in constraints { try structure.declare(constraint) }
    for id in recorded.keys.sorted() { try structure.requireItem(id, "a recorded frame") }
  }
}

private struct StructuralMistake: Error {
  var text: String
}

/// The declarations read so far.
private struct Structure {
  private var views = Declared<ItemID>([.root])
  private var guides = Declared<ItemID>()
  private var names = Declared<String>(["root"])
  private var constraintIDs = Declared<LayoutConstraint.ID>()
  private var constraintNames = Declared<String>()

  mutating func declare(_ view: View) throws(StructuralMistake) {
    guard let parent = view.parent else { throw StructuralMistake(text: "the view \"\(view.name)\" has no superview") }
    guard views.contains(parent) else {
      throw StructuralMistake(text: "the superview of \"\(view.name)\" is no view declared before it")
    }
    try checkNew(view.id, view.name)
    views.insert(view.id)
    names.insert(view.name)
  }

  mutating func declare(_ guide: Guide) throws(StructuralMistake) {
    guard views.contains(guide.owner) else {
      throw StructuralMistake(text: "the owner of the guide \"\(guide.name)\" is no view declared before it")
    }
    try checkNew(guide.id, guide.name)
    guides.insert(guide.id)
    names.insert(guide.name)
  }

  private func checkNew(_ id: ItemID, _ name: String) throws(StructuralMistake) {
    if views.contains(id) || guides.contains(id) { throw StructuralMistake(text: "the id \(id) is used twice") }
    if names.contains(name) { throw StructuralMistake(text: "the name \"\(name)\" is used twice") }
  }

  mutating func declare(_ constraint: LayoutConstraint) throws(StructuralMistake) {
    if constraintIDs.contains(constraint.id) {
      throw StructuralMistake(text: "the constraint id \(constraint.id) is used twice")
    }
    if constraintNames.contains(constraint.name) {
      throw StructuralMistake(text: "the constraint name \"\(constraint.name)\" is used twice")
    }
    func require(_ operand: Operand) throws(StructuralMistake) {
      switch operand {
      case .anchor(let anchor): try requireItem(anchor.item, "the constraint \"\(constraint.name)\"")
      case .distance(let from, let to):
        try requireItem(from.item, "the constraint \"\(constraint.name)\"")
        try requireItem(to.item, "the constraint \"\(constraint.name)\"")
      }
    }
    try require(constraint.first)
    if let second = constraint.second { try require(second) }
    if let holder = constraint.holder, !views.contains(holder) {
      throw StructuralMistake(text: "the constraint \"\(constraint.name)\" is held by \(holder), which is no view")
    }
    constraintIDs.insert(constraint.id)
    constraintNames.insert(constraint.name)
  }

  func checkStack(of view: View) throws(StructuralMistake) {
    guard let stack = view.stack else { return }
    for id in stack.items where id != view.id && !views.contains(id) {
      throw StructuralMistake(text: "the stack \"\(view.name)\" arranges \(id), which is no view")
    }
    guard Set(stack.arranged).count == stack.arranged.count else {
      throw StructuralMistake(text: "the stack \"\(view.name)\" arranges a view twice")
    }
  }

  /// Checks a step. A step that is refused declares nothing.
  mutating func check(_ step: Step, at index: Int) throws(StructuralMistake) {
    var place: String { "step \(index + 1)" }
    switch step {
    case .addView(let view):
      try checkStack(of: view)
      try declare(view)
    case .addGuide(let guide): try declare(guide)
    case .addConstraint(let constraint): try declare(constraint)
    case .animate(let animation):
      for id in animation.about { try requireView(id, place) }
      try check(animation.steps, in: .animation, at: index)
    case .play(let play):
      // Only expectations of a frame may name a guide.
      if case .expect(let expectation) = play, case .frame(let id, _) = expectation.what {
        try requireItem(id, place)
      } else {
        for id in play.ownItems { try requireView(id, place) }
      }
      for id in play.ownConstraints { try requireConstraint(id, place) }
      if case .when(let reaction) = play {
        try check(reaction.steps, in: .reaction, at: index)
      } else {
        try check(play.steps, in: .animation, at: index)
      }
    default:
      for id in step.items { try requireItem(id, place) }
      if let id = step.constraintID { try requireConstraint(id, place) }
    }
  }

  private mutating func check(_ steps: [Step], in body: Step.Body, at index: Int) throws(StructuralMistake) {
    for step in steps {
      guard step.fits(in: body) else {
        throw StructuralMistake(text: "step \(index + 1) adds, nests or waits where it cannot")
      }
      try check(step, at: index)
    }
  }

  private func requireConstraint(_ id: LayoutConstraint.ID, _ place: @autoclosure () -> String)
    throws(StructuralMistake)
  {
    guard constraintIDs.contains(id) else {
      throw StructuralMistake(text: "\(place()) refers to the constraint \(id), which does not exist")
    }
  }

  /// Checks that an item is a view, because only views have layers and animations.
  private func requireView(_ id: ItemID, _ place: @autoclosure () -> String) throws(StructuralMistake) {
    if views.contains(id) { return }
    let problem = guides.contains(id) ? "is a guide, where a view is expected" : "does not exist"
    throw StructuralMistake(text: "\(place()) refers to \(id), which \(problem)")
  }

  func requireItem(_ id: ItemID, _ place: @autoclosure () -> String) throws(StructuralMistake) {
    if views.contains(id) || guides.contains(id) { return }
    throw StructuralMistake(text: "\(place()) refers to \(id), which does not exist")
  }
}

/// The ids or names declared so far. A short list is searched: comparing a few keys is faster than hashing one.
private struct Declared<Key: Hashable> {
  private var list: [Key]
  private var hashed: Set<Key> = []

  init(_ keys: [Key] = []) { list = keys }

  func contains(_ key: Key) -> Bool { hashed.isEmpty ? list.contains(key) : hashed.contains(key) }

  mutating func insert(_ key: Key) {
    if !hashed.isEmpty {
      hashed.insert(key)
    } else if list.count < 16 {
      list.append(key)
    } else {
      hashed = Set(list)
      hashed.insert(key)
    }
  }
}
