import AnimationSampler
import ArgumentParser
import ConstraintSolver
import Foundation
import LayoutKernel
import LayoutPlugin
import SceneModel
import SceneOracles

/// A verb that works with one engine. With somebody else's it is performed in a process of its own.
protocol EngineUser: ParsableCommand {
  var engine: EngineOptions { get }
}

/// The options that several verbs share.
struct EngineOptions: ParsableArguments {
  @Option(help: "The engine: layoutlab, reference, or the path of a plugin library.")
  var engine = ours

  @Option(help: "Seconds that a plugin library may take for one call until it is given up.")
  var enginePatience = 60

  static let ours = "layoutlab"

  /// What a command to do something again says of its engine: nothing of ours.
  static func suffix(_ engine: String) -> String { engine == ours ? "" : " --engine \(engine.shellQuoted)" }

  static var registry: PluginRegistry { PluginRegistry([.layoutlab.withAnimationSampler, .reference]) }

  private static var names: [String] { registry.plugins.map(\.manifest.name) }

  func validate() throws {
    guard enginePatience > 0 else { throw ValidationError("--engine-patience is positive") }
    guard !isForeign || FileManager.default.fileExists(atPath: engine) else {
      let known = EngineOptions.names.joined(separator: ", ")
      let near = didYouMean(engine, among: EngineOptions.names)
      throw ValidationError(
        "--engine \(engine): no engine is called so. \(near.isEmpty ? "" : near + " ")There are \(known), or give the path of a library."
      )
    }
  }

  /// Whether it is a library, which may do anything.
  var isForeign: Bool { EngineOptions.registry[engine] == nil }

  func plugin() throws -> Plugin {
    let plugin = try EngineOptions.registry.plugin(engine)
    return EngineWatch.current?.watching(plugin) ?? plugin
  }

  /// Has another process perform a verb, and returns its exit status. The engine cannot take this one with it.
  func performVerb(_ arguments: some Sequence<String>) async throws -> Int32 {
    let process = EngineProcess(engine: engine, patience: enginePatience, streams: .all)
    switch try await process.run(.verb(Array(arguments)), answer: Int32.self) {
    case .answered(let status): return status
    case .lost(let loss, _):
      // Nobody reads on, which ends this process as well.
      if loss.signal == SIGPIPE { kill(getpid(), SIGPIPE) }
      let file = String(decoding: loss.bytes ?? [], as: UTF8.self)
      printToStandardError(
        "layoutlab: \(engine): \(loss.how)\(file.isEmpty ? "" : ", at \(file)"). "
          + "`layoutlab plugins check \(engine.shellQuoted)` looks closer.")
      return Outcome.ownFault.rawValue
    }
  }

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
