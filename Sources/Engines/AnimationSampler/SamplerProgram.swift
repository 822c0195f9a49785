import SceneModel

/// A timeline in flat tables: the operations of one sample, in their order.
struct SamplerProgram {
  struct Layer: BitwiseCopyable {
    /// The superlayer's index; -1 if the layer has none, and the clock is the parent of its time.
    var parent: Int
    var timing: LayerTiming
  }

  /// An animation's timing, ready to be evaluated.
  struct Node: BitwiseCopyable {
    /// The group in which the animation runs; -1 if it is attached to a layer.
    var parent: Int
    var layer: Int
    var begin, duration, speed, timeOffset: Double
    var active, cycle: Double
    var autoreverses, fillsBackwards, fillsForwards: Bool
    /// The timing function. It gives the eased progress; for a group, this times the duration is the time of its children.
    var curve: CubicBezier
    var motion: Spring.Motion?
    /// The eased progress at the end of a full cycle, where a cumulative animation continues.
    var cycleEnd = 0.0
  }

  struct NodeState: BitwiseCopyable {
    /// Whether the animation is inside its active interval, or filling.
    var isOn = false
    /// The eased progress.
    var progress = 0.0
    /// The number of full cycles before the current one.
    var completedCycles = 0.0
  }

  /// The source of an end of a basic animation.
  enum End: UInt8, BitwiseCopyable {
    case constant, underlying, underlyingPlusConstant
  }

  enum Form: BitwiseCopyable {
    case basic(start: End, end: End)
    case keyframes(Int)
    case motionPath(Int)
    /// Turns the layer along the tangent of a motion path.
    case tangent(Int, reversed: Bool)
    case transition(start: Double, end: Double)
  }

  /// One animation's effect on one reported value.
  struct Operation: BitwiseCopyable {
    var node: Int
    var form: Form
    /// The kind of the interpolated values: that of the animated component, or `numbers` for the arguments of a value function.
    var kind: AnimationValue.Kind
    /// The number of lanes of the animated component, or of arguments of the value function.
    var lanes: Int
    /// The index of the property's first lane among the values of all outputs (`modelRow`).
    var target: Int
    /// The index of the component's first lane among these values; for components of a transform, of the property's first lane.
    var offset: Int
    /// The component of a transform; `whole` for everything else.
    var transformComponent = AnimationKeyPath.Component.whole
    var valueFunction: ValueFunction?
    var isAdditive = false
    var isCumulative = false
    /// The place of the constants in the pool: the start's lanes, then the end's. For an end that is the underlying value, the lanes are added to it.
    var constants = 0
    /// The index in `pairs` of the start and the end in decomposed form, if both are constant transforms; -1 if not.
    var pair = -1
    /// Whether the operation is of the most frequent kind, which runs on a fast path: a basic animation of a vector between two constants that is
    /// not cumulative, has no value function, and does not set one component of a transform.
    var isPlain = false
  }

  struct KeyframeTable {
    var mode: Keyframes.CalculationMode
    var count: Int
    var lanes: Int
    /// The place of the values in the pool.
    var values: Int
    var times: Int
    var timeCount: Int
    /// The index of the first curve in `curves`, and the number of segments that have one.
    var firstCurve: Int
    var curveCount: Int
    /// For the mode `cubic`, the place in the pool of the leaving and the arriving tangent of each segment; otherwise -1.
    var tangents = -1
    /// For transforms, the index of the first pair in `pairs`, one for each segment; otherwise -1.
    var firstPair = -1
    /// For the mode `cubicPaced`, the index in `curveTables` of the spline with its arc lengths; otherwise -1.
    var spline = -1
  }

  struct MotionPath {
    var curveTable: Int
    var mode: Keyframes.CalculationMode
    var times: Int
    var timeCount: Int
    var firstCurve: Int
    var curveCount: Int
  }

  var layers: [Layer] = []
  var nodes: [Node] = []
  var operations: [Operation] = []
  var pool: [Double] = []
  var pairs: [TransformPair] = []
  var curves: [CubicBezier] = []
  var keyframeTables: [KeyframeTable] = []
  var motionPaths: [MotionPath] = []
  var curveTables: [CurveTable] = []
  /// The lanes of all outputs, one after the other, as the committed model has them: without any animation.
  var modelRow: [Double] = []
  /// The number of lanes of the widest value, at least that of a transform.
  var widestValue = 16
}

extension SamplerProgram.Node {
  /// Computes the state of the animation by rule A2.3. `parentTime` is the time of the layer or group to which the animation belongs.
  @inline(__always)
  func evaluate(
    at parentTime: Double, choices: AnimationChoices, into state: UnsafeMutablePointer<SamplerProgram.NodeState>
  ) {
    var x = 0.0
    var k = 0.0
    guard place(at: parentTime, choices: choices, x: &x, k: &k) else {
      state.pointee.isOn = false
      return
    }
    var p = duration > 0 ? (duration == .infinity ? 0 : x / duration) : 1
    if autoreverses && p > 1 { p = 2 - p }
    state.pointee.isOn = true
    // An infinite run has no progress. A spring moves all the same, because it depends on seconds.
    state.pointee.progress = duration == .infinity ? (motion.map { 1 + $0.offset(at: x) } ?? 0) : eased(p)
    state.pointee.completedCycles = max(speed < 0 ? -1 - k : k, 0)
  }

  /// Returns the progress after the timing function and then, for a spring, its motion were applied. `p` is the fraction of the duration.
  func eased(_ p: Double) -> Double {
    let u = curve.value(at: p)
    // A curve that goes below zero gives a time before the spring's release. The spring is at its start then.
    if let motion { return 1 + motion.offset(at: max(u * duration, 0)) }
    return u
  }

  /// Computes the seconds `x` since the current cycle began, and the cycle's number `k`. Returns false if the animation shows nothing at this time.
  @inline(__always)
  private func place(at parentTime: Double, choices: AnimationChoices, x: inout Double, k: inout Double) -> Bool {
    let elapsed = (parentTime - begin) * speed.magnitude
    if parentTime < begin {
      if !fillsBackwards { return false }
    } else if elapsed > active {
      if !fillsForwards { return false }
    }
    let e = min(max(elapsed, 0), active)
    let t = (speed >= 0 ? e : -e) + timeOffset
    // Inside the first cycle, where most animations are, there is nothing to count.
    if t >= 0 && t < cycle {
      x = t
      return true
    }
    // A run without end or without length has no cycles to count.
    if cycle == .infinity {
      x = max(t, 0)
      return true
    }
    guard cycle > 0, t.isFinite else { return true }
    k = (t / cycle).rounded(.down)
    x = t - k * cycle
    if x == 0 && t > 0 {
      let isFinalInstant = speed > 0 && e == active
      let isScrubbedToEnd = speed == 0 && choices.offsetShowsCycleEnd
      if isFinalInstant || isScrubbedToEnd {
        k -= 1
        x = cycle
      }
    }
    x = min(max(x, 0), cycle)
    return true
  }
}
