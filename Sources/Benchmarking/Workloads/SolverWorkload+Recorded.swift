import LayoutKernel
import LayoutPlugin
import SceneModel

extension SolverWorkload {
  /// What a kernel asks of its engine for a scene workload: the first pass is the build, each group of steps of a round
  /// the transactions that it caused, as one.
  public init(recording workload: SceneWorkload, engine: any ConstraintSolving) throws {
    let kernel = try LayoutKernel(scene: workload.scene, solver: engine)
    func recorded(_ body: () throws -> Void) rethrows -> [SolverEdit] {
      kernel.recorder = SolverScript()
      try body()
      defer { kernel.recorder = nil }
      return kernel.recorder?.transactions.flatMap(\.edits) ?? []
    }
    name = workload.name
    build = try recorded { try kernel.layoutIfNeeded() }
    cycles = [:]
    for (operation, cycle) in workload.cycles.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      cycles[operation] = try cycle.map { steps in
        try recorded { for step in steps { try kernel.perform(step) } }
      }
    }
    var variables = 0
    var constraints = 0
    for edit in build + cycles.values.joined().joined() {
      switch edit {
      case .declare(let variable, _): variables = max(variables, Int(variable.id) + 1)
      case .add(let constraint):
        variables = max(variables, constraint.terms.map { Int($0.variable.id) + 1 }.max() ?? 0)
      default: break
      }
    }
    for edit in build { if case .add = edit { constraints += 1 } }
    variableCount = variables
    constraintCount = constraints
  }
}
