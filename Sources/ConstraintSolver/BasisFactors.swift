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
  private let pivots: Pivots
  /// So many pivots come first and stand in no step of an elimination.
  private let singleCount: Int
  /// By pivot; the terms' indices are pivots. Zero between the solves, and the room for the sets is empty.
  private let work: UnsafeMutablePointer<Double>
  private let room: PivotSet.Room

  /// Nil when a pivot is too small to be trusted.
  ///
  /// Most active rows define one variable from others: a column that is left in one row is a pivot without any elimination.
  /// Only what has no such columns is eliminated.
  init?(_ matrix: MatrixRows) {
    let count = matrix.count
    var pivots = Pivots(count: count)
    pivots.addSingleColumns(of: matrix)
    let single = pivots.count
    let rest = Rest(of: matrix, without: pivots)
    defer { rest.matrix.free() }
    guard let factors = SparseFactorization<Double>(rest.matrix) else {
      pivots.free()
      return nil
    }
    for pivot in factors.pivots {
      pivots.add(rest.rows[Int(pivot.row)], rest.columns[Int(pivot.column)], pivot.inverse)
    }
    let (restPivots, operations, entries) = (factors.pivots, factors.operations, factors.upper)

    func forEachOperation(_ take: (_ source: Int32, _ target: Int32, Double) -> Void) {
      for operation in operations {
        let (source, target) = (rest.rows[Int(operation.source)], rest.rows[Int(operation.target)])
        take(pivots[row: source], pivots[row: target], operation.factor)
      }
    }
    func forEachEntry(_ take: (_ row: Int32, _ column: Int32, Double) -> Void) {
      for k in 0..<single {
        for e in matrix.entries(Int(pivots.row[k])) where matrix.columns[e] != pivots.column[k] {
          take(Int32(k), pivots[column: matrix.columns[e]], matrix.values[e])
        }
      }
      var e = 0
      for (k, pivot) in restPivots.enumerated() {
        while e < Int(pivot.end) {
          take(Int32(single + k), pivots[column: rest.columns[Int(entries[e].column)]], entries[e].value)
          e += 1
        }
      }
    }
    (lower, lowerByTarget) = TermLists.both(count: count, forEachOperation)
    (upper, upperByColumn) = TermLists.both(count: count, forEachEntry)
    self.pivots = pivots
    singleCount = single
    work = .allocate(capacity: count)
    work.initialize(repeating: 0, count: count)
    room = PivotSet.Room(count: count)
  }

  deinit {
    lower.free()
    lowerByTarget.free()
    upper.free()
    upperByColumn.free()
    pivots.free()
    work.deallocate()
    room.free()
  }

  /// `right` by row; what is added to `solution` is by column. Intermediate numbers of up to `least` are dropped.
  func solve(_ right: SparseVector<Double>, _ solution: SparseVector<Double>, dropping least: Double) {
    var eliminated = PivotSet(room.first)
    var reached = PivotSet(room.second)
    for place in right.places {
      let k = Int(pivots[row: place])
      work[k] = right.values[Int(place)]
      if k < singleCount { reached.insert(k) } else { eliminated.insert(k) }
    }
    while let k = eliminated.popFirst() {
      let value = work[k]
      guard value.magnitude > least else {
        work[k] = 0
        continue
      }
      reached.insert(k)
      for term in lower[k] {
        work[Int(term.index)] -= term.value * value
        eliminated.insert(Int(term.index))
      }
    }
    while let k = reached.popLast() {
      let value = work[k] * pivots.inverse[k]
      work[k] = 0
      guard value.magnitude > least else { continue }
      solution[Int(pivots.column[k])] += value
      for term in upperByColumn[k] {
        work[Int(term.index)] -= term.value * value
        reached.insert(Int(term.index))
      }
    }
  }

  /// The rows that add up to a functional, each with its factor: `functional` by column; what is added to `factors` is by row.
  func solveTransposed(_ functional: SparseVector<Double>, _ factors: SparseVector<Double>) {
    var reached = PivotSet(room.first)
    var eliminated = PivotSet(room.second)
    for place in functional.places {
      let k = Int(pivots[column: place])
      work[k] = functional.values[Int(place)]
      reached.insert(k)
    }
    while let k = reached.popFirst() {
      let value = work[k] * pivots.inverse[k]
      work[k] = 0
      guard value.magnitude > BasisFactors.nothing else { continue }
      for term in upper[k] {
        work[Int(term.index)] -= term.value * value
        reached.insert(Int(term.index))
      }
      if k < singleCount {
        factors[Int(pivots.row[k])] += value
      } else {
        work[k] = value
        eliminated.insert(k)
      }
    }
    while let k = eliminated.popLast() {
      let value = work[k]
      work[k] = 0
      guard value.magnitude > BasisFactors.nothing else { continue }
      factors[Int(pivots.row[k])] += value
      for term in lowerByTarget[k] {
        work[Int(term.index)] -= term.value * value
        eliminated.insert(Int(term.index))
      }
    }
  }
}

/// Pivots that a solve has still to visit, taken out in order, in room for as many as there are.
private struct PivotSet {
  /// For the two that a solve needs, empty between the solves. Whoever holds it frees it.
  struct Room {
    let first, second: UnsafeMutablePointer<UInt64>

    init(count: Int) {
      let words = count / 64 + 1
      first = .allocate(capacity: 2 * words)
      first.initialize(repeating: 0, count: 2 * words)
      second = first + words
    }

    func free() { first.deallocate() }
  }

  private let words: UnsafeMutablePointer<UInt64>
  /// Words outside these are empty.
  private var first = Int.max
  private var last = -1

  init(_ words: UnsafeMutablePointer<UInt64>) { self.words = words }

  @inline(__always)
  mutating func insert(_ pivot: Int) {
    let word = pivot >> 6
    words[word] |= 1 << UInt64(pivot & 63)
    if word < first { first = word }
    if word > last { last = word }
  }

  @inline(__always)
  mutating func popFirst() -> Int? {
    while first <= last {
      let word = words[first]
      if word != 0 {
        words[first] = word & (word - 1)
        return first << 6 + word.trailingZeroBitCount
      }
      first += 1
    }
    return nil
  }

  @inline(__always)
  mutating func popLast() -> Int? {
    while first <= last {
      let word = words[last]
      if word != 0 {
        let bit = 63 - word.leadingZeroBitCount
        words[last] = word & ~(1 << UInt64(bit))
        return last << 6 + bit
      }
      last -= 1
    }
    return nil
  }
}

/// The pivots in their order, as they are found. Whoever holds it frees it.
private struct Pivots {
  let row, column: UnsafeMutablePointer<Int32>
  let inverse: UnsafeMutablePointer<Double>
  private let pivotOfRow, pivotOfColumn: UnsafeMutablePointer<Int32>
  private(set) var count = 0

  init(count: Int) {
    row = .allocate(capacity: 4 * count)
    column = row + count
    pivotOfRow = column + count
    pivotOfColumn = pivotOfRow + count
    pivotOfRow.initialize(repeating: -1, count: 2 * count)
    inverse = .allocate(capacity: count)
  }

  func free() {
    row.deallocate()
    inverse.deallocate()
  }

  /// The pivot in a row, or in a column; -1: there is none yet.
  @inline(__always)
  subscript(row row: Int32) -> Int32 { pivotOfRow[Int(row)] }
  @inline(__always)
  subscript(column column: Int32) -> Int32 { pivotOfColumn[Int(column)] }

  mutating func add(_ row: Int32, _ column: Int32, _ inverse: Double) {
    (self.row[count], self.column[count], self.inverse[count]) = (row, column, inverse)
    pivotOfRow[Int(row)] = Int32(count)
    pivotOfColumn[Int(column)] = Int32(count)
    count += 1
  }

  /// Takes each column that is left in one row, and the row.
  mutating func addSingleColumns(of matrix: MatrixRows) {
    withUnsafeTemporaryAllocation(of: Column.self, capacity: matrix.count) { left in
      left.initialize(repeating: Column())
      for r in 0..<matrix.count {
        for e in matrix.entries(r) { left[Int(matrix.columns[e])].toggle(Int32(r), 1) }
      }
      for c in 0..<matrix.count where left[c].length == 1 { addSingle(Int32(c), left[c].rows, matrix) }
      var removed = 0
      while removed < count {
        for e in matrix.entries(Int(row[removed])) {
          let c = matrix.columns[e]
          left[Int(c)].toggle(row[removed], -1)
          if left[Int(c)].length == 1 { addSingle(c, left[Int(c)].rows, matrix) }
        }
        removed += 1
      }
    }
  }

  private mutating func addSingle(_ c: Int32, _ r: Int32, _ matrix: MatrixRows) {
    if pivotOfRow[Int(r)] >= 0 { return }
    for e in matrix.entries(Int(r)) where matrix.columns[e] == c {
      // Others are left to the elimination, which has a choice.
      if matrix.values[e].magnitude >= smallestPivot { add(r, c, 1 / matrix.values[e]) }
    }
  }

  /// In how many rows a column is left, and their numbers combined: of one row, its number.
  private struct Column {
    var length: Int32 = 0
    var rows: Int32 = 0

    mutating func toggle(_ row: Int32, _ change: Int32) {
      length += change
      rows ^= row
    }
  }
}

/// The rows and columns that are no pivots yet, in numbers of their own.
private struct Rest {
  var matrix = MatrixRows()
  var rows: [Int32] = []
  var columns: [Int32] = []

  init(of matrix: MatrixRows, without pivots: Pivots) {
    if pivots.count == matrix.count { return }
    var number = [Int32](repeating: -1, count: matrix.count)
    for c in 0..<Int32(matrix.count) where pivots[column: c] < 0 {
      number[Int(c)] = Int32(columns.count)
      columns.append(c)
    }
    for r in 0..<Int32(matrix.count) where pivots[row: r] < 0 {
      rows.append(r)
      for e in matrix.entries(Int(r)) { self.matrix.append(number[Int(matrix.columns[e])], matrix.values[e]) }
      self.matrix.endRow()
    }
  }
}
