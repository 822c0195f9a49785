import LayoutPlugin
import SceneModel

/// Finding the region that a change of rows affects, and analysing it again.
extension System {
  /// Analyses again every node that the changed rows affect.
  mutating func restructure() {
    guard !changedRows.isEmpty || !abandonedNodes.isEmpty else { return }
    // Most of the system has been added at once.
    if nodes.isEmpty, changedRows.count * 2 > max(rowSlots.count, variableSlots.count) {
      for r in changedRows.view { rows[r].isReranked = false }
      changedRows.removeAll()
      abandonedNodes.removeAll()
      analyzeEverything(.everything)
      return
    }
    var seeds = Buffer<Int32>()
    var unknowns = Buffer<Int32>()
    var checks = Buffer<Int32>()
    for q in 0..<changedRows.count {
      let r = changedRows[q]
      if rows[r].isAlive ? revive(r) : relaxRow(r) { continue }
      let node = rows[r].node
      if node >= 0, !nodes[node].isDead { seeds.append(node) }
      rows[r].node = -1
      rows[r].isReranked = false
      guard rows[r].isAlive else { continue }
      rows[r].mustStayInBlock = false
      var isSettled = true
      for t in rows[r].terms {
        let variable = terms[t].variable
        let node = variables[variable].node
        if node < 0 {
          unknowns.append(variable)
          isSettled = false
        } else if !nodes[node].isDetermined {
          seeds.append(node)
          isSettled = false
        }
      }
      if isSettled { checks.append(r) }
    }
    changedRows.removeAll()
    for node in abandonedNodes.view where !nodes[node].isDead { seeds.append(node) }
    abandonedNodes.removeAll()
    if !analyzeInPlace(&seeds, &unknowns) { analyze(seeds: seeds, unknowns: unknowns, .everything) }
    for r in checks.view where rows[r].isAlive && rows[r].isRequired && rows[r].node < 0 {
      var isSettled = true
      for t in rows[r].terms {
        let node = variables[terms[t].variable].node
        if node < 0 || !nodes[node].isDetermined { isSettled = false }
      }
      if isSettled { addNode(Node(kind: .check, index: r)) }
    }
  }

  /// Keeps a removed row in its block as a relaxed row. Returns false if that is not possible.
  private mutating func relaxRow(_ r: Int32) -> Bool {
    let node = rows[r].node
    guard node >= 0, !nodes[node].isDead, nodes[node].kind == .block, !rows[r].isReranked else { return false }
    let block = blocks[Int(nodes[node].index)]!
    guard block.remove(Int(rows[r].local), id: rows[r].id, priority: demands[r].priority) else { return false }
    HardState.removedRowStayed.reach()
    rows[r].node = -1
    // The recorded stages do not prove that the optimum stays if the result has to be verified in exact numbers.
    if !block.isSolved || block.needsVerification {
      block.markStale()
      dirty.insert(Int(node))
    }
    return true
  }

  /// Puts a row back into force in the place of its relaxed row. Returns false if there is none.
  private mutating func revive(_ r: Int32) -> Bool {
    guard rows[r].node < 0 else { return false }
    var home: Int32 = -1
    var latest: Int32 = -1
    for t in rows[r].terms {
      let node = variables[terms[t].variable].node
      guard node >= 0 else { return false }
      if nodes[node].isDetermined {
        latest = max(latest, node)
        continue
      }
      guard nodes[node].kind == .block, home < 0 || home == node else { return false }
      home = node
    }
    // Since the row was removed, its other variables may have been defined anew, by nodes after the block.
    guard home >= 0, latest < home else { return false }
    let block = blocks[Int(nodes[home].index)]!
    guard
      let relaxed = block.relaxedRow(
        of: rows[r].id, priority: demands[r].priority, isSame: { isSame(r, as: $0, of: block, home) })
    else { return false }
    HardState.removedRowTakenBack.reach()
    let local = block.revive(relaxed, slot: r)
    rows[r].local = Int32(local)
    rows[r].node = home
    // If the block waits for other changes, its values are not yet those of its bounds.
    if !dirty.contains(Int(home)), block.clearlyHolds(local, bound: bound(Int(r), unknownTo: Int(home))) { return true }
    block.markStale()
    dirty.insert(Int(home))
    return true
  }

  /// Whether row `r` has the same relation as row `local` of the block and, among the block's variables, the same terms.
  private func isSame(_ r: Int32, as local: Int, of block: Block, _ node: Int32) -> Bool {
    guard block.program.relations[local] == rows[r].relation else { return false }
    let own = block.program.terms(local)
    var e = own.lowerBound
    for t in rows[r].terms {
      let variable = variables[terms[t].variable]
      if variable.node != node { continue }
      guard e < own.upperBound, block.program.columns[e] == variable.local,
        block.program.coefficients[e] == terms[t].coefficient
      else { return false }
      e += 1
    }
    return e == own.upperBound
  }

  /// The variables of its region that an analysis may substitute out (peel).
  enum Peeling {
    case everything
    /// Free variables, but no sizes (non-negative variables).
    case positions
    case nothing
  }

  /// Analyses nodes and variables without a node again, together with everything that depends on them, and with less peeling than before.
  mutating func unpeel(_ seeds: borrowing Buffer<Int32>, _ unknowns: borrowing Buffer<Int32>, _ peeling: Peeling) {
    if peeling == .nothing { HardState.blockTakenApart.reach() }
    analyze(seeds: seeds, unknowns: unknowns, peeling)
  }

  private mutating func analyze(
    seeds: borrowing Buffer<Int32>, unknowns: borrowing Buffer<Int32>, _ peeling: Peeling
  ) {
    if seeds.isEmpty, unknowns.isEmpty { return }
    var region = Region()
    mark += 1
    grow(&region, from: seeds, unknowns, peeling)
    if region.variables.count * 2 > variables.count - freeVariables.count || deadNodes > nodes.count / 2 + 64 {
      analyzeEverything(peeling)
    } else {
      for n in region.nodes.view { kill(n) }
      analyze(region.variables, isEverything: false, peeling)
    }
  }

  /// Analyses the whole system, in the order in which variables and rows lie in memory.
  private mutating func analyzeEverything(_ peeling: Peeling) {
    for n in 0..<nodes.count where !nodes[n].isDead { kill(Int32(n)) }
    nodes.removeAll()
    dirty.removeAll()
    deadNodes = 0
    var everything = Buffer<Int32>()
    let (variableCount, rowCount) = (variableSlots.count, rowSlots.count)
    everything.reserve(variableCount)
    // Most rows and variables have a node or share one.
    nodes.reserve(min(variableCount, rowCount))
    for slot in 0..<variables.count where variables[slot].isAlive { everything.append(Int32(slot)) }
    // Rows without variables keep their checks.
    for slot in 0..<rows.count where rows[slot].isAlive && rows[slot].termCount == 0 && rows[slot].isRequired {
      addNode(Node(kind: .check, index: Int32(slot)))
    }
    analyze(everything, isEverything: true, peeling)
    isEverythingDirty = true
  }

  /// The nodes to remove, and the variables that become unknown.
  private struct Region: ~Copyable {
    var nodes = Buffer<Int32>()
    var variables = Buffer<Int32>()
  }

  private func grow(
    _ region: inout Region, from seeds: borrowing Buffer<Int32>, _ unknowns: borrowing Buffer<Int32>, _ peeling: Peeling
  ) {
    for node in seeds.view { add(node, to: &region) }
    for variable in unknowns.view { take(variable, besides: -1, into: &region) }
    var next = 0
    while next < region.nodes.count {
      let index = region.nodes[next]
      next += 1
      let node = nodes[index]
      forEachVariable(of: index) { take($0, besides: index, into: &region) }
      guard node.kind == .definition, !node.isDetermined else { continue }
      switch peeling {
      case .everything: break
      case .positions: if variables[node.column].isNonNegative { rows[node.row].keepSizes() }
      case .nothing: rows[node.row].mustStayInBlock = true
      }
      // The variables from which a peeled one is computed become unknown together with it.
      for t in rows[node.row].terms {
        let operand = terms[t].variable
        let source = variables[operand].node
        if source < 0 {
          take(operand, besides: index, into: &region)
        } else if !nodes[source].isDetermined {
          add(source, to: &region)
        }
      }
    }
  }

  private func add(_ node: Int32, to region: inout Region) {
    guard nodes[node].mark != mark else { return }
    nodes[node].mark = mark
    region.nodes.append(node)
  }

  private func take(_ variable: Int32, besides node: Int32, into region: inout Region) {
    guard variables[variable].mark != mark, variables[variable].isAlive else { return }
    variables[variable].mark = mark
    region.variables.append(variable)
    var t = variables[variable].firstTerm
    while t >= 0 {
      let consumer = rows[terms[t].row].node
      if consumer >= 0, consumer != node { add(consumer, to: &region) }
      t = terms[t].next
    }
  }

  mutating func kill(_ index: Int32) {
    let node = nodes[index]
    nodes[index].isDead = true
    deadNodes += 1
    dirty.remove(Int(index))
    forEachVariable(of: index) { variables[$0].node = -1 }
    forEachRow(of: index) { rows[$0].node = -1 }
    switch node.kind {
    case .definition, .check: break
    case .squareSystem:
      squareSystems[Int(node.index)] = nil
      freeSquareSystems.append(node.index)
    case .block:
      blocks[Int(node.index)] = nil
      freeBlocks.append(node.index)
    }
  }
}
