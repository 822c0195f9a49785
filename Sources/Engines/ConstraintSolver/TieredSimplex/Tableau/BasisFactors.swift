/// A square sparse matrix in factors. The time to solve for a right side with few entries depends on the size of the result, not on that of the
/// matrix. Rows and columns are renumbered by pivot. So each pivot affects only later ones, and a solve visits only the pivots that are affected, in
/// order (hypersparse solves, after Hall and McKinnon, 2005).
struct BasisFactors<N: Number>: ~Copyable {
  private let lower: TermLists<N>
  private let lowerByTarget: TermLists<N>
  private let upper: TermLists<N>
  private let upperByColumn: TermLists<N>
  /// The row, the column and the inverse of each pivot.
  private let row: [Int32]
  private let column: [Int32]
  private let inverse: [N]
  private let pivotOfRow: [Int32]
  private let pivotOfColumn: [Int32]
  /// Values by pivot. All are zero between two solves, and then the sets are empty.
  private var work = Buffer<N>()
  private var eliminated = NodeSet()
  private var reached = NodeSet()

  /// Factors a matrix. Nil if a pivot is too small to be trusted, or, in exact numbers, if the rows are linearly dependent.
  init?(_ matrix: borrowing MatrixRows) {
    guard let factorization = SparseFactorization<N>(matrix) else { return nil }
    defer { withExtendedLifetime(factorization) {} }
    let count = matrix.count
    let pivots = factorization.pivots.view
    var ofRow = [Int32](repeating: 0, count: count)
    var ofColumn = ofRow
    for (k, pivot) in pivots.enumerated() {
      ofRow[Int(pivot.row)] = Int32(k)
      ofColumn[Int(pivot.column)] = Int32(k)
    }
    let (pivotOfRow, pivotOfColumn) = (ofRow, ofColumn)
    func forEachOperation(_ take: (_ source: Int32, _ target: Int32, N) -> Void) {
      for operation in factorization.operations.view {
        take(pivotOfRow[Int(operation.source)], pivotOfRow[Int(operation.target)], operation.factor)
      }
    }
    func forEachEntry(_ take: (_ row: Int32, _ column: Int32, N) -> Void) {
      var e = 0
      for (k, pivot) in pivots.enumerated() {
        while e < Int(pivot.end) {
          let entry = factorization.upper[e]
          take(Int32(k), pivotOfColumn[Int(entry.column)], entry.value)
          e += 1
        }
      }
    }
    lower = TermLists(count: count) { take in
      forEachOperation { take(Int($0), Term(index: $1, value: $2)) }
    }
    lowerByTarget = TermLists(count: count) { take in
      forEachOperation { take(Int($1), Term(index: $0, value: $2)) }
    }
    upper = TermLists(count: count) { take in
      forEachEntry { take(Int($0), Term(index: $1, value: $2)) }
    }
    upperByColumn = TermLists(count: count) { take in
      forEachEntry { take(Int($1), Term(index: $0, value: $2)) }
    }
    row = pivots.map(\.row)
    column = pivots.map(\.column)
    inverse = pivots.map(\.inverse)
    (self.pivotOfRow, self.pivotOfColumn) = (pivotOfRow, pivotOfColumn)
    work.append(repeating: N.zero, count: count)
  }

  /// Adds the solution to `solution`, by column; `right` is by row. Intermediate numbers of up to `least` are dropped.
  mutating func solve(_ right: SparseVector<N>, _ solution: SparseVector<N>, dropping least: N) {
    for place in right.places {
      let k = Int(pivotOfRow[Int(place)])
      work[k] = right.values[Int(place)]
      eliminated.insert(k)
    }
    while let k = eliminated.popFirst() {
      let value = work[k]
      guard value.exceeds(least) else {
        work[k] = N.zero
        continue
      }
      reached.insert(k)
      for term in lower[k] {
        work[term.index] = work[term.index] - term.value * value
        eliminated.insert(Int(term.index))
      }
    }
    while let k = reached.popLast() {
      let value = work[k] * inverse[k]
      work[k] = N.zero
      guard value.exceeds(least) else { continue }
      solution[Int(column[k])] = solution[Int(column[k])] + value
      for term in upperByColumn[k] {
        work[term.index] = work[term.index] - term.value * value
        reached.insert(Int(term.index))
      }
    }
  }

  /// Adds to `factors`, by row, the factors with which the rows add up to the linear form `functional`, given by column.
  mutating func solveTransposed(_ functional: SparseVector<N>, _ factors: SparseVector<N>) {
    for place in functional.places {
      let k = Int(pivotOfColumn[Int(place)])
      work[k] = functional.values[Int(place)]
      reached.insert(k)
    }
    while let k = reached.popFirst() {
      let value = work[k] * inverse[k]
      work[k] = N.zero
      guard value.exceeds(N.negligible) else { continue }
      for term in upper[k] {
        work[term.index] = work[term.index] - term.value * value
        reached.insert(Int(term.index))
      }
      work[k] = value
      eliminated.insert(k)
    }
    while let k = eliminated.popLast() {
      let value = work[k]
      work[k] = N.zero
      guard value.exceeds(N.negligible) else { continue }
      factors[Int(row[k])] = factors[Int(row[k])] + value
      for term in lowerByTarget[k] {
        work[term.index] = work[term.index] - term.value * value
        eliminated.insert(Int(term.index))
      }
    }
  }
}
