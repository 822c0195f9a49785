import SceneModel

extension Scene {
  /// Returns a small random scene, mostly without ambiguity, with a few steps; some of the steps are mistakes.
  public static func sample(seed: UInt64) -> Scene {
    var entropy = Entropy(seed: seed)
    var scene = Scene(rootSize: Size(width: 320, height: 480))
    if entropy.chance(1, in: 3) { scene.direction = .rightToLeft }
    let count = 1 + entropy.below(5)
    for index in 1...count {
      var view = View(id: ItemID(UInt32(index)), name: "v\(index)", parent: entropy.pick(scene.views.map(\.id)))
      if entropy.chance(1, in: 3) {
        view.intrinsic = IntrinsicSize(width: Double(20 + entropy.below(80)), height: Double(10 + entropy.below(30)))
      }
      if entropy.chance(1, in: 5) {
        var stack = StackConfiguration()
        stack.axis = entropy.pick(Axis.allCases)
        stack.distribution = entropy.pick(StackConfiguration.Distribution.allCases)
        stack.alignment = entropy.pick(StackConfiguration.Alignment.allCases)
        stack.spacing = Double(entropy.below(3) * 4)
        view.kind = .stack
        view.stack = stack
      }
      scene.views.append(view)
    }
    for index in scene.views.indices where scene.views[index].stack != nil {
      let id = scene.views[index].id
      let arranged = scene.views.filter { $0.parent == id }.map(\.id)
      scene.views[index].stack?.arranged = arranged
    }
    for view in scene.views.dropFirst() { scene.constrain(view, &entropy) }
    for _ in 0..<entropy.below(5) { scene.steps.append(scene.step(&entropy)) }
    if entropy.chance(1, in: 2) { scene.sayPlainly(&entropy) }
    return scene
  }

  /// Changes the scene so that parts of it can be expressed in another way: stack views fill, a constraint gets its sides swapped, and a view with an
  /// autoresizing mask is added.
  private mutating func sayPlainly(_ entropy: inout Entropy) {
    for index in views.indices where views[index].stack != nil {
      views[index].stack?.alignment = .fill
      views[index].stack?.distribution = entropy.pick([.fill, .fillEqually])
    }
    if let at = constraints.firstIndex(where: { $0.second != nil && $0.relation == .equal && $0.multiplier == 1 }),
      let second = constraints[at].second
    {
      (constraints[at].first, constraints[at].second) = (second, constraints[at].first)
      constraints[at].constant.negate()
    }
    let id = ItemID((views.map(\.id.rawValue).max() ?? 0) + 1)
    let parent = entropy.pick(views.filter { $0.stack == nil && $0.kind == .plain }.map(\.id))
    var masked = View(id: id, name: "masked", parent: parent)
    masked.autoresizing = entropy.pick(
      [[], .flexibleWidth, [.flexibleLeft, .flexibleHeight], .flexibleTop] as [AutoresizingMask])
    masked.frame = Rect(x: Double(entropy.below(40)), y: 8, width: Double(entropy.below(90)), height: 30)
    views.append(masked)
  }

  private mutating func constrain(_ view: View, _ entropy: inout Entropy) {
    guard let parent = view.parent else { return }
    let isArranged = views.contains { $0.stack?.arranged.contains(view.id) == true }
    let edges: [[LayoutAttribute]] = [[.leading, .trailing, .left, .right, .centerX], [.top, .bottom, .centerY]]
    for attributes in edges where !isArranged && entropy.chance(9, in: 10) {
      let attribute = entropy.pick(attributes)
      add(attribute, of: view.id, attribute, of: parent, constant: Double(entropy.below(41) - 20), &entropy)
    }
    for size in [LayoutAttribute.width, .height] where view.intrinsic.width == nil && entropy.chance(9, in: 10) {
      if entropy.chance(1, in: 3) {
        add(size, of: view.id, size, of: parent, constant: -Double(entropy.below(20)), &entropy)
      } else {
        add(size, of: view.id, nil, of: parent, constant: Double(entropy.below(100)), &entropy)
      }
    }
  }

  private mutating func add(
    _ first: LayoutAttribute, of item: ItemID, _ second: LayoutAttribute?, of other: ItemID, constant: Double,
    _ entropy: inout Entropy
  ) {
    let number = UInt32(constraints.count + 1)
    constraints.append(
      LayoutConstraint(
        id: .init(number), name: "c\(number)", first: .anchor(LayoutAnchor(item, first)),
        relation: entropy.chance(1, in: 6) ? entropy.pick(Relation.allCases) : .equal,
        second: second.map { .anchor(LayoutAnchor(other, $0)) }, constant: constant,
        priority: entropy.chance(1, in: 6) ? 750 : 1000))
  }

  private func step(_ entropy: inout Entropy) -> Step {
    let view = entropy.pick(views).id
    let inner = views.count > 1 ? views[1 + entropy.below(views.count - 1)].id : view
    // Now and then a constraint that is not there.
    let constraint = LayoutConstraint.ID(UInt32(1 + entropy.below(constraints.count + 1)))
    switch entropy.below(8) {
    case 0, 1: return .setConstant(constraint, Double(entropy.below(60)))
    case 2: return .setPriority(constraint, entropy.pick([1000, 750, 250]))
    case 3: return entropy.chance(1, in: 2) ? .deactivate(constraint) : .activate(constraint)
    case 4: return .hide(inner)
    case 5: return .show(inner)
    case 6: return .resize(Size(width: Double(200 + entropy.below(200)), height: 480))
    default: return .layout(view)
    }
  }
}
