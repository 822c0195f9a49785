import LayoutKernel
import SceneModel

extension LayoutMistake {
  /// The outcome of a mistake: a wrong scene is the user's; an engine that does not answer, or a layout that never settles, is not.
  package var outcome: Outcome {
    switch self {
    case .scene, .constraint: .badInput
    case .layoutLoop: .found
    case .engine: .ownFault
    }
  }
}
