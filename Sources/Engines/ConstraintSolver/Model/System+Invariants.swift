/// The invariants of a system, which hold between two transactions. With `LAYOUTLAB_INVARIANTS=1` in the environment of
/// a build, every transaction ends with a check of all of them, in time proportional to the system, and stops the
/// process if one is broken. Other builds never call it.
extension System {
  /// The broken invariants, one sentence each; empty if the system is sound.
  func brokenInvariants() -> [String] {
    var broken: [String] = []
    checkTables(&broken)
    checkNodes(&broken)
    checkBlocks(&broken)
    checkSizes(&broken)
    checkValues(&broken)
    checkSweep(&broken)
    return broken
  }

  /// Stops the process if an invariant is broken. Does nothing unless the build was made for it.
  @inline(__always)
  func checkInvariants() {
    #if LAYOUTLAB_INVARIANTS
      let broken = brokenInvariants()
      if !broken.isEmpty { fatalError("the solver's invariants are broken: " + broken.joined(separator: "; ")) }
    #endif
  }

  private func name(_ row: Int32) -> String { "c\(rows[row].id)" }
  private func name(ofVariable slot: Int32) -> String { "v\(variables[slot].id)" }

  /// Checks the identifiers, and the terms as each row and each variable sees them.
  private func checkTables(_ broken: inout [String]) {
    if !journal.isEmpty || !changedRows.isEmpty || !removedRows.isEmpty || !abandonedNodes.isEmpty {
      broken.append("a transaction has left something to do")
    }
    var (aliveRows, termCount, linked) = (0, 0, 0)
    for r in 0..<Int32(rows.count) where rows[r].isAlive {
      aliveRows += 1
      termCount += Int(rows[r].termCount)
      if rowSlots[rows[r].id] != Int(r) { broken.append("\(name(r)) is not found by its id") }
      for t in rows[r].terms {
        if terms[t].row != r { broken.append("a term of \(name(r)) says that it is another row's") }
        if !variables[terms[t].variable].isAlive {
          broken.append("\(name(r)) uses \(name(ofVariable: terms[t].variable)), which is gone")
        }
      }
    }
    if aliveRows != rowSlots.count { broken.append("\(aliveRows) rows are in force and \(rowSlots.count) have an id") }
    var aliveVariables = 0
    for v in 0..<Int32(variables.count) where variables[v].isAlive {
      aliveVariables += 1
      if variableSlots[variables[v].id] != Int(v) { broken.append("\(name(ofVariable: v)) is not found by its id") }
      var (t, previous) = (variables[v].firstTerm, Int32(-1))
      while t >= 0, linked <= termCount {
        linked += 1
        if terms[t].variable != v || terms[t].previous != previous {
          broken.append("the list of rows that use \(name(ofVariable: v)) is torn")
          break
        }
        (previous, t) = (t, terms[t].next)
      }
    }
    if aliveVariables != variableSlots.count {
      broken.append("\(aliveVariables) variables are in use and \(variableSlots.count) have an id")
    }
    if linked != termCount { broken.append("rows have \(termCount) terms, and variables know of \(linked)") }
  }

  /// Checks that each row and variable belongs to one node, and that each node reads only earlier ones.
  private func checkNodes(_ broken: inout [String]) {
    if !dirty.hasNone { broken.append("a node waits to be evaluated") }
    for index in 0..<Int32(nodes.count) where !nodes[index].isDead {
      let node = nodes[index]
      forEachRow(of: index) { r in
        if !rows[r].isAlive || rows[r].node != index {
          broken.append("node \(index) evaluates \(name(r)), which is not its own")
        }
        for t in rows[r].terms {
          let source = variables[terms[t].variable].node
          if source > index || source == index && node.kind == .check {
            broken.append("node \(index) reads \(name(ofVariable: terms[t].variable)) before it is computed")
          }
          if node.isDetermined, source >= 0, !nodes[source].isDetermined, node.kind != .check {
            broken.append(
              "node \(index) counts as determined, and reads a block's \(name(ofVariable: terms[t].variable))")
          }
        }
      }
      forEachVariable(of: index) { v in
        if variables[v].node != index {
          broken.append("node \(index) computes \(name(ofVariable: v)), which is not its own")
        }
      }
      if node.kind == .definition, !rows[node.row].isDefining {
        broken.append("\(name(node.row)) defines a variable and is no required equality")
      }
    }
    for r in 0..<Int32(rows.count) where rows[r].isAlive && rows[r].isRequired {
      if rows[r].node < 0 || nodes[rows[r].node].isDead {
        broken.append("no node sees to \(name(r)), which is required")
      }
    }
    for v in 0..<Int32(variables.count) where variables[v].isAlive && variables[v].node >= 0 {
      if nodes[variables[v].node].isDead { broken.append("\(name(ofVariable: v)) is computed by a node that is gone") }
    }
  }

  private func checkBlocks(_ broken: inout [String]) {
    for index in 0..<Int32(nodes.count) where !nodes[index].isDead && nodes[index].kind == .block {
      let block = blocks[Int(nodes[index].index)]!
      for i in 0..<block.rowCount {
        let isRelaxed = block.program.tiers[i] == Program.relaxedTier
        if isRelaxed != (block.rows[i] < 0) { broken.append("row \(i) of node \(index) is relaxed in one place only") }
        if !isRelaxed,
          rows[block.rows[i]].local != Int32(i) || rows[block.rows[i]].relation != block.program.relations[i]
        {
          broken.append("\(name(block.rows[i])) is not as its block knows it")
        }
      }
      for v in 0..<block.variableCount where variables[block.variables[v]].local != Int32(v) {
        broken.append("\(name(ofVariable: block.variables[v])) is not where its block has it")
      }
      if let fault = block.brokenInvariant { broken.append("node \(index): \(fault)") }
    }
  }

  /// Checks that sizes computed from blocks are peeled only as `System+Sizes` allows.
  private func checkSizes(_ broken: inout [String]) {
    for index in 0..<Int32(nodes.count) where !nodes[index].isDead && !nodes[index].isDetermined {
      let node = nodes[index]
      if node.kind == .block {
        if !decidesSizes(blocks[Int(node.index)]!) {
          broken.append("a size is peeled off node \(index), which the tiers alone do not decide")
        }
        continue
      }
      let bearing = bearingOfDefined(node.column)
      if bearing.isEmpty { continue }
      // While a sweep is followed, values are those from which it began, which were checked.
      if variables[node.column].isNonNegative, values[node.column].number.value < 0 {
        broken.append("the peeled size \(name(ofVariable: node.column)) is \(values[node.column].number.value)")
      }
      let divisor = coefficient(of: node.column, in: node.row)
      for t in rows[node.row].terms where terms[t].variable != node.column {
        let v = terms[t].variable
        let own = (terms[t].coefficient < 0) == (divisor > 0) ? bearing : bearing.turned
        if variables[v].node < 0 {
          broken.append("a size depends on \(name(ofVariable: v)), which nothing decides")
        } else if !variables[v].bearing.isSuperset(of: own) {
          broken.append(
            "a size depends on \(name(ofVariable: node.column)), and is not known to depend on \(name(ofVariable: v))")
        }
      }
    }
  }

  /// Checks values against the rows that define them. While a sweep is followed, these are the values with which the sweep began.
  private func checkValues(_ broken: inout [String]) {
    for v in 0..<Int32(variables.count) where variables[v].isAlive {
      let number = values[v].number
      if variables[v].node < 0, number != .zero {
        broken.append("\(name(ofVariable: v)) is held by nothing and not zero")
      }
      if variables[v].isNonNegative, number.value < -number.margin - Tolerance.grid {
        broken.append("\(name(ofVariable: v)) is negative")
      }
    }
    if sweep.isFollowed { return }
    for index in 0..<Int32(nodes.count) where !nodes[index].isDead && nodes[index].kind == .definition {
      let node = nodes[index]
      let expected = bound(Int(node.row), unknownTo: Int(index))
        .divided(by: coefficient(of: node.column, in: node.row))
      let number = values[node.column].number
      // A value beyond the range of doubles is computed in fractions when it is needed.
      guard number.value.isFinite, expected.value.isFinite else { continue }
      let distance = ((number.value - expected.value) + (number.low - expected.low)).magnitude
      if !(distance <= number.margin + expected.margin) {
        broken.append("\(name(ofVariable: node.column)) is not what \(name(node.row)) makes it")
      }
    }
  }

  private func checkSweep(_ broken: inout [String]) {
    var count = 0
    for v in 0..<Int32(variables.count) where variables[v].sweepPlace >= 0 {
      count += 1
      let place = Int(variables[v].sweepPlace)
      if place >= sweep.slots.count || sweep.slots[place] != v {
        broken.append("\(name(ofVariable: v)) is not where the sweep has it")
      }
    }
    if count != sweep.slots.count { broken.append("a sweep of \(sweep.slots.count) values moves \(count)") }
  }
}

extension LexicographicSimplex where T: ~Copyable, T.Value == Double {
  /// The invariant of the active rows, or of a solved point, that is broken; nil if the simplex is sound.
  func brokenInvariant(isSolved: Bool) -> String? {
    for j in 0..<variableCount {
      let row = Int(active[j])
      if row < 0 || row >= rowCount || place[row] != Int32(j) { return "place \(j) and its active row do not agree" }
    }
    var activeCount = 0
    for i in 0..<rowCount {
      if place[i] >= 0 { activeCount += 1 }
      if side[i] != 1 && side[i] != -1 { return "row \(i) lies on no side" }
      if i < constraintCount, breakpointStage[i] != program.tiers[i] {
        return "row \(i) is in another tier than its program says"
      }
    }
    if activeCount != variableCount { return "\(activeCount) rows are active for \(variableCount) variables" }
    guard isSolved else { return nil }
    for i in 0..<rowCount {
      if place[i] >= 0, residual[i] != 0 { return "active row \(i) is off its bound" }
      let (below, above) = program.slopes(i)
      let sign = residual[i].residualSign
      if breakpointStage[i] == 0, sign != 0, (sign < 0 ? below : above) != 0 { return "required row \(i) is violated" }
    }
    return nil
  }
}
