import LayoutPlugin
import SceneModel

extension LinearSystem {
  /// The system in one program, nothing eliminated, so that each constraint has a price.
  private func program(of rows: [Row]) -> TieredProgram {
    let sorted = variables.keys.sorted()
    let index = Dictionary(uniqueKeysWithValues: sorted.enumerated().map { ($1, $0) })
    let priorities = Set(rows.lazy.map(\.constraint.priority).filter { $0 < LinearConstraint.requiredPriority })
    let tiers = Dictionary(uniqueKeysWithValues: priorities.sorted(by: >).enumerated().map { ($1, $0 + 1) })
    return TieredProgram(
      isNonNegative: sorted.map { variables[$0] == true },
      rows: rows.map { row in
        TieredProgram.Row(
          form: LinearForm(
            terms: row.terms.map { (index[$0.variable] ?? 0, $0.coefficient) },
            constant: -Rational(row.constraint.constant)),
          relation: row.constraint.relation, tier: tiers[row.constraint.priority] ?? 0, id: row.constraint.id)
      })
  }

  /// Whether these required constraints contradict each other, the bounds of variables included.
  func isContradictory(_ ids: [LinearConstraint.ID]) -> Bool {
    var part = LinearSystem()
    part.variables = variables
    for id in ids { part.rows[id] = rows[id] }
    return ExactSolution.isInfeasible(part)
  }

  /// An irreducible set of required constraints that contradict each other, ascending. It depends on the set of
  /// constraints alone.
  ///
  /// - Precondition: there is one.
  func irreducibleConflict() -> [LinearConstraint.ID] {
    let required = sortedRows.filter(\.constraint.isRequired)
    let prices = program(of: required).prices()[0]
    // Whatever has a price in the proof contradicts itself already; most of a scene is out at once.
    var members = zip(required, prices).filter { !$1.isZero }.map(\.0.constraint.id)
    precondition(!members.isEmpty, "only a contradiction has a conflict")
    // A deletion filter, newest first: what the contradiction can do without goes.
    for id in members.reversed() {
      let rest = members.filter { $0 != id }
      if isContradictory(rest) { members = rest }
    }
    return members
  }

  /// The prices that prove the tiers optimal, or the required constraints contradictory.
  func certificate() -> [CertificateEntry] {
    let rows = sortedRows
    var entries: [CertificateEntry] = []
    for (tier, prices) in program(of: rows).prices().enumerated() {
      for (row, price) in zip(rows, prices) where !price.isZero {
        entries.append(
          CertificateEntry(tier: tier, constraint: row.constraint.id, multiplier: price.nearestDouble))
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
