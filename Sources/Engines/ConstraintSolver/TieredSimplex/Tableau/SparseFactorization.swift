/// A factored square sparse system, which is solved for many right sides. The pivots are chosen for sparsity: a column
/// with one row left comes first, then the shortest row. The steps are kept in flat arrays.
final class SparseFactorization<N: Number> {
  struct Entry {
    var column: Int32
    var value: N
  }

  /// An elimination step: the factor times the source row is subtracted from the target row.
  struct Operation {
    var target: Int32
    var source: Int32
    var factor: N
  }

  struct Pivot {
    var row: Int32
    var column: Int32
    /// The end of the pivot's row in `upper`.
    var end: Int32
    var inverse: N
  }

  let pivots: Buffer<Pivot>
  let upper: Buffer<Entry>
  let operations: Buffer<Operation>

  /// Factors a matrix. Nil if a pivot is too small to be trusted.
  convenience init?(_ rows: borrowing MatrixRows) {
    var matrix = EliminationMatrix<N>()
    self.init(rows, in: &matrix)
  }

  /// Factors a matrix in memory that is used again. Nil if a pivot is too small to be trusted.
  init?(_ rows: borrowing MatrixRows, in matrix: inout EliminationMatrix<N>) {
    matrix.load(rows)
    var pivots = Buffer<Pivot>()
    var upper = Buffer<Entry>()
    var operations = Buffer<Operation>()
    pivots.reserve(rows.count)
    for _ in 0..<rows.count {
      guard let (row, column) = matrix.choosePivot() else { return nil }
      let from = upper.count
      var inverse = N.one
      var e = matrix.firstInRow[row]
      while e >= 0 {
        let entry = Entry(column: matrix.columns[e], value: matrix.values[e])
        if Int(entry.column) == column { inverse = N.one / entry.value } else { upper.append(entry) }
        e = matrix.nextInRow[e]
      }
      pivots.append(Pivot(row: Int32(row), column: Int32(column), end: Int32(upper.count), inverse: inverse))
      matrix.finish(row, column)
      e = matrix.firstInColumn[column]
      while e >= 0 {
        let next = matrix.nextInColumn[e]
        let target = Int(matrix.rows[e])
        if target >= 0 {
          let factor = matrix.values[e] * inverse
          matrix.open(target, without: e)
          for u in from..<upper.count { matrix.subtract(factor * upper[u].value, upper[u].column, from: target) }
          matrix.close(target)
          operations.append(Operation(target: Int32(target), source: Int32(row), factor: factor))
        }
        e = next
      }
    }
    upper.trim()
    operations.trim()
    self.pivots = pivots
    self.upper = upper
    self.operations = operations
  }

  /// Solves for `solution`, by column. `right` is by row, and is overwritten.
  func solve(_ right: UnsafeMutablePointer<N>, _ solution: UnsafeMutablePointer<N>) {
    for operation in operations.view {
      right[Int(operation.target)] = right[Int(operation.target)] - operation.factor * right[Int(operation.source)]
    }
    for i in (0..<pivots.count).reversed() {
      let pivot = pivots[i]
      var sum = right[Int(pivot.row)]
      for e in (i > 0 ? Int(pivots[i - 1].end) : 0)..<Int(pivot.end) {
        sum = sum - upper[e].value * solution[Int(upper[e].column)]
      }
      solution[Int(pivot.column)] = sum * pivot.inverse
    }
  }
}

extension MatrixRows {
  /// Returns the exact solution of the rows, or nil if they define no point. `right` is by row.
  func exactSolution(_ right: [Rational]) -> [Rational]? {
    guard let factorization = SparseFactorization<Rational>(self) else { return nil }
    var right = right
    var solution = [Rational](repeating: .zero, count: count)
    right.withUnsafeMutableBufferPointer { right in
      solution.withUnsafeMutableBufferPointer { factorization.solve(right.baseAddress!, $0.baseAddress!) }
    }
    return solution
  }
}
