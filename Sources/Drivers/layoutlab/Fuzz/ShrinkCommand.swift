import ArgumentParser
import LayoutPlugin
import Reports
import SceneFuzzing
import SceneModel

struct ShrinkCommand: EngineUser {
  static let configuration = CommandConfiguration(
    commandName: "shrink",
    abstract: "Minimises a scene, solver script or timeline while it breaks the same law.",
    discussion: """
      Each part of the result is marked: it is needed, or it is needed with any value, or it is irrelevant. With --slow the \
      document shrinks as long as it costs at least half as much as at first.

      Example: layoutlab shrink feed.scene --law layout.incremental-equals-fresh -o small.scene
      Example: layoutlab shrink slow.solver --slow
      """)

  @Argument(help: "A .scene, .solver or .timeline file.")
  var file: String

  @Option(help: "The law that it breaks. If absent, the law that the file names.")
  var law: String?

  @Flag(
    help:
      "Minimise a slow document instead of one that breaks a law: by the work that the engine counts if it counts it, otherwise by time."
  )
  var slow = false

  @Option(name: .shortAndLong, help: "The file for the result. If absent, the result is printed.")
  var output: String?

  @OptionGroup var engine: EngineOptions

  @Flag(help: "Print the facts as JSON.")
  var json = false

  func run() throws {
    let plugin = try engine.plugin()
    let document = try Document(file: file)
    var reduction = try aim(document, plugin).reduce(document)
    if let output {
      try UserFile.write(reduction.document, to: output)
      reduction.file = output
    }
    if json { return print(try jsonText(reduction)) }
    printToStandardError(reduction.words)
    // The document as it is: it may go into a file.
    StandardOutput.write((output ?? reduction.document) + "\n")
  }

  private func aim(_ document: Document, _ plugin: Plugin) throws -> ReductionAim {
    if slow {
      if let aim = ReductionAim(workOf: document, on: plugin) { return aim }
      throw UserMistake(.cannotLayOut, "\(file): cannot be played. See: layoutlab check \(file.shellQuoted)")
    }
    guard let name = law ?? document.provenance?.law else {
      throw UsageMistake(.valueMissing, "\(file) names no law that it breaks. Give one with --law, or say --slow.")
    }
    if let aim = ReductionAim(breaking: try engine.law(name), of: document, on: plugin) { return aim }
    throw UserMistake(
      .nothingToDo, "\(file): \(name) holds here. See: layoutlab check --law \(name) \(file.shellQuoted)")
  }
}
