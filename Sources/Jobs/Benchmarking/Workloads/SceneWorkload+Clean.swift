import LayoutKernel
import LayoutPlugin

extension SceneWorkload {
  /// Whether the scene can be laid out, rotated and given other constants without a conflict or a mistake. Screens of real apps may have conflicts,
  /// and breaking constraints would distort the cost of a re-layout.
  public func isClean(makeEngine: () -> any ConstraintSolving) -> Bool {
    do {
      let kernel = try LayoutKernel(scene: scene, solver: makeEngine())
      try kernel.layoutIfNeeded()
      for operation in [Operation.rotate, .leaf] {
        for step in (cycles[operation] ?? []).joined() { try kernel.perform(step) }
      }
      return kernel.conflicts.isEmpty
    } catch {
      return false
    }
  }
}
