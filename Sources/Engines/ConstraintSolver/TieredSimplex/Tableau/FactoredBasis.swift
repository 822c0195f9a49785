/// The inverse of the basis: factors, and an eta file of the pivots since they were made. Of the `k`-th pivot only the
/// entering row is kept, as a combination of the rows active before it. With `Eₖ` the identity except for that row, the
/// active rows are `B = Eₖ … E₁ B₀`. This is the product form of the inverse (Dantzig and Orchard-Hays, 1954).
struct FactoredBasis<N: Number>: ~Copyable {
  /// An entry of the eta file: the row that entered in one pivot.
  struct Eta {
    var place: Int32
    /// The end of the row's other entries; they start where those of the previous eta end.
    var end: Int32
    /// The row's entry at its own place.
    var pivot: N
  }

  /// The factors of the active rows when they were last factored. Nil if the active rows were then the rows of the variables, in order.
  private var factors: BasisFactors<N>?
  private var etas = Buffer<Eta>()
  private var etaEntries = Buffer<Term<N>>()
  private let count: Int

  private let vectors: SparseVectors<N>
  /// The right sides of the active rows, by place.
  let right: SparseVector<N>
  /// The solution, by variable: the point at which the active rows equal `right`.
  let point: SparseVector<N>
  /// A linear form of the variables, by variable.
  let functional: SparseVector<N>
  /// The factors with which the active rows add up to `functional`, by place.
  let row: SparseVector<N>
  /// The number of the row whose coefficients `row` holds, for callers that read rows; -1 for none.
  var rowRead = -1

  init(count: Int) {
    self.count = count
    vectors = SparseVectors(4, length: count)
    (right, point) = (vectors[0], vectors[1])
    (functional, row) = (vectors[2], vectors[3])
  }

  /// Whether some number was so small that it may be a rounding error, or that numbers computed from it may count as zero.
  private(set) var sawTinyNumber = false

  /// Whether an entry of a row or column is too large to be a rounding error. Records tiny ones.
  @inline(__always)
  mutating func isSignificant(_ value: N) -> Bool {
    if !value.isSignificant { return false }
    if value.isTiny { sawTinyNumber = true }
    return true
  }

  var hasEtas: Bool { !etas.isEmpty }

  /// Whether refactoring pays. It costs as much as some long etas or many short ones. The limits were measured with 30 to 300 panels: with half of
  /// them, a solve takes a tenth longer. In exact numbers, the cost is mostly that of visiting entries.
  var isLong: Bool {
    if N.isExact { return etaEntries.count + etas.count > count + 2 * Self.pause }
    return etas.count % Self.pause == 0
      && (etas.count >= Self.manyEtas || etaEntries.count > Self.longRows * count)
  }
  /// The number of pivots between two attempts to refactor: an attempt soon after a failed attempt would fail, too.
  private static var pause: Int { 16 }
  private static var manyEtas: Int { 192 }
  private static var longRows: Int { 8 }

  /// Whether refactoring has failed again and again, so that rounding has spoiled the active rows.
  var isSpoiled: Bool { etas.count >= Self.mostEtas }
  private static var mostEtas: Int { 1024 }

  /// Replaces all etas by new factors. Returns false, and changes nothing, if a pivot is too small.
  mutating func factorize(_ rows: borrowing MatrixRows) -> Bool {
    guard let next = BasisFactors<N>(rows) else { return false }
    factors = consume next
    etas.removeAll()
    etaEntries.removeAll()
    return true
  }

  /// Frees the memory of an empty eta file.
  mutating func compact() {
    if etas.isEmpty { etaEntries = Buffer() }
  }

  mutating func trim() {
    etas.trim()
    etaEntries.trim()
  }

  /// Makes the row that `row` holds active at a place.
  mutating func pivot(at place: Int) {
    rowRead = -1
    for other in row.places where Int(other) != place {
      let value = row.values[Int(other)]
      if value.isSignificant { etaEntries.append(Term(index: other, value: value)) }
    }
    etas.append(Eta(place: Int32(place), end: Int32(etaEntries.count), pivot: row.values[place]))
  }

  /// The other entries of the row that entered with an eta.
  @inline(__always)
  private func etaEntries(of eta: Int) -> UnsafeBufferPointer<Term<N>> {
    let start = eta > 0 ? Int(etas[eta - 1].end) : 0
    return UnsafeBufferPointer(start: etaEntries.base + start, count: Int(etas[eta].end) - start)
  }

  /// Computes `row`: the factors with which the active rows add up to `functional` (a backward solve). Clears `functional`.
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
    for k in 0..<etas.count {
      let eta = etas[k]
      let value = row.values[Int(eta.place)]
      guard value.exceeds(.negligible) else { continue }
      let factor = value / eta.pivot
      row.values[Int(eta.place)] = factor
      for entry in etaEntries(of: k) {
        row[Int(entry.index)] = row[Int(entry.index)] - factor * entry.value
      }
    }
  }

  /// Computes `point`: the values of the variables at which the active rows equal `right` (a forward solve). Clears
  /// `right`. Intermediate numbers of up to `least` are dropped.
  mutating func solve(dropping least: N) {
    point.removeAll()
    applyEtas()
    if factors != nil {
      factors!.solve(right, point, dropping: least)
    } else {
      for v in 0..<count where right.values[v].exceeds(.zero) { point[v] = right.values[v] }
    }
    right.removeAll()
  }

  /// Transforms a right side for the present active rows into one for those that were factored, the latest eta first.
  private func applyEtas() {
    for k in (0..<etas.count).reversed() {
      let eta = etas[k]
      var value = right.values[Int(eta.place)]
      let wasReached = value.exceeds(.zero)
      for entry in etaEntries(of: k) {
        let other = right.values[Int(entry.index)]
        // Only in exact numbers is a comparison cheaper than subtracting zero.
        if !N.isExact || other.exceeds(.zero) { value = value - entry.value * other }
      }
      if wasReached || value.exceeds(.zero) { right[Int(eta.place)] = value / eta.pivot }
    }
  }
}
