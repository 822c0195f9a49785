import AnimationSampler
import ArgumentParser
import Benchmarking
import ConstraintSolver
import Foundation
import NightReports
import Reports
import SceneModel

struct BenchTable: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "table",
    abstract: "Measures the README's table, keeps the record, and writes the table.",
    discussion: """
      The table has every engine that is built: ours, those under Plugins/, layouts by hand, and a loop of multiply-adds as the \
      limit. It also has growth exponents and the sizes that fit into a frame. The record holds each figure, with machine and \
      revision.

      Example: layoutlab bench table
      Example: layoutlab bench table --from Benchmarks/Records/table.txt    # writes the table anew, measures nothing
      """)

  @OptionGroup var options: BenchOptions

  @Option(help: "The file that has the table, between two lines with <!-- bench-table -->.")
  var into = "README.md"

  @Option(help: "Where the record is kept.")
  var record = "Benchmarks/Records/table.txt"

  @Option(help: "A record to show instead of measuring.")
  var from: String?

  @Option(help: "Runs of each benchmark; the table has the median.")
  var runs = 3

  func run() throws {
    let recording = try from.map(read) ?? measure()
    if from == nil {
      try FileManager.default.createDirectory(
        at: URL(fileURLWithPath: record).deletingLastPathComponent(), withIntermediateDirectories: true)
      try UserFile.write(recording.text, to: record)
    }
    let table = SummaryTable(recording)
    let text = try UserFile.text(of: into, orElse: "Name a file with --into.")
    guard let placed = table.placed(in: text) else {
      throw UserMistake(.misplaced, "\(into): write two lines with \(SummaryTable.mark) around the place of the table.")
    }
    try UserFile.write(placed, to: into)
    print(table.markdown, terminator: "")
  }

  private func measure() throws -> Recording {
    var recording = Recording(machine: Machine.identifier, revision: "")
    try EngineTimes.add(
      builtCommands(), linked: EngineOptions.registry, to: &recording, runs: runs, say: printToStandardError)
    recording.revision = sourceRevision()
    let drivers = try options.makeDrivers()
    let selection = SummaryTable.selection + ["--benchmark_min_time=\(options.seconds)"]
    for number in 1...max(1, runs) {
      printToStandardError("run \(number) of \(runs)")
      recording.addRun(try drivers.run(selection, plugins: builtPeers(say: printToStandardError)))
    }
    let capacities = try Capacity.measured(
      makeSolver: { ConstraintSolver() }, makeSampler: { AnimationSampler() }, where: { _ in true },
      say: printToStandardError)
    for one in capacities { recording.cases[one.path] = one.recorded }
    return recording
  }

  private func read(_ file: String) throws -> Recording {
    let text = try UserFile.text(of: file, orElse: "Measure one: layoutlab bench table")
    return try Recording(text: text, file: file)
  }
}
