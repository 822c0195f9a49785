import SceneModel

/// What `NSLayoutConstraint` refuses, in its own words.
public enum ConstraintRules {
  public struct Refusal: Hashable, Sendable {
    /// `NSInvalidArgumentException`, `NSInternalInconsistencyException` or `NSGenericException`.
    public var exception: String
    public var message: String
  }

  static let invalidArgument = "NSInvalidArgumentException"
  static let inconsistency = "NSInternalInconsistencyException"

  /// Nil when the constraint is legal by itself; `describe` prints an anchor as it should stand in a message.
  public static func refusal(
    of constraint: LayoutConstraint, describe: (LayoutAnchor) -> String = { "\($0.item).\($0.attribute.name)" }
  ) -> Refusal? {
    if let refusal = refusal(ofPriority: constraint.priority) { return refusal }
    if !constraint.constant.isFinite {
      let first = text(of: constraint.first, describe)
      let second = constraint.second.map { text(of: $0, describe) } ?? "(null)"
      return Refusal(
        exception: inconsistency,
        message: "NSLayoutConstraint constant is not finite!  That's illegal.  "
          + "constant:\(constant(constraint.constant)) firstAnchor:\(first) secondAnchor:\(second)")
    }
    if !constraint.multiplier.isFinite {
      return Refusal(
        exception: inconsistency, message: "NSLayoutConstraint multiplier is not finite!  That's illegal.")
    }
    guard case .anchor(let first) = constraint.first else { return pairing(constraint, describe) }
    func refuse(_ message: String) -> Refusal {
      Refusal(exception: invalidArgument, message: "NSLayoutConstraint for \(describe(first)): \(message)")
    }
    guard let second = constraint.second, constraint.multiplier != 0 else {
      if first.attribute.isSize { return nil }
      return refuse(
        "A multiplier of 0 or a nil second item together with a location for the first attribute creates an illegal "
          + "constraint of a location equal to a constant. Location attributes must be specified in pairs.")
    }
    return pairing(first, second, refuse)
  }

  public static func refusal(ofPriority priority: Double) -> Refusal? {
    if priority > 0 && priority <= LinearConstraint.requiredPriority { return nil }
    return Refusal(
      exception: inconsistency,
      message: "It's illegal to set priority:\(constant(priority)).  Priorities must be greater than 0 and less or "
        + "equal to NSLayoutPriorityRequired, which is 1000.000000.")
  }

  /// Before iOS 13, a live constraint could not become optional or required.
  public static func refusal(ofChanging old: Double, to new: Double) -> Refusal? {
    let required = LinearConstraint.requiredPriority
    if old == new || (old < required) == (new < required) { return nil }
    return Refusal(
      exception: inconsistency,
      message: "Mutating a priority from required to not on an installed constraint (or vice-versa) is not supported.  "
        + "You passed priority \(integer(new)) and the existing priority was \(integer(old)).")
  }

  /// A constraint that is made active between an item in the hierarchy and one that is not in it, or not any more.
  static func refusalWithoutAncestor(of constraint: LayoutConstraint, describe: (LayoutAnchor) -> String) -> Refusal {
    let (first, second) = (text(of: constraint.first, describe), constraint.second.map { text(of: $0, describe) })
    return Refusal(
      exception: "NSGenericException",
      message:
        "Unable to activate constraint with anchors \(first) and \(second ?? "(null)") because they have no common "
        + "ancestor.  Does the constraint or its anchors reference items in different view hierarchies?  That's illegal."
    )
  }

  private static func pairing(
    _ first: LayoutAnchor, _ second: Operand, _ refuse: (String) -> Refusal
  ) -> Refusal? {
    guard case .anchor(let other) = second else {
      return first.attribute.isSize ? nil : refuse("Invalid pairing of layout attributes.")
    }
    if first.attribute.isSize != other.attribute.isSize { return refuse("Invalid pairing of layout attributes.") }
    let families = (first.attribute.side, other.attribute.side)
    if families == (.directional, .absolute) || families == (.absolute, .directional) {
      return refuse(
        "A constraint cannot be made between a leading/trailing attribute and a right/left attribute. "
          + "Use leading/trailing for both or neither.")
    }
    return nil
  }

  /// Rules for a constraint whose first side is a distance between two anchors.
  private static func pairing(_ constraint: LayoutConstraint, _ describe: (LayoutAnchor) -> String) -> Refusal? {
    guard case .anchor(let other)? = constraint.second, !other.attribute.isSize else { return nil }
    return Refusal(
      exception: invalidArgument,
      message: "NSLayoutConstraint for \(text(of: constraint.first, describe)): Invalid pairing of layout attributes.")
  }

  private static func text(of operand: Operand, _ describe: (LayoutAnchor) -> String) -> String {
    switch operand {
    case .anchor(let anchor): describe(anchor)
    case .distance(let from, let to): "(\(describe(to)) - \(describe(from)))"
    }
  }

  /// `%d` of a priority.
  private static func integer(_ value: Double) -> String {
    Int(exactly: value.rounded(.towardZero)).map(String.init) ?? "0"
  }

  /// `%g`, for the numbers that appear in these messages.
  private static func constant(_ value: Double) -> String { shortText(value) }
}

extension LayoutAttribute {
  /// The attribute as seen in a right-to-left layout, where leading is the right edge.
  func resolved(isRightToLeft: Bool) -> LayoutAttribute {
    switch self {
    case .leading: isRightToLeft ? .right : .left
    case .trailing: isRightToLeft ? .left : .right
    case .leadingMargin: isRightToLeft ? .rightMargin : .leftMargin
    case .trailingMargin: isRightToLeft ? .leftMargin : .rightMargin
    default: self
    }
  }

  /// A right or bottom edge.
  var isEnd: Bool {
    switch self {
    case .right, .bottom, .trailing, .rightMargin, .bottomMargin, .trailingMargin, .maxX, .maxY, .lastBaseline: true
    default: false
    }
  }
}
