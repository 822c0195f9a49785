import LayoutPlugin
import SceneModel

/// The values of a timeline at any time: Core Animation's timing, curves, springs, keyframes and composition as a pure
/// function. Asked in any order, it gives the same bits; once loaded, it allocates nothing.
///
/// One instance serves one thread at a time.
public final class AnimationSampler: AnimationSampling {
  public let choices: AnimationChoices
  private var program = SamplerProgram()
  private var layerTimes: [Double] = []
  private var states: [SamplerProgram.NodeState] = []
  /// Three values wide: the animation's value, one end taken from underneath, and the value of a full cycle.
  private var scratch: [Double] = []

  public init(choices: AnimationChoices = AnimationChoices()) { self.choices = choices }

  /// Numbers in a row of samples.
  public var valueCount: Int { program.modelRow.count }

  public func load(_ timeline: Timeline) throws(PluginFault) {
    do {
      try timeline.validate()
    } catch {
      throw .rejected(error.description)
    }
    let program = SamplerProgram(timeline, choices: choices)
    layerTimes = Array(repeating: 0, count: program.layers.count)
    states = Array(repeating: SamplerProgram.NodeState(), count: program.nodes.count)
    // One value more than three: a fade has three lanes, and a transform component reads a whole transform.
    scratch = Array(repeating: 0, count: 4 * program.widestValue)
    self.program = program
  }

  public func sample(at times: [Double], into values: inout [Double]) throws(PluginFault) {
    for time in times where !time.isFinite { throw .rejected("a time is not finite: \(time).") }
    let width = valueCount
    if values.count != times.count * width { values = Array(repeating: 0, count: times.count * width) }
    times.withUnsafeBufferPointer { times in
      values.withUnsafeMutableBufferPointer { _ = sample(at: times, into: $0) }
    }
  }

  /// The same without arrays. False, and nothing written, when there is no room for every row or a time is not finite.
  public func sample(at times: UnsafeBufferPointer<Double>, into values: UnsafeMutableBufferPointer<Double>) -> Bool {
    let width = valueCount
    guard values.count >= times.count * width, times.allSatisfy({ $0.isFinite }) else { return false }
    guard width > 0, let first = values.baseAddress else { return true }
    for (index, time) in times.enumerated() { sample(at: time, into: first + index * width) }
    return true
  }

  private func sample(at time: Double, into row: UnsafeMutablePointer<Double>) {
    for index in program.layers.indices {
      let (parent, timing) = program.layers[index]
      let local = timing.local(parent < 0 ? time : layerTimes[parent])
      // A chain of huge speeds may leave the numbers; there is no time there.
      layerTimes[index] = local.isFinite ? local : 0
    }
    for index in program.nodes.indices {
      let node = program.nodes[index]
      if node.parent < 0 {
        states[index] = node.state(at: layerTimes[node.layer], choices: choices)
      } else {
        let group = states[node.parent]
        let length = program.nodes[node.parent].duration
        states[index] =
          group.isOn
          ? node.state(at: length.isFinite ? length * group.progress : 0, choices: choices)
          : SamplerProgram.NodeState()
      }
    }
    program.modelRow.withUnsafeBufferPointer { model in
      if let base = model.baseAddress { row.update(from: base, count: model.count) }
    }
    scratch.withUnsafeMutableBufferPointer { scratch in
      program.pool.withUnsafeBufferPointer { pool in
        program.operations.withUnsafeBufferPointer { operations in
          for index in operations.indices {
            let state = states[operations[index].node]
            if state.isOn {
              program.run(
                operations[index], state, choices: choices, pool: pool, row: row, scratch: scratch.baseAddress!)
            }
          }
        }
      }
    }
  }
}
