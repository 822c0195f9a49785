/// Work that a solver has done, counted since it was made: what a busy machine does not change.
public struct SolverWork: Hashable, Sendable {
  /// Rows that were looked at to work values out again, each time it happened.
  public var rows: Int
  /// Exchanges of an active row for another.
  public var pivots: Int

  /// So much work, none by default.
  public init(rows: Int = 0, pivots: Int = 0) { (self.rows, self.pivots) = (rows, pivots) }

  /// What was done between two counts.
  public static func - (later: SolverWork, earlier: SolverWork) -> SolverWork {
    SolverWork(rows: later.rows - earlier.rows, pivots: later.pivots - earlier.pivots)
  }
}
