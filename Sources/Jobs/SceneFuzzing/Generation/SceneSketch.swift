import SceneModel

/// The size of a generated scene.
public struct SceneBounds: Hashable, Sendable {
  /// The number of views besides the root.
  public var views: ClosedRange<Int>
  public var steps: ClosedRange<Int>
  /// The number of constraints beyond those that place each view.
  public var extraConstraints: ClosedRange<Int>

  public init(views: ClosedRange<Int>, steps: ClosedRange<Int>, extraConstraints: ClosedRange<Int> = 0...2) {
    self.views = views
    self.steps = steps
    self.extraConstraints = extraConstraints
  }

  /// The bounds for fuzzing, small enough for many thousand executions a second.
  public static let fuzzing = SceneBounds(views: 1...2, steps: 1...3, extraConstraints: 0...1)
  /// The bounds for layout engines. Bugs of their caches need several views and edits.
  public static let frames = SceneBounds(views: 1...3, steps: 1...5, extraConstraints: 0...3)
  /// Larger bounds for layout engines, for runs with more time.
  public static let largeFrames = SceneBounds(views: 3...6, steps: 2...6, extraConstraints: 2...6)
}

/// A scene after the steps generated so far. It proposes further views, constraints and steps that are mostly valid. It knows which parts exist,
/// but computes no layout.
struct SceneSketch {
  var present: Scene
  private(set) var nextItem: UInt32
  private var nextConstraint: UInt32

  /// Makes a sketch of a scene. With `atStart` it is the scene before its steps, and new ids differ from those of the steps.
  init(_ scene: Scene, atStart: Bool = false) {
    present = scene
    present.steps = []
    let items = scene.views.map(\.id.rawValue) + scene.guides.map(\.id.rawValue)
    nextItem = (items.max() ?? 0) &+ 1
    nextConstraint = (scene.constraints.map(\.id.rawValue).max() ?? 0) &+ 1
    for step in scene.steps { follow(step) }
    if atStart {
      present = scene
      present.steps = []
    }
  }

  mutating func follow(_ step: Step) {
    switch step {
    case .addConstraint(let constraint): add(constraint)
    case .removeConstraint(let id): present.constraints.removeAll { $0.id == id }
    case .addView(let view): add(view)
    case .removeView(let id): present.removeSubtree(of: id)
    case .addGuide(let guide): add(guide)
    case .removeGuide(let id): present.removeGuide(id)
    case .arrange(let view, let stack, let index):
      guard let at = present.views.firstIndex(where: { $0.id == stack }) else { return }
      var arranged = present.views[at].stack?.arranged ?? []
      arranged.removeAll { $0 == view }
      arranged.insert(view, at: min(max(index ?? arranged.count, 0), arranged.count))
      present.views[at].stack?.arranged = arranged
    case .unarrange(let view, let stack):
      guard let at = present.views.firstIndex(where: { $0.id == stack }) else { return }
      present.views[at].stack?.arranged.removeAll { $0 == view }
    case .move(let view, let parent, _):
      guard let at = present.views.firstIndex(where: { $0.id == view }), !present.isInside(parent, of: view) else {
        return
      }
      present.views[at].parent = parent
    default: break
    }
  }

  mutating func add(_ view: View) {
    present.views.append(view)
    nextItem = max(nextItem, view.id.rawValue &+ 1)
  }

  mutating func add(_ guide: Guide) {
    present.guides.append(guide)
    nextItem = max(nextItem, guide.id.rawValue &+ 1)
  }

  mutating func add(_ constraint: LayoutConstraint) {
    present.constraints.append(constraint)
    nextConstraint = max(nextConstraint, constraint.id.rawValue &+ 1)
  }

  /// A name that nothing in the scene has.
  private func name(_ letter: String, _ number: UInt32, taken: (String) -> Bool) -> String {
    var name = letter + String(number)
    while taken(name) { name += "x" }
    return name
  }

  // MARK: views

  mutating func view(_ entropy: inout Entropy) -> View {
    let id = ItemID(nextItem)
    nextItem &+= 1
    let name = name("v", id.rawValue) { name in
      present.views.contains { $0.name == name } || present.guides.contains { $0.name == name }
    }
    let parent = entropy.chance(1, in: 2) ? .root : present.views[entropy.below(present.views.count)].id
    var view = View(id: id, name: name, parent: parent)
    if let owner = present.views.first(where: { $0.id == parent }), owner.kind == .label { view.parent = .root }

    switch entropy.below(16) {
    case 0...4:
      view.kind = .label
      view.intrinsic = intrinsic(&entropy)
      view.firstBaseline = 14
      view.lastBaseline = 4
    case 5, 6:
      view.kind = .button
      view.intrinsic = intrinsic(&entropy)
      if entropy.chance(1, in: 2) { view.alignmentInsets = Insets(top: 2, left: 3, bottom: 4, right: 5) }
    case 7, 8: view.configureStack(&entropy)
    case 9:
      view.kind = .scroll
      view.scroll = ScrollConfiguration()
    case 10:
      view.autoresizing = entropy.mask()
      view.frame = Rect(
        x: Double(entropy.below(50)), y: Double(entropy.below(50)), width: Double(entropy.below(150)),
        height: Double(entropy.below(150)))
      if entropy.chance(1, in: 8) {
        view.resizingOrigin = ResizingOrigin(
          frame: view.frame,
          superviewSize: Size(width: Double(entropy.below(200)), height: Double(entropy.below(200))))
      }
    case 11:
      view.kind = .label
      view.text = text(&entropy)
    default: break
    }
    if entropy.chance(1, in: 12) { view.isHidden = true }
    if entropy.chance(1, in: 12) { view.semantic = entropy.pick(SemanticContent.allCases) }
    if entropy.chance(1, in: 12) {
      view.margins.own = margins(&entropy)
      view.margins.preservesSuperviewMargins = entropy.chance(1, in: 2)
      view.margins.insetsFromSafeArea = entropy.chance(1, in: 2)
    }
    if entropy.chance(1, in: 16) { view.safeArea = Insets(top: Double(entropy.below(50)), bottom: 34) }
    if let owner = present.views.firstIndex(where: { $0.id == view.parent }), present.views[owner].stack != nil,
      entropy.chance(4, in: 5)
    {
      view.autoresizing = nil
    }
    return view
  }

  func text(_ entropy: inout Entropy) -> TextMetrics {
    TextMetrics(
      wordWidths: (0...entropy.below(4)).map { _ in Double(10 + entropy.below(60)) }, spaceWidth: 4, lineHeight: 20,
      lineLimit: entropy.below(3))
  }

  func intrinsic(_ entropy: inout Entropy) -> IntrinsicSize {
    var size = IntrinsicSize()
    if entropy.chance(7, in: 8) { size.width = Double(entropy.below(480)) / 2 }
    if entropy.chance(7, in: 8) { size.height = Double(entropy.below(120)) / 2 }
    if entropy.chance(1, in: 3) { size.hugging = priorities(&entropy) }
    if entropy.chance(1, in: 3) { size.resistance = priorities(&entropy) }
    return size
  }

  private func priorities(_ entropy: inout Entropy) -> AxisPriorities {
    func one(_ entropy: inout Entropy) -> Double {
      entropy.chance(1, in: 16) ? LinearConstraint.requiredPriority : entropy.optionalPriority()
    }
    return AxisPriorities(horizontal: one(&entropy), vertical: one(&entropy))
  }

  func margins(_ entropy: inout Entropy) -> DirectionalInsets {
    DirectionalInsets(
      top: Double(entropy.below(20)), leading: Double(entropy.below(20)), bottom: Double(entropy.below(20)),
      trailing: Double(entropy.below(20)))
  }

  mutating func guide(_ entropy: inout Entropy) -> Guide {
    let kinds: [Guide.Kind] = [
      .custom, .custom, .custom, .safeArea, .safeArea, .layoutMargins, .readableContent, .keyboard,
    ]
    let view = present.views[entropy.below(present.views.count)]
    let owner = view.id
    var kind = entropy.pick(kinds)
    if view.scroll != nil, entropy.chance(1, in: 2) { kind = entropy.pick([.scrollContent, .scrollFrame]) }
    // A view has one of each built-in guide.
    if present.guides.contains(where: { $0.owner == owner && $0.kind == kind }) { kind = .custom }
    let id = ItemID(nextItem)
    nextItem &+= 1
    let name = name("g", id.rawValue) { name in
      present.views.contains { $0.name == name } || present.guides.contains { $0.name == name }
    }
    return Guide(id: id, name: name, owner: owner, kind: kind)
  }

  // MARK: constraints

  mutating func constraint(
    _ first: LayoutAnchor, _ relation: Relation, _ second: LayoutAnchor? = nil, multiplier: Double = 1,
    constant: Double = 0, priority: Double = LinearConstraint.requiredPriority
  ) -> LayoutConstraint {
    let id = LayoutConstraint.ID(nextConstraint)
    nextConstraint &+= 1
    let name = name("c", id.rawValue) { name in present.constraints.contains { $0.name == name } }
    return LayoutConstraint(
      id: id, name: name, first: .anchor(first), relation: relation, second: second.map { .anchor($0) },
      multiplier: multiplier, constant: constant, priority: priority)
  }

  /// The constraints that place one view on both axes, as people write them.
  mutating func placement(of view: View, _ entropy: inout Entropy) -> [LayoutConstraint] {
    guard let parent = view.parent else { return [] }
    var placed: [LayoutConstraint] = []
    for axis in Axis.allCases {
      let horizontal = axis == .horizontal
      let start: LayoutAttribute = horizontal ? .leading : .top
      let end: LayoutAttribute = horizontal ? .trailing : .bottom
      let center: LayoutAttribute = horizontal ? .centerX : .centerY
      let size: LayoutAttribute = horizontal ? .width : .height
      let gap = Double(entropy.below(5) * 4)
      let priority = entropy.chance(1, in: 4) ? entropy.optionalPriority() : LinearConstraint.requiredPriority
      func anchor(_ attribute: LayoutAttribute) -> LayoutAnchor { LayoutAnchor(view.id, attribute) }
      let sibling = present.views.last { $0.parent == parent && $0.id != view.id }

      switch entropy.below(8) {
      case 0, 1:
        placed.append(constraint(anchor(start), .equal, LayoutAnchor(parent, start), constant: gap))
        placed.append(
          constraint(anchor(end), .equal, LayoutAnchor(parent, end), constant: -gap, priority: priority))
      case 2:
        placed.append(constraint(anchor(start), .equal, LayoutAnchor(parent, start), constant: gap))
        placed.append(constraint(anchor(size), .equal, constant: Double(entropy.below(300)), priority: priority))
      case 3:
        placed.append(constraint(anchor(center), .equal, LayoutAnchor(parent, center)))
        placed.append(
          constraint(
            anchor(size), .equal, LayoutAnchor(parent, size), multiplier: entropy.fraction(),
            constant: -gap, priority: priority))
      case 4:
        let before = sibling.map { LayoutAnchor($0.id, end) } ?? LayoutAnchor(parent, start)
        placed.append(constraint(anchor(start), .equal, before, constant: gap))
        placed.append(
          constraint(
            anchor(end), .lessThanOrEqual, LayoutAnchor(parent, end), constant: -gap, priority: priority))
      case 5:
        placed.append(constraint(anchor(end), .equal, LayoutAnchor(parent, end), constant: -gap))
        placed.append(
          constraint(
            anchor(size), .greaterThanOrEqual, constant: Double(entropy.below(200)), priority: priority))
      case 6:
        let other: LayoutAttribute = horizontal ? .height : .width
        placed.append(
          constraint(
            anchor(size), .equal, anchor(other), multiplier: entropy.fraction(), priority: priority))
      default: break
      }
    }
    return placed
  }

  /// Returns a constraint between any two items. It is mostly an optional one, because most laws cannot judge scenes in which required constraints
  /// conflict.
  mutating func freeConstraint(_ entropy: inout Entropy) -> LayoutConstraint {
    let first = anchor(&entropy, among: LayoutAttribute.free)
    let priority =
      entropy.chance(15, in: 16) ? entropy.optionalPriority() : LinearConstraint.requiredPriority
    let relation = entropy.relation()
    if first.attribute.isSize, entropy.chance(1, in: 2) {
      return constraint(first, relation, constant: Double(entropy.below(400)), priority: priority)
    }
    let second = anchor(&entropy, among: first.attribute.partners)
    let scaled = entropy.chance(1, in: first.attribute.isSize ? 2 : 8)
    return constraint(
      first, relation, second,
      multiplier: !scaled ? 1 : first.attribute.isSize || entropy.chance(3, in: 4) ? entropy.fraction() : -1,
      constant: entropy.constant(), priority: priority)
  }

  private func anchor(_ entropy: inout Entropy, among attributes: [LayoutAttribute]) -> LayoutAnchor {
    let at = entropy.below(present.views.count + present.guides.count)
    let attribute = entropy.pick(attributes)
    if at < present.views.count { return LayoutAnchor(present.views[at].id, attribute) }
    return LayoutAnchor(present.guides[at - present.views.count].id, attribute.withoutMargin)
  }

  // MARK: steps

  /// Returns a step that fits the present scene, and updates the sketch by it.
  mutating func step(_ entropy: inout Entropy) -> Step {
    if entropy.chance(1, in: 32) { return mistake(&entropy) }
    let step = proposal(&entropy)
    follow(step)
    return step
  }

  private mutating func proposal(_ entropy: inout Entropy) -> Step {
    let view = present.views[entropy.below(present.views.count)].id
    if let at = present.constraints.position(&entropy), entropy.chance(1, in: 2) {
      let constraint = present.constraints[at]
      switch entropy.below(16) {
      case 0...5:
        return .setConstant(
          constraint.id, entropy.chance(1, in: 2) ? entropy.constant() : Double(entropy.below(100)))
      case 6...8:
        let required = entropy.chance(1, in: 12)
        return .setPriority(
          constraint.id, required ? LinearConstraint.requiredPriority : entropy.optionalPriority())
      case 9...11: return .deactivate(constraint.id)
      case 12...13: return .activate(constraint.id)
      default: return .removeConstraint(constraint.id)
      }
    }
    switch entropy.below(32) {
    case 0...4: return .addConstraint(freeConstraint(&entropy))
    case 5, 6: return .addView(self.view(&entropy))
    case 7: return view == .root ? .layout(.root) : .removeView(view)
    case 8: return .addGuide(guide(&entropy))
    case 9: return present.guides.position(&entropy).map { .removeGuide(present.guides[$0].id) } ?? .layout(.root)
    case 10, 11: return .hide(view)
    case 12, 13: return .show(view)
    case 14...16: return .setIntrinsic(view, intrinsic(&entropy))
    case 17, 18: return .setProperty(view, property(&entropy))
    case 19: return entropy.pick([.needsLayout(view), .needsConstraints(view), .needsProperties(view)])
    case 20: return .layout(view)
    case 30, 31:
      guard let holder = present.views.first(where: { $0.table != nil || $0.flow != nil })?.id else {
        return .layout(.root)
      }
      return entropy.chance(1, in: 2) ? .beginUpdates(holder) : .endUpdates(holder)
    case 21...24:
      return .resize(Size(width: Double(200 + entropy.below(400)), height: Double(200 + entropy.below(600))))
    case 25: return .advance(0.25)
    case 26, 27:
      guard let stack = present.views.first(where: { $0.stack != nil }) else { return .layout(.root) }
      let subviews = present.views.filter { $0.parent == stack.id }
      guard let subview = subviews.position(&entropy).map({ subviews[$0].id }) else { return .layout(.root) }
      if entropy.chance(1, in: 3) { return .unarrange(subview, from: stack.id) }
      return .arrange(subview, in: stack.id, at: entropy.chance(1, in: 2) ? 0 : nil)
    case 28:
      let target = present.views[entropy.below(present.views.count)].id
      guard view != .root, !present.isInside(target, of: view) else { return .layout(.root) }
      return .move(view, in: target, at: 0)
    default: return .layout(.root)
    }
  }

  /// Returns a step that the kernel must refuse without changing anything.
  private func mistake(_ entropy: inout Entropy) -> Step {
    let view = present.views[entropy.below(present.views.count)].id
    return switch entropy.below(4) {
    case 0: .setProperty(.root, .spacing(7))
    case 1: .removeView(.root)
    case 2: .move(view, in: view, at: 0)
    default: .endUpdates(view)
    }
  }

  private func property(_ entropy: inout Entropy) -> Property {
    switch entropy.below(7) {
    case 0, 1:
      .frame(Rect(x: Double(entropy.below(50)), y: 0, width: Double(entropy.below(300)), height: 100))
    case 2: .margins(margins(&entropy))
    case 3: .safeArea(Insets(top: Double(entropy.below(60)), bottom: Double(entropy.below(40))))
    case 4: .semantic(entropy.pick(SemanticContent.allCases))
    case 5: .text(text(&entropy))
    default: .spacing(Double(entropy.below(20)))
    }
  }
}

extension View {
  fileprivate mutating func configureStack(_ entropy: inout Entropy) {
    kind = .stack
    var stack = StackConfiguration()
    stack.axis = entropy.pick(Axis.allCases)
    stack.distribution = entropy.distribution()
    stack.alignment = entropy.pick(StackConfiguration.Alignment.allCases)
    stack.spacing = Double(entropy.below(4) * 4)
    stack.isLayoutMarginsRelative = entropy.chance(1, in: 6)
    self.stack = stack
  }
}
