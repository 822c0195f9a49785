extension LexicographicSimplex where T: ~Copyable, T.Value == Double {
  /// Puts a constraint into force at a tier, or out of force, before the next solve. Returns true if the point stays the optimum, unless the
  /// constraint is now violated. By convexity, a constraint that costs nothing near the optimum may be removed, and one that costs nothing at the
  /// optimum may be added. A tier later than the last stage that was needed never matters.
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

  /// Whether the constraint's slack was already determined before its stage of the tie-break. Then that stage decides nothing.
  private func hasSettledSlack(_ constraint: Int) -> Bool {
    let stage = slackStage[constraint]
    if stage == Self.never { return true }
    // Small blocks are solved again at once. Tiny factors, which doubles cannot distinguish from zero, would count
    // here.
    if !notesLocks || tracksDoubt || tableau.hasTinyEntries { return false }
    var isSettled = true
    tableau.forEach(constraint) { j, _ in
      isSettled = isSettled && lockStage[j] < stage && lockStage[variableCount + j] < stage
    }
    return isSettled
  }

  /// Whether a constraint that is not active holds at the point by more than rounding can hide.
  mutating func clearlyHolds(_ constraint: Int, _ accuracy: Accuracy) -> Bool {
    let rest = residual(of: constraint, accuracy)
    residual[constraint] = rest.value
    let (below, above) = program.slopes(constraint)
    return rest.value.magnitude > Tolerance.sweepResidual + rest.margin && (rest.value < 0 ? below : above) == 0
  }
}
