import Foundation
import SceneModel

/// One build as it is measured: benchmarks of this project, of an engine behind the C table, or of an engine that tells its own times.
package protocol MeasuredBuild {
  /// Of the source that it is made from.
  var revision: String { get }
  /// What a record says of it, such as its engine and compiler, by name.
  var facts: [String: String] { get }
  /// Of its bytes: builds with equal ones are one build. Nil: the bytes are not known.
  var digest: String? { get }

  /// Runs each benchmark once, or those of these paths.
  func run(only paths: [String]?) throws -> BenchmarkReport

  /// Counts the instructions of each benchmark in several layouts of memory. Nil: they cannot be counted.
  func countInstructions() throws -> [CountedRun]?

  /// Counts the instructions of each function in one benchmark. Nil: they cannot be counted.
  func profile(of path: String) throws -> CallgrindDump?
}

/// One run of benchmarks under callgrind: the report, whose times mean nothing, and the cost of each benchmark by its path.
package struct CountedRun: Sendable {
  package var report: BenchmarkReport
  package var dumps: [String: CallgrindDump]
}

/// A build that benchmark drivers measure: they are linked with our engines, and load others.
package struct DriverBuild: MeasuredBuild {
  package let revision: String
  package let facts: [String: String]
  package let digest: String?
  /// The library of an engine; nil: the drivers' own code is measured.
  package let library: URL?
  private let drivers: BenchmarkDrivers
  private let arguments: [String]
  private let seconds: Double

  /// The drivers' own code.
  ///
  /// - Parameters:
  ///   - arguments: What is asked of the drivers: which benchmarks.
  ///   - seconds: Least time that a benchmark is run.
  package init(_ drivers: BenchmarkDrivers, _ arguments: [String], seconds: Double, revision: String? = nil) {
    (self.drivers, self.arguments, self.seconds) = (drivers, arguments, seconds)
    self.revision = revision ?? sourceRevision()
    digest = drivers.digest
    library = nil
    facts = toolchainFacts()
  }

  /// An engine behind the C table, by the path of its library, or `layoutlab`, the engine that is linked.
  ///
  /// - Parameters:
  ///   - revision: Nil: that of the repository in which the library lies.
  ///   - build: The command that built it, where it is known.
  /// - Throws: `UserMistake` where there is no such library.
  package init(
    engine: String, _ drivers: BenchmarkDrivers, _ arguments: [String], seconds: Double, revision: String? = nil,
    build: String? = nil
  ) throws {
    // An engine may end its process: the benchmarks behind that one are measured all the same.
    var drivers = drivers
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
      throw UserMistake("\(engine): no such library. Name what the engine's build leaves, such as build/libengine.so.")
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

  /// The name of the engine that is linked.
  package static let ours = "layoutlab"

  package func run(only paths: [String]?) throws -> BenchmarkReport {
    try drivers.run(arguments + ["--benchmark_min_time=\(seconds)"] + PathFilter.choice(of: paths))
  }

  package func countInstructions() throws -> [CountedRun]? { try drivers.countInstructions(arguments) }

  package func profile(of path: String) throws -> CallgrindDump? { try drivers.profile(of: path, arguments) }

  /// Keeps the drivers, and the engine's library, for a later comparison.
  func keep(drivers folder: URL, engine engineFolder: URL) throws {
    try drivers.keep(in: folder)
    try? FileManager.default.removeItem(at: engineFolder)
    guard let library else { return }
    try FileManager.default.createDirectory(at: engineFolder, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: library.resolvingSymlinksInPath(), to: engineFolder.appendingPathComponent(library.lastPathComponent))
  }
}

/// A build of which only a recording is here: it cannot be run again.
package struct RecordedBuild: MeasuredBuild {
  package let revision: String
  package var facts: [String: String] { [:] }
  package var digest: String? { nil }

  package init(_ revision: String) { self.revision = revision }

  package func run(only paths: [String]?) throws -> BenchmarkReport { BenchmarkReport() }
  package func countInstructions() throws -> [CountedRun]? { nil }
  package func profile(of path: String) throws -> CallgrindDump? { nil }
}

/// The toolchain of this machine.
private func toolchainFacts() -> [String: String] {
  guard let line = output(of: ["swift", "--version"])?.split(separator: "\n").first else { return [:] }
  return ["toolchain": String(line)]
}

/// What a library says of its compiler, and of the flags where it has debugging information; empty without binutils.
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
