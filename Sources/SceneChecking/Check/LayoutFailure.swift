import LayoutKernel
import SceneModel

/// A scene of a file that could not be laid out.
package struct LayoutFailure: Error, CustomStringConvertible {
  private let file: String
  private let mistake: LayoutMistake

  package init(file: String, mistake: LayoutMistake) { (self.file, self.mistake) = (file, mistake) }

  package var description: String { "\(file): \(mistake)" }
  /// Whose it is.
  package var outcome: Outcome { mistake.outcome }
}
