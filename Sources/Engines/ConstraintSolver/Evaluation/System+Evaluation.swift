import LayoutPlugin

extension System {
  /// Evaluates dirty nodes in order, until none is left.
  mutating func evaluate() throws(PluginFault) {
    var ambiguous = Buffer<Int32>()
    defer { isEverythingDirty = false }
    while true {
      while let node = dirty.popFirst() { try evaluate(node, &ambiguous) }
      isEverythingDirty = false
      let freeSizes = takeFreeSizes()
      if !doubtedSizes.isEmpty || !freeSizes.isEmpty {
        // Sizes may decide positions, so blocks with free ones wait.
        for node in ambiguous.view { dirty.insert(Int(node)) }
        var seeds = Buffer<Int32>()
        swap(&seeds, &doubtedSizes)
        unpeel(seeds, freeSizes, .positions)
      } else {
        while let variable = pendingFree.popLast() { forEachFollower(of: variable) { ambiguous.append($0) } }
        if ambiguous.isEmpty { return }
        // What depends on free positions must be settled together with them, in the order of the variables.
        unpeel(ambiguous, Buffer(), .nothing)
      }
      ambiguous.removeAll()
    }
  }

  @inline(__always)
  private mutating func evaluate(_ index: Int, _ ambiguous: inout Buffer<Int32>) throws(PluginFault) {
    switch nodes[index].kind {
    case .definition: evaluateDefinition(index)
    case .check:
      work.rows += 1
      let row = Int(nodes[index].row)
      if try !holds(row) { violated.append(Int32(row)) }
    case .squareSystem: evaluateSquareSystem(index)
    case .block: try evaluateBlock(index, &ambiguous)
    }
  }

  /// Sets a variable's value, and marks the nodes that read it.
  @inline(__always)
  private mutating func set(_ slot: Int, _ number: Approximation, node: Int) {
    if !exactValues.isEmpty { exactValues[Int32(slot)] = nil }
    let isNegative = variables[slot].isNonNegative && nodes[node].kind != .block && !isCertainlyNotNegative(number)
    // The node that will replace this one sets a size in doubt. Tested before equality: a refused transaction may have left the same number.
    if isNegative, !nodes[node].isDetermined { return doubtedSizes.append(Int32(node)) }
    if values[slot].number == number, number.isExact || !mayDiffer(node) { return }
    if isNegative { negative.append(Int32(slot)) }
    values[slot].number = number
    values[slot].number.value += 0
    enqueue(slot)
    if isEverythingDirty { return }
    var t = variables[slot].firstTerm
    while t >= 0 {
      let consumer = Int(rows[terms[t].row].node)
      if consumer > node { dirty.insert(consumer) }
      t = terms[t].next
    }
  }

  @inline(__always)
  private func isCertainlyNotNegative(_ number: Approximation) -> Bool {
    isProved ? number.isExact && number.value >= 0 : number.value + number.low >= number.margin
  }

  /// Whether a variable of the node may have changed although its new `Approximation` equals the stored one, because the change is too small
  /// for two doubles. That is always assumed of definitions, because every value that they read moves them. A variable of a block or square
  /// system often stays the same, so of these it is assumed only after a tiny change of a constant, or if fractions decide everything.
  private func mayDiffer(_ node: Int) -> Bool {
    hasTinyChange || isProved || nodes[node].kind == .definition
  }

  /// The right side of a row for the unknowns of `node`: `constant` less the terms of all other variables, whose values
  /// `number` returns.
  @inline(__always)
  func bound(
    _ row: Int, constant: Double, unknownTo node: Int, _ number: (_ slot: Int) -> Approximation
  ) -> Approximation {
    var sum = CompensatedSum(constant)
    for t in rows[row].terms {
      let variable = Int(terms[t].variable)
      if variables[variable].node == node { continue }
      sum.add(-terms[t].coefficient, number(variable))
    }
    return sum.result(count: Int(rows[row].termCount))
  }

  @inline(__always)
  func bound(_ row: Int, unknownTo node: Int) -> Approximation {
    bound(row, constant: demands[row].constant, unknownTo: node) { values[$0].number }
  }

  @inline(__always)
  private mutating func evaluateDefinition(_ index: Int) {
    let node = nodes[index]
    let row = rows[node.row]
    work.rows += 1
    // Most nodes are definitions: bound and divisor are found in one pass, without reading any variable's node.
    var sum = CompensatedSum(demands[node.row].constant)
    var divisor = 1.0
    for t in row.terms {
      let term = terms[t]
      if term.variable == node.column {
        divisor = term.coefficient
      } else {
        sum.add(-term.coefficient, values[term.variable].number)
      }
    }
    set(Int(node.column), sum.result(count: Int(row.termCount)).divided(by: divisor), node: index)
  }

  /// The coefficient of a variable that occurs once in the row.
  @inline(__always)
  func coefficient(of variable: Int32, in row: Int32) -> Double {
    var t = rows[row].firstTerm
    while terms[t].variable != variable { t += 1 }
    return terms[t].coefficient
  }

  private mutating func evaluateSquareSystem(_ index: Int) {
    HardState.equationsCoupled.reach()
    let squareSystem = squareSystems[Int(nodes[index].index)]!
    squareWorkspace.reserve(squareSystem.count)
    if squareSystem.factors.wantsInverse(squareSystem.count) { invert(squareSystem) }
    for i in 0..<squareSystem.count { squareWorkspace.bounds[i] = bound(Int(squareSystem.rows[i]), unknownTo: index) }
    if solve(squareSystem) { work.rows += squareSystem.count }
    for i in 0..<squareSystem.count { set(Int(squareSystem.variables[i]), squareWorkspace.solution[i], node: index) }
  }

  // Methods that run for each node change nothing and are mutating nevertheless: the compiler copies the whole system for a call that only reads it.

  /// Solves a square system in its workspace. Returns false if the solution was cached.
  @discardableResult
  mutating func solve(_ squareSystem: SquareSystem) -> Bool {
    let bounds = UnsafeBufferPointer(start: squareWorkspace.bounds.base, count: squareSystem.count)
    if squareSystem.factors.recall(bounds, into: squareWorkspace.solution.base) { return false }
    solveAnew(squareSystem)
    squareSystem.factors.remember(bounds, squareWorkspace.solution.base)
    return true
  }

  /// Solves a square system by its inverse, if it has one, else by its factors.
  private mutating func solveAnew(_ squareSystem: SquareSystem) {
    guard let inverse = squareSystem.factors.inverse else { return refine(squareSystem) }
    let (count, bounds, solution) = (squareSystem.count, squareWorkspace.bounds.base, squareWorkspace.solution.base)
    var mayBeExact = true
    for i in 0..<count {
      var sum = CompensatedSum(0)
      for j in 0..<count { sum.add(inverse[i * count + j], bounds[j]) }
      solution[i] = sum.result(count: 2 * count)
      if !bounds[i].isExact || !(solution[i].low.magnitude <= solution[i].margin) { mayBeExact = false }
    }
    // If the solution may be exact, it is computed by the factors, which recognise exact values.
    guard mayBeExact, (0..<count).contains(where: { !solution[$0].isExact }) else { return }
    refine(squareSystem)
  }

  /// Finds the inverse of a square system, column by column.
  private mutating func invert(_ squareSystem: SquareSystem) {
    let count = squareSystem.count
    var inverse = [Approximation](repeating: .zero, count: count * count)
    for j in 0..<count {
      for i in 0..<count { squareWorkspace.bounds[i] = i == j ? Approximation(value: 1) : .zero }
      refine(squareSystem)
      for i in 0..<count { inverse[i * count + j] = squareWorkspace.solution[i] }
    }
    squareSystem.factors.inverse = inverse
  }

  /// Solves a square system by its factors, with two steps of refinement. A value may be the sum of ten thousand others. Residuals are summed in
  /// three doubles, so the errors of the values are no larger than what storing each in two doubles leaves.
  private mutating func refine(_ squareSystem: SquareSystem) {
    let (count, bounds, solution) = (squareSystem.count, squareWorkspace.bounds.base, squareWorkspace.solution.base)
    let (right, correction) = (squareWorkspace.right.base, squareWorkspace.correction.base)
    for i in 0..<count { (right[i], solution[i]) = (bounds[i].value, .zero) }
    for _ in 0..<3 {
      squareSystem.solve(right, correction)
      for i in 0..<count { solution[i].correct(by: correction[i]) }
      var isExact = true
      for i in 0..<count {
        let isZero: Bool
        (right[i], isZero) = residual(of: i, squareSystem)
        if !isZero || !bounds[i].isExact || solution[i].low != 0 { isExact = false }
      }
      if isExact { return }
    }
    // The remaining residual and the noise of the bounds obey the same equations.
    for i in 0..<count { right[i] += bounds[i].noise }
    squareSystem.solve(right, correction)
    var largest = 0.0
    for i in 0..<count { largest = max(largest, correction[i].magnitude) }
    for i in 0..<count {
      solution[i] = Approximation(value: solution[i].value, low: solution[i].low, noise: correction[i])
      // By now the factors have given more than thirty correct bits.
      solution[i].addRounding(solution[i].low.ulp + largest * Tolerance.refinement)
    }
  }

  /// The residual of a row at the present values, and whether it is zero beyond doubt.
  private mutating func residual(of i: Int, _ squareSystem: SquareSystem) -> (value: Double, isZero: Bool) {
    var sum = ThreefoldSum()
    sum.add(squareWorkspace.bounds[i].value)
    sum.add(squareWorkspace.bounds[i].low)
    forEachUnknown(of: squareSystem.rows[i]) { local, coefficient in
      let part = squareWorkspace.solution[local]
      sum.add(-coefficient, part.value)
      if part.low != 0 { sum.add(-coefficient, part.low) }
    }
    return (sum.value, sum.isZero)
  }

  @inline(__always)
  private func forEachUnknown(of row: Int32, _ body: (_ local: Int, _ coefficient: Double) -> Void) {
    let node = rows[row].node
    for t in rows[row].terms {
      let variable = Int(terms[t].variable)
      if variables[variable].node == node { body(Int(variables[variable].local), terms[t].coefficient) }
    }
  }

  private mutating func evaluateBlock(_ index: Int, _ ambiguous: inout Buffer<Int32>) throws(PluginFault) {
    let slot = Int(nodes[index].index)
    let block = blocks[slot]!
    var mustSolve = !block.isSolved || block.state == .stale || hasTinyChange
    for i in 0..<block.rowCount where block.rows[i] >= 0 {
      if block.setBound(i, bound(Int(block.rows[i]), unknownTo: index)) { mustSolve = true }
    }
    guard mustSolve else { return }
    var verdict = try solveInDoubles(block, Int32(index))
    if verdict == .needsPositions {
      noteFreePositions(block, Int32(index), &ambiguous)
      return
    }
    if verdict == .solved, isInDoubt(block) {
      HardState.lastBitsDecided.reach()
      block.exact = block.exactPoint(bounds: try exactBounds(block, Int32(index)))
      if block.exact == nil { verdict = .needsFractions }
    }
    if verdict != .solved, try !solveExactly(block, Int32(index), &ambiguous) { return }
    if !decidesSizes(block) { return doubtedSizes.append(Int32(index)) }
    for v in 0..<block.variableCount {
      set(Int(block.variables[v]), block.number(v), node: index)
    }
  }

  /// Solves a block at its present bounds in doubles, and has exact numbers confirm the result if rounding may matter.
  /// If only positions (stage S5) are still open and other nodes depend on them, they stay open.
  mutating func solveInDoubles(_ block: Block, _ node: Int32) throws(PluginFault) -> Block.Verdict {
    block.exact = nil
    var verdict = solve(block, .beforePositions)
    if verdict == .needsPositions, !hasFollowers(block, node) { verdict = solve(block, .all) }
    if verdict == .solved, block.needsVerification, try !isConfirmed(block, node) { return .needsFractions }
    return verdict
  }

  /// Solves a block as far as `extent`, and counts the work.
  private mutating func solve(_ block: Block, _ extent: Block.Extent) -> Block.Verdict {
    work.rows += block.rowCount
    return block.solve(extent, in: &simplexMemory, pivots: &work.pivots)
  }

  /// Whether exact numbers confirm the active rows that doubles have found as optimal.
  private mutating func isConfirmed(_ block: Block, _ node: Int32) throws(PluginFault) -> Bool {
    if let certainSides = block.certainSides {
      let basis = block.basis(certainSides)
      if let known = block.shape.confirmedBases, known.contains(basis) {
        block.setConfirmed(true)
        return true
      }
      if confirmsOptimum(block, .signs(certainSides)) {
        block.shape.confirmedBases?.insert(basis)
        block.setConfirmed(true)
        return true
      }
    }
    HardState.exactNumbersAsked.reach()
    let bounds = try exactBounds(block, node)
    let confirmsSides = confirmsOptimum(block, .bounds(bounds, keepsSides: true))
    block.setConfirmed(confirmsSides)
    if confirmsSides { return true }
    // Rows on their breakpoints may count on either side.
    return confirmsOptimum(block, .bounds(bounds, keepsSides: false))
  }

  /// What is known about the point at which a block's active rows meet.
  private enum KnownPoint {
    /// The side of its breakpoint on which each row lies.
    case signs([Int8])
    case bounds([Rational], keepsSides: Bool)
  }

  /// Whether a simplex that begins with the block's active rows finds nothing to improve.
  private func confirmsOptimum(_ block: Block, _ point: KnownPoint) -> Bool {
    confirmsOptimum(block, point, in: CheckedNumber.self) ?? confirmsOptimum(block, point, in: Rational.self) ?? false
  }

  /// Whether a simplex in numbers of type `N` finds nothing to improve. Nil if these numbers leave a sign unknown.
  private func confirmsOptimum<N: CertainNumber>(_ block: Block, _ point: KnownPoint, in: N.Type) -> Bool? {
    func confirmsOptimum(_ simplex: consuming LexicographicSimplex<FactoredTableau<N>>, keepsSides: Bool) -> Bool? {
      if simplex.isOptimal(),
        keepsSides ? block.agreesOnSides(with: simplex) : block.agreesOnStages(with: simplex)
      {
        return true
      }
      return simplex.sawTinyRate ? nil : false
    }
    switch point {
    case .signs(let signs):
      return confirmsOptimum(
        LexicographicSimplex(block.program, active: block.activeRows, sides: block.sides, signs: signs),
        keepsSides: true)
    case .bounds(let bounds, let keepsSides):
      return confirmsOptimum(
        LexicographicSimplex(
          block.program, bounds: bounds.map { N($0) }, startingFrom: block.activeRows,
          sides: keepsSides ? block.sides : nil),
        keepsSides: keepsSides)
    }
  }

  /// Whether doubles cannot decide if some required row is violated.
  mutating func isInDoubt(_ block: Block) -> Bool {
    var next = 0
    while let i = block.uncertainRow(from: next) {
      guard i < block.rowCount, repeatsActiveRow(i, block) else { return true }
      next = i + 1
    }
    return false
  }

  /// Whether an active row has the same terms and constant as row `i`, known variables included. Then the residual of row `i` is zero.
  private mutating func repeatsActiveRow(_ i: Int, _ block: Block) -> Bool {
    let row = rows[block.rows[i]]
    let constant = demands[block.rows[i]].constant
    for j in 0..<block.variableCount where block.activeRow(j) < block.rowCount {
      let slot = block.rows[block.activeRow(j)]
      let other = rows[slot]
      guard demands[slot].constant == constant, other.termCount == row.termCount, !row.isSplit, !other.isSplit else {
        continue
      }
      var isSame = true
      for t in row.terms where isSame {
        isSame = false
        for u in other.terms where terms[u].variable == terms[t].variable {
          isSame = terms[u].coefficient == terms[t].coefficient
        }
      }
      if isSame { return true }
    }
    return false
  }

  /// Whether nodes that compute peeled variables read the block.
  mutating func hasFollowers(_ block: Block, _ node: Int32) -> Bool {
    for v in 0..<block.variableCount where hasDependents(block.variables[v], besides: node) { return true }
    return false
  }

  /// Notes that a block leaves positions (stage S5) open although other nodes read it.
  private mutating func noteFreePositions(_ block: Block, _ node: Int32, _ ambiguous: inout Buffer<Int32>) {
    if bearsOnSize(block) { doubtedSizes.append(node) } else { ambiguous.append(node) }
  }

  /// Solves a block in exact numbers. Returns false if the block has no values now.
  private mutating func solveExactly(
    _ block: Block, _ node: Int32, _ ambiguous: inout Buffer<Int32>
  ) throws(PluginFault) -> Bool {
    HardState.fractionsDecided.reach()
    let bounds = try exactBounds(block, node)
    // The basis at which doubles stopped is mostly the optimal one.
    let start = block.activeRows
    // Rounding has spoiled the basis only if the doubles did not finish. If only last bits were in doubt, it is still near the optimum.
    if block.isSolved { block.markUnsolved() } else { block.restart() }
    // Only now, because the block may have got another copy of its program.
    var simplex = LexicographicSimplex(block.program, bounds: bounds, startingFrom: start)
    simplex.trustsRandomSums = !isProved
    var needsUnpeeling = false
    let hasFollowers = hasFollowers(block, node)
    try runExactSimplex { () throws(NumericalTrouble) in
      if try !simplex.solveWithoutPositions() {
        if hasFollowers { needsUnpeeling = true } else { try simplex.settlePositions() }
      }
    }
    block.isDecidedInFractions = !simplex.isInfeasible && simplex.isUniqueBeforeTieBreak
    if simplex.isInfeasible {
      for (i, _) in simplex.multipliers(tier: 0) where block.rows[i] >= 0 { violated.append(block.rows[i]) }
      assert(!violated.isEmpty)
      return false
    }
    if needsUnpeeling {
      noteFreePositions(block, node, &ambiguous)
      return false
    }
    block.exact = (0..<block.variableCount).map { simplex.value($0) }
    return true
  }
}
