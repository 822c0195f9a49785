import SceneModel

/// The rows as they are given, and the active ones factored: for blocks whose tableau would fill in.
///
/// With `B` the matrix of the active rows, a column of the tableau is `A B⁻¹ eⱼ` and a row of it `aᵢ B⁻¹`: a sparse solve
/// each. Each exchange since `B` was factored is kept as the column and the row that it was made at: the column moves a
/// point of the old rows to where the new one holds too, the row writes a combination of the old ones in the new.
struct FactoredTableau: Tableau, ~Copyable {
  typealias Value = Double

  let rowCount: Int
  let columnCount: Int
  private let constraintCount: Int
  /// What was appended, until it is sorted.
  private var given: [(owner: Int32, term: Term)] = []
  /// By constraint, the variables' distances; by distance, the constraints in which it stands.
  private var constraints = TermLists(count: 0) { _ in }
  private var occurrences = TermLists(count: 0) { _ in }
  private var positions: RelativePositions?
  private let isFree: UnsafeMutablePointer<Bool>
  var skipsFreeRows = true
  /// At each place.
  private let active: UnsafeMutablePointer<Int32>
  private let isActive: UnsafeMutablePointer<Bool>
  private let basis: UnsafeMutablePointer<Basis>
  /// Of the column read last, when that was one.
  let columnRows: UnsafeMutablePointer<Int32>
  let columnValues: UnsafeMutablePointer<Double>
  private(set) var columnLength = 0
  private(set) var sawCancellation = false
  /// What each row gains, and the sum of the magnitudes that this is made of.
  private let rate: UnsafeMutablePointer<Double>
  private let weight: UnsafeMutablePointer<Double>

  /// An entry of the row that entered, and the entry of an earlier exchange at the same place, or -1.
  private struct ExchangeTerm {
    var place: Int32
    var exchange: Int32
    var value: Double
    var earlier: Int32
  }

  private struct Exchange {
    var place: Int32
    /// The entering row's entry in the column.
    var pivot: Double
    /// Where its row starts.
    var rowStart: Int32
    /// The latest exchange at its place before it, and the latest entry there; -1: none.
    var earlierExchange: Int32
    var earlierTerm: Int32
  }

  /// The inverse of the active rows, and room to work with it: reading changes nothing but the room.
  private struct Basis {
    /// Of the active rows when they were last factored; nil: those were the variables, in order.
    var factors: UnsafeMutablePointer<BasisFactors>?
    var exchanges = Buffer<Exchange>()
    /// How each entering row was written, without its pivot.
    var rows = Buffer<ExchangeTerm>()
    /// By place, or -1.
    let latestExchange: UnsafeMutablePointer<Int32>
    let latestTerm: UnsafeMutablePointer<Int32>
    /// Room for a point in positions.
    let variables: UnsafeMutablePointer<Double>
    /// By exchange, what its row adds up to; and those to look at.
    var sums = Buffer<Double>()
    var pending = NodeSet()
    var reached = BasisFactors.Reached()
    /// By place.
    var right: SparseVector<Double>
    /// By variable.
    var point: SparseVector<Double>
    var functional: SparseVector<Double>
    /// By place: the row that was read last, which is mostly asked for again; -1: none.
    var row: SparseVector<Double>
    var rowRead = -1

    init(count: Int) {
      latestExchange = .allocate(capacity: 2 * count)
      latestExchange.initialize(repeating: -1, count: 2 * count)
      latestTerm = latestExchange + count
      variables = .allocate(capacity: count)
      right = SparseVector<Double>(count: count)
      point = SparseVector<Double>(count: count)
      functional = SparseVector<Double>(count: count)
      row = SparseVector<Double>(count: count)
    }

    func free() {
      factors?.deinitialize(count: 1)
      factors?.deallocate()
      exchanges.free()
      rows.free()
      reached.free()
      latestExchange.deallocate()
      variables.deallocate()
      sums.free()
      pending.free()
      right.free()
      point.free()
      functional.free()
      row.free()
    }
  }

  private static let mostExchanges = 64

  init(rowCount: Int, columnCount: Int) {
    self.rowCount = rowCount
    self.columnCount = columnCount
    let (m, n) = (rowCount - columnCount, columnCount)
    constraintCount = m
    active = .allocate(capacity: n + rowCount)
    columnRows = active + n
    isActive = .allocate(capacity: rowCount + n)
    isActive.initialize(repeating: false, count: rowCount + n)
    isFree = isActive + rowCount
    for j in 0..<n {
      active[j] = Int32(m + j)
      isActive[m + j] = true
    }
    rate = .allocate(capacity: 3 * rowCount)
    rate.initialize(repeating: 0, count: 3 * rowCount)
    weight = rate + rowCount
    columnValues = weight + rowCount
    basis = .allocate(capacity: 1)
    basis.initialize(to: Basis(count: n))
  }

  deinit {
    active.deallocate()
    isActive.deallocate()
    rate.deallocate()
    constraints.free()
    occurrences.free()
    positions?.free()
    basis.pointee.free()
    basis.deallocate()
  }

  mutating func append(_ row: Int, _ column: Int, _ value: Double) {
    given.append((Int32(row), Term(index: Int32(column), value: value)))
  }

  mutating func seal(isFree: (_ variable: Int) -> Bool) {
    for v in 0..<columnCount { self.isFree[v] = isFree(v) }
    let given = self.given
    self.given = []
    let rows = TermLists(count: constraintCount) { take in
      for (owner, term) in given { take(Int(owner), term) }
    }
    constraints.free()
    occurrences.free()
    positions?.free()
    positions = RelativePositions(count: columnCount, rows, rowCount: constraintCount, isFree: isFree)
    if relate(rows, atMost: 2 * given.count) {
      rows.free()
    } else {
      constraints = rows
      positions!.free()
      positions = nil
    }
    let constraints = self.constraints
    let constraintCount = self.constraintCount
    occurrences = TermLists(count: columnCount) { take in
      for i in 0..<constraintCount {
        for term in constraints[i] { take(Int(term.index), Term(index: Int32(i), value: term.value)) }
      }
    }
  }

  /// Writes the constraints in distances. False: that takes too many terms, or none is told from another.
  private mutating func relate(_ rows: TermLists, atMost most: Int) -> Bool {
    guard let positions, positions.areAnchored else { return false }
    let sum = basis.pointee.functional
    var related: [(owner: Int32, term: Term)] = []
    related.reserveCapacity(most)
    for i in 0..<constraintCount {
      for term in rows[i] { positions.add(Int(term.index), times: term.value, to: sum) }
      for place in sum.places where sum.values[Int(place)] != 0 {
        related.append((Int32(i), Term(index: place, value: sum.values[Int(place)])))
      }
      sum.removeAll()
      if related.count > most { return false }
    }
    constraints = TermLists(count: constraintCount) { take in
      for (owner, term) in related { take(Int(owner), term) }
    }
    return true
  }

  // MARK: Rows

  @inline(__always)
  func forEach(_ row: Int, _ body: (Int, Double) -> Void) {
    if isActive[row] { return }
    read(row)
    let read = basis.pointee.row
    for place in read.places where read.values[Int(place)].isSignificant {
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
    if basis.pointee.rowRead == row { return }
    add(row, times: 1)
    readFunctional()
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
      readFunctional()
    }
    let read = basis.pointee.row
    for place in read.places where read.values[Int(place)].isSignificant {
      sums[Int(place)] += factor * read.values[Int(place)]
    }
  }

  /// To the functional, which is one of the variables.
  @inline(__always)
  private func add(_ row: Int, times factor: Double) {
    if row >= constraintCount {
      addVariable(row - constraintCount, times: factor, to: basis.pointee.functional)
    } else {
      for term in constraints[row] { basis.pointee.functional[Int(term.index)] += factor * term.value }
    }
  }

  @inline(__always)
  private func addVariable(_ variable: Int, times factor: Double, to sum: SparseVector<Double>) {
    if let positions, isFree[variable] {
      positions.add(variable, times: factor, to: sum)
    } else {
      sum[variable] += factor
    }
  }

  /// Writes the functional as a combination of the active rows, and clears it.
  private func readFunctional() {
    basis.pointee.rowRead = -1
    basis.pointee.row.removeAll()
    if let factors = basis.pointee.factors {
      factors.pointee.solveTransposed(basis.pointee.functional, basis.pointee.row, &basis.pointee.reached)
    } else {
      for place in basis.pointee.functional.places {
        basis.pointee.row[Int(place)] += basis.pointee.functional.values[Int(place)]
      }
    }
    basis.pointee.functional.removeAll()
    let exchanges = basis.pointee.exchanges
    for k in 0..<exchanges.count {
      let exchange = exchanges[k]
      let value = basis.pointee.row.values[Int(exchange.place)]
      guard value.magnitude > BasisFactors.nothing else { continue }
      let factor = value / exchange.pivot
      basis.pointee.row.values[Int(exchange.place)] = factor
      let end = k + 1 < exchanges.count ? Int(exchanges[k + 1].rowStart) : basis.pointee.rows.count
      for t in Int(exchange.rowStart)..<end {
        basis.pointee.row[Int(basis.pointee.rows[t].place)] += -factor * basis.pointee.rows[t].value
      }
    }
  }

  // MARK: Columns

  func variables(at residuals: UnsafeMutablePointer<Double>, _ values: UnsafeMutablePointer<Double>) {
    for j in 0..<columnCount where residuals[j] != 0 { basis.pointee.right[j] += residuals[j] }
    solveRight(dropping: 0)
    values.update(from: basis.pointee.point.values, count: columnCount)
    positions?.place(values)
  }

  /// Finds the point at which the active rows leave their bounds by what stands on the right, and clears that.
  private func solveRight(dropping least: Double) {
    basis.pointee.point.removeAll()
    if !basis.pointee.exchanges.isEmpty { undoExchanges() }
    if let factors = basis.pointee.factors {
      factors.pointee.solve(basis.pointee.right, basis.pointee.point, &basis.pointee.reached, dropping: least)
    } else {
      for place in basis.pointee.right.places {
        basis.pointee.point[Int(place)] += basis.pointee.right.values[Int(place)]
      }
    }
    basis.pointee.right.removeAll()
  }

  /// From what stands on the right for the present active rows to what stands there for those that were factored, the latest
  /// exchange first: only those that it bears on.
  private func undoExchanges() {
    for place in basis.pointee.right.places {
      let place = Int(place)
      spread(
        basis.pointee.right.values[place], from: basis.pointee.latestTerm[place],
        downTo: basis.pointee.latestExchange[place])
    }
    while let k = basis.pointee.pending.popLast() {
      let exchange = basis.pointee.exchanges[k]
      let value = (basis.pointee.right.values[Int(exchange.place)] - basis.pointee.sums[k]) / exchange.pivot
      basis.pointee.sums[k] = 0
      basis.pointee.right[Int(exchange.place)] = value
      spread(value, from: exchange.earlierTerm, downTo: exchange.earlierExchange)
    }
  }

  /// Tells a value to the exchanges whose rows have an entry there, back to the one that made the value.
  @inline(__always)
  private func spread(_ value: Double, from latest: Int32, downTo maker: Int32) {
    var t = latest
    while t >= 0 {
      let term = basis.pointee.rows[t]
      if term.exchange < maker { break }
      basis.pointee.sums[term.exchange] += term.value * value
      basis.pointee.pending.insert(Int(term.exchange))
      t = term.earlier
    }
    if maker >= 0 { basis.pointee.pending.insert(Int(maker)) }
  }

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

  /// What the inactive rows gain at the point that belongs to the right side.
  private mutating func readRates(withFreeRows: Bool) {
    solveRight(dropping: BasisFactors.nothing)
    let point = basis.pointee.point
    var touched = 0
    for place in point.places where point.values[Int(place)].isSignificant {
      let value = point.values[Int(place)]
      for term in occurrences[Int(place)] {
        let i = Int(term.index)
        if isActive[i] { continue }
        if weight[i] == 0 {
          columnRows[touched] = Int32(i)
          touched += 1
        }
        rate[i] += term.value * value
        weight[i] += (term.value * value).magnitude
      }
    }
    columnLength = 0
    for q in 0..<touched {
      let i = Int(columnRows[q])
      if rate[i].isLeftover(of: weight[i]) { sawCancellation = true }
      if rate[i].isSignificant { note(i, rate[i]) }
      (rate[i], weight[i]) = (0, 0)
    }
    for place in point.places where !isFree[Int(place)] && point.values[Int(place)].isSignificant {
      if !isActive[constraintCount + Int(place)] { note(constraintCount + Int(place), point.values[Int(place)]) }
    }
    if withFreeRows { noteFreeRows() }
  }

  private mutating func noteFreeRows() {
    let values = basis.pointee.variables
    values.update(from: basis.pointee.point.values, count: columnCount)
    positions?.place(values)
    for v in 0..<columnCount where isFree[v] && values[v].isSignificant {
      if !isActive[constraintCount + v] { note(constraintCount + v, values[v]) }
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
    let row = basis.pointee.row
    let exchange = Int32(basis.pointee.exchanges.count)
    basis.pointee.exchanges.append(
      Exchange(
        place: Int32(column), pivot: row.values[column], rowStart: Int32(basis.pointee.rows.count),
        earlierExchange: basis.pointee.latestExchange[column], earlierTerm: basis.pointee.latestTerm[column]))
    basis.pointee.latestExchange[column] = exchange
    basis.pointee.sums.append(0)
    for place in row.places where Int(place) != column && row.values[Int(place)].isSignificant {
      let term = Int32(basis.pointee.rows.count)
      basis.pointee.rows.append(
        ExchangeTerm(
          place: place, exchange: exchange, value: row.values[Int(place)],
          earlier: basis.pointee.latestTerm[Int(place)]))
      basis.pointee.latestTerm[Int(place)] = term
    }
    basis.pointee.rowRead = -1
    active[column] = Int32(entering)
    (isActive[leaving], isActive[entering]) = (false, true)
    if basis.pointee.exchanges.count % FactoredTableau.mostExchanges == 0 { factorize() }
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
    if !basis.pointee.exchanges.isEmpty { factorize() }
    // Those that could not be factored in serve on.
    guard basis.pointee.exchanges.isEmpty else { return }
    basis.pointee.rows.free()
    basis.pointee.rows = Buffer()
  }

  /// Where rounding leaves nothing to divide by, the exchanges go on serving, and whoever solves checks what comes of it.
  @discardableResult
  private mutating func factorize() -> Bool {
    var rows = MatrixRows()
    for j in 0..<columnCount {
      let row = Int(active[j])
      if row >= constraintCount {
        addVariable(row - constraintCount, times: 1, to: basis.pointee.functional)
        for place in basis.pointee.functional.places { rows.append(place, basis.pointee.functional.values[Int(place)]) }
        basis.pointee.functional.removeAll()
      } else {
        for term in constraints[row] { rows.append(term.index, term.value) }
      }
      rows.endRow()
    }
    guard let next = BasisFactors(rows) else { return false }
    if let old = basis.pointee.factors {
      old.deinitialize(count: 1)
    } else {
      basis.pointee.factors = .allocate(capacity: 1)
    }
    basis.pointee.factors!.initialize(to: next)
    basis.pointee.exchanges.removeAll()
    basis.pointee.sums.removeAll()
    basis.pointee.latestExchange.update(repeating: -1, count: 2 * columnCount)
    return true
    basis.pointee.rows.removeAll()
  }
}
