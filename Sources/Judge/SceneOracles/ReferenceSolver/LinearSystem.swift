import BigInt
import LayoutPlugin
import SceneModel

/// The variables and constraints that a solver has after some transactions, by the rules of the contract. Nothing is solved.
///
/// Repeated terms are added exactly; terms that add up to zero vanish, as if they had not been written. A variable that a constraint uses without a
/// declaration is free from then on.
public struct LinearSystem: Equatable, Sendable {
  /// The record of a transaction, by which it can be undone.
  public struct Journal: Sendable {
    fileprivate enum Entry: Sendable {
      case variable(Variable, Bool?)
      case constraint(LinearConstraint.ID, LinearConstraint?)
    }

    fileprivate var entries: [Entry] = []
  }

  /// Whether each live variable is non-negative.
  public private(set) var variables: [Variable: Bool] = [:]
  private var rows: [LinearConstraint.ID: LinearConstraint] = [:]
  /// The factor of each row's violation in its tier's sum, for rows whose factor is not 1. Multiplying all factors of a tier by one number has no
  /// effect.
  private var weights: [LinearConstraint.ID: Double] = [:]

  /// Makes a system without any variable or constraint.
  public init() {}

  /// Makes a system of constraints over declared variables.
  init(variables: [Variable: Bool], constraints: [LinearConstraint]) {
    self.variables = variables
    for constraint in constraints { rows[constraint.id] = constraint }
  }

  /// Returns the system with other priorities and weights. It is used for an engine that adds up weighted violations instead of keeping tiers apart.
  func weighing(_ weigh: (LinearConstraint) -> (priority: Double, weight: Double)) -> LinearSystem {
    var system = self
    for (id, row) in rows {
      let (priority, weight) = weigh(row)
      system.rows[id]?.priority = priority
      if weight != 1 { system.weights[id] = weight }
    }
    return system
  }

  /// Returns the weight of a row's violation as a whole number, at least 1. If one weight is not whole, all are multiplied by `weightScale` and
  /// rounded down.
  func weight(of id: LinearConstraint.ID) -> BigInt {
    if weights.isEmpty { return 1 }
    let isWhole = weights.values.allSatisfy { $0 == $0.rounded() }
    let exact = BigRational(weights[id] ?? 1) * BigRational(isWhole ? 1 : LinearSystem.weightScale)
    return max(1, exact.numerator / exact.denominator)
  }

  /// The factor that makes weights whole numbers: they are kept to multiples of 1/1024.
  private static let weightScale = 1 << 10

  /// Whether an exact solution would take too long, because weights make large numbers.
  var isTooLargeToWeigh: Bool { !weights.isEmpty && rows.count > LinearSystem.mostWeighed }

  private static let mostWeighed = 24

  /// The live constraints, ascending by id.
  public var constraints: [LinearConstraint] { rows.values.sorted { $0.id < $1.id } }

  /// Whether there is neither a variable nor a constraint.
  public var isEmpty: Bool { variables.isEmpty && rows.isEmpty }

  /// The live constraint of an id; `nil` when there is none.
  public subscript(id: LinearConstraint.ID) -> LinearConstraint? { rows[id] }

  /// Calls a closure with the constraints, in no particular order.
  func forEachConstraint(_ body: (LinearConstraint) -> Void) { for row in rows.values { body(row) } }

  /// The edits that make this state in an empty solver, variables and constraints ascending.
  public var edits: [SolverEdit] {
    variables.keys.sorted().map { .declare($0, nonNegative: variables[$0] == true) }
      + constraints.map { .add($0) }
  }

  /// Makes a transaction.
  ///
  /// - Returns: the record by which it can be undone.
  /// - Throws: `.rejected` when an edit is malformed; nothing has changed then.
  @discardableResult
  public mutating func apply(_ edits: [SolverEdit]) throws(PluginFault) -> Journal {
    var journal = Journal()
    for edit in edits {
      do {
        try apply(edit, &journal)
      } catch {
        undo(journal)
        throw error
      }
    }
    return journal
  }

  /// Undoes a transaction. Later transactions must have been undone before.
  public mutating func undo(_ journal: Journal) {
    for entry in journal.entries.reversed() {
      switch entry {
      case .variable(let variable, let old): variables[variable] = old
      case .constraint(let id, let old):
        rows[id] = old
      }
    }
  }

  private mutating func apply(_ edit: SolverEdit, _ journal: inout Journal) throws(PluginFault) {
    switch edit {
    case .declare(let variable, let nonNegative):
      let known = variables[variable]
      if let known, known != nonNegative {
        throw .rejected("\(variable) is already \(known ? "non-negative" : "free")")
      }
      journal.entries.append(.variable(variable, known))
      variables[variable] = nonNegative
    case .forget(let variable):
      guard let known = variables[variable] else { throw .rejected("\(variable) is not known") }
      guard !isUsed(variable) else { throw .rejected("\(variable) is still used by a constraint") }
      journal.entries.append(.variable(variable, known))
      variables[variable] = nil
    case .add(let constraint):
      try check(constraint)
      constraint.forEachUsedVariable { variable in
        guard variables[variable] == nil else { return }
        journal.entries.append(.variable(variable, nil))
        variables[variable] = false
      }
      journal.entries.append(.constraint(constraint.id, nil))
      rows[constraint.id] = constraint
    case .remove(let id):
      journal.entries.append(.constraint(id, try known(id)))
      rows[id] = nil
    case .setConstant(let id, let constant):
      journal.entries.append(.constraint(id, try known(id)))
      guard constant.isFinite else { throw .rejected("the constant of \(id) is not finite") }
      rows[id]?.constant = constant
    case .setPriority(let id, let priority):
      journal.entries.append(.constraint(id, try known(id)))
      try LinearSystem.check(priority, of: id)
      rows[id]?.priority = priority
    }
  }

  private func known(_ id: LinearConstraint.ID) throws(PluginFault) -> LinearConstraint {
    guard let row = rows[id] else { throw .rejected("constraint \(id) is not known") }
    return row
  }

  private func check(_ constraint: LinearConstraint) throws(PluginFault) {
    let id = constraint.id
    guard rows[id] == nil else { throw .rejected("constraint \(id) is already there") }
    guard constraint.constant.isFinite else { throw .rejected("the constant of \(id) is not finite") }
    try LinearSystem.check(constraint.priority, of: id)
    for term in constraint.terms where !term.coefficient.isFinite {
      throw .rejected("a coefficient of \(id) is not finite")
    }
  }

  private static func check(_ priority: Double, of id: LinearConstraint.ID) throws(PluginFault) {
    guard priority > 0, priority <= LinearConstraint.requiredPriority else {
      throw .rejected("the priority of \(id) is not in (0, 1000]")
    }
  }

  /// Returns whether a row uses a variable. Variables are seldom forgotten, so searching the rows when it happens is cheaper than counting uses at
  /// every edit.
  private func isUsed(_ variable: Variable) -> Bool {
    for row in rows.values {
      var isUsed = false
      row.forEachUsedVariable { if $0 == variable { isUsed = true } }
      if isUsed { return true }
    }
    return false
  }
}

extension LinearConstraint {
  /// The variables with their coefficients, ascending, repeated terms added exactly.
  var exactTerms: [(variable: Variable, coefficient: BigRational)] {
    var result: [(variable: Variable, coefficient: BigRational)] = []
    for term in terms.sorted(by: { $0.variable < $1.variable }) {
      if let last = result.last, last.variable == term.variable {
        result[result.count - 1].coefficient += BigRational(term.coefficient)
      } else {
        result.append((term.variable, BigRational(term.coefficient)))
      }
    }
    result.removeAll { $0.coefficient.isZero }
    return result
  }

  fileprivate func forEachUsedVariable(_ body: (Variable) -> Void) {
    var isPlain = terms.count <= 8
    for a in 0..<terms.count where isPlain {
      for b in 0..<a where terms[a].variable == terms[b].variable { isPlain = false }
    }
    if isPlain {
      for term in terms where term.coefficient != 0 { body(term.variable) }
    } else {
      for (variable, _) in exactTerms { body(variable) }
    }
  }
}
