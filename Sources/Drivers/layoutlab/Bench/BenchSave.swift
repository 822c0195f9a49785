import ArgumentParser
import Benchmarking
import Foundation
import NightReports
import SceneModel

struct BenchSave: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "save",
    abstract: "Measures this build and keeps it as a baseline: its numbers as text, and its benchmark drivers.",
    discussion: """
      The text goes to Benchmarks/Baselines/MACHINE/NAME.txt and may be committed; the drivers go to Benchmarks/Work, which is \
      ignored. --engine saves another engine instead of ours, with its revision and the digest of its library.

      Example: layoutlab bench save main --filter 'tick|leaf'
      Example: layoutlab bench save v1 --engine build/libengine.so
      """)

  @OptionGroup var options: BenchOptions

  @Argument(help: "The baseline's name.")
  var name: String

  @Option(help: "An engine behind the C table to save instead of ours.")
  var engine: String?

  @Option(help: "Keep the most expensive of this many last recordings with this name.")
  var worstOf = 1

  func validate() throws {
    guard worstOf > 0 else { throw ValidationError("--worst-of must be at least 1.") }
  }

  /// The number of runs whose times are saved. A comparison measures both builds anew, in pairs.
  private static let runs = 3

  func run() throws {
    let machine = Machine.identifier
    // An invalid name is reported before anything is measured.
    _ = try options.baselines.file(name, machine: machine)
    guard engine?.hasPrefix("cmd:") != true else {
      throw UserMistake(.engineUnsuitable, "a command cannot be saved. Name a library, or use bench compare --against.")
    }
    let build = try engine.map { try options.maker.library($0) } ?? options.maker.own()
    var measurement = BuildMeasurement(build)
    try measurement.count(say: printToStandardError)
    for _ in 0..<Self.runs { try measurement.run() }
    var recording = measurement.recording
    let rows = measurement.rows
    if worstOf > 1 {
      recording =
        Recording.worst(of: try options.baselines.history(of: name, with: recording, keeping: worstOf)) ?? recording
    }
    let file = try options.baselines.write(recording, as: name, build)
    if options.json {
      print(
        try jsonText(
          SaveOutput(baseline: file.relativePath, machine: machine, revision: recording.revision, benchmarks: rows)))
    } else {
      print(
        "\(counted(recording.cases.count, "benchmark")) saved\n  \(file.relativePath)\nCompare:  layoutlab bench compare \(name)"
          + (engine.map { " --engine \($0.shellQuoted)" } ?? "")
      )
    }
    let failures = recording.cases.filter { $0.value.failure != nil }
    for (path, entry) in failures.sorted(by: { $0.key < $1.key }) {
      printToStandardError("\(path) failed its check: \(entry.failure ?? "")")
    }
    try (failures.isEmpty ? Outcome.clean : .found).exit()
  }

  private struct SaveOutput: Encodable {
    var baseline, machine, revision: String
    var benchmarks: [BenchmarkRow]
    var changes: [String] = []
  }
}
