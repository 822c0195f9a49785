import AnimationSampler
import LayoutKernel
import LayoutPlugin
import ScenePlayer
import SceneModel

/// A played scene, or a timeline, with a film of everything that moves in it.
package struct SceneFilm {
  package let record: FilmRecord
  /// The film strip and the curves.
  package let sheet: FilmSheet
  /// Whether the scene was cut, because it lasts longer than `longest`.
  package private(set) var isCut = false
  private let player: ScenePlayer?

  /// The time after which a scene is cut, and the length of the longest film if `seconds` sets none, in virtual seconds. There is such a limit
  /// because a repeating animation never ends.
  package static let longest = 60.0

  /// How the scene is played and filmed.
  package struct Settings: Sendable {
    /// The number of frames per second.
    package var rate = 60.0
    /// The length of the film in seconds. Nil: until the last animation has ended, apart from endless ones.
    package var seconds: Double?
    package var sampling = AnimationChoices()
    package var playing = PlayerChoices()

    package init() {}

    fileprivate func times(until end: Double) -> [Double] {
      (0...Int((end * rate).rounded(.up))).map { min(Double($0) / rate, end) }
    }
  }

  /// Makes a film of a timeline, which has a single state.
  package init(of timeline: Timeline, file: String, _ settings: Settings) throws {
    let times = settings.times(until: settings.seconds ?? min(max(timeline.end ?? 0, 0), Self.longest))
    let film: Film
    do {
      film = try Film(
        of: [(since: 0, timeline: timeline)], at: times, on: AnimationSampler(choices: settings.sampling))
    } catch {
      throw UserMistake(.impossible, "\(file): \(error)")
    }
    let names = Dictionary(uniqueKeysWithValues: timeline.layers.indices.map { (LayerID($0), "layer-\($0)") })
    record = FilmRecord(file: file, film: film, names: names)
    sheet = FilmSheet(names: names, film: film)
    player = nil
  }

  /// Makes a film of a scene with its steps, on a virtual clock. Throws `LayoutMistake` if the scene cannot be laid out.
  package init(of scene: Scene, file: String, solver: any ConstraintSolving, _ settings: Settings) throws {
    let (scene, isCut) = scene.cut(to: Self.longest)
    self.isCut = isCut
    var playback = try Playback(
      of: scene, solver: solver, makeSampler: { AnimationSampler(choices: settings.sampling) })
    let player = playback.performer
    player.layers.choices = settings.playing
    try playback.finish()
    let end = settings.seconds ?? min(player.layers.future.last?.time ?? player.layers.now, Self.longest)
    try player.advance(by: max(end - player.layers.now, 0))
    let film = try player.layers.film(at: settings.times(until: settings.seconds ?? player.layers.now))
    record = FilmRecord(file: file, film: film, of: player)
    sheet = FilmSheet(player: player, names: player.names, film: film)
    self.player = player
  }

  /// Returns a page with a scrubber; nil for a timeline.
  package func page(title: String) -> String? { player.map { FilmPage(sheet, of: $0, title: title).html } }
}

extension Scene {
  /// Returns the scene up to a time in seconds, and whether the scene was cut there. A scene may last far longer than a film.
  fileprivate func cut(to longest: Double) -> (scene: Scene, isCut: Bool) {
    var time = 0.0
    for (index, step) in steps.enumerated() {
      guard case .advance(let seconds) = step else { continue }
      guard time + seconds > longest else {
        time += seconds
        continue
      }
      var scene = self
      scene.setSteps(
        steps[..<index] + [.advance(longest - time)], from: (0...index).map { source(ofStep: $0) })
      return (scene, true)
    }
    return (self, false)
  }
}
