import SceneModel

/// The rows as they are given, and the active ones factored: for blocks whose tableau would fill in.
///
/// With `B` the matrix of the active rows, a column of the tableau is `A B⁻¹ eⱼ` and a row of it `aᵢ B⁻¹`: a sparse solve each.
struct FactoredTableau: SummingTableau, ~Copyable {
  typealias Value = Double

  let rowCount: Int
  let columnCount: Int
  private let constraintCount: Int
  private var program: Program?
  /// Where positions are told from one another, the distances of each constraint; elsewhere the program's own rows do.
  private var constraints = TermLists<Double>(count: 0) { _ in }
  /// By distance, or variable, the constraints that it stands in.
  private var occurrences = TermLists<Double>(count: 0) { _ in }
  private var positions: RelativePositions? { basis.pointee.positions }
  private let isFree: UnsafeMutablePointer<Bool>
  private(set) var skipsFreeRows = false
  /// At each place.
  private let active: UnsafeMutablePointer<Int32>
  private let isActive: UnsafeMutablePointer<Bool>
  /// Behind a pointer: reading changes nothing but room to work in.
  private let basis: UnsafeMutablePointer<FactoredBasis>
  /// Of what was read last, a column or a sum of several.
  private(set) var columnRows: UnsafeMutablePointer<Int32>
  private(set) var columnValues: UnsafeMutablePointer<Double>
  private(set) var columnLength = 0
  /// Some coefficient has no short binary fraction: any sum may hide that it is not quite zero.
  var isDelicate = false
  var mayHaveCancelled: Bool { isDelicate }
  var hasFaintEntries: Bool { basis.pointee.sawFaintNumber }
  /// What each constraint gains: zero but while a column is read.
  private let rate: UnsafeMutablePointer<Double>
  private let isTouched: UnsafeMutablePointer<Bool>
  /// How the variables move along a column.
  private var moves: UnsafeMutablePointer<Double>

  static func room(rowCount: Int, columnCount: Int) -> (kept: Int, lent: Int) {
    let constraintCount = rowCount - columnCount
    return (
      kept: Arena.aligned(constraintCount * 9 + columnCount * 4 + rowCount + columnCount),
      lent: Arena.aligned((rowCount + columnCount) * 8 + rowCount * 4)
    )
  }

  init(rowCount: Int, columnCount: Int, keeping kept: UnsafeMutableRawPointer) {
    self.rowCount = rowCount
    self.columnCount = columnCount
    let (m, n) = (rowCount - columnCount, columnCount)
    constraintCount = m
    var arena = Arena(kept)
    rate = arena.take(m)
    rate.initialize(repeating: 0, count: m)
    active = arena.take(n)
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
    var nowhere = Arena.nowhere
    (columnValues, columnRows, moves) = (nowhere.take(0), nowhere.take(0), nowhere.take(0))
    basis = .allocate(capacity: 1)
    basis.initialize(to: FactoredBasis(count: n))
  }

  mutating func borrow(_ lent: UnsafeMutableRawPointer) {
    var arena = Arena(lent)
    (columnValues, moves, columnRows) = (arena.take(rowCount), arena.take(columnCount), arena.take(rowCount))
    arena.align()
    assert(arena.rest == lent + Self.room(rowCount: rowCount, columnCount: columnCount).lent)
  }

  deinit {
    constraints.free()
    occurrences.free()
    basis.pointee.free()
    basis.deallocate()
  }

  /// The program must have no coefficients in parts: their sum is no double.
  mutating func load(_ program: Program) {
    self.program = program
    for v in 0..<columnCount { isFree[v] = !program.isNonNegative[v] }
    if columnCount > FactoredTableau.fewVariables { relate(program) }
    occurrences = TermLists(count: columnCount) { take in
      for i in 0..<constraintCount {
        forEachTerm(i) { take($0, Term(index: Int32(i), value: $1)) }
      }
    }
  }

  /// Writes the constraints in distances, unless that takes too many terms or none is told from another.
  private mutating func relate(_ program: Program) {
    let positions = RelativePositions(program)
    let most = FactoredTableau.mostGrowth * program.termCount
    var related: [(owner: Int32, term: Term<Double>)] = []
    related.reserveCapacity(most)
    if positions.areAnchored {
      let sum = basis.pointee.functional.values
      var pending = NodeSet()
      defer { pending.free() }
      for i in 0..<constraintCount where related.count <= most {
        positions.relate(program, i, sum, &pending) { related.append((Int32(i), $0)) }
      }
    }
    guard positions.areAnchored, related.count <= most else {
      positions.free()
      return
    }
    constraints = TermLists(count: constraintCount) { take in
      for (owner, term) in related { take(Int(owner), term) }
    }
    basis.pointee.positions = positions
  }

  /// Distances that take more terms than so many times the variables' cost more than they save.
  private static let mostGrowth = 2
  /// Up to so many, what is stacked is short anyway.
  private static let fewVariables = 128

  var isSpoiled: Bool { basis.pointee.isSpoiled }

  // MARK: Rows

  @inline(__always)
  func forEach(_ row: Int, _ body: (Int, Double) -> Void) {
    if isActive[row] { return }
    read(row)
    let read = basis.pointee.row
    for place in read.places where basis.pointee.isSignificant(read.values[Int(place)]) {
      body(Int(place), read.values[Int(place)])
    }
  }

  func coefficient(_ row: Int, _ column: Int) -> Double {
    if isActive[row] { return 0 }
    read(row)
    let value = basis.pointee.row.values[column]
    return value.isSignificant ? value : 0
  }

  private func read(_ row: Int) {
    // Mostly the last one is asked for again.
    if basis.pointee.rowRead == row { return }
    add(row, times: 1)
    basis.pointee.solveTransposed()
    basis.pointee.rowRead = row
  }

  func addRows(
    _ rows: UnsafeMutablePointer<Int32>, times factors: UnsafeMutablePointer<Int8>, count: Int,
    to sums: SparseVector<Double>
  ) {
    if count == 0 { return }
    var factor = 1.0
    if count == 1 {
      read(Int(rows[0]))
      factor = Double(factors[0])
    } else {
      for q in 0..<count { add(Int(rows[q]), times: Double(factors[q])) }
      basis.pointee.solveTransposed()
    }
    let read = basis.pointee.row
    for place in read.places where basis.pointee.isSignificant(read.values[Int(place)]) {
      sums[Int(place)] += factor * read.values[Int(place)]
    }
  }

  /// Adds a multiple of a row to the functional that is to be solved for.
  @inline(__always)
  private func add(_ row: Int, times factor: Double) {
    forEachTerm(row) { index, coefficient in basis.pointee.functional[index] += factor * coefficient }
  }

  /// The row, written in distances where there are any.
  @inline(__always)
  private func forEachTerm(_ row: Int, _ body: (_ index: Int, _ coefficient: Double) -> Void) {
    if row < constraintCount {
      if positions == nil, let program {
        for e in program.terms(row) { body(Int(program.columns[e]), program.coefficients[e]) }
      } else {
        for term in constraints[row] { body(Int(term.index), term.value) }
      }
    } else if let positions {
      positions.forEachDistance(of: row - constraintCount) { body($0, 1) }
    } else {
      body(row - constraintCount, 1)
    }
  }

  // MARK: Columns

  func variables(at residuals: UnsafeMutablePointer<Double>, _ values: UnsafeMutablePointer<Double>) {
    for j in 0..<columnCount where residuals[j] != 0 { basis.pointee.right[j] += residuals[j] }
    basis.pointee.solve(dropping: 0)
    values.update(from: basis.pointee.point.values, count: columnCount)
    positions?.place(values)
  }

  mutating func skipFreeRows(_ skips: Bool) { skipsFreeRows = skips }

  mutating func readColumn(_ column: Int) {
    basis.pointee.right[column] += 1
    readRates(withFreeRows: !skipsFreeRows)
  }

  /// Reads two sums of the columns, each column times a number of chance: where a row has entries, they cancel in a sum
  /// once in a thousand million times, and in both never.
  mutating func clearMoving(_ marks: UnsafeMutablePointer<Bool>, columns: (Int) -> Bool) {
    var chance = Entropy(seed: 1)
    for _ in 0..<2 {
      for j in 0..<columnCount where columns(j) {
        basis.pointee.right[j] += 1 + Double(chance.next() >> 12) * 0x1p-52
      }
      readRates(withFreeRows: true)
      for q in 0..<columnLength { marks[Int(columnRows[q])] = false }
    }
  }

  mutating func readSum(rate: (Int) -> Double?) {
    for j in 0..<columnCount {
      if let rate = rate(j) { basis.pointee.right[j] += rate }
    }
    readRates(withFreeRows: true)
  }

  /// What the inactive rows gain at the point that belongs to the right side.
  private mutating func readRates(withFreeRows: Bool) {
    basis.pointee.solve(dropping: Double.nothing)
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
        rate[i] += term.value * value
      }
    }
    columnLength = 0
    for q in 0..<touched {
      let i = Int(columnRows[q])
      if basis.pointee.isSignificant(rate[i]) { note(i, rate[i]) }
      (rate[i], isTouched[i]) = (0, false)
    }
    let tellsFreeRows = positions == nil && withFreeRows
    for place in point.places where (tellsFreeRows || !isFree[Int(place)]) && point.values[Int(place)].isSignificant {
      if !isActive[constraintCount + Int(place)] { note(constraintCount + Int(place), point.values[Int(place)]) }
    }
    if withFreeRows, let positions { noteFreeRows(positions) }
  }

  private mutating func noteFreeRows(_ positions: RelativePositions) {
    moves.update(from: basis.pointee.point.values, count: columnCount)
    positions.place(moves)
    for v in 0..<columnCount where isFree[v] && moves[v].isSignificant {
      if !isActive[constraintCount + v] { note(constraintCount + v, moves[v]) }
    }
  }

  @inline(__always)
  private mutating func note(_ row: Int, _ value: Double) {
    columnRows[columnLength] = Int32(row)
    columnValues[columnLength] = value
    columnLength += 1
  }

  // MARK: Exchanges

  mutating func pivot(column: Int, entering: Int, leaving: Int) {
    read(entering)
    basis.pointee.exchange(at: column)
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
    if basis.pointee.hasExchanges { factorize() }
    basis.pointee.compact()
  }

  mutating func trim() { basis.pointee.trim() }

  /// Where rounding leaves nothing to divide by, the exchanges go on serving, and whoever solves checks what comes of it.
  @discardableResult
  private mutating func factorize() -> Bool {
    var rows = MatrixRows()
    defer { rows.free() }
    for j in 0..<columnCount {
      forEachTerm(Int(active[j])) { rows.append(Int32($0), $1) }
      rows.endRow()
    }
    return basis.pointee.factorize(rows)
  }
}
