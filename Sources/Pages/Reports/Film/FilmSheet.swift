import Foundation
import ScenePlayer
import SceneModel

/// A drawing of a film. It shows the scene at times when something moves, each moving number over time with its unit, and the reported events. For
/// each interruption, it also shows how the motion would have continued.
public struct FilmSheet: Sendable {
  /// One picture of the strip.
  struct Frame: Sendable {
    var time: Double
    var boxes: [ScenePlayer.Box]
  }

  struct Mark: Sendable {
    var time: Double
    var text: String
  }

  /// A moving property that got another target: its motion shortly before and after that, and the motion that it would have had.
  struct Handover: Sendable {
    var title: String
    var time: Double
    var unit: String
    var shown, abandoned: [Point]
    var velocityBefore, velocityAfter: Double
  }

  var canvas: Size
  var titles: [ItemID: String]
  var times: [Double]
  var lanes: [FilmLane]
  var frames: [Frame]
  var marks: [Mark]
  var handovers: [Handover]

  static let frameCount = 8
  /// The largest number of handovers that are shown; each needs a film of its own.
  private static let shownHandovers = 24
  /// The largest number of marks that are shown; more would be unreadable.
  static let shownMarks = 60

  /// Makes a sheet with curves only, without a tree of views.
  public init(names: [LayerID: String], film: Film) {
    self.init(film: film, names: names, marks: [])
  }

  private init(film: Film, names: [LayerID: String], marks: [Mark]) {
    canvas = .zero
    titles = [:]
    times = film.times
    lanes = film.tracks.flatMap { FilmLane.lanes(of: $0, view: names[$0.layer] ?? "\($0.layer)") }
    frames = []
    self.marks = marks
    handovers = []
  }

  public init(player: ScenePlayer, names: [LayerID: String], film: Film) {
    let end = film.times.last ?? 0
    let told = (player.layers.events.map { ($0.time, $0.what) } + player.layers.futureEvents).filter { $0.0 <= end }
    self.init(film: film, names: names, marks: told.map { Mark(time: $0.0, text: $0.1.words) })
    canvas = player.kernel.scene.root.frame.size
    titles = Dictionary(uniqueKeysWithValues: player.kernel.scene.views.map { ($0.id, $0.name) })
    let turns = player.layers.retargetings
    let marked = turns.map(\.time) + marks.map(\.time)
    frames = FilmFrames.chosen(lanes, times: times, marks: marked, count: FilmSheet.frameCount).map {
      Frame(time: times[$0], boxes: player.boxes(at: times[$0]))
    }
    handovers = turns.prefix(FilmSheet.shownHandovers).flatMap { turn in FilmSheet.handovers(turn, player, names) }
  }

  /// Returns the handovers of an interruption, one for each number that moved. Empty if the property moved neither before nor after, or if the engine
  /// that computes the abandoned motion does not answer.
  private static func handovers(
    _ turn: Retargeting, _ player: ScenePlayer, _ names: [LayerID: String]
  ) -> [Handover] {
    let before = player.layers.timeline(at: turn.time - 1e-9)
    let reach = 0.3
    // Two close to it on each side, for the velocities that the text tells too.
    let sides = [-2, -1, 1, 2].map { turn.time + $0 * Retargeting.velocityStep }
    let times = ((0...60).map { turn.time - reach + 2 * reach * Double($0) / 60 } + sides).map { max(0, $0) }.sorted()
    guard let shown = try? player.layers.film(at: times),
      let old = try? Film(
        of: [(since: 0, timeline: before)], at: times, on: player.layers.makeSampler())
    else { return [] }
    func lanes(_ film: Film) -> [FilmLane] {
      film.tracks.filter { $0.layer == turn.layer && $0.property == turn.property }
        .flatMap { FilmLane.lanes(of: $0, view: names[$0.layer] ?? "\($0.layer)") }
    }
    let abandoned = lanes(old)
    return lanes(shown).map { lane in
      let points = curve(of: lane, times, from: 0)
      func slope(_ a: Point, _ b: Point) -> Double { (b.y - a.y) / max(b.x - a.x, 1e-9) }
      let last = points.last { $0.x <= turn.time - 1e-9 }, after = points.first { $0.x > turn.time + 1e-9 }
      let earlier = points.last { $0.x < (last?.x ?? 0) }, later = points.first { $0.x > (after?.x ?? .infinity) }
      let title = [lane.view, lane.property, lane.name].filter { !$0.isEmpty }.joined(separator: " ")
      return Handover(
        title: title, time: turn.time, unit: lane.unit, shown: points,
        abandoned: abandoned.first { $0.name == lane.name }.map { curve(of: $0, times, from: turn.time) } ?? [],
        velocityBefore: earlier.flatMap { a in last.map { slope(a, $0) } } ?? 0,
        velocityAfter: after.flatMap { a in later.map { slope(a, $0) } } ?? 0)
    }
  }

  private static func curve(of lane: FilmLane, _ times: [Double], from: Double) -> [Point] {
    zip(times, lane.values).compactMap { time, value in time >= from - 1e-9 ? value.map { Point(x: time, y: $0) } : nil
    }
  }
}

extension PlayerEvent.What {
  public var words: String {
    switch self {
    case .didStart(let name): "\(name) started"
    case .didStop(let name, let finished): "\(name) stopped, finished \(finished)"
    case .transaction(let name): "transaction \(name) completed"
    case .block(let name, let finished): "\(name) completed, finished \(finished)"
    case .gesture(let name, let phase): "\(name) \(phase.rawValue)"
    }
  }
}
