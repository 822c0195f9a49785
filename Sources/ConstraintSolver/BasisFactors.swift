/// A square sparse matrix in factors that answer questions of few entries in time that goes by the answer, not by the size.
///
/// Rows and columns are renumbered by pivot, so that what depends on what goes one way, and the pivots that are reached are
/// worked off in order (hypersparse solves, after Hall and McKinnon, 2005).
struct BasisFactors: ~Copyable {
  private struct Term {
    var pivot: Int32
    var value: Double
  }

  /// Lists of terms, one for each pivot.
  private struct Lists {
    var end: UnsafeMutablePointer<Int32>
    var terms: UnsafeMutablePointer<Term>

    /// Sorts terms by the pivot that each belongs to.
    init(count: Int, _ entries: [(owner: Int32, term: Term)]) {
      end = .allocate(capacity: count + 1)
      end.initialize(repeating: 0, count: count + 1)
      terms = .allocate(capacity: max(entries.count, 1))
      for entry in entries { end[Int(entry.owner) + 1] += 1 }
      for k in 0..<count { end[k + 1] += end[k] }
      // Filling a list moves where it starts to where it ends, which is where the next one starts.
      for entry in entries {
        (terms + Int(end[Int(entry.owner)])).initialize(to: entry.term)
        end[Int(entry.owner)] += 1
      }
    }

    @inline(__always)
    subscript(pivot: Int) -> UnsafeBufferPointer<Term> {
      let start = pivot > 0 ? Int(end[pivot - 1]) : 0
      return UnsafeBufferPointer(start: terms + start, count: Int(end[pivot]) - start)
    }

    func free() {
      end.deallocate()
      terms.deallocate()
    }
  }

  /// Where numbers are near 1, what is smaller is rounding.
  static let nothing = 1e-14

  private let count: Int
  private let lower: Lists
  private let lowerByTarget: Lists
  private let upper: Lists
  private let upperByColumn: Lists
  private let inverse: UnsafeMutablePointer<Double>
  /// Of each pivot, and back.
  private let row, column, pivotOfRow, pivotOfColumn: UnsafeMutablePointer<Int32>
  private let work: UnsafeMutablePointer<Double>

  /// Nil when a pivot is too small to be trusted. `rowStart` tells where each row begins in `columns` and `values`, and
  /// where the last one ends.
  init?(count: Int, rowStart: [Int32], columns: [Int32], values: [Double]) {
    guard
      let factors = SparseFactorization<Double>(count: count, rowStart: rowStart, columns: columns, values: values)
    else { return nil }
    self.count = count
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
    var entries: [(owner: Int32, term: Term)] = []
    var turned: [(owner: Int32, term: Term)] = []
    func take(_ owner: Int32, _ other: Int32, _ value: Double) {
      entries.append((owner, Term(pivot: other, value: value)))
      turned.append((other, Term(pivot: owner, value: value)))
    }
    for operation in factors.operations {
      take(pivotOfRow[Int(operation.source)], pivotOfRow[Int(operation.target)], operation.factor)
    }
    lower = Lists(count: count, entries)
    lowerByTarget = Lists(count: count, turned)
    entries.removeAll(keepingCapacity: true)
    turned.removeAll(keepingCapacity: true)
    var e = 0
    for (k, pivot) in factors.pivots.enumerated() {
      while e < Int(pivot.end) {
        take(Int32(k), pivotOfColumn[Int(factors.upper[e].column)], factors.upper[e].value)
        e += 1
      }
    }
    upper = Lists(count: count, entries)
    upperByColumn = Lists(count: count, turned)
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
        work[Int(term.pivot)] -= term.value * value
        reached.first.insert(Int(term.pivot))
      }
    }
    while let k = reached.second.popLast() {
      let value = work[k] * inverse[k]
      work[k] = 0
      guard value.magnitude > least else { continue }
      solution[Int(column[k])] += value
      for term in upperByColumn[k] {
        work[Int(term.pivot)] -= term.value * value
        reached.second.insert(Int(term.pivot))
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
        work[Int(term.pivot)] -= term.value * value
        reached.first.insert(Int(term.pivot))
      }
    }
    while let k = reached.second.popLast() {
      let value = work[k]
      work[k] = 0
      guard value.magnitude > BasisFactors.nothing else { continue }
      factors[Int(row[k])] += value
      for term in lowerByTarget[k] {
        work[Int(term.pivot)] -= term.value * value
        reached.second.insert(Int(term.pivot))
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
