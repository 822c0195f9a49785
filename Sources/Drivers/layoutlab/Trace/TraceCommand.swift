import ArgumentParser
import LayoutKernel
import LayoutPlugin
import Reports
import SceneChecking
import SceneImport
import SceneModel

struct TraceCommand: EngineUser {
  static let configuration = CommandConfiguration(
    commandName: "trace",
    abstract: "Lists the callbacks and layout passes that run, step by step.",
    discussion: """
      Lays a scene out, performs its steps, and lists every updateConstraints, layoutSubviews and changed frame in order. With \
      --table it counts how often each view was called in each step.

      Examples:
        layoutlab trace cell.scene
        layoutlab trace cell.scene --table
      """)

  @Argument(help: "A .scene, .storyboard or .xib file, a conflict log, or - for standard input.")
  var file: String

  @Option(help: "The root view's id, where the file has several scenes.")
  var root: String?

  @Flag(help: "Count the calls instead of listing them.")
  var table = false

  @Flag(help: "Print the events as JSON.")
  var json = false

  @OptionGroup var engine: EngineOptions

  func run() throws {
    let source = try readUserFile(SceneContent(path: file))
    for mistake in source.mistakes { printToStandardError("layoutlab: \(mistake)") }
    let imported = try source.scene(root: root)
    do {
      let trace = try SceneTrace(of: imported.scene, solver: try engine.makeSolver()())
      print(json ? try jsonText(trace) : table ? trace.table : trace.text)
    } catch let mistake as LayoutMistake {
      throw LayoutFailure(file: file, mistake: mistake)
    }
  }
}
