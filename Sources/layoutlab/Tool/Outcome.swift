import ArgumentParser
import Foundation
import SceneModel

extension Outcome {
  /// Ends the verb with this status; does nothing when clean.
  func exit() throws {
    if self != .clean { throw ExitCode(rawValue) }
  }
}

/// The standard error of the tool's own words.
enum StandardError {
  /// The descriptor. In a process with an engine it is not the engine's; it is set once, before there is another thread.
  nonisolated(unsafe) static var descriptor = STDERR_FILENO
}

func printToStandardError(_ text: String) {
  FileHandle(fileDescriptor: StandardError.descriptor, closeOnDealloc: false).write(
    Data((withoutControls(text) + "\n").utf8))
}
