/// A square sparse matrix, stored row by row. A row may have several entries in one column if their sum is not a double.
struct MatrixRows: ~Copyable {
  private(set) var columns = Buffer<Int32>()
  private(set) var values = Buffer<Double>()
  /// The end of each row in `columns`.
  private var ends = Buffer<Int32>()

  /// The number of rows.
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

  static func == (a: borrowing MatrixRows, b: borrowing MatrixRows) -> Bool {
    a.ends.view.elementsEqual(b.ends.view) && a.columns.view.elementsEqual(b.columns.view)
      && a.values.view.elementsEqual(b.values.view)
  }

  /// Adds an entry to the last row, which is not ended yet.
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
