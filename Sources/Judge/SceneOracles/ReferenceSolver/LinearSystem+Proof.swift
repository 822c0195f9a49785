import LayoutPlugin
import SceneModel

extension LinearSystem {
  /// The number of the tier of each optional priority in use: 1 is the highest.
  var tiers: [Double: Int] {
    var priorities: Set<Double> = []
    forEachConstraint { if !$0.isRequired { priorities.insert($0.priority) } }
    return Dictionary(uniqueKeysWithValues: priorities.sorted(by: >).enumerated().map { ($1, $0 + 1) })
  }

  /// Returns these constraints as one program without elimination, so that each has a price.
  private func program(of constraints: [LinearConstraint]) -> TieredProgram {
    let sorted = variables.keys.sorted()
    let index = Dictionary(uniqueKeysWithValues: sorted.enumerated().map { ($1, $0) })
    let tiers = tiers
    return TieredProgram(
      isNonNegative: sorted.map { variables[$0] == true },
      rows: constraints.map { constraint in
        TieredProgram.Row(
          form: LinearForm(
            terms: constraint.exactTerms.map { (index[$0.variable] ?? 0, $0.coefficient) },
            constant: -BigRational(constraint.constant)),
          relation: constraint.relation, tier: tiers[constraint.priority] ?? 0, id: constraint.id)
      })
  }

  /// Returns whether these constraints, taken as required, contradict each other, including the bounds of variables.
  func isContradictory(_ ids: [LinearConstraint.ID]) -> Bool {
    let part = LinearSystem(
      variables: variables,
      constraints: ids.compactMap { id in
        var constraint = self[id]
        constraint?.priority = LinearConstraint.requiredPriority
        return constraint
      })
    return ExactSolution.isInfeasible(part)
  }

  /// Returns an irreducible set of required constraints that contradict each other, ascending. It depends on the set of constraints alone.
  ///
  /// - Precondition: the required constraints contradict each other.
  func irreducibleConflict() -> [LinearConstraint.ID] {
    let required = constraints.filter(\.isRequired)
    let prices = program(of: required).prices()[0]
    // The constraints with a price in the proof contradict each other already. The others, which are most of a scene, are left out at once.
    var members = zip(required, prices).filter { !$1.isZero }.map(\.0.id)
    precondition(!members.isEmpty, "only a contradiction has a conflict")
    // A deletion filter, newest first: a constraint is left out if the others still contradict each other.
    for id in members.reversed() {
      let rest = members.filter { $0 != id }
      if isContradictory(rest) { members = rest }
    }
    return members
  }

  /// Returns the constraints whose constants the variable's value depends on, ascending; nil if there is no solution, or no such variable.
  package func constraintsAffecting(_ variable: Variable) -> [LinearConstraint.ID]? {
    guard let value = ExactSolution(self)?.values[variable] else { return nil }
    let rows = constraints
    var program = program(of: rows)
    let index = variables.keys.sorted().firstIndex(of: variable) ?? 0
    // An additional lowest tier asks for the variable to be one point lower than it is. The constraints with a price in this tier are those that hold
    // the value where it is.
    program.rows.append(
      TieredProgram.Row(
        form: LinearForm(terms: [(index, .one)], constant: .one - value), relation: .lessThanOrEqual,
        tier: tiers.count + 1, id: nil))
    guard let prices = program.prices().last else { return [] }
    return zip(rows, prices).filter { !$1.isZero }.map(\.0.id)
  }

  /// Returns the prices that prove the tiers optimal; if `members` are given, those that prove that these contradict each other.
  func certificate(ofConflict members: [LinearConstraint.ID]? = nil) -> [CertificateEntry] {
    let rows = members.map { $0.compactMap { self[$0] } } ?? constraints
    var entries: [CertificateEntry] = []
    for (tier, prices) in program(of: rows).prices().enumerated() {
      for (row, price) in zip(rows, prices) where !price.isZero {
        let multiplier = CertificateEntry.multiplier(
          nearest: price.nearestDouble, order: (price.magnitude - .one).signum)
        entries.append(CertificateEntry(tier: tier, constraint: row.id, multiplier: multiplier))
      }
    }
    return entries
  }
}

extension ExactSolution {
  static func isInfeasible(_ system: LinearSystem) -> Bool {
    guard let reduction = Reduction(system) else { return true }
    return reduction.parts.contains { !$0.program.isFeasible }
  }
}
