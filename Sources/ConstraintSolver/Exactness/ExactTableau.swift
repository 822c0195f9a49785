/// The rows as they are given, and the active ones factored, in numbers whose signs are certain: fractions, or checked ones.
///
/// With `B` the matrix of the active rows, a column of the tableau is `A B⁻¹ eⱼ` and a row of it `aᵢ B⁻¹`: a solve each.
struct ExactTableau<Value: Number>: SummingTableau, ~Copyable {

  let rowCount: Int
  let columnCount: Int
  private var constraintCount: Int { rowCount - columnCount }
  private var program: Program?
  /// By variable the constraints.
  private var occurrences = TermLists<Double>(count: 0) { _ in }
  /// At each place.
  private var active: [Int32]
  private var isActive: [Bool]
  private let basis: ExactBasis<Value>
  /// The last column read: its rows and coefficients.
  let columnRows: UnsafeMutablePointer<Int32>
  let columnValues: UnsafeMutablePointer<Value>
  private(set) var columnLength = 0
  /// What each constraint gains along a column: zero but while one is read.
  private let rate: UnsafeMutablePointer<Value>
  private let isTouched: UnsafeMutablePointer<Bool>
  var mayHaveCancelled: Bool { false }

  /// Fractions take what they take.
  static func room(rowCount: Int, columnCount: Int) -> (kept: Int, lent: Int) { (0, 0) }

  init(rowCount: Int, columnCount: Int, keeping kept: UnsafeMutableRawPointer) {
    self.rowCount = rowCount
    self.columnCount = columnCount
    let constraintCount = rowCount - columnCount
    active = (0..<columnCount).map { Int32(constraintCount + $0) }
    isActive = (0..<rowCount).map { $0 >= constraintCount }
    basis = ExactBasis(count: columnCount)
    columnRows = .allocate(capacity: rowCount)
    columnValues = .allocate(capacity: rowCount + constraintCount)
    columnValues.initialize(repeating: .zero, count: rowCount + constraintCount)
    rate = columnValues + rowCount
    isTouched = .allocate(capacity: constraintCount)
    isTouched.initialize(repeating: false, count: constraintCount)
  }

  deinit {
    occurrences.free()
    columnRows.deallocate()
    columnValues.deinitialize(count: rowCount + constraintCount)
    columnValues.deallocate()
    isTouched.deallocate()
  }

  mutating func load(_ program: Program) {
    self.program = program
    occurrences.free()
    occurrences = TermLists(count: columnCount) { take in
      for i in 0..<constraintCount {
        for e in program.terms(i) {
          take(Int(program.columns[e]), Term(index: Int32(i), value: program.coefficients[e]))
        }
      }
    }
  }

  // MARK: Rows

  func forEach(_ row: Int, _ body: (Int, Value) -> Void) {
    if isActive[row] { return }
    read(row)
    for j in basis.row.places where basis.row[Int(j)].isSignificant { body(Int(j), basis.row[Int(j)]) }
  }

  func coefficient(_ row: Int, _ column: Int) -> Value {
    if isActive[row] { return .zero }
    read(row)
    return basis.row[column]
  }

  func addRows(
    _ rows: UnsafeMutablePointer<Int32>, times factors: UnsafeMutablePointer<Int8>, count: Int,
    to sums: SparseVector<Value>
  ) {
    if count == 0 { return }
    if count == 1 {
      let factor = Value(Double(factors[0]))
      forEach(Int(rows[0])) { j, value in sums[j] = sums[j] + factor * value }
      return
    }
    for q in 0..<count { add(Int(rows[q]), times: Value(Double(factors[q]))) }
    basis.solveTransposed(reading: nil)
    for j in basis.row.places where basis.row[Int(j)].isSignificant { sums[Int(j)] = sums[Int(j)] + basis.row[Int(j)] }
  }

  private func read(_ row: Int) {
    // Mostly the last one is asked for again.
    if basis.rowRead == row { return }
    add(row, times: .one)
    basis.solveTransposed(reading: row)
  }

  /// Adds a multiple of a row to the functional that is to be solved for.
  private func add(_ row: Int, times factor: Value) {
    let functional = basis.functional
    guard row < constraintCount, let program else {
      functional[row - constraintCount] = functional[row - constraintCount] + factor
      return
    }
    for e in program.terms(row) {
      let v = Int(program.columns[e])
      functional[v] = functional[v] + factor * Value(program.coefficients[e])
    }
  }

  // MARK: Columns

  func variables(at residuals: UnsafeMutablePointer<Value>, _ values: UnsafeMutablePointer<Value>) {
    for j in 0..<columnCount where residuals[j].isSignificant { basis.right[j] = residuals[j] }
    basis.solve()
    values.update(from: basis.point.values, count: columnCount)
  }

  mutating func readColumn(_ column: Int) {
    basis.right[column] = .one
    readRates()
  }

  mutating func readSum(rate: (Int) -> Value?) {
    for j in 0..<columnCount {
      if let rate = rate(j) { basis.right[j] = rate }
    }
    readRates()
  }

  /// What the inactive rows gain at the point that belongs to the right side.
  private mutating func readRates() {
    basis.solve()
    columnLength = 0
    let point = basis.point
    for v in point.places where point[Int(v)].isSignificant {
      for term in occurrences[Int(v)] {
        let i = Int(term.index)
        if isActive[i] { continue }
        if !isTouched[i] {
          isTouched[i] = true
          columnRows[columnLength] = Int32(i)
          columnLength += 1
        }
        rate[i] = rate[i] + Value(term.value) * point[Int(v)]
      }
    }
    var kept = 0
    for q in 0..<columnLength {
      let i = Int(columnRows[q])
      if rate[i].isSignificant {
        (columnRows[kept], columnValues[kept]) = (Int32(i), rate[i])
        kept += 1
      }
      (rate[i], isTouched[i]) = (.zero, false)
    }
    for v in point.places where point[Int(v)].isSignificant && !isActive[constraintCount + Int(v)] {
      (columnRows[kept], columnValues[kept]) = (Int32(constraintCount) + v, point[Int(v)])
      kept += 1
    }
    columnLength = kept
  }

  // MARK: Exchanges

  mutating func pivot(column: Int, entering: Int, leaving: Int) {
    read(entering)
    basis.exchange(at: column)
    active[column] = Int32(entering)
    (isActive[leaving], isActive[entering]) = (false, true)
    if basis.isLong { factorize(active) }
  }

  mutating func activate(_ rows: UnsafeMutablePointer<Int32>) -> Bool {
    let rows = (0..<columnCount).map { rows[$0] }
    guard factorize(rows) else { return false }
    for row in active { isActive[Int(row)] = false }
    for row in rows { isActive[Int(row)] = true }
    active = rows
    return true
  }

  @discardableResult
  private func factorize(_ active: [Int32]) -> Bool {
    guard let program else { return false }
    var rows = MatrixRows()
    defer { rows.free() }
    for row in active {
      if Int(row) < constraintCount {
        for e in program.terms(Int(row)) { rows.append(program.columns[e], program.coefficients[e]) }
      } else {
        rows.append(row - Int32(constraintCount), 1)
      }
      rows.endRow()
    }
    return basis.factorize(rows)
  }
}

/// The inverse of the active rows: factors, and the exchanges since they were made, as in `FactoredBasis`.
private final class ExactBasis<N: Number> {
  private struct Exchange {
    var place: Int
    /// The entry at the place, of the row that entered, and all others.
    var pivot: N
    var others: [(place: Int, value: N)]
  }

  private let count: Int
  /// Of the active rows when they were last factored; nil: those were the variables' own, in order.
  private var factors: BasisFactors<N>?
  private var exchanges: [Exchange] = []
  private var entryCount = 0

  /// By place: what the active rows are to be. By variable: the point where they are.
  let right: SparseVector<N>
  let point: SparseVector<N>
  /// A combination of variables, and the same one of active rows, by place.
  let functional: SparseVector<N>
  let row: SparseVector<N>
  /// The number of the row that `row` tells; -1: none.
  private(set) var rowRead = -1

  init(count: Int) {
    self.count = count
    (right, point) = (SparseVector(count: count), SparseVector(count: count))
    (functional, row) = (SparseVector(count: count), SparseVector(count: count))
  }

  deinit {
    right.free(count: count)
    point.free(count: count)
    functional.free(count: count)
    row.free(count: count)
  }

  /// Whether new factors are worth while: they take what passing over the exchanges takes, by then.
  var isLong: Bool { entryCount + exchanges.count > count + 32 }

  /// Takes new factors in place of all exchanges. False, and nothing has changed: the rows define no point.
  func factorize(_ rows: MatrixRows) -> Bool {
    guard let next = BasisFactors<N>(rows) else { return false }
    factors = consume next
    exchanges.removeAll()
    entryCount = 0
    rowRead = -1
    return true
  }

  /// The row that `row` tells takes a place.
  func exchange(at place: Int) {
    rowRead = -1
    var others: [(place: Int, value: N)] = []
    for j in row.places where Int(j) != place && row[Int(j)].isSignificant { others.append((Int(j), row[Int(j)])) }
    entryCount += others.count
    exchanges.append(Exchange(place: place, pivot: row[place], others: others))
  }

  /// From the functional to the row, which has this number if it is one of the tableau's; clears the functional.
  func solveTransposed(reading number: Int?) {
    rowRead = number ?? -1
    row.removeAll()
    if factors != nil {
      factors!.solveTransposed(functional, row)
    } else {
      for variable in functional.places { row[Int(variable)] = functional[Int(variable)] }
    }
    functional.removeAll()
    for exchange in exchanges where row[exchange.place].isSignificant {
      let factor = row[exchange.place] / exchange.pivot
      row[exchange.place] = factor
      for other in exchange.others { row[other.place] = row[other.place] - factor * other.value }
    }
  }

  /// From the right side to the point; clears the right side.
  func solve() {
    point.removeAll()
    for exchange in exchanges.reversed() {
      var value = right[exchange.place]
      for other in exchange.others where right[other.place].isSignificant {
        value = value - other.value * right[other.place]
      }
      if value.isSignificant || right[exchange.place].isSignificant { right[exchange.place] = value / exchange.pivot }
    }
    if factors != nil {
      factors!.solve(right, point, dropping: .zero)
    } else {
      for place in right.places { point[Int(place)] = right[Int(place)] }
    }
    right.removeAll()
  }
}
