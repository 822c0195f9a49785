import LayoutPlugin
import SceneModel

/// The judge's own solver: it follows the contract word for word, in exact rational arithmetic.
///
/// After every transaction it solves all present constraints from the beginning, so no history can influence it. It is simple and slow: its cost
/// grows faster than the number of constraints.
public final class ReferenceSolver: ConstraintSolving {
  private var system = LinearSystem()
  private var values: [Variable: Double] = [:]
  private var reported: [Variable: Double] = [:]
  /// The proof of the last outcome, computed at the first request.
  private var proof: [CertificateEntry]?
  private var uniqueness: [Variable: Bool]?
  private var work = SolverWork()
  private var refusal: (system: LinearSystem, members: [LinearConstraint.ID])?

  /// Makes a solver without any variable or constraint.
  public init() {}

  /// Makes the edits and solves all present constraints from the beginning.
  public func apply(_ edits: [SolverEdit]) throws(PluginFault) -> SolverOutcome {
    var next = system
    try next.apply(edits)
    proof = nil
    work.rows += next.constraints.count
    guard let solution = ExactSolution(next) else {
      let members = next.irreducibleConflict()
      refusal = (next, members)
      return .conflict(members)
    }
    refusal = nil
    uniqueness = nil
    system = next
    for case .forget(let variable) in edits { reported[variable] = nil }
    values = solution.values.mapValues { $0.onGrid }
    return .solved
  }

  /// Calls a closure with each variable whose value has changed since the last call, by ascending id.
  public func drainChanges(_ body: (Variable, Double) -> Void) throws(PluginFault) {
    for (variable, value) in values.sorted(by: { $0.key < $1.key }) where reported[variable] != value {
      reported[variable] = value
      body(variable, value)
    }
  }

  /// The work so far: the number of rows of all systems that were solved.
  public var workDone: SolverWork? { work }

  /// Returns a proof of the last outcome, computed at the first call.
  public func certificate() throws(PluginFault) -> [CertificateEntry]? {
    if let proof { return proof }
    let made = refusal.map { $0.system.certificate(ofConflict: $0.members) } ?? system.certificate()
    proof = made
    return made
  }

  /// Whether the tiers alone leave the variable one value. The first call computes the answer for all variables.
  public func isUnique(_ variable: Variable) throws(PluginFault) -> Bool? {
    guard system.variables[variable] != nil else { throw .rejected("\(variable) is not known") }
    if let uniqueness { return uniqueness[variable] }
    let found = ExactSolution.uniqueness(in: system)
    uniqueness = found
    return found[variable]
  }
}

extension Plugin {
  /// The plugin with the judge's exact solver, named `reference`.
  public static let reference = Plugin(
    manifest: Manifest(
      name: "reference", version: "1",
      capabilities: [.canonical, .certifying, .conflictSets, .uniqueness]),
    makeSolver: { ReferenceSolver() })
}
