import LayoutKernel
import LayoutPlugin

extension SceneWorkload {
  /// Whether the scene lays out, turns and takes another constant without a conflict or a mistake. Found screens may not; what
  /// a kernel breaks then is its own story and no measure of a re-layout. Constants between two that can be met can be met, too.
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
