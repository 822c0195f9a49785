import SceneModel

extension Mutator where Subject == Scene {
  public static let all: [Mutator] = [
    .addView, .addConstraint, .addGuide, .appendStep, .insertStep, .deleteStep, .swapSteps, .deleteView,
    .deleteConstraint, .changeConstant, .changePriority, .changeMultiplier, .changeRelation, .changeOperand,
    .toggleConstraint, .changeIntrinsic, .changeView, .changeRoot, .copyConstraint,
  ]

  static let addView = Mutator("add a view") { scene, entropy in
    var sketch = SceneSketch(scene, atStart: true)
    let view = sketch.view(&entropy)
    scene.views.append(view)
    sketch.add(view)
    guard view.autoresizing == nil else { return }
    if let stack = scene.views.firstIndex(where: { $0.id == view.parent }), scene.views[stack].stack != nil,
      entropy.chance(7, in: 8)
    {
      scene.views[stack].stack?.arranged.append(view.id)
      if entropy.chance(1, in: 4) {
        scene.views[stack].stack?.customSpacing[view.id] = Double(entropy.below(8) * 3)
      }
    } else {
      scene.constraints += sketch.placement(of: view, &entropy)
    }
  }

  static let addConstraint = Mutator("add a constraint") { scene, entropy in
    var sketch = SceneSketch(scene, atStart: true)
    scene.constraints.append(sketch.freeConstraint(&entropy))
  }

  static let addGuide = Mutator("add a guide") { scene, entropy in
    var sketch = SceneSketch(scene, atStart: true)
    scene.guides.append(sketch.guide(&entropy))
  }

  static let appendStep = Mutator("append steps") { scene, entropy in
    var sketch = SceneSketch(scene)
    for _ in 0..<entropy.count(1...3) { scene.steps.append(sketch.step(&entropy)) }
    scene.steps.append(.layout(.root))
  }

  static let insertStep = Mutator("insert a step") { scene, entropy in
    let at = entropy.below(scene.steps.count + 1)
    var prefix = scene
    prefix.steps.removeSubrange(at...)
    var sketch = SceneSketch(prefix)
    scene.steps.insert(sketch.step(&entropy), at: at)
  }

  static let deleteStep = Mutator("delete a step") { scene, entropy in
    guard let at = scene.steps.position(&entropy) else { return }
    scene.steps.remove(at: at)
  }

  static let swapSteps = Mutator("swap two steps") { scene, entropy in
    guard let a = scene.steps.position(&entropy), let b = scene.steps.position(&entropy) else { return }
    scene.steps.swapAt(a, b)
  }

  static let deleteView = Mutator("delete a view") { scene, entropy in
    guard let at = scene.views.position(&entropy) else { return }
    scene.removeSubtree(of: scene.views[at].id)
  }

  static let deleteConstraint = Mutator("delete a constraint") { scene, entropy in
    guard let at = scene.constraints.position(&entropy) else { return }
    scene.removeConstraints([scene.constraints[at].id])
  }

  static let changeConstant = Mutator("change a constant") { scene, entropy in
    scene.changeConstraint(&entropy) { constraint, entropy in
      constraint.constant =
        entropy.chance(1, in: 3)
        ? constraint.constant + Double(entropy.below(3) - 1) : entropy.constant(wildness: 1)
    }
  }

  static let changePriority = Mutator("change a priority") { scene, entropy in
    scene.changeConstraint(&entropy) { constraint, entropy in
      let required = entropy.chance(1, in: 8)
      constraint.priority = required ? LinearConstraint.requiredPriority : entropy.optionalPriority()
    }
  }

  static let changeMultiplier = Mutator("change a multiplier") { scene, entropy in
    scene.changeConstraint(&entropy) { constraint, entropy in
      guard constraint.second != nil else { return }
      constraint.multiplier = entropy.fraction()
    }
  }

  static let changeRelation = Mutator("change a relation") { scene, entropy in
    scene.changeConstraint(&entropy) { constraint, entropy in constraint.relation = entropy.pick(Relation.allCases) }
  }

  static let changeOperand = Mutator("change what a constraint connects") { scene, entropy in
    var sketch = SceneSketch(scene, atStart: true)
    scene.changeConstraint(&entropy) { constraint, entropy in
      let other = sketch.freeConstraint(&entropy)
      constraint.first = other.first
      constraint.second = other.second
      constraint.multiplier = other.multiplier
      // The priority is copied, too: constraints between any two items should mostly be optional (see `freeConstraint`).
      constraint.priority = other.priority
    }
  }

  static let toggleConstraint = Mutator("toggle a constraint") { scene, entropy in
    scene.changeConstraint(&entropy) { constraint, _ in constraint.isActive.toggle() }
  }

  static let changeIntrinsic = Mutator("change an intrinsic size") { scene, entropy in
    guard scene.views.count > 1 else { return }
    let at = 1 + entropy.below(scene.views.count - 1)
    scene.views[at].intrinsic = SceneSketch(scene, atStart: true).intrinsic(&entropy)
  }

  /// Gives a view the properties of a newly generated one.
  static let changeView = Mutator("change a view") { scene, entropy in
    guard scene.views.count > 1 else { return }
    let at = 1 + entropy.below(scene.views.count - 1)
    var sketch = SceneSketch(scene, atStart: true)
    var view = sketch.view(&entropy)
    let old = scene.views[at]
    (view.id, view.name, view.parent) = (old.id, old.name, old.parent)
    // A mask would conflict with the present constraints.
    if old.autoresizing == nil { view.autoresizing = nil }
    if view.stack != nil { view.stack?.arranged = scene.views.filter { $0.parent == old.id }.map(\.id) }
    scene.views[at] = view
  }

  static let changeRoot = Mutator("change the root") { scene, entropy in
    switch entropy.below(4) {
    case 0: scene.root.frame = Rect(x: 0, y: 0, width: Double(entropy.below(800)), height: Double(entropy.below(900)))
    case 1: scene.direction = entropy.pick(LayoutDirection.allCases)
    case 2: scene.root.safeArea = Insets(top: Double(entropy.below(50)), bottom: Double(entropy.below(40)))
    default: scene.root.margins.own = SceneSketch(scene, atStart: true).margins(&entropy)
    }
  }

  static let copyConstraint = Mutator("copy a constraint") { scene, entropy in
    guard let at = scene.constraints.position(&entropy) else { return }
    var sketch = SceneSketch(scene)
    var copy = sketch.constraint(LayoutAnchor(.root, .width), .equal)
    let (id, name) = (copy.id, copy.name)
    copy = scene.constraints[at]
    (copy.id, copy.name) = (id, name)
    if entropy.chance(1, in: 2) {
      copy.constant = entropy.constant()
      copy.priority = entropy.optionalPriority()
    }
    scene.constraints.append(copy)
  }
}

extension Scene {
  /// Changes a random constraint by `change`: one that the scene starts with, or one that a step adds. Does nothing if there is none.
  fileprivate mutating func changeConstraint(
    _ entropy: inout Entropy, _ change: (inout LayoutConstraint, inout Entropy) -> Void
  ) {
    let added = steps.indices.filter { if case .addConstraint = steps[$0] { true } else { false } }
    let at = entropy.below(constraints.count + added.count)
    if at < constraints.count {
      change(&constraints[at], &entropy)
    } else if at - constraints.count < added.count,
      case .addConstraint(var constraint) = steps[added[at - constraints.count]]
    {
      change(&constraint, &entropy)
      steps[added[at - constraints.count]] = .addConstraint(constraint)
    }
  }
}
