@testable import ConstraintSolver

extension MatrixRows {
  /// The entries that are not zero of rows written out.
  init(dense rows: [[Double]]) {
    self.init()
    for row in rows {
      for (column, value) in row.enumerated() where value != 0 { append(Int32(column), value) }
      endRow()
    }
  }
}
