/// Every row of a block written as a combination of its active rows.
///
/// The rows are the constraints followed by one row for each variable. At first the variables are active, so the
/// tableau is the constraints' own coefficients.
protocol Tableau: ~Copyable {
  associatedtype Value: Number

  /// How many bytes of memory that others free it keeps, and how many it must be lent for each solve.
  static func room(rowCount: Int, columnCount: Int) -> (kept: Int, lent: Int)
  init(rowCount: Int, columnCount: Int, keeping kept: UnsafeMutableRawPointer)
  /// Works in memory that others have used since.
  mutating func borrow(_ lent: UnsafeMutableRawPointer)
  var rowCount: Int { get }
  var columnCount: Int { get }
  /// Takes over the coefficients, before anything else. The program may be read as long as there is a tableau.
  mutating func load(_ program: Program)
  func forEach(_ row: Int, _ body: (Int, Value) -> Void)
  func coefficient(_ row: Int, _ column: Int) -> Value
  /// Columns may leave out the rows of free variables, which cost nothing before positions are settled; or must have them again.
  mutating func skipFreeRows(_ skips: Bool)
  /// Whether they do.
  var skipsFreeRows: Bool { get }
  /// Adds rows, each times a factor, to a sum for each column.
  func addRows(
    _ rows: UnsafeMutablePointer<Int32>, times factors: UnsafeMutablePointer<Int8>, count: Int,
    to sums: SparseVector<Value>)
  /// Returns the value of each variable where the active rows have these residuals, by place; zero for a variable that is active.
  func variables(at residuals: UnsafeMutablePointer<Value>, _ values: UnsafeMutablePointer<Value>)
  /// Clears the mark of each inactive row that has an entry in any of the columns.
  mutating func clearMoving(_ marks: UnsafeMutablePointer<Bool>, columns: (Int) -> Bool)
  /// Rounding has spoiled what it knows.
  var isSpoiled: Bool { get }
  /// A solve of many exchanges is over: gives back the room that only they needed.
  mutating func compact()
  /// The first solve is over: gives back the room that is not in use.
  mutating func trim()
  /// Gathers the inactive rows that move when the active row at `column` leaves its bound, with their rates.
  mutating func readColumn(_ column: Int)
  var columnRows: UnsafeMutablePointer<Int32> { get }
  var columnValues: UnsafeMutablePointer<Value> { get }
  var columnLength: Int { get }
  /// Whether a subtraction may have left so little that rounding has made it, or have hidden that it left any.
  var mayHaveCancelled: Bool { get }
  /// Whether an entry came out so small that it counts as nothing, though no cancellation made it.
  var hasFaintEntries: Bool { get }
  /// Before the first exchange: makes a row active at each place, all at once. False, and nothing has changed: it cannot.
  mutating func activate(_ rows: UnsafeMutablePointer<Int32>) -> Bool
  /// Row `entering` takes the place of the active row `leaving` at `column`, the column read last.
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
  var hasFaintEntries: Bool { false }

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
