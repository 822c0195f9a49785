/// A square sparse matrix in factors that answer questions of few entries in time that goes by the answer, not by the size.
///
/// Rows and columns are renumbered by pivot, so that what depends on what goes one way, and the pivots that are reached are
/// worked off in order (hypersparse solves, after Hall and McKinnon, 2005).
struct BasisFactors<N: Number>: ~Copyable {
  private let lower: TermLists<N>
  private let lowerByTarget: TermLists<N>
  private let upper: TermLists<N>
  private let upperByColumn: TermLists<N>
  private let pivots: Pivots<N>
  /// So many pivots come first and stand in no step of an elimination.
  private let singleCount: Int
  /// By pivot; the terms' indices are pivots. Zero between the solves, and the room for the sets is empty.
  private let work: UnsafeMutablePointer<N>
  private let room: PivotSet.Room

  /// Nil when a pivot is too small to be trusted; in exact numbers, when the rows define no point.
  ///
  /// Most active rows define one variable from others: a column that is left in one row is a pivot without any elimination,
  /// and a row that is left in one column fills nothing in. Only what has neither is searched for pivots.
  init?(_ matrix: borrowing MatrixRows) {
    let count = matrix.count
    var pivots = Pivots<N>(count: count)
    let isSplit = matrix.isSplit
    if !isSplit { pivots.addSingleColumns(of: matrix) }
    let single = pivots.count
    var steps: [Pivots<N>.Step] = []
    if single < count, !isSplit { pivots.addSingleRows(of: matrix, &steps) }
    let first = pivots.count
    let rest = Rest(of: matrix, without: pivots)
    guard let factors = SparseFactorization<N>(rest.matrix) else {
      pivots.free()
      return nil
    }
    for pivot in factors.pivots {
      pivots.add(rest.rows[Int(pivot.row)], rest.columns[Int(pivot.column)], pivot.inverse)
    }
    let (restPivots, operations, entries) = (factors.pivots, factors.operations, factors.upper)

    func forEachOperation(_ take: (_ source: Int32, _ target: Int32, N) -> Void) {
      for step in steps { take(pivots[row: step.source], pivots[row: step.target], step.factor) }
      for operation in operations {
        let (source, target) = (rest.rows[Int(operation.source)], rest.rows[Int(operation.target)])
        take(pivots[row: source], pivots[row: target], operation.factor)
      }
    }
    func forEachEntry(_ take: (_ row: Int32, _ column: Int32, N) -> Void) {
      for k in 0..<single {
        for e in matrix.entries(Int(pivots.row[k])) where matrix.columns[e] != pivots.column[k] {
          take(Int32(k), pivots[column: matrix.columns[e]], N(matrix.values[e]))
        }
      }
      var e = 0
      for (k, pivot) in restPivots.enumerated() {
        while e < Int(pivot.end) {
          take(Int32(first + k), pivots[column: rest.columns[Int(entries[e].column)]], entries[e].value)
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
    self.pivots = pivots
    singleCount = single
    work = .allocate(capacity: count)
    work.initialize(repeating: N.zero, count: count)
    room = PivotSet.Room(count: count)
  }

  deinit {
    work.deinitialize(count: pivots.count)
    work.deallocate()
    pivots.free()
    room.free()
  }

  /// `right` by row; what is added to `solution` is by column. Intermediate numbers of up to `least` are dropped.
  func solve(_ right: SparseVector<N>, _ solution: SparseVector<N>, dropping least: N) {
    var eliminated = PivotSet(room.first)
    var reached = PivotSet(room.second)
    for place in right.places {
      let k = Int(pivots[row: place])
      work[k] = right.values[Int(place)]
      if k < singleCount { reached.insert(k) } else { eliminated.insert(k) }
    }
    while let k = eliminated.popFirst() {
      let value = work[k]
      guard value.exceeds(least) else {
        work[k] = N.zero
        continue
      }
      reached.insert(k)
      for term in lower[k] {
        work[Int(term.index)] = work[Int(term.index)] - term.value * value
        eliminated.insert(Int(term.index))
      }
    }
    while let k = reached.popLast() {
      let value = work[k] * pivots.inverse[k]
      work[k] = N.zero
      guard value.exceeds(least) else { continue }
      solution[Int(pivots.column[k])] = solution[Int(pivots.column[k])] + value
      for term in upperByColumn[k] {
        work[Int(term.index)] = work[Int(term.index)] - term.value * value
        reached.insert(Int(term.index))
      }
    }
  }

  /// The rows that add up to a functional, each with its factor: `functional` by column; what is added to `factors` is by row.
  func solveTransposed(_ functional: SparseVector<N>, _ factors: SparseVector<N>) {
    var reached = PivotSet(room.first)
    var eliminated = PivotSet(room.second)
    for place in functional.places {
      let k = Int(pivots[column: place])
      work[k] = functional.values[Int(place)]
      reached.insert(k)
    }
    while let k = reached.popFirst() {
      let value = work[k] * pivots.inverse[k]
      work[k] = N.zero
      guard value.exceeds(N.nothing) else { continue }
      for term in upper[k] {
        work[Int(term.index)] = work[Int(term.index)] - term.value * value
        reached.insert(Int(term.index))
      }
      if k < singleCount {
        factors[Int(pivots.row[k])] = factors[Int(pivots.row[k])] + value
      } else {
        work[k] = value
        eliminated.insert(k)
      }
    }
    while let k = eliminated.popLast() {
      let value = work[k]
      work[k] = N.zero
      guard value.exceeds(N.nothing) else { continue }
      factors[Int(pivots.row[k])] = factors[Int(pivots.row[k])] + value
      for term in lowerByTarget[k] {
        work[Int(term.index)] = work[Int(term.index)] - term.value * value
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
private struct Pivots<N: Number> {
  let row, column: UnsafeMutablePointer<Int32>
  let inverse: UnsafeMutablePointer<N>
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
    inverse.deinitialize(count: count)
    inverse.deallocate()
  }

  /// The pivot in a row, or in a column; -1: there is none yet.
  @inline(__always)
  subscript(row row: Int32) -> Int32 { pivotOfRow[Int(row)] }
  @inline(__always)
  subscript(column column: Int32) -> Int32 { pivotOfColumn[Int(column)] }

  mutating func add(_ row: Int32, _ column: Int32, _ inverse: N) {
    (self.row[count], self.column[count]) = (row, column)
    (self.inverse + count).initialize(to: inverse)
    pivotOfRow[Int(row)] = Int32(count)
    pivotOfColumn[Int(column)] = Int32(count)
    count += 1
  }

  /// Takes each column that is left in one row, and the row.
  mutating func addSingleColumns(of matrix: borrowing MatrixRows) {
    withUnsafeTemporaryAllocation(of: Line.self, capacity: matrix.count) { left in
      left.initialize(repeating: Line())
      for r in 0..<matrix.count {
        for e in matrix.entries(r) { left[Int(matrix.columns[e])].toggle(Int32(r), e, 1) }
      }
      for c in 0..<matrix.count where left[c].length == 1 {
        addSingle(left[c].crossings, Int32(c), matrix.values[left[c].entries])
      }
      var removed = 0
      while removed < count {
        for e in matrix.entries(Int(row[removed])) {
          let c = matrix.columns[e]
          left[Int(c)].toggle(row[removed], e, -1)
          if left[Int(c)].length == 1 { addSingle(left[Int(c)].crossings, c, matrix.values[left[Int(c)].entries]) }
        }
        removed += 1
      }
    }
  }

  /// The target row loses the source row, times the factor.
  struct Step {
    var source: Int32
    var target: Int32
    var factor: N
  }

  /// After the columns: takes each row that is left in one column, and the column, which the steps take out of all other rows.
  mutating func addSingleRows(of matrix: borrowing MatrixRows, _ steps: inout [Step]) {
    let columns = TermLists<Double>(count: matrix.count) { take in
      for r in 0..<matrix.count where pivotOfRow[r] < 0 {
        for e in matrix.entries(r) {
          take(Int(matrix.columns[e]), Term(index: Int32(r), value: matrix.values[e]))
        }
      }
    }
    withUnsafeTemporaryAllocation(of: Line.self, capacity: matrix.count) { left in
      left.initialize(repeating: Line())
      var next = count
      for r in 0..<matrix.count where pivotOfRow[r] < 0 {
        for e in matrix.entries(r) { left[r].toggle(matrix.columns[e], e, 1) }
        if left[r].length == 1 { addSingle(Int32(r), left[r].crossings, matrix.values[left[r].entries]) }
      }
      while next < count {
        let (source, c, inverse) = (row[next], column[next], inverse[next])
        for term in columns[Int(c)] where pivotOfRow[Int(term.index)] < 0 {
          steps.append(Step(source: source, target: term.index, factor: N(term.value) * inverse))
          let target = Int(term.index)
          left[target].toggle(c, entry(of: c, in: target, matrix), -1)
          if left[target].length == 1 {
            addSingle(term.index, left[target].crossings, matrix.values[left[target].entries])
          }
        }
        next += 1
      }
    }
  }

  private func entry(of c: Int32, in r: Int, _ matrix: borrowing MatrixRows) -> Int {
    var e = matrix.entries(r).lowerBound
    while matrix.columns[e] != c { e += 1 }
    return e
  }

  private mutating func addSingle(_ r: Int32, _ c: Int32, _ value: Double) {
    if pivotOfRow[Int(r)] >= 0 || pivotOfColumn[Int(c)] >= 0 { return }
    // Others are left to the elimination, which has a choice.
    if value.magnitude >= Tolerance.pivot { add(r, c, N.one / N(value)) }
  }

  /// In how many rows a column is left, or a row in how many columns; their numbers combined, and those of the entries: of
  /// one, its number.
  private struct Line {
    var length: Int32 = 0
    var crossings: Int32 = 0
    var entries: Int32 = 0

    mutating func toggle(_ crossing: Int32, _ entry: Int, _ change: Int32) {
      length += change
      crossings ^= crossing
      entries ^= Int32(truncatingIfNeeded: entry)
    }
  }
}

/// The rows and columns that are no pivots yet, in numbers of their own.
private struct Rest: ~Copyable {
  var matrix = MatrixRows()
  var rows: [Int32] = []
  var columns: [Int32] = []

  init<N: Number>(of matrix: borrowing MatrixRows, without pivots: Pivots<N>) {
    if pivots.count == matrix.count { return }
    var number = [Int32](repeating: -1, count: matrix.count)
    for c in 0..<Int32(matrix.count) where pivots[column: c] < 0 {
      number[Int(c)] = Int32(columns.count)
      columns.append(c)
    }
    for r in 0..<Int32(matrix.count) where pivots[row: r] < 0 {
      rows.append(r)
      for e in matrix.entries(Int(r)) where number[Int(matrix.columns[e])] >= 0 {
        self.matrix.append(number[Int(matrix.columns[e])], matrix.values[e])
      }
      self.matrix.endRow()
    }
  }
}
