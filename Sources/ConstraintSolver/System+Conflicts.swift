import LayoutPlugin
import SceneModel

extension System {
  /// A connected part of the system: slots, by ascending id.
  struct Component {
    var variables: [Int32]
    var rows: [Int32]
  }

  /// The contradiction behind what was found violated: an irreducible set, ascending, and its Farkas vector.
  ///
  /// Which set is named depends on the present constraints alone: newer rows are left out first, and of several
  /// contradictions the one is named that is complete first when rows come in order of id.
  mutating func findConflict() throws(PluginFault) -> (members: [LinearConstraint.ID], proof: [CertificateEntry])? {
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
    guard let best else { return nil }
    return (best.members.map { LinearConstraint.ID(rows[$0].id) }, try farkasVector(best.component, best.members))
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
    var trial = System()
    trial.isTrial = true
    var edits: [SolverEdit] = []
    for (index, slot) in list.enumerated() {
      var constraint = constraint(slot)
      constraint.id = LinearConstraint.ID(UInt32(index))
      for term in constraint.terms {
        let isNonNegative = variables[variableSlots[term.variable.id]!].isNonNegative
        edits.append(.declare(term.variable, nonNegative: isNonNegative))
      }
      edits.append(.add(constraint))
    }
    return try trial.isFeasible(edits)
  }

  private mutating func isFeasible(_ edits: [SolverEdit]) throws(PluginFault) -> Bool {
    for edit in edits {
      do { try perform(edit) } catch let mistake { throw .broken(mistake.reason) }
    }
    try settle()
    return violated.isEmpty && negative.isEmpty
  }

  private func constraint(_ slot: Int32) -> LinearConstraint {
    let row = rows[slot]
    let list = (row.firstTerm..<row.firstTerm + row.termCount).map {
      LinearConstraint.Term(terms[$0].coefficient, Variable(variables[terms[$0].variable].id))
    }
    return LinearConstraint(
      id: LinearConstraint.ID(row.id), terms: list, relation: Relation(rawValue: Int32(row.relation))!,
      constant: row.constant, priority: row.priority)
  }
}
