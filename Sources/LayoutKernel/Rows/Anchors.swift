import SceneModel

/// `NSLayoutXAxisAnchor` and its kin: the type tells the axis, so that anchors of two axes cannot be paired.
///
///     scene.add(card.top.constraint(equalTo: content.top, constant: 12))
public struct AxisAnchor<Axis: AnchorAxis>: Hashable, Sendable {
  public var anchor: LayoutAnchor

  fileprivate init(_ item: ItemID, _ attribute: LayoutAttribute) { anchor = LayoutAnchor(item, attribute) }

  public func constraint(
    _ relation: Relation = .equal, equalTo other: AxisAnchor, constant: Double = 0
  ) -> ConstraintDraft {
    ConstraintDraft(.anchor(anchor), relation, .anchor(other.anchor), constant: constant)
  }

  public func constraint(greaterThanOrEqualTo other: AxisAnchor, constant: Double = 0) -> ConstraintDraft {
    constraint(.greaterThanOrEqual, equalTo: other, constant: constant)
  }

  public func constraint(lessThanOrEqualTo other: AxisAnchor, constant: Double = 0) -> ConstraintDraft {
    constraint(.lessThanOrEqual, equalTo: other, constant: constant)
  }

  /// `anchorWithOffset(to:)`: the distance from this anchor to another, as a length.
  public func offset(to other: AxisAnchor) -> DimensionAnchor {
    DimensionAnchor(operand: .distance(from: anchor, to: other.anchor))
  }
}

/// A name for an axis at compile time.
public protocol AnchorAxis: Sendable, Hashable {}
public enum HorizontalAnchors: AnchorAxis {}
public enum VerticalAnchors: AnchorAxis {}

public typealias XAxisAnchor = AxisAnchor<HorizontalAnchors>
public typealias YAxisAnchor = AxisAnchor<VerticalAnchors>

/// `NSLayoutDimension`: a width, a height, or the distance between two anchors.
public struct DimensionAnchor: Hashable, Sendable {
  public var operand: Operand

  public func constraint(
    _ relation: Relation = .equal, equalTo other: DimensionAnchor, multiplier: Double = 1, constant: Double = 0
  ) -> ConstraintDraft {
    ConstraintDraft(operand, relation, other.operand, multiplier: multiplier, constant: constant)
  }

  /// In points.
  public func constraint(_ relation: Relation = .equal, equalToConstant constant: Double) -> ConstraintDraft {
    ConstraintDraft(operand, relation, constant: constant)
  }
}

/// The anchors of a view or a guide. Margins have none: use the guide of the margins.
extension ItemID {
  public var leading: XAxisAnchor { XAxisAnchor(self, .leading) }
  public var trailing: XAxisAnchor { XAxisAnchor(self, .trailing) }
  public var left: XAxisAnchor { XAxisAnchor(self, .left) }
  public var right: XAxisAnchor { XAxisAnchor(self, .right) }
  public var centerX: XAxisAnchor { XAxisAnchor(self, .centerX) }
  public var top: YAxisAnchor { YAxisAnchor(self, .top) }
  public var bottom: YAxisAnchor { YAxisAnchor(self, .bottom) }
  public var centerY: YAxisAnchor { YAxisAnchor(self, .centerY) }
  public var firstBaseline: YAxisAnchor { YAxisAnchor(self, .firstBaseline) }
  public var lastBaseline: YAxisAnchor { YAxisAnchor(self, .lastBaseline) }
  public var width: DimensionAnchor { DimensionAnchor(operand: .anchor(LayoutAnchor(self, .width))) }
  public var height: DimensionAnchor { DimensionAnchor(operand: .anchor(LayoutAnchor(self, .height))) }
}

/// The standard distance between neighbours, in points.
let systemSpacing = 8.0

extension AxisAnchor where Axis == HorizontalAnchors {
  /// `constraint(equalToSystemSpacingAfter:multiplier:)`.
  public func constraint(
    _ relation: Relation = .equal, systemSpacingAfter other: XAxisAnchor, multiplier: Double = 1
  ) -> ConstraintDraft {
    constraint(relation, equalTo: other, constant: multiplier * systemSpacing)
  }
}

extension AxisAnchor where Axis == VerticalAnchors {
  /// `constraint(equalToSystemSpacingBelow:multiplier:)`. Between two baselines the spacing is a line of the lower text,
  /// `lineHeight` points.
  public func constraint(
    _ relation: Relation = .equal, systemSpacingBelow other: YAxisAnchor, multiplier: Double = 1,
    lineHeight: Double? = nil
  ) -> ConstraintDraft {
    let areBaselines = anchor.attribute.isBaseline && other.anchor.attribute.isBaseline
    return constraint(
      relation, equalTo: other, constant: multiplier * (areBaselines ? lineHeight ?? systemSpacing : systemSpacing))
  }
}
