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
