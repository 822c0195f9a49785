import ArgumentParser
import ConstraintSolver
import EngineIsolation
import Foundation
import FuzzTargets
import Reports
import SceneChecking
import SceneFuzzing
import SceneModel

struct FuzzCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fuzz",
    abstract: "Runs fuzzers, then replays, minimises and stores what they found.",
    discussion: """
      Runs the libFuzzer executable that `make fuzz-build` leaves under .build/, or generates inputs without coverage where \
      there are none. A broken law is recorded, and fuzzing goes on. Engines run in workers, which are separate processes. If \
      an engine ends its worker (by a crash, a hang, an exit, a flood of output, or more than 2 GiB of memory), that is a \
      finding too, and a new worker goes on.

      Each finding is written to the folder --work at once. A run that was killed is continued by the next one. Ctrl-C and \
      SIGTERM end a run with a summary; the next run examines the inputs that are left.

      Exit status: 0 clean, 1 found, 65 bad input or a disk that cannot be written, 70 a fault.

      Example: layoutlab fuzz FuzzSolver --time 30
      Example: layoutlab fuzz --engine ./libMySolver.so --time 5m
      """)

  @Argument(
    help:
      "FuzzSolver, FuzzLayout, FuzzImport, FuzzTimeline, FuzzPlayer or FuzzProgram. If absent, all that fit the engine."
  )
  var target: String?

  @OptionGroup var engine: EngineOptions

  @Option(help: "The time that each target runs: 30, 30s, 5m or 1h.")
  var time = "60"

  @Option(help: "The seed. If absent, a random one, which is printed.")
  var seed: UInt32?

  @Option(
    help: "The folder for corpora and findings. If absent, Fuzz/Work, or for another engine a subfolder with its name.")
  var work: String?

  @Option(
    help: "The number of workers. If absent, the number of processors that this process may use.")
  var jobs: Int?

  @Flag(help: "Forget the findings and corpora of earlier runs, and start anew.")
  var fresh = false

  @Flag(help: "Generate inputs without libFuzzer and without coverage.")
  var inProcess = false

  @Option(
    help:
      "With --in-process: end after this many inputs. Such a run is reproducible: the same seed and number of workers give the same results."
  )
  var executions: Int?

  @Option(
    name: .customLong("law"),
    help:
      "A law to judge every input by (may be repeated). If absent, all laws judge, the expensive ones only some inputs."
  )
  var laws: [String] = []

  @Option(name: .customLong("without-law"), help: "A law to leave out (may be repeated).")
  var withoutLaws: [String] = []

  @Flag(help: "Print the results as JSON. The progress goes to the standard error as JSON, one event on each line.")
  var json = false

  @Option(
    name: .shortAndLong, help: "Also write the results as JSON to this file, after each target.")
  var output: String?

  func validate() throws {
    guard jobs.map({ (1...256).contains($0) }) ?? true else { throw ValidationError("--jobs must be from 1 to 256.") }
    guard let executions else { return }
    guard executions > 0 else { throw ValidationError("--executions must be at least 1.") }
    guard inProcess || engine.named.command != nil else {
      throw ValidationError("--executions needs --in-process: libFuzzer's runs are limited by --time.")
    }
  }

  /// The default time limit in seconds for one input. It is long enough, because documents are small.
  private static let usualPatience = 10

  func run() throws {
    let seconds = try FuzzCommand.seconds(time)
    let seed = self.seed ?? UInt32.random(in: 1...9999)
    let patience = engine.givenPatience ?? FuzzCommand.usualPatience
    var fuzzed = try FuzzedEngine(engine.named, patience: patience, work: work)
    let targets = try those(of: target.map { [fuzzed.own(try FuzzTarget.named($0))] } ?? fuzzed.targets, on: fuzzed)
    for target in targets { try fuzzed.requireService(of: target) }
    try fuzzed.lockFolder()
    Interrupt.watch()
    // A file that grows too large is reported by the write that fails.
    signal(SIGXFSZ, SIG_IGN)
    // A name that cannot be written is reported before the run, not after it.
    try write([])

    let jobs = self.jobs ?? EngineProcess.usableProcessors
    let display = FuzzDisplay(json: json)
    var reports: [FuzzReport] = []
    for target in targets where Interrupt.hasCome == 0 {
      display.say("\(target.name): \(Int(seconds)) s, seed \(seed), \(counted(jobs, "worker"))")
      if fresh { try fuzzed.store.forget(target.name) }
      fuzzed.store.forgetStates(of: target.name)
      let plan = FuzzSupervisor.Plan(
        seconds: seconds, seed: seed, jobs: jobs,
        fuzzer: inProcess || engine.named.command != nil ? nil : FuzzerProcess.find(target.name),
        executions: executions, laws: laws.filter(fuzzed.lawNames(of: target).contains))
      var supervisor = try FuzzSupervisor(
        target, fuzzed, plan, isInterrupted: { Interrupt.hasCome != 0 }, tell: display.tell)
      defer { display.end() }
      var report = try supervisor.run()
      report.states = fuzzed.store.states(of: target.name)
      for item in report.findings {
        guard let svg = FindingPicture.svg(of: item.document, parts: item.parts, solver: ConstraintSolver()) else {
          continue
        }
        try fuzzed.store.write(picture: svg, of: item.id, target: item.target)
      }
      reports.append(report)
      try write(reports)
    }

    if json { print(try jsonText(FuzzReport.file(reports))) } else { for report in reports { print(report.text) } }
    try (reports.contains(where: \.isNews) ? Outcome.found : .clean).exit()
  }

  /// Returns the targets that have one of the named laws, or all if none is named, without the excluded laws. Throws for unknown laws.
  private func those(of targets: [FuzzTarget], on engine: FuzzedEngine) throws(UsageMistake) -> [FuzzTarget] {
    let names = targets.flatMap(engine.lawNames)
    if let unknown = LawChoice(only: laws, without: withoutLaws).unknown(among: names) {
      let hint = didYouMean(unknown, among: names)
      throw UsageMistake(
        .unknownName,
        "no law of \(targets.map(\.name).joined(separator: ", ")) is called \"\(unknown)\". "
          + (hint.isEmpty ? "There are \(Set(names).sorted().joined(separator: ", "))." : hint))
    }
    let own = targets.map { $0.without(withoutLaws) }
    return laws.isEmpty ? own : own.filter { !Set(engine.lawNames(of: $0)).isDisjoint(with: laws) }
  }

  private func write(_ reports: [FuzzReport]) throws {
    guard let output else { return }
    try UserFile.write(try jsonText(FuzzReport.file(reports)), to: output)
  }

  private static func seconds(_ text: String) throws -> Double {
    let units: [Character: Double] = ["s": 1, "m": 60, "h": 3600]
    let factor = text.last.flatMap { units[$0] }
    guard let value = Double(factor == nil ? text : String(text.dropLast())), value.isFinite, value > 0,
      value * (factor ?? 1) <= 7 * 24 * 3600
    else { throw ValidationError("--time \(text) is not a duration. Write 30, 30s, 5m or 1h, at most a week.") }
    return value * (factor ?? 1)
  }
}
