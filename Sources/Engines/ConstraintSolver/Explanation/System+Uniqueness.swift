import LayoutPlugin
import SceneModel

/// Answers whether the tiers alone determine a variable. It is computed on demand, node by node.
extension System {
  mutating func isUnique(_ variable: Variable) throws(PluginFault) -> Bool {
    guard let slot = variableSlots[variable.id] else { throw .rejected("\(variable) is unknown") }
    // Blocks answer from the point of their last solve, which during a sweep may not be the present one.
    if sweep.isFollowed {
      endSweep()
      try settle()
    }
    // Without recursion, because dependencies may be a long chain.
    var open = [Int32(slot)]
    while let next = open.last {
      let count = open.count
      if uniqueness[next] == nil { forEachOperand(of: next) { if uniqueness[$0] == nil { open.append($0) } } }
      if open.count > count { continue }
      if uniqueness[next] == nil { try decideUniqueness(of: next) }
      if uniqueness[next] == false, try takeSizesBack(readFrom: next) {
        // Its operands may be others now.
        uniqueness[next] = nil
        continue
      }
      open.removeLast()
    }
    return uniqueness[Int32(slot)]!
  }

  /// Puts the peeled sizes that are computed from an open variable's block back into the block. Their bounds may decide variables that the block by
  /// itself leaves open. Returns false if there are no such sizes.
  private mutating func takeSizesBack(readFrom variable: Int32) throws(PluginFault) -> Bool {
    let node = variables[variable].node
    guard node >= 0, nodes[node].kind == .block, bearsOnSize(blocks[Int(nodes[node].index)]!) else { return false }
    for v in 0..<blocks[Int(nodes[node].index)]!.variableCount {
      uniqueness[blocks[Int(nodes[node].index)]!.variables[v]] = nil
    }
    endSweep()
    var seeds = Buffer<Int32>()
    seeds.append(node)
    unpeel(seeds, Buffer(), .positions)
    try evaluate()
    return true
  }

  /// Calls a closure with the variables of other nodes that the variable's node reads. Does nothing if no block affects the variable.
  private func forEachOperand(of slot: Int32, _ body: (Int32) -> Void) {
    let node = variables[slot].node
    if node < 0 || nodes[node].isDetermined { return }
    forEachRow(of: node) { row in
      for t in rows[row].terms
      where variables[terms[t].variable].node != node {
        body(terms[t].variable)
      }
    }
  }

  /// Decides a variable whose node's operands are all decided.
  private mutating func decideUniqueness(of slot: Int32) throws(PluginFault) {
    let node = variables[slot].node
    // A variable that depends on no block is determined by required rows.
    if node >= 0, nodes[node].isDetermined {
      uniqueness[slot] = true
      return
    }
    var free: Set<Int32> = []
    forEachOperand(of: slot) { if uniqueness[$0] == false { free.insert($0) } }
    if node >= 0, free.isEmpty {
      guard nodes[node].kind == .block else {
        uniqueness[slot] = true
        return
      }
      let block = blocks[Int(nodes[node].index)]!
      let answers = try uniqueVariables(of: block, node)
      for v in 0..<block.variableCount { uniqueness[block.variables[v]] = answers[v] }
      return
    }
    // Free blocks are independent: a sum that reads each of them once is free as well.
    let sources = Set(free.map { variables[$0].node })
    let readsBlocks = sources.allSatisfy { $0 >= 0 && nodes[$0].kind == .block }
    if node >= 0, nodes[node].kind == .definition, free.count == 1 || sources.count == free.count && readsBlocks {
      uniqueness[slot] = false
      return
    }
    HardState.uniquenessByComponent.reach()
    uniqueness[slot] = try isUniqueInComponent(slot)
  }

  private mutating func uniqueVariables(of block: Block, _ node: Int32) throws(PluginFault) -> [Bool] {
    // Doubles have found this block's values, but a question about uniqueness may raise a doubt.
    if !block.needsVerification, let answers = block.uniqueVariables(in: &simplexMemory), !block.needsVerification {
      return answers
    }
    var simplex = LexicographicSimplex(
      block.program, bounds: try exactBounds(block, node), startingFrom: block.activeRows)
    simplex.trustsRandomSums = !isProved
    var answers: [Bool] = []
    try runExactSimplex { () throws(NumericalTrouble) in
      try simplex.solveTiers()
      answers = try simplex.uniqueVariables()
    }
    return answers
  }

  /// Whether the tiers alone determine a variable, decided by an exact simplex over the variable's whole component.
  private mutating func isUniqueInComponent(_ slot: Int32) throws(PluginFault) -> Bool {
    let component = component(of: slot)
    if component.rows.isEmpty { return false }
    let (program, bounds, _) = program(component, component.rows)
    defer { program.free() }
    var simplex = LexicographicSimplex<FactoredTableau<Rational>>(program, bounds: bounds)
    simplex.trustsRandomSums = !isProved
    let index = component.variables.firstIndex(of: slot)!
    var answer = false
    try runExactSimplex { () throws(NumericalTrouble) in
      try simplex.solveTiers()
      answer = try simplex.isUnique(index)
    }
    return answer
  }
}
