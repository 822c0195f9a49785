import Foundation
import LayoutKernel
import SceneModel

/// A linear relation between two attributes. Active, the nearest common ancestor of its items holds it.
open class NSLayoutConstraint: UIObject {
  nonisolated public enum Relation: Int, Sendable { case lessThanOrEqual = -1, equal, greaterThanOrEqual }
  nonisolated public enum Axis: Int, Sendable { case horizontal, vertical }
  nonisolated public enum Attribute: Int, Sendable {
    case left = 1
    case right, top, bottom, leading, trailing, width, height, centerX, centerY, lastBaseline, firstBaseline
    case leftMargin, rightMargin, topMargin, bottomMargin, leadingMargin, trailingMargin, centerXWithinMargins
    case centerYWithinMargins
    case notAnAttribute = 0
    public static let baseline = Attribute.lastBaseline
  }
  public typealias FormatOptions = VisualFormat.Options

  public private(set) weak var firstItem: AnyObject?
  public private(set) weak var secondItem: AnyObject?
  public let firstAttribute: Attribute
  public let secondAttribute: Attribute
  public let relation: Relation
  public let multiplier: CGFloat
  /// Of a constraint between distances (`anchorWithOffset(to:)`): what each is measured from.
  weak var firstStart: AnyObject?
  weak var secondStart: AnyObject?
  var startAttribute = Attribute.notAnAttribute
  /// Where it was made.
  public internal(set) var file: String
  public internal(set) var line: UInt

  weak var holder: UIView?
  var number = LayoutConstraint.ID(0)
  weak var host: Host?
  var isHosted: Bool { host != nil }

  public var identifier: String?
  public var shouldBeArchived = false

  public var constant: CGFloat {
    didSet {
      if oldValue != constant, let host { host.perform(.setConstant(number, Double(constant))) }
    }
  }
  public var priority: UILayoutPriority = .required {
    didSet {
      guard oldValue != priority else { return }
      if isActive,
        let refusal = ConstraintRules.refusal(ofChanging: Double(oldValue.rawValue), to: Double(priority.rawValue))
      {
        raise("\(refusal.exception): \(refusal.message)")
      }
      host?.perform(.setPriority(number, Double(priority.rawValue)))
    }
  }
  public var isActive: Bool {
    get { holder != nil }
    set { if newValue { activate() } else { deactivate() } }
  }

  public convenience init(
    item first: Any, attribute: Attribute, relatedBy relation: Relation, toItem second: Any?,
    attribute secondAttribute: Attribute, multiplier: CGFloat, constant: CGFloat, file: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(
      first as AnyObject, attribute, relation, second.map { $0 as AnyObject }, secondAttribute, multiplier, constant,
      file,
      line)
  }

  package init(
    _ first: AnyObject, _ attribute: Attribute, _ relation: Relation, _ second: AnyObject?,
    _ secondAttribute: Attribute,
    _ multiplier: CGFloat, _ constant: CGFloat, _ file: StaticString, _ line: UInt
  ) {
    (firstItem, firstAttribute, self.relation) = (first, attribute, relation)
    (secondItem, self.secondAttribute) = (second, second == nil ? .notAnAttribute : secondAttribute)
    (self.multiplier, self.constant) = (multiplier, constant)
    (self.file, self.line) = ("\(file)", line)
    super.init()
  }

  /// A constraint between nothing, until another takes its place in a variable; activating it does nothing.
  public convenience override init() {
    self.init(UIObject(), .notAnAttribute, .equal, nil, .notAnAttribute, 1, 0, "", 0)
  }

  isolated deinit { if let host { host.discard(number) } }

  public static func activate(_ constraints: [NSLayoutConstraint]) {
    for constraint in constraints { constraint.isActive = true }
  }
  public static func deactivate(_ constraints: [NSLayoutConstraint]) {
    for constraint in constraints { constraint.isActive = false }
  }

  public var firstAnchor: NSLayoutAnchor<AnyObject> { NSLayoutAnchor(firstItem, firstAttribute) }
  public var secondAnchor: NSLayoutAnchor<AnyObject>? { secondItem.map { NSLayoutAnchor($0, secondAttribute) } }

  private func activate() {
    guard holder == nil else { return }
    let views = items.compactMap(NSLayoutConstraint.view)
    guard let first = views.first, views.count == items.count else { return }
    var ancestor: UIView? = first
    for view in views.dropFirst() {
      while let present = ancestor, !view.isDescendant(of: present) { ancestor = present.superview }
    }
    guard let ancestor else {
      raise(
        "NSGenericException: Unable to activate constraint with anchors \(self) because they have no common ancestor. "
          + "Does the constraint or its anchors reference items in different view hierarchies? That's illegal.")
    }
    hold(in: ancestor)
  }

  func hold(in view: UIView) {
    holder = view
    view.heldConstraints.append(self)
    for mentioned in Set(items.compactMap(NSLayoutConstraint.view)) { mentioned.mentioned.append(self) }
    view.host?.add(self, holder: view)
  }

  private func deactivate() {
    guard let holder else { return }
    holder.heldConstraints.removeAll { $0 === self }
    for item in items { NSLayoutConstraint.view(item)?.mentioned.removeAll { $0 === self } }
    self.holder = nil
    host?.deactivate(self)
  }

  private var items: [AnyObject] { [firstItem, firstStart, secondItem, secondStart].compactMap { $0 } }

  static func view(_ item: AnyObject) -> UIView? { item as? UIView ?? (item as? UILayoutGuide)?.owningView }

  private static func itemID(_ item: AnyObject?) -> ItemID? {
    if let view = item as? UIView { return view.item }
    if let guide = item as? UILayoutGuide { return guide.item }
    return nil
  }

  /// What the scene says of it. An item that is gone counts as the holder.
  func described(holder: ItemID) -> LayoutConstraint {
    func anchor(_ item: AnyObject?, _ attribute: Attribute) -> LayoutAnchor {
      LayoutAnchor(NSLayoutConstraint.itemID(item) ?? holder, LayoutAttribute(rawValue: attribute.rawValue) ?? .width)
    }
    func operand(_ item: AnyObject?, _ attribute: Attribute, from start: AnyObject?) -> Operand {
      let end = anchor(item, attribute)
      return start.map { .distance(from: anchor($0, startAttribute), to: end) } ?? .anchor(end)
    }
    let name = "\(file.split(separator: "/").last.map(String.init) ?? file):\(line)@\(number.rawValue)"
    var constraint = LayoutConstraint(
      id: number, name: name, first: operand(firstItem, firstAttribute, from: firstStart),
      relation: relation == .equal ? .equal : relation == .lessThanOrEqual ? .lessThanOrEqual : .greaterThanOrEqual,
      second: secondItem.map { operand($0, secondAttribute, from: secondStart) }, multiplier: Double(multiplier),
      constant: Double(constant), priority: Double(priority.rawValue))
    constraint.identifier = identifier
    return constraint
  }

  nonisolated open override var description: String {
    MainActor.assumeIsolated {
      let mark = ["<=", "==", ">="][relation.rawValue + 1]
      func name(_ item: AnyObject?) -> String { item.map { "\(Swift.type(of: $0))" } ?? "(gone)" }
      var text = "<NSLayoutConstraint:\(file)#\(line) \(name(firstItem)).\(firstAttribute) \(mark) "
      if secondAttribute != .notAnAttribute {
        text += "\(multiplier == 1 ? "" : "\(multiplier) * ")\(name(secondItem)).\(secondAttribute) + "
      }
      return text + "\(constant)>"
    }
  }
}

extension UIView {
  public var constraints: [NSLayoutConstraint] { heldConstraints }
  public func addConstraint(_ constraint: NSLayoutConstraint) {
    if !constraint.isActive { constraint.hold(in: self) }
  }
  public func addConstraints(_ constraints: [NSLayoutConstraint]) {
    for constraint in constraints { addConstraint(constraint) }
  }
  public func removeConstraint(_ constraint: NSLayoutConstraint) {
    if constraint.holder === self { constraint.isActive = false }
  }
  public func removeConstraints(_ constraints: [NSLayoutConstraint]) {
    for constraint in constraints { removeConstraint(constraint) }
  }
  public func constraintsAffectingLayout(for axis: NSLayoutConstraint.Axis) -> [NSLayoutConstraint] {
    mentioned.filter {
      (SceneModel.LayoutAttribute(rawValue: $0.firstAttribute.rawValue)?.axis == .horizontal) == (axis == .horizontal)
    }
  }
}
