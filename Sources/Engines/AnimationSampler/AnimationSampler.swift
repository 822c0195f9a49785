import LayoutPlugin
import SceneModel

/// The values of a timeline at any time: Core Animation's timing, curves, springs, keyframes and composition as a pure function.
///
/// The order of sampling does not change the values, not even in the last bit. After loading a timeline, it allocates nothing. One instance serves
/// one thread at a time.
public final class AnimationSampler: AnimationSampling {
  /// The switches for open questions, fixed for the sampler's life.
  public let choices: AnimationChoices
  // The data of a sample is in memory of its own. An array in a class would be checked for exclusive and unique access at every element,
  // and a struct of arrays retained at every call. Both cost more than most animations.
  private var layers = FixedBuffer<SamplerProgram.Layer>([])
  private var nodes = FixedBuffer<SamplerProgram.Node>([])
  private var operations = FixedBuffer<SamplerProgram.Operation>([])
  private var pool = FixedBuffer<Double>([])
  private var pairs = FixedBuffer<TransformPair>([])
  private var curves = FixedBuffer<CubicBezier>([])
  private var keyframeTables = FixedBuffer<SamplerProgram.KeyframeTable>([])
  private var motionPaths = FixedBuffer<SamplerProgram.MotionPath>([])
  private var curveTables = FixedBuffer<CurveTable>([])
  private var modelRow = FixedBuffer<Double>([])
  private var layerTimes = FixedBuffer<Double>([])
  private var states = FixedBuffer<SamplerProgram.NodeState>([])
  /// Memory for four values: the animation's value, the value underneath, an end computed from that, and the value of a full cycle.
  private var scratch = FixedBuffer<Double>([])
  private var widestValue = 0

  /// Makes a sampler without a timeline; before `load` its samples are empty.
  public init(choices: AnimationChoices = AnimationChoices()) { self.choices = choices }

  /// The number of lanes in a row of samples.
  public var valueCount: Int { modelRow.count }

  /// Loads a timeline in place of the present one, in time proportional to its size. Sampling then allocates nothing.
  ///
  /// - Throws: `.rejected` if the timeline is malformed. Then the previous one stays loaded.
  public func load(_ timeline: Timeline) throws(PluginFault) {
    do {
      try timeline.validate()
    } catch {
      throw .rejected(error.description)
    }
    let program = SamplerProgram(timeline, choices: choices)
    layers = FixedBuffer(program.layers)
    nodes = FixedBuffer(program.nodes)
    operations = FixedBuffer(program.operations)
    pool = FixedBuffer(program.pool)
    pairs = FixedBuffer(program.pairs)
    curves = FixedBuffer(program.curves)
    keyframeTables = FixedBuffer(program.keyframeTables)
    motionPaths = FixedBuffer(program.motionPaths)
    curveTables = FixedBuffer(program.curveTables)
    modelRow = FixedBuffer(program.modelRow)
    layerTimes = FixedBuffer(Array(repeating: 0, count: program.layers.count))
    states = FixedBuffer(Array(repeating: SamplerProgram.NodeState(), count: program.nodes.count))
    scratch = FixedBuffer(Array(repeating: 0, count: 4 * program.widestValue))
    widestValue = program.widestValue
  }

  /// Samples the timeline at times in seconds, in any order, with `valueCount` numbers for each. `values` is not allocated again if it has the
  /// right length.
  ///
  /// - Throws: `.rejected` for a time that is not finite.
  public func sample(at times: [Double], into values: inout [Double]) throws(PluginFault) {
    for time in times where !time.isFinite { throw .rejected("a time is not finite: \(time).") }
    let width = valueCount
    if values.count != times.count * width { values = Array(repeating: 0, count: times.count * width) }
    times.withUnsafeBufferPointer { times in
      values.withUnsafeMutableBufferPointer { sample(at: times.span, into: $0.baseAddress, width: width) }
    }
  }

  /// Samples the timeline into memory of the caller. Returns false, with nothing written, if there is no room for all rows, or if a time is not
  /// finite.
  public func sample(at times: Span<Double>, into values: inout MutableSpan<Double>) -> Bool {
    let width = valueCount
    if values.count < times.count * width { return false }
    for index in times.indices where !times[index].isFinite { return false }
    values.withUnsafeMutableBufferPointer { sample(at: times, into: $0.baseAddress, width: width) }
    return true
  }

  /// Samples the timeline at finite times into memory with room for all rows. `width` is `valueCount`.
  private func sample(at times: Span<Double>, into values: UnsafeMutablePointer<Double>?, width: Int) {
    guard width > 0, let values else { return }
    let tables = SamplerTables(
      nodes: nodes.start, pool: pool.start, pairs: pairs.start, curves: curves.start,
      keyframeTables: keyframeTables.start, motionPaths: motionPaths.start, curveTables: curveTables.start,
      scratch: scratch.start, widestValue: widestValue, choices: choices)
    for index in times.indices { sample(at: times[index], tables, into: values + index * width) }
  }

  private func sample(at time: Double, _ tables: SamplerTables, into row: UnsafeMutablePointer<Double>) {
    let (layers, nodes, operations) = (self.layers.start, self.nodes.start, self.operations.start)
    let (layerTimes, states) = (self.layerTimes.start, self.states.start)
    for index in 0..<self.layers.count {
      let layer = layers + index
      let parent = layer.pointee.parent
      let local = layer.pointee.timing.local(parent < 0 ? time : layerTimes[parent])
      // A chain of huge speeds may exceed the range of doubles. Then the time counts as 0.
      layerTimes[index] = local.isFinite ? local : 0
    }
    for index in 0..<self.nodes.count {
      let node = nodes + index
      let parent = node.pointee.parent
      if parent < 0 {
        node.pointee.evaluate(at: layerTimes[node.pointee.layer], choices: choices, into: states + index)
      } else if states[parent].isOn {
        let length = nodes[parent].duration
        let time = length.isFinite ? length * states[parent].progress : 0
        node.pointee.evaluate(at: time, choices: choices, into: states + index)
      } else {
        states[index].isOn = false
      }
    }
    row.update(from: modelRow.start, count: modelRow.count)
    let pool = UnsafePointer(self.pool.start)
    for index in 0..<self.operations.count {
      let operation = operations + index
      let state = states + operation.pointee.node
      guard state.pointee.isOn else { continue }
      guard operation.pointee.isPlain else {
        tables.run(operation, state, row: row)
        continue
      }
      let u = state.pointee.progress
      let lanes = operation.pointee.lanes
      let start = pool + operation.pointee.constants
      let out = row + operation.pointee.offset
      if operation.pointee.isAdditive {
        for lane in 0..<lanes { out[lane] += start[lane] * (1 - u) + start[lanes + lane] * u }
      } else {
        for lane in 0..<lanes { out[lane] = start[lane] * (1 - u) + start[lanes + lane] * u }
      }
    }
  }
}

/// Memory of a fixed size, which is freed together with its owner.
struct FixedBuffer<Element>: ~Copyable {
  let start: UnsafeMutablePointer<Element>
  let count: Int

  init(_ elements: [Element]) {
    count = elements.count
    start = .allocate(capacity: max(elements.count, 1))
    elements.withUnsafeBufferPointer { source in
      if let first = source.baseAddress { start.initialize(from: first, count: source.count) }
    }
  }

  deinit {
    start.deinitialize(count: count)
    start.deallocate()
  }
}
