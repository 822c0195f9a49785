/// Which way the next step takes.
extension LexicographicSimplex where T: ~Copyable {
  /// A direction of an active row, the rate at which the objective changes along it, and the first tier that asks the row to
  /// stay, as far as is known.
  struct Direction {
    var column: Int
    var isUp: Bool
    var rate: N
    var tier: Int32
  }

  /// The direction in which the objective falls, of the row that matters last, and of these the steepest. Cautiously: of the
  /// lowest row.
  mutating func bestDirection(_ isCautious: Bool) -> Direction? {
    var best: Direction?
    if isCautious {
      for place in price.places {
        guard let way = wayDown(Int(place)) else { continue }
        if best == nil || active[way.column] < active[best!.column] { best = way }
      }
      return best
    }
    // Mostly one after the other of those that matter as little.
    let candidates = workspace.pricingCandidates
    var count = 0
    for q in 0..<Int(pricingCount) {
      guard let way = wayDown(Int(candidates[q])), way.tier == pricingTier else { continue }
      candidates[count] = candidates[q]
      count += 1
      if best == nil || isSteeper(way, than: best!) { best = way }
    }
    pricingCount = Int32(count)
    if best != nil { return best }
    var tier: Int32 = -1
    // Only a price, or a question, makes a rate negative.
    for place in price.places {
      guard let way = wayDown(Int(place)), way.tier >= tier else { continue }
      if way.tier > tier {
        (tier, count) = (way.tier, 0)
        best = way
      } else if isSteeper(way, than: best!) {
        best = way
      }
      candidates[count] = place
      count += 1
    }
    (pricingTier, pricingCount) = (tier, Int32(count))
    return best
  }

  /// The direction of the place along which the objective falls, if there is one that is not locked. It never falls in both:
  /// rows cost least at their breakpoints.
  @inline(__always)
  private func wayDown(_ j: Int) -> Direction? {
    let row = Int(active[j])
    let (below, above) = (workspace.slopeBelow[row], workspace.slopeAbove[row])
    let price = price[j]
    let rise = above == 0 ? price : price + N(Double(above))
    if rise.rateSign < 0 {
      return isLockedUp[j] ? nil : Direction(column: j, isUp: true, rate: rise, tier: tier(j, up: true))
    }
    let fall = below == 0 ? -price : -price - N(Double(below))
    if fall.rateSign >= 0 || isLockedDown[j] { return nil }
    return Direction(column: j, isUp: false, rate: fall, tier: tier(j, up: false))
  }

  /// Of ways as steep the older row's: the tie-break spares the newer ones.
  @inline(__always)
  private func isSteeper(_ way: Direction, than known: Direction) -> Bool {
    if way.rate < known.rate { return true }
    return !(known.rate < way.rate) && active[way.column] < active[known.column]
  }

  /// Later tiers will claim what an important row has given up.
  @inline(__always)
  private func tier(_ j: Int, up: Bool) -> Int32 {
    let row = Int(active[j])
    let slopes = program.slopes(row)
    let own = (up ? slopes.above : slopes.below) == 0 ? Self.never : breakpointStage[row]
    return min(own, workspace.objections[2 * j + (up ? 0 : 1)])
  }
}
