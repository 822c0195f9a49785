/// A tableau: every row of a block as a linear combination of its active rows. The rows are the constraints followed by
/// one row for each variable. At first the variables are active, so the tableau holds the constraints' own
/// coefficients.
protocol Tableau: ~Copyable {
  associatedtype Value: Number

  /// The bytes of memory that a tableau keeps, and that it borrows for each solve. Other code frees both.
  static func room(rowCount: Int, columnCount: Int) -> (kept: Int, lent: Int)
  init(rowCount: Int, columnCount: Int, keeping kept: UnsafeMutableRawPointer)
  /// Takes memory for the next solve. Other code may have overwritten it since the last one.
  mutating func borrow(_ lent: UnsafeMutableRawPointer)
  var rowCount: Int { get }
  var columnCount: Int { get }
  /// Loads the coefficients. Must be called first; the program must outlive the tableau.
  mutating func load(_ program: Program)
  func forEach(_ row: Int, _ body: (Int, Value) -> Void)
  func coefficient(_ row: Int, _ column: Int) -> Value
  /// Sets whether columns may leave out the rows of free variables. These rows have no cost before positions are settled (stage S5).
  mutating func skipFreeRows(_ skips: Bool)
  /// Whether columns leave out the rows of free variables.
  var skipsFreeRows: Bool { get }
  /// Adds rows, each times a factor, to one sum for each column.
  func addRows(
    _ rows: UnsafeMutablePointer<Int32>, times factors: UnsafeMutablePointer<Int8>, count: Int,
    to sums: SparseVector<Value>)
  /// Computes the value of each variable at the point where the active rows have these residuals (by place). The value of an active variable is zero.
  func variables(at residuals: UnsafeMutablePointer<Value>, _ values: UnsafeMutablePointer<Value>)
  /// Clears the mark of each inactive row that has an entry in any of the columns.
  mutating func clearMoving(_ marks: UnsafeMutablePointer<Bool>, columns: (Int) -> Bool)
  /// Whether rounding has spoiled the tableau.
  var isSpoiled: Bool { get }
  /// Gives back memory that only a solve of many pivots needed.
  mutating func compact()
  /// Gives back unused memory after the first solve.
  mutating func trim()
  /// Reads a column: the inactive rows that move when the active row at `column` leaves its bound, with their rates.
  mutating func readColumn(_ column: Int)
  var columnRows: UnsafeMutablePointer<Int32> { get }
  var columnValues: UnsafeMutablePointer<Value> { get }
  var columnLength: Int { get }
  /// Whether a subtraction may have left a tiny rounding error instead of zero, or zero instead of a tiny number.
  var mayHaveCancelled: Bool { get }
  /// Whether some entry is so small that it counts as zero, though it did not result from cancellation.
  var hasTinyEntries: Bool { get }
  /// Makes a row active at each place, all at once. Only before the first pivot. Returns false, and changes nothing, if
  /// it cannot.
  mutating func activate(_ rows: UnsafeMutablePointer<Int32>) -> Bool
  /// Makes `entering` active in place of `leaving` at `column`, the column read last.
  mutating func pivot(column: Int, entering: Int, leaving: Int)
}

extension Tableau where Self: ~Copyable {
  mutating func borrow(_ lent: UnsafeMutableRawPointer) {}
  mutating func activate(_ rows: UnsafeMutablePointer<Int32>) -> Bool { false }
  mutating func skipFreeRows(_ skips: Bool) {}
  var skipsFreeRows: Bool { false }
  var isSpoiled: Bool { false }
  mutating func compact() {}
  mutating func trim() {}
  var hasTinyEntries: Bool { false }

  mutating func clearMoving(_ marks: UnsafeMutablePointer<Bool>, columns: (Int) -> Bool) {
    for j in 0..<columnCount where columns(j) {
      readColumn(j)
      for q in 0..<columnLength { marks[Int(columnRows[q])] = false }
    }
  }

  @inline(__always)
  func addRows(
    _ rows: UnsafeMutablePointer<Int32>, times factors: UnsafeMutablePointer<Int8>, count: Int,
    to sums: SparseVector<Value>
  ) {
    for q in 0..<count {
      let factor = Value(Double(factors[q]))
      forEach(Int(rows[q])) { j, value in sums[j] = sums[j] + factor * value }
    }
  }

  @inline(__always)
  func variables(at residuals: UnsafeMutablePointer<Value>, _ values: UnsafeMutablePointer<Value>) {
    let first = rowCount - columnCount
    for v in 0..<columnCount {
      var sum = Value.zero
      forEach(first + v) { j, value in sum = sum + value * residuals[j] }
      values[v] = sum
    }
  }
}
