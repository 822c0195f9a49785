/// The square systems among required equalities.
extension System {
  /// The state of a row in the search for strongly connected components.
  struct Search: BitwiseCopyable {
    /// The row's position in the order in which the search reached the rows, from 1; 0 if it was not reached, -1 once its component is found.
    var number: Int32 = 0
    var lowest: Int32 = 0
  }

  /// A level of the search's stack: a row, and the offset of the term to look at next.
  struct Call: BitwiseCopyable {
    var row: Int32
    var offset: Int32 = 0
  }

  /// Gives as many equalities as possible a variable of their own (a maximum matching).
  mutating func match(_ equalities: borrowing Buffer<Int32>) {
    for r in equalities.view {
      var best: Int32 = -1
      for t in rows[r].terms {
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
            // A free variable: all rows on the path move on by one.
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
  mutating func addSquareSystems(
    _ equalities: borrowing Buffer<Int32>, _ region: borrowing Buffer<Int32>, _ ready: inout Buffer<Int32>
  ) {
    // Everything that can be reached from an unmatched variable has freedom left.
    mark += 1
    let free = mark
    var reached = Buffer<Int32>()
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
    // Tarjan's strongly connected components, in an order in which each reads only earlier ones. A row's mark is its
    // place in the list.
    var searches = Buffer<Search>()
    var stack = Buffer<Int32>()
    var calls = Buffer<Call>()
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
  }

  private mutating func addSquareSystem(_ members: UnsafeBufferPointer<Int32>, _ ready: inout Buffer<Int32>) {
    var isFed = true
    for r in members {
      for t in rows[r].terms where variables[terms[t].variable].state == .deferred { isFed = false }
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
    // Every row that has become ready is matched, so this search reaches it anyway.
    ready.removeAll()
  }

  private mutating func makeSquareSystem(_ members: [Int32]) -> SquareSystem? {
    // A square system is tested for singularity in doubles. If everything must be proved, a block solves the rows in fractions instead.
    if isProved { return nil }
    // In the order of their ids, in which callers look values up.
    let unknowns = members.map { rows[$0].match }.sorted { variables[$0].id < variables[$1].id }
    for (local, v) in unknowns.enumerated() { variables[v].local = Int32(local) }
    mark += 1
    for v in unknowns { variables[v].mark = mark }
    squareWorkspace.matrix.removeAll()
    for r in members {
      for t in rows[r].terms where variables[terms[t].variable].mark == mark {
        squareWorkspace.matrix.append(variables[terms[t].variable].local, terms[t].coefficient)
      }
      squareWorkspace.matrix.endRow()
    }
    guard let factors = squareWorkspace.factorize() else { return nil }
    return SquareSystem(rows: members, variables: unknowns, factors)
  }
}
