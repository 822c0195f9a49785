import SceneModel

extension Conflict {
  /// A constraint in parts, for printing it as UIKit does.
  public struct Statement: Hashable, Sendable {
    /// One side of a constraint: an item and its attribute.
    public struct Side: Hashable, Sendable {
      /// The view or guide; for a stack view's spacer, the view that it belongs to.
      public var item: ItemID
      /// The invisible item of a stack view that the side is about; nil for a view or guide.
      public var spacer: Spacer?
      /// The attribute.
      public var attribute: LayoutAttribute

      /// Makes a side from an item and an attribute.
      public init(item: ItemID, spacer: Spacer? = nil, attribute: LayoutAttribute) {
        self.item = item
        self.spacer = spacer
        self.attribute = attribute
      }
    }

    /// The invisible items of a stack view.
    public enum Spacer: Hashable, Sendable {
      /// Three kinds of spacers: across the axis, along the axis of a stack view without visible views, and in the gap after an arranged view.
      case alignment, filling, gap
    }

    /// The maker of a constraint.
    public enum Origin: Hashable, Sendable {
      /// The document: code or a file made it.
      case document
      /// An autoresizing mask, the frame of the root view, or the frame that a table gives a cell.
      case autoresizing
      /// An intrinsic content size.
      case content
      /// A stack view, a guide, or a measurement.
      case generated
    }

    /// The maker of the constraint.
    public var origin: Origin
    /// UIKit's `identifier`; nil if there is none.
    public var identifier: String?
    /// The left side.
    public var first: Side
    /// How the two sides compare.
    public var relation: Relation
    /// The right side; `nil`: the constant alone, which for a position is measured in the superview.
    public var second: Side?
    /// The factor of the right side's attribute.
    public var multiplier: Double
    /// The points added to the right side.
    public var constant: Double
    /// The priority, in (0, 1000].
    public var priority: Double

    /// Makes the statement of a document's constraint; `nil` for one about a distance between anchors, which has no two sides.
    public init?(_ constraint: LayoutConstraint) {
      guard case .anchor(let anchor) = constraint.first else { return nil }
      first = Side(item: anchor.item, attribute: anchor.attribute)
      switch constraint.second {
      case .anchor(let anchor)?: second = Side(item: anchor.item, attribute: anchor.attribute)
      case .distance?: return nil
      case nil: second = nil
      }
      origin = .document
      identifier = constraint.identifier
      relation = constraint.relation
      multiplier = constraint.multiplier
      constant = constraint.constant
      priority = constraint.priority
    }

    init(_ constraint: SystemConstraint) {
      func side(_ anchor: Anchor) -> Side {
        switch anchor.place {
        case .item(let id), .share(let id), .textShare(let id): Side(item: id, attribute: anchor.attribute)
        case .crossSpacer(let id): Side(item: id, spacer: .alignment, attribute: anchor.attribute)
        case .mainSpacer(let id): Side(item: id, spacer: .filling, attribute: anchor.attribute)
        case .gap(let id): Side(item: id, spacer: .gap, attribute: anchor.attribute)
        }
      }
      first = side(constraint.first)
      second = constraint.second.map(side)
      switch constraint.kind {
      case .frame, .autoresizing: origin = .autoresizing
      case .encapsulated: origin = constraint.first.attribute.isSize ? .generated : .autoresizing
      case .intrinsic: origin = .content
      case .stack, .guide, .fitting: origin = .generated
      }
      identifier = constraint.identifier
      relation = constraint.relation
      multiplier = constraint.multiplier
      constant = constraint.constant
      priority = constraint.priority
    }
  }
}

extension LayoutKernel {
  /// Returns the statement of a conflict's member as it is now; `nil` if the member has left the scene, or is about a distance between anchors.
  public func statement(of member: Conflict.Member) -> Conflict.Statement? {
    if let user = member.id.user {
      return rows.constraints[user.rawValue].flatMap { Conflict.Statement($0) }
    }
    return systemConstraint(member.id).map { Conflict.Statement($0) }
  }
}
