import LayoutPlugin
import SceneModel

/// While one constant moves and no row changes sides, every value is a straight line in it.
///
/// The second edit of the same constant in a row works out how fast each value moves: the derivative solves the same
/// equations as the values do, with other right sides, so slopes are as exact as values. From then on an edit costs one
/// multiplication and one addition for each value that moves. A block whose rows would change sides is solved
/// again by itself, together with what is peeled off it. The nodes stay where they were when the ray began;
/// whatever else happens brings them up to date first.
struct Ray {
  /// A block on the ray, and between which constants its rows stay on their sides.
  struct Piece: BitwiseCopyable {
    var node: Int32
    var lower: Double
    var upper: Double
  }

  /// The row whose constant was edited last, alone; -1 when something else was.
  var row: Int32 = -1
  /// Values are on the ray: `variables` still holds the values at `origin`.
  var isFollowed = false
  var isReady = false
  /// Edits to wait before another ray is worth trying, and how many the last disappointment cost.
  var patience = 0
  var penalty = 1
  /// The constant at which `values` hold.
  var origin = 0.0
  /// Between these no block has to be looked at.
  var lower = 0.0
  var upper = 0.0
  /// Beyond these the ray ends.
  var lowest = 0.0
  var highest = 0.0
  /// What moves: variables, their values at `origin`, slopes, the errors of both, and what was reported last.
  var slots = Buffer<Int32>()
  var values = Buffer<Double>()
  var slopes = Buffer<Double>()
  var errors = Buffer<Double>()
  var slopeErrors = Buffer<Double>()
  var reported = Buffer<Double>()
  /// Every node on the ray; some more than once.
  var nodes = Buffer<Int32>()
  var pieces = Buffer<Piece>()
  /// Nodes whose slopes must be worked out.
  var dirty = NodeSet()
  var rates = Buffer<Double>()

  func free() {
    slots.free()
    values.free()
    slopes.free()
    errors.free()
    slopeErrors.free()
    reported.free()
    nodes.free()
    pieces.free()
    dirty.free()
    rates.free()
  }

  /// Ends the ray where a distance that shrinks at this slope is used up.
  mutating func limit(_ distance: Double, slope: Double, at here: Double) {
    let end = here - distance / slope
    if slope < 0 { highest = min(highest, end) } else { lowest = max(lowest, end) }
  }
}

extension System {
  /// A number, and how far it may be off.
  typealias Approximation = (value: Double, error: Double)

  /// Points within which a row counts as standing on its bound.
  private static let nearlyZero = 1e-6
  /// How far from its bound a row is kept, so that rounding cannot decide its side.
  private static let margin = 1e-9

  // MARK: Along the ray

  /// Takes an edit along the ray, when it leads there.
  mutating func follow(_ id: LinearConstraint.ID, _ constant: Double) throws(PluginFault) -> Bool {
    guard ray.isReady, constant > ray.lowest, constant < ray.highest, queued.isEmpty else { return false }
    guard let slot = rowSlots[id.rawValue], slot == Int(ray.row) else { return false }
    if !ray.isFollowed {
      ray.isFollowed = true
      for q in 0..<ray.slots.count { ray.reported[q] = variables[ray.slots[q]].reported }
    }
    let before = rows[slot].constant
    rows[slot].constant = constant + 0
    if constant > ray.lower && constant < ray.upper { return true }
    if try turn(at: constant) { return true }
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
      if constant > piece.lower && constant < piece.upper {
        ray.pieces[kept] = piece
        kept += 1
      } else {
        ray.dirty.insert(Int(piece.node))
      }
    }
    ray.pieces.truncate(to: kept)
    // A plain sweep is cheaper than turning block by block.
    if (count - kept) * 4 > count + 8 {
      ray.penalty = min(64, ray.penalty * 2)
      return false
    }
    guard try derive(isTurning: true) else { return false }
    narrow()
    return constant > ray.lowest && constant < ray.highest
  }

  private mutating func narrow() {
    (ray.lower, ray.upper) = (ray.lowest, ray.highest)
    for q in 0..<ray.pieces.count {
      ray.lower = max(ray.lower, ray.pieces[q].lower)
      ray.upper = min(ray.upper, ray.pieces[q].upper)
    }
  }

  mutating func drainRay(_ body: (Variable, Double) -> Void) throws(PluginFault) {
    let step = rows[ray.row].constant - ray.origin
    let reach = step.magnitude
    let (values, slopes, reported) = (ray.values.base, ray.slopes.base, ray.reported.base)
    let (errors, slopeErrors, slots) = (ray.errors.base, ray.slopeErrors.base, ray.slots.base)
    // Adding and taking away 1.5 * 2^52 rounds to a whole number, ties to even.
    let magic = 0x1.8p52
    var hasExactValues = false
    for q in 0..<ray.slots.count {
      let scaled = (values[q] + slopes[q] * step) * 0x1p20
      let whole = (scaled + magic) - magic
      var value = whole * 0x1p-20 + 0
      // Sixteen times the error, as for any value; the roundings of the line itself besides.
      let rounding = (scaled.magnitude + slopes[q].magnitude * reach * 0x1p20) * 0x1p-48
      let doubt = (errors[q] + slopeErrors[q] * reach) * 0x1p24 + rounding
      if !(0.5 - (scaled - whole).magnitude > doubt) || scaled.magnitude > 0x1p50 {
        if !hasExactValues { forgetExactPoints() }
        hasExactValues = true
        value = try exactValue(Int(slots[q])).reported
      }
      if value.bitPattern != reported[q].bitPattern {
        reported[q] = value
        body(Variable(variables[slots[q]].id), value)
      }
    }
    if hasExactValues { forgetExactPoints() }
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
      ray.penalty = min(64, ray.penalty * 2)
      return
    }
    ray.origin = rows[slot].constant
    (ray.lowest, ray.highest) = (-Double.infinity, Double.infinity)
    ray.dirty.insert(node)
    ray.isReady = try derive(isTurning: false)
    if ray.isReady {
      narrow()
      ray.isReady = ray.lowest < ray.origin && ray.origin < ray.highest
    }
    if !ray.isReady {
      ray.penalty = min(64, ray.penalty * 2)
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
    ray.isFollowed = false
    ray.isReady = false
    ray.slots.removeAll()
    ray.values.removeAll()
    ray.slopes.removeAll()
    ray.errors.removeAll()
    ray.slopeErrors.removeAll()
    ray.reported.removeAll()
    ray.nodes.removeAll()
    ray.pieces.removeAll()
    ray.dirty.removeAll()
  }

  // MARK: Slopes

  /// Works out the slopes of dirty nodes and of what they bear on. Turning, the values too. False when there is no ray.
  private mutating func derive(isTurning: Bool) throws(PluginFault) -> Bool {
    while let index = ray.dirty.popFirst() {
      let node = Int32(index)
      let isStraight =
        switch nodes[node].kind {
        case .definition: deriveDefinition(node, isTurning: isTurning)
        case .check: slope(of: nodes[node].row, unknownTo: node) == (0, 0)
        case .coupling: deriveCoupling(node, isTurning: isTurning)
        case .block: try deriveBlock(node, isTurning: isTurning)
        }
      if !isStraight { return false }
    }
    return true
  }

  /// How a row's bound for the unknowns of `node` moves with the constant, and how far that may be off.
  private func slope(of row: Int32, unknownTo node: Int32) -> Approximation {
    var sum = CompensatedSum(row == ray.row ? 1 : 0)
    var error = 0.0
    let first = rows[row].firstTerm
    for t in first..<first + rows[row].termCount {
      let variable = terms[t].variable
      let place = Int(variables[variable].rayPlace)
      if place < 0 || variables[variable].node == node { continue }
      sum.add(-terms[t].coefficient, ray.slopes[place])
      error += terms[t].coefficient.magnitude * ray.slopeErrors[place]
    }
    if !sum.isExact { error += sum.value.ulp }
    return (sum.value, error)
  }

  /// A row's bound at the present constant.
  private func presentBound(_ row: Int32, unknownTo node: Int32) -> Approximation {
    let here = rows[ray.row].constant
    var sum = CompensatedSum(rows[row].constant)
    var error = 0.0
    let first = rows[row].firstTerm
    for t in first..<first + rows[row].termCount {
      let variable = terms[t].variable
      if variables[variable].node == node { continue }
      let place = Int(variables[variable].rayPlace)
      var (value, doubt) = (variables[variable].value, variables[variable].error)
      if place >= 0 {
        var line = CompensatedSum(ray.values[place])
        line.add(ray.slopes[place], here)
        line.add(-ray.slopes[place], ray.origin)
        value = line.value
        doubt = ray.errors[place] + ray.slopeErrors[place] * (here - ray.origin).magnitude
        if !line.isExact { doubt += value.ulp }
      }
      sum.add(-terms[t].coefficient, value)
      error += terms[t].coefficient.magnitude * doubt
    }
    if !sum.isExact { error += sum.value.ulp }
    return (sum.value, error)
  }

  private mutating func put(
    _ slot: Int32, node: Int32, slope: Approximation, value: Approximation
  ) {
    var place = Int(variables[slot].rayPlace)
    if place < 0 {
      // Stands still: the same as if it were not on the ray, unless a block that turned has moved it meanwhile.
      if slope == (0, 0), value == (variables[slot].value, variables[slot].error) { return }
      place = ray.slots.count
      variables[slot].rayPlace = Int32(place)
      ray.slots.append(slot)
      if nodes[node].kind != .block { ray.nodes.append(node) }
      ray.values.append(0)
      ray.slopes.append(0)
      ray.errors.append(0)
      ray.slopeErrors.append(0)
      ray.reported.append(variables[slot].reported)
    }
    let here = rows[ray.row].constant
    var line = CompensatedSum(value.value)
    line.add(-slope.value, here)
    line.add(slope.value, ray.origin)
    ray.values[place] = line.value
    ray.errors[place] = value.error + slope.error * (here - ray.origin).magnitude + (line.isExact ? 0 : line.value.ulp)
    (ray.slopes[place], ray.slopeErrors[place]) = slope
    if variables[slot].isNonNegative, nodes[node].kind != .block {
      if value.value < System.nearlyZero, slope != (0, 0) {
        ray.lowest = max(ray.lowest, here)
        ray.highest = min(ray.highest, here)
      } else if slope.value.magnitude + slope.error > 0 {
        ray.limit(value.value - System.margin, slope: slope.value, at: here)
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
    var slope = slope(of: node.row, unknownTo: index)
    var value: Approximation = (variables[node.column].value, variables[node.column].error)
    if isTurning { value = presentBound(node.row, unknownTo: index) }
    divide(&slope, by: node.coefficient)
    if isTurning { divide(&value, by: node.coefficient) }
    put(node.column, node: index, slope: slope, value: value)
    return true
  }

  private func divide(_ number: inout Approximation, by coefficient: Double) {
    if coefficient == 1 { return }
    let quotient = number.value / coefficient
    number.error /= coefficient.magnitude
    if number.value.addingProduct(-quotient, coefficient) != 0 { number.error += quotient.ulp }
    number.value = quotient
  }

  private mutating func deriveCoupling(_ index: Int32, isTurning: Bool) -> Bool {
    // Couplings read no block, so none turns.
    if isTurning { return false }
    let coupling = couplings[Int(nodes[index].index)]!
    let count = coupling.rows.count
    let (right, x, correction) = (coupling.right, coupling.solution, coupling.correction)
    var inputError = 0.0
    for i in 0..<count {
      let (value, error) = slope(of: coupling.rows[i], unknownTo: index)
      right[i] = value
      inputError = max(inputError, error)
    }
    coupling.factorization.solve(right, x)
    var isExact = inputError == 0
    for i in 0..<count {
      let row = coupling.rows[i]
      var sum = CompensatedSum(slope(of: row, unknownTo: index).value)
      let first = rows[row].firstTerm
      for t in first..<first + rows[row].termCount where variables[terms[t].variable].node == index {
        sum.add(-terms[t].coefficient, x[Int(variables[terms[t].variable].local)])
      }
      right[i] = sum.value
      if right[i] != 0 || !sum.isExact { isExact = false }
    }
    if !isExact { coupling.factorization.solve(right, correction) }
    for i in 0..<count {
      var slope: Approximation = (x[i], 0)
      if !isExact {
        slope.value += correction[i]
        slope.error = correction[i].magnitude * 0x1p-10 + slope.value.ulp + inputError * coupling.amplification
      }
      let slot = coupling.variables[i]
      put(slot, node: index, slope: slope, value: (variables[slot].value, variables[slot].error))
    }
    return true
  }

  private mutating func deriveBlock(_ index: Int32, isTurning: Bool) throws(PluginFault) -> Bool {
    let block = blocks[Int(nodes[index].index)]!
    if isTurning {
      for i in 0..<block.rowCount {
        let (value, error) = presentBound(block.rows[i], unknownTo: index)
        _ = block.setBound(i, value, error: error)
      }
      block.exact = nil
      guard block.solve(.beforePositions) == .solved, try !needsExactNumbers(block) else { return false }
    }
    guard block.isSolved, block.exact == nil, !block.isExactOnly else { return false }
    ray.rates.removeAll()
    for i in 0..<block.rowCount {
      let (value, error) = slope(of: block.rows[i], unknownTo: index)
      ray.rates.append(value)
      ray.rates.append(error)
    }
    let here = rows[ray.row].constant
    guard let (lower, upper) = block.derive(&ray.rates, at: here, nearlyZero: System.nearlyZero, margin: System.margin)
    else { return false }
    if !isTurning { ray.nodes.append(index) }
    ray.pieces.append(Ray.Piece(node: index, lower: lower, upper: upper))
    for v in 0..<block.variableCount {
      put(
        block.variables[v], node: index, slope: (ray.rates[2 * v], ray.rates[2 * v + 1]),
        value: (block.value(v), block.errors[v]))
    }
    return true
  }
}
