/// An unknown of the linear system, named by a number that its owner chooses.
public struct Variable: Hashable, Comparable, Sendable, BitwiseCopyable, CustomStringConvertible {
  /// A number of the owner's choosing.
  public var id: UInt32

  /// The variable of that number.
  public init(_ id: UInt32) { self.id = id }

  public static func < (a: Variable, b: Variable) -> Bool { a.id < b.id }
  public var description: String { "v\(id)" }
}

/// How the two sides of a constraint compare. Raw values are UIKit's and the C table's.
public enum Relation: Int32, Hashable, Sendable, CaseIterable {
  /// The left side is at most the right one.
  case lessThanOrEqual = -1
  /// Both sides are the same.
  case equal = 0
  /// The left side is at least the right one.
  case greaterThanOrEqual = 1

  /// `<=`, `=` or `>=`.
  public var symbol: String {
    switch self {
    case .lessThanOrEqual: "<="
    case .equal: "="
    case .greaterThanOrEqual: ">="
    }
  }
}

/// `sum(terms) relation constant`, at a priority in (0, 1000]; 1000 is required.
///
/// Terms of the same variable add up, terms with coefficient zero vanish, and a row without terms is legal:
/// `0 = 3 @1000` is a conflict of one.
public struct LinearConstraint: Hashable, Sendable {
  /// Chosen by the caller, unique while the constraint lives; a higher id is a newer constraint.
  public struct ID: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// A number of the caller's choosing.
    public var rawValue: UInt32

    /// The constraint of that number.
    public init(_ rawValue: UInt32) { self.rawValue = rawValue }

    public static func < (a: ID, b: ID) -> Bool { a.rawValue < b.rawValue }
    public var description: String { "c\(rawValue)" }
  }

  /// A variable, times a coefficient.
  public struct Term: Hashable, Sendable {
    /// The unknown.
    public var variable: Variable
    /// Its factor, finite.
    public var coefficient: Double

    /// A variable times a coefficient.
    public init(_ coefficient: Double, _ variable: Variable) {
      self.variable = variable
      self.coefficient = coefficient
    }
  }

  /// The priority of what must hold.
  public static let requiredPriority = 1000.0

  /// Its number; a higher one is newer.
  public var id: ID
  /// The left side; order does not matter.
  public var terms: [Term]
  /// How the left side compares with the constant.
  public var relation: Relation
  /// The right side, finite.
  public var constant: Double
  /// In (0, 1000]; the higher matters before all that are lower.
  public var priority: Double

  /// Whether its priority is 1000.
  public var isRequired: Bool { priority >= LinearConstraint.requiredPriority }

  /// A row, required unless a priority is given.
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

/// One change of a linear system. Edits are applied in transactions; `design` rules are in `Guides/plugins.md`.
public enum SolverEdit: Hashable, Sendable {
  /// Repeating the same declaration is nothing; another one is a fault. An undeclared variable is free.
  case declare(Variable, nonNegative: Bool)
  /// Needs that no constraint uses the variable.
  case forget(Variable)
  /// A constraint whose id is not in use.
  case add(LinearConstraint)
  /// Takes a constraint out of force; its id may be used again.
  case remove(LinearConstraint.ID)
  /// Gives a constraint another right side.
  case setConstant(LinearConstraint.ID, Double)
  /// Gives a constraint another priority, in (0, 1000].
  case setPriority(LinearConstraint.ID, Double)
}
