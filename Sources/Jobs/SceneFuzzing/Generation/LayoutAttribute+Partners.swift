import SceneModel

/// The attributes that a random constraint may combine.
extension LayoutAttribute {
  /// The attributes of a constraint's first side, the common ones twice.
  static let free: [LayoutAttribute] = [
    .left, .right, .top, .bottom, .leading, .trailing, .leading, .trailing, .width, .width, .height, .height, .centerX,
    .centerY, .lastBaseline, .firstBaseline, .leftMargin, .rightMargin, .topMargin, .bottomMargin, .leadingMargin,
    .trailingMargin, .centerXWithinMargins, .centerYWithinMargins,
  ]
  private static let sizes: [LayoutAttribute] = [.width, .height]
  private static let absolute: [LayoutAttribute] = [.left, .right, .centerX, .leftMargin, .rightMargin]
  private static let directional: [LayoutAttribute] = [.leading, .trailing, .centerX, .leadingMargin, .trailingMargin]
  private static let centers: [LayoutAttribute] = [.centerX, .centerXWithinMargins, .leading, .right]
  private static let vertical: [LayoutAttribute] = [
    .top, .bottom, .centerY, .firstBaseline, .lastBaseline, .topMargin, .bottomMargin, .centerYWithinMargins,
  ]

  /// The attributes that UIKit accepts on the other side.
  var partners: [LayoutAttribute] {
    switch self {
    case .width, .height: LayoutAttribute.sizes
    case .left, .right, .leftMargin, .rightMargin: LayoutAttribute.absolute
    case .leading, .trailing, .leadingMargin, .trailingMargin: LayoutAttribute.directional
    case .centerX, .centerXWithinMargins: LayoutAttribute.centers
    default: LayoutAttribute.vertical
    }
  }

  /// The attribute for a guide, which has neither margins nor baselines: the edge that corresponds to them.
  var withoutMargin: LayoutAttribute {
    switch self {
    case .leftMargin: .left
    case .rightMargin: .right
    case .topMargin, .firstBaseline: .top
    case .bottomMargin, .lastBaseline: .bottom
    case .leadingMargin: .leading
    case .trailingMargin: .trailing
    case .centerXWithinMargins: .centerX
    case .centerYWithinMargins: .centerY
    default: self
    }
  }
}
