/// A square sparse system, eliminated once and solved for many right sides.
///
/// The order of pivots is chosen for sparsity: a column that is left in one row first, then the shortest row.
/// The steps are kept in flat arrays, so they can be replayed in either number.
struct SparseFactorization<N: Number>: ~Copyable {
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
  init?(_ rows: borrowing MatrixRows) {
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

/// A square sparse matrix, row by row; entries of one column that have no exact sum stand side by side.
struct MatrixRows: ~Copyable {
  private(set) var columns = Buffer<Int32>()
  private(set) var values = Buffer<Double>()
  /// Where each row ends.
  private var ends = Buffer<Int32>()

  /// How many rows.
  var count: Int { ends.count }

  /// The entries of a row.
  @inline(__always)
  func entries(_ row: Int) -> Range<Int> { (row == 0 ? 0 : Int(ends[row - 1]))..<Int(ends[row]) }

  /// The magnitude of a row's largest coefficient.
  func size(_ row: Int) -> Double {
    var largest = 0.0
    for e in entries(row) { largest = max(largest, values[e].magnitude) }
    return largest
  }

  /// Whether any entry stands in parts.
  var isSplit: Bool {
    (0..<count).contains { row in entries(row).dropFirst().contains { columns[$0] == columns[$0 - 1] } }
  }

  static func == (a: borrowing MatrixRows, b: borrowing MatrixRows) -> Bool {
    a.ends.view.elementsEqual(b.ends.view) && a.columns.view.elementsEqual(b.columns.view)
      && a.values.view.elementsEqual(b.values.view)
  }

  /// Adds an entry to the row that is not ended yet.
  @inline(__always)
  mutating func append(_ column: Int32, _ value: Double) {
    columns.append(column)
    values.append(value)
  }

  mutating func endRow() { ends.append(Int32(columns.count)) }

  mutating func removeAll() {
    columns.removeAll()
    values.removeAll()
    ends.removeAll()
  }
}

/// What is left of a matrix while it is eliminated: entries that are linked by row and by column.
struct EliminationMatrix<N: Number>: ~Copyable {
  /// Of each entry; the row is -1 for one that is gone.
  fileprivate var rows = Buffer<Int32>()
  fileprivate var columns = Buffer<Int32>()
  fileprivate var values: [N] = []
  /// What becomes of it, in room that is used again.
  fileprivate var upper: [SparseFactorization<N>.Entry] = []
  fileprivate var operations: [SparseFactorization<N>.Operation] = []
  fileprivate var nextInRow = Buffer<Int32>()
  fileprivate var nextInColumn = Buffer<Int32>()
  fileprivate var firstInRow = Buffer<Int32>()
  fileprivate var firstInColumn = Buffer<Int32>()
  private var rowLength = Buffer<Int32>()
  /// Of each row as it was given, or one: what elimination leaves is judged beside it.
  private var size = Buffer<Double>()
  private var columnLength = Buffer<Int32>()
  private var isColumnDone = Buffer<Bool>()
  /// Columns that stood in one row when they were listed.
  private var singles = Buffer<Int32>()
  /// Rows by length, the longest together. A row may stand in several lists, and only its present length counts.
  private var shelves = Buffer<(row: Int32, next: Int32)>()
  private var shelf = Buffer<Int32>()
  private static var shelfCount: Int { 8 }
  /// The entry of the open row in each column, or -1.
  private var place = Buffer<Int32>()

  fileprivate mutating func load(_ matrix: borrowing MatrixRows) {
    let count = matrix.count
    func fill<T>(_ list: inout Buffer<T>, _ element: T, _ count: Int) {
      list.removeAll()
      list.append(repeating: element, count: count)
    }
    fill(&firstInRow, -1, count)
    fill(&firstInColumn, -1, count)
    fill(&place, -1, count)
    fill(&rowLength, 0, count)
    size.removeAll()
    for r in 0..<count { size.append(max(1, matrix.size(r))) }
    fill(&columnLength, 0, count)
    fill(&isColumnDone, false, count)
    fill(&shelf, -1, EliminationMatrix.shelfCount)
    singles.removeAll()
    shelves.removeAll()
    shelves.reserve(2 * count)
    columns.removeAll()
    values.removeAll(keepingCapacity: true)
    nextInRow.removeAll()
    for r in 0..<count {
      let begin = columns.count
      for e in matrix.entries(r) {
        if columns.count > begin, columns[columns.count - 1] == matrix.columns[e] {
          values[values.count - 1] = values[values.count - 1] + N(matrix.values[e])
          continue
        }
        columns.append(matrix.columns[e])
        values.append(N(matrix.values[e]))
        nextInRow.append(Int32(columns.count))
      }
      rowLength[r] = Int32(columns.count - begin)
      if columns.count == begin { continue }
      firstInRow[r] = Int32(begin)
      nextInRow[columns.count - 1] = -1
    }
    fill(&rows, 0, columns.count)
    fill(&nextInColumn, -1, columns.count)
    for r in (0..<count).reversed() {
      var e = firstInRow[r]
      while e >= 0 {
        rows[Int(e)] = Int32(r)
        let column = Int(columns[Int(e)])
        nextInColumn[Int(e)] = firstInColumn[column]
        firstInColumn[column] = e
        columnLength[column] += 1
        e = nextInRow[Int(e)]
      }
      putOnShelf(r)
    }
    for c in (0..<count).reversed() where columnLength[c] == 1 { singles.append(Int32(c)) }
  }

  private mutating func putOnShelf(_ row: Int) {
    let length = min(Int(rowLength[row]), shelf.count - 1)
    shelves.append((Int32(row), shelf[length]))
    shelf[length] = Int32(shelves.count - 1)
  }

  /// A column that is left in one row, else one of few entries in the shortest row.
  fileprivate mutating func choosePivot() -> (row: Int, column: Int)? {
    while let column = singles.popLast() {
      guard !isColumnDone[Int(column)], columnLength[Int(column)] == 1 else { continue }
      var e = firstInColumn[Int(column)]
      while e >= 0 {
        if rows[Int(e)] >= 0, !(values[Int(e)].magnitude < N(Tolerance.pivot)) {
          return (Int(rows[Int(e)]), Int(column))
        }
        e = nextInColumn[Int(e)]
      }
    }
    guard let row = shortestRow(), firstInRow[row] >= 0 else { return nil }
    var largest = N.zero
    var e = firstInRow[row]
    while e >= 0 {
      if largest < values[Int(e)].magnitude { largest = values[Int(e)].magnitude }
      e = nextInRow[Int(e)]
    }
    if !N.isExact, largest < N(Tolerance.singularPivot * size[row]) { return nil }
    var column = -1
    var fewest = Int32.max
    e = firstInRow[row]
    while e >= 0 {
      let candidate = Int(columns[Int(e)])
      if !(values[Int(e)].magnitude < largest * N(Tolerance.pivotThreshold)), columnLength[candidate] < fewest {
        (fewest, column) = (columnLength[candidate], candidate)
      }
      e = nextInRow[Int(e)]
    }
    return (row, column)
  }

  private mutating func shortestRow() -> Int? {
    for length in 0..<shelf.count {
      while shelf[length] >= 0 {
        let (row, next) = shelves[Int(shelf[length])]
        shelf[length] = next
        if min(Int(rowLength[Int(row)]), shelf.count - 1) == length { return Int(row) }
      }
    }
    return nil
  }

  /// Takes the pivot's row out; its links stay.
  fileprivate mutating func finish(_ row: Int, _ column: Int) {
    isColumnDone[column] = true
    rowLength[row] = -1
    var e = firstInRow[row]
    while e >= 0 {
      rows[Int(e)] = -1
      shorten(Int(columns[Int(e)]))
      e = nextInRow[Int(e)]
    }
  }

  private mutating func shorten(_ column: Int) {
    columnLength[column] -= 1
    if columnLength[column] == 1, !isColumnDone[column] { singles.append(Int32(column)) }
  }

  /// Prepares a row for subtractions, and takes the pivot column's entry out.
  fileprivate mutating func open(_ row: Int, without pivot: Int32) {
    var previous: Int32 = -1
    var e = firstInRow[row]
    while e >= 0 {
      let next = nextInRow[Int(e)]
      if e == pivot {
        unlink(e, of: row, after: previous)
      } else {
        place[Int(columns[Int(e)])] = e
        previous = e
      }
      e = next
    }
  }

  fileprivate mutating func subtract(_ value: N, _ column: Int32, from row: Int) {
    let e = Int(place[Int(column)])
    if e >= 0 {
      values[e] = values[e] - value
      return
    }
    rows.append(Int32(row))
    columns.append(column)
    values.append(-value)
    nextInRow.append(firstInRow[row])
    nextInColumn.append(firstInColumn[Int(column)])
    firstInRow[row] = Int32(rows.count - 1)
    firstInColumn[Int(column)] = Int32(rows.count - 1)
    rowLength[row] += 1
    columnLength[Int(column)] += 1
  }

  /// Drops what has become nothing.
  fileprivate mutating func close(_ row: Int) {
    var previous: Int32 = -1
    var e = firstInRow[row]
    while e >= 0 {
      let next = nextInRow[Int(e)]
      place[Int(columns[Int(e)])] = -1
      if values[Int(e)].isSignificant {
        previous = e
      } else {
        unlink(e, of: row, after: previous)
        shorten(Int(columns[Int(e)]))
      }
      e = next
    }
    putOnShelf(row)
  }

  private mutating func unlink(_ e: Int32, of row: Int, after previous: Int32) {
    if previous < 0 { firstInRow[row] = nextInRow[Int(e)] } else { nextInRow[Int(previous)] = nextInRow[Int(e)] }
    rows[Int(e)] = -1
    rowLength[row] -= 1
  }
}
