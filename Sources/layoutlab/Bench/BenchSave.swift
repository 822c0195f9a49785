import ArgumentParser
import Benchmarking
import Foundation
import SceneModel

struct BenchSave: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "save",
    abstract: "Measures this build and keeps it as a baseline: numbers as text, drivers for paired runs.",
    discussion: """
      The text goes to Benchmarks/Baselines/MACHINE/NAME.txt and may be committed; the drivers go to Benchmarks/Work, \
      which is ignored.

      Example: layoutlab bench save main --filter 'tick|leaf'
      """)

  @OptionGroup var options: BenchOptions

  @Argument(help: "The baseline's name.")
  var name: String

  /// Runs that the text shows; a comparison makes its own, in pairs.
  private static let runs = 3

  func run() throws {
    let machine = Machine.identifier
    // A name that is none is told before anything is measured.
    _ = try options.baselines.file(name, machine: machine)
    let drivers = try options.makeDrivers()
    var measurement = try BuildMeasurement(
      drivers, selection: options.ownSelection, seconds: options.seconds, machine: machine, say: printToStandardError)
    for _ in 0..<Self.runs { try measurement.run() }
    let (recording, rows) = (measurement.recording, measurement.rows)
    let file = try options.baselines.write(recording, as: name, drivers)
    if options.json {
      print(
        try jsonText(
          SaveOutput(baseline: file.relativePath, machine: machine, revision: recording.revision, benchmarks: rows)))
    } else {
      print(
        "\(counted(recording.cases.count, "benchmark")) saved\n  \(file.relativePath)\nCompare:  layoutlab bench compare \(name)"
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
