import SceneModel

/// A view animation block that is running, or whose animations are.
final class ViewBlock {
  let animation: ViewAnimation
  let name: String
  let completion: (Bool) -> Void
  @exclusivity(unchecked) var waitingFor = 0
  @exclusivity(unchecked) var hasAnimated = false
  var isInterrupted = false
  var isOpen = true
  var isDone = false
  weak var animator: PropertyAnimator?
  /// The animator whose block contains this one. It controls the timing of this block's animations.
  weak var adopter: PropertyAnimator?
  /// Called in place of the completion, with whether no animation was interrupted; nil if the completion is called.
  var onDone: ((Bool) -> Void)?
  /// Called when the block's animations are over, before any other receiver.
  private var whenDone: [() -> Void] = []
  /// The chain of the callback that ran the block.
  var chain: CallbackChain.Link?
  /// The line of code that opened the block.
  var source: SourceLine?
  /// The changes in the block that have no animation.
  var unmoved: [String] = []
  /// Whether the block changes constraints without laying out.
  var changesConstraints = false
  /// Whether a nested block animates something.
  var hasMotionInside = false
  /// The properties of layers about whose interruption the linter has already made a remark. Interrupting an animation does not cancel its
  /// completion.
  var toldInterruptions: Set<String> = []

  init(_ animation: ViewAnimation, name: String, completion: @escaping (Bool) -> Void) {
    self.animation = animation
    self.name = name
    self.completion = completion
  }

  func doWhenDone(_ body: @escaping () -> Void) { whenDone.append(body) }

  func runWhenDone() {
    let bodies = whenDone
    whenDone = []
    for body in bodies { body() }
  }
}

extension LayerPlayer {
  /// Animates the changes that the body makes to views; the body runs at once. The completion runs once, when the last animation of the block has
  /// stopped. It gets true if none was removed before its end. A later animation does not remove an additive one.
  public func animate(
    _ animation: ViewAnimation, name: String = "", _ body: () -> Void, completion: @escaping (Bool) -> Void = { _ in }
  ) {
    let close = openBlock(animation, name: name, completion: completion)
    body()
    close()
  }

  /// Opens a block; returns a closure that closes it. Blocks are closed in the opposite order.
  func openBlock(
    _ animation: ViewAnimation, name: String = "", completion: @escaping (Bool) -> Void = { _ in }
  ) -> () -> Void {
    let block = ViewBlock(inherited(animation), name: name, completion: completion)
    block.adopter = blocks.last?.animator ?? blocks.last?.adopter
    lint(block.animation)
    open(block)
    return { [self] in close(block) }
  }

  /// The animation of the innermost open block; nil if no block is open, or if changes in it are not animated.
  package var animatingBlock: ViewAnimation? {
    guard areAnimationsEnabled, let block = blocks.last, block.animation.duration > 0 else { return nil }
    return block.animation
  }

  /// Calls a closure later, when the animations of the innermost open block are over. Returns false, and never calls the closure, if no block is
  /// open or changes in it are not animated.
  func doWhenBlockIsDone(_ body: @escaping () -> Void) -> Bool {
    guard animatingBlock != nil, let block = blocks.last else { return false }
    block.doWhenDone(body)
    return true
  }

  /// Changes the model without running actions, in a transaction of its own.
  func performWithoutActions(_ body: () -> Void) {
    performWithoutAnimation {
      begin()
      disablesActions = true
      body()
      do { try commit() } catch { preconditionFailure("a transaction that was begun can be committed") }
    }
  }

  /// Runs the body; its changes of the model are not animated, even inside a block.
  public func performWithoutAnimation(_ body: () -> Void) {
    let close = openStill()
    body()
    close()
  }

  /// Opens a block in which nothing is animated; returns a closure that closes it.
  func openStill() -> () -> Void {
    let before = areAnimationsEnabled
    areAnimationsEnabled = false
    return { [self] in areAnimationsEnabled = before }
  }

  /// Works like `UIView.setAnimationsEnabled`: while disabled, blocks move nothing.
  public func setAnimationsEnabled(_ areEnabled: Bool) { areAnimationsEnabled = areEnabled }

  /// Runs the body. Its changes belong to the innermost open block, and are repeated `repeatCount` times. Without an open block, the body only runs.
  public func modifyAnimations(repeatCount: Double, autoreverses: Bool, _ body: () -> Void) {
    let close = openRepeating(count: repeatCount, autoreverses: autoreverses)
    body()
    close()
  }

  /// Opens a block as `modifyAnimations` does; returns a closure that closes it.
  func openRepeating(count repeatCount: Double, autoreverses: Bool) -> () -> Void {
    guard let outer = blocks.last else { return {} }
    var animation = outer.animation
    animation.repeatCount = repeatCount
    if autoreverses { animation.options.insert(.autoreverse) }
    // A second face of the same block: its animations count for the block's completion.
    let face = ViewBlock(animation, name: outer.name) { _ in }
    outer.waitingFor += 1
    blocks.append(face)
    return { [self] in
      blocks.removeLast()
      face.isOpen = false
      if face.hasAnimated { outer.hasAnimated = true }
      face.onDone = { [self] finished in
        outer.waitingFor -= 1
        if !finished { outer.isInterrupted = true }
        finishIfDone(outer)
      }
      if face.waitingFor == 0 { face.onDone?(true) }
    }
  }

  func run(_ block: ViewBlock, _ body: () -> Void) {
    open(block)
    body()
    close(block)
  }

  func openBlock(_ block: ViewBlock) -> () -> Void {
    open(block)
    return { [self] in close(block) }
  }

  private func open(_ block: ViewBlock) {
    block.chain = chain
    block.source = acting
    blocks.append(block)
  }

  func close(_ block: ViewBlock) {
    blocks.removeLast()
    block.isOpen = false
    if block.hasAnimated || block.hasMotionInside { blocks.last?.hasMotionInside = true }
    guard block.animator == nil else { return }
    lintMotion(of: block)
    if block.hasAnimated {
      finishIfDone(block)
    } else {
      let isImmediate = choices.emptyBlockCompletesAtOnce && block.animation.duration > 0 && areAnimationsEnabled
      complete(block, finished: true, atOnce: isImmediate)
    }
  }

  func finishIfDone(_ block: ViewBlock) {
    guard !block.isOpen, !block.isDone, block.waitingFor == 0 else { return }
    if let onDone = block.onDone {
      block.isDone = true
      block.runWhenDone()
      onDone(!block.isInterrupted)
      return
    }
    if let animator = block.animator {
      block.isDone = true
      animator.animationsStopped()
      return
    }
    complete(block, finished: !block.isInterrupted, atOnce: false)
    block.adopter?.animationsStopped()
  }

  private func complete(_ block: ViewBlock, finished: Bool, atOnce: Bool) {
    block.isDone = true
    block.runWhenDone()
    // Blocks without a name are not reported.
    let event = block.name.isEmpty ? nil : PlayerEvent.What.block(block.name, finished: finished)
    let callback = Callback(event: event, chain: block.chain, body: { block.completion(finished) })
    if atOnce { return runInside(callback, canWait: true) }
    beginImplicitly()
    queue.append(callback)
  }

  /// Returns a nested block's animation. Unless its options override them, it takes the outer block's duration and curve, and the options to repeat,
  /// to autoreverse and to begin from the current state.
  func inherited(_ animation: ViewAnimation) -> ViewAnimation {
    guard let outer = blocks.last?.animation else { return animation }
    var result = animation
    if !animation.options.contains(.overrideInheritedDuration) { result.duration = outer.duration }
    if !animation.options.contains(.overrideInheritedCurve) {
      result.spring = outer.spring
      let curveBits: UInt = 3 << 16
      result.options.rawValue = (result.options.rawValue & ~curveBits) | (outer.options.rawValue & curveBits)
    }
    if !animation.options.contains(.overrideInheritedOptions) {
      result.options.formUnion(outer.options.intersection([.repeat, .autoreverse, .beginFromCurrentState]))
    }
    return result
  }

  /// Adds the animation that a block makes of one change. A view that was added in this turn is animated, too, from the position at which it was
  /// added. Only layers without a view get no implicit animations before their first commit (A4.2).
  func emit(_ layer: LayerID, _ key: PropertyKey, old: AnimationValue, new: AnimationValue) {
    let node = layers[layer.rawValue]
    guard let block = blocks.last, block.animation.duration > 0, node.isLive else { return }
    let property = key.keyPath.property
    switch key.emission {
    case .none: if !block.unmoved.contains(property) { block.unmoved.append(property) }
    case .replacing:
      let starts = block.animation.options.contains(.beginFromCurrentState)
      let from = starts ? presentation(layer, property) ?? old : old
      attachTimed(
        AnimationKeyPath(property), from: from, to: nil, adding: false, layer: layer, key: property, block: block)
    case .additive:
      guard case .rect(let before) = old, case .rect(let after) = new else {
        emitDelta(layer, AnimationKeyPath(property), property, old: old, new: new, block: block)
        return
      }
      // Bounds move in two parts that can be interrupted separately.
      if before.x != after.x || before.y != after.y {
        emitDelta(
          layer, AnimationKeyPath("bounds", .origin), "bounds.origin", old: .point(Point(x: before.x, y: before.y)),
          new: .point(Point(x: after.x, y: after.y)), block: block)
      }
      if before.size != after.size {
        emitDelta(
          layer, AnimationKeyPath("bounds", .size), "bounds.size", old: .size(before.size), new: .size(after.size),
          block: block)
      }
    }
  }

  private func emitDelta(
    _ layer: LayerID, _ keyPath: AnimationKeyPath, _ name: String, old: AnimationValue, new: AnimationValue,
    block: ViewBlock
  ) {
    guard let delta = old.minus(new), let zero = delta.zero else {
      // A transform that cannot be inverted has no difference to add.
      attachTimed(keyPath, from: old, to: nil, adding: false, layer: layer, key: name, block: block)
      return
    }
    lintInterruption(layer, name)
    let taken = layers[layer.rawValue].animations.compactMap { $0.key.flatMap { LayerPlayer.number(of: $0, name) } }
    // The first that is free; mostly there is none.
    let all = Set(taken)
    let free = (1...).first { !all.contains($0) } ?? 1
    let key = free == 1 ? name : "\(name)-\(free)"
    attachTimed(keyPath, from: delta, to: zero, adding: true, layer: layer, key: key, block: block)
  }

  /// Returns the number in an animation key that was made from a name: for `position`, the key `position` has 1 and `position-2` has 2. Nil if the
  /// key was not made from the name.
  private static func number(of key: String, _ name: String) -> Int? {
    if key == name { return 1 }
    guard key.utf8.count > name.utf8.count + 1, key.hasPrefix(name) else { return nil }
    return Int(key.dropFirst(name.count + 1))
  }

  private func attachTimed(
    _ keyPath: AnimationKeyPath, from: AnimationValue, to: AnimationValue?, adding: Bool, layer: LayerID, key: String,
    block: ViewBlock
  ) {
    let settings = block.animation
    var spring = settings.spring
    if let velocity = settings.velocity, spring != nil {
      if attachByAxis(keyPath, from: from, to: to, adding: adding, layer: layer, key: key, block: block) { return }
      spring?.initialVelocity = (velocity * velocity).sum().squareRoot()
    }
    let ends = BasicValues(from: from, to: to)
    var property = PropertyAnimation(keyPath, spring.map { .spring(ends, $0) } ?? .basic(ends))
    property.isAdditive = adding
    var animation = Animation(
      .property(property), timingFunction: spring == nil ? settings.options.curve : nil)
    time(&animation, layer: layer, block: block)
    attach(animation, to: layer, key: key, delegate: nil, block: block, isSound: true)
  }

  /// Attaches two springs, one for each component of a point or a size, each with its own initial velocity. Attaches nothing and returns false if the
  /// value is neither, or if the block has no spring with such a velocity.
  private func attachByAxis(
    _ keyPath: AnimationKeyPath, from: AnimationValue, to: AnimationValue?, adding: Bool, layer: LayerID, key: String,
    block: ViewBlock
  ) -> Bool {
    guard let velocity = block.animation.velocity, from.kind == .point || from.kind == .size else { return false }
    let names = from.kind == .point ? ["x", "y"] : ["width", "height"]
    for (axis, name) in names.enumerated() {
      func part(_ value: AnimationValue) -> AnimationValue { .number(value.lanes[axis]) }
      guard var spring = block.animation.spring else { return false }
      spring.initialVelocity = velocity[axis]
      var animation = Animation.spring("\(keyPath).\(name)", from: part(from), to: to.map(part), spring: spring)
      animation.property?.isAdditive = adding
      time(&animation, layer: layer, block: block)
      attach(animation, to: layer, key: "\(key).\(name)", delegate: nil, block: block)
    }
    return true
  }

  /// Sets the times of a block's animation.
  func time(_ animation: inout Animation, layer: LayerID, block: ViewBlock) {
    let settings = block.animation
    animation.timing.duration = settings.duration
    animation.timing.fillMode = .both
    if settings.delay > 0 { animation.timing.beginTime = localTime(of: layer, at: now) + settings.delay }
    animation.timing.autoreverses = settings.options.contains(.autoreverse)
    if settings.repeatCount > 0 {
      animation.timing.repeatCount = settings.repeatCount
    } else if settings.options.contains(.repeat) {
      animation.timing.repeatCount = .infinity
    }
  }
}
