import EngineIsolation
import Foundation

/// How a run stands, on the standard error: one line that is rewritten on a terminal, a line now and then elsewhere, or events as
/// JSON, one a line.
final class FuzzDisplay {
  private let json: Bool
  private let isTerminal = isatty(STDERR_FILENO) == 1
  private var hasLine = false
  private var told = ContinuousClock.now

  init(json: Bool) { self.json = json }

  func say(_ text: String) {
    if json { return write(FuzzEvent.json(saying: text) + "\n") }
    clearLine()
    printToStandardError(text)
  }

  func tell(_ event: FuzzEvent) {
    if json { return write(event.json + "\n") }
    guard case .status(let status) = event else { return say(event.text) }
    if isTerminal {
      let columns = FuzzDisplay.columns
      let text = status.text.count < columns ? status.text : String(status.text.prefix(max(columns - 2, 1))) + "…"
      write("\r\u{1B}[K\(text)")
      hasLine = true
    } else if .now - told >= FuzzDisplay.pause {
      told = .now
      printToStandardError(status.text)
    }
  }

  /// The line stays where it is, whole, and what comes next begins below.
  func end() {
    guard hasLine else { return }
    write("\n")
    hasLine = false
  }

  private func clearLine() {
    if hasLine { write("\r\u{1B}[K") }
    hasLine = false
  }

  /// Between two lines where nobody rewrites them.
  private static let pause = Duration.seconds(10)

  private static var columns: Int {
    var size = winsize()
    return ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
  }

  private func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}
