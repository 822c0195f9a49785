/// The work of a solver, counted since it was made. A busy machine does not change it.
public struct SolverWork: Hashable, Sendable {
  /// The rows that were looked at to work out values again, each time that it happened.
  public var rows: Int
  /// The exchanges of an active row for another.
  public var pivots: Int

  /// Makes a count of work; none by default.
  public init(rows: Int = 0, pivots: Int = 0) { (self.rows, self.pivots) = (rows, pivots) }

  /// Returns the work done between two counts.
  public static func - (later: SolverWork, earlier: SolverWork) -> SolverWork {
    SolverWork(rows: later.rows - earlier.rows, pivots: later.pivots - earlier.pivots)
  }
}
