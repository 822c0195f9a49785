import ArgumentParser
import LayoutKernel
import LayoutPlugin
import Reports
import SceneChecking
import SceneModel

struct FilmCommand: EngineUser {
  static let configuration = CommandConfiguration(
    commandName: "film",
    abstract: "Plays a scene's animations: values over time, a film strip, and remarks on common mistakes.",
    discussion: """
      Plays the scene's steps on a virtual clock and records every property that changes. Of a .timeline it films the one
      state that the file is: tracks and curves, without events.

      Example: layoutlab film highlight.scene --svg highlight.svg --csv highlight.csv
      """)

  @Argument(help: "A .scene, .storyboard, .xib or .timeline file.")
  var file: String?

  @Option(help: "The root view's id, where the file has several scenes.")
  var root: String?

  @Option(help: "Frames per second.")
  var rate = 60.0

  @Option(help: "Seconds to film. If absent, until all animations end that ever end.")
  var seconds: Double?

  @Option(help: "The file for the values as a table.")
  var csv: String?

  @Option(
    name: [.customLong("svg"), .customLong("png"), .customShort("o")],
    help: "Where the film strip and the curves are drawn, as PNG where the name ends in .png.")
  var svg: String?

  @Option(help: "The file for a page with a time slider; only for scenes.")
  var html: String?

  @Flag(help: "Print the tracks as JSON.")
  var json = false

  @Flag(
    help:
      "Only list the rules that Apple does not document, each with our choice and its switch.")
  var choices = false

  @Option(help: "Set a switch of --choices: NAME=VALUE (may be repeated).")
  var choose: [String] = []

  @OptionGroup var engine: EngineOptions

  func validate() throws {
    guard choices || file != nil else { throw ValidationError("Name a scene, or use --choices.") }
    guard rate > 0, rate <= 1000 else { throw ValidationError("--rate must be above 0 and at most 1000.") }
    if let seconds, !(seconds >= 0 && seconds <= SceneFilm.longest) {
      throw ValidationError("--seconds must be from 0 to \(readable(SceneFilm.longest)).")
    }
  }

  /// Returns the settings, with the switches for layout and for animations from the command line.
  private func settings() throws -> SceneFilm.Settings {
    var settings = SceneFilm.Settings()
    (settings.rate, settings.seconds) = (rate, seconds)
    try ChoiceListing.flip(choose, of: "--choose", listedBy: "layoutlab film --choices") {
      settings.sampling.choose($0, $1) || settings.playing.choose($0, $1)
    }
    return settings
  }

  func run() throws {
    let settings = try settings()
    if choices {
      let listing = ChoiceListing(of: settings.sampling, settings.playing)
      return print(json ? try jsonText(listing) : listing.text)
    }
    guard let file else { return }
    let source = try readUserFile(file)
    for mistake in source.mistakes { printToStandardError("layoutlab: \(mistake)") }
    let film =
      if case .timeline(let timeline) = source.content {
        try SceneFilm(of: timeline, file: file, settings)
      } else {
        try filmed(try source.scene(root: root).scene, file, settings)
      }
    if let csv, csv != "-" { try UserFile.write(film.record.table, to: csv) }
    if let svg { try PictureFile.write(film.sheet.svg, to: svg, say: printToStandardError) }
    if let html, let page = film.page(title: file) { try UserFile.write(page, to: html) }
    if csv == "-" { return print(film.record.table, terminator: "") }
    print(json ? try jsonText(film.record) : film.record.text)
  }

  private func filmed(_ scene: Scene, _ file: String, _ settings: SceneFilm.Settings) throws -> SceneFilm {
    do {
      let film = try SceneFilm(of: scene, file: file, solver: try engine.makeSolver()(), settings)
      if film.isCut {
        printToStandardError(
          "layoutlab: \(file): filmed are the first \(readable(SceneFilm.longest)) s; what comes later is left out.")
      }
      return film
    } catch let mistake as LayoutMistake {
      throw LayoutFailure(file: file, mistake: mistake)
    }
  }
}
