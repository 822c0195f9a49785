import SceneModel

/// Scenes in which every field takes every kind of value: for the laws of the forms, not for layouts.
struct RandomScene {
  private var entropy: Entropy
  private var scene = Scene()
  private var nextItem: UInt32 = 1
  private var nextConstraint: UInt32 = 1
  private var nextName = 0
  private var views: [ItemID] = [.root]
  private var items: [ItemID] = [.root]
  private var constraints: [LayoutConstraint.ID] = []

  static func scene(seed: UInt64) -> Scene {
    var random = RandomScene(entropy: Entropy(seed: seed))
    random.fill()
    return random.scene
  }

  private init(entropy: Entropy) { self.entropy = entropy }

  private mutating func fill() {
    if sometimes() { scene.device = entropy.pick(["iphone-8", "ipad-11", "a device nobody sells", "with", ""]) }
    scene.scale = entropy.pick([1, 2, 3, 2.5, 1e-5])
    scene.direction = entropy.pick(LayoutDirection.allCases)
    scene.root.frame = Rect(x: 0, y: 0, width: abs(number()), height: abs(number()))
    for _ in 0..<entropy.below(6) { scene.views.append(view()) }
    for _ in 0..<entropy.below(3) { scene.guides.append(guide()) }
    for index in scene.views.indices {
      var view = scene.views[index]
      decorate(&view)
      scene.views[index] = view
    }
    for _ in 0..<entropy.below(6) { scene.constraints.append(constraint()) }
    for id in items where sometimes() { scene.recorded[id] = rect() }
    for _ in 0..<entropy.below(8) { scene.steps.append(step()) }
    if sometimes() {
      scene.provenance = Provenance(
        law: entropy.pick(["layout.incremental-equals-fresh", "a law", "", "a\"b"]), found: "2026-11-21")
    }
    if sometimes() {
      let lines = scene.steps.map { _ in
        sometimes() ? SourceLine(file: "Card.swift", line: 1 + entropy.below(1000)) : nil
      }
      scene.setSteps(scene.steps, from: lines)
    }
  }

  private mutating func sometimes() -> Bool { entropy.chance(1, in: 2) }

  private mutating func number() -> Double {
    switch entropy.below(4) {
    case 0: return Double(entropy.below(1000))
    case 1: return Double(entropy.below(2000) - 1000) / 8
    case 2:
      return entropy.pick([
        0, 0.1, -1e-5, 1e16, .leastNonzeroMagnitude, 1e308, -.greatestFiniteMagnitude, 2_147_483_648,
      ])
    default:
      let value = Double(bitPattern: entropy.next())
      return value.isFinite ? value : 0.5
    }
  }

  private mutating func priority() -> Double { entropy.pick([1000, 999.9, 750, 250, 0.001, 1]) }

  private mutating func name() -> String {
    nextName += 1
    return entropy.pick([
      "v", "a view ", "-", "1e", "ü ", "x.y", "#", "\"\\", "with", "\n", "\r", "\t@", "none", "distance(",
    ])
      + "\(nextName)"
  }

  private mutating func rect() -> Rect { Rect(x: number(), y: number(), width: number(), height: number()) }

  private mutating func insets() -> Insets { Insets(top: number(), left: number(), bottom: number(), right: number()) }

  private mutating func directionalInsets() -> DirectionalInsets {
    DirectionalInsets(top: number(), leading: number(), bottom: number(), trailing: number())
  }

  private mutating func newItem() -> ItemID {
    let gaps = [UInt32](arrayLiteral: 0, 0, 0, 1, 40)
    nextItem += entropy.pick(gaps)
    defer { nextItem += 1 }
    return ItemID(nextItem)
  }

  private mutating func view() -> View {
    let parent = entropy.pick(views)
    let view = View(id: newItem(), name: name(), parent: parent)
    views.append(view.id)
    items.append(view.id)
    return view
  }

  private mutating func guide() -> Guide {
    var guide = Guide(id: newItem(), name: name(), owner: entropy.pick(views), kind: entropy.pick(Guide.Kind.allCases))
    if sometimes() { guide.insets = insets() }
    items.append(guide.id)
    return guide
  }

  private mutating func decorate(_ view: inout View) {
    if sometimes() { view.kind = entropy.pick(View.Kind.allCases) }
    if sometimes(), view.id != .root { view.frame = rect() }
    view.isHidden = sometimes()
    if sometimes() {
      view.autoresizing = AutoresizingMask(rawValue: UInt8(entropy.below(64)))
      if sometimes() {
        view.resizingOrigin = ResizingOrigin(
          frame: rect(), superviewSize: Size(width: number(), height: number()))
      }
    }
    if sometimes() { view.intrinsic = intrinsic() }
    if sometimes() { view.text = text() }
    if sometimes() { view.alignmentInsets = insets() }
    if sometimes() { view.firstBaseline = number() }
    if sometimes() { view.lastBaseline = number() }
    if sometimes() { view.margins.own = directionalInsets() }
    view.margins.preservesSuperviewMargins = sometimes()
    view.margins.insetsFromSafeArea = sometimes()
    if sometimes() { view.margins.systemMinimum = directionalInsets() }
    if sometimes() { view.safeArea = insets() }
    if sometimes() { view.semantic = entropy.pick(SemanticContent.allCases) }
    if sometimes() { view.stack = stack() }
    if sometimes() {
      var scroll = ScrollConfiguration()
      scroll.contentOffset = Point(x: number(), y: number())
      scroll.contentInset = insets()
      view.scroll = scroll
    }
    if sometimes() {
      var table = TableConfiguration()
      if sometimes() { table.rowHeight = number() }
      table.estimatedRowHeight = number()
      table.hasSeparators = sometimes()
      view.table = table
    }
    if sometimes() {
      var flow = FlowConfiguration()
      flow.axis = sometimes() ? .horizontal : .vertical
      flow.itemSize = Size(width: number(), height: number())
      flow.isSelfSizing = sometimes()
      flow.itemSpacing = number()
      flow.lineSpacing = number()
      flow.sectionInset = insets()
      view.flow = flow
    }
  }

  private mutating func intrinsic() -> IntrinsicSize {
    var size = IntrinsicSize()
    if sometimes() { size.width = number() }
    if sometimes() { size.height = number() }
    if sometimes() { size.hugging = AxisPriorities(horizontal: priority(), vertical: priority()) }
    if sometimes() { size.resistance = AxisPriorities(horizontal: priority(), vertical: priority()) }
    return size
  }

  private mutating func text() -> TextMetrics {
    TextMetrics(
      wordWidths: (0..<entropy.below(4)).map { _ in number() }, spaceWidth: number(), lineHeight: number(),
      lineLimit: entropy.below(3), preferredMaxLayoutWidth: entropy.pick([0, 100]),
      lineSpacing: entropy.pick([0, 4.5]), padding: entropy.pick([.zero, Size(width: 16, height: 8)]))
  }

  private mutating func stack() -> StackConfiguration {
    var stack = StackConfiguration()
    stack.axis = entropy.pick(Axis.allCases)
    stack.alignment = entropy.pick(StackConfiguration.Alignment.allCases)
    stack.distribution = entropy.pick(StackConfiguration.Distribution.allCases)
    stack.spacing = number()
    for id in views where entropy.chance(1, in: 4) { stack.arranged.append(id) }
    for id in views where entropy.chance(1, in: 4) { stack.customSpacing[id] = number() }
    stack.isLayoutMarginsRelative = sometimes()
    stack.isBaselineRelative = sometimes()
    return stack
  }

  private mutating func anchor() -> LayoutAnchor {
    LayoutAnchor(entropy.pick(items), entropy.pick(LayoutAttribute.allCases))
  }

  private mutating func operand() -> Operand {
    entropy.chance(1, in: 4) ? .distance(from: anchor(), to: anchor()) : .anchor(anchor())
  }

  private mutating func constraint() -> LayoutConstraint {
    nextConstraint += entropy.pick([0, 0, 3])
    var constraint = LayoutConstraint(
      id: .init(nextConstraint), name: name(), first: operand(), relation: entropy.pick(Relation.allCases),
      second: sometimes() ? operand() : nil, multiplier: entropy.pick([1, 1, 2, -0.5, 1e-7]), constant: number(),
      priority: priority())
    nextConstraint += 1
    if sometimes() { constraint.identifier = entropy.pick(["UIView-Encapsulated-Layout-Height", "", "a \"b\""]) }
    constraint.isActive = sometimes()
    if sometimes() { constraint.holder = entropy.pick(views) }
    constraints.append(constraint.id)
    return constraint
  }

  private mutating func property() -> Property {
    switch entropy.below(10) {
    case 0: .frame(rect())
    case 1: .center(Point(x: number(), y: number()))
    case 2: .bounds(rect())
    case 3: .alpha(number())
    case 4: .margins(directionalInsets())
    case 5: .safeArea(insets())
    case 6: .semantic(entropy.pick(SemanticContent.allCases))
    case 7: .spacing(number())
    case 8: .transform(Transform3D(lanes: (0..<16).map { _ in number() }))
    default: .text(text())
    }
  }

  private mutating func step() -> Step {
    let item = entropy.pick(items)
    let constraint = constraints.isEmpty ? nil : entropy.pick(constraints)
    switch entropy.below(25) {
    case 0: return constraint.map { .setConstant($0, number()) } ?? .layout(.root)
    case 1: return constraint.map { .setPriority($0, priority()) } ?? .layout(.root)
    case 2: return constraint.map { .activate($0) } ?? .layout(.root)
    case 3: return constraint.map { .deactivate($0) } ?? .layout(.root)
    case 4: return constraint.map { .removeConstraint($0) } ?? .layout(.root)
    case 5: return .addConstraint(self.constraint())
    case 6:
      var view = view()
      decorate(&view)
      return .addView(view)
    case 7: return .removeView(item)
    case 8: return .addGuide(guide())
    case 9: return .removeGuide(item)
    case 10: return .arrange(item, in: entropy.pick(items), at: sometimes() ? entropy.below(5) : nil)
    case 11: return .unarrange(item, from: entropy.pick(items))
    case 12: return .move(item, in: entropy.pick(items), at: entropy.below(5))
    case 13: return .hide(item)
    case 14: return .show(item)
    case 15: return .setIntrinsic(item, intrinsic())
    case 16: return .setProperty(item, property())
    case 17: return .needsLayout(item)
    case 18: return .needsConstraints(item)
    case 19: return .layout(item)
    case 20: return .resize(Size(width: abs(number()), height: abs(number())))
    case 21: return .beginUpdates(item)
    case 22: return .endUpdates(item)
    case 23: return .needsProperties(item)
    default: return .advance(abs(number()))
    }
  }
}

/// Scripts with every kind of edit and expectation, sensible or not.
func randomScript(seed: UInt64) -> SolverScript {
  var entropy = Entropy(seed: seed)
  func number(_ entropy: inout Entropy) -> Double {
    entropy.pick([0, 1, -1, 0.1, 100, -12.5, 1e300, .leastNonzeroMagnitude, 1e16, Double(Int32.min), 1.0 / 3])
  }
  func variable(_ entropy: inout Entropy) -> Variable { Variable(entropy.pick([0, 1, 2, 3, .max])) }
  func id(_ entropy: inout Entropy) -> LinearConstraint.ID { .init(entropy.pick([0, 1, 2, 10, .max])) }
  var script = SolverScript()
  for _ in 0..<entropy.below(5) {
    var transaction = SolverScript.Transaction()
    for _ in 0..<entropy.below(6) {
      switch entropy.below(7) {
      case 0: transaction.edits.append(.declare(variable(&entropy), nonNegative: entropy.chance(1, in: 2)))
      case 1: transaction.edits.append(.forget(variable(&entropy)))
      case 2: transaction.edits.append(.remove(id(&entropy)))
      case 3: transaction.edits.append(.setConstant(id(&entropy), number(&entropy)))
      case 4: transaction.edits.append(.setPriority(id(&entropy), number(&entropy)))
      default:
        let terms = (0..<entropy.below(4)).map { _ in LinearConstraint.Term(number(&entropy), variable(&entropy)) }
        transaction.edits.append(
          .add(
            LinearConstraint(
              id: id(&entropy), terms: terms, relation: entropy.pick(Relation.allCases), constant: number(&entropy),
              priority: entropy.pick([1000, 750, 0.5, 999.9999]))))
      }
    }
    for _ in 0..<entropy.below(3) {
      transaction.expectations.append(
        entropy.chance(1, in: 2)
          ? .value(variable(&entropy), number(&entropy)) : .conflict((0..<entropy.below(3)).map { _ in id(&entropy) }))
    }
    script.transactions.append(transaction)
  }
  if entropy.chance(1, in: 3) { script.provenance = Provenance(law: "solver.tiers-are-optimal", found: "2026-11-21") }
  return script
}
