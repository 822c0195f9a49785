import SceneModel

/// A tableau that reads several columns at once, for what a column each would make quadratic.
protocol SummingTableau: Tableau, ~Copyable {
  /// Like `readColumn`, with the rows of free variables: what moves when active rows leave their bounds at these rates; nil: it stays.
  mutating func readSum(rate: (_ column: Int) -> Value?)
}

/// Which variables the tiers alone leave one value.
extension LexicographicSimplex where T: SummingTableau & ~Copyable {
  /// After `solveTiers`: whether each variable has one value over all that the tiers leave.
  ///
  /// Mostly all are told at once: what no open direction moves has one value, and what moves when all open directions are taken
  /// together has more. Where a row on its breakpoint forbids to take them together, variables are asked one by one until one of them
  /// has moved, and then the others together again, after ever more questions.
  mutating func uniqueVariables() throws(Stuck) -> [Bool] {
    var answers = Array(repeating: true, count: variableCount)
    if isUniqueBeforeTieBreak { return answers }
    findFixedRows()
    var isOpen = (0..<variableCount).map { !workspace.isFixed[constraintCount + $0] }
    func takeMoved() {
      for q in 0..<tableau.columnLength {
        let variable = Int(tableau.columnRows[q]) - constraintCount
        let rate = tableau.columnValues[q]
        // What is hardly there may be what rounding left: asked by itself.
        if variable >= 0, rate.isSignificant, !rate.isFaint { (answers[variable], isOpen[variable]) = (false, false) }
      }
    }
    var questions = 0
    var next = 0
    for variable in 0..<variableCount where isOpen[variable] {
      if questions == next {
        next = max(1, 2 * questions)
        if canMoveTogether() {
          takeMoved()
          for j in 0..<variableCount where Int(active[j]) >= constraintCount && isFree(j) {
            answers[Int(active[j]) - constraintCount] = false
            isOpen[Int(active[j]) - constraintCount] = false
          }
        }
      }
      if !isOpen[variable] { continue }
      questions += 1
      answers[variable] = try isUnique(variable)
      isOpen[variable] = false
      // The column along which it moved was read last.
      if !answers[variable] { takeMoved() }
    }
    return answers
  }

  /// Reads the sum of all columns, each in a direction that is not locked, times a number of chance so that hardly anything cancels.
  /// Whether the point can go that way at all.
  private mutating func canMoveTogether() -> Bool {
    var chance = Entropy(seed: 1)
    let (up, down) = (isLockedUp, isLockedDown)
    tableau.readSum { j in
      if up[j] && down[j] { return nil }
      // Few bits, so that sums of many are exact.
      let rate = N(1 + Double(chance.next() >> 44) * 0x1p-20)
      return up[j] ? -rate : rate
    }
    let stage = Int32(program.tierCount)
    return (0..<tableau.columnLength).allSatisfy { q in
      let i = Int(tableau.columnRows[q])
      if breakpointStage[i] > stage { return true }
      let rises = N.zero < tableau.columnValues[q]
      let isInside = (side[i] < 0) == (residual[i] < N.zero) && residual[i].residualSign != 0
      return isInside || (side[i] < 0) != rises
    }
  }
}
