import LayoutPlugin
import SceneModel

extension ConstraintSolver {
  /// A connected part of the system.
  struct Component {
    /// Slots, by ascending id.
    var variables: [Int32]
    var rows: [Int32]
  }

  /// A contradiction: its members, by ascending id.
  struct Conflict {
    var component: Component
    var members: [Int32]
  }

  /// Solves what is dirty. Returns the conflict, in which case no value has changed.
  func resolve() throws(PluginFault) -> Conflict? {
    var conflicts: [Conflict] = []
    for row in emptyRows where rows[Int(row)].isAlive && rows[Int(row)].terms.isEmpty {
      let record = rows[Int(row)]
      guard record.priority >= LinearConstraint.requiredPriority else { continue }
      let holds =
        switch record.relation {
        case .equal: record.constant == 0
        case .lessThanOrEqual: record.constant >= 0
        case .greaterThanOrEqual: record.constant <= 0
        }
      if !holds { conflicts.append(Conflict(component: Component(variables: [], rows: [row]), members: [row])) }
    }
    var values: [(Int32, Double)] = []
    for component in dirtyComponents() {
      if component.rows.isEmpty {
        for variable in component.variables { values.append((variable, 0)) }
        continue
      }
      let (program, bounds) = program(component, requiredOnly: nil)
      let simplex = LexicographicSimplex<Rational>(program, bounds: bounds)
      try solveExactly { () throws(Stuck) in try simplex.solve() }
      if simplex.isInfeasible {
        conflicts.append(Conflict(component: component, members: try conflict(in: component)))
      } else {
        for (index, variable) in component.variables.enumerated() {
          values.append((variable, simplex.value(index).reported))
        }
      }
    }
    // Which set is named depends on the system alone: the one that is complete first when rows come in order of id.
    func age(_ conflict: Conflict) -> LinearConstraint.ID { rows[Int(conflict.members.last!)].id }
    if let conflict = conflicts.min(by: { age($0) < age($1) }) { return conflict }
    emptyRows.removeAll(keepingCapacity: true)
    for (slot, value) in values {
      variables[Int(slot)].value = value
      if !variables[Int(slot)].isQueued {
        variables[Int(slot)].isQueued = true
        queued.append(slot)
      }
    }
    return nil
  }

  /// After an undo: the state is one that was solved before.
  func settle() throws(PluginFault) {
    emptyRows.removeAll(keepingCapacity: true)
    _ = try resolve()
  }

  /// Takes the dirty variables, each with everything it is connected to.
  private func dirtyComponents() -> [Component] {
    var result: [Component] = []
    for seed in dirty where variables[Int(seed)].isDirty && variables[Int(seed)].isAlive {
      let component = component(of: seed)
      for variable in component.variables { variables[Int(variable)].isDirty = false }
      result.append(component)
    }
    for slot in dirty { variables[Int(slot)].isDirty = false }
    dirty.removeAll(keepingCapacity: true)
    return result
  }

  func allComponents() -> [Component] {
    var result: [Component] = []
    var isTaken = [Bool](repeating: false, count: variables.count)
    for slot in variables.indices where variables[slot].isAlive && !isTaken[slot] {
      let component = component(of: Int32(slot))
      for variable in component.variables { isTaken[Int(variable)] = true }
      result.append(component)
    }
    return result
  }

  func component(of seed: Int32) -> Component {
    var component = Component(variables: [seed], rows: [])
    variables[Int(seed)].component = -2
    var next = 0
    while next < component.variables.count {
      let variable = Int(component.variables[next])
      next += 1
      for row in variables[variable].rows where !rows[Int(row)].isSeen {
        rows[Int(row)].isSeen = true
        component.rows.append(row)
        for term in rows[Int(row)].terms where variables[Int(term.variable)].component != -2 {
          variables[Int(term.variable)].component = -2
          component.variables.append(term.variable)
        }
      }
    }
    for variable in component.variables { variables[Int(variable)].component = -1 }
    for row in component.rows { rows[Int(row)].isSeen = false }
    component.variables.sort { variables[Int($0)].id < variables[Int($1)].id }
    component.rows.sort { rows[Int($0)].id < rows[Int($1)].id }
    return component
  }

  /// The component in local numbering; with `requiredOnly`, those required rows and no others.
  func program(_ component: Component, requiredOnly: [Int32]?) -> (Program, [Rational]) {
    var program = Program()
    var bounds: [Rational] = []
    for (index, variable) in component.variables.enumerated() {
      variables[Int(variable)].component = Int32(index)
      program.isNonNegative.append(variables[Int(variable)].isNonNegative)
    }
    let list = requiredOnly ?? component.rows
    let priorities = Set(list.map { rows[Int($0)].priority }).union([LinearConstraint.requiredPriority]).sorted(by: >)
    program.tierCount = priorities.count
    for row in list {
      let record = rows[Int(row)]
      for term in record.terms {
        program.columns.append(variables[Int(term.variable)].component)
        program.coefficients.append(term.coefficient)
      }
      program.rowStart.append(Int32(program.columns.count))
      program.relations.append(record.relation)
      program.tiers.append(Int32(priorities.firstIndex(of: record.priority)!))
      bounds.append(Rational(record.constant))
    }
    for variable in component.variables { variables[Int(variable)].component = -1 }
    return (program, bounds)
  }

  /// An irreducible set of required rows that contradict each other, ascending.
  ///
  /// Newer rows are left out first, so the set is a function of the system alone.
  private func conflict(in component: Component) throws(PluginFault) -> [Int32] {
    let required = component.rows.filter { rows[Int($0)].priority >= LinearConstraint.requiredPriority }
    var kept: [Int32] = []
    var candidates = required[...]
    while try isFeasible(component, kept) {
      // The shortest prefix of the candidates that contradicts what is kept ends in a member of the set.
      var low = 0
      var high = candidates.count
      while low + 1 < high {
        let middle = (low + high) / 2
        if try isFeasible(component, candidates.prefix(middle) + kept) { low = middle } else { high = middle }
      }
      kept.append(candidates[candidates.startIndex + high - 1])
      candidates = candidates.prefix(high - 1)
    }
    return kept.sorted { rows[Int($0)].id < rows[Int($1)].id }
  }

  private func isFeasible(_ component: Component, _ subset: [Int32]) throws(PluginFault) -> Bool {
    let (program, bounds) = program(component, requiredOnly: subset)
    let simplex = LexicographicSimplex<Rational>(program, bounds: bounds)
    var answer = false
    try solveExactly { () throws(Stuck) in answer = try simplex.isFeasible() }
    return answer
  }
}
