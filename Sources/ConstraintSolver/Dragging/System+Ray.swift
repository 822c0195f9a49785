import LayoutPlugin
import SceneModel

extension System {
  // MARK: Along the ray

  /// Takes an edit along the ray, when it leads there.
  mutating func follow(_ id: LinearConstraint.ID, _ constant: Double) throws(PluginFault) -> Bool {
    guard ray.isReady, queued.isEmpty, ray.mayReach(constant) else { return false }
    guard let slot = rowSlots[id.rawValue], slot == Int(ray.row) else { return false }
    if !ray.isFollowed {
      ray.isFollowed = true
      ray.takeReported { values[$0].reported }
    }
    let before = demands[slot].constant
    demands[slot].constant = constant + 0
    ray.length += 1
    let learnsNothing = ray.learnsNothing
    do throws(PluginFault) {
      if try move(to: constant, mayLearn: !learnsNothing) { return true }
    } catch {
      demands[slot].constant = before
      leaveRay()
      throw error
    }
    if ray.isShort || learnsNothing { ray.disappoint() } else { ray.penalty = 1 }
    // The edit is still to be made, by the usual way, which notes what to undo.
    demands[slot].constant = before
    return false
  }

  /// Finds how values move around the present constant. False when the ray ends here.
  private mutating func move(to constant: Double, mayLearn: Bool) throws(PluginFault) -> Bool {
    if ray.line.holds(at: constant) { return true }
    if ray.select(constant) {
      completeLine()
      return true
    }
    if ray.isUsual(constant) { return try startLine(at: constant) }
    guard ray.line.whole.contains(constant), try turn(at: constant, mayLearn: mayLearn) else { return false }
    ray.noteVisit(constant)
    return true
  }

  /// Solves again the blocks whose rows have changed sides. False when the ray ends here.
  private mutating func turn(at constant: Double, mayLearn: Bool) throws(PluginFault) -> Bool {
    let count = ray.line.pieces.count
    var kept = 0
    for q in 0..<count {
      let piece = ray.line.pieces[q]
      if piece.interval.contains(constant) {
        ray.line.pieces[kept] = piece
        kept += 1
      } else {
        ray.dirty.insert(Int(piece.node))
      }
    }
    ray.line.pieces.setCount(kept)
    // A plain sweep is cheaper than solving block by block.
    if !mayLearn, (count - kept) * 4 > count + 8 { return false }
    guard try derive(.turning) else { return false }
    ray.line.turn()
    return ray.line.whole.contains(constant)
  }

  /// Works out another line, at the constant that the row has now. False when there is none.
  private mutating func startLine(at constant: Double) throws(PluginFault) -> Bool {
    ray.startLine(at: constant)
    completeLine()
    ray.dirty.insert(Int(rows[ray.row].node))
    if try derive(.anew) {
      ray.line.narrow()
      if ray.line.whole.contains(constant) { return true }
    }
    ray.expectNoLine(at: constant)
    ray.abandonLine()
    completeLine()
    return false
  }

  /// Places that the line does not know yet are where the ray began, and stand still.
  private mutating func completeLine() {
    for q in ray.line.count..<ray.slots.count { ray.line.append(values[ray.slots[q]].number) }
  }

  mutating func drainRay(_ body: RunBody) throws(PluginFault) {
    var hasExactValues = false
    defer { if hasExactValues { forgetExactPoints() } }
    var first = 0
    while first < ray.slots.count {
      let (count, sweep) = ray.sweep(from: first, to: demands[ray.row].constant)
      let (variables, numbers) = (ray.variables.base + first, ray.reported.base + first)
      switch sweep {
      case .noneChanged: break
      case .allChanged:
        body(
          UnsafeBufferPointer(start: variables, count: count), UnsafeBufferPointer(start: numbers, count: count))
      case .mixed, .doubtful:
        if sweep == .doubtful {
          do throws(PluginFault) {
            for offset in 0..<count where numbers[offset].isNaN {
              numbers[offset] = try certainValue(first + offset, &hasExactValues)
            }
          } catch {
            ray.takeBackSweep(from: first, count: count)
            throw error
          }
        }
        run.append(variables, numbers, unlike: ray.before.base, count: count)
        run.give(to: body)
      }
      first += count
    }
  }

  /// A value on the ray of which one double does not tell what is reported.
  private mutating func certainValue(_ place: Int, _ hasExactValues: inout Bool) throws(PluginFault) -> Double {
    if let value = presentNumber(onRay: place).reported { return value }
    if !hasExactValues { forgetExactPoints() }
    hasExactValues = true
    return try exactValue(Int(ray.slots[place])).reported
  }

  /// Exact values hold for one constant only.
  private mutating func forgetExactPoints() {
    exactValues.removeAll()
    for q in 0..<ray.line.pieces.count { blocks[Int(nodes[ray.line.pieces[q].node].index)]!.exact = nil }
  }

  // MARK: Beginning and end

  /// After an edit that stands: `slot` is the row whose constant alone has changed, or -1.
  mutating func considerRay(_ slot: Int32) throws(PluginFault) {
    if slot != ray.row { ray.begin(slot) }
    if slot < 0 { return }
    let constant = demands[slot].constant
    let isUsual = ray.isUsual(constant)
    ray.noteVisit(constant)
    if !isUsual, ray.patience > 0 {
      ray.patience -= 1
      return
    }
    ray.patience = ray.penalty
    let node = Int(rows[slot].node)
    guard node >= 0, pendingFree.isEmpty else {
      ray.raisePenalty()
      return
    }
    ray.line.start(at: constant)
    ray.dirty.insert(node)
    ray.isReady = try derive(.first)
    if ray.isReady {
      ray.line.narrow()
      ray.isReady = ray.line.whole.contains(constant)
      if ray.isReady { ray.putStillPlacesLast { variables[$0].rayPlace = Int32($1) } }
    }
    if !ray.isReady {
      ray.disappoint()
      dropRay()
    }
  }

  /// Before anything else than following it: what was done along the ray is brought up to date in the next sweep.
  mutating func leaveRay() {
    // A fault may have left one that is half made.
    guard ray.isReady || !ray.slots.isEmpty else { return }
    if ray.isFollowed {
      if !exactValues.isEmpty { exactValues.removeAll() }
      for q in 0..<ray.slots.count {
        values[ray.slots[q]].reported = ray.reported[q]
        enqueue(Int(ray.slots[q]))
      }
      // Every node again, not only those whose input differs from the last they saw: blocks that turned have seen other
      // inputs than the values beside them.
      while let node = ray.nodes.popFirst() {
        dirty.insert(node)
        if nodes[node].kind == .block {
          let block = blocks[Int(nodes[node].index)]!
          block.isStale = true
          block.exact = nil
        }
      }
    } else if ray.isReady {
      ray.disappoint()
    }
    dropRay()
  }

  private mutating func dropRay() {
    for q in 0..<ray.slots.count { variables[ray.slots[q]].rayPlace = -1 }
    ray.removeAll()
  }

  // MARK: Slopes

  /// What is worked out: the slopes at the values that the nodes have, or values and slopes at the present constant, of
  /// blocks that turn or of everything.
  private enum Derivation {
    case first
    case turning
    case anew
  }

  /// Works out dirty nodes and what they bear on. False when there is no line.
  private mutating func derive(_ derivation: Derivation) throws(PluginFault) -> Bool {
    // They hold at the constant at which they were worked out.
    if derivation != .first, !exactValues.isEmpty { forgetExactPoints() }
    while let index = ray.dirty.popFirst() {
      let node = Int32(index)
      let isStraight =
        switch nodes[node].kind {
        case .definition: deriveDefinition(node, derivation)
        case .check: rise(of: nodes[node].row, unknownTo: node) == .zero
        case .squareSystem: deriveSquareSystem(node, derivation)
        case .block: try deriveBlock(node, derivation)
        }
      if !isStraight {
        ray.dirty.removeAll()
        return false
      }
    }
    return true
  }

  /// How a row's bound for the unknowns of `node` rises with the constant.
  private func rise(of row: Int32, unknownTo node: Int32) -> Approximation {
    bound(Int(row), constant: row == ray.row ? 1 : 0, unknownTo: Int(node)) {
      let place = Int(variables[$0].rayPlace)
      return place < 0 ? .zero : ray.line.rises[place]
    }
  }

  /// A row's bound at the present constant.
  private func presentBound(_ row: Int32, unknownTo node: Int32) -> Approximation {
    bound(Int(row), constant: demands[row].constant, unknownTo: Int(node)) {
      let place = Int(variables[$0].rayPlace)
      return place < 0 ? values[$0].number : presentNumber(onRay: place)
    }
  }

  private func presentNumber(onRay place: Int) -> Approximation {
    moved(ray.line.starts[place], rise: ray.line.rises[place], from: ray.line.origin, to: demands[ray.row].constant)
  }

  private func moved(_ number: Approximation, rise: Approximation, from: Double, to: Double) -> Approximation {
    if from == to || rise == .zero { return number }
    var line = CompensatedSum(0)
    line.add(1, number)
    line.add(to, rise)
    line.add(-from, rise)
    return line.result(count: 3)
  }

  /// A variable of a definition or a square system: its value at the present constant, and how it moves.
  private mutating func put(_ slot: Int32, node: Int32, present: Approximation, rise: Approximation) {
    let here = demands[ray.row].constant
    put(slot, node: node, number: present, at: here, rise: rise)
    if variables[slot].isNonNegative, rise != .zero || present != values[slot].number {
      // What is not a number ends the line, too.
      if !(present.value >= Interval.nearlyZero && rise.value.isFinite && rise.margin.isFinite) {
        ray.line.whole = Interval(lower: here, upper: here)
      } else {
        ray.line.whole.limit(present.value, rate: rise, at: here)
      }
    }
  }

  /// Any variable: its value at some constant, and how it moves.
  private mutating func put(
    _ slot: Int32, node: Int32, number: Approximation, at constant: Double, rise: Approximation
  ) {
    let start = moved(number, rise: rise, from: constant, to: ray.line.origin)
    var place = Int(variables[slot].rayPlace)
    if place < 0 {
      // Stands still: the same as if it were not on the ray, unless it is somewhere else by now.
      if rise == .zero, start == values[slot].number { return }
      place = ray.slots.count
      variables[slot].rayPlace = Int32(place)
      ray.append(
        slot, Variable(variables[slot].id), values[slot].number, reported: values[slot].reported)
      if nodes[node].kind != .block { ray.nodes.insert(Int(node)) }
    } else if start.isExact, rise.isExact, start == ray.line.starts[place], rise == ray.line.rises[place] {
      return
    }
    ray.line.set(place, start: start, rise: rise)
    var t = variables[slot].firstTerm
    while t >= 0 {
      let consumer = Int(rows[terms[t].row].node)
      if consumer > node { ray.dirty.insert(consumer) }
      t = terms[t].next
    }
  }

  private mutating func deriveDefinition(_ index: Int32, _ derivation: Derivation) -> Bool {
    let node = nodes[index]
    let coefficient = coefficient(of: node.column, in: node.row)
    let rise = rise(of: node.row, unknownTo: index).divided(by: coefficient)
    var present = values[node.column].number
    work.rows += 1
    if derivation != .first { present = presentBound(node.row, unknownTo: index).divided(by: coefficient) }
    put(node.column, node: index, present: present, rise: rise)
    return true
  }

  private mutating func deriveSquareSystem(_ index: Int32, _ derivation: Derivation) -> Bool {
    // Square systems read no block, so none turns.
    if derivation == .turning { return false }
    let squareSystem = squareSystems[Int(nodes[index].index)]!
    room.reserve(squareSystem.count)
    var present: [Approximation] = []
    if derivation == .anew {
      for i in 0..<squareSystem.count { room.bounds[i] = presentBound(squareSystem.rows[i], unknownTo: index) }
      solve(squareSystem)
      present = (0..<squareSystem.count).map { room.solution[$0] }
    }
    for i in 0..<squareSystem.count { room.bounds[i] = rise(of: squareSystem.rows[i], unknownTo: index) }
    solve(squareSystem)
    for i in 0..<squareSystem.count {
      let slot = squareSystem.variables[i]
      let number = derivation == .anew ? present[i] : values[slot].number
      put(slot, node: index, present: number, rise: room.solution[i])
    }
    return true
  }

  private mutating func deriveBlock(_ index: Int32, _ derivation: Derivation) throws(PluginFault) -> Bool {
    let block = blocks[Int(nodes[index].index)]!
    if derivation != .turning { ray.nodes.insert(Int(index)) }
    let here = demands[ray.row].constant
    if derivation != .first {
      if let piece = ray.memory.piece(of: nodes[index].index, at: here) {
        takeUp(piece, block, index)
        return true
      }
      for i in 0..<block.rowCount where block.rows[i] >= 0 {
        _ = block.setBound(i, presentBound(block.rows[i], unknownTo: index))
      }
      block.exact = nil
      var verdict = solve(block, .beforePositions)
      if verdict == .needsPositions, !hasFollowers(block, index) { verdict = solve(block, .all) }
      guard verdict == .solved, try !needsExactNumbers(block, index) else { return false }
    }
    guard block.isSolved, block.exact == nil, !block.isExactOnly else { return false }
    ray.boundRates.removeAll()
    for i in 0..<block.rowCount {
      ray.boundRates.append(block.rows[i] < 0 ? .zero : rise(of: block.rows[i], unknownTo: index))
    }
    guard let interval = block.derive(ray.boundRates, at: here, into: &ray.rates, in: &simplexRoom) else {
      return false
    }
    ray.line.pieces.append(Line.Piece(node: index, interval: interval))
    for v in 0..<block.variableCount {
      put(block.variables[v], node: index, number: block.number(v), at: here, rise: ray.rates[v])
    }
    if interval.contains(here) {
      ray.memory.keep(interval, of: nodes[index].index, at: here, rises: ray.rates) { block.number($0) }
    }
    return true
  }

  /// A block moves as it did when the constant was near here before.
  private mutating func takeUp(_ piece: PieceMemory.Piece, _ block: Block, _ node: Int32) {
    ray.line.pieces.append(Line.Piece(node: node, interval: piece.interval))
    block.exact = nil
    for v in 0..<block.variableCount {
      let q = Int(piece.first) + v
      let (start, rise) = (ray.memory.starts[q], ray.memory.rises[q])
      put(block.variables[v], node: node, number: start, at: piece.origin, rise: rise)
    }
  }
}
