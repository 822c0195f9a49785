import AnimationSampler
import ArgumentParser
import Foundation
import LayoutKernel
import LayoutPlugin
import Reports
import ScenePlayer
import SceneModel

struct FilmCommand: EngineUser {
  static let configuration = CommandConfiguration(
    commandName: "film",
    abstract: "A scene's animations: tracks over time, a film strip, and what the linter says.",
    discussion: """
      Plays the scene's steps on a virtual clock and films every property that moves. Of a .timeline it films the one
      state that the file is: tracks and curves, without events.

      Example: layoutlab film highlight.scene --svg highlight.svg --csv highlight.csv
      """)

  @Argument(help: "A .scene, .storyboard, .xib or .timeline file.")
  var file: String?

  @Option(help: "The root view's id, where the file has several scenes.")
  var root: String?

  @Option(help: "Frames per second.")
  var rate = 60.0

  @Option(help: "Seconds to film; without it, until the last animation that ends has ended.")
  var seconds: Double?

  @Option(help: "Where the tracks are written as a table.")
  var csv: String?

  @Option(
    name: [.customLong("svg"), .customLong("png"), .customShort("o")],
    help: "Where the film strip and the curves are drawn, as PNG where the name ends in .png.")
  var svg: String?

  @Option(help: "Where a page with a scrubber is written, of a scene.")
  var html: String?

  @Flag(help: "Print the tracks as JSON.")
  var json = false

  @Flag(help: "List what is a choice of ours, with its switch and its rule, and do nothing else.")
  var choices = false

  @Option(help: "Flip a switch of --choices: NAME=VALUE (may be repeated).")
  var choose: [String] = []

  @OptionGroup var engine: EngineOptions

  /// Virtual seconds that are filmed at most: a repeating animation has no end.
  private static let longest = 60.0

  private struct Output: Encodable {
    struct Track: Encodable {
      var view, property: String
      var values: [[Double]]
    }
    struct Event: Encodable {
      var time: Double
      var what: String
    }
    /// A property in motion that was sent elsewhere: how far it jumped, in its units, and its velocity, per second.
    struct Retargeting: Encodable {
      var time: Double
      var view, property: String
      var jump, kink: Double
      var valueBefore, valueAfter, velocityBefore, velocityAfter: [Double]
    }
    struct Remark: Encodable {
      var time: Double
      var trap, text, remedy: String
    }
    var file: String
    var times: [Double]
    var tracks: [Track]
    var events: [Event] = []
    /// What would be reported after the end of the film.
    var future: [Event] = []
    var retargetings: [Retargeting] = []
    var remarks: [Remark] = []
    /// What moves, by the names of its parts; not part of the JSON.
    var lanes: [FilmLane] = []

    private enum CodingKeys: String, CodingKey {
      case file, times, tracks, events, future, retargetings, remarks
    }

    init(file: String, film: Film, names: [LayerID: String]) {
      (self.file, times) = (file, film.times)
      lanes = film.tracks.flatMap { FilmLane.lanes(of: $0, view: names[$0.layer] ?? "\($0.layer)") }
      tracks = film.tracks.map {
        Track(view: names[$0.layer] ?? "\($0.layer)", property: $0.property, values: $0.values)
      }
    }
  }

  func validate() throws {
    guard choices || file != nil else { throw ValidationError("Name a scene, or ask for --choices.") }
    guard rate > 0, rate <= 1000 else { throw ValidationError("--rate is frames per second, above 0 and up to 1000.") }
    if let seconds, !(seconds >= 0 && seconds <= Self.longest) {
      throw ValidationError("--seconds is from 0 to \(readable(Self.longest)).")
    }
  }

  /// The choices of both floors as the command line has them.
  private func chosen() throws -> (sampling: AnimationChoices, playing: PlayerChoices) {
    var (sampling, playing) = (AnimationChoices(), PlayerChoices())
    try flip(choose, of: "--choose", listedBy: "layoutlab film --choices") {
      sampling.choose($0, $1) || playing.choose($0, $1)
    }
    return (sampling, playing)
  }

  func run() throws {
    let (sampling, playing) = try chosen()
    if choices {
      print(json ? try listingJSON(of: sampling, playing) : listing(of: sampling) + "\n" + listing(of: playing))
      return
    }
    guard let file else { return }
    let source = try readUserFile(file)
    for mistake in source.mistakes { printToStandardError("layoutlab: \(mistake)") }
    let (output, strip) =
      if case .timeline(let timeline) = source.content {
        try filmed(timeline, file, sampling)
      } else {
        try filmed(try source.scene(root: root).scene, file, sampling, playing)
      }
    if let csv { try write(table(output), to: csv) }
    if let svg {
      do { try PictureFile.write(strip.svg, to: svg) } catch { throw UserMistake(error.description) }
    }
    if json {
      print(try jsonText(output))
    } else {
      printSummary(output)
    }
  }

  private func times(until end: Double) -> [Double] {
    (0...Int((end * rate).rounded(.up))).map { min(Double($0) / rate, end) }
  }

  private func filmed(
    _ timeline: Timeline, _ file: String, _ sampling: AnimationChoices
  ) throws -> (Output, FilmSheet) {
    let times = times(until: seconds ?? min(max(timeline.end ?? 0, 0), Self.longest))
    let film: Film
    do {
      film = try Film(of: [(since: 0, timeline: timeline)], at: times, on: AnimationSampler(choices: sampling))
    } catch {
      throw UserMistake("\(file): \(error)")
    }
    let names = Dictionary(uniqueKeysWithValues: timeline.layers.indices.map { (LayerID($0), "layer-\($0)") })
    return (Output(file: file, film: film, names: names), FilmSheet(names: names, film: film))
  }

  private func filmed(
    _ scene: Scene, _ file: String, _ sampling: AnimationChoices, _ playing: PlayerChoices
  ) throws -> (Output, FilmSheet) {
    let player: ScenePlayer
    do {
      player = try ScenePlayer(
        scene: scene, solver: try engine.makeSolver()(), makeSampler: { AnimationSampler(choices: sampling) })
      player.layers.choices = playing
      for step in scene.steps {
        // A scene may let more time pass than anybody looks at, and a loop of completions fills it with events.
        if case .advance(let seconds) = step, player.layers.now + seconds > Self.longest {
          try player.advance(by: Self.longest - player.layers.now)
          printToStandardError(
            "layoutlab: \(file): filmed are the first \(readable(Self.longest)) s; what comes later is left out.")
          break
        }
        try player.perform(step)
      }
      try player.advance(by: 0)
      let end = seconds ?? min(player.layers.future.last?.time ?? player.layers.now, Self.longest)
      try player.advance(by: max(end - player.layers.now, 0))
    } catch let mistake as LayoutMistake {
      printToStandardError("layoutlab: \(file): \(mistake)")
      throw ExitCode(mistake.outcome.rawValue)
    }
    let times = times(until: seconds ?? player.layers.now)
    let film = try player.layers.film(at: times)
    let names = player.names
    var output = Output(file: file, film: film, names: names)
    for track in film.tracks where track.property == Timeline.Output.transition {
      let looks = times.map { player.layers.transitionLook(track.layer, at: $0)?.lanes.map { $0 + 0 } ?? [] }
      guard !looks.allSatisfy(\.isEmpty) else { continue }
      output.tracks.append(
        Output.Track(view: names[track.layer] ?? "\(track.layer)", property: "transition.look", values: looks))
    }
    output.events = player.layers.events.map { Output.Event(time: $0.time, what: $0.what.words) }
    output.future = player.layers.futureEvents.map { Output.Event(time: $0.time, what: $0.what.words) }
    output.retargetings = player.layers.retargetings.map {
      Output.Retargeting(
        time: $0.time, view: names[$0.layer] ?? "\($0.layer)", property: $0.property, jump: $0.jump, kink: $0.kink,
        valueBefore: $0.valueBefore, valueAfter: $0.valueAfter, velocityBefore: $0.velocityBefore,
        velocityAfter: $0.velocityAfter)
    }
    output.remarks = player.layers.lintRemarks.map {
      Output.Remark(time: $0.time, trap: $0.trap.rawValue, text: $0.text, remedy: $0.remedy)
    }
    let sheet = FilmSheet(player: player, names: names, film: film)
    if let html {
      let page = FilmPage(sheet, of: player, title: file)
      do { try PictureFile.write(page: page.html, to: html) } catch { throw UserMistake(error.description) }
    }
    return (output, sheet)
  }

  private func printSummary(_ output: Output) {
    var lines: [(time: Double, text: String)] = []
    for lane in output.lanes {
      let values = lane.values.compactMap { $0 }
      guard let first = values.first, let last = values.last, let low = values.min(), let high = values.max() else {
        continue
      }
      let name = [lane.view, lane.property, lane.name].filter { !$0.isEmpty }.joined(separator: " ")
      let beyond = low < min(first, last) || high > max(first, last)
      let unit = lane.unit.isEmpty ? "" : " " + lane.unit
      print(
        "\(name): \(readable(first)) → \(readable(last))\(unit)"
          + (beyond ? ", in between \(readable(low)) to \(readable(high))" : ""))
    }
    if output.lanes.isEmpty { print("Nothing moves. Callbacks and passes are told by `layoutlab trace`.") }
    for event in output.events { lines.append((event.time, event.what)) }
    for one in output.retargetings {
      // What is below what doubles can tell is no jump.
      let jump = one.jump < 1e-6 ? "without a jump" : "with a jump of \(readable(one.jump))"
      let kink = one.kink < 1e-3 ? "the velocity goes on" : "the velocity changes by \(readable(one.kink)) a second"
      lines.append((one.time, "\(one.view) \(one.property) was sent elsewhere, \(jump); \(kink)"))
    }
    for remark in output.remarks { lines.append((remark.time, "\(remark.text) \(remark.remedy)")) }
    let sorted = lines.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
    for (_, line) in sorted { print("\(readable(line.time)) s: \(line.text)") }
  }

  private func table(_ output: Output) -> String {
    var header = ["time"]
    for track in output.tracks {
      for lane in 0..<(track.values.map(\.count).max() ?? 0) {
        header.append("\(track.view).\(track.property).\(lane)")
      }
    }
    var lines = [header.joined(separator: ",")]
    for (index, time) in output.times.enumerated() {
      var cells = [TextNumber.spell(time)]
      for track in output.tracks {
        let width = track.values.map(\.count).max() ?? 0
        let values = track.values[index].map { "\($0)" }
        cells += values + Array(repeating: "", count: width - values.count)
      }
      lines.append(cells.joined(separator: ","))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func write(_ text: String, to path: String) throws {
    do {
      try text.write(toFile: path, atomically: true, encoding: .utf8)
    } catch {
      throw UserMistake(
        "\(path): cannot be written (\(error.localizedDescription)). Name a file in a folder that exists.")
    }
  }
}
