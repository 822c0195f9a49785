import ArgumentParser
import EngineIsolation

struct KeepCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keep",
    abstract: "Promotes a finding to a regression test.",
    discussion: """
      Copies the minimised document, with its law and date, into Tests/RegressionTests/Scenes, and adds it to \
      Fuzz/known-findings.json. There its state is "fixed" as soon as its law holds, and "kept" before. If the law is broken \
      again later, fuzzing reports it. A finding of another engine stays in that engine's folder.

      Example: layoutlab keep 9f3a17 --as two-equal-tiers
      """)

  @Argument(help: "The id that `layoutlab fuzz` printed.")
  var finding: String

  @Option(name: .customLong("as"), help: "The name of the file, which should describe the finding. If absent, its id.")
  var what: String?

  @Option(help: "The folder with the findings.")
  var work = FuzzedEngine.ourWork

  @Option(
    help:
      "The folder of the regression test. If absent, Tests/RegressionTests/Scenes, or for another engine the folder Scenes beside its findings."
  )
  var scenes: String?

  @Option(
    help: "The engine of the finding, if it is a command: cmd:'COMMAND'. It is started, and the law is judged again.")
  var engine: String?

  @Flag(help: "Print the facts as JSON.")
  var json = false

  func run() throws {
    let kept = try KeptFinding(keeping: finding, of: work, as: what, in: scenes) {
      NamedEngine($0, linked: EngineOptions.registry, from: $0 == engine ? .commandLine : .file)
    }
    print(json ? try jsonText(kept) : kept.text)
  }
}
