/// An unknown of the linear system, named by a number that its owner chooses.
public struct Variable: Hashable, Comparable, Sendable, BitwiseCopyable, CustomStringConvertible {
  public var id: UInt32

  public init(_ id: UInt32) { self.id = id }

  public static func < (a: Variable, b: Variable) -> Bool { a.id < b.id }
  public var description: String { "v\(id)" }
}

/// How the two sides of a constraint compare. Raw values are UIKit's and the C table's.
public enum Relation: Int32, Hashable, Sendable, CaseIterable {
  case lessThanOrEqual = -1
  case equal = 0
  case greaterThanOrEqual = 1

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
    public var rawValue: UInt32

    public init(_ rawValue: UInt32) { self.rawValue = rawValue }

    public static func < (a: ID, b: ID) -> Bool { a.rawValue < b.rawValue }
    public var description: String { "c\(rawValue)" }
  }

  public struct Term: Hashable, Sendable {
    public var variable: Variable
    public var coefficient: Double

    public init(_ coefficient: Double, _ variable: Variable) {
      self.variable = variable
      self.coefficient = coefficient
    }
  }

  public static let requiredPriority = 1000.0

  public var id: ID
  public var terms: [Term]
  public var relation: Relation
  public var constant: Double
  public var priority: Double

  public var isRequired: Bool { priority >= LinearConstraint.requiredPriority }

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
  case add(LinearConstraint)
  case remove(LinearConstraint.ID)
  case setConstant(LinearConstraint.ID, Double)
  case setPriority(LinearConstraint.ID, Double)
}
