import HeadlessUIKit
import LayoutKernel
import SceneModel

/// A constraint that SnapKit made. UIKit prints its label and the line where it was written.
public final class LayoutConstraint: NSLayoutConstraint {
  public var label: String? { identifier }
  weak var constraint: Constraint?
}

/// The constraints that one chain made, one for each attribute.
public final class Constraint {
  public private(set) var layoutConstraints: [LayoutConstraint] = []
  /// The constraint in the kernel's shorthand, which contains SnapKit's rules. It refers to items by numbers.
  private var shorthand: ConstraintShorthand
  private static let (own, superview, other) = (ItemID(1), ItemID(2), ItemID(3))

  init(_ description: ConstraintChain) {
    let item = description.item
    let container = (item as? UIView)?.superview ?? (item as? UILayoutGuide)?.owningView
    var related: AnyObject?
    func group(_ attributes: [NSLayoutConstraint.Attribute]) -> ConstraintShorthand.Group {
      ConstraintShorthand.Group(attributes.compactMap { LayoutAttribute(rawValue: $0.rawValue) })
    }
    let target: ConstraintShorthand.Target
    switch description.target ?? .number(0) {
    case .item(let view, let attributes):
      related = view
      target = attributes.isEmpty ? .item(Self.other) : .attributes(Self.other, group(attributes))
    case .number(let number): target = .number(Double(number))
    case .size(let size): target = .size(Size(width: Double(size.width), height: Double(size.height)))
    case .point(let point): target = .point(Point(x: Double(point.x), y: Double(point.y)))
    case .insets(let insets): target = .insets(Self.insets(insets))
    case .directionalInsets(let insets): target = .insets(Self.insets(insets))
    }
    let relations: [NSLayoutConstraint.Relation: Relation] = [
      .equal: .equal, .lessThanOrEqual: .lessThanOrEqual, .greaterThanOrEqual: .greaterThanOrEqual,
    ]
    shorthand = ConstraintShorthand(
      group(description.attributes), relations[description.relation ?? .equal] ?? .equal, to: target,
      multiplier: Double(description.multiplier), shift: Self.model(description.shift),
      priority: Double(description.priority))
    guard let drafts = shorthand.drafts(for: Self.own, in: Self.superview) else {
      preconditionFailure(
        "Invalid constraint: the two sides have different attributes (\(description.file):\(description.line))")
    }
    for draft in drafts {
      guard let first = draft.first.anchors.first else { continue }
      let second = draft.second?.anchors.first
      let made = LayoutConstraint(
        item, Self.attribute(first), description.relation ?? .equal,
        second.flatMap { $0.item == Self.superview ? container : related },
        second.map(Self.attribute) ?? .notAnAttribute, CGFloat(draft.multiplier), CGFloat(draft.constant),
        description.file,
        description.line)
      made.priority = UILayoutPriority(description.priority)
      made.identifier = description.label
      made.constraint = self
      layoutConstraints.append(made)
    }
  }

  private static func attribute(_ anchor: LayoutAnchor) -> NSLayoutConstraint.Attribute {
    NSLayoutConstraint.Attribute(rawValue: anchor.attribute.rawValue) ?? .notAnAttribute
  }
  private static func insets(_ i: UIEdgeInsets) -> Insets {
    Insets(top: Double(i.top), left: Double(i.left), bottom: Double(i.bottom), right: Double(i.right))
  }
  private static func insets(_ i: NSDirectionalEdgeInsets) -> Insets {
    Insets(top: Double(i.top), left: Double(i.leading), bottom: Double(i.bottom), right: Double(i.trailing))
  }
  private static func model(_ shift: Shift) -> ConstraintShorthand.Shift {
    switch shift {
    case .offset(let offset): .offset(Double(offset))
    case .insets(let insets): .inset(Self.insets(insets))
    case .directionalInsets(let insets): .inset(Self.insets(insets))
    }
  }

  public var isActive: Bool {
    get { layoutConstraints.contains { $0.isActive } }
    set { if newValue { activate() } else { deactivate() } }
  }
  public func activate() { for made in layoutConstraints { made.isActive = true } }
  public func deactivate() { for made in layoutConstraints { made.isActive = false } }

  /// Computes the constants of the constraints again, after the shorthand has changed.
  private func refresh() {
    for (made, draft) in zip(layoutConstraints, shorthand.drafts(for: Self.own, in: Self.superview) ?? []) {
      made.constant = CGFloat(draft.constant)
    }
  }
  /// Sets the constant to an amount, even if the constant was given in `equalTo`.
  @discardableResult
  public func update(offset amount: any ConstraintOffsetTarget) -> Constraint {
    for made in layoutConstraints { made.constant = offset(of: amount) }
    return self
  }
  @discardableResult
  public func update(inset amount: any ConstraintInsetTarget) -> Constraint {
    shorthand.shift = Self.model(SnapKit.shift(of: amount))
    refresh()
    return self
  }
  @discardableResult
  public func update(inset amount: NSDirectionalEdgeInsets) -> Constraint {
    shorthand.shift = Self.model(.directionalInsets(amount))
    refresh()
    return self
  }
  @discardableResult
  public func update(priority amount: any ConstraintPriorityTarget) -> Constraint {
    for made in layoutConstraints { made.priority = UILayoutPriority(priority(of: amount)) }
    return self
  }
  @discardableResult
  public func update(priority amount: ConstraintPriority) -> Constraint {
    for made in layoutConstraints { made.priority = UILayoutPriority(amount.value) }
    return self
  }
  @available(*, deprecated, renamed: "update(offset:)")
  public func updateOffset(amount: any ConstraintOffsetTarget) { update(offset: amount) }
}

/// The type of `view.snp`. The constraints that it makes are stored with the view, so they can be updated and remade.
public struct ConstraintViewDSL {
  let item: AnyObject

  private final class Memory { var constraints: [Constraint] = [] }
  private var memory: Memory {
    func find(_ attachments: inout [String: AnyObject]) -> Memory {
      if let memory = attachments["snp"] as? Memory { return memory }
      let memory = Memory()
      attachments["snp"] = memory
      return memory
    }
    if let view = item as? UIView { return find(&view.attachments) }
    if let guide = item as? UILayoutGuide { return find(&guide.attachments) }
    return Memory()
  }

  private func prepareItem() { (item as? UIView)?.translatesAutoresizingMaskIntoConstraints = false }

  @discardableResult
  public func prepareConstraints(_ closure: (ConstraintMaker) -> Void) -> [Constraint] {
    prepareItem()
    return ConstraintMaker.constraints(item, closure)
  }
  public func makeConstraints(_ closure: (ConstraintMaker) -> Void) {
    prepareItem()
    let made = ConstraintMaker.constraints(item, closure)
    for constraint in made { constraint.activate() }
    memory.constraints += made
  }
  public func remakeConstraints(_ closure: (ConstraintMaker) -> Void) {
    removeConstraints()
    makeConstraints(closure)
  }
  public func updateConstraints(_ closure: (ConstraintMaker) -> Void) {
    let memory = memory
    guard !memory.constraints.isEmpty else { return makeConstraints(closure) }
    let existing = memory.constraints.flatMap(\.layoutConstraints)
    for wanted in ConstraintMaker.constraints(item, closure).flatMap(\.layoutConstraints) {
      let old = existing.first {
        $0.firstItem === wanted.firstItem && $0.firstAttribute == wanted.firstAttribute
          && $0.relation == wanted.relation
          && $0.secondItem === wanted.secondItem && $0.secondAttribute == wanted.secondAttribute
          && $0.multiplier == wanted.multiplier && $0.priority == wanted.priority
      }
      guard let old else {
        preconditionFailure("Updated constraint could not find existing matching constraint to update: \(wanted)")
      }
      old.constant = wanted.constant
    }
  }
  public func removeConstraints() {
    for constraint in memory.constraints { constraint.deactivate() }
    memory.constraints = []
  }

  public var target: AnyObject? { item }
  public var left: ConstraintItem { ConstraintItem(item, [.left]) }
  public var top: ConstraintItem { ConstraintItem(item, [.top]) }
  public var right: ConstraintItem { ConstraintItem(item, [.right]) }
  public var bottom: ConstraintItem { ConstraintItem(item, [.bottom]) }
  public var leading: ConstraintItem { ConstraintItem(item, [.leading]) }
  public var trailing: ConstraintItem { ConstraintItem(item, [.trailing]) }
  public var width: ConstraintItem { ConstraintItem(item, [.width]) }
  public var height: ConstraintItem { ConstraintItem(item, [.height]) }
  public var centerX: ConstraintItem { ConstraintItem(item, [.centerX]) }
  public var centerY: ConstraintItem { ConstraintItem(item, [.centerY]) }
  public var lastBaseline: ConstraintItem { ConstraintItem(item, [.lastBaseline]) }
  public var firstBaseline: ConstraintItem { ConstraintItem(item, [.firstBaseline]) }
  public var leftMargin: ConstraintItem { ConstraintItem(item, [.leftMargin]) }
  public var topMargin: ConstraintItem { ConstraintItem(item, [.topMargin]) }
  public var rightMargin: ConstraintItem { ConstraintItem(item, [.rightMargin]) }
  public var bottomMargin: ConstraintItem { ConstraintItem(item, [.bottomMargin]) }
  public var leadingMargin: ConstraintItem { ConstraintItem(item, [.leadingMargin]) }
  public var trailingMargin: ConstraintItem { ConstraintItem(item, [.trailingMargin]) }
  public var centerXWithinMargins: ConstraintItem { ConstraintItem(item, [.centerXWithinMargins]) }
  public var centerYWithinMargins: ConstraintItem { ConstraintItem(item, [.centerYWithinMargins]) }
  public var edges: ConstraintItem { ConstraintItem(item, Group.edges) }
  public var directionalEdges: ConstraintItem { ConstraintItem(item, Group.directionalEdges) }
  public var horizontalEdges: ConstraintItem { ConstraintItem(item, [.left, .right]) }
  public var verticalEdges: ConstraintItem { ConstraintItem(item, [.top, .bottom]) }
  public var directionalHorizontalEdges: ConstraintItem { ConstraintItem(item, [.leading, .trailing]) }
  public var directionalVerticalEdges: ConstraintItem { ConstraintItem(item, [.top, .bottom]) }
  public var size: ConstraintItem { ConstraintItem(item, [.width, .height]) }
  public var center: ConstraintItem { ConstraintItem(item, [.centerX, .centerY]) }
  public var margins: ConstraintItem { ConstraintItem(item, Group.margins) }
  public var directionalMargins: ConstraintItem { ConstraintItem(item, Group.directionalMargins) }

  public var contentHuggingHorizontalPriority: Float {
    get { view?.contentHuggingPriority(for: .horizontal).rawValue ?? 0 }
    nonmutating set { view?.setContentHuggingPriority(UILayoutPriority(newValue), for: .horizontal) }
  }
  public var contentHuggingVerticalPriority: Float {
    get { view?.contentHuggingPriority(for: .vertical).rawValue ?? 0 }
    nonmutating set { view?.setContentHuggingPriority(UILayoutPriority(newValue), for: .vertical) }
  }
  public var contentCompressionResistanceHorizontalPriority: Float {
    get { view?.contentCompressionResistancePriority(for: .horizontal).rawValue ?? 0 }
    nonmutating set { view?.setContentCompressionResistancePriority(UILayoutPriority(newValue), for: .horizontal) }
  }
  public var contentCompressionResistanceVerticalPriority: Float {
    get { view?.contentCompressionResistancePriority(for: .vertical).rawValue ?? 0 }
    nonmutating set { view?.setContentCompressionResistancePriority(UILayoutPriority(newValue), for: .vertical) }
  }
  private var view: UIView? { item as? UIView }
}

extension UIView { public var snp: ConstraintViewDSL { ConstraintViewDSL(item: self) } }
extension UILayoutGuide { public var snp: ConstraintViewDSL { ConstraintViewDSL(item: self) } }

public typealias ConstraintView = UIView
public typealias ConstraintLayoutGuide = UILayoutGuide
