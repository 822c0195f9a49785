import SceneModel

/// The look of a view's transition at some progress (rule A15.2).
package struct TransitionLook: Hashable, Sendable {
  /// The opacity of a picture of the earlier contents, which lies above the new contents.
  package var outgoingOpacity: Double
  /// The turn about the horizontal and the vertical axis, in radians. The earlier contents are replaced by the new ones at a quarter turn.
  package var rotationX = 0.0
  package var rotationY = 0.0

  package var lanes: [Double] { [outgoingOpacity, rotationX, rotationY] }
}

extension TransitionStep.Kind {
  /// Returns the look at a progress from 0 (the earlier contents) to 1. Nil for a curl, of which only the progress is known, and for no transition.
  ///
  /// The direction of a flip is this project's choice: from the left and from the top it turns in the positive direction.
  package func look(at progress: Double) -> TransitionLook? {
    let outgoing = progress < 0.5 ? 1.0 : 0.0
    let turn = progress * .pi
    return switch self {
    case .crossDissolve: TransitionLook(outgoingOpacity: 1 - progress)
    case .flipFromLeft: TransitionLook(outgoingOpacity: outgoing, rotationY: turn)
    case .flipFromRight: TransitionLook(outgoingOpacity: outgoing, rotationY: -turn)
    case .flipFromTop: TransitionLook(outgoingOpacity: outgoing, rotationX: turn)
    case .flipFromBottom: TransitionLook(outgoingOpacity: outgoing, rotationX: -turn)
    case .none, .curlUp, .curlDown: nil
    }
  }
}

extension LayerPlayer {
  /// Returns the look of a layer's transition at a time; nil if none runs, or if the look of its kind is not known.
  package func transitionLook(_ layer: LayerID, at time: Double) -> TransitionLook? {
    guard let progress = transitionProgress(layer, at: time),
      let kind = startedTransitions.last(where: { $0.layer == layer && $0.since <= time })?.kind
    else { return nil }
    return kind.look(at: progress)
  }
}
