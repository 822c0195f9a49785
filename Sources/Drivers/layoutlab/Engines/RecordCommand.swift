import ArgumentParser
import LayoutPlugin
import SceneChecking
import SceneModel

struct RecordCommand: EngineUser {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Lays scenes out with an engine, and stores its frames in them as the recorded frames.",
    discussion: """
      Each scene is laid out by the engine, without its steps. `layoutlab check` then compares with these frames. A scene with \
      features that the engine does not claim is skipped. With --projected, these features are removed and the rest is \
      recorded.

      Exit status: 0 all scenes were recorded, 3 some were not, 65 bad input.

      Example: layoutlab record Scenes --engine cmd:'ssh mac ./engine' -o Recorded
      """)

  @Argument(help: "Files and folders with scenes, storyboards and xibs.")
  var files: [String]

  @Option(name: .shortAndLong, help: "The folder for the scenes. If absent, each is written beside its source.")
  var output: String?

  @Flag(help: "Remove from each scene the features that the engine does not claim, and record the rest.")
  var projected = false

  @OptionGroup var engine: EngineOptions

  @Flag(help: "Print the facts as JSON.")
  var json = false

  func run() throws {
    let plugin = try engine.plugin()
    guard plugin.makeLayoutEngine != nil else {
      throw UserMistake(.engineUnsuitable, "\(engine.engine): not a layout engine. Give one: --engine cmd:COMMAND")
    }
    var recording = LayoutRecording(plugin, isProjecting: projected, output: output)
    for (path, name) in try SceneFile.list(files) {
      engine.workOn(name)
      try recording.record(path: path, name: name)
    }
    print(json ? try jsonText(["scenes": recording.items]) : recording.text)
    try recording.outcome.exit()
  }
}
