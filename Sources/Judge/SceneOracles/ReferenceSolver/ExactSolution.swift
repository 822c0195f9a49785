import SceneModel

/// The canonical solution of a linear system, exactly.
///
/// Required equalities are solved by elimination first. The rest falls into connected parts, and each part is a `TieredProgram`. In most layouts,
/// elimination determines nearly all values.
package struct ExactSolution: Sendable {
  /// Each live variable's exact value, before it is rounded for reporting.
  package private(set) var values: [Variable: BigRational]

  /// Solves a system; nil if the required constraints contradict each other.
  package init?(_ system: LinearSystem) {
    guard let reduction = Reduction(system) else { return nil }
    var exact: [BigRational?] = Array(repeating: nil, count: reduction.variables.count)
    for part in reduction.parts {
      guard let solution = part.program.solve() else { return nil }
      for (local, variable) in part.variables.enumerated() { exact[variable] = solution[local] }
    }
    values = [:]
    values.reserveCapacity(exact.count)
    for (index, variable) in reduction.variables.enumerated() {
      var value: BigRational
      if let form = reduction.eliminated[index] {
        value = form.constant
        for (other, coefficient) in form.terms { value += coefficient * (exact[other] ?? .zero) }
      } else {
        value = exact[index] ?? .zero
      }
      values[variable] = value
    }
  }

  /// For each live variable, whether the tiers alone determine its value.
  package static func uniqueness(in system: LinearSystem) -> [Variable: Bool] {
    guard let reduction = Reduction(system) else { return system.variables.mapValues { _ in false } }
    var result: [Variable: Bool] = [:]
    for (index, variable) in reduction.variables.enumerated() {
      // A variable that is neither eliminated nor in a part is in no constraint, so nothing determines it. An eliminated variable without terms is a
      // constant.
      result[variable] = reduction.eliminated[index].map { $0.terms.isEmpty } ?? false
    }
    for part in reduction.parts {
      let answers = part.program.uniqueness(of: part.members.map(\.form))
      for (member, answer) in zip(part.members, answers) { result[reduction.variables[member.variable]] = answer }
    }
    return result
  }
}

/// A linear system whose required equalities are solved.
struct Reduction {
  /// A connected part of the system that is left after elimination.
  struct Part {
    /// The program's variables, as indices of the reduction's variables.
    var variables: [Int] = []
    var program = TieredProgram(isNonNegative: [], rows: [])
    /// Every variable that depends on this part, as a linear form of the program's variables; sorted by index.
    var members: [(variable: Int, form: LinearForm)] = []
  }

  /// The variables, ascending.
  let variables: [Variable]
  private let isNonNegative: [Bool]
  private var elimination: Elimination
  private(set) var parts: [Part] = []

  /// The eliminated variables in terms of those that are not.
  var eliminated: [Int: LinearForm] { elimination.solved }

  /// Solves the required equalities; nil if they contradict each other, a bound, or a required row whose variables they determine.
  init?(_ system: LinearSystem) {
    variables = system.variables.keys.sorted()
    isNonNegative = variables.map { system.variables[$0] == true }
    let rows = system.constraints
    let index = Dictionary(uniqueKeysWithValues: variables.enumerated().map { ($1, $0) })
    let forms = rows.map { row in
      LinearForm(
        terms: row.exactTerms.map { (index[$0.variable] ?? 0, $0.coefficient) },
        constant: -BigRational(row.constant))
    }
    var occurrences = Array(repeating: 0, count: variables.count)
    for form in forms { for (variable, _) in form.terms { occurrences[variable] += 1 } }
    // An equation eliminates a free variable if it can, because a non-negative one leaves its bound as a row; and then the rarest variable, which
    // changes the fewest forms.
    let costs = zip(occurrences, isNonNegative).map { $0 + ($1 ? rows.count + 1 : 0) }
    elimination = Elimination(costs: costs)
    for (row, form) in zip(rows, forms) where row.isRequired && row.relation == .equal {
      guard elimination.require(form) else { return nil }
    }
    elimination.finish()

    let tiers = system.tiers
    var remaining: [TieredProgram.Row] = []
    for (row, form) in zip(rows, forms) where !(row.isRequired && row.relation == .equal) {
      let reduced = elimination.reduced(form)
      let tier = tiers[row.priority] ?? 0
      if reduced.terms.isEmpty {
        if tier == 0, !row.relation.holds(reduced.constant.signum) { return nil }
        continue
      }
      remaining.append(
        TieredProgram.Row(
          form: reduced, relation: row.relation, tier: tier, id: row.id, weight: system.weight(of: row.id)))
    }
    for variable in variables.indices where isNonNegative[variable] {
      guard let form = eliminated[variable] else { continue }
      if form.terms.isEmpty {
        if form.constant.signum < 0 { return nil }
        continue
      }
      remaining.append(TieredProgram.Row(form: form, relation: .greaterThanOrEqual, tier: 0, id: nil))
    }
    split(remaining)
  }

  /// Splits the remaining rows into parts that share no variable.
  private mutating func split(_ rows: [TieredProgram.Row]) {
    var leader = Array(variables.indices)
    func find(_ variable: Int) -> Int {
      var root = variable
      while leader[root] != root {
        leader[root] = leader[leader[root]]
        root = leader[root]
      }
      return root
    }
    func join(_ form: LinearForm) {
      guard let first = form.terms.first else { return }
      let root = find(first.variable)
      for (variable, _) in form.terms { leader[find(variable)] = root }
    }
    var isConstrained = Array(repeating: false, count: variables.count)
    for row in rows { join(row.form) }
    // The size or position of an eliminated variable is a goal over all variables that it depends on.
    for form in eliminated.values { join(form) }
    for form in rows.map(\.form) + eliminated.values {
      for (variable, _) in form.terms { isConstrained[variable] = true }
    }

    var partOfLeader: [Int: Int] = [:]
    var local = Array(repeating: 0, count: variables.count)
    var partOfVariable: [Int?] = Array(repeating: nil, count: variables.count)
    for variable in variables.indices where isConstrained[variable] {
      let root = find(variable)
      let part = partOfLeader[root] ?? parts.count
      if part == parts.count {
        partOfLeader[root] = part
        parts.append(Part())
      }
      local[variable] = parts[part].variables.count
      partOfVariable[variable] = part
      parts[part].variables.append(variable)
      parts[part].program.isNonNegative.append(isNonNegative[variable])
    }
    func localised(_ form: LinearForm) -> LinearForm {
      LinearForm(terms: form.terms.map { (local[$0.variable], $0.coefficient) }, constant: form.constant)
    }
    for var row in rows {
      guard let first = row.form.terms.first, let part = partOfVariable[first.variable] else { continue }
      row.form = localised(row.form)
      parts[part].program.rows.append(row)
    }
    for variable in variables.indices {
      let form = eliminated[variable] ?? LinearForm(terms: [(variable, .one)], constant: .zero)
      guard let first = form.terms.first, let part = partOfVariable[first.variable] else { continue }
      let member = localised(form)
      parts[part].members.append((variable, member))
      if isNonNegative[variable] {
        parts[part].program.sizes.append(member)
      } else {
        parts[part].program.positions.append(member)
      }
    }
  }
}

extension Relation {
  /// Returns whether the relation holds if left side minus constant has this sign.
  func holds(_ sign: Int) -> Bool {
    switch self {
    case .lessThanOrEqual: sign <= 0
    case .equal: sign == 0
    case .greaterThanOrEqual: sign >= 0
    }
  }
}
