import LayoutKernel
import SceneModel
import SceneModel

/// A scene of a file that could not be laid out.
package struct LayoutFailure: Error, CustomStringConvertible {
  private let file: String
  private let mistake: LayoutMistake

  package init(file: String, mistake: LayoutMistake) { (self.file, self.mistake) = (file, mistake) }

  package var description: String {
    // A fault has its own code.
    if case .engine = mistake {
      "\(file): \(mistake)"
    } else {
      UserMistake(.cannotLayOut, "\(file): \(mistake)").description
    }
  }
  /// The outcome, which says whether the user or the engine is at fault.
  package var outcome: Outcome { mistake.outcome }
}
