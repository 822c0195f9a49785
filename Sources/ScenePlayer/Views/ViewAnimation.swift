import SceneModel

/// The parameters of a view animation block: `UIView.animate` in all its forms.
public struct ViewAnimation: Hashable, Sendable {
  /// The options of `UIView.AnimationOptions`, bit for bit.
  public struct Options: OptionSet, Hashable, Sendable {
    /// UIKit's bits.
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
  /// The spring; `nil`: the options' curve counts.
  public var spring: Spring?
  /// The spring's initial velocity in x and y, in distances per second, in place of its own: properties of two dimensions take one each,
  /// others its length.
  public var velocity: SIMD2<Double>?
  /// How often it runs inside `modifyAnimations`; 1 elsewhere, 0 for what the options say.
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

  /// Makes a block with a spring given by its response and bounce, as `animate(springDuration:bounce:initialSpringVelocity:)` does.
  public init(
    springDuration: Double = 0.5, bounce: Double = 0, initialVelocity: Double = 0, delay: Double = 0,
    options: Options = []
  ) {
    let spring = Spring(perceptualDuration: springDuration, bounce: bounce, initialVelocity: initialVelocity)
    self.init(duration: spring.settlingDuration, delay: delay, options: options)
    self.spring = spring
  }
}

extension ViewAnimation {
  /// Makes the block of a scene's animation step.
  public init(_ step: AnimationStep) {
    var options: Options =
      switch step.curve {
      case .easeInOut: []
      case .easeIn: .curveEaseIn
      case .easeOut: .curveEaseOut
      case .linear: .curveLinear
      }
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

/// A block that is running or whose animations are.
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
  /// Runs in place of the completion.
  var onDone: ((Bool) -> Void)?

  init(_ animation: ViewAnimation, name: String, completion: @escaping (Bool) -> Void) {
    self.animation = animation
    self.name = name
    self.completion = completion
  }
}

extension LayerPlayer {
  /// Runs the body at once; what it changes in views moves as told. The completion runs once, when the last animation
  /// of the block has stopped: true if none was taken away before its end. An animation that only adds is not taken
  /// away by a later one.
  public func animate(
    _ animation: ViewAnimation, name: String = "", _ body: () -> Void, completion: @escaping (Bool) -> Void = { _ in }
  ) {
    let block = ViewBlock(inherited(animation), name: name, completion: completion)
    lint(block.animation)
    run(block, body)
  }

  /// Model changes without any animation, also inside a block.
  public func performWithoutAnimation(_ body: () -> Void) {
    let before = areAnimationsEnabled
    areAnimationsEnabled = false
    body()
    areAnimationsEnabled = before
  }

  /// `UIView.setAnimationsEnabled`: until it is said otherwise, blocks move nothing.
  public func setAnimationsEnabled(_ areEnabled: Bool) { areAnimationsEnabled = areEnabled }

  /// The rest of the current block repeats this often.
  public func modifyAnimations(repeatCount: Double, autoreverses: Bool, _ body: () -> Void) {
    guard let outer = blocks.last else {
      body()
      return
    }
    var animation = outer.animation
    animation.repeatCount = repeatCount
    if autoreverses { animation.options.insert(.autoreverse) }
    // A second face of the same block: its animations count for the block's completion.
    let face = ViewBlock(animation, name: outer.name) { _ in }
    outer.waitingFor += 1
    blocks.append(face)
    body()
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

  func run(_ block: ViewBlock, _ body: () -> Void) {
    blocks.append(block)
    body()
    blocks.removeLast()
    block.isOpen = false
    guard block.animator == nil else { return }
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
      onDone(!block.isInterrupted)
      return
    }
    if let animator = block.animator {
      block.isDone = true
      animator.animationsStopped()
      return
    }
    complete(block, finished: !block.isInterrupted, atOnce: false)
  }

  private func complete(_ block: ViewBlock, finished: Bool, atOnce: Bool) {
    block.isDone = true
    // Blocks without a name are nobody's to hear about.
    let event = block.name.isEmpty ? nil : PlayerEvent.What.block(block.name, finished: finished)
    if atOnce, nestedCompletions < LayerPlayer.nestingLimit, callbacksAtThisInstant < LayerPlayer.callbackLimit {
      nestedCompletions += 1
      callbacksAtThisInstant += 1
      defer { nestedCompletions -= 1 }
      if let event { report(event) }
      block.completion(finished)
    } else {
      beginImplicitly()
      queue.append(Callback(event: event, body: { block.completion(finished) }))
    }
  }

  /// A nested block takes over duration and curve unless it says otherwise.
  private func inherited(_ animation: ViewAnimation) -> ViewAnimation {
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

  /// Adds what a block makes of one change. A view that was added in this turn moves, too, from where it was put: only what is built in
  /// for layers of their own waits until they were committed once (A4.2).
  func emit(_ layer: LayerID, _ key: PropertyKey, old: AnimationValue, new: AnimationValue) {
    let node = layers[layer.rawValue]
    guard let block = blocks.last, block.animation.duration > 0, node.isLive else { return }
    let property = key.keyPath.property
    switch key.emission {
    case .none: break
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
    let attached = layers[layer.rawValue].animations
    var key = name
    var count = 1
    while attached.contains(where: { $0.key == key }) {
      count += 1
      key = "\(name)-\(count)"
    }
    attachTimed(keyPath, from: delta, to: zero, adding: true, layer: layer, key: key, block: block)
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

  /// Two springs for a value of two dimensions, each with its own velocity; false: the value has not two.
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

  /// Gives an animation of a block its times.
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
