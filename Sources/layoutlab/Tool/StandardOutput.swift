import LibC
import SceneModel

/// Where the tool's own answers go.
enum StandardOutput {
  /// Replaced once, before anything is written and before there is another thread.
  nonisolated(unsafe) private static var stream: UnsafeMutablePointer<FILE> = standardOutputStream

  /// From now on the process ends with a fault when its answer could not be written to its end (a full disk): an answer that
  /// nobody got must not pass for one. Whoever reads no further (`head`) ends it sooner.
  static func watch() {
    atexit {
      guard fflush(StandardOutput.stream) != 0 || ferror(StandardOutput.stream) != 0 else { return }
      printToStandardError("layoutlab: the standard output could not be written to its end. Is the disk full?")
      _exit(Outcome.ownFault.rawValue)
    }
  }

  /// From now on what engines write to the standard output goes to the standard error: it must not be taken for the answer.
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
