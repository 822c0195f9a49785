import Benchmarking
import EngineIsolation
import Foundation
import LayoutPlugin

/// A build of an engine that is started as a command. The engine measures its own time, because through a pipe it could look many times slower than
/// it is.
package struct CommandBuild: MeasuredBuild {
  package let revision: String
  package let facts: [String: String]
  package var digest: String? { nil }
  private let engine: NamedEngine
  private let patience: Int
  private let filter: String?
  private let mostConstraints: Int

  /// Makes the build of an engine that is a command.
  ///
  /// - Parameters:
  ///   - patience: the seconds without an answer after which the engine is ended.
  ///   - filter: A regular expression on paths; nil for all.
  ///   - revision: the revision; nil for that of the repository in which the program lies.
  ///   - build: the command that built it, if it is known.
  package init(
    _ engine: NamedEngine, patience: Int, filter: String?, mostConstraints: Int, revision: String? = nil,
    build: String? = nil
  ) {
    (self.engine, self.patience, self.filter, self.mostConstraints) = (engine, patience, filter, mostConstraints)
    let program = engine.command?.split(separator: " ").first.map(String.init) ?? ""
    let folder = URL(fileURLWithPath: program).deletingLastPathComponent().path
    self.revision =
      revision ?? (FileManager.default.fileExists(atPath: program) ? sourceRevision(of: folder) : "unknown")
    facts = ["build": build].compactMapValues { $0 }
  }

  package func run(only paths: [String]?, alternation: ProcessAlternation?) throws -> BenchmarkReport {
    var times = EngineTimes()
    try times.measure(
      engine, patience: patience, filter: try PathFilter(paths.map(PathFilter.exactly) ?? filter),
      mostConstraints: mostConstraints)
    return times.report
  }

  package func countInstructions(say: (String) -> Void) throws -> [CountedRun]? { nil }

  package func profile(of path: String) throws -> CallgrindDump? { nil }
}

extension EngineTimes {
  /// The measurements in the form in which a benchmark driver reports them.
  var report: BenchmarkReport {
    BenchmarkReport(
      context: rows.first.map { ["engine": $0.engine] } ?? [:],
      rows: rows.map { BenchmarkRow(path: $0.path, nanoseconds: $0.nanoseconds) }
        + losses.map { BenchmarkRow(path: $0.path, nanoseconds: nil, iterations: 0, failure: $0.how) })
  }
}
