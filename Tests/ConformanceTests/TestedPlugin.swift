import AnimationSampler
import ConstraintSolver
import LayoutPlugin
import SceneOracles
import TestSupport

/// A plugin that conformance is about; loading one may fail, so that is part of the test.
struct TestedPlugin: Sendable, CustomStringConvertible {
  var description: String
  var make: @Sendable () throws -> Plugin

  static let all: [TestedPlugin] = [
    TestedPlugin(description: "layoutlab") { .layoutlab.withAnimationSampler },
    TestedPlugin(description: "layoutlab behind the C table") { try Plugin.load(path: Surroundings.library) },
    TestedPlugin(description: "reference") { .reference },
  ]
}
