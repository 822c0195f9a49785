extension LexicographicSimplex where T: ~Copyable, T.Value == Double {
  /// Before it is solved again: puts a constraint into force at its tier, or out of force. True: the point is the optimum
  /// anyway, unless the constraint is now violated.
  ///
  /// By convexity: a constraint that costs nothing near the optimum may go, and one that costs nothing at the optimum may
  /// come. What matters to later stages than the last one that was needed may come and go in any case.
  mutating func setTier(_ constraint: Int, _ tier: Int32, _ accuracy: Accuracy) -> Bool {
    let old = breakpointStage[constraint]
    breakpointStage[constraint] = tier
    guard isDone, place[constraint] < 0 else { return false }
    let (below, above) = program.slopes(constraint)
    if tier == Self.never {
      if isUniqueBeforeTieBreak, old > lastStage { return true }
      return clearlyHolds(constraint, accuracy) && hasSettledSlack(constraint)
    }
    if isUniqueBeforeTieBreak, tier > lastStage { return true }
    side[constraint] = below == 0 ? -1 : 1
    return (below == 0 || above == 0) && hasSettledSlack(constraint)
  }

  /// Whether the constraint's slack was the same over all points that were left when the tie-break came to it. Its stage
  /// then decides nothing.
  private func hasSettledSlack(_ constraint: Int) -> Bool {
    let stage = slackStage[constraint]
    if stage == Self.never { return true }
    // Small blocks are solved again at once, and factors that doubles cannot tell from nothing would count here.
    if !notesLocks || tracksDoubt || tableau.hasFaintEntries { return false }
    var isSettled = true
    tableau.forEach(constraint) { j, _ in
      isSettled = isSettled && lockStage[j] < stage && lockStage[variableCount + j] < stage
    }
    return isSettled
  }

  /// Whether a constraint that is not active holds at the point, by more than rounding can hide.
  mutating func clearlyHolds(_ constraint: Int, _ accuracy: Accuracy) -> Bool {
    let rest = residual(of: constraint, accuracy)
    residual[constraint] = rest.value
    let (below, above) = program.slopes(constraint)
    return rest.value.magnitude > Tolerance.sweepResidual + rest.margin && (rest.value < 0 ? below : above) == 0
  }
}
