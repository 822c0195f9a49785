import Foundation
import SceneModel
import Synchronization

/// Who is told how far drivers are, and says when they are to end.
package struct BenchmarkAudience: Sendable {
  /// So many more of all are measured.
  package var advance: @Sendable (_ count: Int, _ all: Int) -> Void
  package var wantsEnd: @Sendable () -> Bool

  package init(
    advance: @escaping @Sendable (_ count: Int, _ all: Int) -> Void, wantsEnd: @escaping @Sendable () -> Bool
  ) {
    (self.advance, self.wantsEnd) = (advance, wantsEnd)
  }
}

/// Drivers were ended before they were done.
package struct BenchmarkInterruption: Error {
  /// The measurements so far, in the lines that the drivers wrote.
  package var measured: [String]
  /// How many benchmarks there are.
  package var all: Int
}

/// Runs drivers for somebody who wants to know how far they are.
struct BenchmarkWatch {
  private let audience: BenchmarkAudience
  /// The paths that will be measured, as the drivers list them.
  private let paths: Set<String>
  private let rows = Rows()

  /// A driver that does not list its paths is measured all the same.
  init(_ audience: BenchmarkAudience, executables: [URL], _ arguments: [String]) throws {
    self.audience = audience
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
  }

  /// Runs a driver to its end; its exit status.
  ///
  /// - Throws: `BenchmarkInterruption` when the audience wants the end.
  func run(_ command: [String]) throws -> Int32 {
    let process = BenchmarkDrivers.process(command)
    let output = Pipe()
    process.standardOutput = output
    // Google Benchmark tells there what machine it runs on; who measured well has nothing else to say.
    let complaints = FileManager.default.temporaryDirectory.appendingPathComponent("layoutlab-\(UUID().uuidString).log")
    _ = FileManager.default.createFile(atPath: complaints.path, contents: nil)
    defer { try? FileManager.default.removeItem(at: complaints) }
    process.standardError = try FileHandle(forWritingTo: complaints)
    let (paths, rows, audience) = (paths, rows, audience)
    let end = DispatchSemaphore(value: 0)
    output.fileHandleForReading.readabilityHandler = { handle in
      let data = handle.availableData
      if data.isEmpty {
        handle.readabilityHandler = nil
        end.signal()
      }
      let measured = rows.add(data, of: paths)
      if measured > 0 { audience.advance(measured, paths.count) }
    }
    try process.run()
    var isInterrupted = false
    while process.isRunning {
      if !isInterrupted, audience.wantsEnd() {
        isInterrupted = true
        process.terminate()
      }
      usleep(20_000)
    }
    process.waitUntilExit()
    // Whoever else holds the pipe does not keep us.
    _ = end.wait(timeout: .now() + 1)
    if isInterrupted || audience.wantsEnd() { throw BenchmarkInterruption(measured: rows.all, all: paths.count) }
    if ![0, 1].contains(process.terminationStatus), let said = try? Data(contentsOf: complaints) {
      FileHandle.standardError.write(said)
    }
    return process.terminationStatus
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
