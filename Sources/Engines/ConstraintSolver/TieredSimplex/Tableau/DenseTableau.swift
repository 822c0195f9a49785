/// A tableau in one matrix: the fastest for a few variables.
struct DenseTableau: Tableau, ~Copyable {
  typealias Value = Double

  private let size: (rows: Int32, columns: Int32)
  var rowCount: Int { Int(size.rows) }
  var columnCount: Int { Int(size.columns) }
  private let values: UnsafeMutablePointer<Double>
  /// For each row, the first row with the same left side.
  private let firstDuplicate: UnsafeMutablePointer<Int32>
  private(set) var columnValues: UnsafeMutablePointer<Double>
  private(set) var columnRows: UnsafeMutablePointer<Int32>
  private(set) var columnLength = 0
  private(set) var flags = EntryFlags()
  var mayHaveCancelled: Bool { flags.sawCancellation }
  var hasTinyEntries: Bool { flags.hasTinyEntries }

  /// What rounding may have done to the tableau's entries: whether terms have cancelled, and whether some entry is tiny. In either case, exact
  /// numbers have to confirm the result.
  struct EntryFlags: BitwiseCopyable {
    /// Whether the tableau looks for cancellations and knows which rows are duplicates.
    fileprivate var watches = false
    fileprivate(set) var sawCancellation = false
    fileprivate(set) var hasTinyEntries = false
  }

  static func room(rowCount: Int, columnCount: Int) -> (kept: Int, lent: Int) {
    (Arena.aligned(rowCount * (columnCount * 8 + 4)), Arena.aligned(rowCount * 12))
  }

  init(rowCount: Int, columnCount: Int, keeping kept: UnsafeMutableRawPointer) {
    self.init(rowCount: rowCount, columnCount: columnCount, resuming: EntryFlags(), keeping: kept)
    values.initialize(repeating: 0, count: rowCount * columnCount)
  }

  /// Makes a tableau again from the memory that an earlier one kept, with the flags that it had.
  init(rowCount: Int, columnCount: Int, resuming flags: EntryFlags, keeping kept: UnsafeMutableRawPointer) {
    size = (Int32(rowCount), Int32(columnCount))
    var arena = Arena(kept)
    (values, firstDuplicate) = (arena.take(rowCount * columnCount), arena.take(rowCount))
    self.flags = flags
    var nowhere = Arena.nowhere
    (columnValues, columnRows) = (nowhere.take(0), nowhere.take(0))
  }

  mutating func borrow(_ lent: UnsafeMutableRawPointer) {
    var arena = Arena(lent)
    (columnValues, columnRows) = (arena.take(rowCount), arena.take(rowCount))
  }

  /// Loads a program whose rows have no repeated variables.
  mutating func load(_ program: Program) {
    for row in 0..<program.rowCount {
      for e in program.terms(row) { append(row, Int(program.columns[e]), program.coefficients[e]) }
    }
  }

  @inline(__always)
  mutating func append(_ row: Int, _ column: Int, _ value: Double) { values[row * columnCount + column] = value }

  @inline(__always)
  func forEach(_ row: Int, _ body: (Int, Double) -> Void) {
    let base = values + row * columnCount
    for j in 0..<columnCount where base[j] != 0 { body(j, base[j]) }
  }

  @inline(__always)
  func coefficient(_ row: Int, _ column: Int) -> Double { values[row * columnCount + column] }

  /// Looks for cancellations from now on, and finds rows with the same left side, which need no subtraction. Must be called before the first pivot.
  mutating func watch() {
    flags.watches = true
    for row in 0..<rowCount { firstDuplicate[row] = Int32((0..<row).first { isSame(row, $0) } ?? row) }
  }

  /// A row's coefficient before the first pivot. At that time the rows of variables are active, and have no entries.
  @inline(__always)
  private func firstCoefficient(_ row: Int, _ column: Int) -> Double {
    let variable = row - (rowCount - columnCount)
    return variable < 0 ? values[row * columnCount + column] : variable == column ? 1 : 0
  }

  private func isSame(_ row: Int, _ other: Int) -> Bool {
    for j in 0..<columnCount where firstCoefficient(row, j) != firstCoefficient(other, j) { return false }
    return true
  }

  @inline(__always)
  private func isDuplicate(_ row: Int, of other: Int) -> Bool {
    flags.watches && firstDuplicate[row] == firstDuplicate[other]
  }

  mutating func readColumn(_ column: Int) {
    var length = 0
    for i in 0..<rowCount {
      let value = values[i * columnCount + column]
      if value != 0 {
        columnRows[length] = Int32(i)
        columnValues[length] = value
        length += 1
      }
    }
    columnLength = length
  }

  mutating func pivot(column: Int, entering: Int, leaving: Int) {
    let n = columnCount
    let pivotRow = values + entering * n
    let inverse = 1 / pivotRow[column]
    for q in 0..<columnLength {
      let row = Int(columnRows[q])
      if row == entering { continue }
      let base = values + row * n
      let factor = columnValues[q] * inverse
      if isDuplicate(row, of: entering) {
        base.update(repeating: 0, count: n)
        base[column] = 1
        continue
      }
      for j in 0..<n where pivotRow[j] != 0 {
        let value = base[j] - factor * pivotRow[j]
        if value.isLeftover(of: base[j]) {
          // The pivot's own column is written below.
          if j != column, flags.watches { flags.sawCancellation = true }
        } else {
          note(value)
        }
        base[j] = value.isSignificant ? value : 0
      }
      base[column] = factor
      note(factor)
    }
    let base = values + leaving * n
    for j in 0..<n {
      base[j] = pivotRow[j] == 0 ? 0 : -pivotRow[j] * inverse
      note(base[j])
      pivotRow[j] = 0
    }
    base[column] = inverse
  }

  @inline(__always)
  private mutating func note(_ entry: Double) {
    if entry != 0, entry.rateSign == 0 { flags.hasTinyEntries = true }
  }
}
