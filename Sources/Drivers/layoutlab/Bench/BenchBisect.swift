import ArgumentParser
import Benchmarking
import EngineIsolation
import Foundation
import NightReports
import SceneModel

struct BenchBisect: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bisect",
    abstract: "Finds the commit that made an engine slower.",
    discussion: """
      Builds both revisions in folders outside of the repository (git worktree) and compares them as `bench compare \
      --repository` does. The benchmark that slowed down most is then measured at revisions between them. The result is the \
      first revision with at least half of the slowdown, and the functions that became more expensive in it. A revision that \
      does not build is skipped.

      Example: layoutlab bench bisect --repository ../engine --good v1.0 --build make --library libengine.so --filter tick/feed-20
      """)

  @OptionGroup var options: BenchOptions
  @OptionGroup var revisions: BenchRepositoryOptions

  @Option(help: "The engine's repository.")
  var repository: String

  @Option(help: "The engine, if it is a command: cmd:COMMAND. It is started in the folder of each revision.")
  var engine: String?

  @Option(help: "The number of pairs of runs, where instructions decide nothing.")
  var pairs = 12

  func validate() throws {
    guard pairs >= 0 else { throw ValidationError("--pairs must not be negative.") }
  }

  func run() throws {
    Interrupt.watch()
    let builds = try revisions.builds(of: repository, command: engine)
    defer { builds.remove() }
    do {
      let slowDown = try SlowDown(
        of: builds,
        maker: { filter in
          var options = options
          options.filter = filter ?? options.filter
          return options.maker
        }, pairs: pairs, wantsEnd: { Interrupt.hasCome != 0 }, say: printToStandardError)
      try publish(slowDown)
    } catch is CancellationError {
      printToStandardError("layoutlab: interrupted; nothing is left behind. Start again with the same command.")
      throw ExitCode(Outcome.undecided.rawValue)
    }
  }

  private func publish(_ slowDown: SlowDown) throws {
    if options.json { return print(try jsonText(slowDown)) }
    print("slower since\n  \(slowDown.subject)\n  \(slowDown.path): \(slowDown.evidence)")
    for function in slowDown.functions { print("  grew: \(function.text)") }
    if !slowDown.passedOver.isEmpty {
      let commits = slowDown.passedOver.map { $0.prefix(10) }.joined(separator: ", ")
      print("  or one of these before it, which cannot be measured: \(commits)")
    }
    print("Look:       git -C \(repository.shellQuoted) show \(slowDown.first.prefix(10))")
  }
}
