import SceneModel

/// A timeline made flat: what one sample does, in the order in which it does it.
struct SamplerProgram {
  struct Layer: BitwiseCopyable {
    /// -1: its time is the clock's.
    var parent: Int
    var timing: LayerTiming
  }

  /// An animation's timing, ready to be evaluated.
  struct Node: BitwiseCopyable {
    /// The group it runs in; -1: it is attached to a layer.
    var parent: Int
    var layer: Int
    var begin, duration, speed, timeOffset: Double
    var active, cycle: Double
    var autoreverses, fillsBackwards, fillsForwards: Bool
    /// Seconds that a group's progress stands for; its children's time is progress times this.
    var curve: CubicBezier
    var motion: Spring.Motion?
    /// Eased progress at the end of a full cycle, which is where a cumulative animation goes on.
    var cycleEnd = 0.0
  }

  struct NodeState: BitwiseCopyable {
    /// Inside its active interval, or filling.
    var isOn = false
    /// Eased progress.
    var progress = 0.0
    /// Full cycles before the current one.
    var completedCycles = 0.0
  }

  /// Where an end of a basic animation comes from.
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
    /// How values between two are made; for value functions the arguments are numbers.
    var kind: AnimationValue.Kind
    /// Lanes of the animated component.
    var lanes: Int
    /// Where the property's first lane is in a row.
    var target: Int
    /// Where the component's first lane is in a row; for components of a transform, the property's.
    var offset: Int
    /// Not `whole` only for components of a transform.
    var transformComponent = AnimationKeyPath.Component.whole
    var valueFunction: ValueFunction?
    var isAdditive = false
    var isCumulative = false
    /// Constants in the pool: the start's lanes, then the end's (of an underlying end, what is added to it).
    var constants = 0
    /// Index of a prepared pair when both ends are constant transforms.
    var pair = -1
    /// Numbers only, both ends constant, replaces or adds, and nothing else: the way most animations are.
    var isPlain = false
  }

  struct KeyframeTable {
    var mode: Keyframes.CalculationMode
    var count: Int
    var lanes: Int
    /// In the pool.
    var values: Int
    var times: Int
    var timeCount: Int
    /// In `curves`; how many segments have one.
    var firstCurve: Int
    var curveCount: Int
    /// Cubic: in the pool, per segment the leaving and the arriving tangent.
    var tangents = -1
    /// Transforms: in `pairs`, one per segment.
    var firstPair = -1
    /// Cubic paced: the spline, measured; in `curveTables`.
    var spline = -1
  }

  struct MotionPath {
    var curveTable: Int
    var mode: Keyframes.CalculationMode
    var times: Int
    var timeCount: Int
    var firstCurve: Int
    var curveCount: Int
    /// Where the path starts, for a path that never leaves it.
    var pool: Int
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
  /// The committed model of every output: a row without any animation.
  var modelRow: [Double] = []
  /// Lanes of the widest value, at least a transform's.
  var widestValue = 16
}

extension SamplerProgram.Node {
  /// The timing of rule A2.3 at a time of what the animation is attached to.
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
    // A spring's time is seconds, also where a run without end has no progress.
    state.pointee.progress = duration == .infinity ? (motion.map { 1 + $0.offset(at: x) } ?? 0) : eased(p)
    state.pointee.completedCycles = max(speed < 0 ? -1 - k : k, 0)
  }

  /// The timing function and then, for a spring, its motion.
  func eased(_ p: Double) -> Double {
    let u = curve.value(at: p)
    // A curve that swings below zero asks for the time before a spring is let go, when it stands at its start.
    if let motion { return 1 + motion.offset(at: max(u * duration, 0)) }
    return u
  }

  /// Seconds into the current cycle and the cycle's number; false where the animation shows nothing.
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
