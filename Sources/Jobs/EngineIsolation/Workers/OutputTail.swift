import CProcessControl
import Foundation
import LibC

/// The output of a process, read as it comes, so that the process never has to wait for a reader. Only the end of it is kept.
final class OutputTail {
  let writingEnd: Int32
  let readingEnd: Int32
  private var isOpen = true
  /// Whether every writer has closed its end.
  private(set) var isClosed = false
  private var kept: [UInt8] = []
  /// The number of bytes that were written in all.
  private(set) var count = 0
  /// The last number of edges that libFuzzer printed; nil if it printed none so far.
  private(set) var edges: Int?

  init() throws(EngineRefusal) {
    var ends: [Int32] = [-1, -1]
    guard process_pipe(&ends) == 0 else {
      throw EngineRefusal(fault: "no pipe for what an engine writes: \(String(cString: strerror(errno)))")
    }
    (readingEnd, writingEnd) = (ends[0], ends[1])
  }

  deinit {
    close(readingEnd)
    closeWritingEnd()
  }

  /// Closes the writing end. Call it in the reading process.
  func closeWritingEnd() {
    if isOpen { close(writingEnd) }
    isOpen = false
  }

  /// Closes the reading end. Call it in the writing process, whose output streams are the writing end.
  func leaveToWorker() {
    close(readingEnd)
    closeWritingEnd()
  }

  /// Reads the available output, and passes each piece to the closure.
  func drain(_ body: (ArraySlice<UInt8>) -> Void = { _ in }) {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    // The loop is limited: a process that writes all the time must not keep the reader from its other work.
    for _ in 0..<64 {
      let size = read(readingEnd, &buffer, buffer.count)
      isClosed = size == 0
      guard size > 0 else { return }
      count += size
      body(buffer[..<size])
      kept += buffer[..<size]
      if kept.count > 2 * OutputTail.longestTail {
        noteEdges()
        kept.removeFirst(kept.count - OutputTail.longestTail)
      }
    }
  }

  /// The end of the output as text.
  var tail: String { String(decoding: kept.suffix(OutputTail.longestTail), as: UTF8.self) }

  /// The last bytes of the output, at most as many as are kept.
  func last(_ count: Int) -> [UInt8] { Array(kept.suffix(count)) }

  private static let longestTail = 1 << 14

  /// Updates `edges` from the end of libFuzzer's log (` cov: 123`), and returns it.
  @discardableResult
  func noteEdges() -> Int? {
    edges = number(after: " cov:", in: tail) ?? edges
    return edges
  }
}

/// Returns the number after the last occurrence of a label in libFuzzer's log; nil if there is none.
func number(after label: String, in log: String) -> Int? {
  guard let range = log.range(of: label, options: .backwards) else { return nil }
  return Int(log[range.upperBound...].drop { $0 == " " }.prefix { $0.isNumber })
}
