import LayoutPlugin

/// The stages: the tiers, then the tie-break (S2 to S5). Each runs until nothing that it could decide is left.
extension LexicographicSimplex where T: ~Copyable {
  /// Sorts the rows by the tier from which their breakpoints matter.
  func listTiers() {
    let (rows, end) = (workspace.tierRows, workspace.tierEnd)
    let tierCount = program.tierCount
    end.update(repeating: 0, count: tierCount + 1)
    for i in 0..<rowCount where breakpointStage[i] < tierCount { end[Int(breakpointStage[i]) + 1] += 1 }
    for tier in 0..<tierCount { end[tier + 1] += end[tier] }
    for i in 0..<rowCount where breakpointStage[i] < tierCount {
      rows[Int(end[Int(breakpointStage[i])])] = Int32(i)
      end[Int(breakpointStage[i])] += 1
    }
  }

  /// The rows whose breakpoints matter from this tier on, in ascending order.
  @inline(__always)
  func rows(of tier: Int32) -> UnsafeBufferPointer<Int32> {
    let start = tier > 0 ? Int(workspace.tierEnd[Int(tier) - 1]) : 0
    return UnsafeBufferPointer(
      start: workspace.tierRows + start, count: Int(workspace.tierEnd[Int(tier)]) - start)
  }

  /// Sets the side of a row by the sign of its residual. At zero it is the side that costs nothing, or the present one
  /// with `keepsSides`.
  @inline(__always)
  func takeSide(_ i: Int) {
    let sign = residual[i].residualSign
    if sign == 0, keepsSides { return }
    side[i] = sign != 0 ? Int8(sign) : program.slopes(i).below == 0 ? -1 : 1
  }

  /// Minimises the sum of the violations of one tier. Sets `isInfeasible` if tier 0 cannot reach zero.
  mutating func minimizeTier(_ tier: Int32) throws(NumericalTrouble) {
    lastStage = tier
    for row in rows(of: tier) {
      let i = Int(row)
      takeSide(i)
      (workspace.slopeBelow[i], workspace.slopeAbove[i]) = program.slopes(i)
    }
    try minimize(stage: tier, row: nil)
    for row in rows(of: tier) {
      let i = Int(row)
      if tier == 0, place[i] < 0, slope(i) != 0, residual[i].residualSign != 0 { isInfeasible = true }
      workspace.slopeBelow[i] = 0
      workspace.slopeAbove[i] = 0
    }
  }

  /// Runs stages S2 to S4 of the tie-break. Rows and variables are in ascending order of id.
  mutating func breakTies() throws(NumericalTrouble) {
    let last = Int32(program.tierCount)
    lastStage = last
    for tier in 1..<max(last, 1) {
      for row in rows(of: tier).reversed() {
        let i = Int(row)
        let slopes = program.slopes(i)
        guard try minimize(row: i, stage: last, below: slopes.below, above: slopes.above) else { continue }
        HardState.tieDecidedByAge.reach()
        if isDone { return }
      }
    }
    for j in 0..<variableCount where program.isNonNegative[j] {
      if try minimize(row: constraintCount + j, stage: last, below: 0, above: 1), isDone { return }
    }
    for i in (0..<constraintCount).reversed() where program.relations[i] != 0 {
      slackStage[i] = last + tieStages
      if breakpointStage[i] == Self.never { continue }
      let isUpper = program.relations[i] < 0
      if try minimize(row: i, stage: last, below: isUpper ? -1 : 0, above: isUpper ? 0 : 1), isDone { return }
    }
  }

  /// Runs stage S5: makes the free variables small, one by one.
  mutating func settlePositions() throws(NumericalTrouble) {
    HardState.tieDecidedByPosition.reach()
    let last = Int32(program.tierCount)
    if tableau.skipsFreeRows { findPositions() }
    for j in 0..<variableCount where !program.isNonNegative[j] {
      let i = constraintCount + j
      breakpointStage[i] = last
      side[i] = residual[i].residualSign < 0 ? -1 : 1
      if try minimize(row: i, stage: last, below: -1, above: 1), isDone { return }
    }
  }

  /// Computes the free variables, which have not followed the steps so far.
  mutating func findPositions() {
    tableau.skipFreeRows(false)
    price.removeAll()
    findVariables()
    for j in 0..<variableCount { residual[Int(active[j])] = N.zero }
  }

  /// Minimises the cost of one row, whose changes per point of the residual are `below` and `above` the breakpoint. Moving away from the breakpoint
  /// must not lower the cost. Returns whether a direction may have been locked.
  @discardableResult
  mutating func minimize(row: Int, stage: Int32, below: Int8, above: Int8) throws(NumericalTrouble) -> Bool {
    workspace.slopeBelow[row] = below
    workspace.slopeAbove[row] = above
    defer {
      workspace.slopeBelow[row] = 0
      workspace.slopeAbove[row] = 0
    }
    if place[row] < 0, slope(row) == 0 || !canMove(row) { return false }
    try minimize(stage: stage, row: row)
    return true
  }

  /// Whether any direction that is not locked moves `row`, which must not be active.
  mutating func canMove(_ row: Int) -> Bool {
    if workspace.isFixed[row], trustsRandomSums { return false }
    var canMove = false
    tableau.forEach(row) { j, _ in canMove = canMove || isFree(j) }
    if !canMove, trustsRandomSums {
      newlyFixedCount += 1
      if newlyFixedCount > 2 + variableCount / 32 { findFixedRows() }
    }
    return canMove
  }

  /// Whether the place has a direction that is not locked.
  @inline(__always)
  func isFree(_ j: Int) -> Bool { !(isLockedUp[j] && isLockedDown[j]) }

  /// Marks the rows that no free direction moves. They stay fixed, because a pivot makes free directions only from free ones.
  mutating func findFixedRows() {
    newlyFixedCount = 0
    workspace.isFixed.update(repeating: true, count: rowCount)
    for j in 0..<variableCount { workspace.isFixed[Int(active[j])] = !isFree(j) }
    let (up, down) = (isLockedUp, isLockedDown)
    tableau.clearMoving(workspace.isFixed) { j in !(up[j] && down[j]) }
  }

  // MARK: One stage

  /// The present stage's cost of one point of a row's residual, on the side where the row counts.
  @inline(__always)
  func slope(_ row: Int) -> Int8 { side[row] < 0 ? workspace.slopeBelow[row] : workspace.slopeAbove[row] }

  /// The change of the objective for each point that the active row at `j` goes up, or down.
  @inline(__always)
  func rate(_ j: Int, up: Bool) -> N {
    let row = Int(active[j])
    let own = up ? workspace.slopeAbove[row] : -workspace.slopeBelow[row]
    let through = up ? price[j] : -price[j]
    return own == 0 ? through : through + N(Double(own))
  }

  /// Notes a row's cost, times a factor. The next `addNotedCosts` adds all noted costs to the prices, in one pass over
  /// the tableau.
  @inline(__always)
  mutating func note(_ row: Int, times factor: Int8) {
    guard factor != 0 else { return }
    workspace.costRows[Int(costCount)] = Int32(row)
    workspace.costFactors[Int(costCount)] = factor
    costCount += 1
  }

  /// Adds all noted costs to the prices.
  mutating func addNotedCosts() {
    tableau.addRows(workspace.costRows, times: workspace.costFactors, count: Int(costCount), to: price)
    costCount = 0
  }

  /// Minimises one stage, of all its rows or of one row, and locks each direction that would raise its objective.
  mutating func minimize(stage: Int32, row single: Int?) throws(NumericalTrouble) {
    if let single, place[single] >= 0 {
      // The row is at its breakpoint, where it costs least: its own directions rise, and no other moves it.
      price[Int(place[single])] = N.zero
      lockRising(Int(place[single]), stage: stage)
    } else {
      _ = try descend(stage: stage, row: single, stopsAtFirstStep: false)
      if let single {
        for j in price.places { lockRising(Int(j), stage: stage) }
        // A pivot may have made the row itself active. Then its cost rises in both directions.
        if place[single] >= 0 { lockRising(Int(place[single]), stage: stage) }
      } else if tracksDoubt {
        for j in 0..<variableCount { lockRising(j, stage: stage) }
      } else {
        for j in price.places { lockRising(Int(j), stage: stage) }
        for i in rows(of: stage) where place[Int(i)] >= 0 { lockRising(Int(place[Int(i)]), stage: stage) }
      }
    }
    if single != nil { tieStages += 1 }
  }

  /// Locks the directions of a place along which the objective rises.
  @inline(__always)
  mutating func lockRising(_ j: Int, stage: Int32) {
    if !isLockedUp[j], isRising(j, up: true) { lock(j, up: true, stage + tieStages) }
    if !isLockedDown[j], isRising(j, up: false) { lock(j, up: false, stage + tieStages) }
  }

  /// Locks a direction for all later stages.
  @inline(__always)
  mutating func lock(_ j: Int, up: Bool, _ stage: Int32) {
    if up { isLockedUp[j] = true } else { isLockedDown[j] = true }
    if !isFree(j) { freeCount -= 1 }
    if notesLocks { lockStage[up ? j : variableCount + j] = stage }
  }

  /// Whether the objective rises along a direction. If the rate is so small that rounding may have caused or hidden it, that is recorded.
  @inline(__always)
  mutating func isRising(_ j: Int, up: Bool) -> Bool {
    let rate = rate(j, up: up)
    if N.isChecked {
      if rate.isTiny { sawTinyRate = true }
    } else if tracksDoubt, rate.magnitude < N(Tolerance.tiny) {
      // Where inexact numbers were added up, a rate that looks like zero may not be.
      let row = Int(active[j])
      let own = up ? workspace.slopeAbove[row] : workspace.slopeBelow[row]
      if rate.isTiny || own != 0 || wasPriced(j) { sawTinyRate = true }
    }
    return rate.rateSign > 0
  }

  /// Whether some row of the present objective moves with the active row at `j`.
  func wasPriced(_ j: Int) -> Bool {
    for i in 0..<rowCount where place[i] < 0 && slope(i) != 0 && tableau.coefficient(i, j).rateSign != 0 { return true }
    return false
  }

  @inline(__always)
  func isLocked(_ j: Int, up: Bool) -> Bool { up ? isLockedUp[j] : isLockedDown[j] }
}
