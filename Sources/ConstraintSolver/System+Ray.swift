import LayoutPlugin
import SceneModel

extension System {
  // MARK: Along the ray

  /// Takes an edit along the ray, when it leads there.
  mutating func follow(_ id: LinearConstraint.ID, _ constant: Double) throws(PluginFault) -> Bool {
    guard ray.isReady, ray.whole.contains(constant), queued.isEmpty else { return false }
    guard let slot = rowSlots[id.rawValue], slot == Int(ray.row) else { return false }
    if !ray.isFollowed {
      ray.isFollowed = true
      for q in 0..<ray.slots.count { ray.reported[q] = variables[ray.slots[q]].reported }
    }
    let before = rows[slot].constant
    rows[slot].constant = constant + 0
    ray.length += 1
    if ray.present.contains(constant) { return true }
    if try turn(at: constant) { return true }
    if ray.isShort { ray.raisePenalty() } else { ray.penalty = 1 }
    // The edit is still to be made, by the usual way, which notes what to undo.
    rows[slot].constant = before
    return false
  }

  /// Solves again the blocks whose rows have changed sides. False when the ray ends here.
  private mutating func turn(at constant: Double) throws(PluginFault) -> Bool {
    let count = ray.pieces.count
    var kept = 0
    for q in 0..<count {
      let piece = ray.pieces[q]
      if piece.interval.contains(constant) {
        ray.pieces[kept] = piece
        kept += 1
      } else {
        ray.dirty.insert(Int(piece.node))
      }
    }
    ray.pieces.truncate(to: kept)
    // A plain sweep is cheaper than turning block by block.
    if (count - kept) * 4 > count + 8 { return false }
    guard try derive(isTurning: true) else { return false }
    narrow()
    return ray.whole.contains(constant)
  }

  private mutating func narrow() {
    ray.present = ray.whole
    for q in 0..<ray.pieces.count { ray.present.formIntersection(ray.pieces[q].interval) }
  }

  mutating func drainRay(
    _ body: (UnsafeBufferPointer<Variable>, UnsafeBufferPointer<Double>) -> Void
  ) throws(PluginFault) {
    var hasExactValues = false
    defer {
      run.give(to: body)
      if hasExactValues { forgetExactPoints() }
    }
    var first = 0
    while first < ray.slots.count {
      let (count, sweep) = ray.sweep(from: first, to: rows[ray.row].constant)
      switch sweep {
      case .allChanged:
        ray.takeSwept(from: first, count: count)
        body(
          UnsafeBufferPointer(start: ray.variables.base + first, count: count),
          UnsafeBufferPointer(start: ray.reported.base + first, count: count))
      case .noneChanged: break
      case .mixed:
        for offset in 0..<count where ray.swept[offset].bitPattern != ray.reported[first + offset].bitPattern {
          let q = first + offset
          var value = ray.swept[offset]
          if value.isNaN {
            if let told = presentNumber(onRay: q).reported {
              value = told
            } else {
              if !hasExactValues { forgetExactPoints() }
              hasExactValues = true
              value = try exactValue(Int(ray.slots[q])).reported
            }
            if value.bitPattern == ray.reported[q].bitPattern { continue }
          }
          ray.reported[q] = value
          run.append(ray.variables[q], value)
        }
        run.give(to: body)
      }
      first += count
    }
  }

  /// Exact values hold for one constant only.
  private mutating func forgetExactPoints() {
    exactValues.removeAll()
    for q in 0..<ray.pieces.count { blocks[Int(nodes[ray.pieces[q].node].index)]!.exact = nil }
  }

  // MARK: Beginning and end

  /// After an edit that stands: `slot` is the row whose constant alone has changed, or -1.
  mutating func considerRay(_ slot: Int32) throws(PluginFault) {
    guard slot >= 0, slot == ray.row else {
      (ray.row, ray.patience, ray.penalty) = (slot, 0, 1)
      return
    }
    if ray.patience > 0 {
      ray.patience -= 1
      return
    }
    ray.patience = ray.penalty
    let node = Int(rows[slot].node)
    // Where many blocks turn at every edit, straight lines are short.
    guard node >= 0, turnedBlocks * 4 <= solvedBlocks, pendingFree.isEmpty else {
      ray.raisePenalty()
      return
    }
    ray.origin = rows[slot].constant
    ray.whole = Interval()
    ray.dirty.insert(node)
    ray.isReady = try derive(isTurning: false)
    if ray.isReady {
      narrow()
      ray.isReady = ray.whole.contains(ray.origin)
    }
    if !ray.isReady {
      ray.raisePenalty()
      dropRay()
    }
  }

  /// Before anything else than following it: what was done along the ray is brought up to date in the next sweep.
  mutating func leaveRay() {
    guard ray.isReady || ray.isFollowed else { return }
    if ray.isFollowed {
      if !exactValues.isEmpty { exactValues.removeAll() }
      for q in 0..<ray.slots.count {
        variables[ray.slots[q]].reported = ray.reported[q]
        enqueue(Int(ray.slots[q]))
      }
      // Every node again, not only those whose input differs from the last they saw: blocks that turned have seen other
      // inputs than the values beside them.
      for q in 0..<ray.nodes.count {
        let node = ray.nodes[q]
        dirty.insert(Int(node))
        if nodes[node].kind == .block {
          let block = blocks[Int(nodes[node].index)]!
          block.isStale = true
          block.exact = nil
        }
      }
    }
    dropRay()
  }

  private mutating func dropRay() {
    for q in 0..<ray.slots.count { variables[ray.slots[q]].rayPlace = -1 }
    ray.removeAll()
  }

  // MARK: Slopes

  /// Works out the slopes of dirty nodes and of what they bear on. Turning, the values too. False when there is no ray.
  private mutating func derive(isTurning: Bool) throws(PluginFault) -> Bool {
    while let index = ray.dirty.popFirst() {
      let node = Int32(index)
      let isStraight =
        switch nodes[node].kind {
        case .definition: deriveDefinition(node, isTurning: isTurning)
        case .check: rise(of: nodes[node].row, unknownTo: node) == .zero
        case .coupling: deriveCoupling(node, isTurning: isTurning)
        case .block: try deriveBlock(node, isTurning: isTurning)
        }
      if !isStraight { return false }
    }
    return true
  }

  /// How a row's bound for the unknowns of `node` rises with the constant.
  private func rise(of row: Int32, unknownTo node: Int32) -> Approximation {
    bound(Int(row), constant: row == ray.row ? 1 : 0, unknownTo: Int(node)) {
      let place = Int(variables[$0].rayPlace)
      return place < 0 ? .zero : ray.rises[place]
    }
  }

  /// A row's bound at the present constant.
  private func presentBound(_ row: Int32, unknownTo node: Int32) -> Approximation {
    bound(Int(row), constant: rows[row].constant, unknownTo: Int(node)) {
      let place = Int(variables[$0].rayPlace)
      return place < 0 ? variables[$0].number : presentNumber(onRay: place)
    }
  }

  private func presentNumber(onRay place: Int) -> Approximation {
    moved(ray.starts[place], rise: ray.rises[place], from: ray.origin, to: rows[ray.row].constant)
  }

  private func moved(_ number: Approximation, rise: Approximation, from: Double, to: Double) -> Approximation {
    if from == to { return number }
    var line = CompensatedSum(0)
    line.add(1, number)
    line.add(to, rise)
    line.add(-from, rise)
    return line.result(count: 3)
  }

  private mutating func put(_ slot: Int32, node: Int32, rise: Approximation, present: Approximation) {
    var place = Int(variables[slot].rayPlace)
    if place < 0 {
      // Stands still: the same as if it were not on the ray, unless a block that turned has moved it meanwhile.
      if rise == .zero, present == variables[slot].number { return }
      place = ray.slots.count
      variables[slot].rayPlace = Int32(place)
      ray.append(slot, Variable(variables[slot].id), reported: variables[slot].reported)
      if nodes[node].kind != .block { ray.nodes.append(node) }
    }
    let here = rows[ray.row].constant
    ray[place] = (moved(present, rise: rise, from: here, to: ray.origin), rise)
    if variables[slot].isNonNegative, nodes[node].kind != .block, rise != .zero {
      if present.value < Interval.nearlyZero {
        ray.whole = Interval(lower: here, upper: here)
      } else {
        ray.whole.limit(present.value, rate: rise, at: here)
      }
    }
    var t = variables[slot].firstTerm
    while t >= 0 {
      let consumer = Int(rows[terms[t].row].node)
      if consumer > node { ray.dirty.insert(consumer) }
      t = terms[t].next
    }
  }

  private mutating func deriveDefinition(_ index: Int32, isTurning: Bool) -> Bool {
    let node = nodes[index]
    let rise = rise(of: node.row, unknownTo: index).divided(by: node.coefficient)
    var present = variables[node.column].number
    work.rows += 1
    if isTurning { present = presentBound(node.row, unknownTo: index).divided(by: node.coefficient) }
    put(node.column, node: index, rise: rise, present: present)
    return true
  }

  private mutating func deriveCoupling(_ index: Int32, isTurning: Bool) -> Bool {
    // Couplings read no block, so none turns.
    if isTurning { return false }
    let coupling = couplings[Int(nodes[index].index)]!
    room.reserve(coupling.count)
    for i in 0..<coupling.count { room.bounds[i] = rise(of: coupling.rows[i], unknownTo: index) }
    solve(coupling)
    for i in 0..<coupling.count {
      let slot = coupling.variables[i]
      put(slot, node: index, rise: room.solution[i], present: variables[slot].number)
    }
    return true
  }

  private mutating func deriveBlock(_ index: Int32, isTurning: Bool) throws(PluginFault) -> Bool {
    let block = blocks[Int(nodes[index].index)]!
    if isTurning {
      for i in 0..<block.rowCount where block.rows[i] >= 0 {
        _ = block.setBound(i, presentBound(block.rows[i], unknownTo: index))
      }
      block.exact = nil
      guard solve(block, .beforePositions) == .solved, try !needsExactNumbers(block, index) else { return false }
    }
    guard block.isSolved, block.exact == nil, !block.isExactOnly else { return false }
    ray.boundRates.removeAll()
    for i in 0..<block.rowCount {
      ray.boundRates.append(block.rows[i] < 0 ? .zero : rise(of: block.rows[i], unknownTo: index))
    }
    guard let interval = block.derive(ray.boundRates, at: rows[ray.row].constant, into: &ray.rates) else {
      return false
    }
    if !isTurning { ray.nodes.append(index) }
    ray.pieces.append(Ray.Piece(node: index, interval: interval))
    for v in 0..<block.variableCount {
      put(block.variables[v], node: index, rise: ray.rates[v], present: block.number(v))
    }
    return true
  }
}
