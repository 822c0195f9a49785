import ArgumentParser
import ConstraintSolver
import Foundation
import LayoutPlugin
import SceneFuzzing
import SceneModel
import SceneOracles

struct SoakVerb: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "soak",
    abstract: "Plays random scripts to the engine and to the exact judge, and compares bit for bit.",
    discussion: """
      Script N of a seed is always the same: --first and --scripts choose a shard.

      Example: layoutlab soak --scripts 100000
      """,
    shouldDisplay: false)

  @Option(help: "How many scripts.")
  var scripts = 100_000

  @Option(help: "The number of the first one.")
  var first = 0

  @Option(help: "Where the randomness starts.")
  var seed: UInt64 = 1

  @Option(help: "How many threads.")
  var threads = 2

  @Option(help: "The folder for scripts on which the two disagree.")
  var work = "Fuzz/Work/soak"

  func validate() throws {
    guard scripts >= 0, first >= 0, (1...64).contains(threads) else {
      throw ValidationError("--scripts and --first are not negative, and there are 1 to 64 threads.")
    }
  }

  func run() async throws {
    let start = ContinuousClock.now
    let soak = Soak(reference: .reference, engine: .layoutlab, seed: seed)
    let bounds = (0...threads).map { first + scripts * $0 / threads }
    let outcome = await withTaskGroup(of: Soak.Outcome.self) { group in
      for at in 0..<threads { group.addTask { soak.run(bounds[at]..<bounds[at + 1]) } }
      return await group.reduce(into: Soak.Outcome()) { $0.add($1) }
    }
    let seconds = Int(((ContinuousClock.now - start) / .seconds(1)).rounded())
    print(
      """
      \(outcome.scripts) scripts, \(outcome.transactions) transactions (\(outcome.conflicts) conflicts, \
      \(outcome.refusals) refused), \(outcome.values) values, up to \(outcome.tiers) tiers, in \(seconds) s
      \(outcome.disagreements.count) disagreements
      """)
    let folder = URL(filePath: work)
    for disagreement in outcome.disagreements.sorted(by: { $0.number < $1.number }).prefix(20) {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let file = folder.appending(path: "\(seed)-\(disagreement.number).solver")
      try Data(disagreement.script.text.utf8).write(to: file, options: .atomic)
      print("\(disagreement.detail)\n  \(file.relativePath)")
      print("Reproduce:  layoutlab soak --seed \(seed) --first \(disagreement.number) --scripts 1 --threads 1")
    }
    try (outcome.disagreements.isEmpty ? Outcome.clean : .found).exit()
  }
}
