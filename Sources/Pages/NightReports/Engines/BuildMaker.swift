import Benchmarking
import EngineIsolation
import Foundation
import LayoutPlugin
import SceneModel

/// Makes builds to measure from what the command line names: engines, revisions, baselines.
package final class BuildMaker {
  private let selection: [String]
  private let seconds: Double
  private let filter: String?
  private let mostConstraints: Int
  private let linked: PluginRegistry
  private let audience: BenchmarkAudience
  private let makeDrivers: () throws -> BenchmarkDrivers
  private var known: BenchmarkDrivers?

  /// - Parameters:
  ///   - selection: What drivers are asked for: which benchmarks.
  ///   - seconds: Least time that a benchmark is run.
  ///   - filter, mostConstraints: The same selection for engines that are commands.
  ///   - audience: Gets the progress of libraries, which may be slow.
  ///   - makeDrivers: Called once, when they are needed.
  package init(
    selection: [String], seconds: Double, filter: String?, mostConstraints: Int, linked: PluginRegistry,
    audience: BenchmarkAudience, makeDrivers: @escaping () throws -> BenchmarkDrivers
  ) {
    (self.selection, self.seconds, self.filter) = (selection, seconds, filter)
    (self.mostConstraints, self.linked) = (mostConstraints, linked)
    (self.audience, self.makeDrivers) = (audience, makeDrivers)
  }

  private func drivers() throws -> BenchmarkDrivers {
    if let known { return known }
    let made = try makeDrivers()
    known = made
    return made
  }

  /// This project's code as drivers measure it. Other engines and the lower limit are left out, because a build of ours does not change them.
  ///
  /// - Parameter others: Drivers of another build; nil for those of this one.
  package func own(_ others: BenchmarkDrivers? = nil, revision: String? = nil) throws -> DriverBuild {
    DriverBuild(try others ?? drivers(), selection + ["--own"], seconds: seconds, revision: revision)
  }

  /// `layoutlab`, or a library, as drivers measure it.
  package func library(_ engine: String, revision: String? = nil, build: String? = nil) throws -> DriverBuild {
    try DriverBuild(
      engine: engine, drivers(), selection, seconds: seconds, revision: revision, build: build, audience: audience)
  }

  /// An engine: `layoutlab`, a library, or `cmd:` and a command, which is measured by its own clock.
  ///
  /// - Parameters:
  ///   - revision: What records call it; nil for the revision of the repository in which it lies.
  ///   - build: The command that built it.
  package func engine(_ name: String, revision: String? = nil, build: String? = nil) throws -> any MeasuredBuild {
    let named = NamedEngine(name, linked: linked, from: .commandLine)
    guard named.command == nil else {
      return CommandBuild(
        named, patience: 120, filter: filter, mostConstraints: mostConstraints, revision: revision, build: build)
    }
    return try library(name, revision: revision, build: build)
  }

  /// A commit of an engine's repository.
  ///
  /// - Throws: `UserMistake` where it cannot be built.
  package func commit(_ commit: String, of builds: EngineBuilds) throws -> any MeasuredBuild {
    switch try builds.answer(for: commit) {
    case .failed(let reason):
      throw UserMistake(.buildFailed, "\(commit.prefix(10)): \(reason). See --build and --library.")
    case .built(let engine): return try self.engine(engine, revision: String(commit.prefix(10)), build: builds.build)
    }
  }

  /// The build of a baseline, with the numbers that were saved. Where its drivers are not on this machine, it cannot be run again.
  ///
  /// - Parameters:
  ///   - engine: What is compared with it; nil for our own code.
  ///   - against: Drivers of the baseline's build; empty if those that are kept with it.
  package func baseline(
    _ name: String, in store: BaselineStore, engine: String?, against: [String], say: (String) -> Void
  ) throws -> BuildMeasurement {
    let (file, baseline) = try store.read(name, machine: Machine.identifier)
    guard baseline.cases.keys.contains(where: try PathFilter(filter).accepts) else {
      throw UserMistake(
        .noneMatch, "\(file.relativePath): no benchmark matches --filter. Leave it out to compare all of them.")
    }
    var recording = baseline
    for path in recording.cases.keys { recording.cases[path]?.runs = [] }
    let isHere = baseline.machine == Machine.identifier
    if let engine {
      guard isHere, let kept = store.keptEngine(name) else {
        throw UserMistake(
          .fileMissing,
          "\(file.relativePath): no engine is kept with it here. Save it with: layoutlab bench save \(name) --engine \(engine)"
        )
      }
      return BuildMeasurement(try library(kept, revision: baseline.revision), continuing: recording)
    }
    let kept =
      against.isEmpty
      ? try store.keptDrivers(name)
      : try BenchmarkDrivers(executables: against.map { URL(fileURLWithPath: $0) })
    guard isHere, let kept else {
      say(
        "no drivers of \"\(name)\" on this machine: times cannot be paired. Save the baseline here, or name --against."
      )
      return BuildMeasurement(RecordedBuild(baseline.revision), continuing: recording)
    }
    return BuildMeasurement(try own(kept, revision: baseline.revision), continuing: recording)
  }
}
