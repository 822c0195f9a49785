import ArgumentParser
import EngineIsolation

struct BisectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bisect",
    abstract: "Finds the commit that introduced a finding.",
    discussion: """
      Builds revisions of the repository in a folder outside it (a git worktree), and replays the finding on each. For a finding \
      of another engine, --repository names the engine's repository, and its library is replayed. A revision that does not build \
      is skipped.

      Example: layoutlab bisect 9f3a17 --good main~40
      Example: layoutlab bisect 9f3a17 --work found --good v1.0 --repository ../solver --build make --library libsolver.so
      """)

  @Argument(help: "The id that `layoutlab fuzz` printed, or a document that names the law it breaks.")
  var finding: String

  @Option(help: "A revision at which the law holds.")
  var good: String

  @Option(help: "A revision at which it is broken.")
  var bad = "HEAD"

  @Option(help: "The folder with the findings.")
  var work = FuzzedEngine.ourWork

  @Option(help: "The repository that is built.")
  var repository = "."

  @Option(help: "The command that builds a revision, run in its folder. If absent, a debug build of this tool.")
  var build: String?

  @Option(help: "The library that the build makes, relative to the revision's folder. The finding is replayed on it.")
  var library: String?

  @Option(help: "The engine, if it is a command: cmd:'COMMAND'. It is started in the folder of each revision.")
  var engine: String?

  @Flag(help: "Print the facts as JSON.")
  var json = false

  private func command(_ engine: String) throws -> String {
    let named = NamedEngine(engine, linked: EngineOptions.registry, from: .commandLine)
    guard let command = named.command else { throw ValidationError("--engine \(engine): write cmd:COMMAND.") }
    return command
  }

  func run() throws {
    let bisection = try Bisection(
      of: finding, work: work, good: good, bad: bad, repository: repository, build: build, library: library,
      command: try engine.map(command))
    Interrupt.watch()
    let answer = try bisection.run(isInterrupted: { Interrupt.hasCome != 0 }, say: printToStandardError)
    print(json ? try jsonText(answer) : answer.text)
  }
}
