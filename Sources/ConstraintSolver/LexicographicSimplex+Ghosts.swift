extension LexicographicSimplex where T: ~Copyable, T.Value == Double {
  /// Before it is solved again: puts a constraint into force at its tier, or out of force. True: the point is the optimum
  /// anyway, unless `isStillOptimal` says that the constraint is now violated.
  ///
  /// Where the tiers alone left one point, that is so for what matters to later stages only, and for an inequality that
  /// costs nothing.
  mutating func setTier(_ constraint: Int, _ tier: Int32) -> Bool {
    let old = kink[constraint]
    kink[constraint] = tier
    guard isUniqueBeforeTieBreak, place[constraint] < 0 else { return false }
    let (below, above) = program.slopes(constraint)
    if tier == Self.never {
      if old > lastStage { return true }
      let isFree = (residual[constraint] < 0 ? below : above) == 0
      return isFree && residual[constraint].magnitude > Interval.nearlyZero
    }
    if tier > lastStage { return true }
    side[constraint] = below == 0 ? -1 : 1
    return below == 0 || above == 0
  }
}
