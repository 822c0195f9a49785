import ArgumentParser
import ConstraintSolver
import EngineIsolation
import Foundation
import LayoutPlugin
import SceneFuzzing
import SceneModel
import SceneOracles

struct SoakCommand: AsyncParsableCommand, EngineUser {
  static let configuration = CommandConfiguration(
    commandName: "soak",
    abstract: "Plays random scripts to the engine and to the exact judge, and compares bit for bit.",
    discussion: """
      Script N of a seed is always the same: --first and --scripts choose a shard. The engine must claim canonical ties.

      Example: layoutlab soak --scripts 100000
      """)

  @Option(help: "How many scripts.")
  var scripts = 100_000

  @OptionGroup var engine: EngineOptions

  @Option(help: "The number of the first one.")
  var first = 0

  @Option(help: "Where the randomness starts.")
  var seed: UInt64 = 1

  @Option(help: "How many threads.")
  var threads = 2

  @Option(help: "The folder for scripts on which the two disagree.")
  var work = "Fuzz/Work/soak"

  @Flag(help: "Print the results as JSON.")
  var json = false

  func validate() throws {
    guard scripts > 0, first >= 0, (1...64).contains(threads) else {
      throw ValidationError("--scripts is positive, --first is not negative, and there are 1 to 64 threads.")
    }
  }

  func run() async throws {
    let start = ContinuousClock.now
    let plugin = try engine.plugin()
    _ = try engine.makeSolver()
    guard plugin.manifest.capabilities.contains(.canonical) else {
      throw UserMistake(
        "\(engine.engine): it does not claim canonical ties, so its values need not be the judge's. Use `plugins check`."
      )
    }
    let soak = Soak(reference: .reference, engine: plugin, seed: seed)
    let bounds = (0...threads).map { first + scripts * $0 / threads }
    let progress = Progress("soak", total: scripts)
    Interrupt.watch()
    let outcome = await withTaskGroup(of: Soak.Outcome.self) { group in
      for at in 0..<threads {
        group.addTask {
          var outcome = Soak.Outcome()
          var next = bounds[at]
          while next < bounds[at + 1], Interrupt.hasCome == 0 {
            let end = min(next + SoakCommand.portion, bounds[at + 1])
            outcome.add(soak.run(next..<end))
            progress.advance(by: end - next)
            next = end
          }
          return outcome
        }
      }
      return await group.reduce(into: Soak.Outcome()) { $0.add($1) }
    }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let folder = URL(filePath: work)
    let suffix = NamedEngine.suffix(engine.engine)
    let told = try outcome.disagreements.sorted { $0.number < $1.number }.prefix(20).map { disagreement in
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let file = folder.appending(path: "\(seed)-\(disagreement.number).solver")
      try Data(disagreement.script.text.utf8).write(to: file, options: .atomic)
      return Disagreement(
        detail: disagreement.detail, file: file.relativePath,
        reproduce: "layoutlab soak --seed \(seed) --first \(disagreement.number) --scripts 1 --threads 1\(suffix)")
    }
    if json {
      print(try jsonText(Output(outcome, seconds: seconds, told)))
    } else {
      print(
        """
        \(outcome.scripts) scripts, \(outcome.transactions) transactions (\(outcome.conflicts) conflicts, \
        \(outcome.refusals) refused), \(outcome.values) values, up to \(outcome.tiers) tiers, in \(Int(seconds.rounded())) s
        \(outcome.disagreements.count) disagreements
        """)
      for disagreement in told {
        print("\(disagreement.detail)\n  \(disagreement.file)\nReproduce:  \(disagreement.reproduce)")
      }
    }
    if Interrupt.hasCome != 0 {
      printToStandardError("layoutlab: interrupted after \(outcome.scripts) of \(scripts) scripts.")
      if outcome.disagreements.isEmpty { try Outcome.undecided.exit() }
    }
    try (outcome.disagreements.isEmpty ? Outcome.clean : .found).exit()
  }

  /// Scripts between two looks at whether somebody has interrupted.
  private static let portion = 200

  private struct Disagreement: Encodable {
    var detail, file, reproduce: String
  }

  private struct Output: Encodable {
    var scripts, transactions, conflicts, refusals, values, tiers, disagreeing: Int
    var seconds: Double
    var disagreements: [Disagreement]

    init(_ outcome: Soak.Outcome, seconds: Double, _ told: [Disagreement]) {
      (scripts, transactions, conflicts) = (outcome.scripts, outcome.transactions, outcome.conflicts)
      (refusals, values, tiers) = (outcome.refusals, outcome.values, outcome.tiers)
      disagreeing = outcome.disagreements.count
      self.seconds = seconds
      disagreements = told
    }
  }
}
