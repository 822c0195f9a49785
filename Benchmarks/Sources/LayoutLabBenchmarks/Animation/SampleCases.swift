import AnimationSampler
import BenchmarkDriver
import Benchmarking
import ClosedForms
import GBShim
import SceneModel

/// How many animations: growth must be linear over these.
private let sizes = [1, 10, 100, 1000, 10_000]

/// A sample of everything at one time: by kind, mixed, and the mixed ones by hand.
func sampleCases(isOwnOnly: Bool) -> [Case] {
  let own = AnimationKind.allCases.map { kind in
    Case(path: "sampler/sample/\(kind.rawValue)", sizes: [1, 1000]) { try sampled(timeline([kind], count: $0), $0) }
  }
  let mixed = Case(path: "sampler/sample/mixed", sizes: sizes) { try sampledBesideByHand($0) }
  let byHand = Case(path: "by-hand/sample/mixed", sizes: sizes) { size in
    let work = ClosedFormWork(count: size)
    return Measurement(operations: times.count, scale: size, counters: ["animations": Double(size)]) { work.run() }
  }
  return own + [mixed] + (isOwnOnly ? [] : [byHand])
}

/// One thing varies: how many keyframes, how many times at once, how many animations of one value.
func shapeCases() -> [Case] {
  let modes: [Keyframes.CalculationMode] = [.linear, .discrete, .cubic, .cubicPaced]
  let keyframes = modes.map { mode in
    Case(path: "sampler/keyframes/\(mode)", sizes: [2, 10, 100, 1000]) { count in
      let values = (0..<count).map { AnimationValue.point(Point(x: Double($0 * $0 % 97), y: Double($0))) }
      var layer = Timeline.Layer()
      layer["position"] = .point(.zero)
      layer.animations = [.keyframes("position", Keyframes(values, mode: mode), duration: 2)]
      return try sampled(Timeline(layer), count)
    }
  }
  let stacked = Case(path: "sampler/stacked/position", sizes: [1, 10, 100, 1000]) { count in
    var layer = Timeline.Layer()
    layer["position"] = .point(.zero)
    layer.animations = (0..<count).map { AnimationKind.additive.animation($0) }
    return try sampled(Timeline(layer), count)
  }
  let batch = Case(path: "sampler/film/mixed-100", sizes: [1, 120]) { frames in
    let sampler = AnimationSampler()
    try sampler.load(timeline(AnimationKind.mixed, count: 100))
    let clock = (0..<frames).map { Double($0) / 60 }
    var values: [Double] = []
    try sampler.sample(at: clock, into: &values)
    return Measurement(operations: 1, scale: frames, counters: ["animations": 100, "frames": Double(frames)]) {
      try? sampler.sample(at: clock, into: &values)
    }
  }
  let load = Case(path: "sampler/load/mixed", sizes: sizes) { size in
    let timeline = timeline(AnimationKind.mixed, count: size)
    let sampler = AnimationSampler()
    try sampler.load(timeline)
    return Measurement(operations: 1, scale: size, counters: ["animations": Double(size)]) {
      try? sampler.load(timeline)
    }
  }
  return keyframes + [stacked, batch, load]
}

/// Instants inside the run of every animation.
private let times = ContiguousArray(stride(from: 0.5, to: 1.5, by: 1.0 / 16))

/// A layer for each animation: kinds take turns.
func timeline(_ kinds: [AnimationKind], count: Int) -> Timeline {
  var timeline = Timeline()
  for number in 0..<count {
    let kind = kinds[number % kinds.count]
    var layer = Timeline.Layer()
    layer[kind.property] = kind.model
    layer.animations = [kind.animation(number)]
    timeline.layers.append(layer)
    timeline.outputs.append(Timeline.Output(layer: number, property: kind.property))
  }
  return timeline
}

/// A sampler with its timeline loaded and room for a row.
private final class SamplerWork {
  let sampler = AnimationSampler()
  let row: UnsafeMutableBufferPointer<Double>

  init(_ timeline: Timeline) throws {
    try sampler.load(timeline)
    row = .allocate(capacity: max(sampler.valueCount, 1))
    row.initialize(repeating: 0)
  }

  deinit { row.deallocate() }

  /// A sample at each time, one by one.
  func run() {
    for index in times.indices { sample(at: times.span.extracting(index...index)) }
  }

  func sample(at clock: Span<Double>) {
    var room = row.mutableSpan
    _ = sampler.sample(at: clock, into: &room)
    keepAlive(row)
  }
}

private final class ClosedFormWork {
  let animations: [cf_animation]
  let model: [Double]
  let row: UnsafeMutableBufferPointer<Double>

  init(count: Int) {
    let kinds = AnimationKind.mixed
    var animations: [cf_animation] = []
    var model: [Double] = []
    for number in 0..<count {
      let kind = kinds[number % kinds.count]
      if let form = kind.closedForm(number, offset: model.count) { animations.append(form) }
      model += kind.model.lanes
    }
    (self.animations, self.model) = (animations, model)
    row = .allocate(capacity: max(model.count, 1))
    row.initialize(repeating: 0)
  }

  deinit { row.deallocate() }

  func run() { for time in times { sample(at: time) } }

  func sample(at time: Double) {
    cf_sample(animations, animations.count, model, model.count, time, row.baseAddress)
    keepAlive(row)
  }
}

private func sampled(_ timeline: Timeline, _ size: Int) throws -> Measurement {
  let work = try SamplerWork(timeline)
  work.run()
  let steady = countingMemory { work.run() }
  return Measurement(
    operations: times.count, scale: size,
    counters: ["animations": Double(size), "allocations": Double(steady.allocations) / Double(times.count)]
  ) { withExtendedLifetime(work) { work.run() } }
}

/// The mixed workload, checked against the closed forms and timed beside them: rounds alternate, so that whatever else
/// the machine does meets both, and the medians' ratio is the label.
private func sampledBesideByHand(_ size: Int) throws -> Measurement {
  let (work, byHand) = (try SamplerWork(timeline(AnimationKind.mixed, count: size)), ClosedFormWork(count: size))
  for (index, time) in times.enumerated() {
    work.sample(at: times.span.extracting(index...index))
    byHand.sample(at: time)
    for lane in work.row.indices where !((work.row[lane] - byHand.row[lane]).magnitude <= 1e-9 * 400) {
      throw CheckFailure(
        description: "mixed-\(size), lane \(lane) at \(time) s: \(work.row[lane]), by hand \(byHand.row[lane])")
    }
  }
  var measurement = try sampled(timeline(AnimationKind.mixed, count: size), size)
  if !gb_is_counting_instructions() {
    let rounds = max(9, min(201, 200_000 / max(size, 1)))
    func seconds(_ body: () -> Void) -> Double {
      let start = gb_seconds()
      body()
      return gb_seconds() - start
    }
    var (ours, theirs): ([Double], [Double]) = ([], [])
    for round in 0..<rounds {
      if round % 2 == 0 {
        ours.append(seconds(work.run))
        theirs.append(seconds(byHand.run))
      } else {
        theirs.append(seconds(byHand.run))
        ours.append(seconds(work.run))
      }
    }
    let ratio = (median(ours) / median(theirs) * 100).rounded() / 100
    measurement.label = "\(ratio) times by hand"
  }
  return measurement
}

private func median(_ samples: [Double]) -> Double { samples.sorted()[samples.count / 2] }
