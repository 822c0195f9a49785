@_exported import HeadlessUIKit

/// The `make` in `makeConstraints { make in make.top.equalToSuperview() }`. Each attribute that is read from it begins a chain.
public class ConstraintMaker: ConstraintAttributes {
  let item: AnyObject
  var descriptions: [ConstraintChain] = []

  init(item: AnyObject) { self.item = item }

  public func adding(_ attributes: [NSLayoutConstraint.Attribute]) -> ConstraintMakerExtendable {
    let description = ConstraintChain(item: item, attributes: attributes)
    descriptions.append(description)
    return ConstraintMakerExtendable(description)
  }

  static func constraints(_ item: AnyObject, _ body: (ConstraintMaker) -> Void) -> [Constraint] {
    let maker = ConstraintMaker(item: item)
    body(maker)
    return maker.descriptions.compactMap(\.constraint)
  }
}

/// The attributes with which a chain begins or continues: `make.top.leading`.
public protocol ConstraintAttributes: AnyObject {
  /// Returns a chain with the attributes added: a new one in a maker, the same one in a chain. An attribute is not added twice.
  func adding(_ attributes: [NSLayoutConstraint.Attribute]) -> ConstraintMakerExtendable
}

extension ConstraintAttributes {
  public var left: ConstraintMakerExtendable { adding([.left]) }
  public var top: ConstraintMakerExtendable { adding([.top]) }
  public var right: ConstraintMakerExtendable { adding([.right]) }
  public var bottom: ConstraintMakerExtendable { adding([.bottom]) }
  public var leading: ConstraintMakerExtendable { adding([.leading]) }
  public var trailing: ConstraintMakerExtendable { adding([.trailing]) }
  public var width: ConstraintMakerExtendable { adding([.width]) }
  public var height: ConstraintMakerExtendable { adding([.height]) }
  public var centerX: ConstraintMakerExtendable { adding([.centerX]) }
  public var centerY: ConstraintMakerExtendable { adding([.centerY]) }
  public var lastBaseline: ConstraintMakerExtendable { adding([.lastBaseline]) }
  public var firstBaseline: ConstraintMakerExtendable { adding([.firstBaseline]) }
  public var leftMargin: ConstraintMakerExtendable { adding([.leftMargin]) }
  public var rightMargin: ConstraintMakerExtendable { adding([.rightMargin]) }
  public var topMargin: ConstraintMakerExtendable { adding([.topMargin]) }
  public var bottomMargin: ConstraintMakerExtendable { adding([.bottomMargin]) }
  public var leadingMargin: ConstraintMakerExtendable { adding([.leadingMargin]) }
  public var trailingMargin: ConstraintMakerExtendable { adding([.trailingMargin]) }
  public var centerXWithinMargins: ConstraintMakerExtendable { adding([.centerXWithinMargins]) }
  public var centerYWithinMargins: ConstraintMakerExtendable { adding([.centerYWithinMargins]) }
  public var edges: ConstraintMakerExtendable { adding(Group.edges) }
  public var horizontalEdges: ConstraintMakerExtendable { adding([.left, .right]) }
  public var verticalEdges: ConstraintMakerExtendable { adding([.top, .bottom]) }
  public var directionalEdges: ConstraintMakerExtendable { adding(Group.directionalEdges) }
  public var directionalHorizontalEdges: ConstraintMakerExtendable { adding([.leading, .trailing]) }
  public var directionalVerticalEdges: ConstraintMakerExtendable { adding([.top, .bottom]) }
  public var size: ConstraintMakerExtendable { adding([.width, .height]) }
  public var center: ConstraintMakerExtendable { adding([.centerX, .centerY]) }
  public var margins: ConstraintMakerExtendable { adding(Group.margins) }
  public var directionalMargins: ConstraintMakerExtendable { adding(Group.directionalMargins) }
  public var centerWithinMargins: ConstraintMakerExtendable { adding([.centerXWithinMargins, .centerYWithinMargins]) }
}

enum Group {
  static let edges: [NSLayoutConstraint.Attribute] = [.left, .top, .right, .bottom]
  static let directionalEdges: [NSLayoutConstraint.Attribute] = [.top, .bottom, .leading, .trailing]
  static let margins: [NSLayoutConstraint.Attribute] = [.leftMargin, .topMargin, .rightMargin, .bottomMargin]
  static let directionalMargins: [NSLayoutConstraint.Attribute] = [
    .topMargin, .bottomMargin, .leadingMargin, .trailingMargin,
  ]
}

/// A chain while it is being written. Its constraints are made when they are first used.
public class ConstraintChain {
  let item: AnyObject
  var attributes: [NSLayoutConstraint.Attribute]
  var relation: NSLayoutConstraint.Relation?
  var target: Target?
  var multiplier: CGFloat = 1
  var shift = Shift.offset(0)
  var priority: Float = 1000
  var label: String?
  var file: StaticString = ""
  var line: UInt = 0

  init(item: AnyObject, attributes: [NSLayoutConstraint.Attribute]) {
    (self.item, self.attributes) = (item, attributes)
  }

  lazy var constraint: Constraint? = relation == nil ? nil : Constraint(self)
}

enum Shift {
  case offset(CGFloat)
  case insets(UIEdgeInsets)
  case directionalInsets(NSDirectionalEdgeInsets)
}

enum Target {
  case item(AnyObject, [NSLayoutConstraint.Attribute])
  case number(CGFloat)
  case size(CGSize)
  case point(CGPoint)
  case insets(UIEdgeInsets)
  case directionalInsets(NSDirectionalEdgeInsets)
}

/// A value that can be the other side of a relation: a number, a size, a point, insets, or another item.
public protocol ConstraintRelatableTarget {}
extension Int: @MainActor ConstraintRelatableTarget {}
extension UInt: @MainActor ConstraintRelatableTarget {}
extension Float: @MainActor ConstraintRelatableTarget {}
extension Double: @MainActor ConstraintRelatableTarget {}
extension CGFloat: @MainActor ConstraintRelatableTarget {}
extension CGSize: @MainActor ConstraintRelatableTarget {}
extension CGPoint: @MainActor ConstraintRelatableTarget {}
extension UIEdgeInsets: @MainActor ConstraintRelatableTarget {}
extension NSDirectionalEdgeInsets: @MainActor ConstraintRelatableTarget {}
extension UIView: ConstraintRelatableTarget {}
extension UILayoutGuide: ConstraintRelatableTarget {}
extension ConstraintItem: ConstraintRelatableTarget {}

/// Attributes of another view or guide.
public final class ConstraintItem {
  weak var target: AnyObject?
  let attributes: [NSLayoutConstraint.Attribute]
  init(_ target: AnyObject?, _ attributes: [NSLayoutConstraint.Attribute]) {
    (self.target, self.attributes) = (target, attributes)
  }
}

private func number(_ value: Any) -> CGFloat? {
  switch value {
  case let v as CGFloat: v
  case let v as Double: CGFloat(v)
  case let v as Float: CGFloat(v)
  case let v as Int: CGFloat(v)
  case let v as UInt: CGFloat(v)
  default: nil
  }
}

public protocol ConstraintOffsetTarget {}
extension Int: @MainActor ConstraintOffsetTarget {}
extension UInt: @MainActor ConstraintOffsetTarget {}
extension Float: @MainActor ConstraintOffsetTarget {}
extension Double: @MainActor ConstraintOffsetTarget {}
extension CGFloat: @MainActor ConstraintOffsetTarget {}
public protocol ConstraintInsetTarget {}
extension Int: @MainActor ConstraintInsetTarget {}
extension UInt: @MainActor ConstraintInsetTarget {}
extension Float: @MainActor ConstraintInsetTarget {}
extension Double: @MainActor ConstraintInsetTarget {}
extension CGFloat: @MainActor ConstraintInsetTarget {}
extension UIEdgeInsets: @MainActor ConstraintInsetTarget {}
public protocol ConstraintPriorityTarget {}
extension Int: @MainActor ConstraintPriorityTarget {}
extension UInt: @MainActor ConstraintPriorityTarget {}
extension Float: @MainActor ConstraintPriorityTarget {}
extension Double: @MainActor ConstraintPriorityTarget {}
extension CGFloat: @MainActor ConstraintPriorityTarget {}
extension UILayoutPriority: @MainActor ConstraintPriorityTarget {}

nonisolated public struct ConstraintPriority: Hashable, Sendable {
  public let value: Float
  public init(_ value: Float) { self.value = value }
  public static let required = ConstraintPriority(1000), high = ConstraintPriority(750),
    medium = ConstraintPriority(500)
  public static let low = ConstraintPriority(250)
}
extension ConstraintPriority: @MainActor ConstraintPriorityTarget {}

func shift(of inset: any ConstraintInsetTarget) -> Shift {
  if let insets = inset as? UIEdgeInsets { return .insets(insets) }
  let all = number(inset) ?? 0
  return .insets(UIEdgeInsets(top: all, left: all, bottom: all, right: all))
}
func priority(of target: any ConstraintPriorityTarget) -> Float {
  if let priority = target as? ConstraintPriority { return priority.value }
  if let priority = target as? UILayoutPriority { return priority.rawValue }
  return number(target).map { Float($0) } ?? 1000
}
func offset(of target: any ConstraintOffsetTarget) -> CGFloat { number(target) ?? 0 }

public class ConstraintMakerRelatable {
  let description: ConstraintChain
  init(_ description: ConstraintChain) { self.description = description }

  private func relate(
    _ relation: NSLayoutConstraint.Relation, _ target: Target, _ file: StaticString, _ line: UInt
  ) -> ConstraintMakerEditable {
    (description.relation, description.target) = (relation, target)
    (description.file, description.line) = (file, line)
    return ConstraintMakerEditable(description)
  }
  private func target(of other: any ConstraintRelatableTarget) -> Target {
    switch other {
    case let view as UIView: return .item(view, [])
    case let guide as UILayoutGuide: return .item(guide, [])
    case let item as ConstraintItem:
      guard let target = item.target else { preconditionFailure("the view of a constraint is gone") }
      return .item(target, item.attributes)
    case let size as CGSize: return .size(size)
    case let point as CGPoint: return .point(point)
    case let insets as UIEdgeInsets: return .insets(insets)
    case let insets as NSDirectionalEdgeInsets: return .directionalInsets(insets)
    default: return .number(number(other) ?? 0)
    }
  }
  private func superview() -> Target {
    guard let view = (description.item as? UIView)?.superview ?? (description.item as? UILayoutGuide)?.owningView else {
      preconditionFailure("Expected superview but found nil when attempting make constraint `equalToSuperview`.")
    }
    return .item(view, [])
  }

  @discardableResult
  public func equalTo(_ other: any ConstraintRelatableTarget, _ file: StaticString = #fileID, _ line: UInt = #line)
    -> ConstraintMakerEditable
  {
    relate(.equal, target(of: other), file, line)
  }
  @discardableResult
  public func lessThanOrEqualTo(
    _ other: any ConstraintRelatableTarget, _ file: StaticString = #fileID, _ line: UInt = #line
  ) -> ConstraintMakerEditable {
    relate(.lessThanOrEqual, target(of: other), file, line)
  }
  @discardableResult
  public func greaterThanOrEqualTo(
    _ other: any ConstraintRelatableTarget, _ file: StaticString = #fileID, _ line: UInt = #line
  ) -> ConstraintMakerEditable {
    relate(.greaterThanOrEqual, target(of: other), file, line)
  }
  @discardableResult
  public func equalToSuperview(_ file: StaticString = #fileID, _ line: UInt = #line) -> ConstraintMakerEditable {
    relate(.equal, superview(), file, line)
  }
  @discardableResult
  public func lessThanOrEqualToSuperview(_ file: StaticString = #fileID, _ line: UInt = #line)
    -> ConstraintMakerEditable
  {
    relate(.lessThanOrEqual, superview(), file, line)
  }
  @discardableResult
  public func greaterThanOrEqualToSuperview(_ file: StaticString = #fileID, _ line: UInt = #line)
    -> ConstraintMakerEditable
  {
    relate(.greaterThanOrEqual, superview(), file, line)
  }
}

public class ConstraintMakerExtendable: ConstraintMakerRelatable, ConstraintAttributes {
  public func adding(_ attributes: [NSLayoutConstraint.Attribute]) -> ConstraintMakerExtendable {
    description.attributes += attributes.filter { !description.attributes.contains($0) }
    return self
  }
}

public class ConstraintMakerFinalizable {
  let description: ConstraintChain
  init(_ description: ConstraintChain) { self.description = description }

  @discardableResult
  public func labeled(_ label: String) -> ConstraintMakerFinalizable {
    description.label = label
    return self
  }
  public var constraint: Constraint {
    guard let constraint = description.constraint else { preconditionFailure("the chain has no relation") }
    return constraint
  }
}

public class ConstraintMakerPrioritizable: ConstraintMakerFinalizable {
  @discardableResult
  public func priority(_ amount: ConstraintPriority) -> ConstraintMakerFinalizable {
    description.priority = amount.value
    return self
  }
  @discardableResult
  public func priority(_ amount: any ConstraintPriorityTarget) -> ConstraintMakerFinalizable {
    description.priority = SnapKit.priority(of: amount)
    return self
  }
  @discardableResult
  public func priority(_ amount: UILayoutPriority) -> ConstraintMakerFinalizable {
    description.priority = amount.rawValue
    return self
  }
}

public class ConstraintMakerEditable: ConstraintMakerPrioritizable {
  @discardableResult
  public func multipliedBy(_ amount: any ConstraintOffsetTarget) -> ConstraintMakerEditable {
    description.multiplier = SnapKit.offset(of: amount)
    return self
  }
  @discardableResult
  public func dividedBy(_ amount: any ConstraintOffsetTarget) -> ConstraintMakerEditable {
    description.multiplier = 1 / SnapKit.offset(of: amount)
    return self
  }
  @discardableResult
  public func offset(_ amount: any ConstraintOffsetTarget) -> ConstraintMakerEditable {
    description.shift = .offset(SnapKit.offset(of: amount))
    return self
  }
  @discardableResult
  public func inset(_ amount: any ConstraintInsetTarget) -> ConstraintMakerEditable {
    description.shift = shift(of: amount)
    return self
  }
  @discardableResult
  public func inset(_ amount: NSDirectionalEdgeInsets) -> ConstraintMakerEditable {
    description.shift = .directionalInsets(amount)
    return self
  }
}
