import EngineIsolation
import Foundation

/// The display of a run's progress on the standard error: one line that is rewritten on a terminal, a line now and then elsewhere, or events as JSON,
/// one in each line.
final class FuzzDisplay {
  private let json: Bool
  private let isTerminal = isatty(STDERR_FILENO) == 1
  /// The number of characters of the present line that may be rewritten; 0 if there is none.
  private var lineLength = 0
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
      // A terminal that writes in its last column may go on to the next line.
      let text = status.text(columns: FuzzDisplay.columns - 1)
      clearLine()
      write(text)
      lineLength = text.count
    } else if .now - told >= FuzzDisplay.pause {
      told = .now
      printToStandardError(status.text())
    }
  }

  /// Clears the line, since a summary follows.
  func end() { clearLine() }

  private func clearLine() {
    guard lineLength > 0 else { return }
    // A window that has become narrower since shows it on several lines.
    let above = (lineLength - 1) / FuzzDisplay.columns
    write("\r\(above > 0 ? "\u{1B}[\(above)A" : "")\u{1B}[J")
    lineLength = 0
  }

  /// The interval between two lines if they are not rewritten.
  private static let pause = Duration.seconds(10)

  private static var columns: Int {
    var size = winsize()
    return ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
  }

  private func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}
