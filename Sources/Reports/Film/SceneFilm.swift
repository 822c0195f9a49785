import AnimationSampler
import LayoutKernel
import LayoutPlugin
import ScenePlayer
import SceneModel

/// A scene that was played, or a timeline, with everything that moves in it filmed.
package struct SceneFilm {
  package let record: FilmRecord
  /// The film strip and the curves.
  package let sheet: FilmSheet
  /// Whether more time passes in the scene than is filmed.
  package private(set) var isCut = false
  private let player: ScenePlayer?

  /// Virtual seconds that are filmed at most: a repeating animation has no end.
  package static let longest = 60.0

  /// How it is played and filmed.
  package struct Settings: Sendable {
    /// Frames per second.
    package var rate = 60.0
    /// Nil: until the last animation that ends has ended.
    package var seconds: Double?
    package var sampling = AnimationChoices()
    package var playing = PlayerChoices()

    package init() {}

    fileprivate func times(until end: Double) -> [Double] {
      (0...Int((end * rate).rounded(.up))).map { min(Double($0) / rate, end) }
    }
  }

  /// The one state that a timeline is.
  package init(of timeline: Timeline, file: String, _ settings: Settings) throws {
    let times = settings.times(until: settings.seconds ?? min(max(timeline.end ?? 0, 0), Self.longest))
    let film: Film
    do {
      film = try Film(
        of: [(since: 0, timeline: timeline)], at: times, on: AnimationSampler(choices: settings.sampling))
    } catch {
      throw UserMistake("\(file): \(error)")
    }
    let names = Dictionary(uniqueKeysWithValues: timeline.layers.indices.map { (LayerID($0), "layer-\($0)") })
    record = FilmRecord(file: file, film: film, names: names)
    sheet = FilmSheet(names: names, film: film)
    player = nil
  }

  /// The scene with its steps, on a virtual clock. Throws what is wrong with its layout as `LayoutMistake`.
  package init(of scene: Scene, file: String, solver: any ConstraintSolving, _ settings: Settings) throws {
    let player = try ScenePlayer(
      scene: scene, solver: solver, makeSampler: { AnimationSampler(choices: settings.sampling) })
    player.layers.choices = settings.playing
    for step in scene.steps {
      // A scene may let more time pass than anybody looks at, and a loop of completions fills it with events.
      if case .advance(let seconds) = step, player.layers.now + seconds > Self.longest {
        try player.advance(by: Self.longest - player.layers.now)
        isCut = true
        break
      }
      try player.perform(step)
    }
    try player.advance(by: 0)
    let end = settings.seconds ?? min(player.layers.future.last?.time ?? player.layers.now, Self.longest)
    try player.advance(by: max(end - player.layers.now, 0))
    let film = try player.layers.film(at: settings.times(until: settings.seconds ?? player.layers.now))
    record = FilmRecord(file: file, film: film, of: player)
    sheet = FilmSheet(player: player, names: player.names, film: film)
    self.player = player
  }

  /// A page with a scrubber; nil of a timeline.
  package func page(title: String) -> String? { player.map { FilmPage(sheet, of: $0, title: title).html } }
}
