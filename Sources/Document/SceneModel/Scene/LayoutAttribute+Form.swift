/// Attributes as linear forms of an item's alignment rectangle, for the kernel, the importers and the explanations of logs.
extension LayoutAttribute {
  /// The attribute as a linear form of the alignment rectangle along its axis: the factors of the rectangle's origin and length. Margins,
  /// baselines and alignment insets add a number of points besides.
  package var form: (origin: Double, length: Double) {
    switch self {
    case .width, .height: (0, 1)
    case .left, .leading, .top, .minX, .minY, .leftMargin, .leadingMargin, .topMargin, .firstBaseline: (1, 0)
    case .right, .trailing, .bottom, .maxX, .maxY, .rightMargin, .trailingMargin, .bottomMargin, .lastBaseline: (1, 1)
    case .centerX, .centerY, .centerXWithinMargins, .centerYWithinMargins: (1, 0.5)
    }
  }

  /// The factors of the margin before the rectangle (at its left or top) and of the one after it.
  package var margins: (before: Double, behind: Double) {
    switch self {
    case .leftMargin, .leadingMargin, .topMargin: (1, 0)
    case .rightMargin, .trailingMargin, .bottomMargin: (0, -1)
    case .centerXWithinMargins, .centerYWithinMargins: (0.5, -0.5)
    default: (0, 0)
    }
  }

  /// Whether the attribute is a baseline.
  package var isBaseline: Bool { self == .firstBaseline || self == .lastBaseline }

  /// Whether the attribute is an edge, a centre or a size of the alignment rectangle. Other attributes add points to these, such as a margin.
  package var isPlain: Bool {
    switch self {
    case .left, .right, .top, .bottom, .leading, .trailing, .width, .height, .centerX, .centerY: true
    default: false
    }
  }
}
