import LayoutKernel
import LayoutPlugin
import SceneModel

/// What the laws of scenes ask of a kernel. `LayoutKernel` is the one that counts; the others are broken on purpose,
/// to show that the laws notice.
public protocol SceneLayout: AnyObject {
  func perform(_ step: Step) throws(LayoutMistake)
  func layoutIfNeeded() throws(LayoutMistake)
  func frame(of item: ItemID) -> Rect
  func hasAmbiguousLayout(_ id: ItemID) -> Bool?
  func removeEvents()
  var scene: Scene { get }
  var conflicts: [Conflict] { get }
  var hasConflict: Bool { get }
  var recordsEvents: Bool { get set }
  var events: [LayoutEvent] { get }
}

extension LayoutKernel: SceneLayout {}

/// Makes a kernel for a scene over a new engine of a plugin that offers solvers.
public typealias SceneLayoutMaker = @Sendable (Scene, any ConstraintSolving) throws(LayoutMistake) -> any SceneLayout

extension Scene {
  /// The solver script that playing the scene causes; nil when the scene is not valid.
  func solverScript(on plugin: Plugin) -> SolverScript? {
    guard let solver = plugin.makeSolver?() else { return nil }
    do {
      var start = self
      start.steps = []
      let kernel = try LayoutKernel(scene: start, solver: solver)
      kernel.recorder = SolverScript()
      for step in steps { try kernel.perform(step) }
      try kernel.layoutIfNeeded()
      return kernel.recorder
    } catch {
      return nil
    }
  }
}
