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
    let file = try options.baseline(name, machine: machine)
    let drivers = try options.makeDrivers()
    var recording = Recording(machine: machine, revision: sourceRevision())
    if let counted = try drivers.countInstructions(options.ownSelection) {
      recording.addInstructions(counted.report, dumps: counted.dumps)
    } else {
      printToStandardError("valgrind is missing: no instruction counts. Install it (make set-up) for exact gates.")
    }
    var rows: [BenchmarkRow] = []
    for _ in 0..<Self.runs {
      let report = try drivers.run(options.ownSelection + ["--benchmark_min_time=\(options.seconds)"])
      recording.addRun(report)
      rows = report.rows
    }
    do {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(recording.text.utf8).write(to: file, options: .atomic)
      try drivers.keep(in: options.keptDrivers(name))
    } catch {
      throw UserMistake("\(file.relativePath): cannot be written (\(error.localizedDescription)).")
    }
    if options.json {
      print(
        try jsonText(
          SaveOutput(baseline: file.relativePath, machine: machine, revision: recording.revision, benchmarks: rows)))
    } else {
      print(
        "\(recording.cases.count) benchmarks saved\n  \(file.relativePath)\nCompare:  layoutlab bench compare \(name)")
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

extension BenchOptions {
  /// What a baseline holds: our own code. A peer or the limit does not change with a build of ours.
  var ownSelection: [String] { selection + ["--own"] }
}

/// The commit that is checked out, with a plus where files differ from it; "unknown" outside a repository.
func sourceRevision() -> String {
  guard let head = output(of: ["git", "rev-parse", "--short", "HEAD"]), !head.isEmpty else { return "unknown" }
  let changes = output(of: ["git", "status", "--porcelain", "--untracked-files=no"]) ?? ""
  return changes.isEmpty ? head : head + "+"
}

private func output(of command: [String]) -> String? {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = command
  let pipe = Pipe()
  process.standardOutput = pipe
  process.standardError = FileHandle.nullDevice
  guard (try? process.run()) != nil else { return nil }
  let data = pipe.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  guard process.terminationStatus == 0 else { return nil }
  return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
}
