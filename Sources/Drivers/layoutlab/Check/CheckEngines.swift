import AnimationSampler
import ArgumentParser
import Campaigns
import ConstraintSolver
import EngineIsolation
import Foundation
import LayoutKernel
import LayoutPlugin
import SceneModel
import SceneOracles

/// A verb that works with one engine. If the engine is not linked, the verb runs in a process of its own.
protocol EngineUser: ParsableCommand {
  var engine: EngineOptions { get set }
}

/// The options that several verbs share.
struct EngineOptions: ParsableArguments {
  @Option(
    help:
      "The engine: layoutlab, layoutlab-proved, reference, the path of a plugin library, or cmd:'COMMAND' for a program."
  )
  var engine = NamedEngine.ours

  @Option(
    name: .customLong("engine-patience"),
    help: "Seconds that one call of a plugin library may take before the engine counts as hanging. If absent, 60.")
  var givenPatience: Int?

  var enginePatience: Int { givenPatience ?? 60 }

  /// The watch over the engine, in the process that was started to run the verb; otherwise nil.
  fileprivate var watch: EngineWatch?

  private enum CodingKeys: CodingKey {
    case engine, givenPatience
  }

  static var registry: PluginRegistry {
    let ours = Plugin.layoutlab.withAnimationSampler
    return PluginRegistry([
      ours, .layoutlabProved.withAnimationSampler, .reference, Canary.plugin(around: ours),
    ])
  }

  private static var names: [String] { registry.plugins.map(\.manifest.name) }

  func validate() throws {
    guard enginePatience > 0 else { throw ValidationError("--engine-patience must be at least 1 second.") }
    guard !isForeign || named.command != nil || FileManager.default.fileExists(atPath: engine) else {
      let known = EngineOptions.names.joined(separator: ", ")
      let near = didYouMean(engine, among: EngineOptions.names)
      throw ValidationError(
        "--engine \(engine): no engine is called so. \(near.isEmpty ? "" : near + " ")There are \(known), or give the path of a library."
      )
    }
  }

  var named: NamedEngine { NamedEngine(engine, linked: EngineOptions.registry, from: .commandLine) }

  /// Every law that can be named.
  var laws: [Law] { named.laws(patience: enginePatience) }

  func law(_ name: String) throws -> Law { try Law.named(name, among: laws) }

  /// Whether the engine is not linked into this program. It is other people's library or command, which may do anything.
  var isForeign: Bool { named.isForeign }

  func plugin() throws -> Plugin {
    let plugin = try named.plugin(isCancelled: { [watch] in watch?.isTimeUp ?? false })
    return watch?.watching(plugin) ?? plugin
  }

  /// Records the file that the engine works on from now on, for messages about a crash.
  func workOn(_ file: String) { watch?.workOn(file) }

  /// Returns a function that makes solvers. Tests only once whether the plugin offers a solver, and throws if not.
  func makeSolver() throws -> @Sendable () -> any ConstraintSolving {
    let plugin = try plugin()
    guard let makeSolver = plugin.makeSolver else {
      if plugin.makeLayoutEngine != nil {
        throw PluginFault.notOffered(
          "\(plugin.manifest.name) lays views out by itself, and this verb needs a solver. plugins check, fuzz, check --law, shrink and record take it"
        )
      }
      throw PluginFault.notOffered("plugin \"\(plugin.manifest.name)\" offers no solver")
    }
    return makeSolver
  }
}

extension EngineUser {
  /// Performs the verb in another process, so that the engine cannot end this one, and returns its exit status.
  func performInOwnProcess() throws -> Int32 {
    let process = EngineProcess(engine.named, patience: engine.enginePatience, streams: .all)
    let result = try process.run { (parentLink: EngineProcess.ParentLink<Int32>) in
      StandardOutput.keepFromEngines()
      StandardError.descriptor = parentLink.standardError
      var verb = self
      verb.engine.watch = EngineWatch(parentLink.blackBox)
      let status = LayoutLab.perform(verb)
      StandardOutput.flush()
      return status
    }
    switch result {
    case .answered(let status): return status
    case .lost(let loss, _):
      // The reader of the output has closed it. That ends this process as well.
      if loss.signal == SIGPIPE { kill(getpid(), SIGPIPE) }
      let file = String(decoding: loss.bytes ?? [], as: UTF8.self)
      printToStandardError(
        "layoutlab: \(engine.engine): \(loss.how)\(file.isEmpty ? "" : ", at \(file)"). "
          + "`layoutlab plugins check \(engine.engine.shellQuoted)` looks closer.")
      return Outcome.ownFault.rawValue
    }
  }
}
