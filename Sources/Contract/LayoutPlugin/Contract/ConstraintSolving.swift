import SceneModel

/// An engine that solves linear constraints incrementally, with strict priorities.
///
/// One instance serves one thread at a time.
public protocol ConstraintSolving: AnyObject {
  /// Performs the edits as one transaction, and solves. After `.conflict`, or if it throws, nothing has changed.
  func apply(_ edits: [SolverEdit]) throws(PluginFault) -> SolverOutcome

  /// Calls a closure with each variable whose value has changed since the last call. The cost follows the change, not
  /// the size of the system. Every live variable is reported once after it first has a value, 0 included.
  func drainChanges(_ body: (Variable, Double) -> Void) throws(PluginFault)

  /// Calls a closure with runs of changes: variables and their values in two spans. `body` must not call the engine.
  func drainRuns(_ body: RunBody) throws(PluginFault)

  /// Returns a proof of the last outcome: after `.solved`, multipliers that prove each tier optimal; after `.conflict`, a Farkas vector
  /// (tier 0). `nil` if this engine does not certify.
  func certificate() throws(PluginFault) -> [CertificateEntry]?

  /// Whether the tiers alone determine a variable's value; `nil` if this engine cannot decide it.
  func isUnique(_ variable: Variable) throws(PluginFault) -> Bool?

  /// The work done since the solver was made; `nil` if this engine does not count. Reading it is cheap.
  var workDone: SolverWork? { get }
}

/// An engine that writes its answers into arrays of the host, as engines behind the C table do.
package protocol CapacityLimiting: ConstraintSolving {
  /// Makes the host's arrays as small as the contract allows, so that the engine must answer in pieces. The answers stay the same.
  func limitRoom()
}

/// An engine that reads the rows of a transaction in the kernel's memory, without a copy.
package protocol EditBorrowing: ConstraintSolving {
  /// Performs the edits as `apply(_:)` does. The rows are valid during the call.
  func apply(borrowed edits: [BorrowedEdit]) throws(PluginFault) -> SolverOutcome
}

/// A function that gets changed variables and their values in two spans of the same length.
public typealias RunBody = (Span<Variable>, Span<Double>) -> Void

extension ConstraintSolving {
  /// Calls a closure with each change, by means of `drainRuns`. Engines can implement `drainChanges` with it.
  public func drainEachOfRuns(_ body: (Variable, Double) -> Void) throws(PluginFault) {
    try drainRuns { variables, values in
      for q in variables.indices { body(variables[q], values[q]) }
    }
  }

  /// Implements `drainRuns` with `drainChanges`, as one run, for an engine that reports changes one by one.
  public func drainRuns(_ body: RunBody) throws(PluginFault) {
    var (variables, values): (ContiguousArray<Variable>, ContiguousArray<Double>) = ([], [])
    try drainChanges { variable, value in
      variables.append(variable)
      values.append(value)
    }
    if !variables.isEmpty { body(variables.span, values.span) }
  }

  /// Returns nil, for an engine that does not certify.
  public func certificate() throws(PluginFault) -> [CertificateEntry]? { nil }
  /// Returns nil, for an engine that cannot decide it.
  public func isUnique(_ variable: Variable) throws(PluginFault) -> Bool? { nil }
  /// Returns nil, for an engine that does not count its work.
  public var workDone: SolverWork? { nil }
}

/// The result of a transaction of valid edits.
public enum SolverOutcome: Hashable, Sendable {
  /// Every required constraint holds, and each tier is violated as little as the tiers above it allow.
  case solved
  /// These required constraints contradict each other, in ascending order. The set is irreducible if the engine claims
  /// `Capabilities.conflictSets`. Nothing has changed.
  case conflict([LinearConstraint.ID])
}

/// One multiplier of a proof of optimality or of a contradiction.
public struct CertificateEntry: Hashable, Sendable {
  /// The tier: 0 for required, then 1, 2, … from the highest priority down.
  public var tier: Int
  /// The constraint that the multiplier belongs to.
  public var constraint: LinearConstraint.ID
  /// The change of the tier's cost for each point by which the constraint's left side is raised; see `Guides/certificates.md`.
  public var multiplier: Double

  /// Makes an entry; entries with multiplier 0 may be left out of a certificate.
  public init(tier: Int, constraint: LinearConstraint.ID, multiplier: Double) {
    self.tier = tier
    self.constraint = constraint
    self.multiplier = multiplier
  }

  /// Returns a price as a double. The double's magnitude is 1 only if the price's is exactly one, because 1 means that the price is at its limit.
  /// `nearest` is the nearest double. `order` compares the price's magnitude with one: below (-1), equal (0) or above (1).
  package static func multiplier(nearest: Double, order: Int) -> Double {
    guard nearest.magnitude == 1, order != 0 else { return nearest }
    return nearest * (order < 0 ? 1.0.nextDown : 1.0.nextUp)
  }
}
