import LayoutPlugin
import SceneModel

/// Shown values over time: one row for each time, for every property that moved.
public struct Film: Hashable, Sendable {
  /// A property of a layer over time.
  public struct Track: Hashable, Sendable {
    /// The layer.
    public var layer: LayerID
    /// The property's name.
    public var property: String
    /// The lanes of the value at each time; empty before the layer was first on the screen.
    public var values: [[Double]]
  }

  /// The times in seconds, ascending.
  public var times: [Double]
  /// The properties that moved.
  public var tracks: [Track]
}

extension Film {
  /// Makes a film from committed states, each of which holds from its time until the next one's. At times before the first state, nothing is shown.
  ///
  /// The order of the times does not change the values, not even in the last bit.
  ///
  /// - Throws: the faults of the sampler.
  public init(
    of states: [(since: Double, timeline: Timeline)], at times: [Double], on engine: any AnimationSampling
  ) throws(PluginFault) {
    var rows: [Film.Track: [[Double]]] = [:]
    var order: [Film.Track] = []
    for (index, state) in states.enumerated() {
      let until = index + 1 < states.count ? states[index + 1].since : .infinity
      let inside = times.indices.filter { times[$0] >= state.since && times[$0] < until }
      guard !inside.isEmpty else { continue }
      try engine.load(state.timeline)
      var values: [Double] = []
      try engine.sample(at: inside.map { times[$0] }, into: &values)
      let counts = state.timeline.laneCounts
      let width = counts.reduce(0, +)
      var offset = 0
      for (output, count) in zip(state.timeline.outputs, counts) {
        let track = Film.Track(layer: LayerID(output.layer), property: output.property, values: [])
        if rows[track] == nil {
          order.append(track)
          rows[track] = Array(repeating: [], count: times.count)
        }
        for (row, time) in inside.enumerated() {
          let start = row * width + offset
          rows[track]?[time] = Array(values[start..<(start + count)])
        }
        offset += count
      }
    }
    let tracks = order.compactMap { track -> Film.Track? in
      guard let values = rows[track], let first = values.first(where: { !$0.isEmpty }) else { return nil }
      guard values.contains(where: { !$0.isEmpty && $0 != first }) else { return nil }
      return Film.Track(layer: track.layer, property: track.property, values: values)
    }
    self.init(times: times, tracks: tracks)
  }
}

extension LayerPlayer {
  /// Films the past, and the future of the present state, at times in seconds.
  ///
  /// - Throws: the faults of the sampler.
  public func film(at times: [Double]) throws(PluginFault) -> Film {
    // A state between two frames is nowhere seen.
    let places = Set(
      times.compactMap { time in
        committed.place(at: time).flatMap { committed.states[$0].since <= time ? $0 : nil }
      })
    let states = places.sorted().map { (since: committed.states[$0].since, timeline: timeline(ofState: $0)) }
    return try Film(of: states, at: times, on: makeSampler())
  }
}
