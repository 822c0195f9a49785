import LayoutPlugin

/// The stages: the tiers, and then what breaks ties (S2 to S5), each until nothing it could decide is left.
extension LexicographicSimplex where T: ~Copyable {
  func listTiers() {
    let (rows, end) = (workspace.tierRows, workspace.tierEnd)
    let tierCount = program.tierCount
    end.update(repeating: 0, count: tierCount + 1)
    for i in 0..<rowCount where breakpointStage[i] < tierCount { end[Int(breakpointStage[i]) + 1] += 1 }
    for tier in 0..<tierCount { end[tier + 1] += end[tier] }
    // Filling a list moves where it starts to where it ends, which is where the next one starts.
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

  @inline(__always)
  func takeSide(_ i: Int) {
    let sign = residual[i].residualSign
    if sign == 0, keepsSides { return }
    side[i] = sign != 0 ? Int8(sign) : program.slopes(i).below == 0 ? -1 : 1
  }

  mutating func minimizeTier(_ tier: Int32) throws(Stuck) {
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

  /// Stages S2 to S4 of the tie-break; rows and variables are in ascending order of id.
  mutating func breakTies() throws(Stuck) {
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

  /// Stage S5.
  mutating func settlePositions() throws(Stuck) {
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

  /// Those that are free have not followed the steps so far.
  mutating func findPositions() {
    tableau.skipFreeRows(false)
    price.removeAll()
    findVariables()
    for j in 0..<variableCount { residual[Int(active[j])] = N.zero }
  }

  /// Whether that may have locked a direction: minimizes what one row costs, with slopes that do not fall away from its breakpoint.
  @discardableResult
  mutating func minimize(row: Int, stage: Int32, below: Int8, above: Int8) throws(Stuck) -> Bool {
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

  /// Whether any direction that is not locked moves the row, which is not active.
  mutating func canMove(_ row: Int) -> Bool {
    if workspace.isFixed[row] { return false }
    var canMove = false
    tableau.forEach(row) { j, _ in canMove = canMove || isFree(j) }
    if !canMove {
      fixedByChance += 1
      if fixedByChance > 2 + variableCount / 32 { findFixedRows() }
    }
    return canMove
  }

  @inline(__always)
  func isFree(_ j: Int) -> Bool { !(isLockedUp[j] && isLockedDown[j]) }

  /// A row that no free direction moves is fixed for good, since an exchange makes new directions of those that are free.
  mutating func findFixedRows() {
    fixedByChance = 0
    workspace.isFixed.update(repeating: true, count: rowCount)
    for j in 0..<variableCount { workspace.isFixed[Int(active[j])] = !isFree(j) }
    let (up, down) = (isLockedUp, isLockedDown)
    tableau.clearMoving(workspace.isFixed) { j in !(up[j] && down[j]) }
  }

  // MARK: One stage

  @inline(__always)
  func slope(_ row: Int) -> Int8 { side[row] < 0 ? workspace.slopeBelow[row] : workspace.slopeAbove[row] }

  /// How the objective changes when the active row at `j` goes up, or down.
  @inline(__always)
  func rate(_ j: Int, up: Bool) -> N {
    let row = Int(active[j])
    let own = up ? workspace.slopeAbove[row] : -workspace.slopeBelow[row]
    let through = up ? price[j] : -price[j]
    return own == 0 ? through : through + N(Double(own))
  }

  /// A row's cost joins the prices, times a factor: at once with others, since each pass over the tableau costs.
  @inline(__always)
  mutating func note(_ row: Int, times factor: Int8) {
    guard factor != 0 else { return }
    workspace.costRows[Int(costCount)] = Int32(row)
    workspace.costFactors[Int(costCount)] = factor
    costCount += 1
  }

  mutating func addNotedCosts() {
    tableau.addRows(workspace.costRows, times: workspace.costFactors, count: Int(costCount), to: price)
    costCount = 0
  }

  mutating func minimize(stage: Int32, row single: Int?) throws(Stuck) {
    if let single, place[single] >= 0 {
      // At its breakpoint, where it costs least: its own directions rise, and no other moves it.
      price[Int(place[single])] = N.zero
      lockRising(Int(place[single]), stage: stage)
    } else {
      _ = try descend(stage: stage, row: single, stopsAtFirstStep: false)
      if let single {
        for j in price.places { lockRising(Int(j), stage: stage) }
        // An exchange may have made the row active: it costs something on both ways from its breakpoint.
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

  @inline(__always)
  mutating func lockRising(_ j: Int, stage: Int32) {
    if !isLockedUp[j], isRising(j, up: true) { lock(j, up: true, stage + tieStages) }
    if !isLockedDown[j], isRising(j, up: false) { lock(j, up: false, stage + tieStages) }
  }

  @inline(__always)
  mutating func lock(_ j: Int, up: Bool, _ stage: Int32) {
    if up { isLockedUp[j] = true } else { isLockedDown[j] = true }
    if !isFree(j) { freeCount -= 1 }
    if notesLocks { lockStage[up ? j : variableCount + j] = stage }
  }

  @inline(__always)
  mutating func isRising(_ j: Int, up: Bool) -> Bool {
    let rate = rate(j, up: up)
    if N.isChecked {
      if rate.isFaint { sawFaintRate = true }
    } else if tracksDoubt, rate.magnitude < N(Tolerance.faint) {
      // Where numbers were added up that are not exact, what looks like nothing may not be.
      let row = Int(active[j])
      let own = up ? workspace.slopeAbove[row] : workspace.slopeBelow[row]
      if rate.isFaint || own != 0 || wasPriced(j) { sawFaintRate = true }
    }
    return rate.rateSign > 0
  }

  /// Whether any row of the present objective moves with the active row at `j`.
  func wasPriced(_ j: Int) -> Bool {
    for i in 0..<rowCount where place[i] < 0 && slope(i) != 0 && tableau.coefficient(i, j).rateSign != 0 { return true }
    return false
  }

  @inline(__always)
  func isLocked(_ j: Int, up: Bool) -> Bool { up ? isLockedUp[j] : isLockedDown[j] }
}
