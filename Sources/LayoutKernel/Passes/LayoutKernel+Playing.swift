import LayoutPlugin
import SceneModel

extension LayoutKernel {
  /// A scene laid out, with its steps performed, and laid out again where there were any.
  package convenience init(
    playing scene: Scene, on solver: any ConstraintSolving, quirks: LayoutQuirks = LayoutQuirks(),
    recording: Bool = false
  ) throws(LayoutMistake) {
    var start = scene
    start.steps = []
    try self.init(scene: start, solver: solver, quirks: quirks)
    if recording { recorder = SolverScript() }
    try layoutIfNeeded()
    for step in scene.steps { try perform(step) }
    if !scene.steps.isEmpty { try layoutIfNeeded() }
  }
}
