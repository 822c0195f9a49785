import ArgumentParser
import EngineIsolation

/// The verb by which a law has an engine answer the same document in another process. It is not meant for users.
struct AnswerElsewhereCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: OtherProcesses.verb, abstract: "Says what an engine says, to the process that started this one.",
    shouldDisplay: false)

  @Argument(help: "layoutlab, reference, or the path of a plugin library.")
  var engine: String

  @Argument(help: "Seconds that an answer may take.")
  var patience: Int

  func run() throws {
    try OtherProcesses.serve(
      NamedEngine(engine, linked: EngineOptions.registry, from: .commandLine), patience: patience)
  }
}
