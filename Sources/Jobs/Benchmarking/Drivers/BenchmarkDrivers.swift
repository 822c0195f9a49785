import Foundation
import SceneModel

/// The executables that measure one build.
package struct BenchmarkDrivers: Sendable {
  /// The full paths of the drivers.
  private var executables: [URL]
  /// The receiver of progress; nil for none.
  package var audience: BenchmarkAudience?
  /// The time limit from one benchmark to the next, in seconds; a driver that takes longer is ended, because a plugin library may hang. Nil sets no
  /// limit.
  package var patience: Int?
  /// The alternation with another build's drivers that run at the same time; nil if these run alone.
  var alternation: ProcessAlternation?

  package init(executables: [URL]) throws {
    for file in executables where !FileManager.default.isExecutableFile(atPath: file.path) {
      throw UserMistake(
        .toolMissing,
        "\(file.path): not an executable. Name a driver such as .build/release/LayoutLabBenchmarks.")
    }
    self.executables = executables
  }

  /// Makes the drivers that were stored with a baseline; nil when there are none.
  package init?(keptIn folder: URL) throws {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path))?.sorted() ?? []
    guard !names.isEmpty else { return nil }
    try self.init(executables: names.map(folder.appendingPathComponent))
  }

  /// Returns how many benchmarks the drivers have, without running them.
  package func count() throws -> Int {
    try executables.reduce(0) { sum, driver in
      let process = Self.process([driver.path, "--benchmark_list_tests=true"])
      let listing = Pipe()
      (process.standardOutput, process.standardError) = (listing, FileHandle.nullDevice)
      try process.run()
      let text = String(decoding: listing.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      guard process.terminationStatus == 0 else {
        throw DriverFault("\(driver.path) ended with status \(process.terminationStatus).")
      }
      return sum + text.split(separator: "\n").count
    }
  }

  /// Builds the drivers of a package. Before that it calls `say` with a message that it takes a while.
  package static func built(package: String, say: (String) -> Void) throws -> BenchmarkDrivers {
    guard FileManager.default.fileExists(atPath: package + "/Package.swift") else {
      throw UserMistake(
        .fileMissing, "\(package): no Swift package here. Run from the project's folder, or name --package or --driver."
      )
    }
    say("layoutlab: building the benchmark drivers; the first time takes minutes.")
    // The folder of the root package, so that code which both packages use is compiled once.
    let scratch = URL(fileURLWithPath: package).deletingLastPathComponent().appendingPathComponent(".build")
    // SwiftPM might use the build plan of the root package for this package.
    try? FileManager.default.removeItem(at: scratch.appendingPathComponent("release.yaml"))
    let build = [
      "build", "--package-path", package, "--scratch-path", scratch.path, "--build-system", "native", "-c", "release",
    ]
    guard try launch(["swift"] + build, output: FileHandle.standardError) == 0 else {
      throw UserMistake(
        .buildFailed,
        "\(package): the benchmark drivers do not build; the errors are above. `make set-up` installs what they need.")
    }
    return try BenchmarkDrivers(executables: [scratch.appendingPathComponent("release/LayoutLabBenchmarks")])
  }

  /// The digest of all executables together, which is the same for equal builds.
  package var digest: String {
    "\(Digest(of: executables.flatMap { [UInt8](FileManager.default.contents(atPath: $0.resolvingSymlinksInPath().path) ?? Data()) }))"
  }

  /// Copies the executables to a folder, so that this build can be run beside a later one.
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
    try collect(arguments + plugins.map { "--plugin=\($0)" }) { driver, folder in
      // The positions of heap and stack change times by up to ten percent. They are random in each run, so that no build has an advantage.
      Self.surroundings(heap: 16 * Int.random(in: 0..<256), stack: 16 * Int.random(in: 0..<256)) + [driver]
    }
  }

  /// The last-level cache of callgrind's model: 8 MiB of 16 ways with lines of 64 bytes, whatever this machine has.
  private static let modelledCache = "--LL=8388608,16,64"
  /// The positions of heap and stack at which instructions are counted. Their addresses change the cost of aligned copies and of tables of pointers
  /// by a percent or more. `heap` is the number of bytes that are allocated first. `stack` is the length in bytes of an environment variable; it
  /// lies above the stack.
  private static let memoryLayouts = [(heap: 0, stack: 0), (heap: 24, stack: 72), (heap: 4120, stack: 2040)]

  /// The environment variables that move heap and stack by this many bytes.
  private static func surroundings(heap: Int, stack: Int) -> [String] {
    ["LAYOUTLAB_HEAP_PADDING=\(heap)", "LAYOUTLAB_STACK_PADDING=" + String(repeating: "x", count: stack)]
  }

  /// Whether callgrind is installed.
  static func canCount() throws -> Bool {
    try launch(["valgrind", "--version"], output: FileHandle.nullDevice) == 0
  }

  /// Runs every driver under callgrind, once for each position of heap and stack, and returns the instructions of each region, by path; nil if
  /// callgrind is not installed. Caches are simulated in the first run.
  package func countInstructions(_ arguments: [String]) throws -> [CountedRun]? {
    guard try Self.canCount() else { return nil }
    return try Self.memoryLayouts.indices.map { index in
      let layout = Self.memoryLayouts[index]
      return try count(
        arguments,
        surroundings: Self.surroundings(heap: layout.heap, stack: layout.stack), modelsCaches: index == 0,
        readsFunctions: false)
    }
  }

  /// Returns the instructions of each function in one benchmark; nil if callgrind is not installed or there is no such benchmark.
  package func profile(of path: String, _ arguments: [String]) throws -> CallgrindDump? {
    guard try Self.canCount() else { return nil }
    return try count(
      arguments + PathFilter.choice(of: [path]), surroundings: [], modelsCaches: false, readsFunctions: true
    ).dumps[path]
  }

  private func count(
    _ arguments: [String], surroundings: [String], modelsCaches: Bool, readsFunctions: Bool
  ) throws -> CountedRun {
    var dumps: [String: CallgrindDump] = [:]
    let report = try collect(arguments) { driver, folder in
      surroundings + [
        "valgrind", "--quiet", "--tool=callgrind", "--instr-atstart=no", "--collect-atstart=no",
        "--callgrind-out-file=\(folder.appendingPathComponent("callgrind").path)",
      ] + (modelsCaches ? ["--cache-sim=yes", Self.modelledCache] : []) + [driver]
    } finish: { folder in
      for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      where name.hasPrefix("callgrind.") {
        let text = String(decoding: try Data(contentsOf: folder.appendingPathComponent(name)), as: UTF8.self)
        if let dump = CallgrindDump(text: text, readsFunctions: readsFunctions) { dumps[dump.path] = dump }
      }
    }
    return CountedRun(report: report, dumps: dumps)
  }

  private func collect(
    _ arguments: [String], command: (_ driver: String, _ folder: URL) -> [String],
    finish: (URL) throws -> Void = { _ in }
  ) throws -> BenchmarkReport {
    var all = BenchmarkReport()
    let watch =
      audience == nil && patience == nil
      ? nil
      : try BenchmarkWatch(
        audience, patience: patience ?? .max, executables: executables, arguments, alternation: alternation)
    for driver in executables {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("layoutlab-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let file = folder.appendingPathComponent("report.json")
      let words = command(driver.path, folder) + arguments + ["--benchmark_out=\(file.path)", "--none_is_fine"]
      let status: Int32
      if let watch {
        // If an engine ends the process, only one benchmark fails; those after it are run.
        guard let ended = try run(driver, words, watch, file: file, into: &all) else { continue }
        status = ended
      } else {
        status = try Self.launch(
          words + ["--quiet"], output: FileHandle.nullDevice, alternation: alternation, report: file)
      }
      // 1: a case failed its check; its row says so. 64 and 65: the driver has said what it was given that is wrong.
      switch status {
      case 0, 1: break
      case 64, 65:
        throw UserMistake(
          .commandFailed, "\(driver.lastPathComponent) refused its arguments; its message is above. Correct them.")
      default:
        throw DriverFault("\(driver.path) ended with status \(status). Run it alone to see why.")
      }
      guard let data = FileManager.default.contents(atPath: file.path), !data.isEmpty else {
        // If no benchmark matches, a driver ends with status 0 and writes no report.
        if status == 0 { continue }
        throw UserMistake(
          .commandFailed, "\(driver.path) ended with status \(status) and wrote no report. Is it a benchmark driver?")
      }
      do {
        let report = try BenchmarkReport(json: Array(data), file: "the report of \(driver.lastPathComponent)")
        all.context.merge(report.context) { first, _ in first }
        all.rows += report.rows
      } catch {
        throw UserMistake(error)
      }
      try finish(folder)
    }
    guard !all.rows.isEmpty else {
      throw UserMistake(.noneMatch, "no benchmark matches. List them with --benchmark_list_tests of a driver.")
    }
    return all
  }

  /// The largest number of times that a driver is resumed. An engine that fails more often fails everywhere.
  private static let mostResumptions = 30

  /// Runs a driver to its end. If the engine ends the driver, the measurements so far are kept, the present benchmark gets a row with its
  /// failure, and the remaining benchmarks are run. Returns the last exit status; nil if no benchmark is left.
  private func run(
    _ driver: URL, _ words: [String], _ watch: BenchmarkWatch, file: URL, into all: inout BenchmarkReport
  ) throws -> Int32? {
    var rest: [String]?
    for _ in 0..<Self.mostResumptions {
      do {
        return try watch.run(driver, words + PathFilter.choice(of: rest) + ["--benchmark_color=false"], report: file)
      } catch let interruption as BenchmarkInterruption {
        guard let (path, failure) = interruption.failure, let left = watch.left(of: driver, after: path) else {
          throw interruption
        }
        // Without a report, the measurements are only in the lines that the driver wrote; the interruption contains them.
        guard let partial = BenchmarkReport(cutJSON: FileManager.default.contents(atPath: file.path) ?? Data()) else {
          throw interruption
        }
        all.context.merge(partial.context) { first, _ in first }
        all.rows += partial.rows
        try? FileManager.default.removeItem(at: file)
        all.rows.append(BenchmarkRow(path: path, nanoseconds: nil, iterations: 0, failure: failure))
        if left.isEmpty { return nil }
        rest = left
      }
    }
    throw DriverFault(
      "\(driver.lastPathComponent): its engine ended \(Self.mostResumptions) benchmarks, and is given up.")
  }

  /// Runs a command to its end. Its standard error is that of this process. The order of hashes is fixed, so that counts repeat.
  private static func launch(
    _ command: [String], output: FileHandle, alternation: ProcessAlternation? = nil, report: URL? = nil
  ) throws -> Int32 {
    let process = process(command)
    process.standardOutput = output
    try process.run()
    if let report { alternation?.add(process.processIdentifier, sign: report) }
    defer { alternation?.remove(process.processIdentifier) }
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Ends a driver and the processes that it has started, even if it is stopped.
  static func end(_ process: Process) {
    let id = process.processIdentifier
    // A process that Foundation started leads a group of its own, which is ended as a whole. Otherwise its group is ours, and only the process is
    // ended.
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
  private let problem: String
  package var description: String { UserMistake(.commandFailed, problem).description }

  init(_ problem: String) { self.problem = problem }
}
