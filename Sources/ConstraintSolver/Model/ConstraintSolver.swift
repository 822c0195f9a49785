import LayoutPlugin
import SceneModel

/// Solves linear constraints with strict priorities, incrementally, to one canonical point.
///
/// The values are a function of the present set of constraints alone: never of the order of edits. Each reported value
/// is the exact optimum rounded to the nearest multiple of 2^-20. `Guides/solver.md` tells how it works.
public final class ConstraintSolver: ConstraintSolving {
  var system = System()

  public init() {}

  /// What the engine has done so far: counts that a busy machine does not change.
  public var work: SolverWork { system.work }
  public var workDone: SolverWork? { system.work }

  public func apply(_ edits: [SolverEdit]) throws(PluginFault) -> SolverOutcome { try system.apply(edits) }

  /// The same for edits in another form.
  package func apply(_ edits: some EditList) throws(PluginFault) -> SolverOutcome { try system.apply(edits) }

  public func drainChanges(_ body: (Variable, Double) -> Void) throws(PluginFault) {
    try drainEachOfRuns(body)
  }

  public func drainRuns(_ body: RunBody) throws(PluginFault) { try system.drainRuns(body) }

  /// Prices that prove each tier optimal, or the Farkas vector of the refusal; `Guides/certificates.md` says how to read
  /// them. Computed on demand, in exact arithmetic, for the whole system.
  public func certificate() throws(PluginFault) -> [CertificateEntry]? { try system.certificate() }

  /// Whether the tiers alone, before the tie-break, leave the variable one value. Computed on demand.
  public func isUnique(_ variable: Variable) throws(PluginFault) -> Bool? { try system.isUnique(variable) }
}
