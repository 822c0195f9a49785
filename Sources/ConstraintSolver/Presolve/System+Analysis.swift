import SceneModel

/// Finds what defines what, for the whole system or for a region of it.
///
/// 1. A required equality with one unknown defines it; so does the next; and so on.
/// 2. A free unknown that stands in one row only, a required equality, is peeled: that row will define it last.
/// 3. The required equalities that are left are matched with unknowns. Where they match without freedom, strongly
///    connected sets of them are square systems.
/// 4. The rest falls apart into connected blocks, each a small linear program.
extension System {
  /// Lists that an analysis fills and empties, kept so that the next one allocates nothing.
  struct Scratch: ~Copyable {
    var seeds = Buffer<Int32>()
    var unknowns = Buffer<Int32>()
    var checks = Buffer<Int32>()
    var regionNodes = Buffer<Int32>()
    var regionVariables = Buffer<Int32>()
    var rows = Buffer<Int32>()
    var ready = Buffer<Int32>()
    var singles = Buffer<Int32>()
    var peeled = Buffer<Peeled>()
    var equalities = Buffer<Int32>()
    var isolated = Buffer<Int32>()
    var connected = Buffer<Int32>()
    var members = Buffer<Int32>()
    var tiers = TierList()
    var searches = Buffer<Search>()
    var stack = Buffer<Int32>()
    var calls = Buffer<Call>()
    var reached = Buffer<Int32>()

    /// For an analysis of so much.
    mutating func reserve(variableCount: Int, rowCount: Int) {
      rows.reserve(rowCount)
      ready.reserve(rowCount)
      singles.reserve(variableCount)
      peeled.reserve(variableCount)
    }
  }

  /// What the search for strongly connected rows knows of one.
  struct Search: BitwiseCopyable {
    /// In the order in which it was reached; 0: not yet, -1: its component is found.
    var number: Int32 = 0
    var lowest: Int32 = 0
  }

  /// A row whose terms the search goes through, and which of them comes next.
  struct Call: BitwiseCopyable {
    var row: Int32
    var offset: Int32 = 0
  }

  /// A variable that a row defines after the blocks.
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

  private mutating func define(_ row: Int32, _ column: Int32, isDetermined: Bool) {
    addNode(Node(kind: .definition, isDetermined: isDetermined, index: row, column: column))
  }

  /// The only unknown of a row.
  private func unknown(in row: Int32) -> Int32 {
    let first = rows[row].firstTerm
    for t in first..<first + rows[row].termCount where variables[terms[t].variable].state == .unknown {
      return terms[t].variable
    }
    return -1
  }

  // MARK: The steps

  /// Makes nodes of variables that have none, and of all rows that bear on them; `isEverything`: of all there are.
  mutating func analyze(_ region: borrowing Buffer<Int32>, isEverything: Bool, isUnpeeling: Bool) {
    var list = scratch.rows.taken()
    list.removeAll()
    for v in region.view {
      variables[v].state = .unknown
      variables[v].node = -1
      variables[v].match = -1
      variables[v].count = 0
    }
    if isEverything {
      for r in 0..<Int32(rows.count) where rows[r].isAlive && rows[r].termCount > 0 {
        open(r, isUnpeeling: isUnpeeling)
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
            open(r, isUnpeeling: isUnpeeling)
            list.append(r)
          }
          rows[r].unknowns += 1
          t = terms[t].next
        }
      }
    }
    var ready = scratch.ready.taken()
    ready.removeAll()
    for r in list.view where rows[r].unknowns == 1 && rows[r].isDefining { ready.append(r) }
    propagate(&ready)
    let peeled = peel(region, list)
    var equalities = scratch.equalities.taken()
    equalities.removeAll()
    for r in list.view where !rows[r].isDone && rows[r].isDefining { equalities.append(r) }
    if !equalities.isEmpty {
      match(equalities)
      addSquareSystems(equalities, region, &ready)
    }
    for r in list.view where !rows[r].isDone && rows[r].unknowns == 0 {
      rows[r].isDone = true
      if rows[r].isRequired { addNode(Node(kind: .check, index: r)) }
    }
    var isolated = scratch.isolated.taken()
    isolated.removeAll()
    makeBlocks(region, &isolated)
    for q in (0..<peeled.count).reversed() { define(peeled[q].row, peeled[q].column, isDetermined: false) }
    for v in region.view { variables[v].state = .known }
    // A variable that nothing holds is free; what is peeled off it is free together with it.
    for v in isolated.view {
      if variables[v].firstTerm >= 0, hasDependents(v, besides: -1) { pendingFree.append(v) } else { setFree(v) }
    }
    for r in list.view { rows[r].isDone = true }
    scratch.rows = list
    scratch.ready = ready
    scratch.equalities = equalities
    scratch.isolated = isolated
    scratch.peeled = peeled
  }

  /// Nothing is known of the row any more.
  private func open(_ r: Int32, isUnpeeling: Bool) {
    rows[r].isDone = false
    rows[r].unknowns = 0
    rows[r].match = -1
    rows[r].node = -1
    if !isUnpeeling { rows[r].mustStayInBlock = false }
  }

  private mutating func setFree(_ v: Int32) {
    if values[v].number != .zero {
      values[v].number = .zero
      enqueue(Int(v))
    }
  }

  /// Whether a peeled variable is computed from this one.
  func hasDependents(_ variable: Int32, besides node: Int32) -> Bool {
    var t = variables[variable].firstTerm
    while t >= 0 {
      let consumer = rows[terms[t].row].node
      if consumer >= 0, consumer != node, nodes[consumer].kind == .definition { return true }
      t = terms[t].next
    }
    return false
  }

  /// Defines what one row after the other determines.
  private mutating func propagate(_ ready: inout Buffer<Int32>) {
    var next = 0
    while next < ready.count {
      let r = ready[next]
      next += 1
      if rows[r].isDone || rows[r].unknowns != 1 { continue }
      let c = unknown(in: r)
      rows[r].isDone = true
      define(r, c, isDetermined: true)
      settle(c, &ready)
    }
    ready.removeAll()
  }

  private mutating func settle(_ variable: Int32, _ ready: inout Buffer<Int32>) {
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

  /// `list` has all rows of the region.
  private mutating func peel(_ region: borrowing Buffer<Int32>, _ list: borrowing Buffer<Int32>) -> Buffer<Peeled> {
    for r in list.view where !rows[r].isDone {
      for t in rows[r].firstTerm..<rows[r].firstTerm + rows[r].termCount
      where variables[terms[t].variable].state == .unknown {
        variables[terms[t].variable].count += 1
      }
    }
    var singles = scratch.singles.taken()
    singles.removeAll()
    for v in region.view where variables[v].state == .unknown && variables[v].count == 1 && !variables[v].isNonNegative {
      singles.append(v)
    }
    var result = scratch.peeled.taken()
    result.removeAll()
    var next = 0
    while next < singles.count {
      let v = singles[next]
      next += 1
      guard variables[v].count == 1, variables[v].state == .unknown else { continue }
      var t = variables[v].firstTerm
      while rows[terms[t].row].isDone { t = terms[t].next }
      let r = terms[t].row
      guard rows[r].isDefining, !rows[r].mustStayInBlock else { continue }
      rows[r].isDone = true
      variables[v].state = .peeled
      result.append(Peeled(row: r, column: v))
      let first = rows[r].firstTerm
      for t in first..<first + rows[r].termCount {
        let other = terms[t].variable
        guard variables[other].state == .unknown else { continue }
        variables[other].count -= 1
        if variables[other].count == 1, !variables[other].isNonNegative { singles.append(other) }
      }
    }
    scratch.singles = singles
    return result
  }

  /// Gives as many equalities as possible a variable of their own.
  private mutating func match(_ equalities: borrowing Buffer<Int32>) {
    for r in equalities.view {
      var best: Int32 = -1
      let first = rows[r].firstTerm
      for t in first..<first + rows[r].termCount {
        let v = terms[t].variable
        guard variables[v].state == .unknown, variables[v].match < 0 else { continue }
        if best < 0 || variables[v].count < variables[best].count { best = v }
      }
      if best >= 0 {
        rows[r].match = best
        variables[best].match = r
      }
    }
    var path: [(row: Int32, next: Int32)] = []
    for start in equalities.view where rows[start].match < 0 {
      mark += 1
      path.append((start, 0))
      search: while let (r, offset) = path.last {
        let first = rows[r].firstTerm
        if offset == 0 {
          for t in first..<first + rows[r].termCount {
            let v = terms[t].variable
            guard variables[v].state == .unknown, variables[v].match < 0 else { continue }
            // A free variable: everyone on the path moves on by one.
            var gained = v
            while let (row, _) = path.popLast() {
              let lost = rows[row].match
              rows[row].match = gained
              variables[gained].match = row
              gained = lost
            }
            break search
          }
        }
        if offset >= rows[r].termCount {
          path.removeLast()
          continue
        }
        path[path.count - 1].next += 1
        let v = terms[first + offset].variable
        guard variables[v].state == .unknown, variables[v].mark != mark, variables[v].match >= 0 else { continue }
        variables[v].mark = mark
        path.append((variables[v].match, 0))
      }
    }
  }

  /// Makes nodes of the square systems among the matched equalities.
  private mutating func addSquareSystems(
    _ equalities: borrowing Buffer<Int32>, _ region: borrowing Buffer<Int32>, _ ready: inout Buffer<Int32>
  ) {
    // Whatever can be reached from an unmatched variable has freedom left.
    mark += 1
    let free = mark
    var reached = scratch.reached.taken()
    reached.removeAll()
    for v in region.view where variables[v].state == .unknown && variables[v].match < 0 {
      variables[v].mark = free
      reached.append(v)
    }
    var next = 0
    while next < reached.count {
      var t = variables[reached[next]].firstTerm
      next += 1
      while t >= 0 {
        let r = terms[t].row
        let u = rows[r].isDone ? -1 : rows[r].match
        if u >= 0, variables[u].mark != free {
          variables[u].mark = free
          reached.append(u)
        }
        t = terms[t].next
      }
    }
    scratch.reached = reached
    // Tarjan's strongly connected components, in an order in which each reads only earlier ones. A row's mark is its
    // place in the list.
    var searches = scratch.searches.taken()
    var stack = scratch.stack.taken()
    var calls = scratch.calls.taken()
    searches.removeAll()
    for r in equalities.view {
      rows[r].mark = Int32(searches.count)
      searches.append(Search())
    }
    var number: Int32 = 0
    for root in equalities.view {
      let match = rows[root].match
      guard searches[rows[root].mark].number == 0, match >= 0, variables[match].mark != free else { continue }
      var next: Int32? = root
      while true {
        if let r = next {
          number += 1
          searches[rows[r].mark] = Search(number: number, lowest: number)
          stack.append(r)
          calls.append(Call(row: r))
          next = nil
        }
        guard calls.count > 0 else { break }
        let call = calls[calls.count - 1]
        let row = rows[call.row]
        if call.offset < row.termCount {
          calls[calls.count - 1].offset += 1
          let v = terms[row.firstTerm + call.offset].variable
          guard variables[v].state == .unknown || variables[v].state == .deferred else { continue }
          let other = variables[v].match
          guard other >= 0, other != call.row, !rows[other].isDone, variables[v].mark != free else { continue }
          let reached = searches[rows[other].mark].number
          if reached == 0 {
            next = other
          } else if reached > 0 {
            searches[row.mark].lowest = min(searches[row.mark].lowest, reached)
          }
          continue
        }
        _ = calls.popLast()
        let search = searches[row.mark]
        if calls.count > 0 {
          let caller = rows[calls[calls.count - 1].row].mark
          searches[caller].lowest = min(searches[caller].lowest, search.lowest)
        }
        guard search.lowest == search.number else { continue }
        var first = stack.count - 1
        while stack[first] != call.row { first -= 1 }
        for q in first..<stack.count { searches[rows[stack[q]].mark].number = -1 }
        addSquareSystem(UnsafeBufferPointer(start: stack.base + first, count: stack.count - first), &ready)
        stack.setCount(first)
      }
    }
    for v in region.view where variables[v].state == .deferred { variables[v].state = .unknown }
    for r in equalities.view { rows[r].mark = 0 }
    scratch.searches = searches
    scratch.stack = stack
    scratch.calls = calls
  }

  private mutating func addSquareSystem(_ members: UnsafeBufferPointer<Int32>, _ ready: inout Buffer<Int32>) {
    var isFed = true
    for r in members {
      let first = rows[r].firstTerm
      for t in first..<first + rows[r].termCount where variables[terms[t].variable].state == .deferred { isFed = false }
    }
    if isFed, members.count == 1 {
      let r = members.first!
      let c = rows[r].match
      rows[r].isDone = true
      define(r, c, isDetermined: true)
      settle(c, &ready)
    } else if isFed, let squareSystem = makeSquareSystem(Array(members)) {
      let slot: Int
      if let free = freeSquareSystems.popLast() {
        slot = Int(free)
        squareSystems[slot] = squareSystem
      } else {
        slot = squareSystems.count
        squareSystems.append(squareSystem)
      }
      let node = addNode(Node(kind: .squareSystem, index: Int32(slot)))
      for r in members {
        rows[r].isDone = true
        rows[r].node = node
      }
      for v in squareSystem.variables {
        variables[v].node = node
        settle(v, &ready)
      }
    } else {
      for r in members { variables[rows[r].match].state = .deferred }
    }
    // Every row that has become ready is matched, and comes up as a member of its own.
    ready.removeAll()
  }

  private mutating func makeSquareSystem(_ members: [Int32]) -> SquareSystem? {
    let unknowns = members.map { rows[$0].match }
    for (local, v) in unknowns.enumerated() { variables[v].local = Int32(local) }
    mark += 1
    for v in unknowns { variables[v].mark = mark }
    room.matrix.removeAll()
    for r in members {
      let first = rows[r].firstTerm
      for t in first..<first + rows[r].termCount where variables[terms[t].variable].mark == mark {
        room.matrix.append(variables[terms[t].variable].local, terms[t].coefficient)
      }
      room.matrix.endRow()
    }
    guard let inverse = room.invert() else { return nil }
    return SquareSystem(rows: members, variables: unknowns, inverse)
  }

  // MARK: Blocks

  private mutating func makeBlocks(_ region: borrowing Buffer<Int32>, _ isolated: inout Buffer<Int32>) {
    var unknowns = scratch.connected.taken()
    var members = scratch.members.taken()
    for seed in region.view where variables[seed].state == .unknown {
      unknowns.removeAll()
      members.removeAll()
      // The next one to be made; of the variables that are known here, only those of this block have it.
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
          let first = rows[r].firstTerm
          for t in first..<first + rows[r].termCount {
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
    scratch.connected = unknowns
    scratch.members = members
  }

  private mutating func claim(_ variable: Int32, for node: Int32, among unknowns: inout Buffer<Int32>) {
    unknowns.append(variable)
    variables[variable].state = .known
    variables[variable].node = node
  }

  /// Sorts what it is given.
  private mutating func addBlock(
    _ unknowns: UnsafeMutableBufferPointer<Int32>, _ members: UnsafeMutableBufferPointer<Int32>, termCount: Int
  ) {
    var (unknowns, members) = (unknowns, members)
    unknowns.sort { variables[$0].id < variables[$1].id }
    members.sort { rows[$0].id < rows[$1].id }
    scratch.tiers.reset()
    for r in members { scratch.tiers.insert(demands[r].priority) }
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
      in: programRoom.reserved(byteCount: Program.byteCount(members.count, unknowns.count, termCount)))
    for (local, v) in unknowns.enumerated() {
      variables[v].local = Int32(local)
      program.isNonNegative[local] = variables[v].isNonNegative
    }
    for (local, r) in members.enumerated() {
      rows[r].node = node
      rows[r].local = Int32(local)
      let row = rows[r]
      for t in row.firstTerm..<row.firstTerm + row.termCount {
        let variable = variables[terms[t].variable]
        if variable.node == node { program.append(column: variable.local, coefficient: terms[t].coefficient) }
      }
      program.endRow(Relation(rawValue: Int32(row.relation))!, tier: scratch.tiers.tier(of: demands[r].priority))
    }
    program.tierCount = scratch.tiers.count
    blocks[slot] = Block(shapes.shape(program), rows: members, variables: unknowns)
    // No large program is kept twice.
    if !BlockShapes.mayShare(program) { programRoom.trim() }
  }
}
