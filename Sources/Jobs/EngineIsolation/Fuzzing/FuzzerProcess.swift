import Foundation
import SceneFuzzing

/// The libFuzzer executable, with one of the targets that it contains. It was built beforehand.
public struct FuzzerProcess {
  /// The target's name.
  var name: String
  var executable: URL

  /// Returns the fuzzer of a target: the executable that was built in this folder with the fewest sanitizers, or else the installed one; nil if there
  /// is neither. Sanitizers cost speed, and have targets of their own in the Makefile.
  public static func find(_ name: String) -> FuzzerProcess? {
    let program = "LayoutLabFuzzer"
    let built = ["fuzz-plain", "fuzz-address"].lazy.map { URL(filePath: ".build/\($0)/release/\(program)") }
    let executable = built.first { FileManager.default.isExecutableFile(atPath: $0.path) }
    return (executable ?? Installation.current?.program(program)).map { FuzzerProcess(name: name, executable: $0) }
  }

  /// Returns this process's environment with changes that every run of the fuzzer needs. A fixed hash order makes two runs from one seed equal.
  /// Swift's crash handler is off, because it would hide the crash. The leak checker is off, because it does not understand the tagged pointers of
  /// Swift's boxed enums.
  func environment(_ more: [String: String]) -> [String: String] {
    let always = [
      "LAYOUTLAB_FUZZ_TARGET": name, "SWIFT_DETERMINISTIC_HASHING": "1", "SWIFT_BACKTRACE": "enable=no",
      "ASAN_OPTIONS": "detect_leaks=0",
    ]
    return ProcessInfo.processInfo.environment.merging(always) { $1 }.merging(more) { $1 }
  }

  /// Returns the program that a worker runs. It runs until it is ended. Its supervisor handles time, signals, hangs and memory.
  func program(
    seed: UInt64, laws: [String], without excluded: Set<String>, in folders: FuzzFolders, on engine: FuzzedEngine,
    memory: WorkerMemory
  ) -> Executable {
    var arguments = [folders.corpus.path]
    arguments += [
      Installation.find("Fuzz/Seeds/\(name)", packaged: "Seeds/\(name)"),
      Installation.find("Tests/RegressionTests/Scenes", packaged: "Scenes"),
    ].compactMap(\.self)
    if let dictionary = Installation.find("Fuzz/Dictionaries/\(name).dict", packaged: "Dictionaries/\(name).dict") {
      arguments.append("-dict=\(dictionary)")
    }
    // Parts of libFuzzer's guidance are off, because they cost more than an execution: weighing inputs by the rarity of their features, searching for
    // shorter inputs with the same features, and counting how often an edge is taken. They gain little, because inputs are small, and are mutated as
    // documents.
    arguments += ["-entropic=0", "-reduce_inputs=0", "-use_counters=0"]
    arguments += [
      "-seed=\(UInt32(truncatingIfNeeded: max(1, seed)))", "-max_len=\(FuzzTarget.longestInput)", "-timeout=0",
      "-rss_limit_mb=0", "-artifact_prefix=\(folders.scratch.path)/",
    ]
    arguments += ["segv", "bus", "abrt", "ill", "fpe", "int", "term", "usr2"].map { "-handle_\($0)=0" }
    let environment = environment([
      "LAYOUTLAB_FUZZ_WORK": engine.store.folder.path, "LAYOUTLAB_FUZZ_ENGINE": engine.engine.name,
      "LAYOUTLAB_TOOL": Installation.executablePath ?? "",
      "LAYOUTLAB_FUZZ_MEMORY": "\(memory.descriptor)", "LAYOUTLAB_FUZZ_EXCLUDED": folders.excluded.path,
      "LAYOUTLAB_FUZZ_LAWS": laws.joined(separator: ","),
      "LAYOUTLAB_FUZZ_WITHOUT": excluded.sorted().joined(separator: ","),
      // Documents are many small blocks that come and go: glibc keeps them at hand instead of merging and splitting them,
      // which takes a tenth of an execution and more. The sanitizer has an allocator of its own.
      "GLIBC_TUNABLES": "glibc.malloc.tcache_count=2000:glibc.malloc.trim_threshold=1000000000",
    ])
    return Executable(executable.path, arguments, environment: environment)
  }

  /// Whether the fuzzer runs and libFuzzer sees its counters. Without counters a fuzzer finds next to nothing, and does not warn about it.
  public var seesCoverage: Bool {
    let process = Process()
    process.executableURL = executable
    process.arguments = ["-runs=1"]
    let folder = FileManager.default.temporaryDirectory.appending(path: "layoutlab-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    process.environment = environment(["LAYOUTLAB_FUZZ_WORK": folder.path])
    let said = Pipe()
    (process.standardOutput, process.standardError) = (FileHandle.nullDevice, said)
    guard (try? process.run()) != nil else { return false }
    let text = String(decoding: said.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return process.terminationStatus == 0 && text.contains("INFO: Loaded")
  }
}
