import SceneModel

extension Step {
  /// Whether the step changes existing parts. A step that only adds to the tree, orders views in it, or requests a pass does not.
  var isChange: Bool {
    switch self {
    case .addView, .addGuide, .addConstraint, .move, .arrange, .needsLayout, .needsConstraints, .needsProperties: false
    default: true
    }
  }
}
