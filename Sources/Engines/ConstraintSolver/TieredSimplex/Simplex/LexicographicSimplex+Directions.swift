/// Pricing: the choice of the next direction.
extension LexicographicSimplex where T: ~Copyable {
  /// A direction of an active row, with the rate at which the objective changes along it. `tier` is the first tier
  /// known to get worse when the row moves this way.
  struct Direction {
    var column: Int
    var isUp: Bool
    var rate: N
    var tier: Int32
  }

  /// The direction along which the objective falls and whose first hurt tier comes last; of several, the steepest. Bland's rule takes the one of
  /// the lowest row. Nil if no direction lowers the objective.
  func bestDirection(_ usesBlandsRule: Bool) -> Direction? {
    var best: Direction?
    if usesBlandsRule {
      for place in price.places {
        guard let direction = improvingDirection(Int(place)) else { continue }
        if best == nil || active[direction.column] < active[best!.column] { best = direction }
      }
      return best
    }
    // Only a price, or a query about one row, makes a rate negative.
    for place in price.places {
      guard let direction = improvingDirection(Int(place)) else { continue }
      if let known = best {
        if direction.tier < known.tier || direction.tier == known.tier && !isSteeper(direction, than: known) {
          continue
        }
      }
      best = direction
    }
    return best
  }

  /// The direction of a place along which the objective falls and that is not locked; nil if there is none. There is at most one, because a row
  /// costs least at its breakpoint.
  @inline(__always)
  private func improvingDirection(_ j: Int) -> Direction? {
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

  /// Whether one direction is steeper than another. Of two that are equally steep, it is that of the older row, because the tie-break favours newer
  /// rows.
  @inline(__always)
  private func isSteeper(_ direction: Direction, than known: Direction) -> Bool {
    if direction.rate < known.rate { return true }
    return !(known.rate < direction.rate) && active[direction.column] < active[known.column]
  }

  /// The first tier known to get worse along a direction. Moving a row that matters to an early tier is useless, because that tier would move it
  /// back.
  @inline(__always)
  private func tier(_ j: Int, up: Bool) -> Int32 {
    let row = Int(active[j])
    let slopes = program.slopes(row)
    let own = (up ? slopes.above : slopes.below) == 0 ? Self.never : breakpointStage[row]
    return min(own, workspace.firstHurtTiers[2 * j + (up ? 0 : 1)])
  }
}
