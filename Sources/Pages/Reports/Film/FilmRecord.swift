import AnimationSampler
import LayoutPlugin
import ScenePlayer
import SceneModel

/// The record of `film` for a scene or a timeline: everything that moves, at each time, and the events in between.
package struct FilmRecord: Encodable, Sendable {
  package struct Track: Encodable, Sendable {
    package var view, property: String
    package var values: [[Double]]
  }
  package struct Event: Encodable, Sendable {
    package var time: Double
    package var what: String
  }
  /// A moving property that got a new target: the jump of its value, in the value's unit, and of its velocity, per second.
  package struct Retargeting: Encodable, Sendable {
    package var time: Double
    package var view, property: String
    package var jump, kink: Double
    package var valueBefore, valueAfter, velocityBefore, velocityAfter: [Double]
  }
  package struct Remark: Encodable, Sendable {
    package var time: Double
    package var trap, text, remedy: String
    /// The line of code, in a recording: `Card.swift:42`.
    package var source: String?
  }

  package var file: String
  package var times: [Double]
  package private(set) var tracks: [Track]
  package private(set) var events: [Event] = []
  /// The events that would be reported after the time up to which the scene was played.
  package private(set) var future: [Event] = []
  package private(set) var retargetings: [Retargeting] = []
  package private(set) var remarks: [Remark] = []
  /// The numbers that move, each with its name, such as a translation along x. They are not part of the JSON.
  package private(set) var lanes: [FilmLane] = []

  private enum CodingKeys: String, CodingKey {
    case file, times, tracks, events, future, retargetings, remarks
  }

  /// Makes the record of a timeline, which has only tracks and curves.
  init(file: String, film: Film, names: [LayerID: String]) {
    func name(_ layer: LayerID) -> String { names[layer] ?? "\(layer)" }
    (self.file, times) = (file, film.times)
    lanes = film.tracks.flatMap { FilmLane.lanes(of: $0, view: name($0.layer)) }
    tracks = film.tracks.map { Track(view: name($0.layer), property: $0.property, values: $0.values) }
  }

  /// Makes the record of a scene that was played: the film, the events, the interruptions and the remarks.
  init(file: String, film: Film, of player: ScenePlayer) {
    let (names, layers) = (player.names, player.layers)
    func name(_ layer: LayerID) -> String { names[layer] ?? "\(layer)" }
    self.init(file: file, film: film, names: names)
    for track in film.tracks where track.property == Timeline.Output.transition {
      let looks = times.map { layers.transitionLook(track.layer, at: $0)?.lanes.map { $0 + 0 } ?? [] }
      guard !looks.allSatisfy(\.isEmpty) else { continue }
      tracks.append(Track(view: name(track.layer), property: "transition.look", values: looks))
    }
    events = layers.events.map { Event(time: $0.time, what: $0.what.words) }
    future = layers.futureEvents.map { Event(time: $0.time, what: $0.what.words) }
    retargetings = layers.retargetings.map {
      Retargeting(
        time: $0.time, view: name($0.layer), property: $0.property, jump: $0.jump, kink: $0.kink,
        valueBefore: $0.valueBefore, valueAfter: $0.valueAfter, velocityBefore: $0.velocityBefore,
        velocityAfter: $0.velocityAfter)
    }
    remarks = layers.lintRemarks.map {
      Remark(time: $0.time, trap: $0.trap.rawValue, text: $0.text, remedy: $0.remedy, source: $0.source?.description)
    }
  }
}

extension FilmRecord {
  /// The numbers that moved, with their first and last values. The events, interruptions and remarks follow in the order of time.
  package var text: String {
    var text = lanes.compactMap(FilmRecord.sentence)
    if lanes.isEmpty { text = ["Nothing moves. `layoutlab trace` lists callbacks and layout passes."] }
    var lines = events.map { (time: $0.time, text: $0.what) }
    for one in retargetings {
      // What is below what doubles can tell is no jump.
      let jump = one.jump < 1e-6 ? "without a jump" : "with a jump of \(readable(one.jump))"
      let kink =
        one.kink < 1e-3 ? "the velocity stays the same" : "the velocity changes by \(readable(one.kink)) a second"
      lines.append((one.time, "\(one.view) \(one.property) got a new target value, \(jump); \(kink)"))
    }
    lines += remarks.map { ($0.time, ($0.source.map { "\($0): " } ?? "") + "\($0.text) \($0.remedy) [\($0.trap)]") }
    let sorted = lines.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
    text += sorted.map { "\(readable($0.element.time)) s: \($0.element.text)" }
    return text.joined(separator: "\n")
  }

  private static func sentence(_ lane: FilmLane) -> String? {
    let values = lane.values.compactMap { $0 }
    guard let first = values.first, let last = values.last, let low = values.min(), let high = values.max() else {
      return nil
    }
    let name = [lane.view, lane.property, lane.name].filter { !$0.isEmpty }.joined(separator: " ")
    let beyond = low < min(first, last) || high > max(first, last)
    let unit = lane.unit.isEmpty ? "" : " " + lane.unit
    return "\(name): \(readable(first)) → \(readable(last))\(unit)"
      + (beyond ? ", in between \(readable(low)) to \(readable(high))" : "")
  }

  /// The tracks as comma-separated values: a line for each time, a column for each number.
  package var table: String {
    let widths = tracks.map { $0.values.map(\.count).max() ?? 0 }
    var header = ["time"]
    for (track, width) in zip(tracks, widths) {
      header += (0..<width).map { "\(track.view).\(track.property).\($0)" }
    }
    var lines = [header.joined(separator: ",")]
    for (index, time) in times.enumerated() {
      var cells = [TextNumber.spell(time)]
      for (track, width) in zip(tracks, widths) {
        let values = track.values[index].map { "\($0)" }
        cells += values + Array(repeating: "", count: width - values.count)
      }
      lines.append(cells.joined(separator: ","))
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
