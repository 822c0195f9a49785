import SceneModel

extension Calibration {
  /// Required constraints that the recorded frames break: the frames are older than the constraints.
  mutating func findContradictions() {
    for constraint in scene.constraints where constraint.isActive {
      guard constraint.isRequired, let residual = geometry.residual(of: constraint)
      else { continue }
      let value = residual.value(insets)
      let miss: Double
      switch constraint.relation {
      case .equal: miss = abs(value)
      case .lessThanOrEqual: miss = max(0, value)
      case .greaterThanOrEqual: miss = max(0, -value)
      }
      // Both sides are rounded, and a multiplier rounds its side that many times over.
      if miss > 2 * tolerance * max(1, abs(constraint.multiplier)) {
        imported.flags.append(.contradicted(constraint.id, miss))
      }
    }
  }
}
