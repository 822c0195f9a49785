import Foundation
import LayoutKernel
import SceneModel

/// A linear relation between two attributes. While it is active, the nearest common ancestor of its items holds it.
open class NSLayoutConstraint: UIObject {
  /// How the two sides of a constraint compare.
  nonisolated public enum Relation: Int, Sendable { case lessThanOrEqual = -1, equal, greaterThanOrEqual }
  /// The two axes of a layout.
  nonisolated public enum Axis: Int, Sendable { case horizontal, vertical }
  /// The attributes that a constraint can relate. Raw values are UIKit's.
  nonisolated public enum Attribute: Int, Sendable {
    /// The left edge, whose raw value is 1.
    case left = 1
    /// The other edges, lengths, middles and baselines of an item.
    case right, top, bottom, leading, trailing, width, height, centerX, centerY, lastBaseline, firstBaseline
    /// The edges and the middle of an item's layout margins.
    case leftMargin, rightMargin, topMargin, bottomMargin, leadingMargin, trailingMargin, centerXWithinMargins
    /// The middle of an item's layout margins, from top to bottom.
    case centerYWithinMargins
    /// No attribute: the second side is a constant.
    case notAnAttribute = 0
    /// The old name of `lastBaseline`.
    public static let baseline = Attribute.lastBaseline
  }
  /// The options of a visual format.
  public typealias FormatOptions = VisualFormat.Options

  /// The view or guide on the left side; held weakly, and nil once it is gone.
  public private(set) weak var firstItem: AnyObject?
  /// The view or guide on the right side; nil if there is none, or it is gone.
  public private(set) weak var secondItem: AnyObject?
  /// The attribute on the left side.
  public let firstAttribute: Attribute
  /// The attribute on the right side; `notAnAttribute` where it is a constant.
  public let secondAttribute: Attribute
  /// The way in which the two sides compare.
  public let relation: Relation
  /// The factor of the right side's attribute.
  public let multiplier: CGFloat
  /// The items of the anchors at which the two distances start, in a constraint between distances (`anchorWithOffset(to:)`); otherwise nil.
  weak var firstStart: AnyObject?
  weak var secondStart: AnyObject?
  var startAttribute = Attribute.notAnAttribute
  /// The file in which the constraint was made.
  public internal(set) var file: String {
    get { origin.file }
    set { origin = .document(newValue) }
  }
  private var origin: ConstraintOrigin
  /// The line of the file where the constraint was made.
  public internal(set) var line: UInt

  weak var holder: UIView?
  var number = LayoutConstraint.ID(0)
  weak var host: Host?
  var isHosted: Bool { host != nil }

  /// A name that the program chooses and logs print.
  public var identifier: String?
  public var shouldBeArchived = false  // inert

  /// The points added to the second side; a new value takes effect in the next layout pass.
  public var constant: CGFloat {
    didSet {
      if !constant.isFinite { refuseMispairing() }
      if oldValue != constant, let host { host.perform(.setConstant(number, Double(constant))) }
    }
  }
  /// The priority. From iOS 13 on it may change between required and optional at any time (see `LayoutQuirks.legacyPriorityRule`).
  public var priority: UILayoutPriority = .required {
    didSet {
      guard oldValue != priority else { return }
      if let refusal = ConstraintRules.refusal(ofPriority: Double(priority.rawValue)) {
        raise("\(refusal.exception): \(refusal.message)")
      }
      host?.perform(.setPriority(number, Double(priority.rawValue)))
    }
  }
  /// Whether the constraint is in force. Activating it ends the process with UIKit's message if its items have no common ancestor.
  public var isActive: Bool {
    get { holder != nil }
    set { if newValue { activate() } else { deactivate() } }
  }

  /// Makes an inactive constraint between two attributes. A subclass without initialisers of its own inherits it.
  public init(
    item first: Any, attribute: Attribute, relatedBy relation: Relation, toItem second: Any?,
    attribute secondAttribute: Attribute, multiplier: CGFloat, constant: CGFloat, file: StaticString = #fileID,
    line: UInt = #line
  ) {
    (firstItem, firstAttribute, self.relation) = (first as AnyObject, attribute, relation)
    secondItem = second.map { $0 as AnyObject }
    self.secondAttribute = second == nil ? .notAnAttribute : secondAttribute
    (self.multiplier, self.constant) = (multiplier, constant)
    (origin, self.line) = (.code(file), line)
    super.init()
    if attribute != .notAnAttribute || second != nil { refuseMispairing() }
  }

  /// Ends the process with UIKit's message if the two attributes cannot be related (rule L1.2). It is called when the constraint is made.
  private func refuseMispairing() {
    let (first, second) = (firstAttribute, secondAttribute)
    // Nearly all are of two equal attributes or of a length.
    if first == second, multiplier != 0, multiplier.isFinite, constant.isFinite { return }
    if secondItem == nil, first == .width || first == .height, constant.isFinite { return }
    guard let one = LayoutAttribute(rawValue: first.rawValue) else { return }
    let right = secondItem == nil ? nil : LayoutAttribute(rawValue: second.rawValue)
    var made = LayoutConstraint(
      id: LayoutConstraint.ID(0), name: "", first: .anchor(LayoutAnchor(ItemID(1), one)), relation: .equal,
      second: right.map { .anchor(LayoutAnchor(ItemID(2), $0)) }, multiplier: Double(multiplier),
      constant: Double(constant), priority: 1000)
    made.identifier = identifier
    guard
      let refusal = ConstraintRules.refusal(
        of: made,
        describe: { [firstItem, secondItem] anchor in
          let item = anchor.item == ItemID(1) ? firstItem : secondItem
          return item.map { "\($0)" } ?? "(null)"
        })
    else { return }
    raise("\(refusal.exception): \(refusal.message)")
  }

  package convenience init(
    _ first: AnyObject, _ attribute: Attribute, _ relation: Relation, _ second: AnyObject?,
    _ secondAttribute: Attribute,
    _ multiplier: CGFloat, _ constant: CGFloat, _ file: StaticString, _ line: UInt
  ) {
    self.init(
      item: first, attribute: attribute, relatedBy: relation, toItem: second, attribute: secondAttribute,
      multiplier: multiplier, constant: constant, file: file, line: line)
  }

  /// Makes a constraint without items, as a placeholder in a variable; activating it does nothing.
  public convenience override init() {
    self.init(UIObject(), .notAnAttribute, .equal, nil, .notAnAttribute, 1, 0, "", 0)
  }

  isolated deinit { if let host { host.discard(number) } }

  /// Puts constraints in force, in their order.
  public static func activate(_ constraints: [NSLayoutConstraint]) {
    for constraint in constraints { constraint.isActive = true }
  }
  /// Takes constraints out of force.
  public static func deactivate(_ constraints: [NSLayoutConstraint]) {
    for constraint in constraints { constraint.isActive = false }
  }

  /// The anchor of the left side, the same object as the item's.
  public var firstAnchor: NSLayoutAnchor<AnyObject> {
    firstItem.flatMap { firstAttribute.anchor(of: $0) } ?? NSLayoutAnchor(firstItem, firstAttribute)
  }
  /// The anchor of the right side, the same object as the item's; nil if it is a constant.
  public var secondAnchor: NSLayoutAnchor<AnyObject>? { secondItem.flatMap { secondAttribute.anchor(of: $0) } }

  private func activate() {
    guard holder == nil else { return }
    guard firstStart == nil, secondStart == nil, let one = firstItem else { return activateInNearestAncestor() }
    guard let first = NSLayoutConstraint.view(one) else { return }
    guard let other = secondItem else { return hold(in: first, first, nil) }
    guard let second = NSLayoutConstraint.view(other) else { return }
    // Most constraints are between a view and itself, its superview, or its neighbour.
    if first === second { return hold(in: first, first, nil) }
    let (outside, beside) = (first.superview, second.superview)
    if outside === second { return hold(in: second, first, second) }
    if beside === first || outside != nil && outside === beside { return hold(in: beside!, first, second) }
    activateInNearestAncestor()
  }

  private func activateInNearestAncestor() {
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

  /// Makes a view hold the constraint, for the case that it names only the views `first` and `second`. That is faster than `hold(in:)`, which
  /// searches all items for views.
  private func hold(in view: UIView, _ first: UIView, _ second: UIView?) {
    holder = view
    view.heldConstraints.append(self)
    first.mentioned.append(self)
    second?.mentioned.append(self)
    view.host?.add(self, holder: view)
  }

  private func deactivate() {
    guard let holder else { return }
    holder.heldConstraints.removeAll { $0 === self }
    for item in items { NSLayoutConstraint.view(item)?.mentioned.removeAll { $0 === self } }
    self.holder = nil
    host?.deactivate(self)
  }

  var items: [AnyObject] { [firstItem, firstStart, secondItem, secondStart].compactMap { $0 } }

  static func view(_ item: AnyObject) -> UIView? { item as? UIView ?? (item as? UILayoutGuide)?.owningView }

  private static func itemID(_ item: AnyObject?) -> ItemID? {
    if let view = item as? UIView { return view.item }
    if let guide = item as? UILayoutGuide { return guide.item }
    return nil
  }

  /// Returns the constraint in the form of a scene. An item that was freed is replaced by the view that holds the constraint.
  func described(holder: ItemID) -> LayoutConstraint {
    func anchor(_ item: AnyObject?, _ attribute: Attribute) -> LayoutAnchor {
      LayoutAnchor(NSLayoutConstraint.itemID(item) ?? holder, LayoutAttribute(rawValue: attribute.rawValue) ?? .width)
    }
    func operand(_ item: AnyObject?, _ attribute: Attribute, from start: AnyObject?) -> Operand {
      let end = anchor(item, attribute)
      return start.map { .distance(from: anchor($0, startAttribute), to: end) } ?? .anchor(end)
    }
    var name = origin.lastName
    name += ":"
    name += String(line)
    name += "@"
    name += String(number.rawValue)
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
      let called = identifier.map { " '\($0)'" } ?? ""
      var text = "<NSLayoutConstraint:\(file)#\(line)\(called) \(name(firstItem)).\(firstAttribute) \(mark) "
      if secondAttribute != .notAnAttribute {
        text += "\(multiplier == 1 ? "" : "\(multiplier) * ")\(name(secondItem)).\(secondAttribute) + "
      }
      return text + "\(constant)>"
    }
  }
}

extension UIView {
  /// The constraints that the view holds.
  public var constraints: [NSLayoutConstraint] { heldConstraints }
  /// Activates a constraint, which this view holds. One that names something outside of the view ends the process with UIKit's message.
  public func addConstraint(_ constraint: NSLayoutConstraint) {
    if constraint.isActive { return }
    for item in constraint.items {
      guard let named = NSLayoutConstraint.view(item), !named.isDescendant(of: self) else { continue }
      FileHandle.standardError.write(
        Data(
          """
          The view hierarchy is not prepared for the constraint: \(constraint)
          \tWhen added to a view, the constraint's items must be descendants of that view (or the view itself). This will crash if the \
          constraint needs to be resolved before the view hierarchy is assembled. Break on \
          -[UIView(UIConstraintBasedLayout) _viewHierarchyUnpreparedForConstraint:] to debug.

          """.utf8))
      raise(
        "NSGenericException: Unable to install constraint on view.  Does the constraint reference something from outside "
          + "the subtree of the view?  That's illegal. constraint:\(constraint) view:\(self)")
    }
    constraint.hold(in: self)
  }
  /// Activates constraints, in their order.
  public func addConstraints(_ constraints: [NSLayoutConstraint]) {
    for constraint in constraints { addConstraint(constraint) }
  }
  /// Deactivates a constraint that this view holds; does nothing for others.
  public func removeConstraint(_ constraint: NSLayoutConstraint) {
    if constraint.holder === self { constraint.isActive = false }
  }
  /// Deactivates those of the constraints that this view holds.
  public func removeConstraints(_ constraints: [NSLayoutConstraint]) {
    for constraint in constraints { removeConstraint(constraint) }
  }
  /// Returns the active constraints along an axis that name the view or one of its guides.
  public func constraintsAffectingLayout(for axis: NSLayoutConstraint.Axis) -> [NSLayoutConstraint] {
    mentioned.filter {
      (SceneModel.LayoutAttribute(rawValue: $0.firstAttribute.rawValue)?.axis == .horizontal) == (axis == .horizontal)
    }
  }
}
