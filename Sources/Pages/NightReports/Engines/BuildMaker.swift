import Benchmarking
import EngineIsolation
import Foundation
import LayoutPlugin
import SceneModel

/// Makes the builds that the command line names, for measuring them: engines, revisions and baselines.
package final class BuildMaker {
  private let selection: [String]
  private let seconds: Double
  private let filter: String?
  private let mostConstraints: Int
  private let linked: PluginRegistry
  private let audience: BenchmarkAudience
  private let makeDrivers: () throws -> BenchmarkDrivers
  private var known: BenchmarkDrivers?

  /// Makes a maker of builds, all of which are measured with the same benchmarks.
  ///
  /// - Parameters:
  ///   - selection: the drivers' arguments that choose benchmarks.
  ///   - seconds: the shortest time for which a benchmark is run.
  ///   - filter, mostConstraints: the same selection, for engines that are commands.
  ///   - audience: receives the progress of measuring libraries, which may be slow.
  ///   - makeDrivers: makes the drivers; called once, when they are first needed.
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

  /// Returns the build of this project's code, for drivers to measure. Other engines and the lower limit are left out, because a build of ours does
  /// not change them.
  ///
  /// - Parameter others: the drivers of another build; nil for the present ones.
  package func own(_ others: BenchmarkDrivers? = nil, revision: String? = nil) throws -> DriverBuild {
    DriverBuild(try others ?? drivers(), selection + ["--own"], seconds: seconds, revision: revision)
  }

  /// Returns the build of `layoutlab` or of a library, for drivers to measure.
  package func library(_ engine: String, revision: String? = nil, build: String? = nil) throws -> DriverBuild {
    try DriverBuild(
      engine: engine, drivers(), selection, seconds: seconds, revision: revision, build: build, audience: audience)
  }

  /// Returns the build of an engine: `layoutlab`, a library, or `cmd:` and a command. A command is measured by its own clock.
  ///
  /// - Parameters:
  ///   - revision: the revision for the records; nil for that of the repository in which the engine lies.
  ///   - build: the command that built it.
  package func engine(_ name: String, revision: String? = nil, build: String? = nil) throws -> any MeasuredBuild {
    let named = NamedEngine(name, linked: linked, from: .commandLine)
    guard named.command == nil else {
      return CommandBuild(
        named, patience: 120, filter: filter, mostConstraints: mostConstraints, revision: revision, build: build)
    }
    return try library(name, revision: revision, build: build)
  }

  /// Returns the build of a commit of an engine's repository.
  ///
  /// - Throws: `UserMistake` if it cannot be built.
  package func commit(_ commit: String, of builds: EngineBuilds) throws -> any MeasuredBuild {
    switch try builds.answer(for: commit) {
    case .failed(let reason):
      throw UserMistake(.buildFailed, "\(commit.prefix(10)): \(reason). See --build and --library.")
    case .built(let engine): return try self.engine(engine, revision: String(commit.prefix(10)), build: builds.build)
    }
  }

  /// Returns the build of a baseline, with the numbers that were saved. If its drivers are not on this machine, it cannot be run again.
  ///
  /// - Parameters:
  ///   - engine: the engine that is compared with it; nil for our own code.
  ///   - against: the drivers of the baseline's build; empty for the drivers that are stored with it.
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
