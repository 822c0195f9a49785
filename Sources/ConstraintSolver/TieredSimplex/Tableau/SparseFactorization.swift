/// A square sparse system, eliminated once and solved for many right sides.
///
/// The order of pivots is chosen for sparsity: a column that is left in one row first, then the shortest row.
/// The steps are kept in flat arrays, so they can be replayed in either number.
final class SparseFactorization<N: Number> {
  struct Entry {
    var column: Int32
    var value: N
  }

  /// The target row loses the source row, times the factor.
  struct Operation {
    var target: Int32
    var source: Int32
    var factor: N
  }

  struct Pivot {
    var row: Int32
    var column: Int32
    /// Where its row ends in `upper`.
    var end: Int32
    var inverse: N
  }

  let pivots: [Pivot]
  let upper: [Entry]
  let operations: [Operation]

  /// Nil when a pivot is too small to be trusted.
  convenience init?(_ rows: borrowing MatrixRows) {
    var matrix = EliminationMatrix<N>()
    self.init(rows, in: &matrix)
  }

  /// The same in room that is used again.
  init?(_ rows: borrowing MatrixRows, in matrix: inout EliminationMatrix<N>) {
    matrix.load(rows)
    var (upper, operations) = (matrix.upper, matrix.operations)
    (matrix.upper, matrix.operations) = ([], [])
    defer {
      upper.removeAll(keepingCapacity: true)
      operations.removeAll(keepingCapacity: true)
      (matrix.upper, matrix.operations) = (upper, operations)
    }
    var pivots: [Pivot] = []
    pivots.reserveCapacity(rows.count)
    for _ in 0..<rows.count {
      guard let (row, column) = matrix.choosePivot() else { return nil }
      let from = upper.count
      var inverse = N.one
      var e = matrix.firstInRow[row]
      while e >= 0 {
        let entry = Entry(column: matrix.columns[Int(e)], value: matrix.values[Int(e)])
        if Int(entry.column) == column { inverse = N.one / entry.value } else { upper.append(entry) }
        e = matrix.nextInRow[Int(e)]
      }
      pivots.append(Pivot(row: Int32(row), column: Int32(column), end: Int32(upper.count), inverse: inverse))
      matrix.finish(row, column)
      e = matrix.firstInColumn[column]
      while e >= 0 {
        let next = matrix.nextInColumn[Int(e)]
        let target = Int(matrix.rows[Int(e)])
        if target >= 0 {
          let factor = matrix.values[Int(e)] * inverse
          matrix.open(target, without: e)
          for u in from..<upper.count { matrix.subtract(factor * upper[u].value, upper[u].column, from: target) }
          matrix.close(target)
          operations.append(Operation(target: Int32(target), source: Int32(row), factor: factor))
        }
        e = next
      }
    }
    self.pivots = pivots
    // No more than there is: these are kept.
    self.upper = upper.withUnsafeBufferPointer { Array($0) }
    self.operations = operations.withUnsafeBufferPointer { Array($0) }
  }

  /// `right` by row, destroyed; `solution` by column.
  func solve(_ right: UnsafeMutablePointer<N>, _ solution: UnsafeMutablePointer<N>) {
    operations.withUnsafeBufferPointer { operations in
      for operation in operations {
        right[Int(operation.target)] =
          right[Int(operation.target)] - operation.factor * right[Int(operation.source)]
      }
    }
    pivots.withUnsafeBufferPointer { pivots in
      upper.withUnsafeBufferPointer { upper in
        for i in (0..<pivots.count).reversed() {
          var sum = right[Int(pivots[i].row)]
          for e in (i > 0 ? Int(pivots[i - 1].end) : 0)..<Int(pivots[i].end) {
            sum = sum - upper[e].value * solution[Int(upper[e].column)]
          }
          solution[Int(pivots[i].column)] = sum * pivots[i].inverse
        }
      }
    }
  }
}

extension MatrixRows {
  /// Returns the exact solution of the rows; nil when they define no point. `right` is by row.
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
