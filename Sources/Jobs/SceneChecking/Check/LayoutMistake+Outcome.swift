import LayoutKernel
import SceneModel

extension LayoutMistake {
  /// The outcome that a mistake leads to: bad input for a wrong scene, a finding for a layout that never settles, our own fault if an engine does
  /// not answer.
  package var outcome: Outcome {
    switch self {
    case .scene, .constraint: .badInput
    case .layoutLoop: .found
    case .engine: .ownFault
    }
  }
}
