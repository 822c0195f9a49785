import SceneModel

/// A constraint that is in no scene yet, and so has no number. Anchors and shorthand make drafts.
public struct ConstraintDraft: Hashable, Sendable {
  /// The left side.
  public var first: Operand
  /// How the two sides compare.
  public var relation = Relation.equal
  /// The right side before it is multiplied; `nil`: the constant alone.
  public var second: Operand?
  /// The factor of the right side.
  public var multiplier = 1.0
  /// The points added to the right side.
  public var constant = 0.0
  /// The priority, in (0, 1000]; 1000 is required.
  public var priority = LinearConstraint.requiredPriority
  /// UIKit's `identifier`, which its logs print; nil if there is none.
  public var identifier: String?

  /// Makes a draft; it is required unless a priority is given.
  public init(
    _ first: Operand, _ relation: Relation = .equal, _ second: Operand? = nil, multiplier: Double = 1,
    constant: Double = 0, priority: Double = LinearConstraint.requiredPriority
  ) {
    self.first = first
    self.relation = relation
    self.second = second
    self.multiplier = multiplier
    self.constant = constant
    self.priority = priority
  }
}

extension Scene {
  /// Adds a constraint under the next free number and names it after that number.
  ///
  /// - Returns: the constraint's id.
  @discardableResult
  public mutating func add(_ draft: ConstraintDraft, isActive: Bool = true) -> LayoutConstraint.ID {
    let number = (constraints.lazy.map(\.id.rawValue).max() ?? 0) + 1
    var name = "c\(number)"
    while constraints.contains(where: { $0.name == name }) { name += "x" }
    var constraint = LayoutConstraint(
      id: LayoutConstraint.ID(number), name: name, first: draft.first, relation: draft.relation, second: draft.second,
      multiplier: draft.multiplier, constant: draft.constant, priority: draft.priority)
    constraint.identifier = draft.identifier
    constraint.isActive = isActive
    constraints.append(constraint)
    return constraint.id
  }
}
