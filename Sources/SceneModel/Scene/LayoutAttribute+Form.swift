/// What the attributes of an item are, as linear forms of its alignment rectangle: the one place that says so, for the kernel, for
/// what reads files and for what explains logs.
extension LayoutAttribute {
  /// So many times the rectangle's origin along the attribute's axis, and its length; what margins, baselines and alignment insets
  /// add is a number of points.
  package var form: (origin: Double, length: Double) {
    switch self {
    case .width, .height: (0, 1)
    case .left, .leading, .top, .minX, .minY, .leftMargin, .leadingMargin, .topMargin, .firstBaseline: (1, 0)
    case .right, .trailing, .bottom, .maxX, .maxY, .rightMargin, .trailingMargin, .bottomMargin, .lastBaseline: (1, 1)
    case .centerX, .centerY, .centerXWithinMargins, .centerYWithinMargins: (1, 0.5)
    }
  }

  /// So many times the margin before the rectangle, at its left or top, and the one behind it.
  package var margins: (before: Double, behind: Double) {
    switch self {
    case .leftMargin, .leadingMargin, .topMargin: (1, 0)
    case .rightMargin, .trailingMargin, .bottomMargin: (0, -1)
    case .centerXWithinMargins, .centerYWithinMargins: (0.5, -0.5)
    default: (0, 0)
    }
  }

  package var isBaseline: Bool { self == .firstBaseline || self == .lastBaseline }

  /// Edges, centres and sizes of the rectangle: nothing but its form.
  package var isPlain: Bool {
    switch self {
    case .left, .right, .top, .bottom, .leading, .trailing, .width, .height, .centerX, .centerY: true
    default: false
    }
  }
}
