import LayoutPlugin
import SceneModel

/// Solves one block, tier by tier, then by the canonical stages, until one point is left.
///
/// *State.* `n` rows are active: their residuals are zero, and together they define the point. Every other row is a
/// combination of them (the tableau). Each active row gives two directions: let it go up or down while the other
/// active rows stay. The rows are the constraints, then one row for each variable.
///
/// *Stages.* Every row is a convex cost of its residual with one breakpoint at zero. A stage walks along directions that
/// lower its objective until none does; then each direction that would raise it is locked for good. A direction stays
/// locked when other rows enter or leave, so there is one price for each active row at a time, however many tiers
/// there are. When all directions are locked the point is unique.
///
/// *Sides.* The side of a row whose residual is zero is combinatorial state: it changes by crossing the breakpoint or by
/// leaving the active set, never because a residual was computed again. Otherwise degenerate steps could cycle.
struct LexicographicSimplex<T: Tableau & ~Copyable>: ~Copyable {
  typealias N = T.Value

  let program: Program
  var variableCount: Int { program.variableCount }
  var constraintCount: Int { program.rowCount }
  var rowCount: Int { program.rowCount + program.variableCount }
  var tableau: T

  /// The row at each active place, and the place of each row or -1.
  let active: UnsafeMutablePointer<Int32>
  let place: UnsafeMutablePointer<Int32>
  /// Not of a free variable between the steps, while the tableau skips free rows.
  let residual: UnsafeMutablePointer<N>
  /// -1 below the breakpoint, 1 above it.
  let side: UnsafeMutablePointer<Int8>
  /// The first stage to which the breakpoint matters.
  let breakpointStage: UnsafeMutablePointer<Int32>
  let isLockedUp: UnsafeMutablePointer<Bool>
  let isLockedDown: UnsafeMutablePointer<Bool>
  /// The right sides of the constraints.
  let bound: UnsafeMutablePointer<N>
  /// When, and at which rate, each direction was locked: what a dual step and a toggle need to know. Of up, then of down;
  /// not there for blocks so small that nothing is saved.
  let lockStage: UnsafeMutablePointer<Int32>
  let lockRate: UnsafeMutablePointer<N>
  let notesLocks: Bool
  /// The stage in which each constraint's slack was to be made small, S4, as `lockStage` counts; `never`: there was no need.
  let slackStage: UnsafeMutablePointer<Int32>

  /// Borrowed: holds nothing from one solve to the next.
  private(set) var workspace: Workspace<N>
  var price: SparseVector<N> { workspace.price }
  var step: UnsafeMutablePointer<N> { workspace.step }
  /// All memory, when it is its own.
  private let owned: UnsafeMutableRawPointer?
  private var costCount: Int32 = 0
  /// How many places are listed as candidates of pricing, and to which tier their ways down matter first.
  var pricingCount: Int32 = 0
  var pricingTier: Int32 = -1
  /// Directions that are not locked both ways.
  var freeCount: Int32 = 0
  /// How many rows proved to be fixed that were not known to be.
  private var fixedByChance: Int32 = 0
  /// Stages of the tie-break so far.
  private var tieStages: Int32 = 0
  var pivots: Int32 = 0
  var hasStarted = false
  /// Set when required rows contradict each other: the sum of their violations cannot be brought to zero.
  private(set) var isInfeasible = false
  /// Whether the tiers alone left one point.
  var isUniqueBeforeTieBreak = false
  /// A rate was so near zero that rounding may have made it, or hidden it; of checked numbers a residual, too.
  var sawFaintRate = false
  /// The point was found beside a near tie, since it was worked out last: its margins are larger.
  var isBesideTie = false
  /// Whether to watch for what rounding may hide.
  var tracksDoubt = false
  /// Whether rows on their breakpoints begin on the sides that they have.
  private var keepsSides = false
  /// It is asked whether it is at the end: the first exchange is refused.
  private var staysHere = false
  /// The last stage that was needed; breakpoints of later stages do not matter to the point.
  var lastStage: Int32 = 0

  static var never: Int32 { Program.relaxedTier }
  /// An exchange that changes more prices than that begins the search for the best direction anew. Without it 300 panels take a
  /// tenth less, and 300 rows that contradict each other at random half as much again.
  private static var manyPrices: Int { 16 }
  /// Below so many variables a block is found anew at once, from the origin.
  private static var fewVariables: Int { 12 }

  private static func notesLocks(_ variableCount: Int) -> Bool { !N.isExact && variableCount >= fewVariables }

  /// How many bytes its numbers take, what it keeps beside them, and what it must be lent for each solve.
  static func room(rowCount m: Int, variableCount n: Int) -> (numbers: Int, kept: Int, lent: Int) {
    let directions = notesLocks(n) ? 2 * n : 0
    let words = 3 * m + 3 * n + directions
    let tableau = T.room(rowCount: m + n, columnCount: n)
    return (
      numbers: (2 * m + n) * MemoryLayout<N>.stride,
      kept: Arena.aligned(directions * MemoryLayout<N>.stride + words * 4 + m + 3 * n) + tableau.kept,
      lent: Arena.aligned(Workspace<N>.byteCount(rowCount: m + n, columnCount: n)) + tableau.lent
    )
  }

  /// At the origin, with every variable active; `program` must outlive the simplex.
  init(_ program: Program) {
    let room = Self.room(rowCount: program.rowCount, variableCount: program.variableCount)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: room.numbers + room.kept + room.lent, alignment: 8)
    self.init(program, numbers: memory, keeping: memory + room.numbers, owned: memory)
    borrow(memory + room.numbers + room.kept)
    workspace.initialize(rowCount: rowCount, columnCount: variableCount)
  }

  /// The same in memory that others free. Must borrow before it is solved or asked how it moves.
  init(_ program: Program, numbers: UnsafeMutableRawPointer, keeping kept: UnsafeMutableRawPointer) {
    self.init(program, numbers: numbers, keeping: kept, owned: nil)
  }

  private init(
    _ program: Program, numbers: UnsafeMutableRawPointer, keeping kept: UnsafeMutableRawPointer,
    owned: UnsafeMutableRawPointer?
  ) {
    self.init(program, numbers: numbers, over: kept, owned: owned) { m, n, kept in
      T(rowCount: m + n, columnCount: n, keeping: kept)
    }
    let (m, n) = (constraintCount, variableCount)
    let directions = notesLocks ? 2 * n : 0
    residual.initialize(repeating: N.zero, count: m + n + m)
    lockRate.initialize(repeating: N.zero, count: directions)
    slackStage.initialize(repeating: Self.never, count: m + directions)
    side.initialize(repeating: 1, count: m + n)
    isLockedUp.initialize(repeating: false, count: 2 * n)
    tableau.load(program)
    for i in 0..<m {
      place[i] = -1
      breakpointStage[i] = program.tiers[i]
    }
    for j in 0..<n {
      active[j] = Int32(m + j)
      place[m + j] = Int32(j)
      breakpointStage[m + j] = program.isNonNegative[j] ? 0 : Self.never
    }
  }

  /// Over memory, of which it writes nothing.
  init(
    _ program: Program, numbers: UnsafeMutableRawPointer, over kept: UnsafeMutableRawPointer,
    owned: UnsafeMutableRawPointer?, _ makeTableau: (_ m: Int, _ n: Int, UnsafeMutableRawPointer) -> T
  ) {
    self.program = program
    self.owned = owned
    let (m, n) = (program.rowCount, program.variableCount)
    notesLocks = Self.notesLocks(n)
    let directions = notesLocks ? 2 * n : 0
    var arena = Arena(numbers)
    residual = arena.take(m + n)
    bound = arena.take(m)
    arena = Arena(kept)
    lockRate = arena.take(directions)
    active = arena.take(n)
    place = arena.take(m + n)
    breakpointStage = arena.take(m + n)
    slackStage = arena.take(m)
    lockStage = arena.take(directions)
    side = arena.take(m + n)
    isLockedUp = arena.take(n)
    isLockedDown = arena.take(n)
    arena.align()
    tableau = makeTableau(m, n, arena.rest)
    assert(
      arena.rest + T.room(rowCount: m + n, columnCount: n).kept
        == kept + Self.room(rowCount: m, variableCount: n).kept)
    var nowhere = Arena.nowhere
    workspace = Workspace(&nowhere, rowCount: 0, columnCount: 0)
  }

  /// Before it is solved or asked for its point: works in memory that others have used since.
  mutating func borrow(_ lent: UnsafeMutableRawPointer) {
    var arena = Arena(lent)
    workspace = Workspace(&arena, rowCount: rowCount, columnCount: variableCount)
    arena.align()
    tableau.borrow(arena.rest)
    assert(
      arena.rest + T.room(rowCount: rowCount, columnCount: variableCount).lent
        == lent + Self.room(rowCount: constraintCount, variableCount: variableCount).lent)
  }

  /// Whether rounding may have hidden that something is not quite zero.
  var isDoubtful: Bool { sawFaintRate || tableau.mayHaveCancelled || tableau.hasFaintEntries }

  /// Exact, at given right sides.
  init(_ program: Program, bounds: [N]) {
    self.init(program)
    for i in 0..<constraintCount { setBound(i, bounds[i]) }
  }

  /// The same with these rows active, if they define a point; else it has not started. Rows on their breakpoints begin on these sides.
  init<Certain>(
    _ program: Program, bounds: [Certain], startingFrom active: [Int32], sides: [Int8]? = nil
  ) where T == FactoredTableau<Certain> {
    self.init(program, bounds: bounds)
    var active = active
    if !active.isEmpty { _ = activate(&active) }
    if let sides { keep(sides) }
    for i in 0..<rowCount where residual[i].isFaint { sawFaintRate = true }
  }

  /// One that knows of residuals nothing but their signs: which can tell whether it is at the end.
  init<Certain>(_ program: Program, active: [Int32], sides: [Int8], signs: [Int8]) where T == FactoredTableau<Certain> {
    self.init(program)
    var active = active
    guard makeActive(&active) else { return }
    for i in 0..<rowCount { residual[i] = N(Double(signs[i])) }
    keep(sides)
  }

  private mutating func keep(_ sides: [Int8]) {
    for i in 0..<rowCount { side[i] = sides[i] }
    keepsSides = true
  }

  deinit {
    guard let owned else { return }
    workspace.deinitialize(rowCount: rowCount, columnCount: variableCount)
    residual.deinitialize(count: rowCount + constraintCount)
    lockRate.deinitialize(count: notesLocks ? 2 * variableCount : 0)
    owned.deallocate()
  }

  /// Before the first stage: the right side of a constraint, at the origin.
  mutating func setBound(_ constraint: Int, _ value: N) {
    bound[constraint] = value
    residual[constraint] = -value
  }

  /// The value of a variable at the present point; in doubles after `recompute`.
  func value(_ variable: Int) -> N { residual[constraintCount + variable] }

  /// Stops after the required rows: whether they can hold together.
  mutating func isFeasible() throws(Stuck) -> Bool {
    isInfeasible = false
    isUniqueBeforeTieBreak = false
    isLockedUp.update(repeating: false, count: 2 * variableCount)
    freeCount = Int32(variableCount)
    fixedByChance = 0
    workspace.clear(rowCount: rowCount, columnCount: variableCount)
    costCount = 0
    tieStages = 0
    slackStage.update(repeating: Self.never, count: constraintCount)
    for j in 0..<variableCount where !program.isNonNegative[j] {
      breakpointStage[constraintCount + j] = Self.never
    }
    listTiers()
    tableau.skipFreeRows(true)
    if !hasStarted { start() }
    try minimizeTier(0)
    return !isInfeasible
  }

  /// Required rows, then the tiers, and no tie-break.
  mutating func solveTiers() throws(Stuck) {
    guard try isFeasible() else { return }
    for tier in 1..<max(program.tierCount, 1) where !isDone { try minimizeTier(Int32(tier)) }
    isUniqueBeforeTieBreak = isDone
    if program.tierCount > 10, missedTierCount >= 10 { HardState.tenTiersMissed.reach() }
  }

  /// Tiers with a row that is not met.
  private var missedTierCount: Int {
    (1..<program.tierCount).count { tier in
      rows(of: Int32(tier)).contains { row in
        let i = Int(row)
        let (slopes, sign) = (program.slopes(i), residual[i].residualSign)
        return place[i] < 0 && (sign < 0 ? slopes.below : sign > 0 ? slopes.above : 0) != 0
      }
    }
  }

  /// All stages. When the required rows contradict each other, `isInfeasible` is set and the point means nothing.
  mutating func solve() throws(Stuck) {
    try solveTiers()
    if !isInfeasible, !isDone { try breakTies() }
    if !isInfeasible, !isDone { try settlePositions() }
  }

  /// All stages before the positions, S5. False when these are still needed, because some are free.
  mutating func solveWithoutPositions() throws(Stuck) -> Bool {
    try solveTiers()
    if !isInfeasible, !isDone { try breakTies() }
    return isInfeasible || isDone
  }

  /// Whether it has started and finds nothing to improve where it is, in any stage or in that of the required rows, as far as it could
  /// tell: see `sawFaintRate`.
  mutating func isOptimal(requiredOnly: Bool) -> Bool {
    guard hasStarted else { return false }
    staysHere = true
    defer { staysHere = false }
    do throws(Stuck) {
      if requiredOnly { _ = try isFeasible() } else { try solve() }
    } catch {
      return false
    }
    return !isInfeasible && !(N.isChecked && sawFaintRate)
  }

  /// After `solveTiers`: whether the variable has one value over all that the tiers leave.
  mutating func isUnique(_ variable: Int) throws(Stuck) -> Bool {
    let row = constraintCount + variable
    if isUniqueBeforeTieBreak || place[row] < 0 && !canMove(row) { return true }
    for direction in [1, -1] as [Int8] {
      workspace.slopeBelow[row] = direction
      workspace.slopeAbove[row] = direction
      defer {
        workspace.slopeBelow[row] = 0
        workspace.slopeAbove[row] = 0
      }
      if try descend(stage: Int32(program.tierCount), row: row, stopsAtFirstStep: true) == .canMove { return false }
    }
    lockDirections(of: row)
    return true
  }

  /// The row has one value: no direction that moves it is open, which makes the next question shorter.
  private mutating func lockDirections(of row: Int) {
    price.removeAll()
    if place[row] < 0 { note(row, times: 1) } else { price[Int(place[row])] = N.one }
    addNotedCosts()
    let stage = Int32(program.tierCount)
    for place in price.places where price[Int(place)].rateSign != 0 {
      if !isLockedUp[Int(place)] { lock(Int(place), up: true, stage, N.one) }
      if !isLockedDown[Int(place)] { lock(Int(place), up: false, stage, N.one) }
    }
  }

  /// The constraints' prices while tier `tier` is the objective, at the present basis: what a rise of the residual costs.
  mutating func multipliers(tier: Int) -> [(constraint: Int, multiplier: N)] {
    price.removeAll()
    // A tier that had nothing left to decide still has prices, which go by its rows' sides.
    if Int32(tier) > lastStage { for i in 0..<rowCount where breakpointStage[i] == Int32(tier) { takeSide(i) } }
    var result: [(Int, N)] = []
    for i in 0..<rowCount where breakpointStage[i] == Int32(tier) && place[i] < 0 {
      let slope = side[i] < 0 ? program.slopes(i).below : program.slopes(i).above
      // A required row that holds costs nothing on either side of its breakpoint; in later tiers it is locked.
      if slope == 0 { continue }
      note(i, times: slope)
      if i < constraintCount { result.append((i, N(Double(slope)))) }
    }
    addNotedCosts()
    for j in 0..<variableCount where Int(active[j]) < constraintCount && price[j].rateSign != 0 {
      result.append((Int(active[j]), -price[j]))
    }
    return result
  }

  // MARK: Stages

  /// All directions are locked: the point is unique.
  var isDone: Bool { freeCount == 0 }

  /// Any start is as good; from one that is near the end the end is near.
  private mutating func start() {
    hasStarted = true
    if variableCount < Self.fewVariables { return }
    let bound = self.bound
    let start = StartingBasis(program) { bound[$0].approximation }
    workspace.objections.update(from: start.objections, count: 2 * variableCount)
    if activate(start.rows) { return }
    // The only way of tableaus that are written down, and the way out where rounding forbids the other.
    for q in 0..<variableCount {
      let v = Int(start.order[q])
      // What comes later has no entry in the row, and what came earlier is written in rows that have none here.
      if Int(start.rows[v]) < constraintCount { enter(Int(start.rows[v]), at: v) }
    }
  }

  /// Instead of the first exchange: makes a row active at each place, all at once. False, and nothing has changed: it cannot.
  private mutating func activate(_ rows: UnsafeMutablePointer<Int32>) -> Bool {
    guard makeActive(rows) else { return false }
    findVariables()
    for i in 0..<constraintCount {
      var sum = -bound[i]
      for e in program.terms(i) {
        sum = sum + N(program.coefficients[e]) * residual[constraintCount + Int(program.columns[e])]
      }
      residual[i] = sum
    }
    for j in 0..<variableCount { residual[Int(active[j])] = N.zero }
    return true
  }

  private mutating func makeActive(_ rows: UnsafeMutablePointer<Int32>) -> Bool {
    guard tableau.activate(rows) else { return false }
    hasStarted = true
    place.update(repeating: -1, count: rowCount)
    for j in 0..<variableCount {
      active[j] = rows[j]
      place[Int(active[j])] = Int32(j)
    }
    return true
  }

  /// Where the present active rows put the variables. Prices must be zero.
  private func findVariables() {
    for j in 0..<variableCount {
      let i = Int(active[j])
      price.values[j] = i < constraintCount ? bound[i] : N.zero
    }
    tableau.variables(at: price.values, residual + constraintCount)
    for j in 0..<variableCount { price.values[j] = N.zero }
  }

  /// Moves the point along a column until the row's residual is zero, and makes the row active there.
  private mutating func enter(_ row: Int, at column: Int) {
    tableau.readColumn(column)
    move(column: column, by: -(residual[row] / tableau.coefficient(row, column)))
    exchange(column, entering: row)
  }

  private func listTiers() {
    let (rows, end) = (workspace.tierRows, workspace.tierEnd)
    let tierCount = program.tierCount
    end.update(repeating: 0, count: tierCount + 1)
    for i in 0..<rowCount where breakpointStage[i] < tierCount { end[Int(breakpointStage[i]) + 1] += 1 }
    for tier in 0..<tierCount { end[tier + 1] += end[tier] }
    // Filling a list moves where it starts to where it ends, which is where the next one starts.
    for i in 0..<rowCount where breakpointStage[i] < tierCount {
      rows[Int(end[Int(breakpointStage[i])])] = Int32(i)
      end[Int(breakpointStage[i])] += 1
    }
  }

  /// The rows whose breakpoints matter from this tier on, in ascending order.
  @inline(__always)
  private func rows(of tier: Int32) -> UnsafeBufferPointer<Int32> {
    let start = tier > 0 ? Int(workspace.tierEnd[Int(tier) - 1]) : 0
    return UnsafeBufferPointer(
      start: workspace.tierRows + start, count: Int(workspace.tierEnd[Int(tier)]) - start)
  }

  @inline(__always)
  private func takeSide(_ i: Int) {
    let sign = residual[i].residualSign
    if sign == 0, keepsSides { return }
    side[i] = sign != 0 ? Int8(sign) : program.slopes(i).below == 0 ? -1 : 1
  }

  private mutating func minimizeTier(_ tier: Int32) throws(Stuck) {
    lastStage = tier
    for row in rows(of: tier) {
      let i = Int(row)
      takeSide(i)
      (workspace.slopeBelow[i], workspace.slopeAbove[i]) = program.slopes(i)
    }
    try minimize(stage: tier, row: nil)
    for row in rows(of: tier) {
      let i = Int(row)
      if tier == 0, place[i] < 0, slope(i) != 0, residual[i].residualSign != 0 { isInfeasible = true }
      workspace.slopeBelow[i] = 0
      workspace.slopeAbove[i] = 0
    }
  }

  /// Stages S2 to S4 of the tie-break; rows and variables are in ascending order of id.
  private mutating func breakTies() throws(Stuck) {
    let last = Int32(program.tierCount)
    lastStage = last
    for tier in 1..<max(last, 1) {
      for row in rows(of: tier).reversed() {
        let i = Int(row)
        let slopes = program.slopes(i)
        guard try minimize(row: i, stage: last, below: slopes.below, above: slopes.above) else { continue }
        HardState.tieDecidedByAge.reach()
        if isDone { return }
      }
    }
    for j in 0..<variableCount where program.isNonNegative[j] {
      if try minimize(row: constraintCount + j, stage: last, below: 0, above: 1), isDone { return }
    }
    for i in (0..<constraintCount).reversed() where program.relations[i] != 0 {
      slackStage[i] = last + tieStages
      if breakpointStage[i] == Self.never { continue }
      let isUpper = program.relations[i] < 0
      if try minimize(row: i, stage: last, below: isUpper ? -1 : 0, above: isUpper ? 0 : 1), isDone { return }
    }
  }

  /// Stage S5.
  mutating func settlePositions() throws(Stuck) {
    HardState.tieDecidedByPosition.reach()
    let last = Int32(program.tierCount)
    if tableau.skipsFreeRows { findPositions() }
    for j in 0..<variableCount where !program.isNonNegative[j] {
      let i = constraintCount + j
      breakpointStage[i] = last
      side[i] = residual[i].residualSign < 0 ? -1 : 1
      if try minimize(row: i, stage: last, below: -1, above: 1), isDone { return }
    }
  }

  /// Those that are free have not followed the steps so far.
  private mutating func findPositions() {
    tableau.skipFreeRows(false)
    price.removeAll()
    findVariables()
    for j in 0..<variableCount { residual[Int(active[j])] = N.zero }
  }

  /// Whether that may have locked a direction: minimizes what one row costs, with slopes that do not fall away from its breakpoint.
  @discardableResult
  private mutating func minimize(row: Int, stage: Int32, below: Int8, above: Int8) throws(Stuck) -> Bool {
    workspace.slopeBelow[row] = below
    workspace.slopeAbove[row] = above
    defer {
      workspace.slopeBelow[row] = 0
      workspace.slopeAbove[row] = 0
    }
    if place[row] < 0, slope(row) == 0 || !canMove(row) { return false }
    try minimize(stage: stage, row: row)
    return true
  }

  /// Whether any direction that is not locked moves the row, which is not active.
  private mutating func canMove(_ row: Int) -> Bool {
    if workspace.isFixed[row] { return false }
    var canMove = false
    tableau.forEach(row) { j, _ in canMove = canMove || isFree(j) }
    if !canMove {
      fixedByChance += 1
      if fixedByChance > 2 + variableCount / 32 { findFixedRows() }
    }
    return canMove
  }

  @inline(__always)
  func isFree(_ j: Int) -> Bool { !(isLockedUp[j] && isLockedDown[j]) }

  /// A row that no free direction moves is fixed for good, since an exchange makes new directions of those that are free.
  mutating func findFixedRows() {
    fixedByChance = 0
    workspace.isFixed.update(repeating: true, count: rowCount)
    for j in 0..<variableCount { workspace.isFixed[Int(active[j])] = !isFree(j) }
    let (up, down) = (isLockedUp, isLockedDown)
    tableau.clearMoving(workspace.isFixed) { j in !(up[j] && down[j]) }
  }

  // MARK: One stage

  @inline(__always)
  private func slope(_ row: Int) -> Int8 { side[row] < 0 ? workspace.slopeBelow[row] : workspace.slopeAbove[row] }

  /// How the objective changes when the active row at `j` goes up, or down.
  @inline(__always)
  private func rate(_ j: Int, up: Bool) -> N {
    let row = Int(active[j])
    let own = up ? workspace.slopeAbove[row] : -workspace.slopeBelow[row]
    let through = up ? price[j] : -price[j]
    return own == 0 ? through : through + N(Double(own))
  }

  /// A row's cost joins the prices, times a factor: at once with others, since each pass over the tableau costs.
  @inline(__always)
  private mutating func note(_ row: Int, times factor: Int8) {
    guard factor != 0 else { return }
    workspace.costRows[Int(costCount)] = Int32(row)
    workspace.costFactors[Int(costCount)] = factor
    costCount += 1
  }

  private mutating func addNotedCosts() {
    tableau.addRows(workspace.costRows, times: workspace.costFactors, count: Int(costCount), to: price)
    costCount = 0
  }

  private mutating func minimize(stage: Int32, row single: Int?) throws(Stuck) {
    if let single, place[single] >= 0 {
      // At its breakpoint, where it costs least: its own directions rise, and no other moves it.
      price[Int(place[single])] = N.zero
      lockRising(Int(place[single]), stage: stage)
    } else {
      _ = try descend(stage: stage, row: single, stopsAtFirstStep: false)
      if let single {
        for j in price.places { lockRising(Int(j), stage: stage) }
        // An exchange may have made the row active: it costs something on both ways from its breakpoint.
        if place[single] >= 0 { lockRising(Int(place[single]), stage: stage) }
      } else if tracksDoubt {
        for j in 0..<variableCount { lockRising(j, stage: stage) }
      } else {
        for j in price.places { lockRising(Int(j), stage: stage) }
        for i in rows(of: stage) where place[Int(i)] >= 0 { lockRising(Int(place[Int(i)]), stage: stage) }
      }
    }
    if single != nil { tieStages += 1 }
  }

  @inline(__always)
  private mutating func lockRising(_ j: Int, stage: Int32) {
    if !isLockedUp[j], isRising(j, up: true) { lock(j, up: true, stage + tieStages, rate(j, up: true)) }
    if !isLockedDown[j], isRising(j, up: false) { lock(j, up: false, stage + tieStages, rate(j, up: false)) }
  }

  @inline(__always)
  private mutating func lock(_ j: Int, up: Bool, _ stage: Int32, _ rate: N) {
    if up { isLockedUp[j] = true } else { isLockedDown[j] = true }
    if !isFree(j) { freeCount -= 1 }
    if notesLocks {
      lockStage[up ? j : variableCount + j] = stage
      lockRate[up ? j : variableCount + j] = rate
    }
  }

  @inline(__always)
  private mutating func isRising(_ j: Int, up: Bool) -> Bool {
    let rate = rate(j, up: up)
    if N.isChecked {
      if rate.isFaint { sawFaintRate = true }
    } else if tracksDoubt, rate.magnitude < N(Tolerance.faint) {
      // Where numbers were added up that are not exact, what looks like nothing may not be.
      let row = Int(active[j])
      let own = up ? workspace.slopeAbove[row] : workspace.slopeBelow[row]
      if rate.isFaint || own != 0 || wasPriced(j) { sawFaintRate = true }
    }
    return rate.rateSign > 0
  }

  /// Whether any row of the present objective moves with the active row at `j`.
  private func wasPriced(_ j: Int) -> Bool {
    for i in 0..<rowCount where place[i] < 0 && slope(i) != 0 && tableau.coefficient(i, j).rateSign != 0 { return true }
    return false
  }

  @inline(__always)
  private func isLocked(_ j: Int, up: Bool) -> Bool { up ? isLockedUp[j] : isLockedDown[j] }

  private enum Descent {
    case isOptimal
    case canMove
  }

  /// Walks down until no direction lowers the objective, or only asks whether the point can move at all.
  private mutating func descend(stage: Int32, row single: Int?, stopsAtFirstStep: Bool) throws(Stuck) -> Descent {
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
      if !isCautious, !stopBlocks, standOnBreakpoints(passedCount, entering),
        isLocked(way.column, up: !way.isUp) || (rate(way.column, up: !way.isUp) + way.rate - total).rateSign >= 0
      {
        // With these rows on their other sides neither direction of the place leads down: no exchange is needed. Where they turn
        // each other back, it ends as all steps that lead nowhere do.
        workspace.passed[passedCount] = Int32(entering)
        turn(passedCount + 1)
        addNotedCosts()
        continue
      }
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
      var changed = 0
      tableau.forEach(entering) { j, value in
        if j == way.column { entry = value }
        price[j] = j == way.column ? carried : price[j] - carried * value
        changed += 1
      }
      // Among so many there may be one that matters less than all candidates.
      if changed > Self.manyPrices { pricingCount = 0 }
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
        lock(
          way.column, up: rises, isEarlier ? breakpointStage[entering] : stage + tieStages, N(program.jump(entering)))
      }
    }
  }

  /// Whether the rows that were passed, and one more, can change sides without a step. One that is off its breakpoint by less than a
  /// step can tell cannot.
  private func standOnBreakpoints(_ passedCount: Int, _ entering: Int) -> Bool {
    residual[entering].residualSign == 0
      && (0..<passedCount).allSatisfy { residual[Int(workspace.passed[$0])].residualSign == 0 }
  }

  /// Rows that were passed are on the other sides of their breakpoints.
  @inline(__always)
  private mutating func turn(_ count: Int) {
    for q in 0..<count {
      let i = Int(workspace.passed[q])
      let before = slope(i)
      side[i] = -side[i]
      note(i, times: slope(i) - before)
    }
  }
}
