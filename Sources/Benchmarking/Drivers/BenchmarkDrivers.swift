import Foundation
import SceneModel

/// The executables that measure one build.
package struct BenchmarkDrivers: Sendable {
  /// Full paths.
  private var executables: [URL]
  /// Who wants to know how far they are; nil: nobody.
  package var audience: BenchmarkAudience?
  /// Seconds from one benchmark to the next until a driver is ended; nil: they are waited for. A plugin library may hang.
  package var patience: Int?

  package init(executables: [URL]) throws {
    for file in executables where !FileManager.default.isExecutableFile(atPath: file.path) {
      throw UserMistake(
        "\(file.path): not an executable. Name a driver such as .build/release/SolverBenchmarks.")
    }
    self.executables = executables
  }

  /// Those that a baseline kept; nil when there are none.
  package init?(keptIn folder: URL) throws {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path))?.sorted() ?? []
    guard !names.isEmpty else { return nil }
    try self.init(executables: names.map(folder.appendingPathComponent))
  }

  /// How many benchmarks they have, none of which is run.
  package func count() throws -> Int {
    try executables.reduce(0) { sum, driver in
      let process = Self.process([driver.path, "--benchmark_list_tests=true"])
      let listing = Pipe()
      (process.standardOutput, process.standardError) = (listing, FileHandle.nullDevice)
      try process.run()
      let text = String(decoding: listing.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      guard process.terminationStatus == 0 else {
        throw DriverFault(description: "\(driver.path) ended with status \(process.terminationStatus).")
      }
      return sum + text.split(separator: "\n").count
    }
  }

  /// Those of a package of drivers, built; `say` is told that this takes a while.
  package static func built(package: String, say: (String) -> Void) throws -> BenchmarkDrivers {
    guard FileManager.default.fileExists(atPath: package + "/Package.swift") else {
      throw UserMistake("\(package): no package. Run from the project's folder, or name --package or --driver.")
    }
    say("layoutlab: building the benchmark drivers; the first time takes minutes.")
    // The root's folder, so that what both packages have is compiled once.
    let scratch = URL(fileURLWithPath: package).deletingLastPathComponent().appendingPathComponent(".build")
    let build = [
      "build", "--package-path", package, "--scratch-path", scratch.path, "--build-system", "native", "-c", "release",
    ]
    guard try launch(["swift"] + build, output: FileHandle.standardError) == 0 else {
      throw UserMistake("\(package): the drivers do not build. See above; make set-up installs what they need.")
    }
    let products = scratch.appendingPathComponent("release")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: products.path))?.sorted() ?? []
    return try BenchmarkDrivers(
      executables: names.filter { $0.hasSuffix("Benchmarks") }.map(products.appendingPathComponent))
  }

  /// Copies the executables, so that this build can be run beside a later one.
  package func keep(in folder: URL) throws {
    try? FileManager.default.removeItem(at: folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for file in executables {
      try FileManager.default.copyItem(
        at: file.resolvingSymlinksInPath(), to: folder.appendingPathComponent(file.lastPathComponent))
    }
  }

  /// Runs every driver once; the report holds the rows of all of them.
  package func run(_ arguments: [String], plugins: [String] = []) throws -> BenchmarkReport {
    try collect(arguments + plugins.map { "--plugin=\($0)" }) { driver, folder in [driver] }
  }

  /// Runs every driver once under callgrind: exact instructions of each region, by path. Nil where it is not installed.
  package func countInstructions(_ arguments: [String]) throws -> (report: BenchmarkReport, dumps: [String: UInt64])? {
    guard try Self.launch(["valgrind", "--version"], output: FileHandle.nullDevice) == 0 else { return nil }
    var dumps: [String: UInt64] = [:]
    let report = try collect(arguments) { driver, folder in
      [
        "valgrind", "--quiet", "--tool=callgrind", "--instr-atstart=no", "--collect-atstart=no",
        "--callgrind-out-file=\(folder.appendingPathComponent("callgrind").path)", driver,
      ]
    } finish: { folder in
      for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      where name.hasPrefix("callgrind.") {
        let text = String(decoding: try Data(contentsOf: folder.appendingPathComponent(name)), as: UTF8.self)
        if let dump = CallgrindDump(text: text) { dumps[dump.path] = dump.instructions }
      }
    }
    return (report, dumps)
  }

  private func collect(
    _ arguments: [String], command: (_ driver: String, _ folder: URL) -> [String],
    finish: (URL) throws -> Void = { _ in }
  ) throws -> BenchmarkReport {
    var all = BenchmarkReport()
    let watch =
      audience == nil && patience == nil
      ? nil : try BenchmarkWatch(audience, patience: patience ?? .max, executables: executables, arguments)
    for driver in executables {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("layoutlab-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let file = folder.appendingPathComponent("report.json")
      let words = command(driver.path, folder) + arguments + ["--benchmark_out=\(file.path)", "--none_is_fine"]
      let status =
        try watch?.run(driver, words + ["--benchmark_color=false"])
        ?? Self.launch(words + ["--quiet"], output: FileHandle.nullDevice)
      // 1: a case failed its check; its row says so. 64 and 65: the driver has said what it was given that is wrong.
      switch status {
      case 0, 1: break
      case 64, 65: throw UserMistake("\(driver.lastPathComponent) was given something wrong, see above.")
      default:
        throw DriverFault(description: "\(driver.path) ended with status \(status). Run it alone to see why.")
      }
      guard let data = FileManager.default.contents(atPath: file.path), !data.isEmpty else {
        // Where nothing matches, a driver says so by ending well.
        if status == 0 { continue }
        throw UserMistake("\(driver.path) ended with status \(status) and wrote no report. Is it a benchmark driver?")
      }
      do {
        let report = try BenchmarkReport(json: Array(data), file: "the report of \(driver.lastPathComponent)")
        all.context.merge(report.context) { first, _ in first }
        all.rows += report.rows
      } catch {
        throw UserMistake(error.description)
      }
      try finish(folder)
    }
    guard !all.rows.isEmpty else {
      throw UserMistake("no benchmark matches. List them with --benchmark_list_tests of a driver.")
    }
    return all
  }

  /// Runs a command to its end; its error stream is ours. Hash order is fixed, so that counts repeat.
  private static func launch(_ command: [String], output: FileHandle) throws -> Int32 {
    let process = process(command)
    process.standardOutput = output
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Ends a driver and what it has started, even if it is stopped.
  static func end(_ process: Process) {
    let id = process.processIdentifier
    // What Foundation starts leads a group of its own; where it does not, the group is ours.
    kill(getpgid(id) == id ? -id : id, SIGKILL)
    process.waitUntilExit()
  }

  static func process(_ command: [String]) -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    process.environment = ProcessInfo.processInfo.environment.merging([
      "SWIFT_DETERMINISTIC_HASHING": "1", "LAYOUTLAB_ENDS_WITH_PARENT": "1",
    ]) { $1 }
    return process
  }
}

/// A driver that did not answer.
package struct DriverFault: Error, CustomStringConvertible {
  package let description: String
}
