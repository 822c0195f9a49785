import SceneModel

/// The constraints that shorthand made for one item, and the steps that make, change and remove them.
public struct ShorthandMemory: Hashable, Sendable {
  public let item: ItemID
  public let superview: ItemID
  /// What `remake`, `update` and `remove` refer to.
  public private(set) var remembered: [LayoutConstraint] = []
  private var next: UInt32

  /// `firstNumber`: of the constraints that will be made, above all in the scene.
  public init(of item: ItemID, in superview: ItemID, firstNumber: UInt32) {
    self.item = item
    self.superview = superview
    next = firstNumber
  }

  /// `makeConstraints`: builds them in order and activates them.
  public mutating func make(_ lines: [ConstraintShorthand]) throws(LayoutMistake) -> [Step] {
    let made = try build(lines)
    remembered += made
    return made.map(Step.addConstraint)
  }

  /// `prepareConstraints`: builds them only; they are not remembered.
  public mutating func prepare(_ lines: [ConstraintShorthand]) throws(LayoutMistake) -> [Step] {
    try build(lines).map { constraint in
      var constraint = constraint
      constraint.isActive = false
      return .addConstraint(constraint)
    }
  }

  /// `remakeConstraints`: deactivates what is remembered, and makes.
  public mutating func remake(_ lines: [ConstraintShorthand]) throws(LayoutMistake) -> [Step] {
    let old = remembered
    remembered = []
    do {
      return old.map { .deactivate($0.id) } + (try make(lines))
    } catch {
      remembered = old
      throw error
    }
  }

  /// `removeConstraints`: deactivates what is remembered.
  public mutating func remove() -> [Step] {
    defer { remembered = [] }
    return remembered.map { .deactivate($0.id) }
  }

  /// `updateConstraints`: sets the constants of the remembered constraints that are alike but for the constant; makes them
  /// where nothing is remembered.
  public mutating func update(_ lines: [ConstraintShorthand]) throws(LayoutMistake) -> [Step] {
    if remembered.isEmpty { return try make(lines) }
    let unchanged = self
    var steps: [Step] = []
    for new in try build(lines) {
      guard let index = remembered.firstIndex(where: { $0.isAlikeButForConstant(new) }) else {
        self = unchanged
        throw .scene(
          where: "update of \(item)",
          problem: "Updated constraint could not find existing matching constraint to update: \(new.name)",
          hint: "Only constants can be updated: make the constraint first, with the same priority.")
      }
      remembered[index].constant = new.constant
      steps.append(.setConstant(remembered[index].id, new.constant))
    }
    next = unchanged.next
    return steps
  }

  /// `Constraint.update(priority:)`: a required constraint stays required, and an optional one optional.
  public static func accepts(priority new: Double, for old: Double) -> Bool {
    old < LinearConstraint.requiredPriority && new < LinearConstraint.requiredPriority
  }

  private mutating func build(_ lines: [ConstraintShorthand]) throws(LayoutMistake) -> [LayoutConstraint] {
    var built: [LayoutConstraint] = []
    for line in lines {
      guard let drafts = line.drafts(for: item, in: superview) else {
        throw .scene(
          where: "constraints of \(item)", problem: "the target's attributes do not match",
          hint: "Name one attribute, or the same ones, or margins for edges.")
      }
      for draft in drafts {
        built.append(
          LayoutConstraint(
            id: LayoutConstraint.ID(next), name: "c\(next)", first: draft.first, relation: draft.relation,
            second: draft.second, multiplier: draft.multiplier, constant: draft.constant, priority: draft.priority))
        next += 1
      }
    }
    return built
  }
}

extension LayoutConstraint {
  fileprivate func isAlikeButForConstant(_ other: LayoutConstraint) -> Bool {
    first == other.first && second == other.second && relation == other.relation && multiplier == other.multiplier
      && priority == other.priority
  }
}
