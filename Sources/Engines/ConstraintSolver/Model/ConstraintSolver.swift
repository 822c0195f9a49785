import LayoutPlugin
import SceneModel

/// An incremental solver of linear constraints with strict priorities, which returns one canonical point. The values
/// are a function of the present constraints alone, never of the order of edits. Each reported value is the optimum,
/// rounded to the nearest multiple of 2⁻²⁰. By default doubles decide where an error estimate allows it; a comparison
/// is then wrong with a probability of about 2⁻³⁴, or 2⁻⁶¹ where a residue modulo a prime decides. With
/// `Verification.proved` fractions decide everything. `Guides/solver.md` explains how it works.
public final class ConstraintSolver: ConstraintSolving {
  var system = System()

  /// How certain the solver's decisions are.
  public enum Verification: String, Hashable, Sendable, CaseIterable {
    /// Doubles decide where an error estimate allows it, exact numbers elsewhere.
    ///
    /// A comparison with the estimate is wrong with a probability of about 2⁻³⁴. A number that counts as zero because of its
    /// residue modulo a prime is not zero with a probability of about 2⁻⁶¹.
    case filtered
    /// Fractions decide everything: no answer depends on chance. Slower by orders of magnitude, and without sweeps.
    case proved
  }

  /// Makes a solver without variables and constraints.
  public init(verification: Verification = .filtered) { system.isProved = verification == .proved }

  /// The work done so far: counts, which do not depend on the machine's load.
  public var work: SolverWork { system.work }
  /// The same as `work`, for the engine contract. It is never nil.
  public var workDone: SolverWork? { system.work }

  /// Performs the edits as one transaction, and solves. The cost follows what the edits affect, not the size of the
  /// system. Returns `.conflict` if the required constraints cannot hold together. Throws `.rejected` for an invalid
  /// edit: an unknown or used id, a number that is not finite, a priority outside (0, 1000]. In both cases nothing has
  /// changed.
  public func apply(_ edits: [SolverEdit]) throws(PluginFault) -> SolverOutcome { try system.apply(edits) }

  /// Performs edits in another form.
  package func apply(_ edits: some EditList) throws(PluginFault) -> SolverOutcome { try system.apply(edits) }

  /// Calls a closure for each variable whose value has changed since the last call, with the new value in points.
  public func drainChanges(_ body: (Variable, Double) -> Void) throws(PluginFault) {
    try drainEachOfRuns(body)
  }

  /// Calls a closure with up to 192 changes at a time. `body` must not call the solver.
  public func drainRuns(_ body: RunBody) throws(PluginFault) { try system.drainRuns(body) }

  /// The present system as readable text: which rows compute which variables, the residual and side of each row, the last contradiction, and the
  /// values that move with a dragged constant. The text may change: do not parse it. `Guides/reading-a-system.md` explains it line by line. Takes
  /// time proportional to the size of the system.
  public func dump(
    variableName: @escaping (Variable) -> String = { "\($0)" },
    rowName: @escaping (LinearConstraint.ID) -> String = { "\($0)" }
  ) -> String {
    system.dump(System.Names(variable: variableName, row: rowName))
  }

  /// The prices that prove each tier optimal or, if the last transaction was refused, the Farkas vector of the conflict. Never nil.
  /// `Guides/certificates.md` explains them. Computed on demand, in exact arithmetic, for the whole system.
  public func certificate() throws(PluginFault) -> [CertificateEntry]? { try system.certificate() }

  /// Whether the tiers alone, before the tie-break, determine the variable; never nil. Computed on demand. Throws `.rejected` for
  /// an unknown variable.
  public func isUnique(_ variable: Variable) throws(PluginFault) -> Bool? { try system.isUnique(variable) }
}
