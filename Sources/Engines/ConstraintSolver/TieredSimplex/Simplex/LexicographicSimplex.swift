import LayoutPlugin
import SceneModel

/// The simplex method for one block: tier by tier, then by the canonical stages, until one point is left.
///
/// *State.* `n` rows are active: their residuals are zero, and together they define the point. Every other row is a combination of them (the
/// tableau). Each active row has two directions: its residual goes up or down while the other active rows stay. The rows are the constraints, then
/// one row for each variable.
///
/// *Stages.* Every row is a convex cost of its residual with one breakpoint at zero. A stage moves along directions
/// that lower its objective until none does. Then each direction that would raise it is locked for good. A direction
/// stays locked when other rows enter or leave, so there is one price for each active row, however many tiers there
/// are. When all directions are locked the point is unique.
///
/// *Sides.* The side of a row whose residual is zero is combinatorial state. It changes when the breakpoint is crossed
/// or when the row leaves the active set, never because a residual was computed again. Otherwise degenerate steps could
/// cycle.
struct LexicographicSimplex<T: Tableau & ~Copyable>: ~Copyable {
  typealias N = T.Value

  let program: Program
  var variableCount: Int { program.variableCount }
  var constraintCount: Int { program.rowCount }
  var rowCount: Int { program.rowCount + program.variableCount }
  var tableau: T

  /// The row at each place, and the place of each row; -1 for a row that is not active.
  let active: UnsafeMutablePointer<Int32>
  let place: UnsafeMutablePointer<Int32>
  /// The residual of each row, in points. While the tableau skips free rows, those of free variables are out of date.
  let residual: UnsafeMutablePointer<N>
  /// The side of the breakpoint on which each row counts: -1 below, 1 above.
  let side: UnsafeMutablePointer<Int8>
  /// The first stage to which each row's breakpoint matters.
  let breakpointStage: UnsafeMutablePointer<Int32>
  let isLockedUp: UnsafeMutablePointer<Bool>
  let isLockedDown: UnsafeMutablePointer<Bool>
  /// The right sides of the constraints, in points.
  let bound: UnsafeMutablePointer<N>
  /// The stage in which each direction was locked: all up, then all down. It makes removing and adding a row again cheap. Blocks too small to gain
  /// by it do not store it.
  let lockStage: UnsafeMutablePointer<Int32>
  let notesLocks: Bool
  /// The stage in which each constraint's slack was minimised (S4), as `lockStage` counts. `never` if that was not
  /// needed.
  let slackStage: UnsafeMutablePointer<Int32>

  /// Memory that is borrowed for one solve, and holds nothing between two.
  private(set) var workspace: Workspace<N>
  var price: SparseVector<N> { workspace.price }
  var step: UnsafeMutablePointer<N> { workspace.step }
  /// The simplex's own memory; nil if others own it.
  private let owned: UnsafeMutableRawPointer?
  var costCount: Int32 = 0
  /// The number of places with a direction that is not locked.
  var freeCount: Int32 = 0
  /// The number of rows that turned out to be fixed since the last `findFixedRows`.
  var newlyFixedCount: Int32 = 0
  /// The number of tie-break stages so far.
  var tieStages: Int32 = 0
  var pivots: Int32 = 0
  var hasStarted = false
  /// Whether required rows contradict each other: the sum of their violations cannot be brought to zero.
  var isInfeasible = false
  /// Whether the tiers alone determined the point.
  var isUniqueBeforeTieBreak = false
  /// Whether some rate was so near zero that rounding may have made or hidden it. With checked numbers, residuals count
  /// too.
  var sawTinyRate = false
  /// Whether the margins were widened since the point was computed, because a row is nearly on its breakpoint.
  var hasWidenedMargins = false
  /// Whether to note reduced costs that look like zero and may not be, because of rounding (`sawTinyRate`).
  var tracksDoubt = false
  /// Whether rows on their breakpoints keep the sides that they have.
  var keepsSides = false
  /// Whether the first pivot is refused, to test only whether the point is optimal.
  var refusesPivots = false
  /// Whether random sums of columns may tell which rows are fixed; wrong with a probability of about 2⁻⁶⁰ for each row.
  var trustsRandomSums = true
  /// The last stage that was needed. Breakpoints of later stages do not matter to the point.
  var lastStage: Int32 = 0

  static var never: Int32 { Program.relaxedTier }
  /// The number of variables below which a block is solved from the origin each time, because a start near the optimum would not pay.
  static var fewVariables: Int { 12 }

  private static func notesLocks(_ variableCount: Int) -> Bool { !N.isExact && variableCount >= fewVariables }

  /// The bytes for a simplex's numbers, for the state that it keeps beside them, and for the memory that each solve borrows.
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

  /// Makes a simplex at the origin, with every variable active. `program` must outlive it.
  init(_ program: Program) {
    let room = Self.room(rowCount: program.rowCount, variableCount: program.variableCount)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: room.numbers + room.kept + room.lent, alignment: 8)
    self.init(program, numbers: memory, keeping: memory + room.numbers, owned: memory)
    borrow(memory + room.numbers + room.kept)
    workspace.initialize(rowCount: rowCount, columnCount: variableCount)
  }

  /// Makes a simplex in the caller's memory. It must borrow memory before it is solved or queried.
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

  /// Makes a simplex over memory without writing to it.
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

  /// Takes memory for the next solve. Others may have used it in between.
  mutating func borrow(_ lent: UnsafeMutableRawPointer) {
    var arena = Arena(lent)
    workspace = Workspace(&arena, rowCount: rowCount, columnCount: variableCount)
    arena.align()
    tableau.borrow(arena.rest)
    assert(
      arena.rest + T.room(rowCount: rowCount, columnCount: variableCount).lent
        == lent + Self.room(rowCount: constraintCount, variableCount: variableCount).lent)
  }

  /// Whether rounding may have hidden that some price or entry is not quite zero.
  var isDoubtful: Bool { sawTinyRate || tableau.mayHaveCancelled || tableau.hasTinyEntries }

  /// Makes a simplex of exact numbers with these right sides.
  init(_ program: Program, bounds: [N]) {
    self.init(program)
    for i in 0..<constraintCount { setBound(i, bounds[i]) }
  }

  /// Makes a simplex with these rows active and, where a row is on its breakpoint, on these sides. `hasStarted` stays false if the rows do not
  /// define a single point.
  init<Certain>(
    _ program: Program, bounds: [Certain], startingFrom active: [Int32], sides: [Int8]? = nil
  ) where T == FactoredTableau<Certain> {
    self.init(program, bounds: bounds)
    var active = active
    if !active.isEmpty { _ = activate(&active) }
    if let sides { keep(sides) }
    for i in 0..<rowCount where residual[i].isTiny { sawTinyRate = true }
  }

  /// Makes a simplex that knows only the signs of the residuals. It can tell whether its basis is optimal.
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

  /// Sets the right side of a constraint while the simplex is at the origin, where all variables are zero.
  mutating func setBound(_ constraint: Int, _ value: N) {
    bound[constraint] = value
    residual[constraint] = -value
  }

  /// The value of a variable at the present point, in points. In doubles it is valid after `recompute`.
  func value(_ variable: Int) -> N { residual[constraintCount + variable] }

  /// Minimises the violations of the required rows only. Returns whether they can hold together.
  mutating func isFeasible() throws(NumericalTrouble) -> Bool {
    isInfeasible = false
    isUniqueBeforeTieBreak = false
    isLockedUp.update(repeating: false, count: 2 * variableCount)
    freeCount = Int32(variableCount)
    newlyFixedCount = 0
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

  /// Solves the required rows and the tiers, without the tie-break.
  mutating func solveTiers() throws(NumericalTrouble) {
    guard try isFeasible() else { return }
    for tier in 1..<max(program.tierCount, 1) where !isDone { try minimizeTier(Int32(tier)) }
    isUniqueBeforeTieBreak = isDone
    if program.tierCount > 10, missedTierCount >= 10 { HardState.tenTiersMissed.reach() }
  }

  /// The number of tiers with a row that is violated.
  private var missedTierCount: Int {
    (1..<program.tierCount).count { tier in
      rows(of: Int32(tier)).contains { row in
        let i = Int(row)
        let (slopes, sign) = (program.slopes(i), residual[i].residualSign)
        return place[i] < 0 && (sign < 0 ? slopes.below : sign > 0 ? slopes.above : 0) != 0
      }
    }
  }

  /// Runs all stages. If required rows contradict each other, `isInfeasible` is set and the point means nothing.
  mutating func solve() throws(NumericalTrouble) {
    try solveTiers()
    if !isInfeasible, !isDone { try breakTies() }
    if !isInfeasible, !isDone { try settlePositions() }
  }

  /// Runs all stages before the positions (S5). Returns false if some positions are still free.
  mutating func solveWithoutPositions() throws(NumericalTrouble) -> Bool {
    try solveTiers()
    if !isInfeasible, !isDone { try breakTies() }
    return isInfeasible || isDone
  }

  /// Whether the present basis is optimal in all stages. Also false if the sign of a number is unknown: see `sawTinyRate`.
  mutating func isOptimal() -> Bool {
    guard hasStarted else { return false }
    refusesPivots = true
    defer { refusesPivots = false }
    do throws(NumericalTrouble) {
      try solve()
    } catch {
      return false
    }
    return !isInfeasible && !(N.isChecked && sawTinyRate)
  }

  /// Whether the tiers alone determine the variable. Call it after `solveTiers`.
  mutating func isUnique(_ variable: Int) throws(NumericalTrouble) -> Bool {
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

  /// Locks every direction that moves `row`, which must have only one possible value. That makes the next query shorter.
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

  /// The constraints' dual values while `tier` is the objective, at the present basis: the change of cost for each
  /// point by which the residual rises.
  mutating func multipliers(tier: Int) -> [(constraint: Int, multiplier: N)] {
    price.removeAll()
    // A tier that had nothing left to decide has prices, too. They follow from the sides of its rows, which are set here.
    if Int32(tier) > lastStage { for i in 0..<rowCount where breakpointStage[i] == Int32(tier) { takeSide(i) } }
    var result: [(Int, N)] = []
    for i in 0..<rowCount where breakpointStage[i] == Int32(tier) && place[i] < 0 {
      let slope = side[i] < 0 ? program.slopes(i).below : program.slopes(i).above
      // A required row that holds costs nothing on either side of its breakpoint. In later tiers it is locked.
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
}
