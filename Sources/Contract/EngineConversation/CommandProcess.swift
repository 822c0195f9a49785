import CProcessControl
import Foundation
import LibC
import LayoutPlugin

/// A process of a command that answers lines. It ends with this object, together with all processes that it has started.
///
/// One thread uses it at a time. That thread waits for an answer without a time limit; another process watches this one and limits the time.
final class CommandProcess: @unchecked Sendable {
  /// The reason why no answer came.
  enum Failure: Error {
    /// The process ended, with the status of `waitpid`.
    case ended(Int32)
    /// The process took more memory than its limit.
    case memory
    /// The process wrote something that is not an answer; the text completes a sentence about it.
    case violation(String)
    /// The process could not be started.
    case cannotStart(String)
  }

  private var process: process_command
  /// The bytes that came after the last answer.
  private var pending: [UInt8] = []
  /// The number of this process among those of the command, from 1.
  var number = 0
  /// The number of documents that the process was given.
  var documents = 0

  /// The greatest length of a line.
  static let longestLine = 16 << 20
  /// The bytes of memory that all processes of a command may use together.
  static let memoryLimit: UInt64 = 2 << 30

  /// The setting that makes the C library fill new and freed memory with a pattern. An engine that reads such memory then fails each time instead
  /// of by chance. If the variable is set already, it is not changed.
  static let fillsMemory = "MALLOC_PERTURB_=90"

  /// Starts the engine's command.
  ///
  /// - Parameter isTimed: whether its speed is measured: then memory is not filled.
  init(_ command: String, isTimed: Bool) throws(Failure) {
    process = process_command()
    let filling = isTimed ? "" : ": \"${\(CommandProcess.fillsMemory)}\"\nexport MALLOC_PERTURB_\n"
    let error = process_start_command(filling + command, CommandProcess.memoryLimit, &process)
    if error != 0 { throw .cannotStart(String(cString: strerror(error))) }
  }

  deinit { stop(isPatient: true) }

  private var isStopped = false

  /// Ends the process. With `isPatient`, the command first gets half a second to end by itself.
  func stop(isPatient: Bool) {
    if isStopped { return }
    isStopped = true
    close(process.to)
    if !isPatient {
      var end: UInt8 = 1
      _ = process_write(process.life, &end, 1)
    }
    close(process.life)
    close(process.from)
    close(process.status)
    waitpid(process.keeper, nil, 0)
  }

  /// Sends a line and returns the answer's bytes.
  func answer(to line: String) throws(Failure) -> [UInt8] {
    var rest = Array(line.utf8)[...]
    rest.append(0x0A)
    var looked = 0
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    if !pending.isEmpty || hasOutput { throw .violation("wrote a line before it was asked") }
    while true {
      if !rest.isEmpty {
        let count = rest.withUnsafeBytes { process_write(process.to, $0.baseAddress, $0.count) }
        if count > 0 { rest.removeFirst(count) }
        if count < 0, errno == EPIPE { throw ended() }
      }
      let count = read(process.from, &buffer, buffer.count)
      if count == 0 { throw ended() }
      if count > 0 {
        pending += buffer[..<count]
        if let end = pending[looked...].firstIndex(of: 0x0A) {
          guard rest.isEmpty else { throw .violation("answered before it had read the request") }
          let line = Array(pending[..<end])
          pending.removeFirst(end + 1)
          guard pending.isEmpty else { throw .violation("answered one request with two lines") }
          return line
        }
        looked = pending.count
        if looked > CommandProcess.longestLine {
          throw .violation("wrote a line of more than \(CommandProcess.longestLine >> 20) MiB")
        }
        continue
      }
      wait(untilWritable: !rest.isEmpty)
    }
  }

  private var hasOutput: Bool {
    var file = pollfd(fd: process.from, events: Int16(POLLIN), revents: 0)
    return poll(&file, 1, 0) > 0 && file.revents & Int16(POLLIN) != 0
  }

  private func wait(untilWritable: Bool) {
    var files = [
      pollfd(fd: process.from, events: Int16(POLLIN), revents: 0),
      pollfd(fd: untilWritable ? process.to : -1, events: Int16(POLLOUT), revents: 0),
    ]
    poll(&files, 2, -1)
  }

  /// Returns the reason why the process writes nothing more. A process that has closed its output but does not end in time has
  /// violated the contract.
  private func ended() -> Failure {
    var file = pollfd(fd: process.status, events: Int16(POLLIN), revents: 0)
    let isOver = poll(&file, 1, CommandProcess.lastWords) > 0
    var end = process_command_end()
    if isOver,
      read(process.status, &end, MemoryLayout<process_command_end>.size) == MemoryLayout<process_command_end>.size
    {
      return end.is_memory != 0 ? .memory : .ended(end.status)
    }
    return .violation(
      pending.isEmpty ? "closed its output, and did not end" : "closed its output in the middle of a line")
  }

  /// The milliseconds that a process gets to end after it has closed its output.
  private static let lastWords: Int32 = 2000
}
