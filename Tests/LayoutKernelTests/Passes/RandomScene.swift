import SceneModel

/// Small random scenes with every kind of item, and random steps on them.
struct RandomScene {
  var entropy: Entropy
  var scene: Scene
  private var nextConstraint: UInt32 = 1
  private var nextItem: UInt32 = 1

  init(seed: UInt64) {
    entropy = Entropy(seed: seed)
    scene = Scene(rootSize: Size(width: 320, height: 480))
    if entropy.chance(1, in: 3) { scene.root.safeArea = Insets(top: 20, left: 0, bottom: 34, right: 0) }
    if entropy.chance(1, in: 4) { scene.direction = .rightToLeft }
    for _ in 0..<(2 + entropy.below(7)) { scene.views.append(newView()) }
    for _ in 0..<entropy.below(4) { scene.guides.append(newGuide()) }
    for index in scene.views.indices where scene.views[index].stack != nil {
      let id = scene.views[index].id
      let arranged = scene.views.filter { $0.parent == id }.map(\.id)
      scene.views[index].stack?.arranged = arranged
      for child in scene.views.indices where scene.views[child].parent == id {
        scene.views[child].autoresizing = nil
      }
    }
    for _ in 0..<(2 + entropy.below(14)) {
      let constraint = newConstraint()
      scene.constraints.append(constraint)
    }
  }

  private mutating func number() -> Double { Double(entropy.below(41)) * 4 - 20 }
  private mutating func length() -> Double { Double(entropy.below(30)) * 5 }
  private mutating func priority() -> Double { entropy.pick([1000, 1000, 999, 750, 750, 500, 250, 250, 51]) }

  private mutating func newIntrinsic() -> IntrinsicSize {
    var size = IntrinsicSize(
      width: entropy.chance(2, in: 3) ? length() : nil, height: entropy.chance(2, in: 3) ? length() : nil)
    if entropy.chance(1, in: 3) { size.hugging = AxisPriorities(horizontal: 251, vertical: 249) }
    if entropy.chance(1, in: 3) { size.resistance = AxisPriorities(horizontal: 749, vertical: 1000) }
    return size
  }

  private mutating func newView() -> View {
    let id = ItemID(nextItem)
    nextItem += 1
    var view = View(id: id, name: "v\(id.rawValue)", parent: entropy.pick(scene.views.map(\.id)))
    switch entropy.below(10) {
    case 0, 1, 2:
      view.frame = Rect(x: number(), y: number(), width: length(), height: length())
      view.autoresizing = AutoresizingMask(rawValue: UInt8(entropy.below(64)))
    case 3, 4:
      var stack = StackConfiguration()
      stack.axis = entropy.pick(Axis.allCases)
      stack.alignment = entropy.pick(StackConfiguration.Alignment.allCases)
      stack.distribution = entropy.pick(StackConfiguration.Distribution.allCases)
      stack.spacing = Double(entropy.below(4)) * 4
      stack.isLayoutMarginsRelative = entropy.chance(1, in: 3)
      view.kind = .stack
      view.stack = stack
    case 5:
      view.kind = .scroll
      view.scroll = ScrollConfiguration()
    case 6:
      view.kind = .label
      view.text = TextMetrics(
        wordWidths: (0..<(1 + entropy.below(6))).map { _ in Double(10 + entropy.below(40)) }, spaceWidth: 4,
        lineHeight: 20, lineLimit: entropy.below(3))
    default: view.intrinsic = newIntrinsic()
    }
    view.isHidden = entropy.chance(1, in: 8)
    view.firstBaseline = Double(entropy.below(3)) * 5
    view.lastBaseline = Double(entropy.below(3)) * 2
    if entropy.chance(1, in: 6) { view.alignmentInsets = Insets(top: 0, left: 2, bottom: 1, right: 2) }
    if entropy.chance(1, in: 4) { view.margins.preservesSuperviewMargins = true }
    if entropy.chance(1, in: 6) { view.semantic = entropy.pick(SemanticContent.allCases) }
    return view
  }

  private mutating func newGuide() -> Guide {
    let id = ItemID(nextItem)
    nextItem += 1
    return Guide(
      id: id, name: "g\(id.rawValue)", owner: entropy.pick(scene.views.map(\.id)),
      kind: entropy.pick(Guide.Kind.allCases))
  }

  private mutating func newConstraint() -> LayoutConstraint {
    let id = LayoutConstraint.ID(nextConstraint)
    nextConstraint += 1
    let items = scene.views.map(\.id) + scene.guides.map(\.id)
    let pairs: [(LayoutAttribute, LayoutAttribute)] = [
      (.leading, .leading), (.trailing, .trailing), (.leading, .trailing), (.top, .top), (.bottom, .bottom),
      (.top, .bottom), (.centerX, .centerX), (.centerY, .centerY), (.width, .width), (.height, .height),
      (.left, .leftMargin), (.leading, .leadingMargin), (.bottom, .bottomMargin), (.firstBaseline, .lastBaseline),
      (.centerX, .centerXWithinMargins), (.width, .height),
    ]
    let pair = entropy.pick(pairs)
    let first = entropy.pick(items)
    var constraint: LayoutConstraint
    if pair.0.isSize, entropy.chance(3, in: 4) {
      constraint = LayoutConstraint(id: id, name: "c\(id.rawValue)", first: .anchor(LayoutAnchor(first, pair.0)))
      constraint.constant = length()
    } else {
      let parent = scene.views.first { $0.id == first }?.parent
      let second = entropy.chance(1, in: 2) ? parent ?? .root : entropy.pick(items)
      constraint = LayoutConstraint(
        id: id, name: "c\(id.rawValue)", first: .anchor(LayoutAnchor(first, pair.0)),
        second: .anchor(LayoutAnchor(second, pair.1)), multiplier: entropy.pick([1, 1, 1, 1, 0.5, 2]),
        constant: number())
    }
    constraint.relation = entropy.pick([.equal, .equal, .lessThanOrEqual, .greaterThanOrEqual])
    constraint.priority = priority()
    constraint.isActive = !entropy.chance(1, in: 10)
    return constraint
  }

  /// A step that makes sense in `scene`, which is the kernel's present one.
  mutating func nextStep(in present: Scene) -> Step {
    scene.views = present.views
    scene.guides = present.guides
    scene.constraints = present.constraints
    let views = present.views.map(\.id)
    let constraint = present.constraints.isEmpty ? nil : entropy.pick(present.constraints).id
    let view = entropy.pick(views)
    let inner = views.dropFirst().isEmpty ? nil : entropy.pick(Array(views.dropFirst()))
    let stacks = present.views.filter { $0.stack != nil }
    switch entropy.below(22) {
    case 0, 1, 2: if let constraint { return .setConstant(constraint, number()) }
    case 3: if let constraint { return .setPriority(constraint, priority()) }
    case 4: if let constraint { return .deactivate(constraint) }
    case 5: if let constraint { return .activate(constraint) }
    case 6: return .addConstraint(newConstraint())
    case 7: if let constraint { return .removeConstraint(constraint) }
    case 8: return .addView(addable(newView()))
    case 9: if let inner, entropy.chance(1, in: 3) { return .removeView(inner) }
    case 10: return .addGuide(newGuide())
    case 11: if let inner { return .hide(inner) }
    case 12: if let inner { return .show(inner) }
    case 13: return .setIntrinsic(view, newIntrinsic())
    case 14: return .resize(Size(width: 200 + length(), height: 300 + length()))
    case 15:
      if let inner {
        return .setProperty(
          inner, .frame(Rect(x: number(), y: number(), width: length(), height: length())))
      }
    case 16:
      return .setProperty(
        view, .margins(DirectionalInsets(top: length(), leading: length(), bottom: length(), trailing: length())))
    case 17:
      if let stack = stacks.randomElement(using: &entropy) {
        let arranged = stack.stack?.arranged ?? []
        if let inner, entropy.chance(1, in: 2), !isAncestor(inner, of: stack.id) {
          return .arrange(inner, in: stack.id, at: entropy.below(3))
        }
        if let one = arranged.randomElement(using: &entropy) { return .unarrange(one, from: stack.id) }
        return .setProperty(stack.id, .spacing(Double(entropy.below(20))))
      }
    case 18: if let inner, !isAncestor(inner, of: view) { return .move(inner, in: view, at: entropy.below(3)) }
    case 19: return .setProperty(view, .safeArea(Insets(top: length(), left: length(), bottom: 0, right: 0)))
    case 20:
      let isScrolling = present.views.first { $0.id == view }?.scroll != nil
      return .setProperty(
        view,
        .bounds(
          Rect(x: isScrolling ? number() : 0, y: isScrolling ? number() : 0, width: length(), height: length())))
    default: return .setProperty(view, .semantic(entropy.pick(SemanticContent.allCases)))
    }
    return .needsLayout(view)
  }

  private func addable(_ view: View) -> View {
    var view = view
    view.stack?.arranged = []
    return view
  }

  private func isAncestor(_ ancestor: ItemID, of view: ItemID) -> Bool {
    var present: ItemID? = view
    while let id = present {
      if id == ancestor { return true }
      present = scene.views.first { $0.id == id }?.parent
    }
    return false
  }
}
