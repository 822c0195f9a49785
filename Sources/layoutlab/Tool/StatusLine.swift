import Foundation

/// One line on the standard error about work that takes long: rewritten on a terminal, and elsewhere a line of its own now and then.
final class StatusLine {
  private let isTerminal = isatty(STDERR_FILENO) == 1
  /// The number of characters of the present line that may be rewritten; 0 if there is none.
  private var length = 0
  private var told = ContinuousClock.now

  /// Shows a text, cut to the width of the terminal.
  func show(_ text: String) { show { (columns: Int?) in columns.map { String(text.prefix($0)) } ?? text } }

  /// Shows what a closure returns for so many columns; nil: as many as it likes.
  func show(_ make: (Int?) -> String) {
    if isTerminal {
      // A terminal that writes in its last column may go on to the next line.
      let text = make(StatusLine.columns - 1)
      clear()
      write(Array(text.utf8))
      length = text.count
    } else if .now - told >= StatusLine.pause {
      told = .now
      printToStandardError(make(nil))
    }
  }

  /// Writes something else, in place of the line.
  func write(_ bytes: [UInt8]) {
    clear()
    FileHandle.standardError.write(Data(bytes))
  }

  /// Clears the line.
  func clear() {
    guard length > 0 else { return }
    // A window that has become narrower since shows it on several lines.
    let above = (length - 1) / StatusLine.columns
    length = 0
    write(Array("\r\(above > 0 ? "\u{1B}[\(above)A" : "")\u{1B}[J".utf8))
  }

  /// The interval between two lines if they are not rewritten.
  private static let pause = Duration.seconds(10)

  private static var columns: Int {
    var size = winsize()
    return ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
  }
}
