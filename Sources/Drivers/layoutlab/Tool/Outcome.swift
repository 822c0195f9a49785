import ArgumentParser
import EngineIsolation
import Foundation
import SceneModel

extension Outcome {
  /// Ends the verb with this status; does nothing when clean.
  func exit() throws {
    if self != .clean { throw ExitCode(rawValue) }
  }
}

func printToStandardError(_ text: String) {
  FileHandle(fileDescriptor: StandardError.descriptor, closeOnDealloc: false).write(
    Data((withoutControls(text) + "\n").utf8))
}
