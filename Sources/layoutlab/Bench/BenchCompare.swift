import ArgumentParser
import Benchmarking
import Foundation
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
    let (file, baseline) = try readBaseline(machine: machine)
    let filter = try PathFilter(options.filter)
    var before = baseline
    before.cases = before.cases.filter { filter.accepts($0.key) }
    guard !before.cases.isEmpty else {
      throw UserMistake("\(file.relativePath): no benchmark matches --filter. Leave it out to compare all of them.")
    }
    for path in before.cases.keys { before.cases[path]?.runs = [] }

    let candidate = try options.makeDrivers()
    // Under test the candidate does every tenth round twice: see the drivers' --plant_slow_down.
    let planted = plantSlowDown ? ["--plant_slow_down"] : []
    var after = Recording(machine: machine, revision: sourceRevision())
    if let counted = try candidate.countInstructions(options.ownSelection + planted) {
      after.addInstructions(counted.report, dumps: counted.dumps)
    } else {
      printToStandardError("valgrind is missing: no instruction counts. Install it (make set-up) for exact gates.")
    }
    var rows: [BenchmarkRow] = []
    let timing = options.ownSelection + ["--benchmark_min_time=\(options.seconds)"]
    if let kept = try baselineDrivers(), before.machine == machine {
      for pair in 0..<pairs {
        printToStandardError("pair \(pair + 1) of \(pairs)")
        for isCandidate in pair % 2 == 0 ? [false, true] : [true, false] {
          if isCandidate {
            let report = try candidate.run(timing + planted)
            after.addRun(report)
            rows = report.rows
          } else {
            before.addRun(try kept.run(timing))
          }
        }
      }
    } else {
      printToStandardError(
        "no drivers of \"\(name)\" on this machine: times cannot be paired. Save the baseline here, or name --against.")
      let report = try candidate.run(timing + planted)
      after.addRun(report)
      rows = report.rows
    }
    after.cases = after.cases.filter { filter.accepts($0.key) }
    try publish(compare(before, after), rows)
  }

  private func readBaseline(machine: String) throws -> (URL, Recording) {
    let here = try options.baseline(name, machine: machine)
    // A baseline of another machine still tells whether counters grew.
    let folders =
      (try? FileManager.default.contentsOfDirectory(atPath: options.folder("Baselines").path))?.sorted() ?? []
    let others = try folders.map { try options.baseline(name, machine: $0) }
    guard let file = ([here] + others).first(where: { FileManager.default.fileExists(atPath: $0.path) }) else {
      throw UserMistake("\(here.relativePath): no such baseline. Make it with: layoutlab bench save \(name)")
    }
    do {
      let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
      return (file, try Recording(text: text, file: file.relativePath))
    } catch let error as TextError {
      throw UserMistake(error.description)
    }
  }

  private func baselineDrivers() throws -> BenchmarkDrivers? {
    if !against.isEmpty { return try BenchmarkDrivers(executables: against.map { URL(fileURLWithPath: $0) }) }
    return try BenchmarkDrivers(keptIn: options.keptDrivers(name))
  }

  private func publish(_ comparison: Comparison, _ rows: [BenchmarkRow]) throws {
    let file = output.map { URL(fileURLWithPath: $0) } ?? options.folder("Work").appendingPathComponent("verdict.json")
    do {
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data((try comparison.json() + "\n").utf8).write(to: file, options: .atomic)
    } catch {
      throw UserMistake("\(file.relativePath): cannot be written (\(error.localizedDescription)).")
    }
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
