import LayoutPlugin
import SceneModel

/// The set of variables and constraints that a solver holds, by the contract's rules and without solving anything.
///
/// Repeated terms are added exactly; a variable whose terms cancel is not used by the row. A variable that is used
/// without having been declared is free from then on, as if it had been declared so.
public struct LinearSystem: Sendable {
  struct Row: Sendable {
    var constraint: LinearConstraint
    /// Ascending by variable, no coefficient zero.
    var terms: [(variable: Variable, coefficient: Rational)]
  }

  /// Whether each live variable is non-negative.
  public internal(set) var variables: [Variable: Bool] = [:]
  var rows: [LinearConstraint.ID: Row] = [:]
  private var uses: [Variable: Int] = [:]

  public init() {}

  /// The live constraints, ascending by id.
  public var constraints: [LinearConstraint] { sortedRows.map(\.constraint) }

  var sortedRows: [Row] { rows.values.sorted { $0.constraint.id < $1.constraint.id } }

  /// A script's worth of edits that makes this state in an empty solver, variables and constraints ascending.
  public var edits: [SolverEdit] {
    variables.keys.sorted().map { .declare($0, nonNegative: variables[$0] == true) }
      + constraints.map { .add($0) }
  }

  /// Makes the edits in order. When one is malformed, nothing has changed.
  public mutating func apply(_ edits: [SolverEdit]) throws(PluginFault) {
    var next = self
    for edit in edits { try next.apply(edit) }
    self = next
  }

  private mutating func apply(_ edit: SolverEdit) throws(PluginFault) {
    switch edit {
    case .declare(let variable, let nonNegative):
      if let known = variables[variable], known != nonNegative {
        throw .rejected("\(variable) is already declared \(known ? "non-negative" : "free")")
      }
      variables[variable] = nonNegative
    case .forget(let variable):
      guard variables[variable] != nil else { throw .rejected("\(variable) is not known") }
      guard uses[variable, default: 0] == 0 else { throw .rejected("\(variable) is still used by a constraint") }
      variables[variable] = nil
    case .add(let constraint):
      try add(constraint)
    case .remove(let id):
      guard let row = rows.removeValue(forKey: id) else { throw .rejected("constraint \(id) is not known") }
      for (variable, _) in row.terms {
        let left = uses[variable, default: 0] - 1
        uses[variable] = left == 0 ? nil : left
      }
    case .setConstant(let id, let constant):
      guard rows[id] != nil else { throw .rejected("constraint \(id) is not known") }
      guard constant.isFinite else { throw .rejected("the constant of \(id) is not finite") }
      rows[id]?.constraint.constant = constant
    case .setPriority(let id, let priority):
      guard rows[id] != nil else { throw .rejected("constraint \(id) is not known") }
      try LinearSystem.check(priority, of: id)
      rows[id]?.constraint.priority = priority
    }
  }

  private mutating func add(_ constraint: LinearConstraint) throws(PluginFault) {
    let id = constraint.id
    guard rows[id] == nil else { throw .rejected("constraint \(id) is already there") }
    guard constraint.constant.isFinite else { throw .rejected("the constant of \(id) is not finite") }
    try LinearSystem.check(constraint.priority, of: id)
    for term in constraint.terms where !term.coefficient.isFinite {
      throw .rejected("a coefficient of \(id) is not finite")
    }
    let row = Row(constraint: constraint, terms: LinearSystem.merged(constraint.terms))
    for (variable, _) in row.terms {
      if variables[variable] == nil { variables[variable] = false }
      uses[variable, default: 0] += 1
    }
    rows[id] = row
  }

  private static func check(_ priority: Double, of id: LinearConstraint.ID) throws(PluginFault) {
    guard priority > 0, priority <= LinearConstraint.requiredPriority else {
      throw .rejected("the priority of \(id) is not in (0, 1000]")
    }
  }

  static func merged(_ terms: [LinearConstraint.Term]) -> [(variable: Variable, coefficient: Rational)] {
    var result: [(variable: Variable, coefficient: Rational)] = []
    for term in terms.sorted(by: { $0.variable < $1.variable }) {
      if let last = result.last, last.variable == term.variable {
        result[result.count - 1].coefficient += Rational(term.coefficient)
      } else {
        result.append((term.variable, Rational(term.coefficient)))
      }
    }
    result.removeAll { $0.coefficient.isZero }
    return result
  }
}
