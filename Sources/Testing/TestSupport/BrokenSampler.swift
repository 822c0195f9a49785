import LayoutPlugin
import ScenePlayer
import SceneModel

/// A sampler with one planted mistake, and the law that must catch it.
public struct BrokenSampler: Sendable, CustomStringConvertible {
  public var name: String
  /// The law that must be broken by some timeline.
  public var law: String
  private var defect: @Sendable (any AnimationSampling) -> any AnimationSampling

  public var description: String { name }

  private init(
    _ name: String, breaks law: String, _ defect: @escaping @Sendable (any AnimationSampling) -> any AnimationSampling
  ) {
    self.name = name
    self.law = law
    self.defect = defect
  }

  /// Makes a sampler that samples another timeline than the one it was given.
  private init(
    _ name: String, breaks law: String, timeline change: @escaping @Sendable (inout Timeline) -> Void
  ) {
    self.init(name, breaks: law) { DefectiveSampler($0, timeline: change) }
  }

  /// The plugin with the mistake planted into each sampler that it makes.
  public func plugin(around sound: Plugin) -> Plugin {
    var plugin = sound
    let defect = defect
    if let makeSampler = sound.makeSampler { plugin.makeSampler = { defect(makeSampler()) } }
    return plugin
  }

  public static func named(_ name: String) -> BrokenSampler? { all.first { $0.name == name } }

  public static let all: [BrokenSampler] = [
    BrokenSampler("refuses transitions", breaks: "timeline.valid-timeline-is-sampled") {
      DefectiveSampler($0, refuses: true)
    },
    BrokenSampler("divides zero by zero", breaks: "timeline.every-value-is-a-number") {
      DefectiveSampler($0, value: { _, value in value / value })
    },
    BrokenSampler("carries a sum along the batch", breaks: "timeline.sampling-order-does-not-matter") {
      DefectiveSampler(
        $0, batch: { values in for at in values.indices.dropFirst() { values[at] += values[at - 1] * 1e-9 } })
    },
    BrokenSampler("keeps the latest time", breaks: "timeline.backward-scrubbing-is-forward") { KeepsLatest($0) },
    BrokenSampler("carries a sum along the batch, alone", breaks: "timeline.batch-is-one-by-one") {
      DefectiveSampler(
        $0, batch: { values in for at in values.indices.dropFirst() { values[at] += values[at - 1] * 1e-9 } })
    },
    BrokenSampler("keeps the animations of a first timeline", breaks: "timeline.history-changes-no-bit") {
      KeepsFirst($0)
    },
    BrokenSampler("fills after the end always", breaks: "timeline.rest-is-the-model") { timeline in
      timeline.changeAnimations {
        $0.timing.fillMode = .both
        $0.isRemovedOnCompletion = false
      }
    },
    BrokenSampler("runs layers at their own speed only", breaks: "timeline.layer-speed-is-scaled-time") { timeline in
      for index in timeline.layers.indices { timeline.layers[index].parent = nil }
    },
    BrokenSampler("never stops a layer", breaks: "timeline.paused-layer-stands-still") { timeline in
      for index in timeline.layers.indices where timeline.layers[index].timing.speed == 0 {
        timeline.layers[index].timing.speed = 1
      }
    },
    BrokenSampler("starts a group's children with the group", breaks: "timeline.group-of-one-is-the-animation") {
      timeline in
      timeline.changeAnimations { animation in
        guard case .group(var children) = animation.content else { return }
        for index in children.indices { children[index].timing.beginTime = 0 }
        animation.content = .group(children)
      }
    },
    BrokenSampler("does not fill backward", breaks: "timeline.fill-both-is-continuous-at-the-start") { timeline in
      timeline.changeAnimations { if $0.timing.fillMode == .both { $0.timing.fillMode = .forwards } }
    },
    BrokenSampler("eases what has no curve", breaks: "timeline.exchanged-ends-are-reversed-time") { timeline in
      timeline.changeAnimations { if $0.timingFunction == nil { $0.timingFunction = .easeIn } }
    },
    BrokenSampler("repeats where it should turn back", breaks: "timeline.autoreverse-is-a-mirror") { timeline in
      timeline.changeAnimations { animation in
        guard animation.timing.autoreverses else { return }
        animation.timing.autoreverses = false
        animation.timing.repeatCount = 2
      }
    },
    BrokenSampler("starts each cycle anew", breaks: "timeline.cumulative-cycles-add-up") { timeline in
      timeline.changeAnimations { $0.property?.isCumulative = false }
    },
    BrokenSampler("adds the last only", breaks: "timeline.additions-commute") { timeline in
      timeline.changeLastAnimations { $0.property?.isAdditive = false }
    },
    BrokenSampler("pushes springs on", breaks: "timeline.spring-energy-never-grows") {
      DefectiveSampler($0, value: { time, value in value + time * time })
    },
    BrokenSampler("spreads paced keyframes evenly", breaks: "timeline.paced-speed-is-constant") { timeline in
      timeline.changeAnimations { animation in
        guard case .keyframes(var keyframes)? = animation.property?.form, keyframes.mode == .paced else { return }
        keyframes.mode = .linear
        animation.property?.form = .keyframes(keyframes)
      }
    },
    BrokenSampler("keeps the latest time, in films", breaks: "timeline.film-order-changes-no-bit") {
      KeepsLatest($0, inBatches: true)
    },
    BrokenSampler("adds up how often it was asked", breaks: "timeline.past-is-never-rewritten") { Drifts($0) },
    BrokenSampler("adds up how often it was asked, again", breaks: "timeline.explanation-ends-with-what-is-shown") {
      Drifts($0)
    },
    BrokenSampler(
      "adds up how often it was asked, and again", breaks: "timeline.interruptions-go-on-from-what-is-shown"
    ) { Drifts($0) },
    BrokenSampler("is off by one", breaks: "timeline.rest-of-a-story-is-the-model") {
      DefectiveSampler($0, value: { _, value in value + 1 })
    },
    BrokenSampler("never stops a layer, in stories", breaks: "timeline.pause-and-resume-is-continuous") { timeline in
      for index in timeline.layers.indices where timeline.layers[index].timing.speed == 0 {
        timeline.layers[index].timing.speed = 1
      }
    },
    BrokenSampler("is a bit off", breaks: "timeline.table-gives-the-same-bits") {
      DefectiveSampler($0, value: { _, value in value.nextUp })
    },
    BrokenSampler("samples by chance", breaks: "timeline.answers-come-again") {
      SamplesByChance($0, isShared: false)
    },
    BrokenSampler("shares memory with others", breaks: "timeline.answers-come-again-beside-others") {
      SamplesByChance($0, isShared: true)
    },
  ]
}

/// The events that a broken player reports instead of its own, for `Law.storyLaws`.
public enum BrokenReport {
  public static let forgetsLastCompletion: @Sendable (LayerPlayer) -> [PlayerEvent] = { player in
    var events = player.events
    if let last = events.lastIndex(where: { if case .transaction = $0.what { true } else { false } }) {
      events.remove(at: last)
    }
    return events
  }

  /// Reports every stop as finished.
  public static let neverInterrupted: @Sendable (LayerPlayer) -> [PlayerEvent] = { player in
    player.events.map { event in
      var event = event
      if case .didStop(let name, _) = event.what { event.what = .didStop(name, finished: true) }
      return event
    }
  }
}

/// Readers of timeline bytes with a mistake, for `Law.timelineByteLaws`.
public enum BrokenReader {
  /// Reads a timeline, and ignores that animations are additive.
  public static let forgetsAdditions: @Sendable ([UInt8]) throws(Timeline.Malformed) -> Timeline = {
    (bytes) throws(Timeline.Malformed) in
    var timeline = try Timeline(compact: bytes)
    timeline.changeAnimations { $0.property?.isAdditive = false }
    return timeline
  }

  /// Accepts malformed bytes: it makes a timeline of them, with a layer whose superlayer does not exist.
  public static let takesAnything: @Sendable ([UInt8]) throws(Timeline.Malformed) -> Timeline = {
    (bytes) throws(Timeline.Malformed) in
    do {
      return try Timeline(compact: bytes)
    } catch {
      return Timeline(Timeline.Layer(parent: 7))
    }
  }
}

extension Timeline {
  fileprivate mutating func changeAnimations(_ body: (inout Animation) -> Void) {
    for layer in layers.indices {
      for place in layers[layer].animations.indices { body(&layers[layer].animations[place]) }
    }
  }

  fileprivate mutating func changeLastAnimations(_ body: (inout Animation) -> Void) {
    for layer in layers.indices where layers[layer].animations.count > 1 {
      body(&layers[layer].animations[layers[layer].animations.count - 1])
    }
  }
}

/// A sound sampler whose timeline, values or whole batches are changed.
private class DefectiveSampler: AnimationSampling {
  private let sound: any AnimationSampling
  private let timeline: (inout Timeline) -> Void
  private let value: (Double, Double) -> Double
  private let batch: (inout [Double]) -> Void
  private let refuses: Bool

  init(
    _ sound: any AnimationSampling, timeline: @escaping (inout Timeline) -> Void = { _ in },
    value: @escaping (Double, Double) -> Double = { $1 }, batch: @escaping (inout [Double]) -> Void = { _ in },
    refuses: Bool = false
  ) {
    (self.sound, self.timeline, self.value, self.batch, self.refuses) = (sound, timeline, value, batch, refuses)
  }

  func load(_ given: Timeline) throws(PluginFault) {
    if refuses, given.outputs.contains(where: { $0.property == Timeline.Output.transition }) {
      throw .rejected("there are no transitions")
    }
    var changed = given
    timeline(&changed)
    try sound.load(changed)
  }

  func sample(at times: [Double], into values: inout [Double]) throws(PluginFault) {
    try sound.sample(at: times, into: &values)
    guard !times.isEmpty else { return }
    let width = values.count / times.count
    for at in values.indices { values[at] = value(times[at / width], values[at]) }
    batch(&values)
  }
}

private final class KeepsLatest: DefectiveSampler {
  private var latest = -Double.infinity
  private let inBatches: Bool

  init(_ sound: any AnimationSampling, inBatches: Bool = false) {
    self.inBatches = inBatches
    super.init(sound)
  }

  override func sample(at times: [Double], into values: inout [Double]) throws(PluginFault) {
    var late: [Double] = []
    for time in times {
      if time.isFinite { latest = max(latest, time) }
      late.append(latest)
    }
    try super.sample(at: times.count == 1 || inBatches ? late : times, into: &values)
  }
}

/// Adds the number of samplings so far to each value, so the same question gets another answer each time.
private final class Drifts: DefectiveSampler {
  private var asked = 0.0

  init(_ sound: any AnimationSampling) { super.init(sound) }

  override func sample(at times: [Double], into values: inout [Double]) throws(PluginFault) {
    try super.sample(at: times, into: &values)
    asked += 1
    for at in values.indices { values[at] += asked }
  }
}

private final class KeepsFirst: DefectiveSampler {
  private var first: Timeline?

  override func load(_ given: Timeline) throws(PluginFault) {
    try super.load(given)
    guard let first else {
      self.first = given
      return
    }
    var mixed = given
    for (index, layer) in first.layers.enumerated() where index < mixed.layers.count {
      mixed.layers[index].animations = layer.animations
    }
    try super.load(mixed)
  }
}
