import SceneModel

/// The classic mistakes with animations, found as they happen.
extension LayerPlayer {
  /// The remarks of the linter so far, in order.
  ///
  /// Reading it is expensive: for each animation outside of view blocks, a sampler computes whether a value jumps at its end. This work is done here
  /// so that commits need not do it.
  public var lintRemarks: [Remark] {
    var later = pendingRemarks.map { (place: $0.place, remark: $0.remark) }
    later += noticedEnds.flatMap { end in jumps(at: end).map { (end.place, $0) } }
    var all: [Remark] = []
    var rest = later.enumerated().sorted { ($0.element.place, $0.offset) < ($1.element.place, $1.offset) }[...]
    for place in 0...remarks.count {
      while let next = rest.first, next.element.place <= place {
        all.append(next.element.remark)
        rest.removeFirst()
      }
      if place < remarks.count { all.append(remarks[place]) }
    }
    return all
  }

  func remark(
    _ trap: Remark.Trap, _ layer: LayerID?, _ text: String, remedy: String, from source: SourceLine? = nil
  ) {
    remarks.append(Remark(time: now, trap: trap, layer: layer, text: text, remedy: remedy, source: source ?? acting))
  }

  /// Checks an explicit animation when it is added.
  func lint(_ animation: Animation, of layer: LayerID) {
    lintSpring(animation, of: layer)
    guard let property = animation.property else { return }
    let key = property.keyPath.description
    if animation.timing.fillMode.fillsForwards && !animation.isRemovedOnCompletion {
      remark(
        .forwardsFillAsState, layer,
        "\(key) stays at its last value by filling forwards; the model value stays as it was.",
        remedy: "Set the model to the final value and let the animation be removed.")
    }
    guard case .basic(let ends) = property.form, !property.isAdditive else { return }
    guard let current = model(layer, key) else { return }
    if ends.from == nil, ends.by == nil, ends.to == current {
      remark(
        .missingFrom, layer, "\(key) has no fromValue and the model is at its end already: nothing will move.",
        remedy: "Give fromValue the value before the change.")
    }
  }

  /// An animation that no view block made, recorded at the commit with which it begins.
  struct NoticedEnd {
    var layer: LayerID
    var animation: Animation
    /// The time of the commit, and the time at which the animation ends by itself.
    var time, end: Double
    /// The index at which a remark about the animation is inserted into the remarks.
    var place: Int
    var source: SourceLine?
  }

  /// The largest number of entries that are kept, for players that live long.
  private static let noticedEndsLimit = 4096

  func noteEnd(of attached: AttachedAnimation) {
    guard attached.block == nil, noticedEnds.count < LayerPlayer.noticedEndsLimit else { return }
    let end = endTime(of: attached)
    guard end.isFinite, end > now else { return }
    noticedEnds.append(
      NoticedEnd(
        layer: attached.layer, animation: attached.animation, time: now, end: end, place: remarks.count,
        source: attached.source))
  }

  /// Returns a remark for each property whose shown value jumps at the end of an animation, to a model value that the program did not set. The state
  /// after the commit with which the animation began is judged.
  private func jumps(at noticed: NoticedEnd) -> [Remark] {
    var list: [Remark] = []
    let place = noticed.layer.rawValue
    for property in noticed.animation.properties {
      var after = timeline(at: noticed.time)
      guard after.layers.indices.contains(place) else { continue }
      // Far below a frame, far above rounding.
      let instant = (noticed.end - noticed.time) * 1e-6
      let shown = sample(after, noticed.end - instant, noticed.layer, property)
      // One that is gone from that state was replaced in its own turn.
      guard let own = after.layers[place].animations.firstIndex(of: noticed.animation) else { continue }
      if noticed.animation.isRemovedOnCompletion { after.layers[place].animations.remove(at: own) }
      guard let shown, let next = sample(after, noticed.end + instant, noticed.layer, property),
        let kind = after.layers[place][property]?.kind, LayerPlayer.isJump(from: shown, to: next)
      else { continue }
      func words(_ lanes: [Double]) -> String {
        guard ![.transform, .path, .contents].contains(kind) else { return "one \(kind)" }
        let numbers = lanes.prefix(4).map { TextNumber.spell(($0 * 100).rounded() / 100 + 0) }
        return numbers.count == 1 ? numbers[0] : "(\(numbers.joined(separator: ", ")))"
      }
      let model = [.transform, .path, .contents].contains(kind) ? "another" : words(next)
      list.append(
        Remark(
          time: noticed.time, trap: .modelNotUpdated, layer: noticed.layer,
          text: "\(property) will jump back from \(words(shown)) to \(model) when the animation ends.",
          remedy: "Set the model to the final value in the same turn.", source: noticed.source))
    }
    return list
  }

  /// Whether two shown values differ by more than an animation changes in the short time between them.
  private static func isJump(from shown: [Double], to next: [Double]) -> Bool {
    zip(shown, next).contains { abs($0 - $1) > 1e-3 * max(1, abs($0), abs($1)) }
  }

  /// Checks for a kind of spring that UIKit reportedly treats differently.
  func lint(_ animation: ViewAnimation) {
    guard let spring = animation.spring else { return }
    if spring.initialVelocity > spring.dampingRatio * spring.frequency / 2 {
      remark(
        .largeSpringVelocity, nil,
        "an initial velocity of \(spring.initialVelocity) is large for this spring: UIKit may fit another one.",
        remedy: "Give a smaller velocity or a longer duration.")
    }
  }

  /// Records that the innermost block changes constraints, which it does not animate.
  func noteUnmovedConstraints() {
    if animatingBlock != nil { blocks.last?.changesConstraints = true }
  }

  /// Checks whether a block that is meant to animate something does so.
  func lintMotion(of block: ViewBlock) {
    let unmoved = block.unmoved + (block.changesConstraints ? ["constraints"] : [])
    guard !block.hasAnimated, !block.hasMotionInside, !unmoved.isEmpty, block.animation.duration > 0,
      areAnimationsEnabled
    else { return }
    let what = unmoved.joined(separator: ", ")
    let comes = block.name.isEmpty ? "" : ", and its completion comes at once"
    remark(
      .nothingAnimates, nil, "this block changes \(what), which moves nothing by itself\(comes).",
      remedy: block.changesConstraints
        ? "Call layoutIfNeeded of the superview inside the block." : "Change what views animate, such as alpha.",
      from: block.source)
  }

  /// Checks for an explicit spring that ends before it has settled.
  private func lintSpring(_ animation: Animation, of layer: LayerID) {
    guard case .spring(_, let spring)? = animation.property?.form, spring.damping > 0, spring.damping.isFinite
    else { return }
    let duration = animation.timing.duration == 0 ? animationDuration : animation.timing.duration
    let left = spring.motion.offset(at: duration).magnitude
    guard animation.timing.speed == 1, duration < spring.settlingDuration, left > 0.01 else { return }
    func told(_ number: Double) -> String { TextNumber.spell((number * 100).rounded() / 100) }
    remark(
      .springCutShort, layer,
      "the spring takes \(told(spring.settlingDuration)) s and is cut after \(told(duration)) s, with "
        + "\(told(100 * left)) % of its way to go.",
      remedy: "Set duration to settlingDuration.")
  }

  /// Checks for named blocks whose completions will still run although a new animation changes the same property, too.
  func lintInterruption(_ layer: LayerID, _ keyPath: String) {
    let animations = layers[layer.rawValue].animations
    guard !animations.isEmpty else { return }
    let place = "\(keyPath)@\(layer.rawValue)"
    // What is quickly asked comes first: a story may pile up any number of animations.
    let waiting = animations.filter {
      // Without a completion, the end misleads no code.
      guard let block = $0.block, !block.isDone, !block.name.isEmpty, block.animator == nil, block !== blocks.last,
        !$0.hasStopped,
        !block.toldInterruptions.contains(place)
      else { return false }
      return $0.animation.property?.isAdditive == true && $0.animation.property?.keyPath.description == keyPath
    }
    for attached in waiting {
      attached.block?.toldInterruptions.insert(place)
      remark(
        .completionAfterInterruption, layer,
        "\(keyPath) was turned around, but the completion of \"\(attached.block?.name ?? "")\" still runs with "
          + "finished = true at its own end.",
        remedy: "Ask in the completion whether its purpose still holds, or remove the animation first.")
    }
  }

  /// Checks for a layer property that was set in the expectation that it animates implicitly.
  func lintImplicit(_ layer: LayerID, _ key: String, old: AnimationValue, new: AnimationValue) {
    let node = layers[layer.rawValue]
    let property = AnimationKeyPath(parsing: key).property
    guard old != new, node.isCommitted, LayerPlayer.basicKeys.contains(property), !disablesActions,
      areAnimationsEnabled
    else { return }
    if node.isViewBacked, blocks.isEmpty {
      // Code sets such things without meaning that they move, unless it said how.
      if isOfCode, scopes.allSatisfy({ $0.duration == nil && $0.timingFunction == nil }) { return }
      // The model that an explicit animation ends at is set just so; the rest of the turn shows.
      let remark = Remark(
        time: now, trap: .implicitAnimationOutsideBlock, layer: layer,
        text:
          "\(key) was set outside of an animation block: the view answers for its layer that nothing moves.",
        remedy: "Set it inside UIView.animate, or add an explicit animation.", source: acting)
      pendingRemarks.append((property, remarks.count, remark))
    } else if !node.isViewBacked, let block = blocks.last {
      remark(
        .implicitAnimationOutsideBlock, layer,
        "\(key) of a layer without a view moves with the transaction's \(animationDuration) s, not with the block's "
          + "\(block.animation.duration) s.",
        remedy: "Set the transaction's duration, or give the layer a view.")
    }
  }

  /// Checks at a commit for values that were set without an implicit animation and without an explicit animation of the same property.
  func lintPending() {
    let waiting = pendingRemarks
    pendingRemarks = []
    for (property, place, remark) in waiting.reversed() {
      guard let layer = remark.layer else { continue }
      let isAnimated = layers[layer.rawValue].animations.contains { !$0.isResolved && $0.animation.moves(property) }
      if !isAnimated { remarks.insert(remark, at: place) }
    }
  }
}

extension Animation {
  /// The properties that the animation moves, by itself or in a group.
  fileprivate var properties: [String] {
    switch content {
    case .property(let animated): [animated.keyPath.property]
    case .group(let children): children.flatMap(\.properties).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    case .transition: []
    }
  }
}
