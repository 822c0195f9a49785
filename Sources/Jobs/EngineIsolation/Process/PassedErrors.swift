import LibC

/// The text that an engine writes to the standard error of its process. Its beginning is passed on at once, its end when the process has ended,
/// with the number of bytes that were left out between them. So an engine that writes without end does not fill a log.
final class PassedErrors {
  private let output: OutputTail
  private let write: ([UInt8]) -> Void
  /// The bytes that were passed on.
  private var passed = 0

  /// The number of bytes that are passed on at once, and the number of those that are kept of the rest.
  static let limits = (first: 64 << 10, last: 4 << 10)

  init(write: @escaping ([UInt8]) -> Void) throws(EngineRefusal) {
    output = try OutputTail()
    self.write = write
  }

  /// The end of the pipe that the engine gets.
  var writingEnd: Int32 { output.writingEnd }

  /// Closes the writing end. Call it in the reading process, after the other process was started.
  func closeWritingEnd() { output.closeWritingEnd() }

  /// Waits for output for at most the given time, and passes it on. Returns false at the end of the output.
  func pass(waiting milliseconds: Int32) -> Bool {
    if output.isClosed { return false }
    var file = pollfd(fd: output.readingEnd, events: Int16(POLLIN), revents: 0)
    poll(&file, 1, milliseconds)
    output.drain { bytes in
      let own = bytes.prefix(PassedErrors.limits.first - passed)
      passed += own.count
      if !own.isEmpty { write(Array(own)) }
    }
    return true
  }

  /// Passes on the end of the output, after the process has ended.
  func finish() {
    _ = pass(waiting: 0)
    let rest = output.count - passed
    if rest == 0 { return }
    let shown = min(rest, PassedErrors.limits.last)
    if rest > shown {
      write(Array("\n… \(rest - shown) bytes of what the engine wrote to its standard error are cut here …\n".utf8))
    }
    write(output.last(shown) + [UInt8(ascii: "\n")])
  }
}
