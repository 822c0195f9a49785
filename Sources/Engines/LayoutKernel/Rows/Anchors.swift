import SceneModel

/// An anchor of a location, as `NSLayoutXAxisAnchor` and `NSLayoutYAxisAnchor`: the type tells the axis, so that anchors of two axes cannot
/// be paired.
///
///     scene.add(card.top.constraint(equalTo: content.top, constant: 12))
public struct AxisAnchor<Axis: AnchorAxis>: Hashable, Sendable {
  /// The item and its attribute.
  public var anchor: LayoutAnchor

  fileprivate init(_ item: ItemID, _ attribute: LayoutAttribute) { anchor = LayoutAnchor(item, attribute) }

  /// Makes a constraint to another anchor of the same axis; the constant is in points.
  public func constraint(
    _ relation: Relation = .equal, equalTo other: AxisAnchor, constant: Double = 0
  ) -> ConstraintDraft {
    ConstraintDraft(.anchor(anchor), relation, .anchor(other.anchor), constant: constant)
  }

  /// Makes a constraint that keeps this anchor at or after another one plus a constant in points.
  public func constraint(greaterThanOrEqualTo other: AxisAnchor, constant: Double = 0) -> ConstraintDraft {
    constraint(.greaterThanOrEqual, equalTo: other, constant: constant)
  }

  /// Makes a constraint that keeps this anchor at or before another one plus a constant in points.
  public func constraint(lessThanOrEqualTo other: AxisAnchor, constant: Double = 0) -> ConstraintDraft {
    constraint(.lessThanOrEqual, equalTo: other, constant: constant)
  }

  /// Returns the distance from this anchor to another as a length, as `anchorWithOffset(to:)` does.
  public func offset(to other: AxisAnchor) -> DimensionAnchor {
    DimensionAnchor(operand: .distance(from: anchor, to: other.anchor))
  }
}

/// A name for an axis at compile time.
public protocol AnchorAxis: Sendable, Hashable {}
/// The horizontal axis, as a type.
public enum HorizontalAnchors: AnchorAxis {}
/// The vertical axis, as a type.
public enum VerticalAnchors: AnchorAxis {}

/// An anchor on the horizontal axis.
public typealias XAxisAnchor = AxisAnchor<HorizontalAnchors>
/// An anchor on the vertical axis.
public typealias YAxisAnchor = AxisAnchor<VerticalAnchors>

/// An anchor of a length, as `NSLayoutDimension`: a width, a height, or the distance between two anchors.
public struct DimensionAnchor: Hashable, Sendable {
  /// The length that is constrained.
  public var operand: Operand

  /// Makes a constraint to another length; the constant is in points.
  public func constraint(
    _ relation: Relation = .equal, equalTo other: DimensionAnchor, multiplier: Double = 1, constant: Double = 0
  ) -> ConstraintDraft {
    ConstraintDraft(operand, relation, other.operand, multiplier: multiplier, constant: constant)
  }

  /// Makes a constraint to a constant in points.
  public func constraint(_ relation: Relation = .equal, equalToConstant constant: Double) -> ConstraintDraft {
    ConstraintDraft(operand, relation, constant: constant)
  }
}

/// The anchors of a view or a guide. Margins have none: use the guide of the margins.
extension ItemID {
  /// The leading edge.
  public var leading: XAxisAnchor { XAxisAnchor(self, .leading) }
  /// The trailing edge.
  public var trailing: XAxisAnchor { XAxisAnchor(self, .trailing) }
  /// The left edge.
  public var left: XAxisAnchor { XAxisAnchor(self, .left) }
  /// The right edge.
  public var right: XAxisAnchor { XAxisAnchor(self, .right) }
  /// The horizontal centre.
  public var centerX: XAxisAnchor { XAxisAnchor(self, .centerX) }
  /// The top edge.
  public var top: YAxisAnchor { YAxisAnchor(self, .top) }
  /// The bottom edge.
  public var bottom: YAxisAnchor { YAxisAnchor(self, .bottom) }
  /// The vertical centre.
  public var centerY: YAxisAnchor { YAxisAnchor(self, .centerY) }
  /// The baseline of the first line of text.
  public var firstBaseline: YAxisAnchor { YAxisAnchor(self, .firstBaseline) }
  /// The baseline of the last line of text.
  public var lastBaseline: YAxisAnchor { YAxisAnchor(self, .lastBaseline) }
  /// The width.
  public var width: DimensionAnchor { DimensionAnchor(operand: .anchor(LayoutAnchor(self, .width))) }
  /// The height.
  public var height: DimensionAnchor { DimensionAnchor(operand: .anchor(LayoutAnchor(self, .height))) }
}

/// The standard distance between neighbours, in points.
package let systemSpacing = 8.0

extension AxisAnchor where Axis == HorizontalAnchors {
  /// Makes a constraint at the standard distance of 8 points after another anchor, times a multiplier, as
  /// `constraint(equalToSystemSpacingAfter:multiplier:)` does.
  public func constraint(
    _ relation: Relation = .equal, systemSpacingAfter other: XAxisAnchor, multiplier: Double = 1
  ) -> ConstraintDraft {
    constraint(relation, equalTo: other, constant: multiplier * systemSpacing)
  }
}

extension AxisAnchor where Axis == VerticalAnchors {
  /// Makes a constraint at the standard distance of 8 points below another anchor, times a multiplier, as
  /// `constraint(equalToSystemSpacingBelow:multiplier:)` does. Between two baselines the distance is a line of the lower text, `lineHeight`
  /// points.
  public func constraint(
    _ relation: Relation = .equal, systemSpacingBelow other: YAxisAnchor, multiplier: Double = 1,
    lineHeight: Double? = nil
  ) -> ConstraintDraft {
    let areBaselines = anchor.attribute.isBaseline && other.anchor.attribute.isBaseline
    return constraint(
      relation, equalTo: other, constant: multiplier * (areBaselines ? lineHeight ?? systemSpacing : systemSpacing))
  }
}
