/// The `CAMediaTiming` of an animation. Times are seconds, in the local time of the layer or group that the animation belongs to.
public struct AnimationTiming: Hashable, Sendable {
  /// Whether an animation shows before its begin and after its end (`CAMediaTimingFillMode`). Raw values are those of the compact form.
  public enum FillMode: UInt8, Hashable, Sendable, CaseIterable {
    /// Core Animation's fill modes.
    case removed = 0, forwards, backwards, both

    /// Whether the last value stays after the end.
    public var fillsForwards: Bool { self == .forwards || self == .both }
    /// Whether the first value shows before the begin.
    public var fillsBackwards: Bool { self == .backwards || self == .both }
  }

  /// The time at which the animation begins.
  public var beginTime = 0.0
  /// The length of one run in seconds, without the way back; may be infinite.
  public var duration = 0.0
  /// How much of the animation's own time passes in a second; negative runs backwards.
  public var speed = 1.0
  /// The seconds of the animation's own time that have passed when it begins.
  public var timeOffset = 0.0
  /// How often the animation runs; 0: not set, once. May be a fraction or infinite.
  public var repeatCount = 0.0
  /// How long the animation repeats, in seconds; 0: not set. Wins over `repeatCount`; may be infinite.
  public var repeatDuration = 0.0
  /// Whether each run goes back again, which doubles its length.
  public var autoreverses = false
  /// Whether the animation shows before its begin and after its end.
  public var fillMode: FillMode = .removed

  /// Makes the timing of one run of `duration` seconds.
  public init(beginTime: Double = 0, duration: Double = 0) {
    self.beginTime = beginTime
    self.duration = duration
  }

  /// The seconds of the animation's own time from its start to its end; may be infinite.
  public var activeDuration: Double {
    if repeatDuration > 0 { return repeatDuration }
    let cycle = autoreverses ? duration * 2 : duration
    // Otherwise an infinite repeat count times 0 would be NaN: a run without length is over at once.
    if cycle == 0 { return 0 }
    return repeatCount > 0 ? repeatCount * cycle : cycle
  }

  /// The time at which the animation ends, in the local time of its layer or group; infinite if it never ends.
  public var endTime: Double {
    let active = activeDuration
    if speed == 0 || active == .infinity { return .infinity }
    return beginTime + active / speed.magnitude
  }
}

/// The `CAMediaTiming` of a layer: how its own time follows its parent's.
public struct LayerTiming: Hashable, Sendable, BitwiseCopyable {
  /// The parent's time at which the layer's own time begins.
  public var beginTime = 0.0
  /// How much of the layer's own time passes in a second of its parent's; 0 stops it.
  public var speed = 1.0
  /// The seconds of the layer's own time that have passed when it begins.
  public var timeOffset = 0.0

  /// Makes a layer's timing; without arguments its time is its parent's.
  public init(beginTime: Double = 0, speed: Double = 1, timeOffset: Double = 0) {
    (self.beginTime, self.speed, self.timeOffset) = (beginTime, speed, timeOffset)
  }

  /// Returns the layer's own time at a time of its parent.
  public func local(_ parent: Double) -> Double { (parent - beginTime) * speed + timeOffset }

  /// Returns the parent's time at a time of the layer; 0 for a layer whose time is stopped.
  public func parent(_ local: Double) -> Double { speed == 0 ? 0 : (local - timeOffset) / speed + beginTime }
}

/// An easing: a cubic Bézier curve from (0, 0) to (1, 1).
public struct TimingFunction: Hashable, Sendable {
  /// The two control points; x lies in [0, 1], y may be any number.
  public var x1, y1, x2, y2: Double

  /// Makes an easing from its control points. An x outside [0, 1] is moved to the nearer end.
  public init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    (self.x1, self.y1, self.x2, self.y2) = (min(max(x1, 0), 1), y1, min(max(x2, 0), 1), y2)
  }

  /// No easing: progress as fast as time.
  public static let linear = TimingFunction(0, 0, 1, 1)
  /// Core Animation's `easeIn`: slow at first.
  public static let easeIn = TimingFunction(0.42, 0, 1, 1)
  /// Core Animation's `easeOut`: slow at the end.
  public static let easeOut = TimingFunction(0, 0, 0.58, 1)
  /// Core Animation's `easeInEaseOut`: slow at both ends.
  public static let easeInEaseOut = TimingFunction(0.42, 0, 0.58, 1)
  /// Core Animation's `default`, the curve of implicit animations.
  public static let `default` = TimingFunction(0.25, 0.1, 0.25, 1)
}
