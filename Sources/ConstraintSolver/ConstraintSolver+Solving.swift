import LayoutPlugin
import SceneModel

extension ConstraintSolver {
  /// A connected part of the system.
  struct Component {
    /// Slots, by ascending id.
    var variables: [Int32]
    var rows: [Int32]
  }

  /// Solves what is dirty. Returns the conflict, in which case no value has changed.
  func resolve() -> [LinearConstraint.ID]? {
    var conflicts: [[LinearConstraint.ID]] = []
    for row in emptyRows where rows[Int(row)].isAlive && rows[Int(row)].terms.isEmpty {
      let record = rows[Int(row)]
      guard record.priority >= LinearConstraint.requiredPriority else { continue }
      let holds =
        switch record.relation {
        case .equal: record.constant == 0
        case .lessThanOrEqual: record.constant >= 0
        case .greaterThanOrEqual: record.constant <= 0
        }
      if !holds { conflicts.append([record.id]) }
    }
    var values: [(Int32, Double)] = []
    let components = dirtyComponents()
    for component in components {
      if component.rows.isEmpty {
        for variable in component.variables { values.append((variable, 0)) }
        continue
      }
      let (program, bounds) = program(component, requiredOnly: nil)
      let simplex = LexicographicSimplex<Rational>(program, bounds: bounds)
      // Exact numbers never get stuck: Bland's rule ends every stage.
      try! simplex.solve()
      if simplex.isInfeasible {
        conflicts.append(conflict(in: component))
      } else {
        for (index, variable) in component.variables.enumerated() {
          values.append((variable, simplex.value(index).reported))
        }
      }
    }
    // Which set is named depends on the system alone: the one that is complete first when rows come in order of id.
    if let conflict = conflicts.min(by: { $0.last! < $1.last! }) { return conflict }
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
  func settle() {
    emptyRows.removeAll(keepingCapacity: true)
    _ = resolve()
  }

  /// Takes the dirty variables, each with everything it is connected to.
  private func dirtyComponents() -> [Component] {
    var result: [Component] = []
    for seed in dirty where variables[Int(seed)].isDirty && variables[Int(seed)].isAlive {
      var component = Component(variables: [seed], rows: [])
      variables[Int(seed)].isDirty = false
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
            variables[Int(term.variable)].isDirty = false
            component.variables.append(term.variable)
          }
        }
      }
      for variable in component.variables { variables[Int(variable)].component = -1 }
      for row in component.rows { rows[Int(row)].isSeen = false }
      component.variables.sort { variables[Int($0)].id < variables[Int($1)].id }
      component.rows.sort { rows[Int($0)].id < rows[Int($1)].id }
      result.append(component)
    }
    for slot in dirty { variables[Int(slot)].isDirty = false }
    dirty.removeAll(keepingCapacity: true)
    return result
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
  private func conflict(in component: Component) -> [LinearConstraint.ID] {
    let required = component.rows.filter { rows[Int($0)].priority >= LinearConstraint.requiredPriority }
    var kept: [Int32] = []
    var candidates = required[...]
    while true {
      // The shortest prefix of the candidates that contradicts what is kept ends in a member of the set.
      if !isFeasible(component, kept) { break }
      var low = 0
      var high = candidates.count
      while low + 1 < high {
        let middle = (low + high) / 2
        if isFeasible(component, candidates.prefix(middle) + kept) { low = middle } else { high = middle }
      }
      kept.append(candidates[candidates.startIndex + high - 1])
      candidates = candidates.prefix(high - 1)
    }
    return kept.map { rows[Int($0)].id }.sorted()
  }

  private func isFeasible(_ component: Component, _ subset: [Int32]) -> Bool {
    let (program, bounds) = program(component, requiredOnly: subset)
    return try! LexicographicSimplex<Rational>(program, bounds: bounds).isFeasible()
  }

  private func isFeasible(_ component: Component, _ subset: ArraySlice<Int32>) -> Bool {
    isFeasible(component, Array(subset))
  }
}
