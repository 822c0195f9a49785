import SceneModel

/// A constraint that is in no scene yet, and so has no number: what anchors and shorthand make.
public struct ConstraintDraft: Hashable, Sendable {
  public var first: Operand
  public var relation = Relation.equal
  public var second: Operand?
  public var multiplier = 1.0
  /// In points.
  public var constant = 0.0
  public var priority = LinearConstraint.requiredPriority
  public var identifier: String?

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
  /// Adds a constraint under the next number, named after it; inactive, as anchors make them, unless it says otherwise.
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
