import SceneModel

/// A set of required constraints that cannot hold together, with the one that gives way.
public struct Conflict: Hashable, Sendable {
  /// The priority that a broken constraint gets: below required, and above every priority that a public API can set (a `Float` below 1000
  /// is at most 999.99994).
  public static let brokenPriority = 999.9999999

  /// The members as UIKit's log lists them: those without identifier first, then by identifier without regard to case, then by age.
  public var members: [Member]
  /// The index of the member that gives way.
  public var broken: Int

  var brokenID: LinearConstraint.ID { members[broken].id }

  /// A constraint of a conflict, with the facts by which the member that gives way is chosen.
  ///
  /// Copies share their facts: where hundreds of conflicts have hundreds of members in common, each of these is kept once.
  public struct Member: Hashable, Sendable {
    private struct Facts: Hashable, Sendable {
      var id: LinearConstraint.ID
      var constraint: LayoutConstraint.ID?
      var identifier: String?
      var text: String
      var isProtected: Bool
      var holderDepth: Int
      var itemDepth: Int
      var placesEnd: Bool
      var requested: Double
      var hostFact: HostFact?
      var items: [ItemID]
      var isLength: Bool
    }

    private final class Shared: Sendable {
      let facts: Facts

      init(_ facts: Facts) { self.facts = facts }
    }

    private let shared: Shared
    private var facts: Facts { shared.facts }

    /// The number of the constraint's row in the solver.
    public var id: LinearConstraint.ID { facts.id }
    /// The constraint of the document; `nil` for one that the system made.
    public var constraint: LayoutConstraint.ID? { facts.constraint }
    /// UIKit's `identifier`; nil if there is none.
    public var identifier: String? { facts.identifier }
    /// The constraint as text, such as `card.bottom = content.bottom - 12`.
    public var text: String { facts.text }
    /// Whether the constraint is broken only where there is no other choice: autoresizing, encapsulated and fitting constraints, and a
    /// root's frame.
    public var isProtected: Bool { facts.isProtected }
    /// The distance from the root to the view that holds the constraint, in steps.
    public var holderDepth: Int { facts.holderDepth }
    /// The sum of the items' distances from the root, in steps.
    public var itemDepth: Int { facts.itemDepth }
    /// Whether the constraint places a trailing or bottom edge.
    public var placesEnd: Bool { facts.placesEnd }
    /// The size or distance that the constraint demands, in points.
    public var requested: Double { facts.requested }
    /// The state of a view from which the constraint was made, if the program may change this state at run time; nil if there is none.
    public var hostFact: HostFact? { facts.hostFact }
    /// The views and guides that the constraint relates.
    public var items: [ItemID] { facts.items }
    /// Whether the constraint compares a single width or height with a number.
    public var isLength: Bool { facts.isLength }

    /// A fact about a view that the program may change at run time.
    public enum HostFact: Hashable, Sendable {
      /// A stack view holds the view at size 0, because it is hidden.
      case isHidden(ItemID)
      /// The view's content has a size of its own.
      case contentSize(ItemID)
      /// A view's frame that code or a container set.
      case frame(ItemID)
    }

    /// Makes a member from these facts.
    public init(
      id: LinearConstraint.ID, constraint: LayoutConstraint.ID? = nil, identifier: String? = nil, text: String,
      isProtected: Bool, holderDepth: Int, itemDepth: Int, placesEnd: Bool, requested: Double,
      hostFact: HostFact? = nil,
      items: [ItemID] = [], isLength: Bool = false
    ) {
      shared = Shared(
        Facts(
          id: id, constraint: constraint, identifier: identifier, text: text, isProtected: isProtected,
          holderDepth: holderDepth, itemDepth: itemDepth, placesEnd: placesEnd, requested: requested,
          hostFact: hostFact,
          items: items, isLength: isLength))
    }

    /// Whether both have the same facts.
    public static func == (a: Member, b: Member) -> Bool { a.shared === b.shared || a.facts == b.facts }

    /// Hashes the facts.
    public func hash(into hasher: inout Hasher) { hasher.combine(facts) }
  }
}

/// A rule that chooses which member of a conflict gives way. UIKit does not document its own rule.
public struct BreakingPolicy: Sendable {
  /// The policy's name, for lists and reports.
  public var name: String
  /// Returns the index of the member to break; the list is not empty.
  public var choose: @Sendable ([Conflict.Member]) -> Int

  /// Makes a policy from a name and a choice.
  public init(name: String, choose: @escaping @Sendable ([Conflict.Member]) -> Int) {
    self.name = name
    self.choose = choose
  }

  /// Whether UIKit gives this identifier to its own constraints, and never broke a constraint with it in a log that had another candidate. In a
  /// scene made from a log, constraints of the document have such identifiers.
  public static func protects(_ identifier: String) -> Bool {
    protectedPrefixes.contains { identifier.hasPrefix($0) }
  }

  private static let protectedPrefixes = [
    "UIView-Encapsulated-Layout", "_UITemporaryLayout", "fittingSize", "NSAutoresizingMaskLayoutConstraint",
  ]

  /// The policy that was fitted to 112 logged conflicts; it predicts 81 % of them. It breaks the system's own constraints only if there is no
  /// other. Among the others, it chooses the constraint held by the deepest view. Ties are decided, in this order, by deeper items, a trailing or
  /// bottom edge, the larger length or position, and age: the newest first.
  public static let deepest = BreakingPolicy(name: "deepest") { members in
    func isLess(_ a: Conflict.Member, _ b: Conflict.Member) -> Bool {
      if a.isProtected != b.isProtected { return a.isProtected }
      if a.holderDepth != b.holderDepth { return a.holderDepth < b.holderDepth }
      if a.itemDepth != b.itemDepth { return a.itemDepth < b.itemDepth }
      if a.placesEnd != b.placesEnd { return b.placesEnd }
      if a.requested != b.requested { return a.requested < b.requested }
      return a.id < b.id
    }
    return members.indices.max { isLess(members[$0], members[$1]) } ?? 0
  }
}

extension LayoutKernel {
  /// Members that were described for the conflicts of one pass; most of them are in many conflicts.
  struct DescribedMembers {
    fileprivate var members: [LinearConstraint.ID: (Conflict.Member, sortedBy: String?)] = [:]
    fileprivate var stacks = DescribedStacks()
  }

  /// Describes a conflict set and chooses the constraint to break; nil if no member may be broken.
  func conflict(
    _ set: [LinearConstraint.ID], besides broken: BrokenConstraints, _ described: inout DescribedMembers
  ) -> Conflict? {
    let members = set.compactMap { id in
      if let known = described.members[id] { return known }
      let found = member(id, &described.stacks).map { ($0, sortedBy: $0.identifier?.lowercased()) }
      described.members[id] = found
      return found
    }.sorted { a, b in
      switch (a.sortedBy, b.sortedBy) {
      case (nil, nil): a.0.id < b.0.id
      case (nil, _): true
      case (_, nil): false
      case (let x?, let y?): x == y ? a.0.id < b.0.id : x < y
      }
    }.map(\.0)
    let candidates = members.indices.filter { index in
      rows.table.isRequired(members[index].id.rawValue) && !broken.contains(members[index].id.rawValue)
    }
    guard !candidates.isEmpty else { return nil }
    let choice = quirks.breaking.choose(candidates.map { members[$0] })
    guard candidates.indices.contains(choice) else { return nil }
    return Conflict(members: members, broken: candidates[choice])
  }

  private func member(_ id: LinearConstraint.ID, _ stacks: inout DescribedStacks) -> Conflict.Member? {
    if let user = id.user {
      guard let constraint = rows.constraints[user.rawValue] else { return nil }
      let operands = [constraint.first] + (constraint.second.map { [$0] } ?? [])
      return Conflict.Member(
        id: id, constraint: user, identifier: constraint.identifier, text: text(of: constraint),
        isProtected: constraint.identifier.map(BreakingPolicy.protects) ?? false,
        holderDepth: holder(of: constraint).depth,
        itemDepth: constraint.anchors.reduce(0) { $0 + (items[$1.item]?.depth ?? 0) },
        placesEnd: operands.allSatisfy(\.isEnd), requested: requestedPlace(constraint),
        items: constraint.anchors.map(\.item),
        isLength: operands.count == 1 && constraint.anchors.count == 1 && constraint.anchors[0].attribute.isLength)
    }
    guard let constraint = systemConstraint(id, &stacks) else { return nil }
    let anchors = [constraint.first] + (constraint.second.map { [$0] } ?? [])
    return Conflict.Member(
      id: id, constraint: nil, identifier: constraint.identifier, text: text(of: constraint),
      isProtected: constraint.kind.isProtected, holderDepth: items[constraint.holder]?.depth ?? 0,
      itemDepth: anchors.reduce(0) { $0 + (items[$1.place.owner]?.depth ?? 0) },
      placesEnd: anchors.allSatisfy(\.attribute.isEnd), requested: constraint.constant,
      hostFact: hostFact(of: constraint), items: anchors.map(\.place.owner),
      isLength: anchors.count == 1 && anchors[0].attribute.isLength)
  }

  private func hostFact(of constraint: SystemConstraint) -> Conflict.Member.HostFact? {
    let view = constraint.first.place.owner
    return switch constraint.kind {
    case .intrinsic: .contentSize(view)
    case .frame, .autoresizing: .frame(view)
    default: constraint.id.systemSlot == .hiding ? .isHidden(view) : nil
    }
  }

  /// The distance from the outer view's edge that a constraint demands of the inner view. If the outer view is the first item, the sign is reversed.
  private func requestedPlace(_ constraint: LayoutConstraint) -> Double {
    guard case .anchor(let first) = constraint.first, case .anchor(let second)? = constraint.second,
      let outer = items[first.item]?.depth, let inner = items[second.item]?.depth, outer < inner
    else { return constraint.constant }
    return -constraint.constant
  }

  /// Returns a system constraint by its number, by making the constraints of its item, or of its stack view, anew; nil if there is none with this
  /// number.
  func systemConstraint(_ id: LinearConstraint.ID) -> SystemConstraint? {
    var stacks = DescribedStacks()
    return systemConstraint(id, &stacks)
  }

  /// Constraints of stack views by their numbers, made once for all members of a conflict.
  fileprivate typealias DescribedStacks = [ItemID: [LinearConstraint.ID: SystemConstraint]]

  private func systemConstraint(_ id: LinearConstraint.ID, _ stacks: inout DescribedStacks) -> SystemConstraint? {
    guard id.isSystem, let item = items[id.systemItem], let slot = id.systemSlot else { return nil }
    if SlotGroup.stack.contains(slot) || SlotGroup.arranged.contains(slot) {
      guard let stack = SlotGroup.stack.contains(slot) ? item : item.parent else { return nil }
      if stacks[stack.id] == nil {
        stacks[stack.id] = Dictionary(
          stackConstraints(of: stack).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
      }
      return stacks[stack.id]?[id]
    }
    var own = fittingConstraints(of: item)
    appendFrameConstraints(of: item, to: &own)
    appendIntrinsicConstraints(of: item, to: &own)
    appendGuideConstraints(of: item, to: &own)
    return own.first { $0.id == id }
  }

  /// Returns a constraint of the document as one line of text.
  public func text(of constraint: LayoutConstraint) -> String {
    func text(_ operand: Operand) -> String {
      switch operand {
      case .anchor(let anchor): self.text(of: Anchor(anchor))
      case .distance(let from, let to): "(\(self.text(of: Anchor(to))) - \(self.text(of: Anchor(from))))"
      }
    }
    return line(
      text(constraint.first), constraint.relation, constraint.second.map(text), constraint.multiplier,
      constraint.constant, constraint.priority)
  }

  func text(of constraint: SystemConstraint) -> String {
    line(
      text(of: constraint.first), constraint.relation, constraint.second.map(text), constraint.multiplier,
      constraint.constant, constraint.priority)
  }

  private func text(of anchor: Anchor) -> String {
    let item =
      switch anchor.place {
      case .item(let id): name(of: id)
      case .crossSpacer(let id): "\(name(of: id))(alignment spacer)"
      case .mainSpacer(let id): "\(name(of: id))(spacer)"
      case .gap(let id): "gap after \(name(of: id))"
      case .share(let id), .textShare(let id): "\(name(of: id))(share)"
      }
    return "\(item).\(anchor.attribute.name)"
  }

  private func line(
    _ first: String, _ relation: Relation, _ second: String?, _ multiplier: Double, _ constant: Double,
    _ priority: Double
  ) -> String {
    var line = "\(first) \(relation.symbol) "
    if let second {
      if multiplier != 1 { line += "\(shortText(multiplier)) * " }
      line += second
      if constant != 0 { line += constant < 0 ? " - \(shortText(-constant))" : " + \(shortText(constant))" }
    } else {
      line += shortText(constant)
    }
    if priority < LinearConstraint.requiredPriority { line += " @ \(shortText(priority))" }
    return line
  }
}

extension SystemConstraint.Kind {
  var isProtected: Bool {
    switch self {
    case .frame, .autoresizing, .encapsulated, .fitting: true
    case .intrinsic, .guide, .stack: false
    }
  }
}

extension LayoutAttribute {
  fileprivate var isLength: Bool { self == .width || self == .height }
}

extension Place {
  var owner: ItemID {
    switch self {
    case .item(let id), .crossSpacer(let id), .mainSpacer(let id), .gap(let id), .share(let id), .textShare(let id): id
    }
  }
}

extension Operand {
  var isEnd: Bool {
    switch self {
    case .anchor(let anchor): anchor.attribute.isEnd
    case .distance: false
    }
  }
}
