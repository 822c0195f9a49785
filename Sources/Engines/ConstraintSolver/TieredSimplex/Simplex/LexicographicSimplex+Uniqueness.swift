import SceneModel

/// A tableau that can read a sum of columns. Reading one column each would be quadratic.
protocol SummingTableau: Tableau, ~Copyable {
  /// Reads the rates of all rows, free variables included, when active rows leave their bounds at these rates. A nil
  /// rate means that the row stays.
  mutating func readSum(rate: (_ column: Int) -> Value?)
}

/// Finds out which variables the tiers alone determine.
extension LexicographicSimplex where T: SummingTableau & ~Copyable {
  /// Whether the tiers alone determine each variable, by its index. To be called after `solveTiers`. A variable that no
  /// open direction moves is determined. One that moves when all open directions are taken together is not. Where a row
  /// on its breakpoint forbids that, variables are tested one by one until one moves. Then the others are tested
  /// together again, after ever more single tests.
  mutating func uniqueVariables() throws(NumericalTrouble) -> [Bool] {
    var answers = Array(repeating: true, count: variableCount)
    if isUniqueBeforeTieBreak { return answers }
    findFixedRows()
    var isOpen = (0..<variableCount).map { !trustsRandomSums || !workspace.isFixed[constraintCount + $0] }
    func takeMoved() {
      for q in 0..<tableau.columnLength {
        let variable = Int(tableau.columnRows[q]) - constraintCount
        let rate = tableau.columnValues[q]
        // A tiny rate may be left by rounding: that variable is tested by itself.
        if variable >= 0, rate.isSignificant, !rate.isTiny { (answers[variable], isOpen[variable]) = (false, false) }
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
      // The column along which the variable moved was read last.
      if !answers[variable] { takeMoved() }
    }
    return answers
  }

  /// Reads the sum of all columns, each in a direction that is not locked and times a random factor. Returns whether
  /// the point can go that way at all. A variable whose terms cancel in the sum (one chance in 2²⁰) is tested by itself
  /// afterwards, so the answer does not depend on chance.
  private mutating func canMoveTogether() -> Bool {
    var chance = Entropy(seed: 1)
    let (up, down) = (isLockedUp, isLockedDown)
    tableau.readSum { j in
      if up[j] && down[j] { return nil }
      // Few bits, so that sums of many stay exact.
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
