/// The minimisation of one stage.
extension LexicographicSimplex where T: ~Copyable {
  enum Descent {
    case isOptimal
    case canMove
  }

  /// Moves along directions that lower the objective until none does. The objective is the cost of the rows of `stage`, or of the row `single` alone.
  /// With `stopsAtFirstStep` it returns `.canMove` instead of the first step that moves the point; steps of length zero are made.
  mutating func descend(stage: Int32, row single: Int?, stopsAtFirstStep: Bool) throws(NumericalTrouble) -> Descent {
    price.removeAll()
    var isPriced = false
    if let single {
      if place[single] < 0 {
        note(single, times: slope(single))
        isPriced = true
      } else {
        // In a query about one row, the objective may fall on either side of the breakpoint.
        price[Int(place[single])] = N.zero
      }
    } else {
      for row in rows(of: stage) where place[Int(row)] < 0 && slope(Int(row)) != 0 {
        note(Int(row), times: slope(Int(row)))
        isPriced = true
      }
    }
    addNotedCosts()
    // Only active rows have costs, and those rise in both directions: nothing can be lowered. In a query about one row
    // the objective may fall.
    if !isPriced, !stopsAtFirstStep { return .isOptimal }
    var degenerateSteps = 0
    var steps = 0
    var flips = 0
    while true {
      // After many degenerate steps Bland's rule takes over, which cannot cycle.
      let usesBlandsRule = degenerateSteps > 2 * variableCount + 20
      guard let direction = bestDirection(usesBlandsRule) else { return .isOptimal }

      // The ratio test: how far each row lets the point move.
      tableau.readColumn(direction.column)
      var candidateCount = 0
      for q in 0..<tableau.columnLength {
        let i = Int(tableau.columnRows[q])
        guard breakpointStage[i] <= stage else { continue }
        let rises = (N.zero < tableau.columnValues[q]) == direction.isUp
        // Such a row moves away from its breakpoint.
        if (side[i] < 0) != rises { continue }
        let isInside = (side[i] < 0) == (residual[i] < N.zero) && residual[i].residualSign != 0
        step[candidateCount] = isInside ? residual[i].magnitude / tableau.columnValues[q].magnitude : N.zero
        workspace.candidate[candidateCount] = Int32(q)
        candidateCount += 1
      }
      // Breakpoints of the present objective are passed while that still pays; those of an earlier stage never are.
      var total = direction.rate
      var passedCount = 0
      var stop = -1
      var stopStep = N.zero
      var stopBlocks = false
      for c in (0..<candidateCount / 2).reversed() { siftDown(c, candidateCount, usesBlandsRule) }
      while candidateCount > 0, stop < 0 {
        let q = Int(workspace.candidate[0])
        let i = Int(tableau.columnRows[q])
        let blocks = single != nil || breakpointStage[i] != stage
        if !blocks, !usesBlandsRule {
          let jump = Double(workspace.slopeAbove[i]) - Double(workspace.slopeBelow[i])
          total = total + tableau.columnValues[q].magnitude * N(jump)
        }
        if blocks || usesBlandsRule || total.rateSign >= 0 {
          (stop, stopStep, stopBlocks) = (q, step[0], blocks)
        } else {
          workspace.passed[passedCount] = Int32(i)
          passedCount += 1
        }
        candidateCount -= 1
        workspace.candidate[0] = workspace.candidate[candidateCount]
        step[0] = step[candidateCount]
        siftDown(0, candidateCount, usesBlandsRule)
      }
      if stopsAtFirstStep, stop < 0 || stopStep.residualSign > 0 { return .canMove }
      guard stop >= 0 else { throw NumericalTrouble() }
      degenerateSteps = stopStep.residualSign == 0 ? degenerateSteps + 1 : 0
      // In rounded numbers even a descent may not end; then the exact path takes over.
      steps += 1
      if !N.isExact, degenerateSteps > 20 * rowCount + 1000 || steps > 200 * rowCount + 10_000 {
        throw NumericalTrouble()
      }

      let entering = Int(tableau.columnRows[stop])
      let pivotEntry = tableau.columnValues[stop]
      if !N.isExact, pivotEntry.magnitude < N(Tolerance.smallestPivot) { throw NumericalTrouble() }
      let rises = (N.zero < pivotEntry) == direction.isUp
      if !usesBlandsRule, !stopBlocks, flips < Self.mostFlips, areAtBreakpoints(passedCount, entering),
        isLocked(direction.column, up: !direction.isUp)
          || (rate(direction.column, up: !direction.isUp) + direction.rate - total).rateSign >= 0
      {
        // A bound flip: with these rows on their other sides neither direction of the place leads down, so no pivot is
        // needed. After many flips in a row a pivot is made, since rows may flip each other back.
        workspace.passed[passedCount] = Int32(entering)
        flipSides(passedCount + 1)
        addNotedCosts()
        flips += 1
        continue
      }
      flips = 0
      if refusesPivots { throw NumericalTrouble() }
      move(column: direction.column, by: direction.isUp ? stopStep : -stopStep)
      flipSides(passedCount)
      let leaving = Int(active[direction.column])
      // The entering row's cost leaves the prices and the leaving row's joins them. Then the prices follow the pivot.
      note(entering, times: -slope(entering))
      addNotedCosts()
      side[leaving] = direction.isUp ? 1 : -1
      price[direction.column] = price[direction.column] + N(Double(slope(leaving)))
      let carried = price[direction.column] / pivotEntry
      let price = self.price
      var entry = N.zero
      tableau.forEach(entering) { j, value in
        if j == direction.column { entry = value }
        price[j] = j == direction.column ? carried : price[j] - carried * value
      }
      // The column and the row come from different solves.
      if !N.isExact,
        tableau.isSpoiled || !((entry - pivotEntry).magnitude < N(Tolerance.pivotDisagreement) * pivotEntry.magnitude)
      {
        throw NumericalTrouble()
      }
      pivot(direction.column, entering: entering)
      (isLockedUp[direction.column], isLockedDown[direction.column]) = (false, false)
      (workspace.firstHurtTiers[2 * direction.column], workspace.firstHurtTiers[2 * direction.column + 1]) = (
        .max, .max
      )
      if stopBlocks {
        let isEarlier = breakpointStage[entering] < stage
        lock(direction.column, up: rises, isEarlier ? breakpointStage[entering] : stage + tieStages)
      }
    }
  }

  /// Whether the first `passedCount` passed rows, and the row `entering`, can change sides without a step, because their residuals count as zero.
  func areAtBreakpoints(_ passedCount: Int, _ entering: Int) -> Bool {
    residual[entering].residualSign == 0
      && (0..<passedCount).allSatisfy { residual[Int(workspace.passed[$0])].residualSign == 0 }
  }

  /// The largest number of consecutive bound flips without a pivot. Without a limit a stack of 300 views takes 2.5 times as long
  /// to build, and 300 rows that contradict each other 1.8 times.
  private static var mostFlips: Int { 64 }

  /// Moves the first `count` passed rows to the other sides of their breakpoints, and updates their costs.
  @inline(__always)
  mutating func flipSides(_ count: Int) {
    for q in 0..<count {
      let i = Int(workspace.passed[q])
      let before = slope(i)
      side[i] = -side[i]
      note(i, times: slope(i) - before)
    }
  }
}
