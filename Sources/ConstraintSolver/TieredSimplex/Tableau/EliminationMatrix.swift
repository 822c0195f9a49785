/// The rest of a matrix that is being eliminated: entries that are linked by row and by column.
struct EliminationMatrix<N: Number>: ~Copyable {
  /// Of each entry; the row is -1 for one that is gone.
  var rows = Buffer<Int32>()
  var columns = Buffer<Int32>()
  var values = Buffer<N>()
  var nextInRow = Buffer<Int32>()
  var nextInColumn = Buffer<Int32>()
  var firstInRow = Buffer<Int32>()
  var firstInColumn = Buffer<Int32>()
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
    fill(&shelf, -1, EliminationMatrix.shelfCount)
    singles.removeAll()
    shelves.removeAll()
    shelves.reserve(2 * count)
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
    for length in 0..<shelf.count {
      while shelf[length] >= 0 {
        let (row, next) = shelves[shelf[length]]
        shelf[length] = next
        if min(Int(rowLength[row]), shelf.count - 1) == length { return Int(row) }
      }
    }
    return nil
  }

  /// Takes the pivot's row out; its links stay.
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

  /// Prepares a row for subtractions, and takes the pivot column's entry out.
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

  /// Drops what has become nothing.
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
    putOnShelf(row)
  }

  private mutating func unlink(_ e: Int32, of row: Int, after previous: Int32) {
    if previous < 0 { firstInRow[row] = nextInRow[e] } else { nextInRow[previous] = nextInRow[e] }
    rows[e] = -1
    rowLength[row] -= 1
  }
}
