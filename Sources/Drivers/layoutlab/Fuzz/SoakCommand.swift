import ArgumentParser
import ConstraintSolver
import EngineIsolation
import LayoutPlugin
import SceneFuzzing
import SceneModel
import SceneOracles

struct SoakCommand: AsyncParsableCommand, EngineUser {
  static let configuration = CommandConfiguration(
    commandName: "soak",
    abstract: "Runs random solver scripts in an engine and in the exact judge, and compares the results bit for bit.",
    discussion: """
      Script N of a seed is always the same, so --first and --scripts choose a part of the scripts. The engine must claim \
      canonical solutions.

      Example: layoutlab soak --scripts 100000
      """)

  @Option(help: "How many scripts.")
  var scripts = 100_000

  @OptionGroup var engine: EngineOptions

  @Option(help: "The number of the first script.")
  var first = 0

  @Option(help: "The seed of the random documents.")
  var seed: UInt64 = 1

  @Option(help: "How many threads.")
  var threads = 2

  @Option(help: "The folder for scripts whose results differ.")
  var work = "Fuzz/Work/soak"

  @Flag(help: "Our engine computes everything in fractions: the same as --engine layoutlab-proved.")
  var proved = false

  @Flag(help: "Print the results as JSON.")
  var json = false

  mutating func validate() throws {
    if proved { engine.engine = Plugin.layoutlabProved.manifest.name }
    guard scripts > 0, first >= 0, (1...64).contains(threads) else {
      throw ValidationError(
        "--scripts must be at least 1, --first must not be negative, and --threads must be from 1 to 64.")
    }
  }

  func run() async throws {
    let start = ContinuousClock.now
    let plugin = try engine.plugin()
    _ = try engine.makeSolver()
    guard plugin.manifest.capabilities.contains(.canonical) else {
      throw UserMistake(
        .engineUnsuitable, "\(engine.engine): does not claim canonical ties. Use `layoutlab plugins check`.")
    }
    let soak = Soak(reference: .reference, engine: plugin, seed: seed)
    let progress = Progress("soak", total: scripts)
    Interrupt.watch()
    let outcome = await soak.run(
      from: first, count: scripts, threads: threads, isInterrupted: { Interrupt.hasCome != 0 },
      advance: progress.advance)
    let report = try SoakReport(
      outcome, of: soak, seconds: (ContinuousClock.now - start) / .seconds(1), isInterrupted: outcome.scripts < scripts,
      folder: work, suffix: NamedEngine.suffix(engine.engine))
    print(json ? try jsonText(report) : report.text)
    if report.isInterrupted {
      printToStandardError("layoutlab: interrupted after \(outcome.scripts) of \(scripts) scripts.")
      if outcome.disagreements.isEmpty { try Outcome.undecided.exit() }
    }
    try (outcome.disagreements.isEmpty ? Outcome.clean : .found).exit()
  }
}
