import AnimationSampler
import ArgumentParser
import ConstraintSolver
import LayoutKernel
import LayoutPlugin
import SceneModel
import SceneOracles

/// The option that several verbs share.
struct EngineOptions: ParsableArguments {
  @Option(help: "The engine: layoutlab, reference, or the path of a plugin library.")
  var engine = ours

  static let ours = "layoutlab"

  /// What a command to do something again says of its engine: nothing of ours.
  static func suffix(_ engine: String) -> String { engine == ours ? "" : " --engine \(engine.shellQuoted)" }

  static var registry: PluginRegistry { PluginRegistry([.layoutlab.withAnimationSampler, .reference]) }

  func plugin() throws -> Plugin { try EngineOptions.registry.plugin(engine) }

  /// Makes solvers; the plugin was asked once whether it has them.
  func makeSolver() throws -> @Sendable () -> any ConstraintSolving {
    let plugin = try plugin()
    guard let makeSolver = plugin.makeSolver else {
      throw PluginFault.notOffered("plugin \"\(plugin.manifest.name)\" offers no solver")
    }
    return makeSolver
  }
}

extension LayoutMistake {
  /// A wrong scene is the user's; an engine that does not answer, or a layout that never settles, is not.
  var outcome: Outcome {
    switch self {
    case .scene, .constraint: .badInput
    case .layoutLoop: .found
    case .engine: .ownFault
    }
  }
}
