/// Only the coefficients that are not zero, row by row, with the rows of each column beside them: for fractions.
struct SparseTableau<N: Number>: Tableau, ~Copyable {
  typealias Value = N

  struct Entry {
    var column: Int32
    var value: N
  }

  private struct Row {
    var entries: UnsafeMutablePointer<Entry>
    var count: Int32
    var capacity: Int32
  }

  /// Rows that may have an entry in a column: a superset, cleaned when the column is read.
  private struct Column {
    var rows: UnsafeMutablePointer<Int32>
    var count: Int32
    var capacity: Int32
  }

  let rowCount: Int
  let columnCount: Int
  private let rows: UnsafeMutablePointer<Row>
  private let columns: UnsafeMutablePointer<Column>
  private let isMarked: UnsafeMutablePointer<Bool>
  /// The last column read: its rows and coefficients.
  private(set) var columnRows: UnsafeMutablePointer<Int32>
  private(set) var columnValues: UnsafeMutablePointer<N>
  private(set) var columnLength = 0
  var sawCancellation: Bool { false }
  /// For each column, where the pivot row has it; -1 elsewhere.
  private let place: UnsafeMutablePointer<Int32>

  /// Fractions take what they take.
  static func room(rowCount: Int, columnCount: Int) -> (kept: Int, lent: Int) { (0, 0) }

  init(rowCount: Int, columnCount: Int, keeping kept: UnsafeMutableRawPointer) {
    self.rowCount = rowCount
    self.columnCount = columnCount
    rows = .allocate(capacity: rowCount)
    columns = .allocate(capacity: columnCount)
    isMarked = .allocate(capacity: rowCount)
    isMarked.initialize(repeating: false, count: rowCount)
    columnRows = .allocate(capacity: rowCount)
    columnValues = .allocate(capacity: rowCount)
    place = .allocate(capacity: columnCount)
    place.initialize(repeating: -1, count: columnCount)
    for i in 0..<rowCount {
      (rows + i).initialize(to: Row(entries: .allocate(capacity: 4), count: 0, capacity: 4))
    }
    for j in 0..<columnCount {
      (columns + j).initialize(to: Column(rows: .allocate(capacity: 4), count: 0, capacity: 4))
    }
  }

  deinit {
    for i in 0..<rowCount {
      rows[i].entries.deinitialize(count: Int(rows[i].count))
      rows[i].entries.deallocate()
    }
    for j in 0..<columnCount { columns[j].rows.deallocate() }
    columnValues.deinitialize(count: columnLength)
    rows.deallocate()
    columns.deallocate()
    isMarked.deallocate()
    columnRows.deallocate()
    columnValues.deallocate()
    place.deallocate()
  }

  @inline(__always)
  func entries(_ row: Int) -> UnsafeMutableBufferPointer<Entry> {
    UnsafeMutableBufferPointer(start: rows[row].entries, count: Int(rows[row].count))
  }

  @inline(__always)
  func forEach(_ row: Int, _ body: (Int, N) -> Void) {
    for entry in entries(row) { body(Int(entry.column), entry.value) }
  }

  func coefficient(_ row: Int, _ column: Int) -> N {
    for entry in entries(row) where Int(entry.column) == column { return entry.value }
    return N.zero
  }

  mutating func load(_ program: Program) { program.forEachCoefficient { append($0, $1, $2) } }

  mutating func append(_ row: Int, _ column: Int, _ value: N) {
    if rows[row].count == rows[row].capacity { grow(row) }
    (rows[row].entries + Int(rows[row].count)).initialize(to: Entry(column: Int32(column), value: value))
    rows[row].count += 1
    note(row, column)
  }

  private mutating func grow(_ row: Int) {
    let capacity = rows[row].capacity * 2
    let entries = UnsafeMutablePointer<Entry>.allocate(capacity: Int(capacity))
    entries.moveInitialize(from: rows[row].entries, count: Int(rows[row].count))
    rows[row].entries.deallocate()
    rows[row].entries = entries
    rows[row].capacity = capacity
  }

  private mutating func note(_ row: Int, _ column: Int) {
    if columns[column].count == columns[column].capacity {
      let capacity = columns[column].capacity * 2
      let list = UnsafeMutablePointer<Int32>.allocate(capacity: Int(capacity))
      list.moveInitialize(from: columns[column].rows, count: Int(columns[column].count))
      columns[column].rows.deallocate()
      columns[column].rows = list
      columns[column].capacity = capacity
    }
    columns[column].rows[Int(columns[column].count)] = Int32(row)
    columns[column].count += 1
  }

  mutating func readColumn(_ column: Int) {
    columnValues.deinitialize(count: columnLength)
    columnLength = 0
    let list = columns[column].rows
    var kept = 0
    for q in 0..<Int(columns[column].count) {
      let row = Int(list[q])
      if isMarked[row] { continue }
      for entry in entries(row) where Int(entry.column) == column {
        isMarked[row] = true
        list[kept] = Int32(row)
        kept += 1
        columnRows[columnLength] = Int32(row)
        (columnValues + columnLength).initialize(to: entry.value)
        columnLength += 1
        break
      }
    }
    columns[column].count = Int32(kept)
    for q in 0..<kept { isMarked[Int(list[q])] = false }
  }

  mutating func pivot(column: Int, entering: Int, leaving: Int) {
    let pivotRow = entries(entering)
    var inverse = N.one
    for (q, entry) in pivotRow.enumerated() {
      place[Int(entry.column)] = Int32(q)
      if Int(entry.column) == column { inverse = N.one / entry.value }
    }
    for q in 0..<columnLength {
      let row = Int(columnRows[q])
      if row == entering { continue }
      let factor = columnValues[q] * inverse
      var kept = 0
      let base = rows[row].entries
      let count = Int(rows[row].count)
      var matched = 0
      for e in 0..<count {
        let c = Int(base[e].column)
        let at = Int(place[c])
        if at < 0 {
          if kept != e { base[kept] = base[e] }
          kept += 1
          continue
        }
        if c == column {
          base[kept] = Entry(column: Int32(c), value: factor)
          kept += 1
          matched += 1
          place[c] = -Int32(at) - 2
          continue
        }
        matched += 1
        place[c] = -Int32(at) - 2
        let value = base[e].value - factor * pivotRow[at].value
        if value.isSignificant {
          base[kept] = Entry(column: Int32(c), value: value)
          kept += 1
        }
      }
      (base + kept).deinitialize(count: count - kept)
      rows[row].count = Int32(kept)
      if matched < pivotRow.count {
        for entry in pivotRow {
          let c = Int(entry.column)
          if place[c] >= 0 { append(row, c, -(factor * entry.value)) } else { place[c] = -place[c] - 2 }
        }
      } else {
        for entry in pivotRow { place[Int(entry.column)] = -place[Int(entry.column)] - 2 }
      }
    }
    for entry in pivotRow {
      let c = Int(entry.column)
      place[c] = -1
      append(leaving, c, c == column ? inverse : -(entry.value * inverse))
    }
    rows[entering].entries.deinitialize(count: Int(rows[entering].count))
    rows[entering].count = 0
  }
}
