import SceneModel

extension Conflict {
  /// What a constraint says, in parts, for whoever prints it as UIKit does.
  public struct Statement: Hashable, Sendable {
    public struct Side: Hashable, Sendable {
      /// A view or guide; of a stack view's spacer, the view that it belongs to.
      public var item: ItemID
      public var spacer: Spacer?
      public var attribute: LayoutAttribute

      public init(item: ItemID, spacer: Spacer? = nil, attribute: LayoutAttribute) {
        self.item = item
        self.spacer = spacer
        self.attribute = attribute
      }
    }

    /// The invisible items of a stack view.
    public enum Spacer: Hashable, Sendable {
      case alignment, filling, gap
    }

    public enum Origin: Hashable, Sendable {
      case document
      /// An autoresizing mask's, a root's frame, or the place that a table gave.
      case autoresizing
      /// An intrinsic size.
      case content
      /// A stack view's, a guide's, or of a measurement.
      case generated
    }

    public var origin: Origin
    public var identifier: String?
    public var first: Side
    public var relation: Relation
    /// Nil: the constant alone; of a position, in the superview.
    public var second: Side?
    public var multiplier: Double
    public var constant: Double
    public var priority: Double

    /// A document's constraint; nil for one about a distance between anchors, which has no two sides.
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
        case .item(let id): Side(item: id, attribute: anchor.attribute)
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
  /// What a member of a conflict says at present; nil when it has left the scene, or is about a distance.
  public func statement(of member: Conflict.Member) -> Conflict.Statement? {
    if let user = member.id.user {
      return constraints[user.rawValue].flatMap { Conflict.Statement($0) }
    }
    return systemConstraint(member.id).map { Conflict.Statement($0) }
  }
}
