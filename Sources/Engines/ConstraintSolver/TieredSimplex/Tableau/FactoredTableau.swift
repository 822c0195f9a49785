import SceneModel

/// A tableau that is not stored: the rows as given, and a factorisation of the active rows (revised simplex). Used for blocks whose tableau would
/// fill in, and for numbers whose signs are reliable (`CertainNumber`). With `B` the matrix of the active rows, a column of the tableau is `A B⁻¹
/// eⱼ` and a row is `aᵢ B⁻¹`: one sparse solve each.
struct FactoredTableau<Value: Number>: SummingTableau, ~Copyable {

  let rowCount: Int
  let columnCount: Int
  private let constraintCount: Int
  private var program: Program?
  /// The constraints that contain each variable.
  private var occurrences = TermLists<Double>(count: 0) { _ in }
  private let isFree: UnsafeMutablePointer<Bool>
  private(set) var skipsFreeRows = false
  /// The active row at each place.
  private let active: UnsafeMutablePointer<Int32>
  private let isActive: UnsafeMutablePointer<Bool>
  /// The factors; a pointer, because reading changes their working memory although `self` is not mutating.
  private let basis: UnsafeMutablePointer<FactoredBasis<Value>>
  /// The rows of the column, or sum of columns, that was read last.
  let columnRows: UnsafeMutablePointer<Int32>
  private let gains: Buffer<Value>
  var columnValues: UnsafeMutablePointer<Value> { gains.base }
  private(set) var columnLength = 0
  /// Whether a sum of doubles may look like zero without being zero: some coefficient is not a short binary fraction.
  var isDelicate = false
  var mayHaveCancelled: Bool { isDelicate }
  var hasTinyEntries: Bool { basis.pointee.sawTinyNumber }
  /// The rate of each constraint; zero except while a column is read.
  private let rate: Buffer<Value>
  private let isTouched: UnsafeMutablePointer<Bool>

  static func room(rowCount: Int, columnCount: Int) -> (kept: Int, lent: Int) {
    (kept: Arena.aligned((rowCount + columnCount) * 4 + 2 * rowCount), lent: 0)
  }

  init(rowCount: Int, columnCount: Int, keeping kept: UnsafeMutableRawPointer) {
    self.rowCount = rowCount
    self.columnCount = columnCount
    let (m, n) = (rowCount - columnCount, columnCount)
    constraintCount = m
    rate = Buffer(repeating: .zero, count: m)
    gains = Buffer(repeating: .zero, count: rowCount)
    var arena = Arena(kept)
    active = arena.take(n)
    columnRows = arena.take(rowCount)
    isTouched = arena.take(m)
    isTouched.initialize(repeating: false, count: m)
    isActive = arena.take(rowCount)
    isFree = arena.take(n)
    isActive.initialize(repeating: false, count: rowCount)
    for j in 0..<n {
      active[j] = Int32(m + j)
      isActive[m + j] = true
    }
    arena.align()
    assert(arena.rest == kept + Self.room(rowCount: rowCount, columnCount: n).kept)
    basis = .allocate(capacity: 1)
    basis.initialize(to: FactoredBasis(count: n))
  }

  deinit {
    basis.deinitialize(count: 1)
    basis.deallocate()
  }

  /// Loads a program. For doubles, no row may contain a variable twice, because the sum of its coefficients need not be a double.
  mutating func load(_ program: Program) {
    self.program = program
    for v in 0..<columnCount { isFree[v] = !program.isNonNegative[v] }
    occurrences = TermLists(count: columnCount) { take in
      for i in 0..<constraintCount {
        forEachTerm(i) { take($0, Term(index: Int32(i), value: $1)) }
      }
    }
  }

  var isSpoiled: Bool { basis.pointee.isSpoiled }

  // MARK: Rows

  @inline(__always)
  func forEach(_ row: Int, _ body: (Int, Value) -> Void) {
    if isActive[row] { return }
    read(row)
    let read = basis.pointee.row
    for place in read.places where basis.pointee.isSignificant(read.values[Int(place)]) {
      body(Int(place), read.values[Int(place)])
    }
  }

  func coefficient(_ row: Int, _ column: Int) -> Value {
    if isActive[row] { return .zero }
    read(row)
    let value = basis.pointee.row.values[column]
    return value.isSignificant ? value : .zero
  }

  private func read(_ row: Int) {
    // The row that was read last is usually needed again.
    if basis.pointee.rowRead == row { return }
    add(row, times: .one)
    basis.pointee.solveTransposed()
    basis.pointee.rowRead = row
  }

  func addRows(
    _ rows: UnsafeMutablePointer<Int32>, times factors: UnsafeMutablePointer<Int8>, count: Int,
    to sums: SparseVector<Value>
  ) {
    if count == 0 { return }
    var factor = Value.one
    if count == 1 {
      read(Int(rows[0]))
      factor = Value(Double(factors[0]))
    } else {
      for q in 0..<count { add(Int(rows[q]), times: Value(Double(factors[q]))) }
      basis.pointee.solveTransposed()
    }
    let read = basis.pointee.row
    for place in read.places where basis.pointee.isSignificant(read.values[Int(place)]) {
      sums[Int(place)] = sums[Int(place)] + factor * read.values[Int(place)]
    }
  }

  /// Adds a multiple of a row to the basis's `functional`, the linear form to be written as a sum of active rows.
  @inline(__always)
  private func add(_ row: Int, times factor: Value) {
    let functional = basis.pointee.functional
    forEachTerm(row) { functional[$0] = functional[$0] + factor * Value($1) }
  }

  @inline(__always)
  private func forEachTerm(_ row: Int, _ body: (_ index: Int, _ coefficient: Double) -> Void) {
    guard row < constraintCount else { return body(row - constraintCount, 1) }
    for e in program!.terms(row) { body(Int(program!.columns[e]), program!.coefficients[e]) }
  }

  // MARK: Columns

  func variables(at residuals: UnsafeMutablePointer<Value>, _ values: UnsafeMutablePointer<Value>) {
    for j in 0..<columnCount where residuals[j].exceeds(.zero) { basis.pointee.right[j] = residuals[j] }
    basis.pointee.solve(dropping: .zero)
    values.update(from: basis.pointee.point.values, count: columnCount)
  }

  /// Sets whether columns leave out free rows. It has no effect in exact numbers, where the point is never computed anew.
  mutating func skipFreeRows(_ skips: Bool) { skipsFreeRows = skips && !Value.isExact }

  mutating func readColumn(_ column: Int) {
    basis.pointee.right[column] = .one
    readRates(withFreeRows: !skipsFreeRows)
  }

  /// Clears the marks of rows that move, by two sums of the columns with random factors. The entries of a row that
  /// moves cancel in one sum with a chance of about 2⁻³⁰, and in both with about 2⁻⁶⁰.
  mutating func clearMoving(_ marks: UnsafeMutablePointer<Bool>, columns: (Int) -> Bool) {
    var chance = Entropy(seed: 1)
    for _ in 0..<2 {
      for j in 0..<columnCount where columns(j) {
        basis.pointee.right[j] = Value(1 + Double(chance.next() >> 12) * 0x1p-52)
      }
      readRates(withFreeRows: true)
      for q in 0..<columnLength { marks[Int(columnRows[q])] = false }
    }
  }

  mutating func readSum(rate: (Int) -> Value?) {
    for j in 0..<columnCount {
      if let rate = rate(j) { basis.pointee.right[j] = rate }
    }
    readRates(withFreeRows: true)
  }

  /// Solves the equations of the active rows for the right side, and computes each inactive row's rate at the solution.
  private mutating func readRates(withFreeRows: Bool) {
    basis.pointee.solve(dropping: .negligible)
    let point = basis.pointee.point
    var touched = 0
    for place in point.places where basis.pointee.isSignificant(point.values[Int(place)]) {
      let value = point.values[Int(place)]
      for term in occurrences[Int(place)] {
        let i = Int(term.index)
        if isActive[i] { continue }
        if !isTouched[i] {
          isTouched[i] = true
          columnRows[touched] = Int32(i)
          touched += 1
        }
        rate[i] = rate[i] + Value(term.value) * value
      }
    }
    columnLength = 0
    for q in 0..<touched {
      let i = Int(columnRows[q])
      if basis.pointee.isSignificant(rate[i]) { note(i, rate[i]) }
      (rate[i], isTouched[i]) = (.zero, false)
    }
    for place in point.places where (withFreeRows || !isFree[Int(place)]) && point.values[Int(place)].isSignificant {
      if !isActive[constraintCount + Int(place)] { note(constraintCount + Int(place), point.values[Int(place)]) }
    }
  }

  @inline(__always)
  private mutating func note(_ row: Int, _ value: Value) {
    columnRows[columnLength] = Int32(row)
    columnValues[columnLength] = value
    columnLength += 1
  }

  // MARK: Pivots

  mutating func pivot(column: Int, entering: Int, leaving: Int) {
    read(entering)
    basis.pointee.pivot(at: column)
    active[column] = Int32(entering)
    (isActive[leaving], isActive[entering]) = (false, true)
    if basis.pointee.isLong { factorize() }
  }

  mutating func activate(_ rows: UnsafeMutablePointer<Int32>) -> Bool {
    activateEach { rows[$0] }
    if factorize() { return true }
    let first = constraintCount
    activateEach { Int32(first + $0) }
    return false
  }

  private mutating func activateEach(_ row: (_ place: Int) -> Int32) {
    for j in 0..<columnCount { isActive[Int(active[j])] = false }
    for j in 0..<columnCount {
      active[j] = row(j)
      isActive[Int(active[j])] = true
    }
    basis.pointee.rowRead = -1
  }

  mutating func compact() {
    if basis.pointee.hasEtas { factorize() }
    basis.pointee.compact()
  }

  mutating func trim() { basis.pointee.trim() }

  /// Factors the active rows. If rounding leaves no pivot, the eta file stays in use and the caller checks the result.
  @discardableResult
  private mutating func factorize() -> Bool {
    var rows = MatrixRows()
    for j in 0..<columnCount {
      forEachTerm(Int(active[j])) { rows.append(Int32($0), $1) }
      rows.endRow()
    }
    return basis.pointee.factorize(rows)
  }
}
