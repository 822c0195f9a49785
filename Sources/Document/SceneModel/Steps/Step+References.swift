extension Step {
  /// The step and all steps inside it, outer ones first.
  package var withInnerSteps: [Step] {
    let inner: [Step] =
      switch self {
      case .animate(let animation): animation.steps
      case .play(let step): step.steps
      default: []
      }
    return [self] + inner.flatMap(\.withInnerSteps)
  }

  /// The items that the step names, including those that it adds.
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

  /// The constraint that the step changes, activates, deactivates or removes; `nil` for other steps.
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

  /// The items that the constraint names, its holder included.
  public var items: [ItemID] { anchors.map(\.item) + (holder.map { [$0] } ?? []) }
}

extension Operand {
  /// The anchors of the operand.
  public var anchors: [LayoutAnchor] {
    switch self {
    case .anchor(let anchor): [anchor]
    case .distance(let from, let to): [from, to]
    }
  }

  /// Returns the same operand with each item replaced by what `other` returns for it.
  public func mappingItems(_ other: (ItemID) -> ItemID) -> Operand {
    func anchor(_ anchor: LayoutAnchor) -> LayoutAnchor { LayoutAnchor(other(anchor.item), anchor.attribute) }
    return switch self {
    case .anchor(let one): .anchor(anchor(one))
    case .distance(let from, let to): .distance(from: anchor(from), to: anchor(to))
    }
  }
}

extension StackConfiguration {
  /// The arranged views of the stack, then other views that have a custom spacing; each once, in a fixed order.
  var items: [ItemID] {
    let known = Set(arranged)
    return arranged + customSpacing.keys.filter { !known.contains($0) }.sorted()
  }
}
