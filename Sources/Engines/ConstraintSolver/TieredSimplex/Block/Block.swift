import LayoutPlugin

/// An independent linear program: a connected set of rows that compete, left over after presolve.
final class Block {
  enum Verdict {
    case solved
    case isInfeasible
    /// Only positions (stage S5) are still free, and variables outside the block depend on them.
    case needsPositions
    /// Doubles do not suffice: the block must be solved in exact numbers.
    case needsFractions
  }

  /// The number of pivots in a solve beyond which the tableau frees memory.
  private static let fewPivots = 32

  typealias Dense = BlockShape.Dense
  typealias Factored = LexicographicSimplex<FactoredTableau<Double>>

  /// The program and the dense tableau. Blocks with equal programs may share it.
  var shape: BlockShape
  var program: Program { shape.program }
  /// The slot of each row in the system, in the program's order; -1 for a relaxed row.
  let rows: UnsafeMutablePointer<Int32>
  let variables: UnsafeMutablePointer<Int32>
  let accuracy: Accuracy
  /// The residuals, then the bounds, in points; empty if doubles cannot be trusted. The block's memory begins here.
  let numbers: UnsafeMutablePointer<Double>
  var factored: UnsafeMutablePointer<Factored>?
  var isExactOnly: Bool { shape.isExactOnly }
  /// How far the block's answer can be trusted.
  var state = State.new {
    didSet { assert(oldValue.mayBecome(state), "a block went from \(oldValue) to \(state)") }
  }
  /// Whether the margins already allow for a row that is nearly on its breakpoint. Only a dense simplex uses it: a factored one keeps its own.
  private var hasWidenedMargins = false
  /// Whether rounding may have hidden that a price is not quite zero. Then exact numbers must confirm the active rows.
  var needsVerification: Bool {
    if let factored { return factored.pointee.isDoubtful }
    return shape.isDense && shape.state.isDoubtful
  }
  /// The exact values at the present bounds, by variable, if they had to be computed; otherwise nil.
  var exact: [Rational]?
  /// Whether the tiers alone determine the values, for a block that was solved in fractions.
  var isDecidedInFractions = false
  /// Whether the tiers alone, before the tie-break, determine the values found last.
  var isDecidedByTiers: Bool {
    guard isSolved else { return isDecidedInFractions }
    return factored?.pointee.isUniqueBeforeTieBreak ?? shape.state.isUniqueBeforeTieBreak
  }

  /// The number of pivots since the tableau was made.
  private var pivots: Int { Int(factored?.pointee.pivots ?? shape.state.pivots) }

  var rowCount: Int { program.rowCount }
  var variableCount: Int { program.variableCount }

  init(
    _ shape: BlockShape, rows: UnsafeMutableBufferPointer<Int32>, variables: UnsafeMutableBufferPointer<Int32>
  ) {
    self.shape = shape
    let (m, n) = (shape.program.rowCount, shape.program.variableCount)
    // Residuals and bounds, two numbers that tell how exact each is, and the slots.
    let residualCount = shape.isExactOnly ? 0 : 2 * m + n
    let numberCount = residualCount + 2 * (m + n)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: numberCount * 8 + (m + n) * 4, alignment: 8)
    var arena = Arena(memory)
    numbers = arena.take(residualCount)
    accuracy = Accuracy(low: arena.take(m + n), noise: arena.take(m + n))
    numbers.initialize(repeating: 0, count: numberCount)
    self.variables = arena.take(n)
    self.rows = arena.take(m)
    self.variables.initialize(from: variables.baseAddress!, count: n)
    self.rows.initialize(from: rows.baseAddress!, count: m)
    makeFactored()
  }

  private func makeFactored() {
    if shape.isDense || isExactOnly { return }
    HardState.largeBlockFactored.reach()
    let room = Factored.room(rowCount: rowCount, variableCount: variableCount)
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: MemoryLayout<Factored>.stride + room.kept, alignment: 8)
    let place = memory.bindMemory(to: Factored.self, capacity: 1)
    place.initialize(to: Factored(program, numbers: numbers, keeping: place + 1))
    place.pointee.tableau.isDelicate = shape.isDelicate
    factored = place
  }

  private func freeFactored() {
    factored?.deinitialize(count: 1)
    factored?.deallocate()
    factored = nil
  }

  deinit {
    freeFactored()
    UnsafeMutableRawPointer(numbers).deallocate()
  }

  /// Runs a closure with the dense simplex. Changes of its `state` are lost.
  func withDense<Result>(
    in room: UnsafeMutableRawPointer? = nil, _ body: (inout Dense) -> Result
  ) -> Result {
    var simplex = shape.simplex(numbers)
    simplex.hasWidenedMargins = hasWidenedMargins
    if let room { simplex.borrow(room) }
    defer { hasWidenedMargins = simplex.hasWidenedMargins }
    return body(&simplex)
  }

  /// The memory for one solve, cut from a buffer that all blocks share.
  func lent(_ room: inout Buffer<UInt64>) -> UnsafeMutableRawPointer {
    let (m, n) = (rowCount, variableCount)
    let size =
      shape.isDense
      ? Dense.room(rowCount: m, variableCount: n).lent : Factored.room(rowCount: m, variableCount: n).lent
    return room.reserved(byteCount: size)
  }

  /// Gives this block a shape of its own, before its active rows, sides or tiers change. A factored block never shares its shape.
  private func leaveOthers() {
    if shape.isDense, !isKnownUniquelyReferenced(&shape) { shape = shape.copy() }
  }

  /// Whether the last basis of another block with the same program is optimal for this one. If so, the block takes over that block's shape.
  private func isConfirmed(by model: BlockShape, in room: UnsafeMutableRawPointer) -> Bool {
    guard model.isModel else { return false }
    (shape, state) = (model, .outdated)
    return withDense(in: room) { isConfirmed(&$0) }
  }

  /// Starts again at the origin, because rounding may have spoiled the active rows.
  func restart() {
    state = .unsolved
    guard let bounds else { return }
    if shape.isDense {
      shape = shape.restarted()
      // The origin.
      numbers.update(repeating: 0, count: rowCount + variableCount)
    } else {
      let kept = (0..<rowCount).map { bounds[$0] }
      freeFactored()
      makeFactored()
      for i in 0..<rowCount { bounds[i] = kept[i] }
    }
  }

  // MARK: Relaxed rows

  /// A row that was removed and stays in the block without cost. It is put back into force when the same constraint is
  /// added again.
  private struct RelaxedRow {
    var row: Int
    var id: UInt32
    var priority: Double
    var tier: Int32
  }

  private static let mostRelaxedRows = 4
  private var relaxedRows: [RelaxedRow] = []

  /// Takes a row out of force and keeps it as a relaxed row. Returns false if the block must be made anew. If the block
  /// is still solved afterwards, its values have not changed.
  func remove(_ row: Int, id: UInt32, priority: Double) -> Bool {
    guard bounds != nil, relaxedRows.count < Block.mostRelaxedRows else { return false }
    relaxedRows.append(RelaxedRow(row: row, id: id, priority: priority, tier: program.tiers[row]))
    rows[row] = -1
    setTier(row, Program.relaxedTier)
    return true
  }

  /// Returns the index in `relaxedRows` of a row with this id and priority for which `isSame` returns true; nil if there is none.
  func relaxedRow(of id: UInt32, priority: Double, isSame: (_ row: Int) -> Bool) -> Int? {
    relaxedRows.firstIndex { $0.id == id && $0.priority == priority && isSame($0.row) }
  }

  /// Puts a constraint back into force in the place of a relaxed row, given by its index in `relaxedRows`. Returns the constraint's row in the block.
  func revive(_ relaxedRow: Int, slot: Int32) -> Int {
    let relaxed = relaxedRows.remove(at: relaxedRow)
    rows[relaxed.row] = slot
    setTier(relaxed.row, relaxed.tier)
    return relaxed.row
  }

  private func setTier(_ row: Int, _ tier: Int32) {
    assert(!isExactOnly, "may share its program")
    assert(state != .new || !shape.hasStarted, "changes what it has not joined")
    leaveOthers()
    program.tiers[row] = tier
    let isStillSolved: Bool
    if shape.isDense {
      isStillSolved = withDense { $0.setTier(row, tier, accuracy) }
    } else {
      isStillSolved = factored?.pointee.setTier(row, tier, accuracy) ?? false
    }
    if !isSolved { return }
    // Values that come from fractions do not belong to the active rows.
    if exact == nil, isStillSolved {
      if state == .confirmed { state = .solved }
    } else {
      state = state.hasPresentResiduals ? .placed : .unsolved
    }
  }

  /// Whether all values certainly stay the same with this bound of a row that was just put back into force. Also sets the bound, unless the block
  /// must be solved anyway.
  func clearlyHolds(_ row: Int, bound: Approximation) -> Bool {
    guard isSolved, state != .stale, !needsVerification, Block.canPlace(bound) else { return false }
    _ = setBound(row, bound)
    if shape.isDense { return withDense { $0.clearlyHolds(row, accuracy) } }
    return factored!.pointee.clearlyHolds(row, accuracy)
  }

  /// Whether doubles suffice to round a number to the grid.
  private static func canPlace(_ number: Approximation) -> Bool {
    number.value.magnitude < Tolerance.largestCoordinate && number.margin < Tolerance.coarsestMargin
  }

  private var bounds: UnsafeMutablePointer<Double>? {
    isExactOnly ? nil : numbers + (rowCount + variableCount)
  }

  /// The value of a variable, by its index in the block.
  func number(_ variable: Int) -> Approximation {
    if let exact { return Approximation(exact[variable]) }
    return accuracy.number(rowCount + variable, numbers[rowCount + variable])
  }

  /// Sets the bound of a row. Returns whether it has changed.
  @inline(__always)
  func setBound(_ row: Int, _ number: Approximation) -> Bool {
    guard let bound = bounds else { return true }
    if accuracy.number(row, bound[row]) == number { return false }
    bound[row] = number.value
    accuracy.set(row, number)
    switch state {
    case .solved, .confirmed: state = .outdated
    case .placed: state = .unsolved
    case .new, .unsolved, .outdated, .stale: break
    }
    return true
  }

  /// The stages that a solve goes through.
  enum Extent {
    case beforePositions
    case all
  }

  /// Solves the block at its present bounds. Works in `room`, and adds the number of pivots to `count`.
  func solve(_ extent: Extent, in room: inout Buffer<UInt64>, pivots count: inout Int) -> Verdict {
    guard let bound = bounds else { return .needsFractions }
    for i in 0..<rowCount where rows[i] >= 0 && !Block.canPlace(accuracy.number(i, bound[i])) { return .needsFractions }
    if pivots > 20 * (rowCount + variableCount) + 1000 { restart() }
    let room = lent(&room)
    if !shape.isDense {
      factored!.pointee.borrow(room)
      return isConfirmed(&factored!.pointee) ? .solved : optimize(&factored!.pointee, extent, &count)
    }
    if state == .new, shape.hasStarted {
      if isConfirmed(by: shape, in: room) { return .solved }
      // Starting from that block's basis would add to the rounding errors of its pivots.
      restart()
    }
    if withDense(in: room, { isConfirmed(&$0) }) { return .solved }
    // The first solve serves all blocks that share the shape.
    let isFirst = !shape.hasStarted
    if !isFirst { leaveOthers() }
    var simplex = shape.simplex(numbers)
    simplex.borrow(room)
    let verdict = optimize(&simplex, extent, &count)
    (shape.state, hasWidenedMargins) = (simplex.state, simplex.hasWidenedMargins)
    // Positions, which only `.all` settles, may depend on variables outside the block.
    if isFirst, verdict == .solved, extent != .all, !shape.state.isDoubtful {
      shape.isModel = true
    }
    return verdict
  }

  /// Updates the residuals. Returns whether active rows that were optimal before are still optimal at the present bounds.
  private func isConfirmed<T: Tableau & ~Copyable>(
    _ simplex: inout LexicographicSimplex<T>
  ) -> Bool where T.Value == Double {
    if !state.hasPresentResiduals { simplex.takeBounds(accuracy) }
    guard isSolved, simplex.isStillOptimal(accuracy, mayBeExact: true) else {
      state = .placed
      return false
    }
    if state != .confirmed { state = .solved }
    return true
  }

  /// Runs the simplex from the present active rows.
  private func optimize<T: Tableau & ~Copyable>(
    _ simplex: inout LexicographicSimplex<T>, _ extent: Extent, _ count: inout Int
  ) -> Verdict where T.Value == Double {
    state = .unsolved
    simplex.sawTinyRate = false
    let pivotsBefore = simplex.pivots
    defer { count += Int(simplex.pivots - pivotsBefore) }
    let isFirst = !simplex.hasStarted
    do throws(NumericalTrouble) {
      if try !simplex.solveWithoutPositions() {
        if extent == .beforePositions { return .needsPositions }
        try simplex.settlePositions()
      }
    } catch {
      return .needsFractions
    }
    if simplex.isInfeasible { return .isInfeasible }
    if Int(simplex.pivots - pivotsBefore) > Block.fewPivots {
      simplex.tableau.compact()
    } else if isFirst {
      simplex.tableau.trim()
    }
    simplex.recompute(accuracy)
    guard simplex.isStillOptimal(accuracy, mayBeExact: true) else { return .needsFractions }
    for v in 0..<variableCount where !(number(v).margin < Tolerance.coarsestMargin) { return .needsFractions }
    state = .solved
    return .solved
  }

  /// Whether the tiers alone determine each variable, by its index. Nil if doubles cannot tell, or if the block is not solved by a factored simplex.
  func uniqueVariables(in room: inout Buffer<UInt64>) -> [Bool]? {
    guard isSolved, exact == nil, factored != nil else { return nil }
    factored!.pointee.borrow(lent(&room))
    if factored!.pointee.isUniqueBeforeTieBreak { return Array(repeating: true, count: variableCount) }
    let answers: [Bool]
    state = .unsolved
    do throws(NumericalTrouble) {
      try factored!.pointee.solveTiers()
      answers = try factored!.pointee.uniqueVariables()
    } catch {
      restart()
      return nil
    }
    // Back to the point that the tie-break chooses.
    var pivots = 0
    _ = solve(.all, in: &room, pivots: &pivots)
    return answers
  }

  /// The invariant that is broken; nil if the block is sound.
  var brokenInvariant: String? {
    if isExactOnly { return nil }
    if let broken = state.brokenInvariant(
      isExactOnly: isExactOnly, hasStarted: shape.hasStarted || factored?.pointee.hasStarted == true)
    {
      return broken
    }
    let isSettled = (state == .solved || state == .confirmed) && exact == nil
    return shape.isDense
      ? shape.simplex(numbers).brokenInvariant(isSolved: isSettled)
      : factored!.pointee.brokenInvariant(isSolved: isSettled)
  }

  /// The first required row, from index `start` on, for which doubles do not show with certainty that it holds. The bounds of variables count as
  /// rows, after the constraints. Nil if there is none.
  func uncertainRow(from start: Int) -> Int? {
    if shape.isDense { return withDense { $0.uncertainRow(from: start, accuracy) } }
    return factored!.pointee.uncertainRow(from: start, accuracy)
  }

  /// The active rows, by place; empty if doubles cannot be trusted.
  var activeRows: [Int32] { bounds == nil ? [] : (0..<variableCount).map { Int32(activeRow($0)) } }
}
