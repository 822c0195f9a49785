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
      let required = component.rows.filter { rows[$0].isRequired }
      if try isFeasible(required) { continue }
      let members = try irreducible(required)
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
          let first = rows[row].firstTerm
          for u in first..<first + rows[row].termCount where seenVariables.insert(terms[u].variable).inserted {
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

  /// Members of an infeasible list, ascending by id, without which it would be feasible.
  private mutating func irreducible(_ required: [Int32]) throws(PluginFault) -> [Int32] {
    var kept: [Int32] = []
    var candidates = required[...]
    while try isFeasible(kept) {
      if candidates.isEmpty { throw .broken("rows contradict each other, but not when they are tried again") }
      // The shortest prefix of the candidates that contradicts what is kept ends in a member of the set.
      var low = 0
      var high = candidates.count
      while low + 1 < high {
        let middle = (low + high) / 2
        if try isFeasible(Array(candidates.prefix(middle)) + kept) { low = middle } else { high = middle }
      }
      kept.append(candidates[candidates.startIndex + high - 1])
      candidates = candidates.prefix(high - 1)
    }
    return kept.sorted { rows[$0].id < rows[$1].id }
  }

  /// Whether these rows can hold together: a small system of their own tells.
  private func isFeasible(_ list: [Int32]) throws(PluginFault) -> Bool {
    if list.isEmpty { return true }
    var trial = System()
    trial.isTrial = true
    for row in list { trial.copy(row, of: self) }
    try trial.settle()
    return trial.violated.isEmpty && trial.negative.isEmpty
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
