import SceneModel

/// Presolve: finds which rows define which variables, in the whole system or in a region.
///
/// 1. A required equality with one unknown defines that unknown. Then other rows have one unknown less, and the step is repeated.
/// 2. An unknown that occurs in one row only, a required equality, is peeled: that row will define it last. A non-negative one is peeled as long as
///    that changes no value: see `System+Sizes`.
/// 3. The remaining required equalities are matched with unknowns. Where they match without freedom, strongly connected sets of them are square
///    systems.
/// 4. The rest falls apart into connected blocks, each a small linear program.
extension System {
  /// A peeled variable, with the row that defines it after the blocks.
  struct Peeled: BitwiseCopyable {
    var row: Int32
    var column: Int32
  }

  @discardableResult
  mutating func addNode(_ node: Node) -> Int32 {
    let index = nodes.count
    nodes.append(node)
    dirty.insert(index)
    if node.kind == .definition || node.kind == .check { rows[node.row].node = Int32(index) }
    if node.column >= 0 { variables[node.column].node = Int32(index) }
    return Int32(index)
  }

  mutating func define(_ row: Int32, _ column: Int32, isDetermined: Bool) {
    addNode(Node(kind: .definition, isDetermined: isDetermined, index: row, column: column))
  }

  /// The only unknown of a row; -1 for none.
  private func unknown(in row: Int32) -> Int32 {
    for t in rows[row].terms where variables[terms[t].variable].state == .unknown {
      return terms[t].variable
    }
    return -1
  }

  // MARK: The steps

  /// Makes nodes for the variables in `region`, and for the rows that contain them. With `isEverything`, for all rows. `peeling`: the
  /// variables that may be substituted out.
  mutating func analyze(_ region: borrowing Buffer<Int32>, isEverything: Bool, _ peeling: Peeling) {
    var list = Buffer<Int32>()
    makeUnknown(region)
    for v in region.view { variables[v].bearing = [] }
    if isEverything {
      for r in 0..<Int32(rows.count) where rows[r].isAlive && rows[r].termCount > 0 {
        open(r, peeling)
        rows[r].unknowns = rows[r].termCount
        list.append(r)
      }
    } else {
      mark += 1
      for v in region.view {
        var t = variables[v].firstTerm
        while t >= 0 {
          let r = terms[t].row
          if rows[r].mark != mark {
            rows[r].mark = mark
            open(r, peeling)
            list.append(r)
          }
          rows[r].unknowns += 1
          t = terms[t].next
        }
      }
    }
    _ = makeNodes(region, list, olderThan: nil)
  }

  /// Whether the variable is computed by a node that is older than `newNodes` (the index of the first new node) and depends on a block.
  @inline(__always)
  func isForeign(_ variable: Int32, olderThan newNodes: Int32) -> Bool {
    let record = variables[variable]
    return record.state == .known && record.node >= 0 && record.node < newNodes && !nodes[record.node].isDetermined
  }

  func makeUnknown(_ region: borrowing Buffer<Int32>) {
    for v in region.view {
      variables[v].state = .unknown
      variables[v].node = -1
      variables[v].match = -1
      variables[v].count = 0
    }
  }

  /// Makes the nodes of a region, whose rows are in `list`. These must be open and have counted their unknowns. Returns true without `newNodes`.
  ///
  /// With `newNodes`, the index of the first new node, rows may read values of older nodes that depend on blocks. Then it returns false, with some
  /// nodes made, unless all such rows are peeled.
  mutating func makeNodes(
    _ region: borrowing Buffer<Int32>, _ list: borrowing Buffer<Int32>, olderThan newNodes: Int32?
  ) -> Bool {
    var ready = Buffer<Int32>()
    for r in list.view where rows[r].unknowns == 1 && rows[r].isDefining { ready.append(r) }
    propagate(&ready)
    let peeled = peel(region, list)
    noteSizes(peeled, olderThan: newNodes)
    if let newNodes {
      for r in list.view where !rows[r].isDone {
        for t in rows[r].terms where isForeign(terms[t].variable, olderThan: newNodes) { return false }
      }
    }
    var equalities = Buffer<Int32>()
    for r in list.view where !rows[r].isDone && rows[r].isDefining { equalities.append(r) }
    if !equalities.isEmpty {
      match(equalities)
      addSquareSystems(equalities, region, &ready)
    }
    for r in list.view where !rows[r].isDone && rows[r].unknowns == 0 {
      rows[r].isDone = true
      if rows[r].isRequired { addNode(Node(kind: .check, index: r)) }
    }
    var isolated = Buffer<Int32>()
    makeBlocks(region, &isolated)
    for q in (0..<peeled.count).reversed() { define(peeled[q].row, peeled[q].column, isDetermined: false) }
    for v in region.view { variables[v].state = .known }
    // A variable in no row, or only in rows of peeled variables, is free. If peeled ones are computed from it, they are decided together with it.
    for v in isolated.view {
      if variables[v].firstTerm >= 0, hasDependents(v, besides: -1) { pendingFree.append(v) } else { setFree(v) }
    }
    for r in list.view { rows[r].isDone = true }
    return true
  }

  /// Resets the analysis's facts about a row.
  func open(_ r: Int32, _ peeling: Peeling) {
    rows[r].isDone = false
    rows[r].unknowns = 0
    rows[r].match = -1
    rows[r].node = -1
    guard peeling == .everything else { return }
    rows[r].mustStayInBlock = false
    rows[r].countAnalysis()
  }

  private mutating func setFree(_ v: Int32) {
    if values[v].number != .zero {
      values[v].number = .zero
      enqueue(Int(v))
    }
  }

  /// Whether a peeled variable is computed from this one, by another node than `node`.
  mutating func hasDependents(_ variable: Int32, besides node: Int32) -> Bool {
    var t = variables[variable].firstTerm
    while t >= 0 {
      let consumer = rows[terms[t].row].node
      if consumer >= 0, consumer != node, nodes[consumer].kind == .definition { return true }
      t = terms[t].next
    }
    return false
  }

  /// Makes definitions of rows with one unknown, until there is none.
  private mutating func propagate(_ ready: inout Buffer<Int32>) {
    var next = 0
    while next < ready.count {
      let r = ready[next]
      next += 1
      if rows[r].isDone || rows[r].unknowns != 1 { continue }
      let c = unknown(in: r)
      // The row's unknown does not belong to this region.
      if c < 0 { continue }
      rows[r].isDone = true
      define(r, c, isDetermined: true)
      settle(c, &ready)
    }
    ready.removeAll()
  }

  mutating func settle(_ variable: Int32, _ ready: inout Buffer<Int32>) {
    variables[variable].state = .known
    var t = variables[variable].firstTerm
    while t >= 0 {
      let r = terms[t].row
      if !rows[r].isDone {
        rows[r].unknowns -= 1
        if rows[r].unknowns == 1, rows[r].isDefining { ready.append(r) }
      }
      t = terms[t].next
    }
  }

  /// Peels unknowns that occur in one row only: free ones, and sizes where no free one is left. `list` holds all rows of the region. Returns the
  /// peeled variables in the order of peeling.
  private mutating func peel(_ region: borrowing Buffer<Int32>, _ list: borrowing Buffer<Int32>) -> Buffer<Peeled> {
    for r in list.view where !rows[r].isDone {
      for t in rows[r].terms
      where variables[terms[t].variable].state == .unknown {
        variables[terms[t].variable].count += 1
      }
    }
    var singles = Buffer<Int32>()
    var sizes = Buffer<Int32>()
    func note(_ v: Int32) { if variables[v].isNonNegative { sizes.append(v) } else { singles.append(v) } }
    for v in region.view where variables[v].state == .unknown && variables[v].count == 1 { note(v) }
    var result = Buffer<Peeled>()
    var (next, nextSize) = (0, 0)
    while next < singles.count || nextSize < sizes.count {
      let v: Int32
      if next < singles.count {
        v = singles[next]
        next += 1
      } else {
        v = sizes[nextSize]
        nextSize += 1
      }
      guard variables[v].count == 1, variables[v].state == .unknown else { continue }
      var t = variables[v].firstTerm
      while rows[terms[t].row].isDone { t = terms[t].next }
      let r = terms[t].row
      guard rows[r].isDefining, !rows[r].mustStayInBlock else { continue }
      if variables[v].isNonNegative, !mayPeel(v, off: r) { continue }
      rows[r].isDone = true
      variables[v].state = .peeled
      result.append(Peeled(row: r, column: v))
      for t in rows[r].terms {
        let other = terms[t].variable
        guard variables[other].state == .unknown else { continue }
        variables[other].count -= 1
        if variables[other].count == 1 { note(other) }
      }
    }
    return result
  }

  // MARK: Blocks

  private mutating func makeBlocks(_ region: borrowing Buffer<Int32>, _ isolated: inout Buffer<Int32>) {
    var unknowns = Buffer<Int32>()
    var members = Buffer<Int32>()
    for seed in region.view where variables[seed].state == .unknown {
      unknowns.removeAll()
      members.removeAll()
      // The index of the block's node. Among the known variables, only those of this block have it.
      let node = Int32(nodes.count)
      var termCount = 0
      claim(seed, for: node, among: &unknowns)
      var next = 0
      while next < unknowns.count {
        var t = variables[unknowns[next]].firstTerm
        next += 1
        while t >= 0 {
          let r = terms[t].row
          t = terms[t].next
          if rows[r].isDone { continue }
          rows[r].isDone = true
          members.append(r)
          for t in rows[r].terms {
            let variable = terms[t].variable
            if variables[variable].state == .unknown { claim(variable, for: node, among: &unknowns) }
            if variables[variable].node == node { termCount += 1 }
          }
        }
      }
      if members.isEmpty {
        variables[seed].node = -1
        isolated.append(seed)
      } else {
        addBlock(unknowns.view, members.view, termCount: termCount)
      }
    }
  }

  private mutating func claim(_ variable: Int32, for node: Int32, among unknowns: inout Buffer<Int32>) {
    unknowns.append(variable)
    variables[variable].state = .known
    variables[variable].node = node
  }

  /// Sorts slots by their ids, which are all different. Ids and slots are packed in one number, so comparisons read no
  /// table.
  @inline(__always)
  private func sort(_ slots: UnsafeMutableBufferPointer<Int32>, _ id: (Int32) -> UInt32) {
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: slots.count) { room in
      var keys = room
      for (q, slot) in slots.enumerated() { keys[q] = UInt64(id(slot)) << 32 | UInt64(UInt32(bitPattern: slot)) }
      keys.sort()
      for q in 0..<slots.count { slots[q] = Int32(truncatingIfNeeded: keys[q]) }
    }
  }

  /// Adds a block of these variables and rows, and sorts both by id.
  private mutating func addBlock(
    _ unknowns: UnsafeMutableBufferPointer<Int32>, _ members: UnsafeMutableBufferPointer<Int32>, termCount: Int
  ) {
    sort(unknowns) { variables[$0].id }
    sort(members) { rows[$0].id }
    tierList.reset()
    for r in members { tierList.insert(demands[r].priority) }
    let slot: Int
    if let free = freeBlocks.popLast() {
      slot = Int(free)
    } else {
      slot = blocks.count
      blocks.append(nil)
    }
    let node = addNode(Node(kind: .block, isDetermined: false, index: Int32(slot)))
    var program = Program(
      rowCount: members.count, variableCount: unknowns.count, termCount: termCount,
      in: programMemory.reserved(byteCount: Program.byteCount(members.count, unknowns.count, termCount)))
    for (local, v) in unknowns.enumerated() {
      variables[v].local = Int32(local)
      program.isNonNegative[local] = variables[v].isNonNegative
    }
    for (local, r) in members.enumerated() {
      rows[r].node = node
      rows[r].local = Int32(local)
      let row = rows[r]
      for t in row.terms {
        let variable = variables[terms[t].variable]
        if variable.node == node { program.append(column: variable.local, coefficient: terms[t].coefficient) }
      }
      program.endRow(Relation(rawValue: Int32(row.relation))!, tier: tierList.tier(of: demands[r].priority))
    }
    program.tierCount = tierList.count
    blocks[slot] = Block(shapes.shape(program, isProved: isProved), rows: members, variables: unknowns)
    // A large program is not kept twice.
    if !BlockShapes.mayShare(program) { programMemory.trim() }
  }
}
