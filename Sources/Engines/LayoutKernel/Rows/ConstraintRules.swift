import SceneModel

/// The constraints that `NSLayoutConstraint` refuses, with its own words.
package enum ConstraintRules {
  package struct Refusal: Hashable, Sendable {
    /// `NSInvalidArgumentException`, `NSInternalInconsistencyException` or `NSGenericException`.
    package var exception: String
    package var message: String
  }

  static let invalidArgument = "NSInvalidArgumentException"
  static let inconsistency = "NSInternalInconsistencyException"

  /// Returns the refusal of a constraint; nil if it is legal by itself. `describe` prints an anchor for the message.
  package static func refusal(
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
    if case .distance? = constraint.second, constraint.multiplier != 0 {
      return first.attribute.isSize ? nil : refuse("Invalid pairing of layout attributes.")
    }
    var second: LayoutAnchor?
    if case .anchor(let anchor)? = constraint.second { second = anchor }
    switch mispairing(first, second, multiplier: constraint.multiplier) {
    case .locationAlone:
      return refuse(
        "A multiplier of 0 or a nil second item together with a location for the first attribute creates an illegal "
          + "constraint of a location equal to a constant. Location attributes must be specified in pairs.")
    case .sizeWithLocation: return refuse("Invalid pairing of layout attributes.")
    case .directionalWithAbsolute:
      return refuse(
        "A constraint cannot be made between a leading/trailing attribute and a right/left attribute. "
          + "Use leading/trailing for both or neither.")
    case nil: return nil
    }
  }

  /// Two sides that no constraint may relate.
  package enum Mispairing: Hashable, Sendable, CustomStringConvertible {
    case locationAlone, sizeWithLocation, directionalWithAbsolute

    /// The mistake in the pair, as the end of a sentence about a constraint.
    package var description: String {
      switch self {
      case .locationAlone: "fixes a position without a second item"
      case .sizeWithLocation: "pairs a size with a position"
      case .directionalWithAbsolute: "pairs leading or trailing with left or right"
      }
    }

    package var remedy: String {
      switch self {
      case .locationAlone: "Relate it to another item's position, with a multiplier other than 0."
      case .sizeWithLocation: "Pair width and height with sizes, edges and centres with positions."
      case .directionalWithAbsolute: "Use leading and trailing for both, or for neither."
      }
    }
  }

  /// Returns what is wrong with a pair of sides; nil if they may be related.
  package static func mispairing(
    _ first: LayoutAnchor, _ second: LayoutAnchor?, multiplier: Double = 1
  ) -> Mispairing? {
    guard let second, multiplier != 0 else { return first.attribute.isSize ? nil : .locationAlone }
    if first.attribute.isSize != second.attribute.isSize { return .sizeWithLocation }
    switch (first.attribute.side, second.attribute.side) {
    case (.directional, .absolute), (.absolute, .directional): return .directionalWithAbsolute
    default: return nil
    }
  }

  package static func refusal(ofPriority priority: Double) -> Refusal? {
    if priority > 0 && priority <= LinearConstraint.requiredPriority { return nil }
    return Refusal(
      exception: inconsistency,
      message: "It's illegal to set priority:\(constant(priority)).  Priorities must be greater than 0 and less or "
        + "equal to NSLayoutPriorityRequired, which is 1000.000000.")
  }

  /// Returns the refusal of a priority change, as before iOS 13; nil if it is allowed. An active constraint could not change from required to
  /// optional or back.
  package static func refusal(ofChanging old: Double, to new: Double) -> Refusal? {
    let required = LinearConstraint.requiredPriority
    if old == new || (old < required) == (new < required) { return nil }
    return Refusal(
      exception: inconsistency,
      message: "Mutating a priority from required to not on an installed constraint (or vice-versa) is not supported.  "
        + "You passed priority \(integer(new)) and the existing priority was \(integer(old)).")
  }

  /// Returns the refusal of a constraint that is activated between an item in the hierarchy and one outside of it.
  static func refusalWithoutAncestor(of constraint: LayoutConstraint, describe: (LayoutAnchor) -> String) -> Refusal {
    let (first, second) = (text(of: constraint.first, describe), constraint.second.map { text(of: $0, describe) })
    return Refusal(
      exception: "NSGenericException",
      message:
        "Unable to activate constraint with anchors \(first) and \(second ?? "(null)") because they have no common "
        + "ancestor.  Does the constraint or its anchors reference items in different view hierarchies?  That's illegal."
    )
  }

  /// Returns the refusal of a constraint whose first side is a distance between two anchors; nil if the second side may be compared with it.
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

  /// Returns a priority as `%d` prints it.
  private static func integer(_ value: Double) -> String {
    Int(exactly: value.rounded(.towardZero)).map(String.init) ?? "0"
  }

  /// Returns a number as `%g` prints it, for these messages.
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

  /// Whether the attribute is a right or bottom edge.
  var isEnd: Bool {
    switch self {
    case .right, .bottom, .trailing, .rightMargin, .bottomMargin, .trailingMargin, .maxX, .maxY, .lastBaseline: true
    default: false
    }
  }
}
