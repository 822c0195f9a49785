import LayoutPlugin

/// Taking back an earlier value. When two rows contradict each other about a variable, an earlier variable may yield if its row matters less than
/// both. One of the two rows then decides the variable, and the other one demands a value of the earlier variable. Example: a badge is wider than
/// its panel. If the badge's width has the higher priority, the panel's width is taken back and becomes larger.
extension StartingBasis {
  /// Returns the variable that should give way where two rows contradict each other about `v`. It occurs in one of the two rows, was decided by a row of
  /// lower priority than both, and no other variable depends on it. Of several, it is the one with the lowest priority; nil if there is none.
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

  /// The largest number of terms of a row, and of rows of a variable, that are examined.
  private static let mostNeighbours = 16

  @inline(__always)
  private func isShort(_ row: Int) -> Bool {
    row >= program.rowCount || program.terms(row).count <= Self.mostNeighbours
  }

  /// Calls a closure with the terms of a constraint; a variable's own row has none.
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

  /// Whether another variable was decided by a row that contains this one. Also true if finding out would take long.
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

  /// Makes a variable undecided again, so that another row can decide it, and recomputes the residuals of its rows.
  mutating func takeBack(_ w: Int) {
    HardState.wishYielded.reach()
    hasYielded[w] = true
    yieldCount += 1
    rows[w] = Self.undecided
    order[Int(position[w])] = Self.undecided
    for term in occurrences[w] {
      let i = Int(term.index)
      unknowns[i] += 1
      // Subtracting the term again would not restore what rounding took.
      residuals[i] = -bounds[i]
      forEachTerm(i) { variable, coefficient in
        if rows[variable] != Self.undecided { residuals[i] += coefficient * values[variable] }
      }
    }
  }

  /// Closes the gaps in `order` that variables leave whose values were taken back.
  func closeOrder() {
    if yieldCount == 0 { return }
    var count = 0
    for q in 0..<program.variableCount + yieldCount where order[q] != Self.undecided {
      order[count] = order[q]
      count += 1
    }
  }
}
