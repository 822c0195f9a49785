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
  /// When each direction was locked: what a toggle needs to know. Of up, then of down; not there for blocks so small that nothing
  /// is saved.
  let lockStage: UnsafeMutablePointer<Int32>
  let notesLocks: Bool
  /// The stage in which each constraint's slack was to be made small, S4, as `lockStage` counts; `never`: there was no need.
  let slackStage: UnsafeMutablePointer<Int32>

  /// Borrowed: holds nothing from one solve to the next.
  private(set) var workspace: Workspace<N>
  var price: SparseVector<N> { workspace.price }
  var step: UnsafeMutablePointer<N> { workspace.step }
  /// All memory, when it is its own.
  private let owned: UnsafeMutableRawPointer?
  var costCount: Int32 = 0
  /// How many places are listed as candidates of pricing, and to which tier their ways down matter first.
  var pricingCount: Int32 = 0
  var pricingTier: Int32 = -1
  /// Directions that are not locked both ways.
  var freeCount: Int32 = 0
  /// How many rows proved to be fixed that were not known to be.
  var fixedByChance: Int32 = 0
  /// Stages of the tie-break so far.
  var tieStages: Int32 = 0
  var pivots: Int32 = 0
  var hasStarted = false
  /// Set when required rows contradict each other: the sum of their violations cannot be brought to zero.
  var isInfeasible = false
  /// Whether the tiers alone left one point.
  var isUniqueBeforeTieBreak = false
  /// A rate was so near zero that rounding may have made it, or hidden it; of checked numbers a residual, too.
  var sawFaintRate = false
  /// The point was found beside a near tie, since it was worked out last: its margins are larger.
  var isBesideTie = false
  /// Whether to watch for what rounding may hide.
  var tracksDoubt = false
  /// Whether rows on their breakpoints begin on the sides that they have.
  var keepsSides = false
  /// It is asked whether it is at the end: the first exchange is refused.
  var staysHere = false
  /// The last stage that was needed; breakpoints of later stages do not matter to the point.
  var lastStage: Int32 = 0

  static var never: Int32 { Program.relaxedTier }
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
      kept: Arena.aligned(words * 4 + m + 3 * n) + tableau.kept,
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

  mutating func keep(_ sides: [Int8]) {
    for i in 0..<rowCount { side[i] = sides[i] }
    keepsSides = true
  }

  deinit {
    guard let owned else { return }
    workspace.deinitialize(rowCount: rowCount, columnCount: variableCount)
    residual.deinitialize(count: rowCount + constraintCount)
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
  mutating func lockDirections(of row: Int) {
    price.removeAll()
    if place[row] < 0 { note(row, times: 1) } else { price[Int(place[row])] = N.one }
    addNotedCosts()
    let stage = Int32(program.tierCount)
    for place in price.places where price[Int(place)].rateSign != 0 {
      if !isLockedUp[Int(place)] { lock(Int(place), up: true, stage) }
      if !isLockedDown[Int(place)] { lock(Int(place), up: false, stage) }
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
  mutating func start() {
    hasStarted = true
    if variableCount < Self.fewVariables { return }
    let bound = self.bound
    let start = StartingBasis(program) { bound[$0].approximation }
    workspace.objections.update(from: start.objections.base, count: 2 * variableCount)
    if activate(start.rows.base) { return }
    // The only way of tableaus that are written down, and the way out where rounding forbids the other.
    for q in 0..<variableCount {
      let v = Int(start.order[q])
      // What comes later has no entry in the row, and what came earlier is written in rows that have none here.
      if Int(start.rows[v]) < constraintCount { enter(Int(start.rows[v]), at: v) }
    }
  }

  /// Instead of the first exchange: makes a row active at each place, all at once. False, and nothing has changed: it cannot.
  mutating func activate(_ rows: UnsafeMutablePointer<Int32>) -> Bool {
    guard makeActive(rows) else { return false }
    findVariables()
    for i in 0..<constraintCount { residual[i] = presentResidual(i) }
    for j in 0..<variableCount { residual[Int(active[j])] = N.zero }
    return true
  }

  /// The residual of a constraint at the present values of the variables.
  @inline(__always)
  func presentResidual(_ constraint: Int) -> N {
    var sum = -bound[constraint]
    for e in program.terms(constraint) {
      sum = sum + N(program.coefficients[e]) * residual[constraintCount + Int(program.columns[e])]
    }
    return sum
  }

  mutating func makeActive(_ rows: UnsafeMutablePointer<Int32>) -> Bool {
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
  func findVariables() {
    for j in 0..<variableCount {
      let i = Int(active[j])
      price.values[j] = i < constraintCount ? bound[i] : N.zero
    }
    tableau.variables(at: price.values, residual + constraintCount)
    for j in 0..<variableCount { price.values[j] = N.zero }
  }

  /// Moves the point along a column until the row's residual is zero, and makes the row active there.
  mutating func enter(_ row: Int, at column: Int) {
    tableau.readColumn(column)
    move(column: column, by: -(residual[row] / tableau.coefficient(row, column)))
    exchange(column, entering: row)
  }
}
