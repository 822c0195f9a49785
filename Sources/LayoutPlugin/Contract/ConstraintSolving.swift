import SceneModel

/// An engine that solves linear constraints incrementally, with strict priorities.
///
/// One instance serves one thread at a time.
public protocol ConstraintSolving: AnyObject {
  /// Makes a transaction and solves. On `.conflict`, and when it throws, nothing has changed.
  func apply(_ edits: [SolverEdit]) throws(PluginFault) -> SolverOutcome

  /// The same for edits whose rows lie elsewhere, lent for the call: how a kernel hands over its rows without copying them.
  /// An engine that does not implement it gets them as `SolverEdit`s.
  func apply(lent edits: UnsafeBufferPointer<LentEdit>) throws(PluginFault) -> SolverOutcome

  /// Each variable whose value changed since the last call: the cost follows the change, not the scene.
  /// Every live variable is reported once after it first has a value, 0 included.
  func drainChanges(_ body: (Variable, Double) -> Void) throws(PluginFault)

  /// Hands over the changes in runs: variables and their values side by side, lent for the call. An engine that has them so hands them over
  /// as they are. `body` must not call the engine.
  func drainRuns(_ body: RunBody) throws(PluginFault)

  /// Returns a proof of the last outcome: after `.solved`, multipliers that prove each tier optimal; after `.conflict`, a Farkas vector
  /// (tier 0). `nil`: this engine does not certify.
  func certificate() throws(PluginFault) -> [CertificateEntry]?

  /// Whether a variable's value is unique before the tie-break; `nil`: this engine cannot tell.
  func isUnique(_ variable: Variable) throws(PluginFault) -> Bool?

  /// The work done since the solver was made; `nil`: this engine does not count. Reading it costs next to nothing.
  var workDone: SolverWork? { get }
}

/// An engine that is lent memory to answer into, as one behind the C table is.
package protocol RoomLimiting: ConstraintSolving {
  /// From now on the engine is lent as little as its contract allows, so that it must answer in pieces. Its answers are the same.
  func limitRoom()
}

/// A function that takes changed variables and, side by side with them, their values.
public typealias RunBody = (UnsafeBufferPointer<Variable>, UnsafeBufferPointer<Double>) -> Void

extension ConstraintSolving {
  /// Hands the edits on as values, for an engine that reads edits with memory of their own.
  public func apply(lent edits: UnsafeBufferPointer<LentEdit>) throws(PluginFault) -> SolverOutcome {
    try apply(edits.map(\.edit))
  }

  /// Hands over each change of the engine's runs, for an engine that implements `drainChanges` by them.
  public func drainEachOfRuns(_ body: (Variable, Double) -> Void) throws(PluginFault) {
    try drainRuns { variables, values in
      for q in 0..<variables.count { body(variables[q], values[q]) }
    }
  }

  /// Implements `drainRuns` with `drainChanges`, as one run, for an engine that hands over changes one by one.
  public func drainRuns(_ body: RunBody) throws(PluginFault) {
    var (variables, values): ([Variable], [Double]) = ([], [])
    try drainChanges { variable, value in
      variables.append(variable)
      values.append(value)
    }
    if !variables.isEmpty {
      variables.withUnsafeBufferPointer { run in values.withUnsafeBufferPointer { body(run, $0) } }
    }
  }

  /// Answers for an engine that does not certify.
  public func certificate() throws(PluginFault) -> [CertificateEntry]? { nil }
  /// Answers for an engine that cannot tell.
  public func isUnique(_ variable: Variable) throws(PluginFault) -> Bool? { nil }
  /// Answers for an engine that does not count.
  public var workDone: SolverWork? { nil }
}

/// The result of a transaction that could be made.
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

  /// Returns a price as a double, which only a price of one may be one: that is read as being at a bound. `nearest` is the nearest double,
  /// `order` how the price's magnitude lies to one: below (-1), at (0) or above (1).
  package static func multiplier(nearest: Double, order: Int) -> Double {
    guard nearest.magnitude == 1, order != 0 else { return nearest }
    return nearest * (order < 0 ? 1.0.nextDown : 1.0.nextUp)
  }
}
