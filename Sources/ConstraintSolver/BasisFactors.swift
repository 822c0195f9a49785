/// A square sparse matrix in factors that answer questions of few entries in time that goes by the answer, not by the size.
///
/// Rows and columns are renumbered by pivot, so that what depends on what goes one way, and the pivots that are reached are
/// worked off in order (hypersparse solves, after Hall and McKinnon, 2005).
struct BasisFactors: ~Copyable {
  /// Where numbers are near 1, what is smaller is rounding.
  static let nothing = 1e-14

  private let lower: TermLists
  private let lowerByTarget: TermLists
  private let upper: TermLists
  private let upperByColumn: TermLists
  private let inverse: UnsafeMutablePointer<Double>
  /// Of each pivot, and back; the terms' indices are pivots.
  private let row, column, pivotOfRow, pivotOfColumn: UnsafeMutablePointer<Int32>
  private let work: UnsafeMutablePointer<Double>

  /// Nil when a pivot is too small to be trusted.
  init?(_ rows: MatrixRows) {
    guard let factors = SparseFactorization<Double>(rows) else { return nil }
    let count = rows.count
    row = .allocate(capacity: 4 * count)
    column = row + count
    pivotOfRow = column + count
    pivotOfColumn = pivotOfRow + count
    inverse = .allocate(capacity: 2 * count)
    work = inverse + count
    work.initialize(repeating: 0, count: count)
    for (k, pivot) in factors.pivots.enumerated() {
      (row[k], column[k], inverse[k]) = (pivot.row, pivot.column, pivot.inverse)
      pivotOfRow[Int(pivot.row)] = Int32(k)
      pivotOfColumn[Int(pivot.column)] = Int32(k)
    }
    let (pivotOfRow, pivotOfColumn) = (self.pivotOfRow, self.pivotOfColumn)
    func forEachOperation(_ body: (_ source: Int32, _ target: Int32, Double) -> Void) {
      for operation in factors.operations {
        body(pivotOfRow[Int(operation.source)], pivotOfRow[Int(operation.target)], operation.factor)
      }
    }
    func forEachEntry(_ body: (_ row: Int32, _ column: Int32, Double) -> Void) {
      var e = 0
      for k in 0..<count {
        while e < Int(factors.pivots[k].end) {
          body(Int32(k), pivotOfColumn[Int(factors.upper[e].column)], factors.upper[e].value)
          e += 1
        }
      }
    }
    lower = TermLists(count: count) { take in
      forEachOperation { source, target, value in take(Int(source), Term(index: target, value: value)) }
    }
    lowerByTarget = TermLists(count: count) { take in
      forEachOperation { source, target, value in take(Int(target), Term(index: source, value: value)) }
    }
    upper = TermLists(count: count) { take in
      forEachEntry { row, column, value in take(Int(row), Term(index: column, value: value)) }
    }
    upperByColumn = TermLists(count: count) { take in
      forEachEntry { row, column, value in take(Int(column), Term(index: row, value: value)) }
    }
  }

  deinit {
    lower.free()
    lowerByTarget.free()
    upper.free()
    upperByColumn.free()
    row.deallocate()
    inverse.deallocate()
  }

  /// `right` by row; what is added to `solution` is by column. Intermediate numbers of up to `least` are dropped.
  func solve(
    _ right: SparseVector<Double>, _ solution: SparseVector<Double>, _ reached: inout Reached, dropping least: Double
  ) {
    for place in right.places {
      let k = Int(pivotOfRow[Int(place)])
      work[k] = right.values[Int(place)]
      reached.first.insert(k)
    }
    while let k = reached.first.popFirst() {
      let value = work[k]
      guard value.magnitude > least else {
        work[k] = 0
        continue
      }
      reached.second.insert(k)
      for term in lower[k] {
        work[Int(term.index)] -= term.value * value
        reached.first.insert(Int(term.index))
      }
    }
    while let k = reached.second.popLast() {
      let value = work[k] * inverse[k]
      work[k] = 0
      guard value.magnitude > least else { continue }
      solution[Int(column[k])] += value
      for term in upperByColumn[k] {
        work[Int(term.index)] -= term.value * value
        reached.second.insert(Int(term.index))
      }
    }
  }

  /// The rows that add up to a functional, each with its factor: `functional` by column; what is added to `factors` is by row.
  func solveTransposed(_ functional: SparseVector<Double>, _ factors: SparseVector<Double>, _ reached: inout Reached) {
    for place in functional.places {
      let k = Int(pivotOfColumn[Int(place)])
      work[k] = functional.values[Int(place)]
      reached.first.insert(k)
    }
    while let k = reached.first.popFirst() {
      let value = work[k] * inverse[k]
      guard value.magnitude > BasisFactors.nothing else {
        work[k] = 0
        continue
      }
      work[k] = value
      reached.second.insert(k)
      for term in upper[k] {
        work[Int(term.index)] -= term.value * value
        reached.first.insert(Int(term.index))
      }
    }
    while let k = reached.second.popLast() {
      let value = work[k]
      work[k] = 0
      guard value.magnitude > BasisFactors.nothing else { continue }
      factors[Int(row[k])] += value
      for term in lowerByTarget[k] {
        work[Int(term.index)] -= term.value * value
        reached.second.insert(Int(term.index))
      }
    }
  }

  /// The pivots that a solve has still to visit, on its two ways.
  struct Reached {
    var first = NodeSet()
    var second = NodeSet()

    func free() {
      first.free()
      second.free()
    }
  }
}
