import Foundation

/// An attribute of a view or a guide, from which constraints are made; each remembers the file and line of its making.
open class NSLayoutAnchor<AnchorType: AnyObject>: UIObject {
  weak var owner: AnyObject?
  let attribute: NSLayoutConstraint.Attribute

  init(_ owner: AnyObject?, _ attribute: NSLayoutConstraint.Attribute) {
    (self.owner, self.attribute) = (owner, attribute)
  }

  /// The item, as in UIKit.
  public var item: AnyObject? { owner }

  func make(
    _ relation: NSLayoutConstraint.Relation, _ other: NSLayoutAnchor<AnchorType>?, _ multiplier: CGFloat,
    _ constant: CGFloat, _ file: StaticString, _ line: UInt
  ) -> NSLayoutConstraint {
    guard let owner else { raise("an anchor's view is gone") }
    return NSLayoutConstraint(
      owner, attribute, relation, other?.owner, other?.attribute ?? .notAnAttribute, multiplier, constant, file, line)
  }

  /// Does what UIKit's `constraint(equalTo:constant:file:line:)` does.
  public func constraint(
    equalTo anchor: NSLayoutAnchor<AnchorType>, constant: CGFloat = 0, file: StaticString = #fileID, line: UInt = #line
  ) -> NSLayoutConstraint { make(.equal, anchor, 1, constant, file, line) }
  /// Does what UIKit's `constraint(greaterThanOrEqualTo:constant:file:line:)` does.
  public func constraint(
    greaterThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>, constant: CGFloat = 0, file: StaticString = #fileID,
    line: UInt = #line
  ) -> NSLayoutConstraint { make(.greaterThanOrEqual, anchor, 1, constant, file, line) }
  /// Does what UIKit's `constraint(lessThanOrEqualTo:constant:file:line:)` does.
  public func constraint(
    lessThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>, constant: CGFloat = 0, file: StaticString = #fileID,
    line: UInt = #line
  ) -> NSLayoutConstraint { make(.lessThanOrEqual, anchor, 1, constant, file, line) }
}

/// An anchor of a horizontal location.
public final class NSLayoutXAxisAnchor: NSLayoutAnchor<NSLayoutXAxisAnchor> {
  /// Does what UIKit's `anchorWithOffset(to:)` does.
  public func anchorWithOffset(to other: NSLayoutXAxisAnchor) -> NSLayoutDimension {
    NSLayoutDimension(from: self, to: other)
  }
  /// Does what UIKit's `constraint(equalToSystemSpacingAfter:multiplier:file:line:)` does.
  public func constraint(
    equalToSystemSpacingAfter anchor: NSLayoutXAxisAnchor, multiplier: CGFloat, file: StaticString = #fileID,
    line: UInt = #line
  ) -> NSLayoutConstraint { make(.equal, anchor, 1, 8 * multiplier, file, line) }
  /// Does what UIKit's `constraint(greaterThanOrEqualToSystemSpacingAfter:multiplier:file:line:)` does.
  public func constraint(
    greaterThanOrEqualToSystemSpacingAfter anchor: NSLayoutXAxisAnchor, multiplier: CGFloat,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> NSLayoutConstraint { make(.greaterThanOrEqual, anchor, 1, 8 * multiplier, file, line) }
  /// Does what UIKit's `constraint(lessThanOrEqualToSystemSpacingAfter:multiplier:file:line:)` does.
  public func constraint(
    lessThanOrEqualToSystemSpacingAfter anchor: NSLayoutXAxisAnchor, multiplier: CGFloat, file: StaticString = #fileID,
    line: UInt = #line
  ) -> NSLayoutConstraint { make(.lessThanOrEqual, anchor, 1, 8 * multiplier, file, line) }
}

/// An anchor of a vertical location.
public final class NSLayoutYAxisAnchor: NSLayoutAnchor<NSLayoutYAxisAnchor> {
  /// Does what UIKit's `anchorWithOffset(to:)` does.
  public func anchorWithOffset(to other: NSLayoutYAxisAnchor) -> NSLayoutDimension {
    NSLayoutDimension(from: self, to: other)
  }
  /// Does what UIKit's `constraint(equalToSystemSpacingBelow:multiplier:file:line:)` does.
  public func constraint(
    equalToSystemSpacingBelow anchor: NSLayoutYAxisAnchor, multiplier: CGFloat, file: StaticString = #fileID,
    line: UInt = #line
  ) -> NSLayoutConstraint { make(.equal, anchor, 1, 8 * multiplier, file, line) }
  /// Does what UIKit's `constraint(greaterThanOrEqualToSystemSpacingBelow:multiplier:file:line:)` does.
  public func constraint(
    greaterThanOrEqualToSystemSpacingBelow anchor: NSLayoutYAxisAnchor, multiplier: CGFloat,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> NSLayoutConstraint { make(.greaterThanOrEqual, anchor, 1, 8 * multiplier, file, line) }
  /// Does what UIKit's `constraint(lessThanOrEqualToSystemSpacingBelow:multiplier:file:line:)` does.
  public func constraint(
    lessThanOrEqualToSystemSpacingBelow anchor: NSLayoutYAxisAnchor, multiplier: CGFloat, file: StaticString = #fileID,
    line: UInt = #line
  ) -> NSLayoutConstraint { make(.lessThanOrEqual, anchor, 1, 8 * multiplier, file, line) }
}

/// A width, a height, or the distance between two anchors.
public final class NSLayoutDimension: NSLayoutAnchor<NSLayoutDimension> {
  private weak var start: AnyObject?
  private var startAttribute = NSLayoutConstraint.Attribute.notAnAttribute

  override init(_ owner: AnyObject?, _ attribute: NSLayoutConstraint.Attribute) { super.init(owner, attribute) }
  convenience init<T>(from: NSLayoutAnchor<T>, to: NSLayoutAnchor<T>) {
    self.init(to.owner, to.attribute)
    (start, startAttribute) = (from.owner, from.attribute)
  }

  override func make(
    _ relation: NSLayoutConstraint.Relation, _ other: NSLayoutAnchor<NSLayoutDimension>?, _ multiplier: CGFloat,
    _ constant: CGFloat, _ file: StaticString, _ line: UInt
  ) -> NSLayoutConstraint {
    let made = super.make(relation, other, multiplier, constant, file, line)
    made.firstStart = start
    made.secondStart = (other as? NSLayoutDimension)?.start
    made.startAttribute =
      start != nil ? startAttribute : (other as? NSLayoutDimension)?.startAttribute ?? .notAnAttribute
    return made
  }

  /// Does what UIKit's `constraint(equalToConstant:file:line:)` does.
  public func constraint(equalToConstant c: CGFloat, file: StaticString = #fileID, line: UInt = #line)
    -> NSLayoutConstraint
  {
    make(.equal, nil, 1, c, file, line)
  }
  /// Does what UIKit's `constraint(greaterThanOrEqualToConstant:file:line:)` does.
  public func constraint(greaterThanOrEqualToConstant c: CGFloat, file: StaticString = #fileID, line: UInt = #line)
    -> NSLayoutConstraint
  {
    make(.greaterThanOrEqual, nil, 1, c, file, line)
  }
  /// Does what UIKit's `constraint(lessThanOrEqualToConstant:file:line:)` does.
  public func constraint(lessThanOrEqualToConstant c: CGFloat, file: StaticString = #fileID, line: UInt = #line)
    -> NSLayoutConstraint
  {
    make(.lessThanOrEqual, nil, 1, c, file, line)
  }
  /// Does what UIKit's `constraint(equalTo:multiplier:constant:file:line:)` does.
  public func constraint(
    equalTo anchor: NSLayoutDimension, multiplier: CGFloat, constant: CGFloat = 0, file: StaticString = #fileID,
    line: UInt = #line
  ) -> NSLayoutConstraint { make(.equal, anchor, multiplier, constant, file, line) }
  /// Does what UIKit's `constraint(greaterThanOrEqualTo:multiplier:constant:file:line:)` does.
  public func constraint(
    greaterThanOrEqualTo anchor: NSLayoutDimension, multiplier: CGFloat, constant: CGFloat = 0,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> NSLayoutConstraint { make(.greaterThanOrEqual, anchor, multiplier, constant, file, line) }
  /// Does what UIKit's `constraint(lessThanOrEqualTo:multiplier:constant:file:line:)` does.
  public func constraint(
    lessThanOrEqualTo anchor: NSLayoutDimension, multiplier: CGFloat, constant: CGFloat = 0,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> NSLayoutConstraint { make(.lessThanOrEqual, anchor, multiplier, constant, file, line) }
}

extension UIView {
  /// The leading anchor, as in UIKit.
  public var leadingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .leading) }
  /// The trailing anchor, as in UIKit.
  public var trailingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .trailing) }
  /// The left anchor, as in UIKit.
  public var leftAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .left) }
  /// The right anchor, as in UIKit.
  public var rightAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .right) }
  /// The centre x anchor, as in UIKit.
  public var centerXAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .centerX) }
  /// The top anchor, as in UIKit.
  public var topAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .top) }
  /// The bottom anchor, as in UIKit.
  public var bottomAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .bottom) }
  /// The centre y anchor, as in UIKit.
  public var centerYAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .centerY) }
  /// The first baseline anchor, as in UIKit.
  public var firstBaselineAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .firstBaseline) }
  /// The last baseline anchor, as in UIKit.
  public var lastBaselineAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .lastBaseline) }
  /// The width anchor, as in UIKit.
  public var widthAnchor: NSLayoutDimension { NSLayoutDimension(self, .width) }
  /// The height anchor, as in UIKit.
  public var heightAnchor: NSLayoutDimension { NSLayoutDimension(self, .height) }
}
