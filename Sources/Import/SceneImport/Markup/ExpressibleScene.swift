import LayoutKernel
import SceneModel

/// Reduces a scene to the part that an Interface Builder file can hold, with the ids that an import gives.
struct ExpressibleScene {
  private(set) var scene: Scene
  private var numbers: [ItemID: ItemID] = [:]

  init(_ source: Scene) {
    scene = Scene(
      scale: 1,
      device: source.device.map { Device.canonical($0.filter { $0.unicodeScalars.allSatisfy(\.isAllowedInXML) }) })
    if let device = scene.device { scene.scale = DocumentEnvironment.scale(of: device) }
    scene.views = []
    guard !source.views.isEmpty else {
      scene.views = Scene().views
      return
    }
    var names = NameSpace(reserved: ["root"])
    addViews(of: source, names: &names)
    addGuides(of: source, names: &names)
    addConstraints(of: source)
  }

  /// The nearest view that holds every item of the constraint.
  static func commonAncestor(of constraint: LayoutConstraint, in scene: Scene) -> ItemID {
    let anchors = constraint.anchors
    guard var common = anchors.first.map({ view(of: $0.item, in: scene) }) else { return .root }
    for anchor in anchors.dropFirst() {
      let other = view(of: anchor.item, in: scene)
      while !holds(common, other, in: scene), let parent = scene.views[common].parent { common = Int(parent.rawValue) }
    }
    return scene.views[common].id
  }

  /// Returns the index of a view, or of a guide's owner, in an imported scene, where the ids of views are their indices, superviews first.
  private static func view(of item: ItemID, in scene: Scene) -> Int {
    let index = Int(item.rawValue)
    return index < scene.views.count ? index : Int(scene.guides[index - scene.views.count].owner.rawValue)
  }

  /// Whether the first view is the second one, or contains it.
  private static func holds(_ view: Int, _ other: Int, in scene: Scene) -> Bool {
    var present = other
    while present != view {
      guard let parent = scene.views[present].parent else { return false }
      present = Int(parent.rawValue)
    }
    return true
  }

  private mutating func addViews(of source: Scene, names: inout NameSpace) {
    var children: [ItemID: [View]] = [:]
    for view in source.views.dropFirst() { if let parent = view.parent { children[parent, default: []].append(view) } }
    // Subviews of a stack view are written in the order of the arrangement.
    for view in source.views {
      guard let stack = view.stack, let subviews = children[view.id] else { continue }
      let order = Dictionary(
        stack.arranged.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
      children[view.id] = subviews.enumerated().sorted {
        (order[$0.element.id] ?? Int.max, $0.offset) < (order[$1.element.id] ?? Int.max, $1.offset)
      }.map(\.element)
    }
    var pending: [(view: View, depth: Int)] = [(source.views[0], 0)]
    while let (view, depth) = pending.popLast() {
      guard numbers[view.id] == nil else { continue }
      let id = ItemID(UInt32(scene.views.count))
      numbers[view.id] = id
      add(view, id: id, name: id == .root ? "root" : names.unique(view.name), source: source)
      if depth < InterfaceBuilderWriter.depthLimit {
        for child in (children[view.id] ?? []).reversed() { pending.append((child, depth + 1)) }
      }
    }
  }

  private mutating func add(_ view: View, id: ItemID, name: String, source: Scene) {
    var result = view
    result.id = id
    result.name = name
    result.parent = id == .root ? nil : view.parent.flatMap { numbers[$0] }
    let frame = source.recorded[view.id] ?? view.frame
    result.frame = Rect(
      x: sensible(frame.x), y: sensible(frame.y), width: max(0, sensible(frame.width)),
      height: max(0, sensible(frame.height)))
    scene.recorded[id] = result.frame
    result.text = nil
    result.table = nil
    result.flow = nil
    // Interface Builder has views, but no plain layers.
    if view.kind == .layer { result.kind = .other }
    result.scroll = [.scroll, .table, .collection, .textView].contains(view.kind) ? ScrollConfiguration() : nil
    if id == .root { result.autoresizing = nil }
    if let mask = result.autoresizing { result.autoresizing = mask.intersection(.every) }
    result.resizingOrigin = nil
    result.intrinsic.width = view.intrinsic.width.map { max(0, sensible($0)) }
    result.intrinsic.height = view.intrinsic.height.map { max(0, sensible($0)) }
    result.intrinsic.hugging = sensible(view.intrinsic.hugging, 250)
    result.intrinsic.resistance = sensible(view.intrinsic.resistance, 750)
    result.alignmentInsets = sensible(view.alignmentInsets)
    result.safeArea = sensible(view.safeArea)
    result.firstBaseline = sensible(view.firstBaseline)
    result.lastBaseline = sensible(view.lastBaseline)
    result.margins.own = sensible(view.margins.own)
    result.margins.systemMinimum = view.margins.systemMinimum.map(sensible)
    if view.kind == .stack {
      var stack = view.stack ?? StackConfiguration()
      stack.arranged = []
      stack.customSpacing = [:]
      stack.spacing = sensible(stack.spacing)
      result.stack = stack
      // In a file, explicit margins on a stack view mean that the arrangement follows them.
      if !stack.isLayoutMarginsRelative { result.margins.own = Margins().own }
    } else {
      result.stack = nil
    }
    scene.views.append(result)
    if let parent = result.parent, scene.views[Int(parent.rawValue)].stack != nil {
      let index = Int(parent.rawValue)
      scene.views[index].stack?.arranged.append(id)
      let stack = source.views.first { $0.id == view.parent }?.stack
      if let spacing = stack?.customSpacing[view.id] { scene.views[index].stack?.customSpacing[id] = sensible(spacing) }
      scene.views[Int(id.rawValue)].autoresizing = nil
    }
  }

  private mutating func addGuides(of source: Scene, names: inout NameSpace) {
    // A view's own guides come in the order of the views; a controller's come last.
    let known: [(guide: Guide, owner: ItemID)] = source.guides.compactMap { guide in
      numbers[guide.owner].map { (guide, $0) }
    }
    func isControllers(_ entry: (guide: Guide, owner: ItemID)) -> Bool {
      entry.owner == .root && (entry.guide.kind == .top || entry.guide.kind == .bottom)
    }
    let ordered = known.enumerated().sorted { a, b in
      let (x, y) = (isControllers(a.element), isControllers(b.element))
      if x != y { return y }
      return (a.element.owner, a.offset) < (b.element.owner, b.offset)
    }
    for (_, (guide, owner)) in ordered where numbers[guide.id] == nil {
      let id = ItemID(UInt32(scene.views.count + scene.guides.count))
      numbers[guide.id] = id
      scene.guides.append(Guide(id: id, name: names.unique(guide.name), owner: owner, kind: guide.kind))
    }
  }

  private mutating func addConstraints(of source: Scene) {
    var kept: [(owner: ItemID, constraint: LayoutConstraint)] = []
    for constraint in source.constraints where constraint.isActive {
      guard let result = expressible(constraint) else { continue }
      kept.append(result)
    }
    let ordered = kept.enumerated().sorted { ($0.element.owner, $0.offset) < ($1.element.owner, $1.offset) }
    var names = NameSpace()
    for (index, (_, (_, constraint))) in ordered.enumerated() {
      var constraint = constraint
      constraint.id = .init(UInt32(index + 1))
      constraint.name = names.unique(constraint.name)
      scene.constraints.append(constraint)
    }
  }

  private func expressible(_ constraint: LayoutConstraint) -> (owner: ItemID, constraint: LayoutConstraint)? {
    guard case .anchor(let first) = constraint.first, let anchor = renumbered(first) else { return nil }
    var second: LayoutAnchor?
    switch constraint.second {
    case .anchor(let other)?:
      guard let other = renumbered(other) else { return nil }
      second = other
    case .distance?: return nil
    case nil: break
    }
    guard ConstraintRules.mispairing(anchor, second, multiplier: constraint.multiplier) == nil,
      isSensible(constraint.constant), isSensible(constraint.multiplier), constraint.priority > 0,
      constraint.priority <= LinearConstraint.requiredPriority
    else { return nil }
    var result = constraint
    result.first = .anchor(anchor)
    result.second = second.map(Operand.anchor)
    result.constant = sensible(constraint.constant)
    result.multiplier = sensible(constraint.multiplier)
    result.identifier = constraint.identifier.map { String($0.unicodeScalars.filter(\.isAllowedInXML)) }
    let nearest = ExpressibleScene.commonAncestor(of: result, in: scene)
    let holder = constraint.holder.flatMap { numbers[$0] }
    let owner = holder.flatMap { holds($0, nearest) ? $0 : nil } ?? nearest
    result.holder = result.multiplier != 1 && !anchor.attribute.isSize ? owner : nil
    return (result.holder ?? nearest, result)
  }

  private func renumbered(_ anchor: LayoutAnchor) -> LayoutAnchor? {
    guard anchor.attribute.rawValue < LayoutAttribute.minX.rawValue else { return nil }
    return numbers[anchor.item].map { LayoutAnchor($0, anchor.attribute) }
  }

  private func holds(_ view: ItemID, _ other: ItemID) -> Bool {
    guard Int(view.rawValue) < scene.views.count else { return false }
    return ExpressibleScene.holds(Int(view.rawValue), ExpressibleScene.view(of: other, in: scene), in: scene)
  }
}

private func isSensible(_ number: Double) -> Bool { number.isFinite && abs(number) <= Double.largestCoordinate }

/// Returns a number in the range that an import accepts; -0 becomes 0.
private func sensible(_ number: Double) -> Double {
  guard number.isFinite else { return 0 }
  return min(max(number, -Double.largestCoordinate), Double.largestCoordinate) + 0
}

private func sensible(_ insets: Insets) -> Insets {
  Insets(
    top: sensible(insets.top), left: sensible(insets.left), bottom: sensible(insets.bottom),
    right: sensible(insets.right))
}

private func sensible(_ insets: DirectionalInsets) -> DirectionalInsets {
  DirectionalInsets(
    top: sensible(insets.top), leading: sensible(insets.leading), bottom: sensible(insets.bottom),
    trailing: sensible(insets.trailing))
}

private func sensible(_ priorities: AxisPriorities, _ standard: Double) -> AxisPriorities {
  func one(_ value: Double) -> Double {
    value > 0 && value <= LinearConstraint.requiredPriority ? value : standard
  }
  return AxisPriorities(horizontal: one(priorities.horizontal), vertical: one(priorities.vertical))
}
