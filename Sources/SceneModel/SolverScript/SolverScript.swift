/// A recorded conversation with a solver: transactions of edits, and what is expected after each.
///
/// It is the document under a scene: the kernel records one from a scene, a generator makes one directly.
public struct SolverScript: Hashable, Sendable {
  /// Edits that are made together, and what must come of them.
  public struct Transaction: Hashable, Sendable {
    /// In the order in which they are made.
    public var edits: [SolverEdit]
    /// What must hold after it.
    public var expectations: [Expectation]

    /// These edits, with what must hold after them.
    public init(edits: [SolverEdit] = [], expectations: [Expectation] = []) {
      self.edits = edits
      self.expectations = expectations
    }
  }

  /// What a document says of an answer.
  public enum Expectation: Hashable, Sendable {
    /// The variable has this value, to within half of 2^-20 points.
    case value(Variable, Double)
    /// The transaction is refused with this irreducible set, ascending.
    case conflict([LinearConstraint.ID])
  }

  /// In the order in which they are made.
  public var transactions: [Transaction]
  /// Set in findings and regression scenes only.
  public var provenance: Provenance?

  /// These transactions; `provenance` is for findings.
  public init(transactions: [Transaction] = [], provenance: Provenance? = nil) {
    self.transactions = transactions
    self.provenance = provenance
  }
}
