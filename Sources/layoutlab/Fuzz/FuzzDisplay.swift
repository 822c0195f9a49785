import EngineIsolation
import Foundation

/// How a run stands, on the standard error: one line that is rewritten on a terminal, a line now and then elsewhere, or events as
/// JSON, one a line.
final class FuzzDisplay {
  private let json: Bool
  private let isTerminal = isatty(STDERR_FILENO) == 1
  private var hasLine = false
  private var told = ContinuousClock.now
  private let encoder = JSONEncoder()

  init(json: Bool) {
    self.json = json
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  }

  func say(_ text: String) {
    if json { return write(Event(event: "run", text: text)) }
    clearLine()
    printToStandardError(text)
  }

  func tell(_ event: FuzzEvent) {
    switch event {
    case .status(let status): tell(status)
    case .finding(let item):
      if json { return write(Event(event: "finding", finding: item)) }
      let rate = item.isNondeterministic ? ", nondeterministic" : ""
      say("\(item.target): \(item.law) is broken (\(item.status.rawValue)\(rate)): \(item.weight), \(item.id)")
    case .lost(let crash):
      if json { return write(Event(event: "lost", lost: crash)) }
      say("worker lost (\(crash.kind.rawValue)): \(crash.summary), \(crash.id)")
    }
  }

  private func tell(_ status: FuzzStatus) {
    if json { return write(Event(event: "status", status: status)) }
    if isTerminal {
      let columns = FuzzDisplay.columns
      let text = status.text.count < columns ? status.text : String(status.text.prefix(max(columns - 2, 1))) + "…"
      FileHandle.standardError.write(Data("\r\u{1B}[K\(text)".utf8))
      hasLine = true
    } else if .now - told >= FuzzDisplay.pause {
      told = .now
      printToStandardError(status.text)
    }
  }

  /// The line stays where it is, whole, and what comes next begins below.
  func end() {
    guard hasLine else { return }
    FileHandle.standardError.write(Data("\n".utf8))
    hasLine = false
  }

  private func clearLine() {
    if hasLine { FileHandle.standardError.write(Data("\r\u{1B}[K".utf8)) }
    hasLine = false
  }

  /// Between two lines where nobody rewrites them.
  private static let pause = Duration.seconds(10)

  private static var columns: Int {
    var size = winsize()
    return ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
  }

  private struct Event: Encodable {
    var event: String
    var text: String?
    var status: FuzzStatus?
    var finding: FuzzReport.Item?
    var lost: FuzzRun.Crash?
  }

  private func write(_ event: Event) {
    guard let data = try? encoder.encode(event) else { return }
    FileHandle.standardError.write(data + Data("\n".utf8))
  }
}
