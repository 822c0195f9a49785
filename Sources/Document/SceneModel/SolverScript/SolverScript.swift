/// A recorded sequence of calls to a solver: transactions of edits, and the expected values after each.
///
/// It is a test input one level below a scene: the kernel records scripts from scenes, and a generator makes them directly.
public struct SolverScript: Hashable, Sendable {
  /// Edits that are made together, and what is expected of them.
  public struct Transaction: Hashable, Sendable {
    /// The edits, in the order in which they are made.
    public var edits: [SolverEdit]
    /// The expectations that hold after the transaction.
    public var expectations: [Expectation]

    /// Makes a transaction.
    public init(edits: [SolverEdit] = [], expectations: [Expectation] = []) {
      self.edits = edits
      self.expectations = expectations
    }
  }

  /// An expectation after a transaction.
  public enum Expectation: Hashable, Sendable {
    /// The variable has a value, to within half of 2⁻²⁰ points.
    case value(Variable, Double)
    /// The transaction is refused with this irreducible set of constraints, ascending.
    case conflict([LinearConstraint.ID])
  }

  /// The transactions, in the order in which they are made.
  public var transactions: [Transaction]
  /// The law that the script broke; set in findings and regression scripts only.
  public var provenance: Provenance?

  /// Makes a script; `provenance` is for findings.
  public init(transactions: [Transaction] = [], provenance: Provenance? = nil) {
    self.transactions = transactions
    self.provenance = provenance
  }
}
