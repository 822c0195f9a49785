import ArgumentParser
import Benchmarking
import Foundation
import Reports
import SceneModel

struct BenchCompare: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Judges this build against a baseline: same, faster, slower or undecided.",
    discussion: """
      Exact counts (instructions, allocations, changed values) decide first; times come from pairs of runs of both \
      builds, in the order ABBA. The verdict is also in Benchmarks/Work/verdict.json.

      Example: layoutlab bench compare main --filter 'tick|leaf'
      """)

  @OptionGroup var options: BenchOptions

  @Argument(help: "The baseline's name.")
  var name: String

  @Option(help: "A driver of the baseline's build (may be repeated); none: those kept by bench save.")
  var against: [String] = []

  @Option(help: "Pairs of runs; fewer than 12 decide nothing by time.")
  var pairs = 12

  @Option(name: .shortAndLong, help: "Where the verdict is written; none: Work/verdict.json of the package.")
  var output: String?

  @Flag(help: .hidden)
  var plantSlowDown = false

  func run() throws {
    let machine = Machine.identifier
    let (file, baseline) = try options.baselines.read(name, machine: machine)
    let filter = try PathFilter(options.filter)
    var before = baseline
    before.cases = before.cases.filter { filter.accepts($0.key) }
    guard !before.cases.isEmpty else {
      throw UserMistake("\(file.relativePath): no benchmark matches --filter. Leave it out to compare all of them.")
    }
    for path in before.cases.keys { before.cases[path]?.runs = [] }

    // Under test the candidate does every tenth round twice: see the drivers' --plant_slow_down.
    let planted = plantSlowDown ? ["--plant_slow_down"] : []
    var measurement = try BuildMeasurement(
      try options.makeDrivers(), selection: options.ownSelection + planted, seconds: options.seconds, machine: machine,
      say: printToStandardError)
    if let kept = try baselineDrivers(), before.machine == machine {
      try measurement.run(
        pairs: pairs, with: kept, options.ownSelection + ["--benchmark_min_time=\(options.seconds)"], into: &before,
        say: printToStandardError)
    } else {
      printToStandardError(
        "no drivers of \"\(name)\" on this machine: times cannot be paired. Save the baseline here, or name --against.")
      try measurement.run()
    }
    var after = measurement.recording
    after.cases = after.cases.filter { filter.accepts($0.key) }
    try publish(compare(before, after), measurement.rows)
  }

  private func baselineDrivers() throws -> BenchmarkDrivers? {
    if !against.isEmpty { return try BenchmarkDrivers(executables: against.map { URL(fileURLWithPath: $0) }) }
    return try options.baselines.keptDrivers(name)
  }

  private func publish(_ comparison: Comparison, _ rows: [BenchmarkRow]) throws {
    let file = output.map { URL(fileURLWithPath: $0) } ?? options.baselines.verdictFile
    try UserFile.makeFolder(file.deletingLastPathComponent().path)
    try UserFile.write(try comparison.json() + "\n", to: file.path)
    if options.json {
      print(try jsonText(CompareOutput(comparison: comparison, benchmarks: rows)))
    } else {
      print("\(comparison.verdict.word)\n\(comparison.summary)\n  \(file.relativePath)")
      print("Again:  layoutlab bench compare \(name)\(options.filter.map { " --filter '\($0)'" } ?? "")")
    }
    try (Outcome(rawValue: comparison.exitStatus) ?? .ownFault).exit()
  }

  /// The verdict's own keys, and the candidate's last run beside them.
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
