extension Step {
  /// The items that a step names, those it adds included.
  public var items: [ItemID] {
    switch self {
    case .setConstant, .setPriority, .activate, .deactivate, .removeConstraint, .resize, .advance: []
    case .animate(let animation): animation.about + animation.steps.flatMap(\.items)
    case .play(let step): step.ownItems + step.steps.flatMap(\.items)
    case .addConstraint(let constraint): constraint.items
    case .addView(let view): [view.id] + (view.parent.map { [$0] } ?? []) + (view.stack?.items ?? [])
    case .addGuide(let guide): [guide.id, guide.owner]
    case .arrange(let id, let stack, _), .unarrange(let id, let stack): [id, stack]
    case .move(let id, let parent, _): [id, parent]
    case .removeView(let id), .removeGuide(let id), .hide(let id), .show(let id), .setIntrinsic(let id, _),
      .setProperty(let id, _), .needsLayout(let id), .needsConstraints(let id), .needsProperties(let id),
      .layout(let id), .beginUpdates(let id),
      .endUpdates(let id):
      [id]
    }
  }

  /// The constraint that a step changes or removes.
  public var constraintID: LayoutConstraint.ID? {
    switch self {
    case .setConstant(let id, _), .setPriority(let id, _), .activate(let id), .deactivate(let id),
      .removeConstraint(let id):
      id
    default: nil
    }
  }
}

extension LayoutConstraint {
  /// The anchors of both sides.
  public var anchors: [LayoutAnchor] { first.anchors + (second?.anchors ?? []) }

  /// The items that it names, its holder included.
  public var items: [ItemID] { anchors.map(\.item) + (holder.map { [$0] } ?? []) }
}

extension Operand {
  /// The anchors that a constraint in it names.
  public var anchors: [LayoutAnchor] {
    switch self {
    case .anchor(let anchor): [anchor]
    case .distance(let from, let to): [from, to]
    }
  }
}

extension StackConfiguration {
  /// The views that it arranges or leaves room after, each once, in a fixed order.
  var items: [ItemID] {
    let known = Set(arranged)
    return arranged + customSpacing.keys.filter { !known.contains($0) }.sorted()
  }
}
