import LayoutPlugin
import SceneModel

/// Runs of a sampler over one timeline. Laws that judge the same timeline share them.
final class TimelineTrial {
  enum Obstacle: Error {
    case noSampler
    case fault(PluginFault)
    /// The law does not apply to the timeline.
    case notAbout

    /// The verdict of a law that cannot be judged for this reason: undecided. Another law judges whether a timeline may be refused.
    var verdict: Verdict {
      switch self {
      case .noSampler: .undecided(.notClaimed, "the engine offers no sampler")
      case .fault(let fault): .undecided(.noAnswer, "the engine refused: \(fault)")
      case .notAbout: .undecided("the timeline has no such animation")
      }
    }
  }

  let timeline: Timeline
  /// The sampled times in seconds, ascending: before, at and after begins and ends of animations.
  let times: [Double]
  let plugin: Plugin
  private var told: TimelineStory?
  private var played: Result<(engine: any AnimationSampling, rows: SampleRows), Obstacle>?

  init(_ timeline: Timeline, _ plugin: Plugin) {
    self.timeline = timeline
    self.plugin = plugin
    times = timeline.tellingTimes
  }

  /// Returns an engine that has sampled the timeline forward once, with its rows.
  func forward() throws(Obstacle) -> (engine: any AnimationSampling, rows: SampleRows) {
    if let played { return try played.get() }
    let made: Result<(engine: any AnimationSampling, rows: SampleRows), Obstacle>
    do throws(Obstacle) {
      let engine = try newEngine()
      try load(timeline, into: engine)
      made = .success((engine, try rows(engine, at: times)))
    } catch {
      made = .failure(error)
    }
    played = made
    return try made.get()
  }

  func newEngine() throws(Obstacle) -> any AnimationSampling { try newMaker()() }

  func newMaker() throws(Obstacle) -> @Sendable () -> any AnimationSampling {
    guard let make = plugin.makeSampler else { throw .noSampler }
    return make
  }

  /// Plays the timeline's parts, once, and returns the story.
  func story() throws(Obstacle) -> TimelineStory {
    if let told { return told }
    let story = TimelineStory(timeline, makeSampler: try newMaker())
    told = story
    return story
  }

  func load(_ timeline: Timeline, into engine: any AnimationSampling) throws(Obstacle) {
    do throws(PluginFault) {
      try engine.load(timeline)
    } catch {
      throw .fault(error)
    }
  }

  func rows(_ engine: any AnimationSampling, at times: [Double]) throws(Obstacle) -> SampleRows {
    var values: [Double] = []
    do throws(PluginFault) {
      try engine.sample(at: times, into: &values)
    } catch {
      throw .fault(error)
    }
    return SampleRows(times: times, values: values)
  }

  /// Returns the rows of another timeline from a new engine.
  func rows(of other: Timeline, at times: [Double]) throws(Obstacle) -> SampleRows {
    let engine = try newEngine()
    try load(other, into: engine)
    return try rows(engine, at: times)
  }

  /// Returns the samples at the times one by one, in the given order, as one list of rows.
  func singly(_ engine: any AnimationSampling, at times: [Double]) throws(Obstacle) -> SampleRows {
    var all: [Double] = []
    for time in times { all += try rows(engine, at: [time]).values }
    return SampleRows(times: times, values: all)
  }
}

/// A sampler's answer: a row of numbers for each time.
struct SampleRows {
  var times: [Double]
  var values: [Double]

  var width: Int { times.isEmpty ? 0 : values.count / times.count }

  subscript(row: Int) -> ArraySlice<Double> { values[(row * width)..<((row + 1) * width)] }

  /// Returns the rows at some indices of the list.
  func picked(_ places: [Int]) -> SampleRows {
    SampleRows(times: places.map { times[$0] }, values: places.flatMap { self[$0] })
  }

  /// Returns where other rows differ from these, bit for bit, in words; nil if nowhere.
  func difference(from other: SampleRows, _ what: VerdictMessage) -> VerdictMessage? {
    guard values.count == other.values.count else {
      return "\(what): \(other.values.count) numbers instead of \(values.count)"
    }
    for index in values.indices where values[index].bitPattern != other.values[index].bitPattern {
      return "\(what): lane \(index % width) at \(times[index / width]) s is \(other.values[index]), not "
        + "\(values[index])"
    }
    return nil
  }
}

extension Timeline {
  /// The times that are worth comparing: those at which something begins, ends or runs. Ascending, at most sixteen.
  fileprivate var tellingTimes: [Double] {
    var times: [Double] = [-1, 0, 0.4, 1]
    for layer in layers {
      for animation in layer.animations.prefix(4) {
        let timing = animation.timing
        let pace = timing.speed.magnitude
        let run = pace > 0 && timing.duration.isFinite ? timing.duration / pace : 1
        let events = [
          timing.beginTime - 0.5, timing.beginTime, timing.beginTime + 0.3 * run, timing.beginTime + run,
          timing.endTime, timing.endTime + 0.25,
        ]
        times += events.compactMap { clock(of: $0, in: layer) }
      }
    }
    // Times beyond a month show nothing new, and neighbouring doubles are far apart there. Very near zero, halves are no longer exact.
    let known = Set(times.filter { $0.magnitude < 3e6 && ($0 == 0 || $0.magnitude > 1e-200) }.map { $0 == 0 ? 0 : $0 })
      .sorted()
    let step = (known.count + 15) / 16
    return stride(from: 0, to: known.count, by: max(step, 1)).map { known[$0] }
  }

  /// Returns a layer's own time at a time of the clock, as an engine computes it.
  func localTime(ofLayer index: Int, at time: Double) -> Double {
    let outer = layers[index].parent.map { localTime(ofLayer: $0, at: time) } ?? time
    let local = layers[index].timing.local(outer)
    return local.isFinite ? local : 0
  }
}
