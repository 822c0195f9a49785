import SceneModel

/// What UIKit refuses when a constraint is made (`Guides/scene-format.md` has the same list for the text form).
enum ConstraintRules {
  static func problem(
    first: LayoutAnchor, second: LayoutAnchor?, multiplier: Double
  ) -> (what: String, hint: String)? {
    guard let second, multiplier != 0 else {
      if first.attribute.isSize { return nil }
      return (
        "fixes a position without a second item",
        "Relate it to another item's position, with a multiplier other than 0."
      )
    }
    if first.attribute.isSize != second.attribute.isSize {
      return ("pairs a size with a position", "Pair width and height with sizes, edges and centres with positions.")
    }
    if first.attribute.isLeadingOrTrailing && second.attribute.isLeftOrRight
      || first.attribute.isLeftOrRight && second.attribute.isLeadingOrTrailing
    {
      return ("pairs leading or trailing with left or right", "Use leading and trailing for both, or for neither.")
    }
    return nil
  }
}

extension LayoutAttribute {
  var isLeadingOrTrailing: Bool {
    switch self {
    case .leading, .trailing, .leadingMargin, .trailingMargin: true
    default: false
    }
  }

  var isLeftOrRight: Bool {
    switch self {
    case .left, .right, .leftMargin, .rightMargin: true
    default: false
    }
  }
}
