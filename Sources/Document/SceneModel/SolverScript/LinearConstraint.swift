/// A variable of the linear system, named by a number that its owner chooses.
public struct Variable: Hashable, Comparable, Sendable, BitwiseCopyable, CustomStringConvertible {
  /// The number, which the owner chooses.
  public var id: UInt32

  /// Makes a variable from a number.
  public init(_ id: UInt32) { self.id = id }

  public static func < (a: Variable, b: Variable) -> Bool { a.id < b.id }
  public var description: String { "v\(id)" }
}

/// How the two sides of a constraint compare. Raw values are UIKit's and the C table's.
public enum Relation: Int32, Hashable, Sendable, CaseIterable, BitwiseCopyable {
  /// The left side is at most the right one.
  case lessThanOrEqual = -1
  /// Both sides are equal.
  case equal = 0
  /// The left side is at least the right one.
  case greaterThanOrEqual = 1

  /// The relation as `<=`, `=` or `>=`.
  public var symbol: String {
    switch self {
    case .lessThanOrEqual: "<="
    case .equal: "="
    case .greaterThanOrEqual: ">="
    }
  }
}

/// A linear constraint, `sum(terms) relation constant`, at a priority in (0, 1000].
///
/// Terms of one variable add up, and terms with coefficient zero vanish. A constraint without terms is legal: `0 = 3 @1000` is a conflict
/// by itself.
public struct LinearConstraint: Hashable, Sendable {
  /// A constraint's number, unique while the constraint lives. A higher number is a newer constraint.
  public struct ID: Hashable, Comparable, Sendable, BitwiseCopyable, CustomStringConvertible {
    /// The number, which the caller chooses.
    public var rawValue: UInt32

    /// Makes an id from a number.
    public init(_ rawValue: UInt32) { self.rawValue = rawValue }

    public static func < (a: ID, b: ID) -> Bool { a.rawValue < b.rawValue }
    public var description: String { "c\(rawValue)" }
  }

  /// A variable with its coefficient.
  public struct Term: Hashable, Sendable, BitwiseCopyable {
    /// The variable.
    public var variable: Variable
    /// The coefficient; finite.
    public var coefficient: Double

    /// Makes a term from a coefficient and a variable.
    public init(_ coefficient: Double, _ variable: Variable) {
      self.variable = variable
      self.coefficient = coefficient
    }
  }

  /// The priority of required constraints.
  public static let requiredPriority = 1000.0

  /// The constraint's number; a higher one is newer.
  public var id: ID
  /// The left side, in any order.
  public var terms: [Term]
  /// How the left side compares with the constant.
  public var relation: Relation
  /// The right side; finite.
  public var constant: Double
  /// The priority, in (0, 1000]; a higher priority is met before all lower ones.
  public var priority: Double

  /// Whether the constraint is required: its priority is 1000.
  public var isRequired: Bool { priority >= LinearConstraint.requiredPriority }

  /// Makes a constraint; it is required unless a priority is given.
  public init(
    id: ID, terms: [Term], relation: Relation, constant: Double,
    priority: Double = LinearConstraint.requiredPriority
  ) {
    self.id = id
    self.terms = terms
    self.relation = relation
    self.constant = constant
    self.priority = priority
  }
}

/// A change of a linear system. Edits are made in transactions; `Guides/plugins.md` has the rules.
public enum SolverEdit: Hashable, Sendable {
  /// Declares a variable; with `nonNegative` its value is never below 0. Repeating a declaration does nothing; a different declaration of the
  /// same variable is a fault. A variable that is used without a declaration is free.
  case declare(Variable, nonNegative: Bool)
  /// Forgets a variable that no constraint uses.
  case forget(Variable)
  /// Adds a constraint whose id is not in use.
  case add(LinearConstraint)
  /// Removes a constraint; its id may be used again.
  case remove(LinearConstraint.ID)
  /// Sets a constraint's constant.
  case setConstant(LinearConstraint.ID, Double)
  /// Sets a constraint's priority, in (0, 1000].
  case setPriority(LinearConstraint.ID, Double)
}

extension LinearConstraint {
  /// The largest amount in points by which rounding each variable to the engines' grid of 2⁻²⁰ can move the left side. A row that is violated by less
  /// counts as satisfied.
  package var roundingOfValues: Double { terms.reduce(0) { $0 + abs($1.coefficient) } * 0x1p-20 }
}
