/// The remaining part of a matrix during elimination: entries linked by row and by column.
struct EliminationMatrix<N: Number>: ~Copyable {
  /// The row of each entry; -1 for an entry that is gone.
  var rows = Buffer<Int32>()
  var columns = Buffer<Int32>()
  var values = Buffer<N>()
  var nextInRow = Buffer<Int32>()
  var nextInColumn = Buffer<Int32>()
  var firstInRow = Buffer<Int32>()
  var firstInColumn = Buffer<Int32>()
  private var rowLength = Buffer<Int32>()
  /// The largest absolute coefficient of each row before elimination, at least one. Entries that remain after cancellation are compared with it.
  private var size = Buffer<Double>()
  private var columnLength = Buffer<Int32>()
  private var isColumnDone = Buffer<Bool>()
  /// Columns that had a single row left when they were added to this list.
  private var singles = Buffer<Int32>()
  /// Rows in buckets by length; the last bucket has all long rows. A row may be in several buckets; only the one of its present length counts.
  private var bucketEntries = Buffer<(row: Int32, next: Int32)>()
  private var buckets = Buffer<Int32>()
  private static var bucketCount: Int { 8 }
  /// The entry of the open row in each column; -1 for none.
  private var place = Buffer<Int32>()

  mutating func load(_ matrix: borrowing MatrixRows) {
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
    fill(&buckets, -1, EliminationMatrix.bucketCount)
    singles.removeAll()
    bucketEntries.removeAll()
    bucketEntries.reserve(2 * count)
    columns.removeAll()
    values.removeAll()
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
        rows[e] = Int32(r)
        let column = Int(columns[e])
        nextInColumn[e] = firstInColumn[column]
        firstInColumn[column] = e
        columnLength[column] += 1
        e = nextInRow[e]
      }
      putInBucket(r)
    }
    for c in (0..<count).reversed() where columnLength[c] == 1 { singles.append(Int32(c)) }
  }

  private mutating func putInBucket(_ row: Int) {
    let length = min(Int(rowLength[row]), buckets.count - 1)
    bucketEntries.append((Int32(row), buckets[length]))
    buckets[length] = Int32(bucketEntries.count - 1)
  }

  /// Chooses the next pivot: in a column with one row left, otherwise in the shortest row, in a column with few entries. Nil if no row is left, or if
  /// the shortest row has no entry that is large enough (the matrix is singular).
  mutating func choosePivot() -> (row: Int, column: Int)? {
    while let column = singles.popLast() {
      guard !isColumnDone[column], columnLength[column] == 1 else { continue }
      var e = firstInColumn[column]
      while e >= 0 {
        if rows[e] >= 0, !(values[e].magnitude < N(Tolerance.pivot)) {
          return (Int(rows[e]), Int(column))
        }
        e = nextInColumn[e]
      }
    }
    guard let row = shortestRow(), firstInRow[row] >= 0 else { return nil }
    var largest = N.zero
    var e = firstInRow[row]
    while e >= 0 {
      if largest < values[e].magnitude { largest = values[e].magnitude }
      e = nextInRow[e]
    }
    if !N.isExact, largest < N(Tolerance.singularPivot * size[row]) { return nil }
    var column = -1
    var fewest = Int32.max
    e = firstInRow[row]
    while e >= 0 {
      let candidate = Int(columns[e])
      if !(values[e].magnitude < largest * N(Tolerance.pivotThreshold)), columnLength[candidate] < fewest {
        (fewest, column) = (columnLength[candidate], candidate)
      }
      e = nextInRow[e]
    }
    return (row, column)
  }

  private mutating func shortestRow() -> Int? {
    for length in 0..<buckets.count {
      while buckets[length] >= 0 {
        let (row, next) = bucketEntries[buckets[length]]
        buckets[length] = next
        if min(Int(rowLength[row]), buckets.count - 1) == length { return Int(row) }
      }
    }
    return nil
  }

  /// Removes the pivot's row; its links stay.
  mutating func finish(_ row: Int, _ column: Int) {
    isColumnDone[column] = true
    rowLength[row] = -1
    var e = firstInRow[row]
    while e >= 0 {
      rows[e] = -1
      shorten(Int(columns[e]))
      e = nextInRow[e]
    }
  }

  private mutating func shorten(_ column: Int) {
    columnLength[column] -= 1
    if columnLength[column] == 1, !isColumnDone[column] { singles.append(Int32(column)) }
  }

  /// Prepares a row for subtractions, and removes the pivot column's entry.
  mutating func open(_ row: Int, without pivot: Int32) {
    var previous: Int32 = -1
    var e = firstInRow[row]
    while e >= 0 {
      let next = nextInRow[e]
      if e == pivot {
        unlink(e, of: row, after: previous)
      } else {
        place[columns[e]] = e
        previous = e
      }
      e = next
    }
  }

  mutating func subtract(_ value: N, _ column: Int32, from row: Int) {
    let e = Int(place[column])
    if e >= 0 {
      values[e] = values[e] - value
      return
    }
    rows.append(Int32(row))
    columns.append(column)
    values.append(-value)
    nextInRow.append(firstInRow[row])
    nextInColumn.append(firstInColumn[column])
    firstInRow[row] = Int32(rows.count - 1)
    firstInColumn[column] = Int32(rows.count - 1)
    rowLength[row] += 1
    columnLength[column] += 1
  }

  /// Removes the entries that have become zero, and ends the subtractions.
  mutating func close(_ row: Int) {
    var previous: Int32 = -1
    var e = firstInRow[row]
    while e >= 0 {
      let next = nextInRow[e]
      place[columns[e]] = -1
      if values[e].isSignificant {
        previous = e
      } else {
        unlink(e, of: row, after: previous)
        shorten(Int(columns[e]))
      }
      e = next
    }
    putInBucket(row)
  }

  private mutating func unlink(_ e: Int32, of row: Int, after previous: Int32) {
    if previous < 0 { firstInRow[row] = nextInRow[e] } else { nextInRow[previous] = nextInRow[e] }
    rows[e] = -1
    rowLength[row] -= 1
  }
}
