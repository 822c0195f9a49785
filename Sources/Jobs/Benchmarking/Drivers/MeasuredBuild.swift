import Foundation
import SceneModel

/// One measured build: of this project, of an engine behind the C table, or of an engine that measures its own times.
package protocol MeasuredBuild: Sendable {
  /// The revision of the source that the build was made from.
  var revision: String { get }
  /// Facts about the build for the record, such as its engine and compiler, by name.
  var facts: [String: String] { get }
  /// The digest of the build's files, which is the same for equal builds; nil if the files are not known.
  var digest: String? { get }

  /// Whether the build's processes may be stopped for a while without changing the times that they report.
  var canAlternate: Bool { get }

  /// Runs each benchmark once, or only the benchmarks with the given paths.
  ///
  /// - Parameter alternation: The alternation with another build that is run at the same time; nil if this one runs alone. Given only if
  ///   `canAlternate`.
  func run(only paths: [String]?, alternation: ProcessAlternation?) throws -> BenchmarkReport

  /// Counts the instructions of each benchmark for several positions of heap and stack. Returns nil if they cannot be counted. Calls `say` with the
  /// benchmarks that are left out, and why.
  func countInstructions(say: (String) -> Void) throws -> [CountedRun]?

  /// Counts the instructions of each function in one benchmark; returns nil if they cannot be counted.
  func profile(of path: String) throws -> CallgrindDump?
}

extension MeasuredBuild {
  package var canAlternate: Bool { false }
}

/// One run of benchmarks under callgrind: the report, whose times mean nothing, and the cost of each benchmark by its path.
package struct CountedRun: Sendable {
  package var report: BenchmarkReport
  package var dumps: [String: CallgrindDump]
}

/// A build that is measured by benchmark drivers. The drivers are linked with this project's engines, and can load others.
package struct DriverBuild: MeasuredBuild {
  package let revision: String
  package let facts: [String: String]
  package let digest: String?
  /// The library of an engine; nil if the drivers' own code is measured.
  package let library: URL?
  private let drivers: BenchmarkDrivers
  private let arguments: [String]
  private let seconds: Double

  /// Makes a build of the drivers' own code.
  ///
  /// - Parameters:
  ///   - arguments: The drivers' arguments, which choose the benchmarks.
  ///   - seconds: The least time for which a benchmark is run.
  package init(_ drivers: BenchmarkDrivers, _ arguments: [String], seconds: Double, revision: String? = nil) {
    (self.drivers, self.arguments, self.seconds) = (drivers, arguments, seconds)
    self.revision = revision ?? sourceRevision()
    digest = drivers.digest
    library = nil
    facts = toolchainFacts()
  }

  /// Makes a build of an engine: a library with the C table, given by its path, or `layoutlab`, the linked engine.
  ///
  /// - Parameters:
  ///   - revision: The revision; nil for that of the repository in which the library lies.
  ///   - build: The command that built it, if it is known.
  /// - Throws: `UserMistake` if there is no such library.
  package init(
    engine: String, _ drivers: BenchmarkDrivers, _ arguments: [String], seconds: Double, revision: String? = nil,
    build: String? = nil, audience: BenchmarkAudience? = nil
  ) throws {
    // An engine may end its process; the benchmarks after that one are measured nevertheless. An engine may also be slow.
    var drivers = drivers
    drivers.audience = audience
    drivers.patience = drivers.patience ?? 600
    (self.drivers, self.seconds) = (drivers, seconds)
    guard engine != DriverBuild.ours else {
      self.arguments = arguments + ["--engines_alone", "--plugin=\(engine)"]
      self.revision = revision ?? sourceRevision()
      (library, digest) = (nil, drivers.digest)
      facts = toolchainFacts().merging(["engine": engine]) { $1 }
      return
    }
    let file = URL(fileURLWithPath: engine).absoluteURL.standardizedFileURL
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder), !isFolder.boolValue,
      let bytes = FileManager.default.contents(atPath: file.path)
    else {
      throw UserMistake(
        .fileMissing, "\(engine): no such library. Name what the engine's build leaves, such as build/libengine.so.")
    }
    self.arguments = arguments + ["--engines_alone", "--plugin=\(file.path)"]
    library = file
    let digest = "\(Digest(of: [UInt8](bytes)))"
    self.digest = digest
    self.revision = revision ?? sourceRevision(of: file.deletingLastPathComponent().path)
    var facts = ["engine": file.lastPathComponent, "engine-digest": digest].merging(compilerFacts(of: file)) { $1 }
    facts["build"] = build
    self.facts = facts
  }

  /// The name of the linked engine, this project's own.
  package static let ours = "layoutlab"

  /// Drivers report processor time.
  package var canAlternate: Bool { true }

  package func run(only paths: [String]?, alternation: ProcessAlternation?) throws -> BenchmarkReport {
    var drivers = drivers
    drivers.alternation = alternation
    do {
      return try drivers.run(arguments + ["--benchmark_min_time=\(seconds)"] + PathFilter.choice(of: paths))
    } catch let end as BenchmarkInterruption where end.cause == .audience {
      throw CancellationError()
    }
  }

  /// The nanoseconds of an operation above which its instructions are not counted. A benchmark performs it some 260 times, callgrind takes 50 times
  /// as long, and there are three positions of heap and stack. That makes a minute.
  private static let longestCounted = 2e6

  package func countInstructions(say: (String) -> Void) throws -> [CountedRun]? {
    // Our own code is never so slow.
    guard library != nil, try BenchmarkDrivers.canCount() else { return try drivers.countInstructions(arguments) }
    let rows = try run(only: nil, alternation: nil).rows
    let slow = rows.filter { $0.failure != nil || $0.nanoseconds ?? 0 > Self.longestCounted }
    guard let first = slow.first else { return try drivers.countInstructions(arguments) }
    say(
      "\(counted(slow.count, "benchmark")) of \(rows.count) would take minutes under callgrind, so time alone decides, such as \(first.path) ("
        + (first.failure ?? duration(first.nanoseconds ?? 0)) + ")")
    let rest = Set(rows.map(\.path)).subtracting(slow.map(\.path)).sorted()
    return rest.isEmpty ? [] : try drivers.countInstructions(arguments + PathFilter.choice(of: rest))
  }

  package func profile(of path: String) throws -> CallgrindDump? { try drivers.profile(of: path, arguments) }

  /// Stores the drivers, and the engine's library, for a later comparison.
  func keep(drivers folder: URL, engine engineFolder: URL) throws {
    try drivers.keep(in: folder)
    try? FileManager.default.removeItem(at: engineFolder)
    guard let library else { return }
    try FileManager.default.createDirectory(at: engineFolder, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: library.resolvingSymlinksInPath(), to: engineFolder.appendingPathComponent(library.lastPathComponent))
  }
}

/// A build of which only a recording exists: it cannot be run again.
package struct RecordedBuild: MeasuredBuild {
  package let revision: String
  package var facts: [String: String] { [:] }
  package var digest: String? { nil }

  package init(_ revision: String) { self.revision = revision }

  package func run(only paths: [String]?, alternation: ProcessAlternation?) throws -> BenchmarkReport {
    BenchmarkReport()
  }
  package func countInstructions(say: (String) -> Void) throws -> [CountedRun]? { nil }
  package func profile(of path: String) throws -> CallgrindDump? { nil }
}

/// Returns the facts about this machine's toolchain.
private func toolchainFacts() -> [String: String] {
  guard let line = output(of: ["swift", "--version"])?.split(separator: "\n").first else { return [:] }
  return ["toolchain": String(line)]
}

/// Returns the compilers that a library names, and their flags if it has debugging information; empty if binutils is not installed.
private func compilerFacts(of library: URL) -> [String: String] {
  var facts: [String: String] = [:]
  if let text = output(of: ["readelf", "--string-dump=.comment", library.path]) {
    let names = text.split(separator: "\n").compactMap { line in
      line.firstRange(of: "]").map { line[$0.upperBound...].trimmingCharacters(in: .whitespaces) }
    }.filter { !$0.isEmpty }
    if !names.isEmpty { facts["toolchain"] = Set(names).sorted().joined(separator: "; ") }
  }
  if let text = output(of: ["readelf", "--debug-dump=info", "--dwarf-depth=1", library.path]) {
    let producers = text.split(separator: "\n").filter { $0.contains("DW_AT_producer") }.map { line in
      (line.components(separatedBy: "): ").last ?? String(line)).trimmingCharacters(in: .whitespaces)
    }
    if !producers.isEmpty { facts["flags"] = Set(producers).sorted().joined(separator: "; ") }
  }
  return facts
}
