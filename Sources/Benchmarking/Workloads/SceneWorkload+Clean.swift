import LayoutKernel
import LayoutPlugin

extension SceneWorkload {
  /// Whether the scene lays out and turns without a conflict or a mistake. Found screens may not; what a kernel breaks
  /// then is its own story and no measure of a re-layout.
  public func isClean(makeEngine: () -> any ConstraintSolving) -> Bool {
    do {
      let kernel = try LayoutKernel(scene: scene, solver: makeEngine())
      try kernel.layoutIfNeeded()
      for step in (cycles[.rotate] ?? []).joined() { try kernel.perform(step) }
      return kernel.conflicts.isEmpty
    } catch {
      return false
    }
  }
}
