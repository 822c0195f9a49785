import LibC
import SceneModel

/// The standard output, reserved for the tool's own output.
enum StandardOutput {
  /// The stream, which is replaced once, before anything is written and before there is another thread.
  nonisolated(unsafe) private static var stream: UnsafeMutablePointer<FILE> = standardOutputStream

  /// Lets the process end with a fault if its answer could not be written completely (on a full disk), so that nobody takes an incomplete answer
  /// for a complete one. If the reader closes the pipe, as `head` does, the process ends at once.
  static func watch() {
    atexit {
      guard fflush(StandardOutput.stream) != 0 || ferror(StandardOutput.stream) != 0 else { return }
      printToStandardError("layoutlab: the standard output could not be written to its end. Is the disk full?")
      _exit(Outcome.ownFault.rawValue)
    }
  }

  /// Redirects what engines write to the standard output to the standard error, so that it is not mistaken for the answer.
  static func keepFromEngines() {
    guard let own = fdopen(dup(STDOUT_FILENO), "w") else { return }
    stream = own
    dup2(STDERR_FILENO, STDOUT_FILENO)
  }

  static func write(_ text: String) {
    var text = text
    _ = text.withUTF8 { fwrite($0.baseAddress, 1, $0.count, stream) }
  }

  static func flush() { fflush(stream) }
}
