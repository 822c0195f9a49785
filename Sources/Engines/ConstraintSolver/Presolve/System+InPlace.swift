/// The analysis of only what changed: some variables get other nodes, and the nodes that read them are kept. So hiding a view in a stack, or adding
/// a row to a list, does not analyse everything below it.
///
/// It is allowed if each reader is a peeled row, or if the variables that it reads depend on no block, neither before nor after the change.
extension System {
  /// The variables to analyse, the nodes that computed them, and the rows that contain them, except rows by which other variables are computed.
  private struct Patch: ~Copyable {
    var variables = Buffer<Int32>()
    var nodes = Buffer<Int32>()
    var rows = Buffer<Int32>()
    /// Variables that no block may decide, before or after the change, because nodes outside the patch read them.
    var determined = Buffer<Int32>()
  }

  /// Analyses the variables of some nodes, and variables without a node, and nothing else. Returns false if more has to be analysed. Then the two
  /// lists contain the nodes and variables from which to start.
  mutating func analyzeInPlace(_ seeds: inout Buffer<Int32>, _ unknowns: inout Buffer<Int32>) -> Bool {
    if seeds.isEmpty, unknowns.isEmpty { return true }
    var patch = Patch()
    guard collect(&patch, seeds, unknowns) else { return false }
    // Collected before the nodes are killed: afterwards they cannot be found from the rows, some of which are gone.
    var sources = Buffer<Int32>()
    for n in patch.nodes.view where nodes[n].kind == .definition && !nodes[n].isDetermined {
      for t in rows[nodes[n].row].terms {
        let node = variables[terms[t].variable].node
        if node >= 0, !nodes[node].isDetermined, nodes[node].mark != mark { sources.append(node) }
      }
    }
    for n in patch.nodes.view { kill(n) }
    let (newNodes, freeCount) = (Int32(nodes.count), pendingFree.count)
    makeUnknown(patch.variables)
    for r in patch.rows.view {
      open(r, .everything)
      for t in rows[r].terms {
        let v = terms[t].variable
        if variables[v].state == .unknown || isForeign(v, olderThan: newNodes) { rows[r].unknowns += 1 }
      }
    }
    let isDone = makeNodes(patch.variables, patch.rows, olderThan: newNodes)
    if isDone, staysDetermined(patch.determined), makeRoom(for: newNodes) || moveReaders(of: newNodes) { return true }
    // Removes the new nodes. The caller analyses the variables again, with everything that depends on them.
    for v in patch.variables.view { variables[v].state = .known }
    for r in patch.rows.view { rows[r].isDone = true }
    for n in newNodes..<Int32(nodes.count) { kill(n) }
    deadNodes -= nodes.count - Int(newNodes)
    nodes.setCount(Int(newNodes))
    pendingFree.setCount(freeCount)
    seeds.removeAll()
    for node in sources.view where !nodes[node].isDead { seeds.append(node) }
    for r in patch.rows.view {
      for t in rows[r].terms where isForeign(terms[t].variable, olderThan: newNodes) {
        seeds.append(variables[terms[t].variable].node)
      }
    }
    unknowns.removeAll()
    for v in patch.variables.view { unknowns.append(v) }
    return false
  }

  /// Collects the variables, nodes and rows to analyse. Returns false, with nothing changed, if this is known to be too little.
  private mutating func collect(
    _ patch: inout Patch, _ seeds: borrowing Buffer<Int32>, _ unknowns: borrowing Buffer<Int32>
  ) -> Bool {
    mark += 1
    for node in seeds.view where nodes[node].mark != mark {
      nodes[node].mark = mark
      patch.nodes.append(node)
      forEachVariable(of: node) { take($0, into: &patch) }
    }
    for v in unknowns.view { take(v, into: &patch) }
    if patch.variables.count * 2 > variables.count - freeVariables.count { return false }
    for v in patch.variables.view {
      let own = variables[v].node
      let wasDetermined = own >= 0 && nodes[own].isDetermined
      var mustStayDetermined = false
      var t = variables[v].firstTerm
      while t >= 0 {
        let r = terms[t].row
        t = terms[t].next
        let node = rows[r].node
        if node >= 0, nodes[node].mark != mark {
          if nodes[node].kind == .definition, !nodes[node].isDetermined { continue }
          if !wasDetermined { return false }
          mustStayDetermined = true
        } else if rows[r].mark != mark {
          rows[r].mark = mark
          patch.rows.append(r)
        }
      }
      if mustStayDetermined { patch.determined.append(v) }
    }
    for r in patch.rows.view {
      for t in rows[r].terms {
        let v = terms[t].variable
        if variables[v].mark == mark { continue }
        let node = variables[v].node
        if node < 0 { return false }
        // If no node has read the block so far, it may have settled its positions (S5) by itself.
        if nodes[node].kind == .block, !hasFollowers(blocks[Int(nodes[node].index)]!, node) { return false }
      }
    }
    return true
  }

  private func take(_ variable: Int32, into patch: inout Patch) {
    guard variables[variable].mark != mark, variables[variable].isAlive else { return }
    variables[variable].mark = mark
    patch.variables.append(variable)
  }

  private func staysDetermined(_ list: borrowing Buffer<Int32>) -> Bool {
    for v in list.view where variables[v].node < 0 || !nodes[variables[v].node].isDetermined { return false }
    return true
  }

  // MARK: Order

  /// The number of readers for each place that is left free. `reach` is the largest number of nodes that are moved to use free places nearby.
  private static let readersPerPlace = 8
  private static let reach: Int32 = 64

  /// Puts the new nodes that have readers before their first reader: the nodes from there to the next free places move up. Returns false, with
  /// nothing moved, if these places are too far away, or if a new node reads an older one that is not before the first reader.
  private mutating func makeRoom(for newNodes: Int32) -> Bool {
    let (count, firstReader, lastOperand) = markRead(newNodes)
    if count == 0 { return true }
    guard lastOperand < firstReader,
      let range = range(of: count, at: firstReader, behind: lastOperand, before: newNodes)
    else { return false }
    var place = range.upperBound
    for node in range.reversed() where !nodes[node].isDead {
      place -= 1
      if place == node { continue }
      renumber(node, place)
      nodes[node].isDead = true
    }
    deadNodes -= Int(count)
    place = range.lowerBound
    var last = newNodes
    for node in newNodes..<Int32(nodes.count) {
      if nodes[node].mark == mark {
        renumber(node, place)
        place += 1
      } else {
        if last != node { renumber(node, last) }
        last += 1
      }
    }
    nodes.setCount(Int(last))
    return true
  }

  /// Marks the new nodes that have readers. Returns their number, their first older reader, and the last older node that they read.
  private mutating func markRead(_ newNodes: Int32) -> (count: Int32, firstReader: Int32, lastOperand: Int32) {
    var (count, firstReader, lastOperand): (Int32, Int32, Int32) = (0, .max, -1)
    mark += 1
    for node in (newNodes..<Int32(nodes.count)).reversed() {
      var isRead = false
      forEachReader(of: node) { reader in
        if reader < newNodes { firstReader = min(firstReader, reader) }
        if reader < newNodes || nodes[reader].mark == mark { isRead = true }
      }
      if !isRead { continue }
      nodes[node].mark = mark
      count += 1
      forEachRow(of: node) { r in
        for t in rows[r].terms {
          let operand = variables[terms[t].variable].node
          if operand < newNodes { lastOperand = max(lastOperand, operand) }
        }
      }
    }
    return (count, firstReader, lastOperand)
  }

  /// Returns the range of nodes around a reader that has `count` free places; nil if the range would be too long.
  private mutating func range(
    of count: Int32, at reader: Int32, behind operand: Int32, before end: Int32
  ) -> Range<Int32>? {
    var start = reader
    while start > operand + 1, nodes[start - 1].isDead { start -= 1 }
    var (stop, free) = (start, Int32(0))
    while free < count {
      guard stop < end, stop - start < count + System.reach else { return nil }
      if nodes[stop].isDead { free += 1 }
      stop += 1
    }
    return start..<stop
  }

  @inline(__always)
  private func forEachReader(of node: Int32, _ body: (Int32) -> Void) {
    forEachVariable(of: node) { v in
      var t = variables[v].firstTerm
      while t >= 0 {
        let reader = rows[terms[t].row].node
        if reader >= 0, reader != node { body(reader) }
        t = terms[t].next
      }
    }
  }

  /// Moves all nodes that read the new nodes, directly or through others, to places after them. Returns false, with nothing moved, if a new node
  /// reads one of these readers.
  private mutating func moveReaders(of newNodes: Int32) -> Bool {
    mark += 1
    var readers = Buffer<Int32>()
    for node in newNodes..<Int32(nodes.count) { markReaders(of: node, olderThan: newNodes, &readers) }
    var next = 0
    while next < readers.count {
      markReaders(of: readers[next], olderThan: newNodes, &readers)
      next += 1
    }
    var isRead = false
    for node in newNodes..<Int32(nodes.count) {
      forEachRow(of: node) { r in
        for t in rows[r].terms {
          let operand = variables[terms[t].variable].node
          if operand >= 0, nodes[operand].mark == mark { isRead = true }
        }
      }
    }
    if isRead { return false }
    var sorted = readers.view
    sorted.sort()
    for (q, reader) in sorted.enumerated() {
      if q % System.readersPerPlace == 0, q > 0 {
        nodes.append(Node(kind: .check, isDead: true, index: -1))
        deadNodes += 1
      }
      nodes.append(nodes[reader])
      renumber(reader, Int32(nodes.count - 1))
      nodes[reader].isDead = true
      deadNodes += 1
    }
    return true
  }

  /// Marks the older nodes that read a node, and lists those that were not marked.
  private mutating func markReaders(of node: Int32, olderThan newNodes: Int32, _ list: inout Buffer<Int32>) {
    forEachReader(of: node) { reader in
      guard reader < newNodes, nodes[reader].mark != mark else { return }
      nodes[reader].mark = mark
      list.append(reader)
    }
  }

  /// Gives a node another index, where no node is.
  private mutating func renumber(_ from: Int32, _ to: Int32) {
    nodes[to] = nodes[from]
    forEachVariable(of: to) { variables[$0].node = to }
    forEachRow(of: to) { rows[$0].node = to }
    if dirty.contains(Int(from)) {
      dirty.remove(Int(from))
      dirty.insert(Int(to))
    }
  }

  /// Removes the free places of removed nodes. Call it only when no node is dirty.
  mutating func compactNodes() {
    var count: Int32 = 0
    for index in 0..<Int32(nodes.count) where !nodes[index].isDead {
      if index != count { renumber(index, count) }
      count += 1
    }
    nodes.setCount(Int(count))
    deadNodes = 0
  }
}
