import LayoutPlugin
import SceneModel

extension System {
  /// A connected part of the system: slots, by ascending id.
  struct Component {
    var variables: [Int32]
    var rows: [Int32]
  }

  /// The contradiction behind what was found violated: an irreducible set.
  ///
  /// Which set is named depends on the present constraints alone: newer rows are left out first, and of several
  /// contradictions the one is named that is complete first when rows come in order of id.
  mutating func findConflict() throws(PluginFault) -> Refusal? {
    var best: (component: Component, members: [Int32])?
    func isOlder(_ members: [Int32], than others: [Int32]?) -> Bool {
      guard let others else { return true }
      return rows[members.last!].id < rows[others.last!].id
    }
    var seen: Set<Int32> = []
    var seeds: [Int32] = []
    for q in 0..<negative.count { seeds.append(negative[q]) }
    for q in 0..<violated.count {
      let row = violated[q]
      if rows[row].termCount > 0 {
        seeds.append(terms[rows[row].firstTerm].variable)
      } else if isOlder([row], than: best?.members) {
        best = (Component(variables: [], rows: [row]), [row])
      }
    }
    for seed in seeds where !seen.contains(seed) {
      let component = component(of: seed)
      seen.formUnion(component.variables)
      guard let members = try irreducible(component.rows.filter { rows[$0].isRequired }) else { continue }
      if best != nil { HardState.twoContradictions.reach() }
      if isOlder(members, than: best?.members) { best = (component, members) }
    }
    return best.map { refusal($0.component, $0.members) }
  }

  func component(of seed: Int32) -> Component {
    var seenVariables: Set<Int32> = [seed]
    var seenRows: Set<Int32> = []
    var component = Component(variables: [seed], rows: [])
    var next = 0
    while next < component.variables.count {
      var t = variables[component.variables[next]].firstTerm
      next += 1
      while t >= 0 {
        let row = terms[t].row
        if seenRows.insert(row).inserted {
          component.rows.append(row)
          for u in rows[row].terms where seenVariables.insert(terms[u].variable).inserted {
            component.variables.append(terms[u].variable)
          }
        }
        t = terms[t].next
      }
    }
    component.variables.sort { variables[$0].id < variables[$1].id }
    component.rows.sort { rows[$0].id < rows[$1].id }
    return component
  }

  /// Members of a list, ascending by id, that contradict each other, and would not without any of them; nil when all can
  /// hold together. A trial or two for each member.
  private func irreducible(_ required: [Int32]) throws(PluginFault) -> [Int32]? {
    guard var proof = try contradiction(in: required[...], beside: []) else { return nil }
    var kept: [Int32] = []
    while true {
      // The shortest prefix of the candidates that contradicts what is kept ends in a member of the set; none is needed when
      // what is kept will do.
      var low = -1
      var isHalving = false
      while let newest = proof.last, low < newest {
        // Mostly a proof needs its newest row.
        let middle = isHalving ? (low + newest + 1) / 2 : newest
        isHalving.toggle()
        if let found = try contradiction(in: required.prefix(middle), beside: kept) {
          proof = found
        } else {
          low = middle
        }
      }
      guard let member = proof.popLast() else { return kept.reversed() }
      kept.append(required[member])
    }
  }

  /// Which of the candidates, ascending by place, contradict each other and what is kept, whatever the others say; nil when
  /// all can hold together. A small system of their own tells.
  private func contradiction(
    in candidates: ArraySlice<Int32>, beside kept: [Int32]
  ) throws(PluginFault) -> [Int]? {
    var trial = System()
    trial.isTrial = true
    for row in candidates + kept { trial.copy(row, of: self) }
    try trial.settle()
    return trial.contradiction()?.lazy.map(Int.init).filter { $0 < candidates.count }.sorted()
  }

  /// One of the contradictions that were found: rows of a check or a block, and all from which the values are computed that
  /// they cannot hold with.
  private func contradiction() -> [Int32]? {
    var found: Set<Int32> = []
    var open: [Int32] = []
    func take(_ row: Int32) {
      guard found.insert(row).inserted else { return }
      for t in rows[row].terms where variables[terms[t].variable].node != rows[row].node {
        open.append(terms[t].variable)
      }
    }
    if let first = violated.view.min() {
      for row in violated.view where rows[row].node == rows[first].node { take(row) }
    } else if !negative.isEmpty {
      open.append(negative[0])
    } else {
      return nil
    }
    while let variable = open.popLast() {
      let node = variables[variable].node
      if node < 0 { continue }
      // The value of a block is one of many.
      if nodes[node].kind == .block { return Array(0..<Int32(rows.count)) }
      forEachRow(of: node, take)
    }
    return Array(found)
  }

  /// Takes over a row of another system, with its variables.
  private mutating func copy(_ row: Int32, of other: borrowing System) {
    let (first, count) = (other.rows[row].firstTerm, other.rows[row].termCount)
    var record = RowRecord(
      id: other.rows[row].id, relation: other.rows[row].relation, isRequired: other.rows[row].isRequired)
    record.isSplit = other.rows[row].isSplit
    let slot = rows.count
    record.firstTerm = Int32(
      terms.append(
        repeating: TermRecord(variable: -1, row: Int32(slot), next: -1, previous: -1, coefficient: 0),
        count: Int(count)))
    record.termCount = count
    for offset in 0..<count {
      let term = other.terms[first + offset]
      let id = other.variables[term.variable].id
      terms[record.firstTerm + offset].variable = Int32(
        variableSlots[id] ?? insertVariable(Variable(id), other.variables[term.variable].isNonNegative))
      terms[record.firstTerm + offset].coefficient = term.coefficient
    }
    rows.append(record)
    demands.append(other.demands[row])
    link(slot)
  }
}
