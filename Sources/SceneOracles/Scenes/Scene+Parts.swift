import LayoutKernel
import LayoutPlugin
import SceneModel

extension Scene {
  /// The scenes in which a long one stands after so many steps, with those that follow: a fuzzer's plays are short.
  package func parts(of length: Int, on plugin: Plugin) -> [Scene] {
    guard length > 0, steps.count > length, let solver = plugin.makeSolver?() else { return [] }
    var start = self
    start.steps = []
    guard let kernel = try? LayoutKernel(scene: start, solver: solver) else { return [] }
    var parts: [Scene] = []
    for (index, step) in steps.enumerated() {
      if index > 0, index % length == 0 {
        var part = kernel.scene
        part.steps = Array(steps[index...].prefix(length))
        parts.append(part)
      }
      // What it refuses changes nothing.
      try? kernel.perform(step)
    }
    return parts
  }
}
