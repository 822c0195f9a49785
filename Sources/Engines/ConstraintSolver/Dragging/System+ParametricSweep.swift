import LayoutPlugin
import SceneModel

extension System {
  // MARK: Along the sweep

  /// Moves along the sweep if the edit sets the constant of the sweep's row. Returns false if the edit must be evaluated in the usual way.
  mutating func follow(_ id: LinearConstraint.ID, _ constant: Double) throws(PluginFault) -> Bool {
    guard sweep.isReady, queued.isEmpty, sweep.line.whole.contains(constant) else { return false }
    guard let slot = rowSlots[id.rawValue], slot == Int(sweep.row) else { return false }
    if !sweep.isFollowed {
      sweep.isFollowed = true
      sweep.takeReported { values[$0].reported }
    }
    let before = demands[slot].constant
    demands[slot].constant = constant + 0
    sweep.length += 1
    do throws(PluginFault) {
      if try move(to: constant) {
        HardState.dragFollowedALine.reach()
        return true
      }
    } catch {
      demands[slot].constant = before
      endSweep()
      throw error
    }
    if sweep.isShort { sweep.raisePenalty() } else { sweep.penalty = 1 }
    // The edit takes the usual way, which notes how to undo it.
    demands[slot].constant = before
    return false
  }

  /// Moves the line to the present constant. Returns false if the sweep ends there.
  private mutating func move(to constant: Double) throws(PluginFault) -> Bool {
    if sweep.line.holds(at: constant) { return true }
    // Blocks whose rows have changed sides are solved again.
    var kept = 0
    for q in 0..<sweep.line.pieces.count {
      let piece = sweep.line.pieces[q]
      if piece.interval.contains(constant) {
        sweep.line.pieces[kept] = piece
        kept += 1
      } else {
        sweep.dirty.insert(Int(piece.node))
      }
    }
    sweep.line.pieces.setCount(kept)
    guard try derive(afterBasisChange: true) else { return false }
    HardState.dragTurned.reach()
    sweep.line.noteBasisChange()
    return sweep.line.whole.contains(constant)
  }

  mutating func drainSweep(_ body: RunBody) throws(PluginFault) {
    var hasExactValues = false
    defer {
      if hasExactValues {
        learnExactLines()
        forgetExactPoints()
      }
    }
    var first = 0
    while first < sweep.slots.count {
      let (count, outcome) = sweep.advance(from: first, to: demands[sweep.row].constant)
      let (variables, numbers) = (sweep.variables.base + first, sweep.reported.base + first)
      switch outcome {
      case .noneChanged: break
      case .allChanged:
        body(
          UnsafeBufferPointer(start: variables, count: count).span,
          UnsafeBufferPointer(start: numbers, count: count).span)
      case .mixed, .doubtful:
        if outcome == .doubtful {
          do throws(PluginFault) {
            for offset in 0..<count where numbers[offset].isNaN {
              numbers[offset] = try certainValue(first + offset, &hasExactValues)
            }
          } catch {
            sweep.takeBackAdvance(from: first, count: count)
            throw error
          }
        }
        run.append(variables, numbers, unlike: sweep.before.base, count: count)
        run.give(to: body)
      }
      first += count
    }
  }

  /// Returns the reported value at a place of the sweep where one double does not suffice, from two doubles or, if these do not suffice, exactly.
  /// Then `hasExactValues` becomes true.
  private mutating func certainValue(_ place: Int, _ hasExactValues: inout Bool) throws(PluginFault) -> Double {
    if let value = presentNumber(inSweep: place).reported { return value }
    if !hasExactValues { forgetExactPoints() }
    hasExactValues = true
    return try exactValue(Int(sweep.slots[place])).reported
  }

  /// Notes exact values of variables that depend on no block. These are linear all along the sweep, so two exact values
  /// determine all others.
  private mutating func learnExactLines() {
    let constant = demands[sweep.row].constant
    for (slot, value) in exactValues where variables[slot].sweepPlace >= 0 && nodes[variables[slot].node].isDetermined {
      sweep.exactLines[slot, default: ExactLine(constant: constant, value: value)].pass(through: value, at: constant)
    }
  }

  /// Removes the exact values, which are valid for one constant only.
  private mutating func forgetExactPoints() {
    exactValues.removeAll()
    for q in 0..<sweep.line.pieces.count { blocks[Int(nodes[sweep.line.pieces[q].node].index)]!.exact = nil }
  }

  // MARK: Beginning and end

  /// Starts a sweep if it may pay. `slot` is the row whose constant alone has changed, or -1. To be called after the
  /// edit is committed.
  mutating func considerSweep(_ slot: Int32) throws(PluginFault) {
    if slot != sweep.row { sweep.begin(slot) }
    if slot < 0 || isProved { return }
    let constant = demands[slot].constant
    if sweep.patience > 0 {
      sweep.patience -= 1
      return
    }
    sweep.patience = sweep.penalty
    let node = Int(rows[slot].node)
    guard node >= 0, pendingFree.isEmpty else {
      sweep.raisePenalty()
      return
    }
    sweep.line.start(at: constant)
    sweep.dirty.insert(node)
    sweep.isReady = try derive(afterBasisChange: false)
    if sweep.isReady {
      sweep.line.narrow()
      sweep.isReady = sweep.line.whole.contains(constant)
    }
    if !sweep.isReady {
      sweep.raisePenalty()
      dropSweep()
    }
  }

  /// Ends the sweep. The next evaluation writes the values into the tables.
  mutating func endSweep() {
    // A fault may have left a sweep that is incomplete.
    guard sweep.isReady || !sweep.slots.isEmpty else { return }
    if sweep.isFollowed {
      if !exactValues.isEmpty { exactValues.removeAll() }
      for q in 0..<sweep.slots.count {
        values[sweep.slots[q]].reported = sweep.reported[q]
        enqueue(Int(sweep.slots[q]))
      }
      // Every node is evaluated again, not only those whose input has changed: blocks that were solved again have seen
      // other inputs.
      while let node = sweep.nodes.popFirst() {
        dirty.insert(node)
        if nodes[node].kind == .block {
          let block = blocks[Int(nodes[node].index)]!
          block.markStale()
          block.exact = nil
        }
      }
    } else if sweep.isReady {
      sweep.raisePenalty()
    }
    dropSweep()
  }

  private mutating func dropSweep() {
    for q in 0..<sweep.slots.count { variables[sweep.slots[q]].sweepPlace = -1 }
    sweep.removeAll()
  }

  // MARK: Slopes

  /// Computes the slopes of dirty nodes and of the nodes that read them. After a basis change it computes values too, at the present constant.
  /// Returns false if the slopes of some node cannot be computed; then there is no line.
  private mutating func derive(afterBasisChange: Bool) throws(PluginFault) -> Bool {
    // Exact values hold only at the constant for which they were computed.
    if afterBasisChange, !exactValues.isEmpty { forgetExactPoints() }
    while let index = sweep.dirty.popFirst() {
      let node = Int32(index)
      let isStraight =
        switch nodes[node].kind {
        case .definition: deriveDefinition(node, afterBasisChange)
        case .check: rise(of: nodes[node].row, unknownTo: node) == .zero
        case .squareSystem: deriveSquareSystem(node, afterBasisChange)
        case .block: try deriveBlock(node, afterBasisChange)
        }
      if !isStraight {
        sweep.dirty.removeAll()
        return false
      }
    }
    return true
  }

  /// The slope of a row's bound for the unknowns of `node`.
  private mutating func rise(of row: Int32, unknownTo node: Int32) -> Approximation {
    bound(Int(row), constant: row == sweep.row ? 1 : 0, unknownTo: Int(node)) {
      let place = Int(variables[$0].sweepPlace)
      return place < 0 ? .zero : sweep.line.rises[place]
    }
  }

  /// A row's bound for the unknowns of `node`, at the present constant.
  private mutating func presentBound(_ row: Int32, unknownTo node: Int32) -> Approximation {
    bound(Int(row), constant: demands[row].constant, unknownTo: Int(node)) {
      let place = Int(variables[$0].sweepPlace)
      return place < 0 ? values[$0].number : presentNumber(inSweep: place)
    }
  }

  func presentNumber(inSweep place: Int) -> Approximation {
    moved(
      sweep.line.starts[place], rise: sweep.line.rises[place], from: sweep.line.origin, to: demands[sweep.row].constant)
  }

  private func moved(_ number: Approximation, rise: Approximation, from: Double, to: Double) -> Approximation {
    if from == to || rise == .zero { return number }
    var line = CompensatedSum(0)
    line.add(1, number)
    line.add(to, rise)
    line.add(-from, rise)
    return line.result(count: 3)
  }

  /// Sets the value of a variable of a definition or square system at the present constant, and its slope.
  private mutating func put(_ slot: Int32, node: Int32, present: Approximation, rise: Approximation) {
    let here = demands[sweep.row].constant
    put(slot, node: node, number: present, at: here, rise: rise)
    if variables[slot].isNonNegative, rise != .zero || present != values[slot].number {
      // NaN ends the line, too.
      if !(present.value >= Tolerance.sweepResidual && rise.value.isFinite && rise.margin.isFinite) {
        sweep.line.whole = Interval(lower: here, upper: here)
      } else {
        sweep.line.whole.limit(present.value, rate: rise, at: here)
      }
    }
  }

  /// Sets the value of any variable at some constant, and its slope.
  private mutating func put(
    _ slot: Int32, node: Int32, number: Approximation, at constant: Double, rise: Approximation
  ) {
    let start = moved(number, rise: rise, from: constant, to: sweep.line.origin)
    var place = Int(variables[slot].sweepPlace)
    if place < 0 {
      // A variable that stands still needs no place in the sweep, unless its value has changed.
      if rise == .zero, start == values[slot].number { return }
      place = sweep.slots.count
      variables[slot].sweepPlace = Int32(place)
      sweep.append(
        slot, Variable(variables[slot].id), values[slot].number, reported: values[slot].reported)
      if nodes[node].kind != .block { sweep.nodes.insert(Int(node)) }
    } else if start.isExact, rise.isExact, start == sweep.line.starts[place], rise == sweep.line.rises[place] {
      return
    }
    sweep.line.set(place, start: start, rise: rise)
    var t = variables[slot].firstTerm
    while t >= 0 {
      let consumer = Int(rows[terms[t].row].node)
      if consumer > node { sweep.dirty.insert(consumer) }
      t = terms[t].next
    }
  }

  private mutating func deriveDefinition(_ index: Int32, _ afterBasisChange: Bool) -> Bool {
    let node = nodes[index]
    let coefficient = coefficient(of: node.column, in: node.row)
    let rise = rise(of: node.row, unknownTo: index).divided(by: coefficient)
    var present = values[node.column].number
    work.rows += 1
    if afterBasisChange { present = presentBound(node.row, unknownTo: index).divided(by: coefficient) }
    put(node.column, node: index, present: present, rise: rise)
    return true
  }

  private mutating func deriveSquareSystem(_ index: Int32, _ afterBasisChange: Bool) -> Bool {
    // Square systems read no block, so none is affected by a basis change.
    if afterBasisChange { return false }
    let squareSystem = squareSystems[Int(nodes[index].index)]!
    squareWorkspace.reserve(squareSystem.count)
    for i in 0..<squareSystem.count { squareWorkspace.bounds[i] = rise(of: squareSystem.rows[i], unknownTo: index) }
    solve(squareSystem)
    for i in 0..<squareSystem.count {
      let slot = squareSystem.variables[i]
      put(slot, node: index, present: values[slot].number, rise: squareWorkspace.solution[i])
    }
    return true
  }

  private mutating func deriveBlock(_ index: Int32, _ afterBasisChange: Bool) throws(PluginFault) -> Bool {
    let block = blocks[Int(nodes[index].index)]!
    if !afterBasisChange { sweep.nodes.insert(Int(index)) }
    let here = demands[sweep.row].constant
    if afterBasisChange {
      if let piece = sweep.memory.piece(of: nodes[index].index, at: here) {
        takeUp(piece, block, index)
        return true
      }
      for i in 0..<block.rowCount where block.rows[i] >= 0 {
        _ = block.setBound(i, presentBound(block.rows[i], unknownTo: index))
      }
      guard try solveInDoubles(block, index) == .solved, !isInDoubt(block), decidesSizes(block) else { return false }
    }
    guard block.isSolved, block.exact == nil, !block.isExactOnly else { return false }
    sweep.boundRates.removeAll()
    for i in 0..<block.rowCount {
      sweep.boundRates.append(block.rows[i] < 0 ? .zero : rise(of: block.rows[i], unknownTo: index))
    }
    guard let interval = block.derive(sweep.boundRates, at: here, into: &sweep.rates, in: &simplexMemory) else {
      return false
    }
    let motions = (0..<block.variableCount).map { (start: block.number($0), rise: sweep.rates[$0]) }
    let piece = PieceMemory.Piece(interval: interval, origin: here, motions: motions)
    if interval.contains(here) { sweep.memory.keep(piece, of: nodes[index].index) }
    takeUp(piece, block, index)
    return true
  }

  /// Moves a block along a piece, which is new or comes from the memory.
  private mutating func takeUp(_ piece: PieceMemory.Piece, _ block: Block, _ node: Int32) {
    sweep.line.pieces.append(Line.Piece(node: node, interval: piece.interval))
    block.exact = nil
    for v in 0..<block.variableCount {
      let (start, rise) = piece.motions[v]
      put(block.variables[v], node: node, number: start, at: piece.origin, rise: rise)
    }
  }
}
