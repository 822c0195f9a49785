import LayoutKernel
import LayoutPlugin
import SceneModel

extension SolverWorkload {
  /// Makes a solver workload from a scene workload, by recording the kernel's requests to its engine. The first pass is the build. The
  /// transactions of each group of steps become one.
  /// - Parameter makeEngine: makes the engine of the kernels while they are recorded.
  public init(recording workload: SceneWorkload, makeEngine: @escaping @Sendable () -> any ConstraintSolving) throws {
    let kernel = try LayoutKernel(scene: workload.scene, solver: makeEngine())
    name = workload.name
    build = try kernel.recorded { try kernel.layoutIfNeeded() }
    cycles = [:]
    for (operation, cycle) in workload.cycles.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      cycles[operation] = try cycle.map { steps in
        try kernel.recorded { for step in steps { try kernel.perform(step) } }
      }
    }
    fresh = workload.fresh.mapValues { steps in
      {
        let kernel = try LayoutKernel(scene: workload.scene, solver: makeEngine())
        try kernel.layoutIfNeeded()
        return { n in try kernel.recorded { for step in steps(n) { try kernel.perform(step) } } }
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

extension LayoutKernel {
  /// Returns the requests to the engine that the body causes, as one transaction.
  fileprivate func recorded(_ body: () throws -> Void) rethrows -> [SolverEdit] {
    recorder = SolverScript()
    defer { recorder = nil }
    try body()
    return recorder?.transactions.flatMap(\.edits) ?? []
  }
}
