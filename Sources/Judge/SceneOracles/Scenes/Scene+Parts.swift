import LayoutKernel
import LayoutPlugin
import SceneModel

extension Scene {
  /// Returns a long scene in parts of at most `length` steps, because a fuzzer's runs are short. Each part starts with the scene in the state after
  /// the earlier steps.
  package func parts(of length: Int, on plugin: Plugin) -> [Scene] {
    guard length > 0, steps.count > length, let solver = plugin.makeSolver?(),
      let kernel = try? LayoutKernel(scene: start, solver: solver)
    else { return [] }
    var parts: [Scene] = []
    var playback = Playback(of: self, on: kernel)
    // What is refused changes nothing.
    playback.passesOverRefused = true
    while let state = try? playback.next() {
      guard state.number > 0, state.number < steps.count, state.number % length == 0 else { continue }
      var part = kernel.scene
      part.steps = Array(steps[state.number...].prefix(length))
      parts.append(part)
    }
    return parts
  }
}
