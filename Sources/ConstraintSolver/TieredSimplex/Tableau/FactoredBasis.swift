/// The inverse of the active rows: factors, and the exchanges since they were made.
///
/// Of the `k`-th exchange only the row that entered is kept, written in those active before it: with `Eₖ` the identity but for
/// that row, the active rows are `B = Eₖ … E₁ B₀` (the product form of the inverse, Dantzig and Orchard-Hays, 1954).
struct FactoredBasis<N: Number>: ~Copyable {
  private struct Exchange {
    var place: Int32
    /// Where the row's other entries start.
    var start: Int32
    /// The exchange at the same place before it, and the last entry there of an exchange before it; -1: none.
    var earlierExchange: Int32
    var earlierEntry: Int32
    /// The row's entry at the place.
    var pivot: N
  }

  private struct Entry {
    var place: Int32
    var exchange: Int32
    /// The entry at this place of an earlier exchange; -1: none.
    var earlier: Int32
    var value: N
  }

  /// Of the active rows when they were last factored; nil: those were the variables' own, in order.
  private var factors: BasisFactors<N>?
  private var exchanges = Buffer<Exchange>()
  private var entries = Buffer<Entry>()
  private let count: Int
  /// By place, or -1.
  private let latestExchange: UnsafeMutablePointer<Int32>
  private let latestEntry: UnsafeMutablePointer<Int32>
  /// Of each exchange what its row adds up to, and the exchanges that are still to be undone.
  private var sums = Buffer<N>()
  private var pending = NodeSet()

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
    latestExchange = .allocate(capacity: 2 * count)
    latestExchange.initialize(repeating: -1, count: 2 * count)
    latestEntry = latestExchange + count
    right = SparseVector(count: count)
    point = SparseVector(count: count)
    functional = SparseVector(count: count)
    row = SparseVector(count: count)
  }

  deinit {
    latestExchange.deallocate()
    right.free(count: count)
    point.free(count: count)
    functional.free(count: count)
    row.free(count: count)
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
    sums.removeAll()
    latestExchange.update(repeating: -1, count: 2 * count)
    return true
  }

  /// Gives back the room of exchanges that are gone.
  mutating func compact() {
    if exchanges.isEmpty { entries = Buffer() }
  }

  mutating func trim() {
    exchanges.trim()
    entries.trim()
    sums.trim()
  }

  /// The row that `row` tells takes a place.
  mutating func exchange(at place: Int) {
    rowRead = -1
    let number = Int32(exchanges.count)
    exchanges.append(
      Exchange(
        place: Int32(place), start: Int32(entries.count), earlierExchange: latestExchange[place],
        earlierEntry: latestEntry[place], pivot: row.values[place]))
    sums.append(.zero)
    latestExchange[place] = number
    for other in row.places {
      let value = row.values[Int(other)]
      guard value.isSignificant, Int(other) != place else { continue }
      let earlier = latestEntry[Int(other)]
      latestEntry[Int(other)] = Int32(entries.count)
      entries.append(Entry(place: other, exchange: number, earlier: earlier, value: value))
    }
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
      let end = k + 1 < exchanges.count ? Int(exchanges[k + 1].start) : entries.count
      for e in Int(exchange.start)..<end {
        let other = Int(entries[e].place)
        row[other] = row[other] - factor * entries[e].value
      }
    }
  }

  /// From the right side to the point; clears the right side. Intermediate numbers of up to `least` are dropped.
  mutating func solve(dropping least: N) {
    point.removeAll()
    if !exchanges.isEmpty { undoExchanges() }
    if factors != nil {
      factors!.solve(right, point, dropping: least)
    } else {
      for v in 0..<count where right.values[v].exceeds(.zero) { point[v] = right.values[v] }
    }
    right.removeAll()
  }

  /// From a right side for the present active rows to the one for those that were factored: the latest exchange first, and only
  /// those that it bears on, since of long rows mostly one entry is asked for.
  private mutating func undoExchanges() {
    for place in right.places {
      spread(right.values[Int(place)], from: latestEntry[Int(place)], downTo: latestExchange[Int(place)])
    }
    while let k = pending.popLast() {
      let exchange = exchanges[k]
      let value = (right.values[Int(exchange.place)] - sums[k]) / exchange.pivot
      sums[k] = .zero
      right[Int(exchange.place)] = value
      spread(value, from: exchange.earlierEntry, downTo: exchange.earlierExchange)
    }
  }

  /// Tells a value to the exchanges with an entry at its place, back to the one that replaces it.
  @inline(__always)
  private mutating func spread(_ value: N, from latest: Int32, downTo maker: Int32) {
    var e = latest
    while e >= 0, entries[e].exchange > maker {
      let exchange = entries[e].exchange
      sums[exchange] = sums[exchange] + entries[e].value * value
      pending.insert(Int(entries[e].exchange))
      e = entries[e].earlier
    }
    if maker >= 0 { pending.insert(Int(maker)) }
  }
}
