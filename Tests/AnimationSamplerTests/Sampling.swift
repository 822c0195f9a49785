import AnimationSampler
import SceneModel
import Testing

/// Every output of a timeline at each time.
func sample(
  _ timeline: Timeline, at times: [Double], choices: AnimationChoices = AnimationChoices()
) throws -> [[Double]] {
  let sampler = AnimationSampler(choices: choices)
  try sampler.load(timeline)
  var values: [Double] = []
  try sampler.sample(at: times, into: &values)
  let width = sampler.valueCount
  return times.indices.map { Array(values[($0 * width)..<(($0 + 1) * width)]) }
}

/// One property of one layer under animations.
func sample(
  _ property: String, model: AnimationValue, _ animations: [Animation], at times: [Double],
  choices: AnimationChoices = AnimationChoices()
) throws -> [[Double]] {
  var layer = Timeline.Layer()
  layer[property] = model
  layer.animations = animations
  var timeline = Timeline(layer)
  timeline.stateDefaults()
  return try sample(timeline, at: times, choices: choices)
}

/// A number under animations.
func sample(
  number model: Double, _ animations: Animation..., at times: [Double], choices: AnimationChoices = AnimationChoices()
) throws -> [Double] {
  try sample("opacity", model: .number(model), animations, at: times, choices: choices).map { $0[0] }
}

func opacity(
  from: Double? = nil, to: Double? = nil, by: Double? = nil, duration: Double = 1, begin: Double = 0,
  curve: TimingFunction? = nil
) -> Animation {
  var animation = Animation.basic(
    "opacity", from: from.map { .number($0) }, to: to.map { .number($0) }, by: by.map { .number($0) },
    duration: duration, timingFunction: curve)
  animation.timing.beginTime = begin
  return animation
}

extension Animation {
  func with(_ change: (inout Animation) -> Void) -> Animation {
    var copy = self
    change(&copy)
    return copy
  }

  func adding() -> Animation { with { $0.property?.isAdditive = true } }
}

/// Every pair within `tolerance`, with the place of the worst one in the message.
func expectClose(
  _ values: [Double], _ expected: [Double], within tolerance: Double, _ what: String = "",
  at location: SourceLocation = #_sourceLocation
) {
  guard values.count == expected.count else {
    Issue.record("\(what): \(values.count) values, expected \(expected.count)", sourceLocation: location)
    return
  }
  for (index, (a, b)) in zip(values, expected).enumerated() where !((a - b).magnitude <= tolerance) {
    Issue.record("\(what) [\(index)]: \(a), expected \(b) within \(tolerance)", sourceLocation: location)
    return
  }
}
