import SceneModel

extension Calibration {
  /// Flags required constraints that the recorded frames violate. Such frames are older than the constraints.
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
      // Both sides are rounded, and the multiplier enlarges the rounding of its side.
      if miss > largestRounding * max(1, abs(constraint.multiplier)) {
        imported.flags.append(.contradicted(constraint.id, miss))
      }
    }
    findScrolledContradictions()
  }

  /// The largest contradiction in points that rounding two edges to pixels can cause. With two pixels a point it is less than a point.
  private var largestRounding: Double { scene.scale >= 2 ? 1 - 1e-3 : 2 * tolerance }

  /// Flags required constraints that put the end of a scroll view's content at different places. The end itself is not recorded.
  private mutating func findScrolledContradictions() {
    var ends: [Unknown: Double] = [:]
    for constraint in scene.constraints where constraint.isActive && constraint.isRequired {
      guard constraint.relation == .equal, let (end, value) = geometry.contentEnd(of: constraint) else { continue }
      guard let known = ends[end] else {
        ends[end] = value
        continue
      }
      if abs(value - known) > largestRounding {
        imported.flags.append(.contradicted(constraint.id, abs(value - known)))
      }
    }
  }
}
