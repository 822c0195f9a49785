import SceneModel

@testable import ConstraintSolver

extension Program {
  /// Required equations.
  init(_ rows: [[(Int32, Double)]], variableCount: Int, isFree: (_ variable: Int) -> Bool) {
    self.init(rowCount: rows.count, variableCount: variableCount, termCount: rows.reduce(0) { $0 + $1.count })
    for v in 0..<variableCount { isNonNegative[v] = !isFree(v) }
    for row in rows {
      for (column, coefficient) in row { append(column: column, coefficient: coefficient) }
      endRow(.equal, tier: 0)
    }
  }
}
