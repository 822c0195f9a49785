import LayoutPlugin
import SceneModel

/// Solves linear constraints with strict priorities, incrementally, to one canonical point.
///
/// The values are a function of the present set of constraints alone: never of the order of edits. Each reported value
/// is the exact optimum rounded to the nearest multiple of 2^-20. `Guides/solver.md` tells how it works.
public final class ConstraintSolver: ConstraintSolving {
  var system = System()

  /// Without any variable or constraint.
  public init() {}

  /// The work that the engine has done so far: counts that a busy machine does not change.
  public var work: SolverWork { system.work }
  /// The same, as every engine tells it.
  public var workDone: SolverWork? { system.work }

  /// Makes the edits as one transaction, and solves. What it costs follows what the edits bear on, not the size of the system.
  ///
  /// Returns `.conflict` when the required constraints cannot hold together, and throws `.rejected` for an edit that cannot be made: an id
  /// that is unknown or taken, a number that is not finite, a priority outside (0, 1000]. Nothing has changed then.
  public func apply(_ edits: [SolverEdit]) throws(PluginFault) -> SolverOutcome { try system.apply(edits) }

  /// The same for edits whose rows lie elsewhere.
  public func apply(lent edits: UnsafeBufferPointer<LentEdit>) throws(PluginFault) -> SolverOutcome {
    try system.apply(edits)
  }

  /// The same for edits in another form.
  package func apply(_ edits: some EditList) throws(PluginFault) -> SolverOutcome { try system.apply(edits) }

  /// Each variable whose value has changed since the last call, in points.
  public func drainChanges(_ body: (Variable, Double) -> Void) throws(PluginFault) {
    try drainEachOfRuns(body)
  }

  /// The same, up to 192 at a time. `body` must not call the solver.
  public func drainRuns(_ body: RunBody) throws(PluginFault) { try system.drainRuns(body) }

  /// The present system as a person reads it: what is computed from what, where each row stands, what contradicted itself in the
  /// last transaction, and what moves with a constant that is dragged. For looking at, not for parsing: the text may change.
  ///
  /// `Guides/reading-a-system.md` explains it line by line. Takes as long as the system is large.
  public func dump(
    variableName: @escaping (Variable) -> String = { "\($0)" },
    rowName: @escaping (LinearConstraint.ID) -> String = { "\($0)" }
  ) -> String {
    system.dump(System.Names(variable: variableName, row: rowName))
  }

  /// Prices that prove each tier optimal, or the Farkas vector of the refusal; `Guides/certificates.md` says how to read
  /// them. Computed on demand, in exact arithmetic, for the whole system.
  public func certificate() throws(PluginFault) -> [CertificateEntry]? { try system.certificate() }

  /// Whether the tiers alone, before the tie-break, leave the variable one value. Computed on demand.
  public func isUnique(_ variable: Variable) throws(PluginFault) -> Bool? { try system.isUnique(variable) }
}
