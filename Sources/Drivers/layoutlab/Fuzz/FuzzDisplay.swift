import EngineIsolation
import Foundation

/// The display of a run's progress on the standard error. On a terminal it is one line that is rewritten, elsewhere a line every few
/// seconds, or with `--json` one event a line.
final class FuzzDisplay {
  private let json: Bool
  private let line = StatusLine()

  init(json: Bool) { self.json = json }

  func say(_ text: String) {
    if json { return line.write(Array((FuzzEvent.json(saying: text) + "\n").utf8)) }
    line.clear()
    printToStandardError(text)
  }

  func tell(_ event: FuzzEvent) {
    if json { return line.write(Array((event.json + "\n").utf8)) }
    guard case .status(let status) = event else { return say(event.text) }
    line.show { status.text(columns: $0 ?? .max) }
  }

  /// Clears the line before the summary is printed.
  func end() { line.clear() }
}
