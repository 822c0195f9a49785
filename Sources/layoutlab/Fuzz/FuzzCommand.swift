import ArgumentParser
import EngineIsolation
import Foundation
import SceneFuzzing
import SceneModel

struct FuzzCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fuzz",
    abstract: "Runs fuzzers, then replays, minimises and stores what they found.",
    discussion: """
      Runs the libFuzzer executables that `make fuzz-build` leaves under .build/, or generates inputs without coverage \
      where there are none. A broken law is recorded and fuzzing goes on. Engines run in processes of their own: one that \
      crashes or hangs is a finding, made small as others are.

      Example: layoutlab fuzz FuzzSolver --time 30
      Example: layoutlab fuzz --engine ./libMySolver.so --time 5m
      """)

  @Argument(help: "FuzzSolver, FuzzLayout, FuzzImport or FuzzTimeline. When absent, all that the engine can serve.")
  var target: String?

  @OptionGroup var engine: EngineOptions

  @Option(help: "How long each target runs: 30, 30s, 5m or 1h.")
  var time = "60"

  @Option(help: "Where the randomness starts. Printed when absent.")
  var seed: UInt32?

  @Option(
    help: "The folder for corpora and findings. Fuzz/Work when absent, and for other engines one of theirs in it.")
  var work: String?

  @Flag(help: "Generate inputs without libFuzzer and without coverage.")
  var inProcess = false

  @Flag(help: "Print the results as JSON.")
  var json = false

  func run() throws {
    let seconds = try FuzzCommand.seconds(time)
    let seed = self.seed ?? UInt32.random(in: 1...9999)
    let fuzzed = try FuzzedEngine(engine.named, patience: engine.enginePatience, work: work)
    let targets = try target.map { [try FuzzTarget.named($0)] } ?? fuzzed.targets

    var reports: [FuzzReport] = []
    for target in targets {
      try fuzzed.requireService(of: target)
      printToStandardError("\(target.name): \(Int(seconds)) s, seed \(seed)")
      try fuzzed.store.forgetViolations(of: target.name)
      let process = inProcess ? nil : FuzzerProcess.find(target.name)
      var run =
        if let process {
          try process.run(seconds: Int(seconds), seed: seed, of: target, on: fuzzed)
        } else {
          try fuzzed.campaign(target, seconds: seconds, seed: seed)
        }
      let triage = try fuzzed.triage(target, &run)
      reports.append(FuzzReport(target: target.name, run: run, triage: triage))
    }

    if json { print(try jsonText(FuzzReport.file(reports))) } else { for report in reports { print(report.text) } }
    try (reports.contains(where: \.isNews) ? Outcome.found : .clean).exit()
  }

  private static func seconds(_ text: String) throws -> Double {
    let units: [Character: Double] = ["s": 1, "m": 60, "h": 3600]
    let factor = text.last.flatMap { units[$0] }
    guard let value = Double(factor == nil ? text : String(text.dropLast())), value.isFinite, value > 0,
      value * (factor ?? 1) <= 7 * 24 * 3600
    else { throw ValidationError("--time \(text) is no duration. Write 30, 30s, 5m or 1h, a week at most.") }
    return value * (factor ?? 1)
  }
}

extension FuzzTarget {
  static func named(_ name: String) throws -> FuzzTarget {
    if let target = all.first(where: { $0.name.lowercased() == name.lowercased() }) { return target }
    let names = all.map(\.name).joined(separator: ", ")
    throw ValidationError("unknown target \"\(name)\". There are \(names).")
  }
}
