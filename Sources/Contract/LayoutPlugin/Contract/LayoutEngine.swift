import SceneModel

/// A whole layout engine: it gets a view tree with its constraints, and answers frames.
///
/// One instance serves one thread at a time.
public protocol LayoutEngine: AnyObject {
  /// Discards its present state, takes a scene without its steps, and lays it out.
  ///
  /// - Throws: a fault: the engine did not answer, or not as its contract says.
  func open(_ scene: Scene) throws(PluginFault) -> LayoutAnswer

  /// Performs steps in order, then lays out once.
  ///
  /// - Throws: a fault, as `open` does.
  func edit(_ steps: [Step]) throws(PluginFault) -> LayoutAnswer
}

/// The answer of a layout engine. After each case except `frames`, nothing has changed.
public enum LayoutAnswer: Hashable, Sendable {
  /// The frames of all views and guides but the root, in points, in the coordinates of the superview or owner. `conflict` lists required
  /// constraints that contradict each other; the engine has broken one of them.
  case frames([ItemID: Rect], conflict: [LayoutConstraint.ID])
  /// Required constraints that contradict each other.
  case conflict([LayoutConstraint.ID])
  /// The request cannot be met, for this reason.
  case refused(String)
  /// The engine does not support the request, for this reason.
  case unsupported(String)
  /// The engine reports that it made a mistake itself, in these words.
  case fault(String)

  /// The frames; nil if there are none.
  public var frames: [ItemID: Rect]? { if case .frames(let frames, _) = self { frames } else { nil } }
}
