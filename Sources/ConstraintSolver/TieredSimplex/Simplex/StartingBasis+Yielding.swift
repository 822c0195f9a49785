import LayoutPlugin

/// Where two rows contradict each other about a variable, an earlier one that matters less than both may yield: its value is
/// taken back, and when the variable has its own by one of the rows, the other one asks the earlier one for what it needs. A
/// badge that is wider than its panel makes the panel wider, when it matters more than the panel's wish.
extension StartingBasis {
  /// A variable of one of the rows that got its value from a row that matters less than both, the least of all, and that no
  /// other variable follows from. It will be decided again by the row it stands in, when `v` is decided by the other one.
  func yielding(to asked: Demand, _ bound: Demand, about v: Int) -> Int? {
    var best: Int?
    var bestTier = asked.tier
    for (row, other) in [(Int(asked.row), Int(bound.row)), (Int(bound.row), Int(asked.row))] {
      guard isShort(row), isShort(other) else { return nil }
      forEachTerm(row) { w, coefficient in
        if w == v || hasYielded[w] || coefficient.magnitude < Tolerance.pivot { return }
        let tier = decidingTier(of: w)
        if tier > bestTier, !contains(other, w), !isFollowed(w) { (best, bestTier) = (w, tier) }
      }
    }
    return best
  }

  private func decidingTier(of w: Int) -> Int32 {
    let row = Int(rows[w])
    return row < program.rowCount ? program.tiers[row] : program.isNonNegative[w] ? 0 : Int32(program.tierCount)
  }

  /// Longer rows, and variables in more rows, are not searched: a wish yields to what stands near it.
  private static let mostNeighbours = 16

  @inline(__always)
  private func isShort(_ row: Int) -> Bool {
    row >= program.rowCount || program.terms(row).count <= Self.mostNeighbours
  }

  /// Of a variable's own row, none.
  @inline(__always)
  private func forEachTerm(_ row: Int, _ body: (_ variable: Int, _ coefficient: Double) -> Void) {
    if row >= program.rowCount { return }
    for e in program.terms(row) { body(Int(program.columns[e]), program.coefficients[e]) }
  }

  private func contains(_ row: Int, _ w: Int) -> Bool {
    var contains = false
    forEachTerm(row) { variable, _ in contains = contains || variable == w }
    return contains
  }

  /// Whether a row with the variable has decided another one, or that would take long to find out.
  private func isFollowed(_ w: Int) -> Bool {
    let terms = occurrences[w]
    if terms.count > Self.mostNeighbours { return true }
    for term in terms {
      let row = Int(term.index)
      if !isShort(row) { return true }
      var isFollowed = false
      forEachTerm(row) { variable, _ in isFollowed = isFollowed || variable != w && rows[variable] == term.index }
      if isFollowed { return true }
    }
    return false
  }

  mutating func takeBack(_ w: Int) {
    HardState.wishYielded.reach()
    hasYielded[w] = true
    yieldCount += 1
    rows[w] = Self.undecided
    order[Int(position[w])] = Self.undecided
    for term in occurrences[w] {
      let i = Int(term.index)
      unknowns[i] += 1
      // Subtracting what was added would not give back what rounding took.
      residuals[i] = -bounds[i]
      forEachTerm(i) { variable, coefficient in
        if rows[variable] != Self.undecided { residuals[i] += coefficient * values[variable] }
      }
    }
  }

  /// Closes the gaps that variables left which came again later.
  func closeOrder() {
    if yieldCount == 0 { return }
    var count = 0
    for q in 0..<program.variableCount + yieldCount where order[q] != Self.undecided {
      order[count] = order[q]
      count += 1
    }
  }
}
