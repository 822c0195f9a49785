import Foundation
import Glibc
import SceneFuzzing

/// A libFuzzer executable that was built beforehand.
public struct FuzzerProcess {
  var name: String
  var executable: URL

  /// The plainest flavour that there is: sanitizers cost speed, and have targets of their own in the Makefile.
  public static func find(_ name: String) -> FuzzerProcess? {
    for flavour in ["fuzz-plain", "fuzz-address"] {
      let file = URL(filePath: ".build/\(flavour)/release/\(name)")
      if FileManager.default.isExecutableFile(atPath: file.path) { return FuzzerProcess(name: name, executable: file) }
    }
    return nil
  }

  /// Runs until the time is up or an input ends the process. Progress goes to standard error.
  public func run(seconds: Int, seed: UInt32, of target: FuzzTarget, on engine: FuzzedEngine) throws -> FuzzRun {
    let store = engine.store
    let folder = store.folder.appending(path: name)
    let corpus = folder.appending(path: "corpus"), crashes = store.crashesFolder(of: name)
    for needed in [corpus, crashes] {
      try FileManager.default.createDirectory(at: needed, withIntermediateDirectories: true)
    }
    var arguments = [corpus.path]
    let dictionary = "Fuzz/Dictionaries/\(name).dict"
    arguments += ["Fuzz/Seeds/\(name)", "Tests/RegressionTests/Scenes"].filter(FileManager.default.fileExists(atPath:))
    if FileManager.default.fileExists(atPath: dictionary) { arguments.append("-dict=\(dictionary)") }
    // What libFuzzer would do for guidance costs more than an execution: weighing inputs by how rare their features are, looking for
    // shorter ones with the same features, telling how often an edge was taken. Inputs are small and are changed by type.
    arguments += ["-entropic=0", "-reduce_inputs=0", "-use_counters=0"]
    arguments += [
      "-max_total_time=\(max(1, seconds))", "-seed=\(seed)", "-max_len=\(FuzzTarget.longestInput)", "-timeout=10",
      "-rss_limit_mb=2048", "-artifact_prefix=\(crashes.path)/", "-print_final_stats=1",
    ]
    // Hash order would make two runs from one seed differ, Swift's crash handler would hide the crash, and the leak
    // checker does not see through the tagged pointers of Swift's boxed enums.
    let environment = ProcessInfo.processInfo.environment.merging([
      "SWIFT_DETERMINISTIC_HASHING": "1", "SWIFT_BACKTRACE": "enable=no", "ASAN_OPTIONS": "detect_leaks=0",
      "LAYOUTLAB_FUZZ_WORK": store.folder.path, "LAYOUTLAB_FUZZ_ENGINE": engine.engine.name,
      "LAYOUTLAB_TOOL": (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "",
      // Documents are many small blocks that come and go: glibc keeps them at hand instead of merging and splitting them,
      // which takes a tenth of an execution and more. The sanitizer has an allocator of its own.
      "GLIBC_TUNABLES": "glibc.malloc.tcache_count=2000:glibc.malloc.trim_threshold=1000000000",
    ]) { $1 }
    let before = Set(files(in: crashes))
    let start = ContinuousClock.now
    let logFile = folder.appending(path: "log.txt")
    let end = try Executable(executable.path, arguments, environment: environment).run(errors: logFile)
    let elapsed = (ContinuousClock.now - start) / .seconds(1)
    let log = String(decoding: try Data(contentsOf: logFile), as: UTF8.self)

    let found = files(in: crashes).filter { !before.contains($0) }
    let tail = log.split(separator: "\n").suffix(40).joined(separator: "\n")
    var crashed: [FuzzRun.Crash] = []
    for file in found {
      let input = crashes.appending(path: file)
      let again =
        "SWIFT_BACKTRACE=enable=no LAYOUTLAB_FUZZ_ENGINE=\(engine.engine.name) \(executable.relativePath) \(input.relativePath)"
      let bytes = [UInt8](try Data(contentsOf: input))
      crashed.append(try engine.crash(at: bytes, target, output: tail, again: again))
    }
    if crashed.isEmpty, end != .exited(EXIT_SUCCESS) {
      crashed.append(
        FuzzRun.Crash(
          file: logFile.relativePath, reproduce: "\(executable.relativePath) -seed=\(seed)",
          output: tail))
    }
    return FuzzRun(
      engine: .libFuzzer, executions: FuzzerProcess.number(after: "stat::number_of_executed_units:", in: log) ?? 0,
      seconds: elapsed, coverage: FuzzerProcess.number(after: " cov:", in: log), crashes: crashed)
  }

  /// The number after the last occurrence of a label in libFuzzer's log.
  static func number(after label: String, in log: String) -> Int? {
    guard let range = log.range(of: label, options: .backwards) else { return nil }
    return Int(log[range.upperBound...].drop { $0 == " " }.prefix { $0.isNumber })
  }

  private func files(in folder: URL) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
  }
}
