/// `CAMediaTiming` of an animation. Times are seconds in the time of what it is attached to.
public struct AnimationTiming: Hashable, Sendable {
  /// Raw values are the compact form's.
  public enum FillMode: UInt8, Hashable, Sendable, CaseIterable {
    /// Whether the first or last value stays before the begin and after the end; Core Animation's names.
    case removed = 0, forwards, backwards, both

    /// Whether the last value stays after the end.
    public var fillsForwards: Bool { self == .forwards || self == .both }
    /// Whether the first value shows before the begin.
    public var fillsBackwards: Bool { self == .backwards || self == .both }
  }

  /// When it begins.
  public var beginTime = 0.0
  /// Seconds of one run, forward only; may be infinite.
  public var duration = 0.0
  /// How much of its own time passes in a second; negative runs backwards.
  public var speed = 1.0
  /// Own seconds that have passed when it begins.
  public var timeOffset = 0.0
  /// 0: not set. May be fractional, may be infinite.
  public var repeatCount = 0.0
  /// Seconds; 0: not set. Wins over `repeatCount`. May be infinite.
  public var repeatDuration = 0.0
  /// Whether each run goes back again, which doubles it.
  public var autoreverses = false
  /// What shows before its begin and after its end.
  public var fillMode: FillMode = .removed

  /// One run of `duration` seconds.
  public init(beginTime: Double = 0, duration: Double = 0) {
    self.beginTime = beginTime
    self.duration = duration
  }

  /// Seconds of the animation's own time from its start to its end; may be infinite.
  public var activeDuration: Double {
    if repeatDuration > 0 { return repeatDuration }
    let cycle = autoreverses ? duration * 2 : duration
    // Infinity times zero has no meaning here: a run of no length is over at once.
    if cycle == 0 { return 0 }
    return repeatCount > 0 ? repeatCount * cycle : cycle
  }

  /// When it ends, in the time of what it is attached to; infinite when it never does.
  public var endTime: Double {
    let active = activeDuration
    if speed == 0 || active == .infinity { return .infinity }
    return beginTime + active / speed.magnitude
  }
}

/// `CAMediaTiming` of a layer: how its own time follows its parent's.
public struct LayerTiming: Hashable, Sendable, BitwiseCopyable {
  /// The parent's time at which its own begins.
  public var beginTime = 0.0
  /// How much of its own time passes in a second of its parent's; 0 stands still.
  public var speed = 1.0
  /// Own seconds that have passed when it begins.
  public var timeOffset = 0.0

  /// A layer whose own time starts there and runs that fast.
  public init(beginTime: Double = 0, speed: Double = 1, timeOffset: Double = 0) {
    (self.beginTime, self.speed, self.timeOffset) = (beginTime, speed, timeOffset)
  }

  /// The layer's own time at a time of its parent.
  public func local(_ parent: Double) -> Double { (parent - beginTime) * speed + timeOffset }

  /// The parent's time at a time of the layer; 0 for a layer that stands still.
  public func parent(_ local: Double) -> Double { speed == 0 ? 0 : (local - timeOffset) / speed + beginTime }
}

/// How progress is eased: a cubic Bézier from (0, 0) to (1, 1).
public struct TimingFunction: Hashable, Sendable {
  /// The control points; x in [0, 1], y free.
  public var x1, y1, x2, y2: Double

  /// An x outside [0, 1] is moved to the nearer end.
  public init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    (self.x1, self.y1, self.x2, self.y2) = (min(max(x1, 0), 1), y1, min(max(x2, 0), 1), y2)
  }

  /// No easing.
  public static let linear = TimingFunction(0, 0, 1, 1)
  /// Slow at first.
  public static let easeIn = TimingFunction(0.42, 0, 1, 1)
  /// Slow at the end.
  public static let easeOut = TimingFunction(0, 0, 0.58, 1)
  /// Slow at both ends.
  public static let easeInEaseOut = TimingFunction(0.42, 0, 0.58, 1)
  /// Core Animation's `default`, the curve of implicit animations.
  public static let `default` = TimingFunction(0.25, 0.1, 0.25, 1)
}
