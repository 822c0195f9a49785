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
    /// UIKit's `autoreverse`: each run goes back again, with or without `repeat`.
    public static let autoreverse = Options(rawValue: 1 << 4)
    /// UIKit's `overrideInheritedDuration`: a nested block keeps its own duration.
    public static let overrideInheritedDuration = Options(rawValue: 1 << 5)
    /// UIKit's `overrideInheritedCurve`: a nested block keeps its own curve.
    public static let overrideInheritedCurve = Options(rawValue: 1 << 6)
    /// UIKit's `allowAnimatedContent`; it has no effect here.
    public static let allowAnimatedContent = Options(rawValue: 1 << 7)
    /// UIKit's `showHideTransitionViews`: a transition hides the view that it leaves instead of removing it.
    public static let showHideTransitionViews = Options(rawValue: 1 << 8)
    /// UIKit's `overrideInheritedOptions`: a nested block inherits no options; it still inherits duration and curve.
    public static let overrideInheritedOptions = Options(rawValue: 1 << 9)
    /// UIKit's `curveEaseIn`: slow at first.
    public static let curveEaseIn = Options(rawValue: 1 << 16)
    /// UIKit's `curveEaseOut`: slow at the end.
    public static let curveEaseOut = Options(rawValue: 2 << 16)
    /// UIKit's `curveLinear`: as fast all the time.
    public static let curveLinear = Options(rawValue: 3 << 16)

    /// The curve that the bits select; ease-in-out if they select none.
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
  /// The seconds before the animation begins.
  public var delay: Double
  /// The options.
  public var options: Options
  /// The spring; `nil` if the options' curve is used.
  public var spring: Spring?
  /// The spring's initial velocity in x and y, in distances per second, instead of its own. Two-dimensional properties use one component
  /// per axis; others use the vector's length.
  public var velocity: SIMD2<Double>?
  /// The number of times that the animation runs, set by `modifyAnimations`. 0 elsewhere: the options decide whether it repeats.
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

  /// Makes a block with a spring given by its response and bounce, as `animate(springDuration:bounce:initialSpringVelocity:)` does. With duration 0
  /// nothing moves. The bounce is limited to [-1, 1].
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
  /// Makes the block from a recorded one.
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
