import AnimationSampler
import ConstraintSolver
import LayoutPlugin
import SceneOracles
import TestSupport

/// A plugin that conformance is about; loading one may fail, so that is part of the test.
struct TestedPlugin: Sendable, CustomStringConvertible {
  var description: String
  var make: @Sendable () throws -> Plugin

  /// The names of the laws that are about the plugin. Its claims say which.
  func names(of laws: [Law], _ plugin: Plugin) -> Set<String> {
    let solver = plugin.makeSolver?()
    return Set(laws.filter { $0.isClaimed(by: plugin, solver) }.map(\.name))
  }

  static let all: [TestedPlugin] = [
    TestedPlugin(description: "layoutlab") { .layoutlab.withAnimationSampler },
    TestedPlugin(description: "layoutlab behind the C table") { try Plugin.load(path: Surroundings.library) },
    TestedPlugin(description: "reference") { .reference },
  ]
}
