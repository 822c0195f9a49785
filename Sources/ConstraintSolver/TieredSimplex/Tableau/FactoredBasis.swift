/// The inverse of the active rows: factors, and the exchanges since they were made.
///
/// Of the `k`-th exchange only the row that entered is kept, written in those active before it: with `Eₖ` the identity but for
/// that row, the active rows are `B = Eₖ … E₁ B₀` (the product form of the inverse, Dantzig and Orchard-Hays, 1954).
struct FactoredBasis<N: Number>: ~Copyable {
  struct Exchange {
    var place: Int32
    /// Where the row's other entries end; they start where those of the exchange before it end.
    var end: Int32
    /// The row's entry at the place.
    var pivot: N
  }

  /// Of the active rows when they were last factored; nil: those were the variables' own, in order.
  private var factors: BasisFactors<N>?
  private var exchanges = Buffer<Exchange>()
  private var entries = Buffer<Term<N>>()
  private let count: Int

  private let vectors: SparseVectors<N>
  /// By place: what the active rows are to be. By variable: the point where they are.
  let right: SparseVector<N>
  let point: SparseVector<N>
  /// A combination of variables, and the same one of active rows, by place.
  let functional: SparseVector<N>
  let row: SparseVector<N>
  /// The number of the row that `row` tells, for whoever reads rows; -1: none.
  var rowRead = -1

  init(count: Int) {
    self.count = count
    vectors = SparseVectors(4, length: count)
    (right, point) = (vectors[0], vectors[1])
    (functional, row) = (vectors[2], vectors[3])
  }

  /// A number came out so small that rounding may have made it, or that what follows from it may count as nothing.
  private(set) var sawFaintNumber = false

  /// Whether a number of a row or a column is more than what rounding leaves of zero.
  @inline(__always)
  mutating func isSignificant(_ value: N) -> Bool {
    if !value.isSignificant { return false }
    if value.isFaint { sawFaintNumber = true }
    return true
  }

  var hasExchanges: Bool { !exchanges.isEmpty }

  /// Whether new factors are worth while: they cost what some long exchanges do, or many short ones. Measured with 30 to 300
  /// panels; half of these numbers take a tenth longer. In exact numbers passing over an entry costs most.
  var isLong: Bool {
    if N.isExact { return entries.count + exchanges.count > count + 2 * Self.pause }
    return exchanges.count % Self.pause == 0
      && (exchanges.count >= Self.manyExchanges || entries.count > Self.longRows * count)
  }
  /// The exchanges to wait before it is asked again, since factors that fail do so again.
  private static var pause: Int { 16 }
  private static var manyExchanges: Int { 192 }
  private static var longRows: Int { 8 }

  /// New factors have failed again and again: rounding has spoiled the active rows.
  var isSpoiled: Bool { exchanges.count >= Self.mostExchanges }
  private static var mostExchanges: Int { 1024 }

  /// Takes new factors in place of all exchanges. False, and nothing has changed: a pivot is too small.
  mutating func factorize(_ rows: borrowing MatrixRows) -> Bool {
    guard let next = BasisFactors<N>(rows) else { return false }
    factors = consume next
    exchanges.removeAll()
    entries.removeAll()
    return true
  }

  /// Gives back the room of exchanges that are gone.
  mutating func compact() {
    if exchanges.isEmpty { entries = Buffer() }
  }

  mutating func trim() {
    exchanges.trim()
    entries.trim()
  }

  /// The row that `row` tells takes a place.
  mutating func exchange(at place: Int) {
    rowRead = -1
    for other in row.places where Int(other) != place {
      let value = row.values[Int(other)]
      if value.isSignificant { entries.append(Term(index: other, value: value)) }
    }
    exchanges.append(Exchange(place: Int32(place), end: Int32(entries.count), pivot: row.values[place]))
  }

  /// The other entries of the row that entered in an exchange.
  @inline(__always)
  private func entries(of exchange: Int) -> UnsafeBufferPointer<Term<N>> {
    let start = exchange > 0 ? Int(exchanges[exchange - 1].end) : 0
    return UnsafeBufferPointer(start: entries.base + start, count: Int(exchanges[exchange].end) - start)
  }

  /// From the functional to the row; clears the functional.
  mutating func solveTransposed() {
    rowRead = -1
    row.removeAll()
    if factors != nil {
      factors!.solveTransposed(functional, row)
    } else {
      for variable in functional.places {
        let value = functional.values[Int(variable)]
        row[Int(variable)] = row[Int(variable)] + value
      }
    }
    functional.removeAll()
    for k in 0..<exchanges.count {
      let exchange = exchanges[k]
      let value = row.values[Int(exchange.place)]
      guard value.exceeds(.nothing) else { continue }
      let factor = value / exchange.pivot
      row.values[Int(exchange.place)] = factor
      for entry in entries(of: k) {
        row[Int(entry.index)] = row[Int(entry.index)] - factor * entry.value
      }
    }
  }

  /// From the right side to the point; clears the right side. Intermediate numbers of up to `least` are dropped.
  mutating func solve(dropping least: N) {
    point.removeAll()
    undoExchanges()
    if factors != nil {
      factors!.solve(right, point, dropping: least)
    } else {
      for v in 0..<count where right.values[v].exceeds(.zero) { point[v] = right.values[v] }
    }
    right.removeAll()
  }

  /// From a right side for the present active rows to the one for those that were factored: the latest exchange first.
  private func undoExchanges() {
    for k in (0..<exchanges.count).reversed() {
      let exchange = exchanges[k]
      var value = right.values[Int(exchange.place)]
      let wasReached = value.exceeds(.zero)
      for entry in entries(of: k) {
        let other = right.values[Int(entry.index)]
        // Only in exact numbers is it shorter to ask than to subtract nothing.
        if !N.isExact || other.exceeds(.zero) { value = value - entry.value * other }
      }
      if wasReached || value.exceeds(.zero) { right[Int(exchange.place)] = value / exchange.pivot }
    }
  }
}
