import LayoutPlugin
import SceneModel

/// Proofs on demand, in exact arithmetic over whole components.
extension System {
  mutating func certificate() throws(PluginFault) -> [CertificateEntry] {
    if let refusal { return try refusal.certificate() }
    var priorities: Set<Double> = []
    for slot in 0..<rows.count where rows[slot].isAlive && !rows[slot].isRequired {
      priorities.insert(demands[slot].priority)
    }
    let tiers = [LinearConstraint.requiredPriority] + priorities.sorted(by: >)
    var result: [CertificateEntry] = []
    var seen: Set<Int32> = []
    for seed in 0..<Int32(variables.count) where variables[seed].isAlive && !seen.contains(seed) {
      let component = component(of: seed)
      seen.formUnion(component.variables)
      if component.rows.isEmpty { continue }
      let (program, bounds, levels) = program(component, component.rows)
      defer { program.free() }
      var simplex = LexicographicSimplex<FactoredTableau<Rational>>(program, bounds: bounds)
      try runExactSimplex { () throws(NumericalTrouble) in try simplex.solve() }
      // Tier 0 has prices, too: at a degenerate point they say on which side of a required row the point is held.
      for (tier, priority) in levels.enumerated() {
        for (index, multiplier) in simplex.multipliers(tier: tier) {
          result.append(
            CertificateEntry(
              tier: tiers.firstIndex(of: priority)!, constraint: LinearConstraint.ID(rows[component.rows[index]].id),
              multiplier: CertificateEntry.multiplier(
                nearest: multiplier.approximation, order: (multiplier.magnitude - Rational.one).sign)))
        }
      }
    }
    return result
  }

  /// Stores the facts that the proof of an irreducible set needs later, when its rows may have been removed.
  func refusal(_ members: [Int32]) -> Refusal {
    let unknowns = Set(members.flatMap { rows[$0].terms.map { terms[$0].variable } }).sorted {
      variables[$0].id < variables[$1].id
    }
    let (program, bounds, _) = program(Component(variables: unknowns, rows: members), members)
    return Refusal(
      members: members.map { LinearConstraint.ID(rows[$0].id) },
      variables: unknowns.map { Variable(variables[$0].id) }, program, bounds: bounds)
  }

  /// Some rows of a component as a program, with their bounds and the priority of each tier.
  func program(_ component: Component, _ list: [Int32]) -> (Program, [Rational], [Double]) {
    var locals: [Int32: Int32] = [:]
    for (index, variable) in component.variables.enumerated() { locals[variable] = Int32(index) }
    var termCount = 0
    for row in list { termCount += Int(rows[row].termCount) }
    let levels = Set(list.map { demands[$0].priority }).union([LinearConstraint.requiredPriority]).sorted(by: >)
    var program = Program(rowCount: list.count, variableCount: component.variables.count, termCount: termCount)
    for (index, variable) in component.variables.enumerated() {
      program.isNonNegative[index] = variables[variable].isNonNegative
    }
    for row in list {
      for t in rows[row].terms {
        program.append(column: locals[terms[t].variable]!, coefficient: terms[t].coefficient)
      }
      program.endRow(
        Relation(rawValue: Int32(rows[row].relation))!, tier: levels.firstIndex(of: demands[row].priority)!)
    }
    program.tierCount = levels.count
    return (program, list.map { Rational(demands[$0].constant) }, levels)
  }
}
