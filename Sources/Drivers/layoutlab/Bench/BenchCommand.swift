import ArgumentParser
import Benchmarking
import ConstraintSolver
import EngineIsolation
import Foundation
import NightReports
import SceneImport
import SceneModel
import Synchronization

struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Measures engines, keeps baselines, and judges one build against another.",
    discussion: "Example: layoutlab bench save main && git switch faster && layoutlab bench compare main",
    subcommands: [
      BenchRun.self, BenchSave.self, BenchCompare.self, BenchBisect.self, BenchRegressions.self,
      BenchCapacity.self, BenchTable.self,
    ])
}

struct BenchOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help:
      "A regular expression on benchmark paths such as solver/tick/feed-200, or kiwi/tick/feed-200; a leading - negates."
  )
  var filter: String?

  @Option(help: "Leave out workloads with more constraints.")
  var mostConstraints = 1000

  @Option(name: .customLong("time"), help: "The shortest time of a benchmark in one run, in seconds.")
  var seconds = 0.05

  @Option(
    name: .customLong("driver"),
    help:
      "A benchmark driver to use (may be repeated). If absent, the installed ones, or those of --package, which are built."
  )
  var drivers: [String] = []

  @Option(help: "The package with the benchmark drivers.")
  var package = "Benchmarks"

  @Flag(help: "Print the results as JSON.")
  var json = false

  func validate() throws {
    guard seconds > 0, seconds <= 60 else { throw ValidationError("--time must be above 0 and at most 60 seconds.") }
    guard mostConstraints > 0 else { throw ValidationError("--most-constraints must be at least 1.") }
    do {
      _ = try PathFilter(filter)
    } catch {
      throw ValidationError("--filter is not a regular expression: \(error)")
    }
  }

  /// The flags that choose benchmarks, as the drivers spell them.
  var selection: [String] {
    ["--most_constraints=\(mostConstraints)"] + (filter.map { ["--benchmark_filter=\($0)"] } ?? [])
  }

  /// Returns the named drivers. If none are named, builds those of the package; without a package, returns the installed ones.
  func makeDrivers() throws -> BenchmarkDrivers {
    if !drivers.isEmpty { return try BenchmarkDrivers(executables: drivers.map { URL(fileURLWithPath: $0) }) }
    if !FileManager.default.fileExists(atPath: package + "/Package.swift"),
      let installed = Installation.current?.benchmarkDrivers, !installed.isEmpty
    {
      return try BenchmarkDrivers(executables: installed)
    }
    return try BenchmarkDrivers.built(package: package, say: printToStandardError)
  }

  var baselines: BaselineStore { BaselineStore(package: package) }

  /// An object that makes the builds that the command line names.
  var maker: BuildMaker {
    BuildMaker(
      selection: selection, seconds: seconds, filter: filter, mostConstraints: mostConstraints,
      linked: EngineOptions.registry, audience: .commandLine, makeDrivers: makeDrivers)
  }
}

extension BenchmarkAudience {
  /// Reports the progress of each run on the standard error, and ends it when the user interrupts.
  static var commandLine: BenchmarkAudience {
    let run = Mutex<(progress: Progress, left: Int)?>(nil)
    return BenchmarkAudience(
      advance: { count, all in
        run.withLock { run in
          let (progress, left) = run ?? (Progress("benchmarks", total: all), all)
          progress.advance(by: count)
          run = left > count ? (progress, left - count) : nil
        }
      }, wantsEnd: { Interrupt.hasCome != 0 })
  }
}

/// The options for two revisions of an engine's repository. The two verbs that build revisions share them.
struct BenchRepositoryOptions: ParsableArguments {
  @Option(help: "The revision to compare with.")
  var good: String?

  @Option(help: "The revision that is judged.")
  var bad = "HEAD"

  @Option(help: "The command that builds a revision, run in its folder.")
  var build = "make"

  @Option(
    help:
      "The library that the build makes, relative to the revision's folder. If absent, --engine is a command, which is started there."
  )
  var library: String?

  /// Makes the builds of the engine's revisions from the options. A wrong combination of options is a mistake of the user.
  ///
  /// - Parameter command: the value of `--engine`. It must be a command (`cmd:…`) if and only if `--library` is absent.
  func builds(of repository: String, command: String?) throws -> EngineBuilds {
    guard let good else { throw ValidationError("Name the revision to compare with: --good REVISION.") }
    guard (library == nil) == (command?.hasPrefix("cmd:") == true) else {
      throw ValidationError("Name the built library with --library, or give --engine cmd:COMMAND.")
    }
    return try EngineBuilds(
      repository: repository, good: good, bad: bad, build: build, library: library, command: command)
  }
}

struct BenchRun: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract:
      "Runs the benchmarks once: our engine, the other engines that are built, layouts by hand, and a loop of multiply-adds as the limit.",
    discussion: """
      The table shows the time of each engine as a multiple of ours, and how it grows with size. Other engines are measured if \
      `make peers` has built them.

      Example: layoutlab bench run --filter 'tick/(feed|chain)'
      """)

  @OptionGroup var options: BenchOptions

  @Option(help: "An engine behind the C table to measure too (may be repeated).")
  var plugin: [String] = []

  @Option(
    help:
      "An engine that is a command and reports its own time, cmd:'COMMAND' (may be repeated). Only this one is then measured."
  )
  var engine: [String] = []

  @Option(help: "A folder with .scene, .storyboard and .xib files to measure too.")
  var screens: String?

  @Option(help: "Seconds that an engine may take for one benchmark before it counts as hanging.")
  var enginePatience = 120

  func validate() throws {
    guard enginePatience > 0 else { throw ValidationError("--engine-patience must be at least 1 second.") }
  }

  func run() throws {
    if !engine.isEmpty {
      var times = EngineTimes(beside: { ConstraintSolver() })
      for name in engine {
        try times.measure(
          NamedEngine(name, linked: EngineOptions.registry, from: .commandLine), patience: enginePatience,
          filter: try PathFilter(options.filter), mostConstraints: options.mostConstraints)
      }
      print(options.json ? try jsonText(times) : times.text)
      return try (times.remarks.isEmpty ? Outcome.clean : .found).exit()
    }
    let plugins = builtPeers(say: printToStandardError).filter { !plugin.contains($0) } + plugin
    let folder = screens ?? Corpus.interfaceBuilder.folder()?.appendingPathComponent("files").path
    var drivers = try options.makeDrivers()
    drivers.audience = .commandLine
    drivers.patience = enginePatience
    Interrupt.watch()
    let report: BenchmarkReport
    do {
      report = try drivers.run(
        options.selection + (folder.map { ["--screens=\($0)"] } ?? []) + ["--benchmark_min_time=\(options.seconds)"],
        plugins: plugins)
    } catch let interruption as BenchmarkInterruption {
      if !interruption.measured.isEmpty { print(interruption.measured.joined(separator: "\n")) }
      let count = "\(interruption.measured.count) of \(interruption.all) benchmarks"
      let told: String
      switch interruption.cause {
      case .audience:
        printToStandardError("layoutlab: interrupted after \(count).")
        throw ExitCode(Outcome.undecided.rawValue)
      case .hang(let driver, let benchmark, let seconds):
        told =
          "\(place(benchmark, driver)): the engine did not come back within \(seconds) s, and was ended after \(count). "
          + "Leave it out with --filter, or wait longer with --engine-patience."
      case .crash(let driver, let benchmark, let signal):
        told =
          "\(place(benchmark, driver)): the engine crashed (\(String(cString: strsignal(signal)))) after \(count). `layoutlab fuzz --engine` finds a small document that does it."
      }
      printToStandardError("layoutlab: \(told)")
      throw ExitCode(Outcome.found.rawValue)
    }
    let table = RatioTable(report)
    if options.json {
      print(try jsonText(RunOutput(context: report.context, benchmarks: report.rows, growth: table.growth)))
    } else {
      print(table.text, terminator: "")
    }
    let failures = report.rows.filter { $0.failure != nil }
    for row in failures { printToStandardError("\(row.path) failed its check: \(row.failure ?? "")") }
    try (failures.isEmpty ? Outcome.clean : .found).exit()
  }

  private func place(_ benchmark: String?, _ driver: String) -> String {
    benchmark.map { "\($0) in \(driver)" } ?? "\(driver), which lists its benchmarks"
  }

  private struct RunOutput: Encodable {
    var context: [String: String]
    var benchmarks: [BenchmarkRow]
    var growth: [RatioTable.Growth]
    var changes: [String] = []
  }
}
