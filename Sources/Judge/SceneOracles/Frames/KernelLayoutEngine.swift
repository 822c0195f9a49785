import LayoutKernel
import LayoutPlugin
import SceneModel

/// A layout engine made of a kernel over a solver: our engine behind the engine protocol. Engines that are broken on purpose also use it.
package final class KernelLayoutEngine: LayoutEngine {
  private let makeKernel: (Scene) throws(LayoutMistake) -> any SceneLayout
  private var kernel: (any SceneLayout)?

  /// Makes an engine. `make` makes its kernels, each over a new solver.
  package init(
    _ makeSolver: @escaping @Sendable () -> any ConstraintSolving, through make: SceneLayoutMaker? = nil
  ) {
    makeKernel = { (scene) throws(LayoutMistake) in
      if let make { return try make(scene, makeSolver()) }
      return try LayoutKernel(scene: scene, solver: makeSolver())
    }
  }

  package func open(_ scene: Scene) throws(PluginFault) -> LayoutAnswer {
    kernel = nil
    do {
      let kernel = try makeKernel(scene)
      try kernel.layoutIfNeeded()
      self.kernel = kernel
      return answer(of: kernel)
    } catch { return try refusal(error) }
  }

  package func edit(_ steps: [Step]) throws(PluginFault) -> LayoutAnswer {
    guard let kernel else { throw .rejected("nothing was opened") }
    let before = kernel.scene
    do {
      for step in steps { try kernel.perform(step) }
      try kernel.layoutIfNeeded()
      return answer(of: kernel)
    } catch {
      let refusal = try refusal(error)
      _ = try open(before)
      return refusal
    }
  }

  private func refusal(_ mistake: LayoutMistake) throws(PluginFault) -> LayoutAnswer {
    if case .engine(let fault) = mistake { throw fault }
    return .refused(mistake.description)
  }

  private func answer(of kernel: any SceneLayout) -> LayoutAnswer {
    let scene = kernel.scene
    var frames: [ItemID: Rect] = [:]
    for id in scene.views.dropFirst().map(\.id) + scene.guides.map(\.id) { frames[id] = kernel.frame(of: id) }
    let conflict = kernel.hasConflict ? kernel.conflicts.last?.members.compactMap(\.constraint) ?? [] : []
    return .frames(frames, conflict: conflict)
  }
}

extension EnginePromise {
  /// The promise of our kernel: everything in the protocol, on the grid of its solver.
  package static let ofKernel: EnginePromise = {
    var promise = EnginePromise()
    promise.ties = .canonical
    promise.tolerance = 0x1p-19
    promise.claims = Set(EngineClaim.allCases).subtracting([.conflicts, .nonNegative])
    return promise
  }()
}

extension Plugin {
  /// Returns a plugin whose layout engine is our kernel over another plugin's solver, in this process; nil if that plugin offers no solver.
  package static func kernel(over solver: Plugin, through make: SceneLayoutMaker? = nil) -> Plugin? {
    guard let makeSolver = solver.makeSolver else { return nil }
    var manifest = Manifest(
      name: solver.manifest.name, version: solver.manifest.version, capabilities: solver.manifest.capabilities)
    manifest.promise = .ofKernel
    var plugin = Plugin(manifest: manifest)
    plugin.makeLayoutEngine = { () throws(PluginFault) in KernelLayoutEngine(makeSolver, through: make) }
    return plugin
  }
}
