import LayoutPlugin

extension System {
  /// Evaluates dirty nodes in order, until none is left.
  mutating func evaluate() throws(PluginFault) {
    var ambiguous: [Int32] = []
    defer { isEverythingDirty = false }
    repeat {
      ambiguous.removeAll(keepingCapacity: true)
      while let node = dirty.popFirst() { try evaluate(node, &ambiguous) }
      isEverythingDirty = false
      while let variable = pendingFree.popLast() {
        var t = variables[variable].firstTerm
        while t >= 0 {
          let consumer = rows[terms[t].row].node
          if consumer >= 0, nodes[consumer].kind == .definition { ambiguous.append(consumer) }
          t = terms[t].next
        }
      }
      // What depends on free positions must be settled together with them, in the order of the variables.
      if !ambiguous.isEmpty { unpeel(ambiguous) }
    } while !ambiguous.isEmpty
  }

  @inline(__always)
  private mutating func evaluate(_ index: Int, _ ambiguous: inout [Int32]) throws(PluginFault) {
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

  /// Gives a variable its new value, and marks what reads it.
  @inline(__always)
  private mutating func set(_ slot: Int, _ number: Approximation, node: Int) {
    if !exactValues.isEmpty { exactValues[Int32(slot)] = nil }
    if values[slot].number == number, number.isExact || !mayDiffer(node) { return }
    values[slot].number = number
    values[slot].number.value += 0
    enqueue(slot)
    if variables[slot].isNonNegative, !(number.value + number.low >= number.margin), nodes[node].kind != .block {
      negative.append(Int32(slot))
    }
    if isEverythingDirty { return }
    var t = variables[slot].firstTerm
    while t >= 0 {
      let consumer = Int(rows[terms[t].row].node)
      if consumer > node { dirty.insert(consumer) }
      t = terms[t].next
    }
  }

  /// Whether a variable of the node may have changed although two doubles tell the same as before. A definition reads
  /// nothing that does not move it; a variable of a block or a square system mostly stands still when others move.
  private func mayDiffer(_ node: Int) -> Bool { isFaint || nodes[node].kind == .definition }

  /// A row's bound for the unknowns of `node`: `constant` less what the other variables contribute, of which `number`
  /// tells one.
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
    // Bound and divisor in one go, and no variable's record is asked for its node: most nodes are definitions.
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

  /// Of a variable that stands in the row once.
  func coefficient(of variable: Int32, in row: Int32) -> Double {
    var t = rows[row].firstTerm
    while terms[t].variable != variable { t += 1 }
    return terms[t].coefficient
  }

  private mutating func evaluateSquareSystem(_ index: Int) {
    HardState.equationsCoupled.reach()
    let squareSystem = squareSystems[Int(nodes[index].index)]!
    work.rows += squareSystem.count
    room.reserve(squareSystem.count)
    for i in 0..<squareSystem.count { room.bounds[i] = bound(Int(squareSystem.rows[i]), unknownTo: index) }
    solve(squareSystem)
    for i in 0..<squareSystem.count { set(Int(squareSystem.variables[i]), room.solution[i], node: index) }
  }

  /// Finds, in the room for it, the solution that belongs to the bounds there: a first one, and two steps of refinement.
  ///
  /// A value may be the sum of ten thousand others. Residuals are summed in three doubles, so that the errors of the values are no
  /// larger than what storing each in two leaves, and do not add up.
  func solve(_ squareSystem: SquareSystem) {
    let (count, bounds, solution) = (squareSystem.count, room.bounds.base, room.solution.base)
    let (right, correction) = (room.right.base, room.correction.base)
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
    // What is left, and the noise of the bounds, obey the same equations.
    for i in 0..<count { right[i] += bounds[i].noise }
    squareSystem.solve(right, correction)
    var largest = 0.0
    for i in 0..<count { largest = max(largest, correction[i].magnitude) }
    for i in 0..<count {
      solution[i] = Approximation(value: solution[i].value, low: solution[i].low, noise: correction[i])
      // The factors have more than thirty good bits, by this time.
      solution[i].addRounding(solution[i].low.ulp + largest * Tolerance.refinement)
    }
  }

  /// The residual of a row at the present values, and whether it is certainly zero.
  private func residual(of i: Int, _ squareSystem: SquareSystem) -> (value: Double, isZero: Bool) {
    var sum = ThreefoldSum()
    sum.add(room.bounds[i].value)
    sum.add(room.bounds[i].low)
    forEachUnknown(of: squareSystem.rows[i]) { local, coefficient in
      let part = room.solution[local]
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

  private mutating func evaluateBlock(_ index: Int, _ ambiguous: inout [Int32]) throws(PluginFault) {
    let slot = Int(nodes[index].index)
    let block = blocks[slot]!
    var isNews = !block.isSolved || block.isStale || isFaint
    for i in 0..<block.rowCount where block.rows[i] >= 0 {
      if block.setBound(i, bound(Int(block.rows[i]), unknownTo: index)) { isNews = true }
    }
    guard isNews else { return }
    block.isStale = false
    var verdict = try solveInDoubles(block, Int32(index))
    if verdict == .needsPositions {
      ambiguous.append(Int32(index))
      return
    }
    if verdict == .solved, isInDoubt(block) {
      HardState.lastBitsDecided.reach()
      block.exact = block.exactPoint(bounds: try exactBounds(block, Int32(index)))
      if block.exact == nil { verdict = .isStuck }
    }
    if verdict != .solved, try !solveExactly(block, Int32(index), &ambiguous) { return }
    for v in 0..<block.variableCount {
      set(Int(block.variables[v]), block.number(v), node: index)
    }
  }

  /// Solves a block at its present bounds. It needs positions where others depend on them, and is stuck where exact numbers do
  /// not confirm what doubles have found.
  mutating func solveInDoubles(_ block: Block, _ node: Int32) throws(PluginFault) -> Block.Verdict {
    block.exact = nil
    var verdict = solve(block, isTrial ? .required : .beforePositions)
    if verdict == .needsPositions, !hasFollowers(block, node) { verdict = solve(block, .all) }
    if verdict == .solved, block.needsVerification, try !isConfirmed(block, node) { return .isStuck }
    return verdict
  }

  /// The same as far as an extent, and counts the work.
  private mutating func solve(_ block: Block, _ extent: Block.Extent) -> Block.Verdict {
    work.rows += block.rowCount
    return block.solve(extent, in: &simplexRoom, pivots: &work.pivots)
  }

  /// Whether exact numbers find nothing to improve on the active rows that doubles have found.
  private mutating func isConfirmed(_ block: Block, _ node: Int32) throws(PluginFault) -> Bool {
    block.sidesAreConfirmed = true
    if let certainSides = block.certainSides {
      let end = block.end(certainSides)
      if !isTrial, let known = block.shape.confirmedEnds, known.contains(end) { return true }
      if isAtEnd(block, .signs(certainSides)) {
        if !isTrial { block.shape.confirmedEnds?.insert(end) }
        return true
      }
    }
    HardState.exactNumbersAsked.reach()
    let bounds = try exactBounds(block, node)
    if isAtEnd(block, .bounds(bounds, keepsSides: true)) { return true }
    // Rows on their breakpoints may be counted on either side.
    block.sidesAreConfirmed = false
    return isAtEnd(block, .bounds(bounds, keepsSides: false))
  }

  /// The knowledge of the point at which a block's active rows meet.
  private enum Knowledge {
    /// Only on which side of its breakpoint each row lies.
    case signs([Int8])
    case bounds([Rational], keepsSides: Bool)
  }

  /// Whether a simplex that begins with the block's active rows finds nothing to improve there.
  private func isAtEnd(_ block: Block, _ knowledge: Knowledge) -> Bool {
    isAtEnd(block, knowledge, in: CheckedNumber.self) ?? isAtEnd(block, knowledge, in: Rational.self) ?? false
  }

  /// Nil: such numbers do not tell.
  private func isAtEnd<N: CertainNumber>(_ block: Block, _ knowledge: Knowledge, in: N.Type) -> Bool? {
    func isAtEnd(_ simplex: consuming LexicographicSimplex<FactoredTableau<N>>, keepsSides: Bool) -> Bool? {
      if simplex.isOptimal(requiredOnly: isTrial),
        keepsSides ? block.ends(like: simplex) : block.ends(noSoonerThan: simplex)
      {
        return true
      }
      return simplex.sawFaintRate ? nil : false
    }
    switch knowledge {
    case .signs(let signs):
      return isAtEnd(
        LexicographicSimplex(block.program, active: block.activeRows, sides: block.sides, signs: signs),
        keepsSides: true)
    case .bounds(let bounds, let keepsSides):
      return isAtEnd(
        LexicographicSimplex(
          block.program, bounds: bounds.map { N($0) }, startingFrom: block.activeRows,
          sides: keepsSides ? block.sides : nil),
        keepsSides: keepsSides)
    }
  }

  /// Whether a required row may be violated, as far as doubles can tell.
  func isInDoubt(_ block: Block) -> Bool {
    var next = 0
    while let i = block.uncertainRow(from: next) {
      guard i < block.rowCount, repeatsActiveRow(i, block) else { return true }
      next = i + 1
    }
    return false
  }

  /// Whether the row says the same as an active one, known variables and constant included: then its residual is zero.
  private func repeatsActiveRow(_ i: Int, _ block: Block) -> Bool {
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

  func hasFollowers(_ block: Block, _ node: Int32) -> Bool {
    for v in 0..<block.variableCount where hasDependents(block.variables[v], besides: node) { return true }
    return false
  }

  /// Solves a block in exact numbers. False when it has no values now.
  private mutating func solveExactly(
    _ block: Block, _ node: Int32, _ ambiguous: inout [Int32]
  ) throws(PluginFault) -> Bool {
    HardState.fractionsDecided.reach()
    let bounds = try exactBounds(block, node)
    // Where doubles stopped is as good a start as any, and mostly the end.
    let start = block.activeRows
    // Only doubles that got stuck are spoiled; where the last bits decided, their active rows are still near.
    if block.isSolved { block.isSolved = false } else { block.restart() }
    // Not before: the block may have another copy of its program now.
    var simplex = LexicographicSimplex(block.program, bounds: bounds, startingFrom: start)
    var needsUnpeeling = false
    let isTrial = self.isTrial
    let hasFollowers = hasFollowers(block, node)
    try runExactSimplex { () throws(Stuck) in
      if isTrial {
        _ = try simplex.isFeasible()
      } else if try !simplex.solveWithoutPositions() {
        if hasFollowers { needsUnpeeling = true } else { try simplex.settlePositions() }
      }
    }
    if simplex.isInfeasible {
      for (i, _) in simplex.multipliers(tier: 0) where block.rows[i] >= 0 { violated.append(block.rows[i]) }
      assert(!violated.isEmpty)
      return false
    }
    if needsUnpeeling {
      ambiguous.append(node)
      return false
    }
    block.exact = (0..<block.variableCount).map { simplex.value($0) }
    return true
  }
}
