import Foundation
import SceneModel
import Synchronization

/// The caller's side of a benchmark run: it is informed of the progress, and can end the run.
package struct BenchmarkAudience: Sendable {
  /// Called when `count` more benchmarks have been measured; `all` is the total.
  package var advance: @Sendable (_ count: Int, _ all: Int) -> Void
  package var wantsEnd: @Sendable () -> Bool

  package init(
    advance: @escaping @Sendable (_ count: Int, _ all: Int) -> Void, wantsEnd: @escaping @Sendable () -> Bool
  ) {
    (self.advance, self.wantsEnd) = (advance, wantsEnd)
  }
}

/// The error of drivers that were ended early.
package struct BenchmarkInterruption: Error {
  /// The reason why the drivers were ended.
  package enum Cause: Equatable, Sendable {
    /// The user interrupted the run.
    case audience
    /// A driver printed nothing for `seconds`: its engine hangs, or has stopped the process. `benchmark` is the one that was running; nil if the
    /// driver had not listed its benchmarks yet.
    case hang(driver: String, benchmark: String?, seconds: Int)
    /// A signal ended a driver, because its engine crashed. `benchmark` is the one that was running; nil if the driver had not listed its benchmarks
    /// yet.
    case crash(driver: String, benchmark: String?, signal: Int32)
  }

  package var cause: Cause
  /// The measurements so far, as the lines that the drivers wrote.
  package var measured: [String]
  /// The number of benchmarks in all.
  package var all: Int
}

extension BenchmarkInterruption {
  /// The benchmark at which the engine failed, and how; nil if it did not fail, or if the user interrupted the run.
  var failure: (path: String, text: String)? {
    switch cause {
    case .audience: nil
    case .hang(_, let benchmark, let seconds):
      benchmark.map { ($0, "the engine did not come back within \(seconds) s, and was ended") }
    case .crash(_, let benchmark, let signal):
      benchmark.map {
        (
          $0,
          "the engine crashed (\(String(cString: strsignal(signal)))); `layoutlab fuzz --engine` finds a small document that does it"
        )
      }
    }
  }
}

/// Runs drivers, reports their progress, and ends a driver that hangs. No process that it started is running afterwards.
struct BenchmarkWatch {
  private let audience: BenchmarkAudience?
  /// The time limit from one benchmark to the next, in seconds.
  private let patience: Int
  private let alternation: ProcessAlternation?
  /// The paths that each driver will measure, in its order.
  private var paths: [URL: [String]] = [:]
  private let rows = Rows()

  /// Lists the benchmarks of the drivers. A driver that fails to list them is measured all the same.
  ///
  /// - Throws: `BenchmarkInterruption` if the caller ends the run, or if a driver takes too long to list its benchmarks.
  init(
    _ audience: BenchmarkAudience?, patience: Int, executables: [URL], _ arguments: [String],
    alternation: ProcessAlternation? = nil
  ) throws {
    (self.audience, self.patience, self.alternation) = (audience, patience, alternation)
    for driver in executables {
      let process = BenchmarkDrivers.process([driver.path] + arguments + ["--benchmark_list_tests", "--none_is_fine"])
      let list = try ScratchFile()
      process.standardOutput = list.handle
      process.standardError = FileHandle.nullDevice
      try process.run()
      try attend(process, of: driver, lastSign: { [start = ContinuousClock.now] in start })
      guard process.terminationStatus == 0 else { continue }
      paths[driver] = list.text.split(whereSeparator: \.isNewline).map(String.init)
    }
  }

  private var all: Set<String> { Set(paths.values.joined()) }

  /// Returns the benchmarks of a driver that are not measured yet after one of them has failed. Nil if the driver did not list its
  /// benchmarks.
  func left(of driver: URL, after path: String) -> [String]? {
    rows.skip(path)
    return paths[driver]?.filter { !rows.measured.contains($0) }
  }

  /// Runs a driver to its end and returns its exit status. `report` is the file that its command names for the report.
  ///
  /// - Throws: `BenchmarkInterruption` if the caller ended the run, if no benchmark was finished in time, or if a signal ended the driver.
  func run(_ driver: URL, _ command: [String], report: URL) throws -> Int32 {
    let process = BenchmarkDrivers.process(command)
    let output = Pipe()
    process.standardOutput = output
    // Google Benchmark describes the machine on this stream. If the run succeeds, nothing else on it matters.
    let complaints = try ScratchFile()
    process.standardError = complaints.handle
    let (all, rows, audience) = (all, rows, audience)
    let end = DispatchSemaphore(value: 0)
    output.fileHandleForReading.readabilityHandler = { handle in
      let data = handle.availableData
      if data.isEmpty {
        handle.readabilityHandler = nil
        end.signal()
      }
      let measured = rows.add(data, of: all)
      if measured > 0 { audience?.advance(measured, all.count) }
    }
    rows.begin()
    try process.run()
    // The driver creates its report after it has arranged to end together with this process.
    alternation?.add(process.processIdentifier, sign: report)
    defer { alternation?.remove(process.processIdentifier) }
    try attend(process, of: driver, lastSign: { rows.last })
    // Another process may still have the pipe open, so the wait is limited.
    _ = end.wait(timeout: .now() + 1)
    if audience?.wantsEnd() == true { throw interruption(.audience) }
    if process.terminationReason == .uncaughtSignal {
      throw interruption(
        .crash(driver: driver.lastPathComponent, benchmark: next(of: driver), signal: process.terminationStatus))
    }
    if ![0, 1].contains(process.terminationStatus) { FileHandle.standardError.write(Data(complaints.text.utf8)) }
    return process.terminationStatus
  }

  /// Waits for the end of a process, and ends it when the time limit has passed or the caller ends the run.
  private func attend(_ process: Process, of driver: URL, lastSign: () -> ContinuousClock.Instant) throws {
    while process.isRunning {
      if audience?.wantsEnd() == true {
        BenchmarkDrivers.end(process)
        throw interruption(.audience)
      }
      if ContinuousClock.now - lastSign() > .seconds(patience) {
        BenchmarkDrivers.end(process)
        throw interruption(
          .hang(driver: driver.lastPathComponent, benchmark: next(of: driver), seconds: patience))
      }
      usleep(10_000)
    }
    process.waitUntilExit()
  }

  /// Returns the benchmark that a driver is running; nil if it did not list its benchmarks, or if all of them are finished.
  private func next(of driver: URL) -> String? {
    paths[driver].flatMap { list in list.first { !rows.measured.contains($0) } }
  }

  private func interruption(_ cause: BenchmarkInterruption.Cause) -> BenchmarkInterruption {
    BenchmarkInterruption(cause: cause, measured: rows.lines, all: all.count)
  }

  /// The lines of finished benchmarks.
  private final class Rows: Sendable {
    private struct State {
      var rest: [UInt8] = []
      var lines: [String] = []
      var measured: Set<String> = []
      var last = ContinuousClock.now
    }

    private let state = Mutex(State())

    var lines: [String] { state.withLock { $0.lines } }
    /// The paths in the lines so far.
    var measured: Set<String> { state.withLock { $0.measured } }
    /// The time at which the last line came.
    var last: ContinuousClock.Instant { state.withLock { $0.last } }

    /// Counts a benchmark as finished although it will not be measured.
    func skip(_ path: String) { state.withLock { _ = $0.measured.insert(path) } }

    func begin() { state.withLock { $0.last = .now } }

    /// Adds a driver's output. Returns how many of the paths are finished according to it.
    func add(_ data: Data, of paths: Set<String>) -> Int {
      state.withLock { state in
        state.rest += data
        var count = 0
        while let end = state.rest.firstIndex(of: UInt8(ascii: "\n")) {
          let line = String(decoding: state.rest[..<end], as: UTF8.self)
          state.rest.removeSubrange(...end)
          guard let path = line.split(separator: " ").first.map(String.init), paths.contains(path) else { continue }
          state.lines.append(line)
          state.measured.insert(path)
          state.last = .now
          count += 1
        }
        return count
      }
    }
  }
}

/// A file for the output of a process, which is deleted when it is no longer in use.
private final class ScratchFile {
  let handle: FileHandle
  private let file: URL

  init() throws {
    file = FileManager.default.temporaryDirectory.appendingPathComponent("layoutlab-\(UUID().uuidString).log")
    _ = FileManager.default.createFile(atPath: file.path, contents: nil)
    handle = try FileHandle(forWritingTo: file)
  }

  deinit { try? FileManager.default.removeItem(at: file) }

  var text: String { String(decoding: (try? Data(contentsOf: file)) ?? Data(), as: UTF8.self) }
}
