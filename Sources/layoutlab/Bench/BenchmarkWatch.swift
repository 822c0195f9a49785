import ArgumentParser
import Foundation
import SceneModel
import Synchronization

/// Watches drivers measure: tells how far they are, and what they have measured when somebody interrupts.
struct BenchmarkWatch {
  /// The paths that will be measured, as the drivers list them.
  private let paths: Set<String>
  private let progress: Progress
  private let rows = Rows()

  /// A driver that does not list its paths is measured all the same.
  init(executables: [URL], _ arguments: [String]) throws {
    var paths: Set<String> = []
    for driver in executables {
      let process = BenchmarkDrivers.process([driver.path] + arguments + ["--benchmark_list_tests", "--none_is_fine"])
      let output = Pipe()
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      try process.run()
      let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      guard process.terminationStatus == 0 else { continue }
      paths.formUnion(text.split(whereSeparator: \.isNewline).map(String.init))
    }
    self.paths = paths
    progress = Progress("benchmarks", total: paths.count)
  }

  /// Runs a driver to its end, or to somebody's interrupt; its exit status.
  func run(_ command: [String]) throws -> Int32 {
    let process = BenchmarkDrivers.process(command)
    let output = Pipe()
    process.standardOutput = output
    // Google Benchmark tells there what machine it runs on; who measured well has nothing else to say.
    let complaints = FileManager.default.temporaryDirectory.appendingPathComponent("layoutlab-\(UUID().uuidString).log")
    _ = FileManager.default.createFile(atPath: complaints.path, contents: nil)
    defer { try? FileManager.default.removeItem(at: complaints) }
    process.standardError = try FileHandle(forWritingTo: complaints)
    let (paths, rows, progress) = (paths, rows, progress)
    let end = DispatchSemaphore(value: 0)
    output.fileHandleForReading.readabilityHandler = { handle in
      let data = handle.availableData
      if data.isEmpty {
        handle.readabilityHandler = nil
        end.signal()
      }
      let measured = rows.add(data, of: paths)
      if measured > 0 { progress.advance(by: measured) }
    }
    try process.run()
    while process.isRunning {
      if Interrupt.hasCome != 0 { process.terminate() }
      usleep(20_000)
    }
    process.waitUntilExit()
    // Whoever else holds the pipe does not keep us.
    _ = end.wait(timeout: .now() + 1)
    if ![0, 1].contains(process.terminationStatus), Interrupt.hasCome == 0, let said = try? Data(contentsOf: complaints)
    {
      FileHandle.standardError.write(said)
    }
    return process.terminationStatus
  }

  /// What there is so far, and the end.
  func tellInterruption() throws -> Never {
    let measured = rows.all
    if !measured.isEmpty { print(measured.joined(separator: "\n")) }
    printToStandardError("layoutlab: interrupted after \(measured.count) of \(paths.count) benchmarks.")
    throw ExitCode(Outcome.undecided.rawValue)
  }

  /// The lines of finished benchmarks.
  private final class Rows: Sendable {
    private let state = Mutex((rest: [UInt8](), lines: [String]()))

    var all: [String] { state.withLock { $0.lines } }

    /// How many of the paths are told by what a driver has written now.
    func add(_ data: Data, of paths: Set<String>) -> Int {
      state.withLock { state in
        state.rest += data
        var count = 0
        while let end = state.rest.firstIndex(of: UInt8(ascii: "\n")) {
          let line = String(decoding: state.rest[..<end], as: UTF8.self)
          state.rest.removeSubrange(...end)
          guard let path = line.split(separator: " ").first, paths.contains(String(path)) else { continue }
          state.lines.append(line)
          count += 1
        }
        return count
      }
    }
  }
}
