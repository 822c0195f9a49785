import LayoutPlugin

/// A connected set of rows that compete, left over when everything that is simply determined has been taken out.
final class Block {
  enum Verdict {
    case solved
    case isInfeasible
    /// Only positions (S5) are still free, and variables outside the block depend on them.
    case needsPositions
    /// Rounding has got in the way: this block must be solved in exact numbers.
    case isStuck
  }

  /// After more exchanges in one solve it is worth while to give back what they took.
  private static let fewPivots = 32

  typealias Dense = BlockShape.Dense
  typealias Factored = LexicographicSimplex<FactoredTableau<Double>>

  /// May be shared with others.
  var shape: BlockShape
  var program: Program { shape.program }
  /// Slots, in the program's order; -1 for a relaxed row.
  let rows: UnsafeMutablePointer<Int32>
  let variables: UnsafeMutablePointer<Int32>
  let accuracy: Accuracy
  /// Residuals, then bounds; none where doubles cannot be trusted. The block's memory begins here.
  let numbers: UnsafeMutablePointer<Double>
  var factored: UnsafeMutablePointer<Factored>?
  var isExactOnly: Bool { shape.isExactOnly }
  var isSolved = false
  /// It has not looked yet whether a block of its shape was solved.
  private var isNew = true
  /// The bounds it knows are not those that its variables' present values belong to, or not those of its rows.
  var isStale = false
  /// Whether the residuals are those of the present bounds at the present active rows.
  private var isCurrent = false
  /// Of a dense simplex, since its numbers are the block's.
  private var isBesideTie = false
  /// Rounding may have hidden that a price is not quite zero: the active rows must be confirmed in exact numbers.
  var needsVerification: Bool {
    if let factored { return factored.pointee.isDoubtful }
    return shape.isDense && shape.state.isDoubtful
  }
  /// Whether exact numbers have confirmed the present active rows, with every row that is on its breakpoint on the side that it has.
  var sidesAreConfirmed = false
  /// The exact values, when they had to be found.
  var exact: [Rational]?

  /// Exchanges of an active row since its tableau was made.
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

  /// The dense simplex. What is changed in its `state`, but for ties, is lost.
  func withDense<Result>(
    in room: UnsafeMutableRawPointer? = nil, _ body: (inout Dense) -> Result
  ) -> Result {
    var simplex = shape.simplex(numbers)
    simplex.isBesideTie = isBesideTie
    if let room { simplex.borrow(room) }
    defer { isBesideTie = simplex.isBesideTie }
    return body(&simplex)
  }

  /// Where it works.
  func lent(_ room: inout Buffer<UInt64>) -> UnsafeMutableRawPointer {
    let (m, n) = (rowCount, variableCount)
    let size =
      shape.isDense
      ? Dense.room(rowCount: m, variableCount: n).lent : Factored.room(rowCount: m, variableCount: n).lent
    return room.reserved(byteCount: size)
  }

  /// Before its active rows, their sides or its tiers change. Factored rows read the program of their shape, which nobody
  /// shares.
  private func leaveOthers() {
    if shape.isDense, !isKnownUniquelyReferenced(&shape) { shape = shape.copy() }
  }

  /// Whether the block's point is where another block that reads the same has ended.
  private func isConfirmed(by model: BlockShape, in room: UnsafeMutableRawPointer) -> Bool {
    guard model.isModel else { return false }
    (shape, isSolved, isCurrent, sidesAreConfirmed) = (model, true, false, false)
    return withDense(in: room) { isConfirmed(&$0) }
  }

  /// Forgets the active rows, which rounding may have spoiled.
  func restart() {
    (isSolved, isCurrent, sidesAreConfirmed) = (false, false, false)
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

  /// A row that was removed. It costs nothing, and is there when the same constraint comes back: most do.
  private struct RelaxedRow {
    var row: Int
    var id: UInt32
    var priority: Double
    var tier: Int32
  }

  private static let mostRelaxedRows = 4
  private var relaxedRows: [RelaxedRow] = []

  /// Takes a row out of force. False: the block must be made anew. True, and still solved: its values are what they were, but for what
  /// must be verified.
  func remove(_ row: Int, id: UInt32, priority: Double) -> Bool {
    guard bounds != nil, relaxedRows.count < Block.mostRelaxedRows else { return false }
    relaxedRows.append(RelaxedRow(row: row, id: id, priority: priority, tier: program.tiers[row]))
    rows[row] = -1
    setTier(row, Program.relaxedTier)
    return true
  }

  /// The relaxed row of this constraint: the row whose place it can take, if `isSame` says that it reads the same.
  func relaxedRow(of id: UInt32, priority: Double, isSame: (_ row: Int) -> Bool) -> Int? {
    relaxedRows.firstIndex { $0.id == id && $0.priority == priority && isSame($0.row) }
  }

  /// Puts a constraint back into force as the row that was relaxed, and returns which it is.
  func revive(_ relaxedRow: Int, slot: Int32) -> Int {
    let relaxed = relaxedRows.remove(at: relaxedRow)
    rows[relaxed.row] = slot
    setTier(relaxed.row, relaxed.tier)
    return relaxed.row
  }

  private func setTier(_ row: Int, _ tier: Int32) {
    assert(!isExactOnly, "may share its program")
    assert(!isNew || !shape.hasStarted, "changes what it has not joined")
    sidesAreConfirmed = false
    leaveOthers()
    program.tiers[row] = tier
    let isStillSolved: Bool
    if shape.isDense {
      isStillSolved = withDense { $0.setTier(row, tier, accuracy) }
    } else {
      isStillSolved = factored?.pointee.setTier(row, tier, accuracy) ?? false
    }
    // Where fractions gave the values, the active rows are not theirs.
    isSolved = isSolved && exact == nil && isStillSolved
  }

  /// Takes the bound of a row that was just revived. True: the values are what they were.
  func clearlyHolds(_ row: Int, bound: Approximation) -> Bool {
    guard isSolved, !isStale, !needsVerification, Block.canPlace(bound) else { return false }
    _ = setBound(row, bound)
    if shape.isDense { return withDense { $0.clearlyHolds(row, accuracy) } }
    return factored!.pointee.clearlyHolds(row, accuracy)
  }

  /// Whether doubles can place a number on the reported grid.
  private static func canPlace(_ number: Approximation) -> Bool {
    number.value.magnitude < Tolerance.largestCoordinate && number.margin < Tolerance.coarsestMargin
  }

  private var bounds: UnsafeMutablePointer<Double>? {
    isExactOnly ? nil : numbers + (rowCount + variableCount)
  }

  func number(_ variable: Int) -> Approximation {
    if let exact { return Approximation(exact[variable]) }
    return accuracy.number(rowCount + variable, numbers[rowCount + variable])
  }

  /// Whether the bound is news.
  @inline(__always)
  func setBound(_ row: Int, _ number: Approximation) -> Bool {
    guard let bound = bounds else { return true }
    if accuracy.number(row, bound[row]) == number { return false }
    bound[row] = number.value
    accuracy.set(row, number)
    isCurrent = false
    return true
  }

  enum Extent {
    case required
    case beforePositions
    case all
  }

  /// Works in `room`, and adds up how many rows it exchanges.
  func solve(_ extent: Extent, in room: inout Buffer<UInt64>, pivots count: inout Int) -> Verdict {
    guard let bound = bounds else { return .isStuck }
    for i in 0..<rowCount where rows[i] >= 0 && !Block.canPlace(accuracy.number(i, bound[i])) { return .isStuck }
    if pivots > 20 * (rowCount + variableCount) + 1000 { restart() }
    let room = lent(&room)
    if !shape.isDense {
      factored!.pointee.borrow(room)
      return isConfirmed(&factored!.pointee) ? .solved : optimize(&factored!.pointee, extent, &count)
    }
    var joined: BlockShape?
    if isNew {
      isNew = false
      if shape.hasStarted {
        joined = shape
        if isConfirmed(by: shape, in: room) { return .solved }
        for model in shape.otherModels where isConfirmed(by: model, in: room) { return .solved }
        // From there rounding would leave its traces.
        restart()
      }
    }
    if withDense(in: room, { isConfirmed(&$0) }) { return .solved }
    // The first solve is for all that share the shape.
    let isFirst = !shape.hasStarted
    if !isFirst { leaveOthers() }
    var simplex = shape.simplex(numbers)
    simplex.borrow(room)
    let verdict = optimize(&simplex, extent, &count)
    (shape.state, isBesideTie) = (simplex.state, simplex.isBesideTie)
    // Positions, which only the last extent settles, may depend on what stands outside a block.
    if isFirst, verdict == .solved, extent != .all, !shape.state.isDoubtful {
      shape.isModel = true
      joined?.add(shape)
    }
    return verdict
  }

  /// Whether the active rows that it knows to have been optimal are so at the present bounds.
  private func isConfirmed<T: Tableau & ~Copyable>(
    _ simplex: inout LexicographicSimplex<T>
  ) -> Bool where T.Value == Double {
    if !isCurrent { simplex.takeBounds(accuracy) }
    isCurrent = true
    return isSolved && simplex.isStillOptimal(accuracy, mayBeExact: true)
  }

  /// From wherever it is, at the present bounds.
  private func optimize<T: Tableau & ~Copyable>(
    _ simplex: inout LexicographicSimplex<T>, _ extent: Extent, _ count: inout Int
  ) -> Verdict where T.Value == Double {
    (isSolved, isCurrent, sidesAreConfirmed) = (false, false, false)
    simplex.sawFaintRate = false
    let pivotsBefore = simplex.pivots
    defer { count += Int(simplex.pivots - pivotsBefore) }
    let isFirst = !simplex.hasStarted
    do throws(Stuck) {
      if extent == .required {
        _ = try simplex.isFeasible()
      } else if try !simplex.solveWithoutPositions() {
        if extent == .beforePositions { return .needsPositions }
        try simplex.settlePositions()
      }
    } catch {
      return .isStuck
    }
    if simplex.isInfeasible { return .isInfeasible }
    if Int(simplex.pivots - pivotsBefore) > Block.fewPivots {
      simplex.tableau.compact()
    } else if isFirst {
      simplex.tableau.trim()
    }
    simplex.recompute(accuracy)
    guard simplex.isStillOptimal(accuracy, mayBeExact: true) else { return .isStuck }
    for v in 0..<variableCount where !(number(v).margin < Tolerance.coarsestMargin) { return .isStuck }
    (isSolved, isCurrent) = (true, true)
    return .solved
  }

  /// Whether the tiers alone leave each variable one value, as far as doubles can tell; nil: they cannot.
  func uniqueVariables(in room: inout Buffer<UInt64>) -> [Bool]? {
    guard isSolved, exact == nil, factored != nil else { return nil }
    factored!.pointee.borrow(lent(&room))
    if factored!.pointee.isUniqueBeforeTieBreak { return Array(repeating: true, count: variableCount) }
    let answers: [Bool]
    isCurrent = false
    do throws(Stuck) {
      try factored!.pointee.solveTiers()
      answers = try factored!.pointee.uniqueVariables()
    } catch {
      restart()
      return nil
    }
    // Back to the point that the tie-break chooses.
    isSolved = false
    var pivots = 0
    if solve(.all, in: &room, pivots: &pivots) != .solved { isStale = true }
    return answers
  }

  /// The mistake in its active rows, as far as doubles have found them; nil where they are sound.
  var brokenInvariant: String? {
    if isExactOnly { return nil }
    let isSettled = isSolved && isCurrent && exact == nil
    return shape.isDense
      ? shape.simplex(numbers).brokenInvariant(isSolved: isSettled)
      : factored!.pointee.brokenInvariant(isSolved: isSettled)
  }

  /// The next required row, or unit row of a variable, that rounding leaves in doubt.
  func uncertainRow(from start: Int) -> Int? {
    if shape.isDense { return withDense { $0.uncertainRow(from: start, accuracy) } }
    return factored!.pointee.uncertainRow(from: start, accuracy)
  }

  /// The active rows, in the order of the places; none where doubles cannot be trusted.
  var activeRows: [Int32] { bounds == nil ? [] : (0..<variableCount).map { Int32(activeRow($0)) } }
}
