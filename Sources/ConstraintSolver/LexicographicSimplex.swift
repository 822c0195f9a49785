import SceneModel

/// Solves one block, tier by tier, then by the canonical stages, until one point is left.
///
/// *State.* `n` rows are active: their residuals are zero, and together they define the point. Every other row is a
/// combination of them (the tableau). Each active row gives two directions: let it go up or down while the other
/// active rows stay. The rows are the constraints, then one row for each variable.
///
/// *Stages.* Every row is a convex cost of its residual with one kink at zero. A stage walks along directions that
/// lower its objective until none does; then each direction that would raise it is locked for good. A direction stays
/// locked when other rows enter or leave, so there is one price for each active row at a time, however many tiers
/// there are. When all directions are locked the point is unique.
///
/// *Sides.* The side of a row whose residual is zero is combinatorial state: it changes by crossing the kink or by
/// leaving the active set, never because a residual was computed again. Otherwise degenerate steps could cycle.
final class LexicographicSimplex<T: Tableau & ~Copyable> {
  typealias N = T.Value

  let program: Program
  let variableCount: Int
  let constraintCount: Int
  let rowCount: Int
  var tableau: T

  /// The row at each active place, and the place of each row or -1.
  let active: UnsafeMutablePointer<Int32>
  let place: UnsafeMutablePointer<Int32>
  let residual: UnsafeMutablePointer<N>
  /// -1 below the kink, 1 above it.
  let side: UnsafeMutablePointer<Int8>
  /// The first stage to which the kink matters.
  let kink: UnsafeMutablePointer<Int32>
  let isLockedUp: UnsafeMutablePointer<Bool>
  let isLockedDown: UnsafeMutablePointer<Bool>
  let price: UnsafeMutablePointer<N>
  /// The present stage's cost of one unit of residual, below and above the kink.
  private let slopeBelow: UnsafeMutablePointer<Int8>
  private let slopeAbove: UnsafeMutablePointer<Int8>

  /// The right sides of the constraints.
  let bound: UnsafeMutablePointer<N>
  private let memory: UnsafeMutableRawPointer
  private var breakpoints: [Breakpoint] = []

  private(set) var pivots = 0
  /// Set when required rows contradict each other: the sum of their violations cannot be brought to zero.
  private(set) var isInfeasible = false
  /// Whether the tiers alone left one point.
  private(set) var isUniqueBeforeTieBreak = false
  /// A rate was so near zero that rounding may have made it, or hidden it.
  var sawFaintRate = false
  /// The last stage that was needed; kinks of later stages do not matter to the point.
  var lastStage: Int32 = 0

  private static var never: Int32 { Int32.max }

  /// At the origin, with every variable active; `program` must outlive the simplex.
  init(_ program: Program) {
    self.program = program
    variableCount = program.variableCount
    constraintCount = program.rowCount
    rowCount = variableCount + constraintCount
    tableau = T(rowCount: rowCount, columnCount: variableCount)
    let numbers = rowCount + variableCount + constraintCount
    let words = variableCount + 2 * rowCount
    let stride = MemoryLayout<N>.stride
    memory = .allocate(byteCount: numbers * stride + words * 4 + rowCount * 3 + variableCount * 2, alignment: 8)
    residual = memory.bindMemory(to: N.self, capacity: numbers)
    residual.initialize(repeating: N.zero, count: numbers)
    price = residual + rowCount
    bound = price + variableCount
    active = (memory + numbers * stride).bindMemory(to: Int32.self, capacity: words)
    place = active + variableCount
    kink = place + rowCount
    side = UnsafeMutableRawPointer(kink + rowCount).bindMemory(to: Int8.self, capacity: 3 * rowCount)
    slopeBelow = side + rowCount
    slopeAbove = slopeBelow + rowCount
    isLockedUp = UnsafeMutableRawPointer(slopeAbove + rowCount).bindMemory(to: Bool.self, capacity: 2 * variableCount)
    isLockedDown = isLockedUp + variableCount
    side.initialize(repeating: 1, count: rowCount)
    slopeBelow.initialize(repeating: 0, count: 2 * rowCount)
    isLockedUp.initialize(repeating: false, count: 2 * variableCount)
    for i in 0..<constraintCount {
      place[i] = -1
      kink[i] = program.tiers[i]
      var e = program.terms(i).lowerBound
      while e < program.terms(i).upperBound {
        let column = program.columns[e]
        var sum = N(program.coefficients[e])
        e += 1
        // Coefficients that have no exact sum in one `Double` come one after the other.
        while e < program.terms(i).upperBound, program.columns[e] == column {
          sum = sum + N(program.coefficients[e])
          e += 1
        }
        tableau.append(i, Int(column), sum)
      }
    }
    for j in 0..<variableCount {
      active[j] = Int32(constraintCount + j)
      place[constraintCount + j] = Int32(j)
      kink[constraintCount + j] = program.isNonNegative[j] ? 0 : LexicographicSimplex.never
    }
  }

  /// Exact, at given right sides.
  convenience init(_ program: Program, bounds: [N]) {
    self.init(program)
    for i in 0..<constraintCount { setBound(i, bounds[i]) }
  }

  deinit {
    residual.deinitialize(count: rowCount + variableCount + constraintCount)
    memory.deallocate()
  }

  /// Before the first stage: the right side of a constraint, at the origin.
  func setBound(_ constraint: Int, _ value: N) {
    bound[constraint] = value
    residual[constraint] = -value
  }

  /// The value of a variable at the present point.
  func value(_ variable: Int) -> N { residual[constraintCount + variable] }

  /// Stops after the required rows: whether they can hold together.
  func isFeasible() throws(Stuck) -> Bool {
    isInfeasible = false
    isUniqueBeforeTieBreak = false
    isLockedUp.update(repeating: false, count: 2 * variableCount)
    for j in 0..<variableCount where !program.isNonNegative[j] {
      kink[constraintCount + j] = LexicographicSimplex.never
    }
    if pivots == 0 { enterEqualities() }
    try minimizeTier(0)
    return !isInfeasible
  }

  /// Required rows, then the tiers, and no tie-break.
  func solveTiers() throws(Stuck) {
    guard try isFeasible() else { return }
    for tier in 1..<max(program.tierCount, 1) where !isDone { try minimizeTier(Int32(tier)) }
    isUniqueBeforeTieBreak = isDone
  }

  /// All stages. When the required rows contradict each other, `isInfeasible` is set and the point means nothing.
  func solve() throws(Stuck) {
    try solveTiers()
    if !isInfeasible, !isDone { try breakTies() }
    if !isInfeasible, !isDone { try settlePositions() }
  }

  /// All stages before the positions, S5. False when these are still needed, because some are free.
  func solveWithoutPositions() throws(Stuck) -> Bool {
    try solveTiers()
    if !isInfeasible, !isDone { try breakTies() }
    return isInfeasible || isDone
  }

  /// After `solveTiers`: whether the variable has one value over all that the tiers leave.
  func isUnique(_ variable: Int) throws(Stuck) -> Bool {
    if isUniqueBeforeTieBreak { return true }
    let row = constraintCount + variable
    for direction in [1, -1] as [Int8] {
      slopeBelow[row] = direction
      slopeAbove[row] = direction
      defer {
        slopeBelow[row] = 0
        slopeAbove[row] = 0
      }
      if try descend(stage: Int32(program.tierCount), row: row, stopsAtFirstStep: true) == .canMove { return false }
    }
    return true
  }

  /// The constraints' prices while tier `tier` is the objective, at the present basis: what a rise of the residual costs.
  func multipliers(tier: Int) -> [(constraint: Int, multiplier: N)] {
    for j in 0..<variableCount { price[j] = N.zero }
    // A tier that had nothing left to decide still has prices, which go by its rows' sides.
    if Int32(tier) > lastStage { takeSides(Int32(tier)) }
    var result: [(Int, N)] = []
    for i in 0..<rowCount where kink[i] == Int32(tier) && place[i] < 0 {
      let slope = side[i] < 0 ? program.slopes(i).below : program.slopes(i).above
      // A required row that holds costs nothing on either side of its kink; in later tiers it is locked.
      if slope == 0 { continue }
      addPrices(i, times: slope)
      if i < constraintCount { result.append((i, N(Double(slope)))) }
    }
    for j in 0..<variableCount where Int(active[j]) < constraintCount && price[j].rateSign != 0 {
      result.append((Int(active[j]), -price[j]))
    }
    return result
  }

  // MARK: Stages

  private var isDone: Bool {
    for j in 0..<variableCount where !(isLockedUp[j] && isLockedDown[j]) { return false }
    return true
  }

  /// Lets each required equality define a variable before the first stage; any such start is as good, most are better
  /// than none.
  private func enterEqualities() {
    for i in 0..<constraintCount where program.tiers[i] == 0 && program.relations[i] == 0 {
      var best = -1
      var bestBound = Int.max
      tableau.forEach(i) { j, value in
        let row = Int(active[j])
        guard row >= constraintCount, !(value.magnitude < N(0.01)) else { return }
        let bound = tableau.columnBound(j) + (kink[row] == 0 ? 1 << 20 : 0)
        if bound < bestBound { (best, bestBound) = (j, bound) }
      }
      guard best >= 0 else { continue }
      tableau.readColumn(best)
      let rate = tableau.coefficient(i, best)
      move(column: best, by: -(residual[i] / rate))
      exchange(best, entering: i)
    }
  }

  private func takeSides(_ tier: Int32) {
    for i in 0..<rowCount where kink[i] == tier {
      let sign = residual[i].residualSign
      side[i] = sign != 0 ? Int8(sign) : program.slopes(i).below == 0 ? -1 : 1
    }
  }

  private func minimizeTier(_ tier: Int32) throws(Stuck) {
    lastStage = tier
    takeSides(tier)
    for i in 0..<rowCount where kink[i] == tier { (slopeBelow[i], slopeAbove[i]) = program.slopes(i) }
    try minimize(stage: tier, row: nil)
    for i in 0..<rowCount where kink[i] == tier {
      if tier == 0, place[i] < 0, slope(i) != 0, residual[i].residualSign != 0 { isInfeasible = true }
      slopeBelow[i] = 0
      slopeAbove[i] = 0
    }
  }

  /// Stages S2 to S4 of the tie-break; rows and variables are in ascending order of id.
  private func breakTies() throws(Stuck) {
    let last = Int32(program.tierCount)
    lastStage = last
    for tier in 1..<max(last, 1) {
      for i in (0..<constraintCount).reversed() where program.tiers[i] == tier {
        let slopes = program.slopes(i)
        try minimize(row: i, stage: last, below: slopes.below, above: slopes.above)
        if isDone { return }
      }
    }
    for j in 0..<variableCount where program.isNonNegative[j] {
      try minimize(row: constraintCount + j, stage: last, below: 0, above: 1)
      if isDone { return }
    }
    for i in (0..<constraintCount).reversed() where program.relations[i] != 0 {
      let isUpper = program.relations[i] < 0
      try minimize(row: i, stage: last, below: isUpper ? -1 : 0, above: isUpper ? 0 : 1)
      if isDone { return }
    }
  }

  /// Stage S5.
  func settlePositions() throws(Stuck) {
    let last = Int32(program.tierCount)
    for j in 0..<variableCount where !program.isNonNegative[j] {
      let i = constraintCount + j
      kink[i] = last
      side[i] = residual[i].residualSign < 0 ? -1 : 1
      try minimize(row: i, stage: last, below: -1, above: 1)
      if isDone { return }
    }
  }

  private func minimize(row: Int, stage: Int32, below: Int8, above: Int8) throws(Stuck) {
    slopeBelow[row] = below
    slopeAbove[row] = above
    defer {
      slopeBelow[row] = 0
      slopeAbove[row] = 0
    }
    if place[row] < 0, slope(row) == 0 { return }
    try minimize(stage: stage, row: row)
  }

  // MARK: One stage

  @inline(__always)
  private func slope(_ row: Int) -> Int8 { side[row] < 0 ? slopeBelow[row] : slopeAbove[row] }

  /// How the objective changes when the active row at `j` goes up, or down.
  @inline(__always)
  private func rate(_ j: Int, up: Bool) -> N {
    let row = Int(active[j])
    let own = up ? slopeAbove[row] : -slopeBelow[row]
    let through = up ? price[j] : -price[j]
    return own == 0 ? through : through + N(Double(own))
  }

  private func addPrices(_ row: Int, times factor: Int8) {
    guard factor != 0 else { return }
    let times = N(Double(factor))
    tableau.forEach(row) { j, value in price[j] = price[j] + times * value }
  }

  private struct Breakpoint {
    var step: N
    var row: Int
    var rate: N
    var blocks: Bool
  }

  private func minimize(stage: Int32, row single: Int?) throws(Stuck) {
    _ = try descend(stage: stage, row: single, stopsAtFirstStep: false)
    for j in 0..<variableCount {
      if !isLockedUp[j] { isLockedUp[j] = isRising(rate(j, up: true)) }
      if !isLockedDown[j] { isLockedDown[j] = isRising(rate(j, up: false)) }
    }
  }

  private func isRising(_ rate: N) -> Bool {
    if !N.isExact, rate.isFaint { sawFaintRate = true }
    return rate.rateSign > 0
  }

  private enum Descent {
    case isOptimal
    case canMove
  }

  /// Walks down until no direction lowers the objective, or only asks whether the point can move at all.
  private func descend(stage: Int32, row single: Int?, stopsAtFirstStep: Bool) throws(Stuck) -> Descent {
    for j in 0..<variableCount { price[j] = N.zero }
    if let single {
      if place[single] < 0 { addPrices(single, times: slope(single)) }
    } else {
      for i in 0..<rowCount where kink[i] == stage && place[i] < 0 { addPrices(i, times: slope(i)) }
    }
    var standing = 0
    var breakpoints: [Breakpoint] = []
    swap(&breakpoints, &self.breakpoints)
    defer { swap(&breakpoints, &self.breakpoints) }
    while true {
      // Steepest descent; after many steps that led nowhere, Bland's rule, which cannot cycle.
      let isCautious = standing > 2 * variableCount + 20
      var best = -1
      var bestUp = false
      var bestRate = N.zero
      for j in 0..<variableCount {
        if isCautious, best >= 0, active[j] > active[best] { continue }
        for up in [true, false] where !(up ? isLockedUp[j] : isLockedDown[j]) {
          let r = rate(j, up: up)
          if r.rateSign < 0, isCautious || r < bestRate { (best, bestUp, bestRate) = (j, up, r) }
        }
      }
      guard best >= 0 else { return .isOptimal }

      tableau.readColumn(best)
      breakpoints.removeAll(keepingCapacity: true)
      for q in 0..<tableau.columnLength {
        let i = Int(tableau.columnRows[q])
        guard kink[i] <= stage else { continue }
        let r = bestUp ? tableau.columnValues[q] : -tableau.columnValues[q]
        // Moves away from its kink.
        if (side[i] < 0) == (r < N.zero) { continue }
        let distance = residual[i].magnitude
        let isInside = (side[i] < 0) == (residual[i] < N.zero) && residual[i].residualSign != 0
        let blocks = single != nil || kink[i] != stage
        breakpoints.append(
          Breakpoint(step: isInside ? distance / r.magnitude : N.zero, row: i, rate: r, blocks: blocks))
      }
      if isCautious {
        breakpoints.sort { $0.step < $1.step || (!($1.step < $0.step) && $0.row < $1.row) }
      } else {
        breakpoints.sort { $0.step < $1.step || (!($1.step < $0.step) && $1.rate.magnitude < $0.rate.magnitude) }
      }
      var total = bestRate
      var chosen = -1
      for (q, breakpoint) in breakpoints.enumerated() {
        if breakpoint.blocks || isCautious {
          chosen = q
          break
        }
        let jump = Double(slopeAbove[breakpoint.row]) - Double(slopeBelow[breakpoint.row])
        total = total + breakpoint.rate.magnitude * N(jump)
        if total.rateSign >= 0 {
          chosen = q
          break
        }
      }
      if stopsAtFirstStep, chosen < 0 || breakpoints[chosen].step.residualSign > 0 { return .canMove }
      guard chosen >= 0 else { throw Stuck() }
      let stop = breakpoints[chosen]
      standing = stop.step.residualSign == 0 ? standing + 1 : 0
      if !N.isExact, standing > 20 * rowCount + 1000 { throw Stuck() }

      move(column: best, by: bestUp ? stop.step : -stop.step)
      for q in 0..<chosen {
        let i = breakpoints[q].row
        let before = slope(i)
        side[i] = -side[i]
        addPrices(i, times: slope(i) - before)
      }
      let entering = stop.row
      let leaving = Int(active[best])
      // The entering row's cost leaves the prices, the leaving row's joins them, then they follow the pivot.
      addPrices(entering, times: -slope(entering))
      side[leaving] = bestUp ? 1 : -1
      price[best] = price[best] + N(Double(slope(leaving)))
      let pivot = tableau.coefficient(entering, best)
      if !N.isExact, pivot.magnitude < N(1e-9) { throw Stuck() }
      let carried = price[best] / pivot
      tableau.forEach(entering) { j, value in price[j] = j == best ? carried : price[j] - carried * value }
      exchange(best, entering: entering)
      let rises = N.zero < stop.rate
      isLockedUp[best] = stop.blocks && rises
      isLockedDown[best] = stop.blocks && !rises
    }
  }

  // MARK: Steps

  /// Moves the point along the column read last, letting the active row there change by `step`.
  private func move(column: Int, by step: N) {
    for q in 0..<tableau.columnLength {
      let i = Int(tableau.columnRows[q])
      residual[i] = residual[i] + step * tableau.columnValues[q]
    }
    residual[Int(active[column])] = step
  }

  private func exchange(_ column: Int, entering: Int) {
    let leaving = Int(active[column])
    tableau.pivot(column: column, entering: entering, leaving: leaving)
    place[leaving] = -1
    place[entering] = Int32(column)
    active[column] = Int32(entering)
    residual[entering] = N.zero
    pivots += 1
  }
}

/// A stage never reached its end: rounding has spoiled the state. Exact numbers never throw it.
struct Stuck: Error {}
