extension LexicographicSimplex where T: ~Copyable, T.Value == Double {
  /// After bounds have moved under an optimum: takes rows that have crossed their breakpoints back onto them, each in exchange for
  /// the active row that costs least, as a dual simplex does. Where it costs less to leave a row across, that is its side.
  ///
  /// What it leaves is a start for `solve`, mostly the end already. Each direction's cost is known by its first tier that
  /// is not zero, so that ties in a tier may be broken wrongly: that costs a step, and no more.
  mutating func followBounds() {
    if !notesLocks { return }
    // Room that is free between the stages: `isFeasible` clears the flags, and each descent writes the list anew.
    var crossed = CrossedRows(rows: workspace.passed, isListed: workspace.isFixed, rowCount: rowCount)
    for i in 0..<rowCount where isCrossed(i) { crossed.insert(i) }
    var steps = 0
    while steps < 4 * variableCount + 20, let row = worstRow(of: &crossed) {
      steps += 1
      let jump = program.jump(row)
      guard let way = cheapestWay(to: row), !costsMore(way, than: jump, breakpointStage[row]) else {
        if breakpointStage[row] == 0 { return }
        flip(row, jump: jump)
        continue
      }
      take(way, to: row, jump: jump)
      for q in 0..<tableau.columnLength where isCrossed(Int(tableau.columnRows[q])) {
        crossed.insert(Int(tableau.columnRows[q]))
      }
    }
  }

  /// Those that have crossed their breakpoints, and some that have come back.
  private struct CrossedRows {
    private let rows: UnsafeMutablePointer<Int32>
    private let isListed: UnsafeMutablePointer<Bool>
    private var count = 0

    init(rows: UnsafeMutablePointer<Int32>, isListed: UnsafeMutablePointer<Bool>, rowCount: Int) {
      (self.rows, self.isListed) = (rows, isListed)
      isListed.update(repeating: false, count: rowCount)
    }

    mutating func insert(_ row: Int) {
      if isListed[row] { return }
      isListed[row] = true
      rows[count] = Int32(row)
      count += 1
    }

    /// Takes out the rows that do not fit.
    mutating func keep(where fits: (Int) -> Bool) {
      var kept = 0
      for q in 0..<count {
        if fits(Int(rows[q])) {
          rows[kept] = rows[q]
          kept += 1
        } else {
          isListed[Int(rows[q])] = false
        }
      }
      count = kept
    }
  }

  private func isCrossed(_ row: Int) -> Bool {
    guard breakpointStage[row] <= lastStage, place[row] < 0 else { return false }
    let sign = residual[row].residualSign
    return sign != 0 && (sign < 0) != (side[row] < 0)
  }

  /// How an active row may move to bring another back to its breakpoint.
  private struct Way {
    var column: Int
    var isUp: Bool
    var coefficient: Double
    /// The first stage in which that costs anything, and what, for each unit of the other row.
    var stage: Int32
    var cost: Double
  }

  /// Of the most important tier, the one that is furthest across.
  private func worstRow(of crossed: inout CrossedRows) -> Int? {
    var worst: Int?
    crossed.keep { i in
      guard isCrossed(i) else { return false }
      if let other = worst {
        if breakpointStage[i] > breakpointStage[other] { return true }
        if breakpointStage[i] == breakpointStage[other], residual[i].magnitude <= residual[other].magnitude {
          return true
        }
      }
      worst = i
      return true
    }
    return worst
  }

  private func cheapestWay(to row: Int) -> Way? {
    var best: Way?
    let isAbove = residual[row] > 0
    tableau.forEach(row) { j, value in
      guard value.magnitude > Tolerance.dualExchange else { return }
      let isUp = (value > 0) != isAbove
      let direction = isUp ? j : variableCount + j
      let way = Way(
        column: j, isUp: isUp, coefficient: value, stage: lockStage[direction],
        cost: max(0, lockRate[direction]) / value.magnitude)
      if let other = best {
        if way.stage < other.stage { return }
        if way.stage == other.stage {
          if way.cost > other.cost { return }
          if way.cost == other.cost {
            if value.magnitude < other.coefficient.magnitude { return }
            if value.magnitude == other.coefficient.magnitude, active[j] > active[other.column] { return }
          }
        }
      }
      best = way
    }
    return best
  }

  private func costsMore(_ way: Way, than jump: Double, _ tier: Int32) -> Bool {
    way.stage < tier || way.stage == tier && way.cost > jump + Tolerance.rate
  }

  /// Leaves the row across: the other side's slope is what it costs from now on.
  private mutating func flip(_ row: Int, jump: Double) {
    let change = side[row] < 0 ? jump : -jump
    side[row] = -side[row]
    let stage = breakpointStage[row]
    tableau.forEach(row) { j, value in
      charge(j, stage, change * value)
      charge(variableCount + j, stage, -change * value)
    }
  }

  private mutating func take(_ way: Way, to row: Int, jump: Double) {
    let isAbove = residual[row] > 0
    if way.stage < Self.never {
      tableau.forEach(row) { j, value in
        if j == way.column { return }
        let amount = way.cost * value.magnitude
        let helpsUp = (value > 0) != isAbove
        charge(j, way.stage, helpsUp ? -amount : amount)
        charge(variableCount + j, way.stage, helpsUp ? amount : -amount)
      }
    }
    let leaving = Int(active[way.column])
    tableau.readColumn(way.column)
    move(column: way.column, by: -residual[row] / way.coefficient)
    exchange(way.column, entering: row)
    side[leaving] = way.isUp ? 1 : -1
    // Back costs what the exchange did; on across, the rest of the jump.
    let (up, down) = (way.column, variableCount + way.column)
    let (back, across) = isAbove ? (down, up) : (up, down)
    (lockStage[back], lockRate[back]) = (way.stage, way.cost)
    (lockStage[across], lockRate[across]) = (
      breakpointStage[row], way.stage == breakpointStage[row] ? jump - way.cost : jump
    )
  }

  /// Adds to what a direction costs, in one stage.
  private func charge(_ direction: Int, _ stage: Int32, _ amount: Double) {
    if lockStage[direction] == stage {
      lockRate[direction] += amount
    } else if lockStage[direction] > stage, amount > Tolerance.rate {
      (lockStage[direction], lockRate[direction]) = (stage, amount)
    }
  }
}
