import LayoutPlugin
import SceneModel

extension ConstraintSolver {
  /// Prices that prove each tier optimal, or the Farkas vector of the refusal; `Guides/certificates.md` says how to read them.
  ///
  /// Computed on demand, in exact arithmetic, for the whole system.
  public func certificate() throws(PluginFault) -> [CertificateEntry]? {
    if let refusal { return refusal }
    var priorities: Set<Double> = []
    for record in rows where record.isAlive && record.priority < LinearConstraint.requiredPriority {
      priorities.insert(record.priority)
    }
    let tiers = [LinearConstraint.requiredPriority] + priorities.sorted(by: >)
    var result: [CertificateEntry] = []
    for component in allComponents() where !component.rows.isEmpty {
      let (program, bounds) = program(component, requiredOnly: nil)
      let simplex = LexicographicSimplex<Rational>(program, bounds: bounds)
      try solveExactly { () throws(Stuck) in try simplex.solve() }
      for tier in 1..<max(program.tierCount, 1) {
        for (index, multiplier) in simplex.multipliers(tier: tier) {
          guard let first = program.tiers.firstIndex(of: Int32(tier)) else { continue }
          let priority = rows[Int(component.rows[first])].priority
          result.append(
            CertificateEntry(
              tier: tiers.firstIndex(of: priority)!, constraint: rows[Int(component.rows[index])].id,
              multiplier: multiplier.approximation))
        }
      }
    }
    return result
  }

  /// Whether the tiers alone, before the tie-break, leave the variable one value.
  public func isUnique(_ variable: Variable) throws(PluginFault) -> Bool? {
    guard let slot = variableSlots[variable.id] else { throw .rejected("\(variable) is unknown") }
    let component = component(of: Int32(slot))
    if component.rows.isEmpty { return false }
    let (program, bounds) = program(component, requiredOnly: nil)
    let simplex = LexicographicSimplex<Rational>(program, bounds: bounds)
    let index = component.variables.firstIndex(of: Int32(slot))!
    var answer = false
    try solveExactly { () throws(Stuck) in
      try simplex.solveTiers()
      answer = try simplex.isUnique(index)
    }
    return answer
  }

  /// The Farkas vector of an irreducible set of rows of a component.
  func farkasVector(_ component: Component, _ members: [Int32]) throws(PluginFault) -> [CertificateEntry] {
    if component.variables.isEmpty {
      return members.map {
        CertificateEntry(tier: 0, constraint: rows[Int($0)].id, multiplier: rows[Int($0)].constant < 0 ? 1 : -1)
      }
    }
    let (program, bounds) = program(component, requiredOnly: members)
    let simplex = LexicographicSimplex<Rational>(program, bounds: bounds)
    try solveExactly { () throws(Stuck) in _ = try simplex.isFeasible() }
    return simplex.multipliers(tier: 0).map {
      CertificateEntry(
        tier: 0, constraint: rows[Int(members[$0.constraint])].id, multiplier: $0.multiplier.approximation)
    }
  }

  /// Runs an exact simplex, which Bland's rule brings to an end.
  func solveExactly(_ body: () throws(Stuck) -> Void) throws(PluginFault) {
    do { try body() } catch { throw .broken("the exact simplex found an objective without a minimum") }
  }
}
