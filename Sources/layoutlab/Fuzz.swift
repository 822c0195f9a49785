import AnimationSampler
import ArgumentParser
import ConstraintSolver
import Foundation
import LayoutPlugin
import SceneFuzzing
import SceneModel

struct Fuzz: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Runs fuzzers, then replays, minimises and stores what they found.",
    discussion: """
      Runs the libFuzzer executables that `make fuzz-build` leaves under .build/, or generates inputs in this process \
      where there are none. A broken law is recorded and fuzzing goes on.

      Example: layoutlab fuzz FuzzSolver --time 30
      """)

  @Argument(help: "FuzzSolver, FuzzLayout, FuzzImport or FuzzTimeline. All of them, one after the other, when absent.")
  var target: String?

  @Option(help: "How long each target runs: 30, 30s, 5m or 1h.")
  var time = "60"

  @Option(help: "Where the randomness starts. Printed when absent.")
  var seed: UInt32?

  @Option(help: "The folder for corpora and findings.")
  var work = "Fuzz/Work"

  @Flag(help: "Generate inputs in this process, without libFuzzer and without coverage.")
  var inProcess = false

  @Flag(help: "Print the results as JSON.")
  var json = false

  func run() async throws {
    let targets = try chosenTargets()
    let seconds = try Fuzz.seconds(time)
    let seed = self.seed ?? UInt32.random(in: 1...9999)
    let knownFile = URL(filePath: Fuzz.knownFindingsFile)
    let known = try Fuzz.known(knownFile)

    var reports: [FuzzReport] = []
    for target in targets {
      printToStandardError("\(target.name): \(Int(seconds)) s, seed \(seed)")
      let store = FindingStore(folder: URL(filePath: work))
      try store.forgetViolations(of: target.name)
      let process = inProcess ? nil : FuzzerProcess.find(target.name)
      let run =
        if let process {
          try await process.run(seconds: Int(seconds), seed: seed, store: store, of: target)
        } else {
          try runHere(target, seconds: seconds, seed: seed, store: store)
        }
      let triage = Triage(laws: target.laws, plugin: Fuzz.plugin, known: known)
      let findings = triage.findings(
        from: try store.violations(of: target.name), target: target.name, found: isoDate(Date()))
      for finding in findings { try store.record(finding) }
      reports.append(
        FuzzReport(
          target: target.name, run: run, findings: findings.map { FuzzReport.Item($0, store: store) },
          quiet: triage.quiet().map(\.fingerprint)))
    }

    if json { print(try FuzzReport.json(reports)) } else { for report in reports { print(report.text) } }
    let found = reports.contains { report in
      !report.run.crashes.isEmpty || report.findings.contains { $0.status != .known }
    }
    try (found ? Outcome.found : .clean).exit()
  }

  /// Our own engines.
  private static let plugin = Plugin.layoutlab.withAnimationSampler

  static let knownFindingsFile = "Fuzz/known-findings.json"

  static func known(_ file: URL) throws -> KnownFindings {
    do {
      return try KnownFindings(contentsOf: file)
    } catch {
      throw UserMistake("\(file.relativePath): not a list of findings (\(error)). Restore it from version control.")
    }
  }

  private func chosenTargets() throws -> [FuzzTarget] {
    guard let target else { return FuzzTarget.all }
    guard let chosen = FuzzTarget.all.first(where: { $0.name.lowercased() == target.lowercased() }) else {
      let names = FuzzTarget.all.map(\.name).joined(separator: ", ")
      throw ValidationError("unknown target \"\(target)\". There are \(names).")
    }
    return [chosen]
  }

  private static func seconds(_ text: String) throws -> Double {
    let units: [Character: Double] = ["s": 1, "m": 60, "h": 3600]
    let factor = text.last.flatMap { units[$0] }
    guard let value = Double(factor == nil ? text : String(text.dropLast())), value.isFinite, value > 0,
      value * (factor ?? 1) <= 7 * 24 * 3600
    else { throw ValidationError("--time \(text) is no duration. Write 30, 30s, 5m or 1h, a week at most.") }
    return value * (factor ?? 1)
  }

  private func runHere(_ target: FuzzTarget, seconds: Double, seed: UInt32, store: FindingStore) throws -> FuzzRun {
    let clock = ContinuousClock()
    let start = clock.now
    let end = start + .seconds(seconds)
    // Reading the clock costs more than some executions.
    let outcome = Campaign(target, plugin: Fuzz.plugin, seed: UInt64(seed)).run { outcome in
      outcome.executions % 64 == 0 && clock.now >= end
    }
    let today = isoDate(Date())
    for violation in outcome.violations { try store.record(violation, target: target.name, found: today) }
    let elapsed = (clock.now - start) / .seconds(1)
    return FuzzRun(engine: .inProcess, executions: outcome.executions, seconds: elapsed, coverage: nil, crashes: [])
  }
}
