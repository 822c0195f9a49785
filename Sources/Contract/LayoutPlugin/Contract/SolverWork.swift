/// The work of a solver, counted since it was made. The load of the machine does not change it.
public struct SolverWork: Hashable, Sendable {
  /// The number of times that a row was read to compute values again.
  public var rows: Int
  /// The number of pivots: one active row is replaced by another.
  public var pivots: Int

  /// Makes a count of work; 0 by default.
  public init(rows: Int = 0, pivots: Int = 0) { (self.rows, self.pivots) = (rows, pivots) }

  /// Returns the work done between two counts.
  public static func - (later: SolverWork, earlier: SolverWork) -> SolverWork {
    SolverWork(rows: later.rows - earlier.rows, pivots: later.pivots - earlier.pivots)
  }
}
