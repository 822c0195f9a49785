import LayoutKernel
import LayoutPlugin
import SceneModel

extension Scene {
  /// Returns the scene without features that an engine does not claim. Unclaimed parts are removed, priorities are mapped to the engine's
  /// levels in the same order, and leading becomes left. A projected scene is its own projection.
  package func projected(onto promise: EnginePromise) -> Scene {
    let projection = Projection(promise: promise, isMirrored: direction == .rightToLeft)
    var scene = Scene(rootSize: projection.size(root.frame.size) ?? Size(width: 320, height: 480), scale: 1)
    scene.provenance = provenance
    scene.direction = promise.claims(.rightToLeft) ? direction : .leftToRight
    if promise.claims(.margins) { scene.root.margins.own = projection.insets(root.margins.own) }
    for view in views.dropFirst() { scene.views.append(projection.view(view)) }
    if promise.claims(.guides) { scene.guides = guides.compactMap(projection.guide) }
    for at in scene.views.indices { scene.dropStrangers(at) }
    for constraint in constraints {
      if let own = projection.constraint(constraint, in: scene) { scene.constraints.append(own) }
    }
    project(onto: projection, &scene)
    return scene
  }

  /// Projects the steps, and drops those that cannot be performed.
  private func project(onto projection: Projection, _ scene: inout Scene) {
    let promise = projection.promise
    var present = scene
    var isLaidOut = true
    for step in steps {
      var own: Step?
      switch step {
      case .setConstant(let id, let value):
        if promise.claims(.stepConstant), projection.allows(value) { own = .setConstant(id, value) }
      case .setPriority(let id, let value):
        if promise.claims(.stepPriority), let level = projection.level(value) { own = .setPriority(id, level) }
      case .resize(let size): if promise.claims(.stepResize) { own = projection.size(size).map { .resize($0) } }
      case .addConstraint(let constraint):
        if promise.claims(.stepAdd) {
          own = projection.constraint(constraint, in: present).map { .addConstraint($0) }
        }
      case .activate(let id): if promise.claims(.stepAdd) { own = .activate(id) }
      case .deactivate(let id): if promise.claims(.stepRemove) { own = .deactivate(id) }
      case .removeConstraint(let id): if promise.claims(.stepRemove) { own = .removeConstraint(id) }
      case .addView(let view):
        if promise.claims(.stepAddView) {
          var added = projection.view(view)
          // An added view gets no margins, because they need a direction, which only the document has. It is no stack view, because arranged views
          // would have to exist before it.
          (added.margins, added.stack, added.kind) = (Margins(), nil, .plain)
          own = .addView(added)
        }
      case .removeView(let id): if promise.claims(.stepRemoveView) { own = .removeView(id) }
      case .addGuide(let guide):
        if promise.claims(.stepAddGuide), promise.claims(.guides) {
          own = projection.guide(guide).map { .addGuide($0) }
        }
      case .removeGuide(let id): if promise.claims(.stepRemoveGuide) { own = .removeGuide(id) }
      case .hide(let id): if promise.claims(.stepHide) { own = .hide(id) }
      case .show(let id): if promise.claims(.stepHide) { own = .show(id) }
      case .setIntrinsic(let id, let size):
        if promise.claims(.stepIntrinsic), promise.claims(.intrinsic) {
          own = .setIntrinsic(id, projection.intrinsic(size))
        }
      case .layout, .advance, .needsLayout, .endUpdates: if !isLaidOut { own = .layout(.root) }
      default: break
      }
      guard let own else { continue }
      if case .layout = own {
        scene.steps.append(own)
        isLaidOut = true
      } else if present.make(own) {
        scene.steps.append(own)
        if case .resize = own { isLaidOut = true } else { isLaidOut = false }
        if let most = promise.edits, !isLaidOut, scene.batches.last.map({ $0.count >= most }) ?? false {
          scene.steps.append(.layout(.root))
          isLaidOut = true
        }
      }
    }
    if case .layout? = scene.steps.last { scene.steps.removeLast() }
  }

  /// Removes views from a stack's arranged views that are not its subviews.
  private mutating func dropStrangers(_ at: Int) {
    guard views[at].stack != nil else { return }
    let children = Set(views.lazy.filter { [id = views[at].id] in $0.parent == id }.map(\.id))
    views[at].stack?.arranged.removeAll { !children.contains($0) }
  }

  /// The features that an engine needs for the scene and its steps.
  package var features: Set<EngineClaim> {
    var features: Set<EngineClaim> = []
    if direction == .rightToLeft { features.insert(.rightToLeft) }
    if !guides.isEmpty { features.insert(.guides) }
    if root.margins.own != Margins().own { features.insert(.margins) }
    for view in views.dropFirst() { features.formUnion(view.features) }
    for constraint in constraints { features.formUnion(Projection.features(of: constraint, in: self)) }
    var present = self
    for step in steps {
      switch step {
      case .setConstant: features.insert(.stepConstant)
      case .setPriority(_, let value):
        features.insert(.stepPriority)
        if value < LinearConstraint.requiredPriority { features.insert(.priorities) }
      case .resize: features.insert(.stepResize)
      case .addConstraint(let constraint):
        features.insert(.stepAdd)
        features.formUnion(Projection.features(of: constraint, in: present))
      case .activate: features.insert(.stepAdd)
      case .removeConstraint, .deactivate: features.insert(.stepRemove)
      case .addView(let view):
        features.insert(.stepAddView)
        features.formUnion(view.features)
      case .removeView: features.insert(.stepRemoveView)
      case .addGuide: features.formUnion([.stepAddGuide, .guides])
      case .removeGuide: features.insert(.stepRemoveGuide)
      case .hide, .show: features.insert(.stepHide)
      case .setIntrinsic: features.formUnion([.stepIntrinsic, .intrinsic])
      default: break
      }
      _ = present.make(step)
    }
    return features
  }
}

extension View {
  fileprivate var features: Set<EngineClaim> {
    var features: Set<EngineClaim> = []
    if parent != .root { features.insert(.nesting) }
    if intrinsic.width != nil || intrinsic.height != nil { features.insert(.intrinsic) }
    if isHidden { features.insert(.stepHide) }
    if autoresizing != nil { features.insert(.autoresizing) }
    if margins.own != Margins().own { features.insert(.margins) }
    if firstBaseline != 0 || lastBaseline != 0 { features.insert(.baselines) }
    if let stack { features.formUnion([.stacks, stack.distribution.claim, stack.alignment.claim]) }
    return features
  }
}

extension StackConfiguration.Distribution {
  fileprivate var claim: EngineClaim {
    switch self {
    case .fill: .fill
    case .fillEqually: .fillEqually
    case .fillProportionally: .fillProportionally
    case .equalSpacing: .equalSpacing
    case .equalCentering: .equalCentering
    }
  }
}

extension StackConfiguration.Alignment {
  fileprivate var claim: EngineClaim {
    switch self {
    case .fill: .alignFill
    case .leading: .alignLeading
    case .center: .alignCenter
    case .trailing: .alignTrailing
    case .firstBaseline: .alignFirstBaseline
    case .lastBaseline: .alignLastBaseline
    }
  }
}

/// The way in which the parts of a document are changed for an engine.
struct Projection {
  let promise: EnginePromise
  /// Whether leading means right. For an engine without layout directions, leading is always replaced by left.
  let isMirrored: Bool

  /// The range of numbers for an engine that states none and works in doubles.
  static let usualRange = 1e-3...1e5

  func allows(_ number: Double) -> Bool {
    if number == 0 { return true }
    guard number.isFinite else { return false }
    if let range = promise.range { return range.contains(number.magnitude) }
    return promise.tolerance == nil || promise.ties == .canonical || Projection.usualRange.contains(number.magnitude)
  }

  func size(_ size: Size) -> Size? {
    allows(size.width) && allows(size.height) && size.width >= 0 && size.height >= 0 ? size : nil
  }

  func insets(_ insets: DirectionalInsets) -> DirectionalInsets {
    func own(_ value: Double) -> Double { allows(value) ? value : 0 }
    return DirectionalInsets(
      top: own(insets.top), leading: own(insets.leading), bottom: own(insets.bottom), trailing: own(insets.trailing))
  }

  /// Returns the priority level that the engine supports (`EnginePromise.levels`) and that is nearest to a priority; nil if the engine supports
  /// none for it.
  func level(_ priority: Double) -> Double? {
    guard priority > 0, priority <= LinearConstraint.requiredPriority else { return nil }
    if priority == LinearConstraint.requiredPriority { return priority }
    guard promise.claims(.priorities) else { return nil }
    if promise.levels.isEmpty { return priority }
    return promise.levels.dropFirst().min { abs($0 - priority) < abs($1 - priority) }
  }

  func intrinsic(_ size: IntrinsicSize) -> IntrinsicSize {
    func own(_ length: Double?) -> Double? { length.flatMap { allows($0) && $0 >= 0 ? $0 : nil } }
    var result = IntrinsicSize(width: own(size.width), height: own(size.height))
    func levels(_ pair: AxisPriorities) -> AxisPriorities? {
      guard let horizontal = level(pair.horizontal), let vertical = level(pair.vertical) else { return nil }
      return AxisPriorities(horizontal: horizontal, vertical: vertical)
    }
    guard result.width != nil || result.height != nil, let hugging = levels(size.hugging),
      let resistance = levels(size.resistance)
    else { return IntrinsicSize() }
    (result.hugging, result.resistance) = (hugging, resistance)
    return result
  }

  func view(_ view: View) -> View {
    var own = View(id: view.id, name: view.name, parent: promise.claims(.nesting) ? view.parent : .root)
    if promise.claims(.intrinsic) { own.intrinsic = intrinsic(view.intrinsic) }
    own.isHidden = view.isHidden && promise.claims(.stepHide)
    if promise.claims(.margins) { own.margins.own = insets(view.margins.own) }
    if promise.claims(.baselines) {
      own.firstBaseline = allows(view.firstBaseline) ? view.firstBaseline : 0
      own.lastBaseline = allows(view.lastBaseline) ? view.lastBaseline : 0
    }
    let frame = view.frame
    if promise.claims(.autoresizing), let mask = view.autoresizing,
      [frame.x, frame.y, frame.width, frame.height].allSatisfy(allows), frame.width >= 0, frame.height >= 0
    {
      own.autoresizing = mask
      own.frame = frame
    }
    if let stack = view.stack, promise.claims(.stacks), promise.claims(stack.distribution.claim),
      promise.claims(stack.alignment.claim), promise.claims(.nesting), allows(stack.spacing)
    {
      var arrangement = StackConfiguration()
      arrangement.axis = stack.axis
      (arrangement.alignment, arrangement.distribution) = (stack.alignment, stack.distribution)
      (arrangement.spacing, arrangement.arranged) = (stack.spacing, stack.arranged)
      own.stack = arrangement
      own.kind = .stack
    }
    return own
  }

  func guide(_ guide: Guide) -> Guide? {
    guard guide.kind == .custom else { return nil }
    return Guide(id: guide.id, name: guide.name, owner: promise.claims(.nesting) ? guide.owner : .root)
  }

  func constraint(_ constraint: LayoutConstraint, in scene: Scene) -> LayoutConstraint? {
    guard let priority = level(constraint.priority), allows(constraint.constant), allows(constraint.multiplier) else {
      return nil
    }
    var own = constraint
    own.priority = priority
    (own.identifier, own.holder) = (nil, nil)
    if !promise.claims(.rightToLeft) {
      own.first = own.first.withoutDirection
      own.second = own.second?.withoutDirection
    }
    if own.second == nil { own.multiplier = 1 }
    guard own.multiplier != 0, own.items.allSatisfy(scene.hasItem), ConstraintRules.refusal(of: own) == nil,
      own.first.isAnchor, own.second?.isAnchor ?? true, own.anchors.allSatisfy({ $0.attribute.isInProtocol })
    else { return nil }
    let features = Projection.features(of: own, in: scene)
    return features.allSatisfy(promise.claims) ? own : nil
  }

  /// Returns the features that an engine needs for one constraint.
  static func features(of constraint: LayoutConstraint, in scene: Scene) -> Set<EngineClaim> {
    var features: Set<EngineClaim> = []
    if constraint.multiplier != 1 { features.insert(.multipliers) }
    if constraint.relation != .equal { features.insert(.inequalities) }
    if !constraint.isRequired { features.insert(.priorities) }
    for anchor in constraint.anchors { features.formUnion(anchor.attribute.claims) }
    let items = constraint.anchors.map(\.item)
    if items.count == 2, items[0] != items[1] {
      let (a, b) = (scene.container(of: items[0]), scene.container(of: items[1]))
      if a != b, a != items[1], b != items[0] { features.insert(.crossing) }
    }
    return features
  }
}

extension Scene {
  /// Returns the superview of a view, or the owner of a guide; nil for the root and for items that do not exist.
  func container(of item: ItemID) -> ItemID? {
    views.first { $0.id == item }.map(\.parent) ?? guides.first { $0.id == item }.map(\.owner)
  }
}

extension Operand {
  fileprivate var isAnchor: Bool { if case .anchor = self { true } else { false } }

  fileprivate var withoutDirection: Operand {
    guard case .anchor(let anchor) = self else { return self }
    return .anchor(LayoutAnchor(anchor.item, anchor.attribute.withoutDirection))
  }
}

extension LayoutAttribute {
  fileprivate var withoutDirection: LayoutAttribute {
    switch self {
    case .leading: .left
    case .trailing: .right
    case .leadingMargin: .leftMargin
    case .trailingMargin: .rightMargin
    default: self
    }
  }

  /// Whether the protocol has this attribute or step.
  fileprivate var isInProtocol: Bool { !claims.isEmpty }

  /// The features that an engine needs for this attribute or step; empty if the protocol does not have it.
  fileprivate var claims: Set<EngineClaim> {
    switch self {
    case .left, .right, .top, .bottom: [.edges]
    case .leading, .trailing: [.edges, .rightToLeft]
    case .centerX, .centerY: [.centers]
    case .width, .height: [.sizes]
    case .firstBaseline, .lastBaseline: [.baselines]
    case .leftMargin, .rightMargin, .topMargin, .bottomMargin: [.margins]
    case .leadingMargin, .trailingMargin: [.margins, .rightToLeft]
    case .centerXWithinMargins, .centerYWithinMargins, .minX, .minY, .maxX, .maxY: []
    }
  }
}

extension Scene {
  /// Returns descriptions of the parts of the scene that the engine does not claim to handle, so that `projected(onto:)` drops or changes them. Steps
  /// are not included.
  package func unclaimed(by promise: EnginePromise) -> [String] {
    let own = projected(onto: promise)
    var parts: [String] = []
    for view in views.dropFirst() {
      guard let kept = own.views.first(where: { $0.id == view.id }) else { continue }
      if kept.parent != view.parent { parts.append("the superview of \(view.name)") }
      if kept.intrinsic.width != view.intrinsic.width || kept.intrinsic.height != view.intrinsic.height {
        parts.append("the natural size of \(view.name)")
      }
      if kept.stack == nil, view.stack != nil { parts.append("the stack \(view.name)") }
      if kept.autoresizing != view.autoresizing { parts.append("the mask of \(view.name)") }
      if view.text != nil { parts.append("the text of \(view.name)") }
      if view.alignmentInsets != .zero { parts.append("the alignment insets of \(view.name)") }
      if view.scroll != nil || view.table != nil || view.flow != nil || view.kind.isCellContent {
        parts.append("the contents of \(view.name)")
      }
    }
    for guide in guides where !own.guides.contains(where: { $0.id == guide.id }) {
      parts.append("the guide \(guide.name)")
    }
    for constraint in constraints where constraint.isActive {
      guard let kept = own.constraints.first(where: { $0.id == constraint.id }) else {
        parts.append("the constraint \(constraint.name)")
        continue
      }
      if kept.priority != constraint.priority { parts.append("the priority of \(constraint.name)") }
    }
    return parts
  }
}
