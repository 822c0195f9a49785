import SceneModel

extension Scene {
  /// Returns a random view tree with constraints and steps: the same scene for the same entropy, on any machine.
  public static func generated(within bounds: SceneBounds = .fuzzing, using entropy: inout Entropy) -> Scene {
    var scene = Scene(
      rootSize: entropy.chance(1, in: 4) ? Size(width: 320, height: 480) : Size(width: 375, height: 667))
    if entropy.chance(1, in: 6) { scene.direction = .rightToLeft }
    var sketch = SceneSketch(scene)
    if bounds.steps.upperBound > 0, entropy.chance(1, in: 16) { sketch.addCells(&entropy) }
    for _ in 0..<entropy.count(bounds.views) {
      let view = sketch.view(&entropy)
      sketch.add(view)
      let isArranged = sketch.arrange(view, &entropy)
      guard view.autoresizing == nil, !isArranged || entropy.chance(1, in: 16) else { continue }
      for constraint in sketch.placement(of: view, &entropy) { sketch.add(constraint) }
    }
    if entropy.chance(1, in: 3) { sketch.add(sketch.guide(&entropy)) }
    for _ in 0..<entropy.count(bounds.extraConstraints) { sketch.add(sketch.freeConstraint(&entropy)) }
    if entropy.chance(1, in: 8), let at = sketch.present.constraints.position(&entropy) {
      sketch.deactivate(at)
    }

    scene = sketch.present
    let hasTable = sketch.present.views.contains { $0.table != nil }
    // Only heights that a layout has measured can be remembered.
    if hasTable { scene.steps = [.layout(.root)] + sketch.rowSteps(&entropy) }
    for _ in 0..<entropy.count(bounds.steps) {
      scene.steps.append(sketch.step(&entropy))
      if hasTable, entropy.chance(1, in: 2) { scene.steps += sketch.rowSteps(&entropy) }
    }
    scene.steps.append(.layout(.root))
    if entropy.chance(1, in: 4) { scene.sayPlainly(&entropy) }
    return scene
  }

  /// Changes stack views to filling distributions, and masks to at most one flexible part on each axis, so that laws can rewrite them as
  /// constraints.
  private mutating func sayPlainly(_ entropy: inout Entropy) {
    for index in views.indices {
      if views[index].stack != nil {
        views[index].stack?.alignment = .fill
        views[index].stack?.distribution = entropy.pick([.fill, .fillEqually])
        views[index].stack?.isLayoutMarginsRelative = false
      }
      if views[index].autoresizing != nil {
        views[index].autoresizing = [
          entropy.pick([[], .flexibleLeft, .flexibleWidth] as [AutoresizingMask]),
          entropy.pick([[], .flexibleTop, .flexibleHeight] as [AutoresizingMask]),
        ]
      }
    }
  }
}

extension SceneSketch {
  /// Adds a view that lies in a stack view to the stack's arranged views, four times out of five. Returns whether it did; never for a view with an
  /// autoresizing mask.
  fileprivate mutating func arrange(_ view: View, _ entropy: inout Entropy) -> Bool {
    guard let stack = present.views.first(where: { $0.id == view.parent }), stack.stack != nil,
      view.autoresizing == nil, entropy.chance(4, in: 5)
    else { return false }
    follow(.arrange(view.id, in: stack.id, at: nil))
    if entropy.chance(1, in: 6), let at = present.views.firstIndex(where: { $0.id == stack.id }) {
      present.views[at].stack?.customSpacing[view.id] = Double(entropy.below(8) * 3)
    }
    return true
  }

  fileprivate mutating func deactivate(_ at: Int) {
    var constraint = present.constraints[at]
    constraint.isActive = false
    present.constraints[at] = constraint
  }
}
