import ArgumentParser
import SceneChecking
import SceneModel

struct ImportCommand: EngineUser {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Converts a file to the text form of scenes, or to the solver script of its layout.",
    discussion: """
      If the file has several scenes and --root chooses none, the output is a folder with one file for each. An output whose \
      name ends in .xib or .storyboard is an Interface Builder file.

      Example: layoutlab import Main.storyboard --root kJb-V7-Onr -o city.scene
      """)

  @Argument(help: "A .storyboard, .xib or .scene file.")
  var file: String

  @Option(name: .shortAndLong, help: "The file, or for several scenes the folder, that is written.")
  var output: String

  @Option(help: "The root view's id, where only one scene of the file is meant.")
  var root: String?

  @Flag(help: "Write the solver script instead of the scene.")
  var solver = false

  @Flag(help: "Print the names of the written files as JSON.")
  var json = false

  @OptionGroup var engine: EngineOptions

  func run() throws {
    let makeSolver = solver ? try engine.makeSolver() : nil
    let export = try SceneExport(of: file, to: output, scripts: makeSolver)
    let source = try readUserFile(file)
    for mistake in source.mistakes { printToStandardError("layoutlab: \(mistake)") }
    let written = try export.write(source, root: root)
    print(json ? try jsonText(["written": written]) : written.map(\.text).joined(separator: "\n"))
    if !source.mistakes.isEmpty { try Outcome.badInput.exit() }
  }
}
