// The fingerprint of a finding is the digest of its normal form. Two documents are the same finding if they differ only in names, ids,
// sizes of numbers, or unused parts.

extension Scene {
  /// The scene with canonical names, ids and numbers, without unused views and guides. It has no device, recorded frames,
  /// expectations, lines of code or provenance. A normal form is its own normal form.
  public var normalForm: Scene {
    var scene = self
    scene.device = nil
    scene.recorded = [:]
    scene.steps.removeAll { $0.expectation != nil }
    scene.provenance = nil
    scene.setSteps(scene.steps, from: scene.steps.map { _ in nil })
    scene.dropUnused()
    scene.rename()
    scene.rankNumbers()
    return scene
  }

  private var usedItems: Set<ItemID> {
    var used: Set<ItemID> = [.root]
    for constraint in constraints { used.formUnion(constraint.items) }
    for step in steps { used.formUnion(step.items) }
    for view in views {
      let hasSize = view.intrinsic.width != nil || view.intrinsic.height != nil || view.text != nil
      if hasSize || view.table != nil || view.flow != nil { used.insert(view.id) }
      if let stack = view.stack, !stack.arranged.isEmpty { used.formUnion(stack.arranged + [view.id]) }
    }
    for guide in guides where used.contains(guide.id) { used.insert(guide.owner) }
    for view in views.reversed() where used.contains(view.id) {
      if let parent = view.parent { used.insert(parent) }
    }
    return used
  }

  private mutating func dropUnused() {
    let used = usedItems
    views.removeAll { !used.contains($0.id) }
    guides.removeAll { !used.contains($0.id) }
    for index in views.indices {
      guard var stack = views[index].stack else { continue }
      let arranged = Set(stack.arranged)
      stack.customSpacing = stack.customSpacing.filter { arranged.contains($0.key) }
      views[index].stack = stack
    }
  }

  private mutating func rename() {
    var items: [ItemID: ItemID] = [.root: .root]
    var constraintIDs: [LayoutConstraint.ID: LayoutConstraint.ID] = [:]
    for view in views.dropFirst() { items[view.id] = ItemID(UInt32(items.count)) }
    for guide in guides { items[guide.id] = ItemID(UInt32(items.count)) }
    // Ids keep their order, because the age of a constraint has a meaning.
    for (rank, id) in constraints.map(\.id).sorted().enumerated() {
      constraintIDs[id] = LayoutConstraint.ID(UInt32(rank + 1))
    }
    for step in steps {
      switch step {
      case .addView(let view): items[view.id] = items[view.id] ?? ItemID(UInt32(items.count))
      case .addGuide(let guide): items[guide.id] = items[guide.id] ?? ItemID(UInt32(items.count))
      case .addConstraint(let constraint):
        constraintIDs[constraint.id] =
          constraintIDs[constraint.id] ?? LayoutConstraint.ID(UInt32(constraintIDs.count + 1))
      default: break
      }
    }
    let renaming = Renaming(items: items, constraints: constraintIDs)
    views = views.map(renaming.view)
    guides = guides.map(renaming.guide)
    constraints = constraints.map(renaming.constraint)
    steps = steps.map(renaming.step)
  }

  private mutating func rankNumbers() {
    var numbers = NumberRanks()
    for constraint in constraints { numbers.note(constant: constraint.constant, priority: constraint.priority) }
    for view in views {
      numbers.note(view.intrinsic)
      numbers.note(constant: view.stack?.spacing ?? 0)
    }
    for step in steps {
      switch step {
      case .setConstant(_, let value): numbers.note(constant: value)
      case .setPriority(_, let value): numbers.note(priority: value)
      case .addConstraint(let constraint):
        numbers.note(constant: constraint.constant, priority: constraint.priority)
      case .addView(let view): numbers.note(view.intrinsic)
      case .setIntrinsic(_, let size): numbers.note(size)
      default: break
      }
    }
    numbers.rank()
    constraints = constraints.map(numbers.ranked)
    for index in views.indices {
      views[index].intrinsic = numbers.ranked(views[index].intrinsic)
      if let spacing = views[index].stack?.spacing { views[index].stack?.spacing = numbers.constant(spacing) }
    }
    steps = steps.map { step in
      switch step {
      case .setConstant(let id, let value): .setConstant(id, numbers.constant(value))
      case .setPriority(let id, let value): .setPriority(id, numbers.priority(value))
      case .addConstraint(let constraint): .addConstraint(numbers.ranked(constraint))
      case .addView(var view):
        {
          view.intrinsic = numbers.ranked(view.intrinsic)
          return .addView(view)
        }()
      case .setIntrinsic(let id, let size): .setIntrinsic(id, numbers.ranked(size))
      default: step
      }
    }
  }
}

/// A map from old ids to new ones, for items and constraints. Ids that are not in the map stay.
private struct Renaming {
  var items: [ItemID: ItemID]
  var constraints: [LayoutConstraint.ID: LayoutConstraint.ID]

  func callAsFunction(_ id: ItemID) -> ItemID { items[id] ?? id }
  func callAsFunction(_ id: LayoutConstraint.ID) -> LayoutConstraint.ID { constraints[id] ?? id }

  func view(_ view: View) -> View {
    var view = view
    view.id = self(view.id)
    if view.id != .root { view.name = "v\(view.id.rawValue)" }
    view.parent = view.parent.map { self($0) }
    if var stack = view.stack {
      stack.arranged = stack.arranged.map { self($0) }
      stack.customSpacing = Dictionary(
        stack.customSpacing.map { (self($0.key), $0.value) }, uniquingKeysWith: { first, _ in first })
      view.stack = stack
    }
    return view
  }

  func guide(_ guide: Guide) -> Guide {
    var guide = guide
    guide.id = self(guide.id)
    guide.name = "g\(guide.id.rawValue)"
    guide.owner = self(guide.owner)
    return guide
  }

  func constraint(_ constraint: LayoutConstraint) -> LayoutConstraint {
    var constraint = constraint
    constraint.id = self(constraint.id)
    constraint.name = "c\(constraint.id.rawValue)"
    constraint.identifier = nil
    constraint.first = constraint.first.mappingItems { self($0) }
    constraint.second = constraint.second?.mappingItems { self($0) }
    constraint.holder = constraint.holder.map { self($0) }
    return constraint
  }

  private func callAsFunction(_ animation: AnimationStep) -> AnimationStep {
    var animation = animation
    animation.steps = animation.steps.map(step)
    animation.about = animation.about.map { self($0) }
    return animation
  }

  func step(_ step: Step) -> Step {
    switch step {
    case .setConstant(let id, let value): .setConstant(self(id), value)
    case .setPriority(let id, let value): .setPriority(self(id), value)
    case .activate(let id): .activate(self(id))
    case .deactivate(let id): .deactivate(self(id))
    case .addConstraint(let added): .addConstraint(constraint(added))
    case .removeConstraint(let id): .removeConstraint(self(id))
    case .addView(let added): .addView(view(added))
    case .removeView(let id): .removeView(self(id))
    case .addGuide(let added): .addGuide(guide(added))
    case .removeGuide(let id): .removeGuide(self(id))
    case .arrange(let id, let stack, let index): .arrange(self(id), in: self(stack), at: index)
    case .unarrange(let id, let stack): .unarrange(self(id), from: self(stack))
    case .move(let id, let parent, let index): .move(self(id), in: self(parent), at: index)
    case .hide(let id): .hide(self(id))
    case .show(let id): .show(self(id))
    case .setIntrinsic(let id, let size): .setIntrinsic(self(id), size)
    case .setProperty(let id, let property): .setProperty(self(id), property)
    case .needsLayout(let id): .needsLayout(self(id))
    case .needsProperties(let id): .needsProperties(self(id))
    case .needsConstraints(let id): .needsConstraints(self(id))
    case .layout(let id): .layout(self(id))
    case .resize, .advance: step
    case .beginUpdates(let id): .beginUpdates(self(id))
    case .endUpdates(let id): .endUpdates(self(id))
    case .animate(let animation): .animate(self(animation))
    case .play(let play): .play(play.renamed({ self($0) }, self.step))
    }
  }
}

/// Replaces numbers by their ranks among those that were noted. Constants are ranked by magnitude and keep their sign; 0 stays 0. Optional priorities
/// are ranked by size.
struct NumberRanks {
  private var constants: Set<Double> = []
  private var priorities: Set<Double> = []
  private var constantRank: [Double: Double] = [:]
  private var priorityRank: [Double: Double] = [:]

  mutating func note(constant: Double) { constants.insert(abs(constant)) }
  mutating func note(priority: Double) {
    if priority < LinearConstraint.requiredPriority { priorities.insert(priority) }
  }
  mutating func note(constant: Double, priority: Double) {
    note(constant: constant)
    note(priority: priority)
  }
  mutating func note(_ size: IntrinsicSize) {
    guard size.width != nil || size.height != nil else { return }
    for value in [size.width, size.height] { if let value { note(constant: value) } }
    for priorities in [size.hugging, size.resistance] {
      note(priority: priorities.horizontal)
      note(priority: priorities.vertical)
    }
  }

  mutating func rank() {
    constants.remove(0)
    for (rank, value) in constants.sorted().enumerated() { constantRank[value] = Double(rank + 1) }
    // A scene may hold more priorities than there are whole numbers below 1000.
    let step = min(1, 999 / Double(max(priorities.count, 1)))
    for (rank, value) in priorities.sorted().enumerated() { priorityRank[value] = Double(rank + 1) * step }
  }

  func constant(_ value: Double) -> Double {
    guard value != 0, let rank = constantRank[abs(value)] else { return value }
    return value < 0 ? -rank : rank
  }
  func priority(_ value: Double) -> Double { priorityRank[value] ?? value }

  func ranked(_ constraint: LayoutConstraint) -> LayoutConstraint {
    var constraint = constraint
    constraint.constant = constant(constraint.constant)
    constraint.priority = priority(constraint.priority)
    return constraint
  }

  func ranked(_ size: IntrinsicSize) -> IntrinsicSize {
    guard size.width != nil || size.height != nil else { return IntrinsicSize() }
    var size = size
    size.width = size.width.map(constant)
    size.height = size.height.map(constant)
    size.hugging = AxisPriorities(
      horizontal: priority(size.hugging.horizontal), vertical: priority(size.hugging.vertical))
    size.resistance = AxisPriorities(
      horizontal: priority(size.resistance.horizontal), vertical: priority(size.resistance.vertical))
    return size
  }
}
