import SceneModel

extension Step {
  /// Whether the step changes what is there: it does not only add to the tree or ask for a pass.
  var isChange: Bool {
    switch self {
    case .addView, .addGuide, .addConstraint, .move, .arrange, .needsLayout, .needsConstraints, .needsProperties: false
    default: true
    }
  }
}
