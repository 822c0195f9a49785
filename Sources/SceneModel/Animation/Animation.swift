/// A Core Animation object as facts: what it moves, how, and when. It is a frozen copy, as a layer holds it.
public struct Animation: Hashable, Sendable {
  /// What an animation is made of.
  public indirect enum Content: Hashable, Sendable {
    /// Values over progress, at one key path.
    case property(PropertyAnimation)
    /// Several animations on one time of their own.
    case group([Animation])
    /// One content that gives way to another.
    case transition(TransitionAnimation)
  }

  /// When it runs, how often and how fast.
  public var timing: AnimationTiming
  /// Easing of the whole; nil: linear.
  public var timingFunction: TimingFunction?
  /// False: it stays attached after its end, and `fillMode` decides what shows. Of no meaning inside a group.
  public var isRemovedOnCompletion = true
  /// What it moves.
  public var content: Content

  /// An animation of anything; `timingFunction` eases the whole.
  public init(_ content: Content, timing: AnimationTiming = AnimationTiming(), timingFunction: TimingFunction? = nil) {
    self.content = content
    self.timing = timing
    self.timingFunction = timingFunction
  }

  /// A `CABasicAnimation` at a key path, its ends as Core Animation reads them: what is missing is the value underneath.
  public static func basic(
    _ keyPath: String, from: AnimationValue? = nil, to: AnimationValue? = nil, by: AnimationValue? = nil,
    duration: Double = 0, timingFunction: TimingFunction? = nil
  ) -> Animation {
    Animation(
      .property(PropertyAnimation(AnimationKeyPath(parsing: keyPath), .basic(BasicValues(from: from, to: to, by: by)))),
      timing: AnimationTiming(duration: duration), timingFunction: timingFunction)
  }

  /// A `CASpringAnimation`; give it `spring.settlingDuration` for a duration unless it is to be cut short.
  public static func spring(
    _ keyPath: String, from: AnimationValue? = nil, to: AnimationValue? = nil, spring: Spring, duration: Double = 0
  ) -> Animation {
    Animation(
      .property(
        PropertyAnimation(AnimationKeyPath(parsing: keyPath), .spring(BasicValues(from: from, to: to), spring))),
      timing: AnimationTiming(duration: duration))
  }

  /// A `CAKeyframeAnimation` at a key path; `duration` is in seconds.
  public static func keyframes(_ keyPath: String, _ keyframes: Keyframes, duration: Double = 0) -> Animation {
    Animation(
      .property(PropertyAnimation(AnimationKeyPath(parsing: keyPath), .keyframes(keyframes))),
      timing: AnimationTiming(duration: duration))
  }

  /// A `CAAnimationGroup`; `duration` is in seconds, and cuts its children.
  public static func group(_ children: [Animation], duration: Double = 0) -> Animation {
    Animation(.group(children), timing: AnimationTiming(duration: duration))
  }

  /// The property animation in it; nil for groups and transitions. Setting does nothing for those.
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

/// `CAPropertyAnimation`: values over progress at one key path.
public struct PropertyAnimation: Hashable, Sendable {
  /// How values come about.
  public enum Form: Hashable, Sendable {
    /// `CABasicAnimation`: between two ends.
    case basic(BasicValues)
    /// `CAKeyframeAnimation`: through several values.
    case keyframes(Keyframes)
    /// `CASpringAnimation`: between two ends, on a damped spring.
    case spring(BasicValues, Spring)
  }

  /// Which property it moves, and which part of it.
  public var keyPath: AnimationKeyPath
  /// How values come about.
  public var form: Form
  /// Added to what is underneath instead of replacing it.
  public var isAdditive = false
  /// Each cycle starts where the one before ended.
  public var isCumulative = false
  /// The values are arguments of this function, which makes the matrix.
  public var valueFunction: ValueFunction?

  /// At a key path; it replaces what is underneath unless `isAdditive` is set.
  public init(_ keyPath: AnimationKeyPath, _ form: Form) {
    self.keyPath = keyPath
    self.form = form
  }
}

/// The three ends of a basic animation; at most two of them mean something (`from` and `to` win).
public struct BasicValues: Hashable, Sendable {
  /// Nil: the value underneath, as Core Animation has it for the ends that are given.
  public var from, to, by: AnimationValue?

  /// With these ends; nil for those that are not given.
  public init(from: AnimationValue? = nil, to: AnimationValue? = nil, by: AnimationValue? = nil) {
    (self.from, self.to, self.by) = (from, to, by)
  }
}

/// `CAValueFunction`; raw values are the compact form's. `scale` and `translate` take three numbers, the others one.
public enum ValueFunction: UInt8, Hashable, Sendable, CaseIterable, BitwiseCopyable {
  /// Rotations are about an axis and in radians, scales are factors, translations are points.
  case rotateX = 1, rotateY, rotateZ, scale, scaleX, scaleY, scaleZ, translate, translateX, translateY, translateZ

  /// How many numbers it takes.
  public var argumentCount: Int { self == .scale || self == .translate ? 3 : 1 }
}

/// `CAKeyframeAnimation`'s values and how they are joined.
public struct Keyframes: Hashable, Sendable {
  /// Raw values are the compact form's.
  public enum CalculationMode: UInt8, Hashable, Sendable, CaseIterable {
    /// How values between keyframes come about; Core Animation's names.
    case linear = 0, discrete, paced, cubic, cubicPaced
  }

  /// Raw values are the compact form's.
  public enum RotationMode: UInt8, Hashable, Sendable, CaseIterable {
    /// Whether a layer turns along the path; Core Animation's names.
    case none = 0, auto, autoReverse
  }

  /// What it passes through, in order.
  public var values: [AnimationValue] = []
  /// For point properties; wins over `values`.
  public var path: VectorPath?
  /// Nil: evenly spread.
  public var keyTimes: [Double]?
  /// Easing of each segment; missing ones are linear.
  public var timingFunctions: [TimingFunction] = []
  /// How values between these come about.
  public var mode: CalculationMode = .linear
  /// Shape of a cubic at each value, in [-1, 1]; missing ones are 0.
  public var tensions: [Double] = []
  /// 1 is a corner on one side, -1 on the other, 0 is smooth; in [-1, 1].
  public var continuities: [Double] = []
  /// 1 bends after the value, -1 before it; in [-1, 1].
  public var biases: [Double] = []
  /// Whether a layer turns along `path`.
  public var rotationMode: RotationMode = .none

  /// Through these values, or along a path.
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

/// `CATransition`: only its progress is sampled; what it draws is not.
public struct TransitionAnimation: Hashable, Sendable {
  /// Raw values are the compact form's.
  public enum Style: UInt8, Hashable, Sendable, CaseIterable {
    /// What is drawn; Core Animation's names.
    case fade = 0, moveIn, push, reveal
  }

  /// Raw values are the compact form's.
  public enum Subtype: UInt8, Hashable, Sendable, CaseIterable {
    /// From where the new content comes; `none` where the style has no direction.
    case none = 0, fromLeft, fromRight, fromTop, fromBottom
  }

  /// What is drawn.
  public var style: Style
  /// From where it comes.
  public var subtype: Subtype
  /// Where progress begins, in [0, 1].
  public var startProgress: Double
  /// Where progress ends, in [0, 1].
  public var endProgress: Double

  /// From `startProgress` to `endProgress`.
  public init(
    style: Style = .fade, subtype: Subtype = .none, startProgress: Double = 0, endProgress: Double = 1
  ) {
    (self.style, self.subtype, self.startProgress, self.endProgress) = (style, subtype, startProgress, endProgress)
  }
}
