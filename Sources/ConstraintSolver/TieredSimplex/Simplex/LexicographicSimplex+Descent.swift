/// The walk of one stage.
extension LexicographicSimplex where T: ~Copyable {
  enum Descent {
    case isOptimal
    case canMove
  }

  /// Walks down until no direction lowers the objective, or only asks whether the point can move at all.
  mutating func descend(stage: Int32, row single: Int?, stopsAtFirstStep: Bool) throws(Stuck) -> Descent {
    price.removeAll()
    pricingCount = 0
    var isPriced = false
    if let single {
      if place[single] < 0 {
        note(single, times: slope(single))
        isPriced = true
      } else {
        // A question's goal may fall on the way from the breakpoint.
        price[Int(place[single])] = N.zero
      }
    } else {
      for row in rows(of: stage) where place[Int(row)] < 0 && slope(Int(row)) != 0 {
        note(Int(row), times: slope(Int(row)))
        isPriced = true
      }
    }
    addNotedCosts()
    // Only the active rows' own costs, which rise either way; but a question about one row has a goal that does not.
    if !isPriced, !stopsAtFirstStep { return .isOptimal }
    var standing = 0
    var walked = 0
    var turns = 0
    while true {
      // After many steps that led nowhere, Bland's rule, which cannot cycle.
      let isCautious = standing > 2 * variableCount + 20
      guard let way = bestDirection(isCautious) else { return .isOptimal }

      // How far each row in the way lets the point go.
      tableau.readColumn(way.column)
      var candidateCount = 0
      for q in 0..<tableau.columnLength {
        let i = Int(tableau.columnRows[q])
        guard breakpointStage[i] <= stage else { continue }
        let rises = (N.zero < tableau.columnValues[q]) == way.isUp
        // Moves away from its breakpoint.
        if (side[i] < 0) != rises { continue }
        let isInside = (side[i] < 0) == (residual[i] < N.zero) && residual[i].residualSign != 0
        step[candidateCount] = isInside ? residual[i].magnitude / tableau.columnValues[q].magnitude : N.zero
        workspace.candidate[candidateCount] = Int32(q)
        candidateCount += 1
      }
      // Past the breakpoints of the present objective, as long as that still pays; never past an earlier stage's.
      var total = way.rate
      var passedCount = 0
      var stop = -1
      var stopStep = N.zero
      var stopBlocks = false
      for c in (0..<candidateCount / 2).reversed() { siftDown(c, candidateCount, isCautious) }
      while candidateCount > 0, stop < 0 {
        let q = Int(workspace.candidate[0])
        let i = Int(tableau.columnRows[q])
        let blocks = single != nil || breakpointStage[i] != stage
        if !blocks, !isCautious {
          let jump = Double(workspace.slopeAbove[i]) - Double(workspace.slopeBelow[i])
          total = total + tableau.columnValues[q].magnitude * N(jump)
        }
        if blocks || isCautious || total.rateSign >= 0 {
          (stop, stopStep, stopBlocks) = (q, step[0], blocks)
        } else {
          workspace.passed[passedCount] = Int32(i)
          passedCount += 1
        }
        candidateCount -= 1
        workspace.candidate[0] = workspace.candidate[candidateCount]
        step[0] = step[candidateCount]
        siftDown(0, candidateCount, isCautious)
      }
      if stopsAtFirstStep, stop < 0 || stopStep.residualSign > 0 { return .canMove }
      guard stop >= 0 else { throw Stuck() }
      standing = stopStep.residualSign == 0 ? standing + 1 : 0
      // In rounded numbers even a descent may go on for ever; the exact path takes over then.
      walked += 1
      if !N.isExact, standing > 20 * rowCount + 1000 || walked > 200 * rowCount + 10_000 { throw Stuck() }

      let entering = Int(tableau.columnRows[stop])
      let pivot = tableau.columnValues[stop]
      if !N.isExact, pivot.magnitude < N(Tolerance.exchange) { throw Stuck() }
      let rises = (N.zero < pivot) == way.isUp
      if !isCautious, !stopBlocks, turns < Self.mostTurns, standOnBreakpoints(passedCount, entering),
        isLocked(way.column, up: !way.isUp) || (rate(way.column, up: !way.isUp) + way.rate - total).rateSign >= 0
      {
        // With these rows on their other sides neither direction of the place leads down: no exchange is needed. After many turns in
        // a row one is made, since rows may turn each other back.
        workspace.passed[passedCount] = Int32(entering)
        turn(passedCount + 1)
        addNotedCosts()
        turns += 1
        continue
      }
      turns = 0
      if staysHere { throw Stuck() }
      move(column: way.column, by: way.isUp ? stopStep : -stopStep)
      turn(passedCount)
      let leaving = Int(active[way.column])
      // The entering row's cost leaves the prices, the leaving row's joins them, then they follow the pivot.
      note(entering, times: -slope(entering))
      addNotedCosts()
      side[leaving] = way.isUp ? 1 : -1
      price[way.column] = price[way.column] + N(Double(slope(leaving)))
      let carried = price[way.column] / pivot
      let price = self.price
      var entry = N.zero
      tableau.forEach(entering) { j, value in
        if j == way.column { entry = value }
        price[j] = j == way.column ? carried : price[j] - carried * value
      }
      // Column and row are read by different solves.
      if !N.isExact,
        tableau.isSpoiled || !((entry - pivot).magnitude < N(Tolerance.pivotDisagreement) * pivot.magnitude)
      {
        throw Stuck()
      }
      exchange(way.column, entering: entering)
      (isLockedUp[way.column], isLockedDown[way.column]) = (false, false)
      (workspace.objections[2 * way.column], workspace.objections[2 * way.column + 1]) = (.max, .max)
      if stopBlocks {
        let isEarlier = breakpointStage[entering] < stage
        lock(way.column, up: rises, isEarlier ? breakpointStage[entering] : stage + tieStages)
      }
    }
  }

  /// Whether the rows that were passed, and one more, can change sides without a step. One that is off its breakpoint by less than a
  /// step can tell cannot.
  func standOnBreakpoints(_ passedCount: Int, _ entering: Int) -> Bool {
    residual[entering].residualSign == 0
      && (0..<passedCount).allSatisfy { residual[Int(workspace.passed[$0])].residualSign == 0 }
  }

  /// Turns in a row without an exchange. Without a limit a stack of 300 takes 2.5 times as long to build, and 300 rows that contradict
  /// each other 1.8 times.
  private static var mostTurns: Int { 64 }

  /// Rows that were passed are on the other sides of their breakpoints.
  @inline(__always)
  mutating func turn(_ count: Int) {
    for q in 0..<count {
      let i = Int(workspace.passed[q])
      let before = slope(i)
      side[i] = -side[i]
      note(i, times: slope(i) - before)
    }
  }
}
