import ArgumentParser
import Benchmarking
import EngineIsolation
import Foundation
import NightReports
import Reports
import SceneModel

struct BenchCompare: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Judges this build against a baseline, or an engine against another build of it.",
    discussion: """
      Exact counts (instructions in several layouts of memory, allocations, rows, pivots) decide first; times come from pairs \
      of runs, in which both builds alternate on one processor, until the interval is narrow or --budget is used up. An interval \
      beyond 10 % (2 % if instructions were not counted, or if cache misses changed likewise) decides even if the instructions are \
      equal, but as many pairs again must confirm it. Identical builds count as equal. Differences in behaviour (frames, callbacks, \
      changes) are reported apart from speed. The verdict is also in Benchmarks/Work/verdict.json.

      --engine judges an engine other than the drivers' own: `layoutlab`, a library behind the C table, or `cmd:` and a command \
      that reports its own time. It is compared with a baseline that was saved with --engine, or with another engine or build \
      (--against). --repository builds two revisions of an engine in separate folders and compares --bad with --good.

      Example: layoutlab bench compare main --filter 'tick|leaf'
      Example: layoutlab bench compare --engine build/libengine.so --against old/libengine.so
      Example: layoutlab bench compare --repository ../engine --good v1.0 --build make --library libengine.so
      """)

  @OptionGroup var options: BenchOptions
  @OptionGroup var revisions: BenchRepositoryOptions

  @Argument(help: "The baseline's name. Absent if options name two engines or two revisions.")
  var name: String?

  @Option(help: "An engine to judge instead of the drivers' own: layoutlab, a library, or cmd:COMMAND.")
  var engine: String?

  @Option(
    help: "With --engine: the engine to compare with. Otherwise a driver of the baseline's build (may be repeated).")
  var against: [String] = []

  @Option(help: "The repository of an engine. Two of its revisions are built.")
  var repository: String?

  @Option(help: "Seconds for more pairs of the benchmarks that are still undecided.")
  var budget = 60.0

  @Option(help: "The number of pairs of runs. With fewer than 12, times decide nothing.")
  var pairs = 12

  @Option(name: .shortAndLong, help: "The file for the verdict. If absent, Work/verdict.json in the package.")
  var output: String?

  func validate() throws {
    guard pairs >= 0, budget >= 0 else { throw ValidationError("--pairs and --budget must not be negative.") }
    guard repository == nil || (name == nil && against.isEmpty) else {
      throw ValidationError("--repository compares two revisions: leave the baseline and --against out.")
    }
    guard repository != nil || name != nil || (engine != nil && against.count == 1) else {
      throw ValidationError("Name a baseline, two engines with --engine A --against B, or a --repository.")
    }
  }

  func run() throws {
    Interrupt.watch()
    var builds: EngineBuilds?
    defer { builds?.remove() }
    let (filter, maker) = (try PathFilter(options.filter), options.maker)
    let (before, after): (BuildMeasurement, BuildMeasurement)
    if let repository {
      let made = try revisions.builds(of: repository, command: engine)
      builds = made
      printToStandardError("building \(made.ends.good.prefix(10)) and \(made.ends.bad.prefix(10))")
      before = BuildMeasurement(try maker.commit(made.ends.good, of: made))
      after = BuildMeasurement(try maker.commit(made.ends.bad, of: made))
    } else if let name {
      before = try maker.baseline(
        name, in: options.baselines, engine: engine, against: against, say: printToStandardError)
      after = BuildMeasurement(try engine.map { try maker.engine($0) } ?? maker.own())
    } else {
      before = BuildMeasurement(try maker.engine(against[0]))
      after = BuildMeasurement(try maker.engine(engine ?? ""))
    }
    let paired = PairedComparison(
      pairs: pairs, budget: budget, wantsEnd: { Interrupt.hasCome != 0 }, say: printToStandardError)
    do {
      var (comparison, rows) = try paired.compare(before, after, where: filter.accepts)
      comparison.date = Date.now.formatted(.iso8601.year().month().day())
      try publish(comparison, rows)
    } catch is CancellationError {
      printToStandardError("layoutlab: interrupted; nothing is judged.")
      throw ExitCode(Outcome.undecided.rawValue)
    }
  }

  private func publish(_ comparison: Comparison, _ rows: [BenchmarkRow]) throws {
    let file = output.map { URL(fileURLWithPath: $0) } ?? options.baselines.verdictFile
    try UserFile.makeFolder(file.deletingLastPathComponent().path)
    try UserFile.write(try comparison.json() + "\n", to: file.path)
    if options.json {
      print(try jsonText(CompareOutput(comparison: comparison, benchmarks: rows)))
    } else {
      print("\(comparison.verdict.word)\n\(comparison.summary)\n  \(file.relativePath)")
      print("  \(comparison.before) → \(comparison.after)")
      print("Again:  layoutlab \(CommandLine.arguments.dropFirst().map(\.shellQuoted).joined(separator: " "))")
    }
    try (Outcome(rawValue: comparison.exitStatus) ?? .ownFault).exit()
  }

  /// The output: the fields of the verdict, and the last run of the new build.
  private struct CompareOutput: Encodable {
    var comparison: Comparison
    var benchmarks: [BenchmarkRow]

    private enum Key: String, CodingKey { case benchmarks }

    func encode(to encoder: any Encoder) throws {
      try comparison.encode(to: encoder)
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(benchmarks, forKey: .benchmarks)
    }
  }
}
