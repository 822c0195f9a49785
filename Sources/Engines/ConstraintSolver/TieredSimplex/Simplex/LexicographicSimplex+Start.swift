/// Choosing the starting basis, and computing the point at which all active rows hold.
extension LexicographicSimplex where T: ~Copyable {
  /// Whether all directions are locked: the point is unique.
  var isDone: Bool { freeCount == 0 }

  /// Chooses the starting basis. The result does not depend on it; the number of pivots does.
  mutating func start() {
    hasStarted = true
    if variableCount < Self.fewVariables { return }
    let bound = self.bound
    let start = StartingBasis(program) { bound[$0].approximation }
    workspace.firstHurtTiers.update(from: start.firstHurtTiers.base, count: 2 * variableCount)
    if activate(start.rows.base) { return }
    // Dense tableaus cannot activate all rows at once. Factored ones come here if rounding forbids it.
    for q in 0..<variableCount {
      let v = Int(start.order[q])
      // Later variables have no entry in the row, and earlier ones have been replaced already.
      if Int(start.rows[v]) < constraintCount { enter(Int(start.rows[v]), at: v) }
    }
  }

  /// Makes `rows` active, one at each place, all at once. Call it only before the first pivot. Returns false, and changes nothing, if the tableau
  /// cannot do that; a dense one never can.
  mutating func activate(_ rows: UnsafeMutablePointer<Int32>) -> Bool {
    guard makeActive(rows) else { return false }
    findVariables()
    for i in 0..<constraintCount { residual[i] = presentResidual(i) }
    for j in 0..<variableCount { residual[Int(active[j])] = N.zero }
    return true
  }

  /// The residual of a constraint at the present values of the variables.
  @inline(__always)
  func presentResidual(_ constraint: Int) -> N {
    var sum = -bound[constraint]
    for e in program.terms(constraint) {
      sum = sum + N(program.coefficients[e]) * residual[constraintCount + Int(program.columns[e])]
    }
    return sum
  }

  mutating func makeActive(_ rows: UnsafeMutablePointer<Int32>) -> Bool {
    guard tableau.activate(rows) else { return false }
    hasStarted = true
    place.update(repeating: -1, count: rowCount)
    for j in 0..<variableCount {
      active[j] = rows[j]
      place[Int(active[j])] = Int32(j)
    }
    return true
  }

  /// Computes the variables at the point of the active rows. Prices must be zero.
  func findVariables() {
    for j in 0..<variableCount {
      let i = Int(active[j])
      price.values[j] = i < constraintCount ? bound[i] : N.zero
    }
    tableau.variables(at: price.values, residual + constraintCount)
    for j in 0..<variableCount { price.values[j] = N.zero }
  }

  /// Moves the point along a column until the row's residual is zero, then makes the row active there.
  mutating func enter(_ row: Int, at column: Int) {
    tableau.readColumn(column)
    move(column: column, by: -(residual[row] / tableau.coefficient(row, column)))
    pivot(column, entering: row)
  }
}
