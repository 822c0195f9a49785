import SceneModel

/// The parameters of a view animation block: `UIView.animate` in all its forms.
public struct ViewAnimation: Hashable, Sendable {
  /// The options of `UIView.AnimationOptions`, bit for bit.
  public struct Options: OptionSet, Hashable, Sendable {
    /// The options as UIKit's bits.
    public var rawValue: UInt
    /// Makes options from UIKit's bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// UIKit's `layoutSubviews`; it has no effect here.
    public static let layoutSubviews = Options(rawValue: 1 << 0)
    /// UIKit's `allowUserInteraction`: views that are being animated get touches.
    public static let allowUserInteraction = Options(rawValue: 1 << 1)
    /// UIKit's `beginFromCurrentState`: animations start from the shown value instead of the model's.
    public static let beginFromCurrentState = Options(rawValue: 1 << 2)
    /// UIKit's `repeat`: the animation repeats without end.
    public static let `repeat` = Options(rawValue: 1 << 3)
    /// UIKit's `autoreverse`: each run goes back again; only with `repeat`.
    public static let autoreverse = Options(rawValue: 1 << 4)
    /// UIKit's `overrideInheritedDuration`: a nested block keeps its own duration.
    public static let overrideInheritedDuration = Options(rawValue: 1 << 5)
    /// UIKit's `overrideInheritedCurve`: a nested block keeps its own curve.
    public static let overrideInheritedCurve = Options(rawValue: 1 << 6)
    /// UIKit's `allowAnimatedContent`; it has no effect here.
    public static let allowAnimatedContent = Options(rawValue: 1 << 7)
    /// UIKit's `showHideTransitionViews`: a transition hides the view that it leaves instead of removing it.
    public static let showHideTransitionViews = Options(rawValue: 1 << 8)
    /// UIKit's `overrideInheritedOptions`: a nested block inherits nothing.
    public static let overrideInheritedOptions = Options(rawValue: 1 << 9)
    /// UIKit's `curveEaseIn`: slow at first.
    public static let curveEaseIn = Options(rawValue: 1 << 16)
    /// UIKit's `curveEaseOut`: slow at the end.
    public static let curveEaseOut = Options(rawValue: 2 << 16)
    /// UIKit's `curveLinear`: as fast all the time.
    public static let curveLinear = Options(rawValue: 3 << 16)

    /// The curve that the bits say; ease-in-out where they say none.
    public var curve: TimingFunction {
      switch (rawValue >> 16) & 3 {
      case 1: .easeIn
      case 2: .easeOut
      case 3: .linear
      default: .easeInEaseOut
      }
    }
  }

  /// The duration in seconds; for a spring given by response and bounce, the time until it has settled.
  public var duration: Double
  /// The seconds before it begins.
  public var delay: Double
  /// The options.
  public var options: Options
  /// The spring; `nil` if the options' curve counts.
  public var spring: Spring?
  /// The spring's initial velocity in x and y, in distances per second, instead of its own. Two-dimensional properties use one component
  /// per axis; others use the vector's length.
  public var velocity: SIMD2<Double>?
  /// How often the animation runs inside `modifyAnimations`; 1 elsewhere; 0: the options decide.
  public var repeatCount = 0.0

  /// Makes a block with the curve of its options.
  public init(duration: Double, delay: Double = 0, options: Options = []) {
    (self.duration, self.delay, self.options) = (duration, delay, options)
  }

  /// Makes a block with a spring that is fitted to the duration, as `usingSpringWithDamping:initialSpringVelocity:` does.
  public init(
    duration: Double, delay: Double = 0, dampingRatio: Double, initialVelocity: Double, options: Options = []
  ) {
    self.init(duration: duration, delay: delay, options: options)
    if duration > 0 {
      spring = Spring(dampingRatio: dampingRatio, initialVelocity: initialVelocity, duration: duration)
    }
  }

  /// Makes a block with a spring given by its response and bounce, as `animate(springDuration:bounce:initialSpringVelocity:)` does. Without a
  /// duration nothing moves; a bounce counts within [-1, 1].
  public init(
    springDuration: Double = 0.5, bounce: Double = 0, initialVelocity: Double = 0, delay: Double = 0,
    options: Options = []
  ) {
    self.init(duration: 0, delay: delay, options: options)
    guard springDuration > 0 else { return }
    let spring = Spring(
      perceptualDuration: springDuration, bounce: min(max(bounce, -1), 1), initialVelocity: initialVelocity)
    (duration, self.spring) = (spring.settlingDuration, spring)
  }
}

extension ViewAnimation {
  /// Makes the block of a recorded one.
  public init(_ timing: BlockTiming) {
    self.init(duration: timing.duration, delay: timing.delay, options: Options(timing.curve))
    for option in timing.options { options.insert(Options(option)) }
    switch timing.spring {
    case .spring(let shape)? where duration > 0:
      spring = Spring(
        dampingRatio: shape.dampingRatio, initialVelocity: shape.initialVelocity, duration: duration)
    case .physics(let physics, let axes)?:
      spring = physics
      velocity = axes.map { SIMD2($0.x, $0.y) }
    default: break
    }
  }

  /// Returns the block in the form of a recording.
  package func recorded(completion: String) -> BlockTiming {
    var timing = BlockTiming(duration: duration)
    timing.delay = delay
    timing.curve = AnimationStep.Curve.allCases[Int((options.rawValue >> 16) & 3)]
    timing.options = Set(BlockTiming.Option.allCases.filter { options.contains(Options($0)) })
    timing.completion = completion
    if let spring {
      timing.spring = Pace(spring, velocity: velocity.map { Point(x: $0.x, y: $0.y) }, duration: duration)
    }
    return timing
  }
}

extension Pace {
  /// Makes a spring by its damping ratio if that, fitted to the duration, gives exactly the same spring; otherwise by its physical constants.
  package init(_ spring: Spring, velocity: Point?, duration: Double) {
    if velocity == nil, duration > 0, spring.dampingRatio.isFinite, spring.dampingRatio > 0 {
      let places = (spring.dampingRatio * 1e6).rounded() / 1e6
      for ratio in [places, spring.dampingRatio] where ratio > 0 {
        let fitted = Spring(dampingRatio: ratio, initialVelocity: spring.initialVelocity, duration: duration)
        if fitted == spring {
          self = .spring(.init(dampingRatio: ratio, initialVelocity: spring.initialVelocity))
          return
        }
      }
    }
    self = .physics(spring, velocity: velocity)
  }
}

extension ViewAnimation.Options {
  fileprivate init(_ curve: AnimationStep.Curve) {
    switch curve {
    case .easeInOut: self = []
    case .easeIn: self = .curveEaseIn
    case .easeOut: self = .curveEaseOut
    case .linear: self = .curveLinear
    }
  }

  fileprivate init(_ option: BlockTiming.Option) {
    switch option {
    case .allowsInteraction: self = .allowUserInteraction
    case .fromCurrent: self = .beginFromCurrentState
    case .repeats: self = .repeat
    case .autoreverses: self = .autoreverse
    case .ownDuration: self = .overrideInheritedDuration
    case .ownCurve: self = .overrideInheritedCurve
    case .ownOptions: self = .overrideInheritedOptions
    }
  }
}

extension ViewAnimation {
  /// Makes the block of a scene's animation step.
  public init(_ step: AnimationStep) {
    var options = Options(step.curve)
    if step.beginsFromCurrentState { options.insert(.beginFromCurrentState) }
    if step.repeats { options.insert(.repeat) }
    if step.autoreverses { options.insert(.autoreverse) }
    if let spring = step.spring {
      self.init(
        duration: step.duration, delay: step.delay, dampingRatio: spring.dampingRatio,
        initialVelocity: spring.initialVelocity, options: options)
    } else {
      self.init(duration: step.duration, delay: step.delay, options: options)
    }
  }
}

/// A block that runs or whose animations run.
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
  /// The animator in whose block this one ran, which times its animations.
  weak var adopter: PropertyAnimator?
  /// Called in place of the completion.
  var onDone: ((Bool) -> Void)?
  /// Called when the block's animations are over, before any other receiver.
  private var whenDone: [() -> Void] = []
  /// The chain of the callback that ran the block.
  var chain: CallbackChain.Link?
  /// The line of code that opened the block.
  var source: SourceLine?
  /// What was changed in the block and is not animated by it.
  var unmoved: [String] = []
  /// Whether a nested block animates something.
  var hasMotionInside = false
  /// The properties of layers for which the linter has already remarked that their interruption does not cancel the completion.
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

  /// The animation of the innermost open block, if changes in it are animated.
  package var animatingBlock: ViewAnimation? {
    guard areAnimationsEnabled, let block = blocks.last, block.animation.duration > 0 else { return nil }
    return block.animation
  }

  /// Calls a closure when the animations of the innermost block are over; returns false if nothing is animated in it or there is none.
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

  /// Runs the body; its changes belong to the current block and repeat this often.
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

  /// Returns a nested block's animation: it takes duration and curve from the outer block unless it states others.
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

  /// Adds the animation that a block makes of one change. A view that was added in this turn is animated too, from where it was put: only the actions
  /// built in for layers without a view wait until they were committed once (A4.2).
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

  /// Returns the number of a key among those with a name: `position` is 1, `position-2` is 2.
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

  /// Attaches two springs for a value of two dimensions, each with its own velocity; returns false if the value does not have two.
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
