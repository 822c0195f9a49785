/// A Core Animation object as facts: what it moves, how, and when. It is a frozen copy, as a layer holds it.
public struct Animation: Hashable, Sendable {
  public indirect enum Content: Hashable, Sendable {
    case property(PropertyAnimation)
    case group([Animation])
    case transition(TransitionAnimation)
  }

  public var timing: AnimationTiming
  /// Easing of the whole; nil: linear.
  public var timingFunction: TimingFunction?
  /// False: it stays attached after its end, and `fillMode` decides what shows. Of no meaning inside a group.
  public var isRemovedOnCompletion = true
  public var content: Content

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

  public static func keyframes(_ keyPath: String, _ keyframes: Keyframes, duration: Double = 0) -> Animation {
    Animation(
      .property(PropertyAnimation(AnimationKeyPath(parsing: keyPath), .keyframes(keyframes))),
      timing: AnimationTiming(duration: duration))
  }

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
  public enum Form: Hashable, Sendable {
    case basic(BasicValues)
    case keyframes(Keyframes)
    case spring(BasicValues, Spring)
  }

  public var keyPath: AnimationKeyPath
  public var form: Form
  /// Added to what is underneath instead of replacing it.
  public var isAdditive = false
  /// Each cycle starts where the one before ended.
  public var isCumulative = false
  /// The values are arguments of this function, which makes the matrix.
  public var valueFunction: ValueFunction?

  public init(_ keyPath: AnimationKeyPath, _ form: Form) {
    self.keyPath = keyPath
    self.form = form
  }
}

/// The three ends of a basic animation; at most two of them mean something (`from` and `to` win).
public struct BasicValues: Hashable, Sendable {
  public var from, to, by: AnimationValue?

  public init(from: AnimationValue? = nil, to: AnimationValue? = nil, by: AnimationValue? = nil) {
    (self.from, self.to, self.by) = (from, to, by)
  }
}

/// `CAValueFunction`; raw values are the compact form's. `scale` and `translate` take three numbers, the others one.
public enum ValueFunction: UInt8, Hashable, Sendable, CaseIterable, BitwiseCopyable {
  case rotateX = 1, rotateY, rotateZ, scale, scaleX, scaleY, scaleZ, translate, translateX, translateY, translateZ

  public var argumentCount: Int { self == .scale || self == .translate ? 3 : 1 }
}

/// `CAKeyframeAnimation`'s values and how they are joined.
public struct Keyframes: Hashable, Sendable {
  /// Raw values are the compact form's.
  public enum CalculationMode: UInt8, Hashable, Sendable, CaseIterable {
    case linear = 0, discrete, paced, cubic, cubicPaced
  }

  /// Raw values are the compact form's.
  public enum RotationMode: UInt8, Hashable, Sendable, CaseIterable {
    case none = 0, auto, autoReverse
  }

  public var values: [AnimationValue] = []
  /// For point properties; wins over `values`.
  public var path: VectorPath?
  /// Nil: evenly spread.
  public var keyTimes: [Double]?
  /// Easing of each segment; missing ones are linear.
  public var timingFunctions: [TimingFunction] = []
  public var mode: CalculationMode = .linear
  /// Shape of a cubic at each value, in [-1, 1]; missing ones are 0.
  public var tensions: [Double] = []
  public var continuities: [Double] = []
  public var biases: [Double] = []
  public var rotationMode: RotationMode = .none

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
    case fade = 0, moveIn, push, reveal
  }

  /// Raw values are the compact form's.
  public enum Subtype: UInt8, Hashable, Sendable, CaseIterable {
    case none = 0, fromLeft, fromRight, fromTop, fromBottom
  }

  public var style: Style
  public var subtype: Subtype
  public var startProgress: Double
  public var endProgress: Double

  public init(
    style: Style = .fade, subtype: Subtype = .none, startProgress: Double = 0, endProgress: Double = 1
  ) {
    (self.style, self.subtype, self.startProgress, self.endProgress) = (style, subtype, startProgress, endProgress)
  }
}
