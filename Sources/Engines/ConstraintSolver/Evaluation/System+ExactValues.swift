import LayoutPlugin

extension System {
  /// The reported value: the exact one, rounded to the nearest multiple of 2⁻²⁰. Two doubles suffice unless they lie so
  /// near the middle between two multiples that rounding could matter. That test is wrong with a probability of about
  /// 2⁻³⁴; with `.proved` verification every value comes from fractions.
  @inline(__always)
  mutating func reportedValue(_ slot: Int) throws(PluginFault) -> Double {
    if !isProved || values[slot].number.isExact, let value = values[slot].number.reported { return value }
    return try exactValue(slot).reported
  }

  /// The exact value of a variable at the present point.
  mutating func exactValue(_ slot: Int) throws(PluginFault) -> Rational {
    if let known = knownExactly(slot) { return known }
    // All nodes that it is computed from, in the order of evaluation.
    var needed: [Int32] = []
    var seen: Set<Int32> = []
    var open = [variables[slot].node]
    while let node = open.popLast() {
      guard seen.insert(node).inserted else { continue }
      needed.append(node)
      forEachRow(of: node) { row in
        for t in rows[row].terms {
          let operand = Int(terms[t].variable)
          if variables[operand].node != node, knownExactly(operand) == nil { open.append(variables[operand].node) }
        }
      }
    }
    for node in needed.sorted() { try evaluateExactly(node) }
    return exactValues[Int32(slot)]!
  }

  private func knownExactly(_ slot: Int) -> Rational? {
    if variables[slot].node < 0 { return Rational.zero }
    let place = sweep.isFollowed ? Int(variables[slot].sweepPlace) : -1
    if place < 0, values[slot].number.isExact { return Rational(values[slot].number.value) }
    if place >= 0, sweep.line.starts[place].isExact, sweep.line.rises[place].isExact {
      let step = Rational(demands[sweep.row].constant) - Rational(sweep.line.origin)
      return Rational(sweep.line.starts[place].value) + Rational(sweep.line.rises[place].value) * step
    }
    if place >= 0, let line = sweep.exactLines[Int32(slot)], let value = line.value(at: demands[sweep.row].constant) {
      return value
    }
    return exactValues[Int32(slot)]
  }

  /// The exact right side of a row for the unknowns of `node`. All other variables of the row must be known exactly.
  private func exactBound(_ row: Int32, unknownTo node: Int32) -> Rational {
    var sum = Rational(demands[row].constant)
    for t in rows[row].terms where variables[terms[t].variable].node != node {
      sum = sum - Rational(terms[t].coefficient) * knownExactly(Int(terms[t].variable))!
    }
    return sum
  }

  /// A block's exact bounds. First computes the exact values that they depend on.
  mutating func exactBounds(_ block: Block, _ node: Int32) throws(PluginFault) -> [Rational] {
    var result: [Rational] = []
    for i in 0..<block.rowCount {
      guard block.rows[i] >= 0 else {
        result.append(.zero)
        continue
      }
      try prepare(block.rows[i], besides: node)
      result.append(exactBound(block.rows[i], unknownTo: node))
    }
    return result
  }

  private mutating func prepare(_ row: Int32, besides node: Int32) throws(PluginFault) {
    for t in rows[row].terms where variables[terms[t].variable].node != node {
      _ = try exactValue(Int(terms[t].variable))
    }
  }

  private mutating func evaluateExactly(_ index: Int32) throws(PluginFault) {
    let node = nodes[index]
    switch node.kind {
    case .check: break
    case .definition:
      exactValues[node.column] =
        exactBound(node.row, unknownTo: index) / Rational(coefficient(of: node.column, in: node.row))
    case .squareSystem:
      let squareSystem = squareSystems[Int(node.index)]!
      var matrix = MatrixRows()
      for row in squareSystem.rows {
        for t in rows[row].terms where variables[terms[t].variable].node == index {
          matrix.append(variables[terms[t].variable].local, terms[t].coefficient)
        }
        matrix.endRow()
      }
      guard let values = matrix.exactSolution(squareSystem.rows.map { exactBound($0, unknownTo: index) }) else {
        throw .doubtful("a square system turned out singular")
      }
      for (variable, value) in zip(squareSystem.variables, values) { exactValues[variable] = value }
    case .block:
      let block = blocks[Int(node.index)]!
      if block.exact == nil {
        let bounds = try exactBounds(block, index)
        // If the active rows are not optimal, their point is not the answer, even if it agrees with the sides.
        block.exact = block.isSolved ? block.exactPoint(bounds: bounds) : nil
        if block.exact == nil {
          var simplex = LexicographicSimplex<FactoredTableau<Rational>>(block.program, bounds: bounds)
          simplex.trustsRandomSums = !isProved
          try runExactSimplex { () throws(NumericalTrouble) in try simplex.solve() }
          block.exact = (0..<block.variableCount).map { simplex.value($0) }
        }
      }
      for v in 0..<block.variableCount { exactValues[block.variables[v]] = block.exact![v] }
    }
  }

  /// Whether a row holds. All its variables must have values.
  mutating func holds(_ row: Int) throws(PluginFault) -> Bool {
    let relation = rows[row].relation
    // The negated residual: a bound of which nothing is unknown.
    let rest = bound(row, constant: demands[row].constant, unknownTo: -2) { values[$0].number }
    if rest.isExact, rest.value.isFinite {
      return relation == 0 ? rest.value == 0 : relation < 0 ? rest.value >= 0 : rest.value <= 0
    }
    if !isProved, relation < 0, rest.value + rest.low > rest.margin { return true }
    if !isProved, relation > 0, rest.value + rest.low < -rest.margin { return true }
    try prepare(Int32(row), besides: -2)
    var exact = -Rational(demands[row].constant)
    for t in rows[row].terms {
      exact = exact + Rational(terms[t].coefficient) * knownExactly(Int(terms[t].variable))!
    }
    return relation == 0 ? exact.isZero : relation < 0 ? exact.sign <= 0 : exact.sign >= 0
  }
}
