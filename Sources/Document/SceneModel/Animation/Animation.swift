/// A Core Animation object as plain facts: the property that it moves, how, and when.
///
/// It is a frozen copy, as a layer holds it after `add(_:forKey:)`.
public struct Animation: Hashable, Sendable {
  /// The kinds of animation.
  public indirect enum Content: Hashable, Sendable {
    /// A property animation: values over progress, at one key path.
    case property(PropertyAnimation)
    /// A group: several animations on a time line of their own.
    case group([Animation])
    /// A transition from one content of a layer to another.
    case transition(TransitionAnimation)
  }

  /// The times at which the animation runs, how often and how fast.
  public var timing: AnimationTiming
  /// The easing of the whole animation; `nil` is linear.
  public var timingFunction: TimingFunction?
  /// Whether the animation is removed when it has ended. When it stays, `fillMode` decides what shows. Without effect inside a group.
  public var isRemovedOnCompletion = true
  /// The kind of animation, with its values.
  public var content: Content

  /// Makes an animation of any kind; `timingFunction` eases the whole.
  public init(_ content: Content, timing: AnimationTiming = AnimationTiming(), timingFunction: TimingFunction? = nil) {
    self.content = content
    self.timing = timing
    self.timingFunction = timingFunction
  }

  /// Makes a `CABasicAnimation` at a key path. An end that is left out is filled in as Core Animation does, mostly with the value
  /// underneath.
  ///
  /// `duration` is in seconds.
  public static func basic(
    _ keyPath: String, from: AnimationValue? = nil, to: AnimationValue? = nil, by: AnimationValue? = nil,
    duration: Double = 0, timingFunction: TimingFunction? = nil
  ) -> Animation {
    Animation(
      .property(PropertyAnimation(AnimationKeyPath(parsing: keyPath), .basic(BasicValues(from: from, to: to, by: by)))),
      timing: AnimationTiming(duration: duration), timingFunction: timingFunction)
  }

  /// Makes a `CASpringAnimation` at a key path.
  ///
  /// `duration` is in seconds. Pass `spring.settlingDuration` unless the spring is to be cut short.
  public static func spring(
    _ keyPath: String, from: AnimationValue? = nil, to: AnimationValue? = nil, spring: Spring, duration: Double = 0
  ) -> Animation {
    Animation(
      .property(
        PropertyAnimation(AnimationKeyPath(parsing: keyPath), .spring(BasicValues(from: from, to: to), spring))),
      timing: AnimationTiming(duration: duration))
  }

  /// Makes a `CAKeyframeAnimation` at a key path; `duration` is in seconds.
  public static func keyframes(_ keyPath: String, _ keyframes: Keyframes, duration: Double = 0) -> Animation {
    Animation(
      .property(PropertyAnimation(AnimationKeyPath(parsing: keyPath), .keyframes(keyframes))),
      timing: AnimationTiming(duration: duration))
  }

  /// Makes a `CAAnimationGroup`; `duration` is in seconds and cuts its children short.
  public static func group(_ children: [Animation], duration: Double = 0) -> Animation {
    Animation(.group(children), timing: AnimationTiming(duration: duration))
  }

  /// The property animation inside; `nil` for groups and transitions, where setting it does nothing.
  public var property: PropertyAnimation? {
    get {
      guard case .property(let property) = content else { return nil }
      return property
    }
    set {
      guard case .property = content, let newValue else { return }
      content = .property(newValue)
    }
  }
}

/// A `CAPropertyAnimation`: values over progress at one key path.
public struct PropertyAnimation: Hashable, Sendable {
  /// The three forms of a property animation.
  public enum Form: Hashable, Sendable {
    /// A `CABasicAnimation`: values between two ends.
    case basic(BasicValues)
    /// A `CAKeyframeAnimation`: values through several keyframes.
    case keyframes(Keyframes)
    /// A `CASpringAnimation`: values between two ends, driven by a damped spring.
    case spring(BasicValues, Spring)
  }

  /// The property that moves, or the part of it.
  public var keyPath: AnimationKeyPath
  /// The form of the animation, with its values.
  public var form: Form
  /// Whether values are added to what is underneath instead of replacing it.
  public var isAdditive = false
  /// Whether each repetition starts where the one before ended.
  public var isCumulative = false
  /// A function that turns the values into a transform; `nil` if the values are used as they are.
  public var valueFunction: ValueFunction?

  /// Makes a property animation that replaces what is underneath; set `isAdditive` to add instead.
  public init(_ keyPath: AnimationKeyPath, _ form: Form) {
    self.keyPath = keyPath
    self.form = form
  }
}

/// The ends of a basic animation. At most two of the three take effect: `by` is ignored where `from` and `to` are both given.
public struct BasicValues: Hashable, Sendable {
  /// The ends; a missing one is filled in as Core Animation does, mostly with the value underneath.
  public var from, to, by: AnimationValue?

  /// Makes the ends of a basic animation; leave out those that are not given.
  public init(from: AnimationValue? = nil, to: AnimationValue? = nil, by: AnimationValue? = nil) {
    (self.from, self.to, self.by) = (from, to, by)
  }
}

/// A `CAValueFunction`: makes a transform from numbers. `scale` and `translate` take three numbers, the others one.
///
/// Raw values are those of the compact form.
public enum ValueFunction: UInt8, Hashable, Sendable, CaseIterable, BitwiseCopyable {
  /// Rotations are about one axis, in radians; scales are factors; translations are in points.
  case rotateX = 1, rotateY, rotateZ, scale, scaleX, scaleY, scaleZ, translate, translateX, translateY, translateZ

  /// The number of arguments that the function takes: 3 for `scale` and `translate`, otherwise 1.
  public var argumentCount: Int { self == .scale || self == .translate ? 3 : 1 }
}

/// A `CAKeyframeAnimation`'s values, and how they are joined.
public struct Keyframes: Hashable, Sendable {
  /// How values between two keyframes come about (`CAAnimationCalculationMode`). Raw values are those of the compact form.
  public enum CalculationMode: UInt8, Hashable, Sendable, CaseIterable {
    /// Core Animation's calculation modes.
    case linear = 0, discrete, paced, cubic, cubicPaced
  }

  /// Whether a layer turns along a motion path (`CAAnimationRotationMode`). Raw values are those of the compact form.
  public enum RotationMode: UInt8, Hashable, Sendable, CaseIterable {
    /// Core Animation's rotation modes; `none` leaves the layer as it is.
    case none = 0, auto, autoReverse
  }

  /// The keyframes' values, in order.
  public var values: [AnimationValue] = []
  /// The motion path of a point property, which replaces `values`; `nil` if `values` are used.
  public var path: VectorPath?
  /// The keyframes' times as fractions of the duration, in [0, 1] and ascending; `nil`: evenly spread.
  public var keyTimes: [Double]?
  /// The easing of each segment; a missing one is linear.
  public var timingFunctions: [TimingFunction] = []
  /// How values between two keyframes come about.
  public var mode: CalculationMode = .linear
  /// The tension at each value of a cubic, in [-1, 1]; a missing one is 0.
  public var tensions: [Double] = []
  /// The continuity at each value of a cubic, in [-1, 1]: 0 is smooth, 1 and -1 are corners; a missing one is 0.
  public var continuities: [Double] = []
  /// The bias at each value of a cubic, in [-1, 1]: 1 bends after the value, -1 before it; a missing one is 0.
  public var biases: [Double] = []
  /// Whether the layer turns along `path`.
  public var rotationMode: RotationMode = .none

  /// Makes keyframes through values, or along a path.
  public init(
    _ values: [AnimationValue] = [], path: VectorPath? = nil, keyTimes: [Double]? = nil,
    mode: CalculationMode = .linear
  ) {
    self.values = values
    self.path = path
    self.keyTimes = keyTimes
    self.mode = mode
  }
}

/// A `CATransition`. Only its progress is sampled; nothing draws it.
public struct TransitionAnimation: Hashable, Sendable {
  /// How a transition looks (`CATransitionType`). Raw values are those of the compact form.
  public enum Style: UInt8, Hashable, Sendable, CaseIterable {
    /// Core Animation's transition types.
    case fade = 0, moveIn, push, reveal
  }

  /// The side from which new content comes (`CATransitionSubtype`). Raw values are those of the compact form.
  public enum Subtype: UInt8, Hashable, Sendable, CaseIterable {
    /// Core Animation's subtypes; `none` where the style has no direction.
    case none = 0, fromLeft, fromRight, fromTop, fromBottom
  }

  /// How the transition looks.
  public var style: Style
  /// The side from which new content comes.
  public var subtype: Subtype
  /// The progress with which the transition begins, in [0, 1].
  public var startProgress: Double
  /// The progress with which the transition ends, in [0, 1] and not below `startProgress`.
  public var endProgress: Double

  /// Makes a transition whose progress runs from `startProgress` to `endProgress`.
  public init(
    style: Style = .fade, subtype: Subtype = .none, startProgress: Double = 0, endProgress: Double = 1
  ) {
    (self.style, self.subtype, self.startProgress, self.endProgress) = (style, subtype, startProgress, endProgress)
  }
}
