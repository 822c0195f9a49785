/// What is left when everything that is simply determined has been taken out: a connected set of rows that compete.
final class Block {
  enum Verdict {
    case solved
    case isInfeasible
    /// Only positions (S5) are still free, and variables outside the block depend on them.
    case needsPositions
    /// Rounding has got in the way: this block must be solved in exact numbers.
    case isStuck
  }

  /// Beyond this many variables no tableau is kept: the active rows are factored.
  static let denseLimit = 24
  /// After more exchanges in one solve it is worth while to give back what they took.
  private static let fewPivots = 32
  /// Up to this many variables a block with delicate coefficients is solved exactly whenever rounding may have hidden
  /// something. Beyond, that would take too long, and 1e-10 counts as zero.
  static let delicateLimit = 64

  let program: Program
  /// Slots, in the program's order; -1 for a ghost.
  let rows: UnsafeMutablePointer<Int32>
  let variables: UnsafeMutablePointer<Int32>
  private let accuracy: Accuracy
  private typealias Dense = LexicographicSimplex<DenseTableau>
  private typealias Factored = LexicographicSimplex<FactoredTableau>

  /// In the program's room when the block is small. What they keep lies behind them.
  private var dense: UnsafeMutablePointer<Dense>?
  private var factored: UnsafeMutablePointer<Factored>?
  /// Some coefficient has no short binary fraction, so that rounding can hide what is exactly zero.
  private let isDelicate: Bool
  /// Coefficients so far apart that doubles cannot be trusted at all.
  let isExactOnly: Bool
  var isSolved = false
  /// Whether positions (S5) had to be settled, which may depend on what stands outside the block.
  private var hasSettledPositions = false
  /// The bounds it knows are not those that its variables' present values belong to, or not those of its rows.
  var isStale = false
  /// Whether the residuals are those of the present bounds at the present active rows.
  private var isCurrent = false
  /// Rounding may have hidden that a price is not quite zero: the active rows must be confirmed in exact numbers.
  var needsVerification: Bool {
    guard let dense else { return false }
    return isDelicate && dense.pointee.isDoubtful || dense.pointee.tableau.hasFaintEntries
  }
  /// The exact values, when they had to be found.
  var exact: [Rational]?

  /// Exchanges of an active row since its tableau was made.
  var pivots: Int { Int(dense?.pointee.pivots ?? factored?.pointee.pivots ?? 0) }

  var rowCount: Int { program.rowCount }
  var variableCount: Int { program.variableCount }

  /// How many bytes the program must have beside it.
  static func room(rowCount: Int, variableCount: Int) -> Int {
    let slots = slotRoom(rowCount: rowCount, variableCount: variableCount)
    if variableCount > denseLimit { return slots }
    return slots + MemoryLayout<Dense>.stride + Dense.room(rowCount: rowCount, variableCount: variableCount).kept
  }

  /// Two numbers and a slot for each.
  private static func slotRoom(rowCount: Int, variableCount: Int) -> Int {
    Arena.aligned((rowCount + variableCount) * 20)
  }

  /// Takes over `program`, which was made with `room`.
  init(
    _ program: Program, rows: UnsafeMutableBufferPointer<Int32>, variables: UnsafeMutableBufferPointer<Int32>,
    isSplit: Bool
  ) {
    self.program = program
    let (m, n) = (program.rowCount, program.variableCount)
    var arena = Arena(program.room)
    accuracy = Accuracy(low: arena.take(m + n), noise: arena.take(m + n))
    accuracy.low.initialize(repeating: 0, count: (m + n) * 2)
    self.variables = arena.take(n)
    self.rows = arena.take(m)
    arena.align()
    assert(arena.rest == program.room + Block.slotRoom(rowCount: m, variableCount: n))
    for i in 0..<n { self.variables[i] = variables[i] }
    for i in 0..<m { self.rows[i] = rows[i] }
    var isPlain = true
    var smallest = 1.0
    var largest = 1.0
    for e in 0..<program.termCount {
      let magnitude = program.coefficients[e].magnitude
      if magnitude * 256 != (magnitude * 256).rounded() || magnitude > 256 { isPlain = false }
      smallest = min(smallest, magnitude)
      largest = max(largest, magnitude)
    }
    isDelicate = !isPlain
    isExactOnly = isSplit || largest > smallest * 0x1p24
    if !isExactOnly { makeSimplex() }
  }

  private func makeSimplex() {
    let (m, n) = (rowCount, variableCount)
    if n > (isDelicate ? Block.delicateLimit : Block.denseLimit) {
      let room = Factored.room(rowCount: m, variableCount: n)
      let place: UnsafeMutablePointer<Factored> = Block.allocate(keeping: room.kept)
      place.initialize(to: Factored(program, keeping: place + 1))
      factored = place
      return
    }
    let place: UnsafeMutablePointer<Dense>
    if n > Block.denseLimit {
      place = Block.allocate(keeping: Dense.room(rowCount: m, variableCount: n).kept)
    } else {
      let memory = program.room + Block.slotRoom(rowCount: m, variableCount: n)
      place = memory.bindMemory(to: Dense.self, capacity: 1)
    }
    place.initialize(to: Dense(program, keeping: place + 1))
    if isDelicate { place.pointee.trackDoubt() }
    dense = place
  }

  /// Room for one, and behind it for what it keeps.
  private static func allocate<Element: ~Copyable>(keeping byteCount: Int) -> UnsafeMutablePointer<Element> {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: MemoryLayout<Element>.stride + byteCount, alignment: 8)
    return memory.bindMemory(to: Element.self, capacity: 1)
  }

  private func freeSimplex() {
    isCurrent = false
    dense?.deinitialize(count: 1)
    if variableCount > Block.denseLimit { dense?.deallocate() }
    factored?.deinitialize(count: 1)
    factored?.deallocate()
    (dense, factored) = (nil, nil)
  }

  /// Whoever uses the simplex next works in this room.
  private func borrow(_ room: inout Buffer<UInt64>) {
    let (m, n) = (rowCount, variableCount)
    if let dense {
      dense.pointee.borrow(room.reserved(byteCount: Dense.room(rowCount: m, variableCount: n).lent))
    } else {
      factored?.pointee.borrow(room.reserved(byteCount: Factored.room(rowCount: m, variableCount: n).lent))
    }
  }

  /// Not solved yet, by means that another block could share.
  var canFollow: Bool { dense.map { !$0.pointee.hasStarted } ?? false }

  /// Begins where another block has ended, if that one has solved the same program, without positions and without doubt:
  /// mostly it is the end already.
  func follow(_ model: Block) {
    guard let dense, let other = model.dense, model.isSolved, !model.hasSettledPositions else { return }
    guard !other.pointee.isDoubtful, model.program == program else { return }
    dense.pointee.follow(other.pointee)
    isSolved = true
  }

  /// Forgets the active rows, which rounding may have spoiled.
  func restart() {
    isSolved = false
    guard let bound = bounds else { return }
    let kept = (0..<rowCount).map { bound[$0] }
    freeSimplex()
    makeSimplex()
    for i in 0..<rowCount {
      dense?.pointee.setBound(i, kept[i])
      factored?.pointee.setBound(i, kept[i])
    }
  }

  // MARK: Ghosts

  /// A row that was removed. It costs nothing, and is there when the same constraint comes back: most do.
  private struct Ghost {
    var row: Int
    var id: UInt32
    var priority: Double
    var tier: Int32
  }

  private static let mostGhosts = 4
  private var ghosts: [Ghost] = []

  /// Takes a row out of force. False: the block must be made anew. True, and still solved: its values are what they were.
  func remove(_ record: System.RowRecord, priority: Double) -> Bool {
    guard bounds != nil, ghosts.count < Block.mostGhosts else { return false }
    let row = Int(record.local)
    ghosts.append(Ghost(row: row, id: record.id, priority: priority, tier: program.tiers[row]))
    rows[row] = -1
    setTier(row, Program.ghostTier)
    return true
  }

  /// The ghost of this constraint: the row whose place it can take, if `isSame` says that it reads the same.
  func ghost(of id: UInt32, priority: Double, isSame: (_ row: Int) -> Bool) -> Int? {
    ghosts.firstIndex { $0.id == id && $0.priority == priority && isSame($0.row) }
  }

  /// Puts a row in its ghost's place, and returns which it is.
  func revive(_ ghost: Int, slot: Int32) -> Int {
    let ghost = ghosts.remove(at: ghost)
    rows[ghost.row] = slot
    setTier(ghost.row, ghost.tier)
    return ghost.row
  }

  private func setTier(_ row: Int, _ tier: Int32) {
    program.tiers[row] = tier
    let isStillSolved =
      dense?.pointee.setTier(row, tier, accuracy) ?? factored?.pointee.setTier(row, tier, accuracy) ?? false
    // Where fractions gave the values, the active rows are not theirs.
    isSolved = isSolved && exact == nil && isStillSolved
  }

  /// Takes the bound of a row that was just revived. True: the values are what they were.
  func clearlyHolds(_ row: Int, bound: Approximation) -> Bool {
    guard isSolved, !isStale, Block.canPlace(bound) else { return false }
    _ = setBound(row, bound)
    return dense?.pointee.clearlyHolds(row, accuracy) ?? factored!.pointee.clearlyHolds(row, accuracy)
  }

  /// Whether doubles can place a number on the reported grid.
  private static func canPlace(_ number: Approximation) -> Bool {
    number.value.magnitude < 0x1p40 && number.margin < 1e-6
  }

  private var bounds: UnsafeMutablePointer<Double>? { dense?.pointee.bound ?? factored?.pointee.bound }

  deinit {
    freeSimplex()
    program.free()
  }

  func number(_ variable: Int) -> Approximation {
    if let exact { return Approximation(exact[variable]) }
    let value = dense?.pointee.value(variable) ?? factored!.pointee.value(variable)
    return accuracy.number(rowCount + variable, value)
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

  /// Works in `room`.
  func solve(_ extent: Extent, in room: inout Buffer<UInt64>) -> Verdict {
    guard let bound = bounds else { return .isStuck }
    for i in 0..<rowCount where rows[i] >= 0 && !Block.canPlace(accuracy.number(i, bound[i])) { return .isStuck }
    if pivots > 20 * (rowCount + variableCount) + 1000 { restart() }
    borrow(&room)
    if let dense { return solve(&dense.pointee, extent) }
    return solve(&factored!.pointee, extent)
  }

  private func solve<T: Tableau & ~Copyable>(
    _ simplex: inout LexicographicSimplex<T>, _ extent: Extent
  ) -> Verdict where T.Value == Double {
    let mayBeExact = variableCount <= Block.delicateLimit
    if !isCurrent { simplex.takeBounds(accuracy) }
    isCurrent = true
    if isSolved {
      if simplex.isStillOptimal(accuracy, mayBeExact: mayBeExact) { return .solved }
      simplex.followBounds()
    }
    (isSolved, isCurrent) = (false, false)
    hasSettledPositions = false
    simplex.sawFaintRate = false
    let pivotsBefore = simplex.pivots
    let isFirst = !simplex.hasStarted
    do throws(Stuck) {
      if extent == .required {
        _ = try simplex.isFeasible()
      } else if try !simplex.solveWithoutPositions() {
        if extent == .beforePositions { return .needsPositions }
        hasSettledPositions = true
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
    guard simplex.isStillOptimal(accuracy, mayBeExact: mayBeExact) else { return .isStuck }
    for v in 0..<variableCount where !(number(v).margin < 1e-6) { return .isStuck }
    (isSolved, isCurrent) = (true, true)
    return .solved
  }

  /// Whether the tiers alone leave each variable one value, as far as doubles can tell; nil: they cannot.
  func uniqueVariables(in room: inout Buffer<UInt64>) -> [Bool]? {
    guard isSolved, exact == nil, factored != nil else { return nil }
    borrow(&room)
    if factored!.pointee.isUniqueBeforeTieBreak { return Array(repeating: true, count: variableCount) }
    var answers = Array(repeating: true, count: variableCount)
    isCurrent = false
    do throws(Stuck) {
      try factored!.pointee.solveTiers()
      for v in 0..<variableCount { answers[v] = try factored!.pointee.isUnique(v) }
    } catch {
      restart()
      return nil
    }
    // Back to the point that the tie-break chooses.
    isSolved = false
    if solve(.all, in: &room) != .solved { isStale = true }
    return answers
  }

  /// The next required row, or unit row of a variable, that rounding leaves in doubt.
  func uncertainRow(from start: Int) -> Int? {
    if let dense { return dense.pointee.uncertainRow(from: start, accuracy) }
    return factored!.pointee.uncertainRow(from: start, accuracy)
  }

  /// The active rows, in the order of the places; none where doubles cannot be trusted.
  var activeRows: [Int32] { bounds == nil ? [] : (0..<variableCount).map { Int32(activeRow($0)) } }

  /// All that the prices depend on: blocks with the same signature are optimal, or not, with the same active rows. Nil where
  /// doubles do not tell on which side of its kink a row lies.
  var signature: [UInt64]? {
    guard let dense else { return nil }
    var result: [UInt64] = [UInt64(rowCount), UInt64(variableCount)]
    for i in 0..<rowCount {
      let kind = UInt64(UInt8(bitPattern: program.relations[i])) << 32 | UInt64(program.tiers[i])
      result.append(kind << 16 | UInt64(program.terms(i).count))
      for e in program.terms(i) {
        result.append(UInt64(program.columns[e]))
        result.append(program.coefficients[e].bitPattern)
      }
    }
    for j in 0..<variableCount { result.append(UInt64(activeRow(j)) << 1 | (program.isNonNegative[j] ? 1 : 0)) }
    for i in 0..<rowCount + variableCount {
      if dense.pointee.place[i] >= 0 || dense.pointee.kink[i] > dense.pointee.lastStage {
        result.append(3)
      } else if let side = dense.pointee.certainSide(i, accuracy) {
        result.append(UInt64(side + 1))
      } else {
        return nil
      }
    }
    return result
  }

  /// The row that is active at a place; unit rows follow the constraints.
  func activeRow(_ place: Int) -> Int { Int(dense?.pointee.active[place] ?? factored!.pointee.active[place]) }

  /// How the point moves with a constant that stands at `here`.
  ///
  /// `boundRates` tells how each row's bound moves, `rates` receives the same of each variable. Returns the constants
  /// between which every row stays on its side, or nil when rounding could hide that one leaves it.
  func derive(
    _ boundRates: Buffer<Approximation>, at here: Double, into rates: inout Buffer<Approximation>,
    in room: inout Buffer<UInt64>
  ) -> Interval? {
    borrow(&room)
    if let dense { return dense.pointee.derive(boundRates, at: here, accuracy, into: &rates) }
    return factored?.pointee.derive(boundRates, at: here, accuracy, into: &rates)
  }

  /// The point that the present active rows define, exactly, if it confirms the side of every row.
  func exactPoint(bounds: [Rational]) -> [Rational]? {
    if let dense { return exactPoint(dense.pointee, bounds) }
    if let factored { return exactPoint(factored.pointee, bounds) }
    return nil
  }

  private func exactPoint<T: Tableau & ~Copyable>(
    _ simplex: borrowing LexicographicSimplex<T>, _ bounds: [Rational]
  ) -> [Rational]? where T.Value == Double {
    let (m, n) = (rowCount, variableCount)
    var rows = MatrixRows()
    let right = UnsafeMutablePointer<Rational>.allocate(capacity: 2 * n)
    right.initialize(repeating: .zero, count: 2 * n)
    defer {
      rows.free()
      right.deinitialize(count: 2 * n)
      right.deallocate()
    }
    for j in 0..<n {
      let i = Int(simplex.active[j])
      if i < m {
        for e in program.terms(i) { rows.append(program.columns[e], program.coefficients[e]) }
        right[j] = bounds[i]
      } else {
        rows.append(Int32(i - m), 1)
      }
      rows.endRow()
    }
    guard let factorization = SparseFactorization<Rational>(rows) else { return nil }
    let point = right + n
    factorization.solve(right, point)
    for i in 0..<m + n where simplex.place[i] < 0 && simplex.kink[i] <= simplex.lastStage {
      var residual = i < m ? -bounds[i] : point[i - m]
      if i < m {
        for e in program.terms(i) {
          residual = residual + Rational(program.coefficients[e]) * point[Int(program.columns[e])]
        }
      }
      if residual.sign != 0 {
        // A required row must hold: on the side where it costs nothing.
        let slopes = program.slopes(i)
        let slope = residual.sign < 0 ? slopes.below : slopes.above
        if residual.sign != Int(simplex.side[i]) || (simplex.kink[i] == 0 && slope != 0) { return nil }
      }
    }
    return (0..<n).map { point[$0] }
  }
}
