import EngineConversation
import Foundation

/// The standard error to which the tool itself writes.
package enum StandardError {
  /// The descriptor. In a process with an engine it differs from the one that the engine writes to. It is set once, before another thread is
  /// started.
  nonisolated(unsafe) package static var descriptor = STDERR_FILENO

  static func write(_ bytes: [UInt8]) { _ = writeWhole(bytes, to: descriptor) }
}

/// One line on the standard error about work that takes long. On a terminal it is rewritten; elsewhere a new line is written now and then.
package final class StatusLine {
  private let isTerminal = isatty(StandardError.descriptor) == 1
  /// The number of characters of the present line that may be rewritten; 0 if there is none.
  private var length = 0
  private var told = ContinuousClock.now

  package init() {}

  /// Shows a text, cut to the width of the terminal.
  package func show(_ text: String) { show { (columns: Int?) in columns.map { String(text.prefix($0)) } ?? text } }

  /// Shows the text that a closure makes for a number of columns; nil means that the text may have any length.
  package func show(_ make: (Int?) -> String) {
    if isTerminal {
      // A terminal that writes in its last column may go on to the next line.
      let text = withoutControls(make(StatusLine.columns - 1))
      clear()
      write(Array(text.utf8))
      length = text.count
    } else if .now - told >= StatusLine.pause {
      told = .now
      StandardError.write(Array((withoutControls(make(nil)) + "\n").utf8))
    }
  }

  /// Writes other bytes, after clearing the line.
  package func write(_ bytes: [UInt8]) {
    clear()
    StandardError.write(bytes)
  }

  /// Clears the line.
  package func clear() {
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
    return ioctl(StandardError.descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
  }
}

/// Returns a text without the control characters that a terminal would obey. They are escaped as in JSON, except for new lines and tabs.
package func withoutControls(_ text: String) -> String {
  func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 && scalar != "\n" && scalar != "\t" || (0x7F...0x9F).contains(scalar.value)
  }
  guard text.unicodeScalars.contains(where: isControl) else { return text }
  var shown = ""
  for scalar in text.unicodeScalars {
    if isControl(scalar) {
      let digits = String(scalar.value, radix: 16, uppercase: true)
      shown += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    } else {
      shown.unicodeScalars.append(scalar)
    }
  }
  return shown
}
