import SceneModel

/// One line of SnapKit: a group of attributes of an item, and what they are related to.
///
///     // make.edges.equalToSuperview().inset(16)
///     ConstraintShorthand(.edges, to: .superview, shift: .inset(Insets(16))).drafts(for: card, in: content)
public struct ConstraintShorthand: Hashable, Sendable {
  /// A group of attributes, with the order in which their constraints are made.
  public struct Group: Hashable, Sendable {
    /// The attributes, in order.
    public var attributes: [LayoutAttribute]

    /// Makes a group of attributes.
    public init(_ attributes: [LayoutAttribute]) {
      self.attributes = Group.order.filter(attributes.contains)
    }

    /// The order in which a line's constraints are made.
    private static let order: [LayoutAttribute] = [
      .left, .top, .right, .bottom, .leading, .trailing, .width, .height, .centerX, .centerY, .lastBaseline,
      .firstBaseline, .leftMargin, .rightMargin, .topMargin, .bottomMargin, .leadingMargin, .trailingMargin,
      .centerXWithinMargins, .centerYWithinMargins,
    ]

    /// SnapKit's `edges`.
    public static let edges = Group([.left, .top, .right, .bottom])
    /// SnapKit's `horizontalEdges`.
    public static let horizontalEdges = Group([.left, .right])
    /// SnapKit's `verticalEdges`.
    public static let verticalEdges = Group([.top, .bottom])
    /// SnapKit's `directionalEdges`.
    public static let directionalEdges = Group([.top, .bottom, .leading, .trailing])
    /// SnapKit's `directionalHorizontalEdges`.
    public static let directionalHorizontalEdges = Group([.leading, .trailing])
    /// SnapKit's `directionalVerticalEdges`.
    public static let directionalVerticalEdges = Group([.top, .bottom])
    /// SnapKit's `size`.
    public static let size = Group([.width, .height])
    /// SnapKit's `center`.
    public static let center = Group([.centerX, .centerY])
    /// SnapKit's `margins`.
    public static let margins = Group([.leftMargin, .topMargin, .rightMargin, .bottomMargin])
    /// SnapKit's `directionalMargins`.
    public static let directionalMargins = Group([.topMargin, .bottomMargin, .leadingMargin, .trailingMargin])
    /// SnapKit's `centerWithinMargins`.
    public static let centerWithinMargins = Group([.centerXWithinMargins, .centerYWithinMargins])

    /// Makes the group of one of SnapKit's names, or of an attribute's name; `nil` for any other.
    public init?(named name: String) {
      let groups: [String: Group] = [
        "edges": .edges, "horizontalEdges": .horizontalEdges, "verticalEdges": .verticalEdges,
        "directionalEdges": .directionalEdges, "directionalHorizontalEdges": .directionalHorizontalEdges,
        "directionalVerticalEdges": .directionalVerticalEdges, "size": .size, "center": .center, "margins": .margins,
        "directionalMargins": .directionalMargins, "centerWithinMargins": .centerWithinMargins,
      ]
      if let group = groups[name] {
        self = group
      } else if let attribute = LayoutAttribute(name: name) {
        attributes = [attribute]
      } else {
        return nil
      }
    }
  }

  /// The other side of the constraints.
  public enum Target: Hashable, Sendable {
    /// The same attributes of the superview.
    case superview
    /// The same attributes of an item.
    case item(ItemID)
    /// Other attributes of an item: a single one for all constrained attributes, the same group, or for edges the matching margins (and for margins
    /// the edges).
    case attributes(ItemID, Group)
    /// A number of points; sizes are set to it, and everything else is measured in the superview.
    case number(Double)
    /// A point; its x is for horizontal attributes, its y for vertical ones.
    case point(Point)
    /// A size; its width is for `width`, its height for `height`.
    case size(Size)
    /// Insets in the superview; each edge takes its own.
    case insets(Insets)
  }

  /// The amount added to the target.
  public enum Shift: Hashable, Sendable {
    /// The same number of points for every attribute.
    case offset(Double)
    /// Insets, which count inwards from each edge.
    case inset(Insets)
  }

  /// The attributes that are constrained.
  public var group: Group
  /// How the two sides compare.
  public var relation: Relation
  /// The other side.
  public var target: Target
  /// The factor of the other side.
  public var multiplier: Double
  /// The amount added to the other side.
  public var shift: Shift
  /// The priority, in (0, 1000]; 1000 is required.
  public var priority: Double

  /// Makes a line; its constraints are required unless a priority is given.
  public init(
    _ group: Group, _ relation: Relation = .equal, to target: Target, multiplier: Double = 1,
    shift: Shift = .offset(0), priority: Double = LinearConstraint.requiredPriority
  ) {
    self.group = group
    self.relation = relation
    self.target = target
    self.multiplier = multiplier
    self.shift = shift
    self.priority = priority
  }

  /// Returns one constraint for each attribute, in order; `nil` if the target's attributes do not match the group.
  public func drafts(for item: ItemID, in superview: ItemID) -> [ConstraintDraft]? {
    var drafts: [ConstraintDraft] = []
    for (index, attribute) in group.attributes.enumerated() {
      guard let second = secondSide(of: attribute, index, superview) else { return nil }
      drafts.append(
        ConstraintDraft(
          .anchor(LayoutAnchor(item, attribute)), relation, second.anchor.map { .anchor($0) }, multiplier: multiplier,
          constant: second.constant + constant(of: attribute), priority: priority))
    }
    return drafts
  }

  /// Returns the points that `shift` adds for one attribute: insets count inwards, and for a centre they count as half the difference of the insets
  /// at its two sides.
  public func constant(of attribute: LayoutAttribute) -> Double {
    switch shift {
    case .offset(let offset): offset
    case .inset(let insets): attribute.inward(insets)
    }
  }

  private func secondSide(
    of attribute: LayoutAttribute, _ index: Int, _ superview: ItemID
  ) -> (anchor: LayoutAnchor?, constant: Double)? {
    switch target {
    case .superview: return (LayoutAnchor(superview, attribute), 0)
    case .item(let other): return (LayoutAnchor(other, attribute), 0)
    case .attributes(let other, let group):
      guard let counterpart = self.counterpart(of: attribute, index, in: group) else { return nil }
      return (LayoutAnchor(other, counterpart), 0)
    case .number, .point, .size, .insets: break
    }
    let constant: Double =
      switch (target, attribute) {
      case (.number(let number), _): number
      case (.point(let point), .centerX), (.point(let point), .left), (.point(let point), .leading): point.x
      case (.point(let point), _): point.y
      case (.size(let size), .width): size.width
      case (.size(let size), _): size.height
      case (.insets(let insets), _): attribute.inward(insets)
      default: 0
      }
    if attribute.isSize { return (nil, constant) }
    let related: LayoutAttribute =
      switch attribute {
      case .centerX: .left
      case .centerY: .top
      default: attribute
      }
    return (LayoutAnchor(superview, related), constant)
  }

  /// Returns the attribute on the other side; nil if the other group does not match. A single attribute is used for all attributes of this group.
  /// Otherwise the groups must be the same, or one must be edges and the other the matching margins.
  private func counterpart(of attribute: LayoutAttribute, _ index: Int, in other: Group) -> LayoutAttribute? {
    if other.attributes.count == 1 { return other.attributes[0] }
    if other == group { return attribute }
    let pairs: [(Group, Group)] = [(.edges, .margins), (.directionalEdges, .directionalMargins)]
    guard pairs.contains(where: { pair in pair == (group, other) || pair == (other, group) }) else { return nil }
    return attribute.acrossMargin
  }
}

extension LayoutAttribute {
  /// Returns the points that insets add to this attribute; insets count inwards.
  fileprivate func inward(_ insets: Insets) -> Double {
    switch self {
    case .left, .leading, .leftMargin, .leadingMargin, .minX: insets.left
    case .top, .firstBaseline, .topMargin, .minY: insets.top
    case .right, .trailing, .rightMargin, .trailingMargin, .maxX: -insets.right
    case .bottom, .lastBaseline, .bottomMargin, .maxY: -insets.bottom
    case .width: -(insets.left + insets.right)
    case .height: -(insets.top + insets.bottom)
    case .centerX, .centerXWithinMargins: (insets.left - insets.right) / 2
    case .centerY, .centerYWithinMargins: (insets.top - insets.bottom) / 2
    }
  }

  /// The margin that belongs to an edge, or the edge that belongs to a margin; nil for other attributes.
  fileprivate var acrossMargin: LayoutAttribute? {
    switch self {
    case .left: .leftMargin
    case .right: .rightMargin
    case .top: .topMargin
    case .bottom: .bottomMargin
    case .leading: .leadingMargin
    case .trailing: .trailingMargin
    case .leftMargin: .left
    case .rightMargin: .right
    case .topMargin: .top
    case .bottomMargin: .bottom
    case .leadingMargin: .leading
    case .trailingMargin: .trailing
    default: nil
    }
  }
}
