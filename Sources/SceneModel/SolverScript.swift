/// A recorded conversation with a solver: transactions of edits, and what is expected after each.
///
/// It is the document under a scene: the kernel records one from a scene, a generator makes one directly.
public struct SolverScript: Hashable, Sendable {
  public struct Transaction: Hashable, Sendable {
    public var edits: [SolverEdit]
    public var expectations: [Expectation]

    public init(edits: [SolverEdit] = [], expectations: [Expectation] = []) {
      self.edits = edits
      self.expectations = expectations
    }
  }

  public enum Expectation: Hashable, Sendable {
    case value(Variable, Double)
    /// The transaction is refused with this irreducible set, ascending.
    case conflict([LinearConstraint.ID])
  }

  public var transactions: [Transaction]
  /// Set in findings and regression scenes only.
  public var provenance: Provenance?

  public init(transactions: [Transaction] = [], provenance: Provenance? = nil) {
    self.transactions = transactions
    self.provenance = provenance
  }
}

/// The law that a document broke, and when it was found.
public struct Provenance: Hashable, Sendable {
  /// A law's name, such as `solver.rejected-edit-changes-nothing`.
  public var law: String
  /// ISO date, such as `2026-11-21`.
  public var found: String

  public init(law: String, found: String) {
    self.law = law
    self.found = found
  }
}
