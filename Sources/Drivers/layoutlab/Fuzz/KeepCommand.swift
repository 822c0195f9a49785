import ArgumentParser
import EngineIsolation

struct KeepCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keep",
    abstract: "Promotes a finding to a regression test.",
    discussion: """
      Copies the minimised document, with its law and its date, into Tests/RegressionTests/Scenes, and notes it in \
      Fuzz/known-findings.json: as fixed where its law holds by now, else as kept, and a later run that sees it hold notes \
      it as fixed. Should it return after that, fuzzing says so. A finding on another engine stays in that engine's \
      folder.

      Example: layoutlab keep 9f3a17 --as two-equal-tiers
      """)

  @Argument(help: "The id that `layoutlab fuzz` printed.")
  var finding: String

  @Option(name: .customLong("as"), help: "The name of the file: what is special about the finding. Its id when absent.")
  var what: String?

  @Option(help: "The folder with the findings.")
  var work = FuzzedEngine.ourWork

  @Option(
    help:
      "The folder of the regression test. Tests/RegressionTests/Scenes when absent, Scenes beside what another engine broke."
  )
  var scenes: String?

  @Option(
    help: "The engine that the finding is of, where it is a command: no file starts one. Its law is then judged now.")
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
