import Foundation

/// An attribute of a view or a guide, from which constraints are made; each remembers the file and line of its making.
open class NSLayoutAnchor<AnchorType: AnyObject>: UIObject {
  weak var owner: AnyObject?
  let attribute: NSLayoutConstraint.Attribute

  init(_ owner: AnyObject?, _ attribute: NSLayoutConstraint.Attribute) {
    (self.owner, self.attribute) = (owner, attribute)
  }

  /// The view or guide of which the anchor names an attribute; nil: a distance between anchors.
  public var item: AnyObject? { owner }

  func make(
    _ relation: NSLayoutConstraint.Relation, _ other: NSLayoutAnchor<AnchorType>?, _ multiplier: CGFloat,
    _ constant: CGFloat, _ file: StaticString, _ line: UInt
  ) -> NSLayoutConstraint {
    guard let owner else { raise("an anchor's view is gone") }
    return NSLayoutConstraint(
      owner, attribute, relation, other?.owner, other?.attribute ?? .notAnAttribute, multiplier, constant, file, line)
  }

  /// Returns an inactive constraint that holds this anchor at another, so many points beyond it.
  public func constraint(
    equalTo anchor: NSLayoutAnchor<AnchorType>, constant: CGFloat = 0, file: StaticString = #fileID, line: UInt = #line
  ) -> NSLayoutConstraint { make(.equal, anchor, 1, constant, file, line) }
  /// Returns an inactive constraint that holds this anchor at or beyond another, plus a constant in points.
  public func constraint(
    greaterThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>, constant: CGFloat = 0, file: StaticString = #fileID,
    line: UInt = #line
  ) -> NSLayoutConstraint { make(.greaterThanOrEqual, anchor, 1, constant, file, line) }
  /// Returns an inactive constraint that holds this anchor at or before another, plus a constant in points.
  public func constraint(
    lessThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>, constant: CGFloat = 0, file: StaticString = #fileID,
    line: UInt = #line
  ) -> NSLayoutConstraint { make(.lessThanOrEqual, anchor, 1, constant, file, line) }
}

/// An anchor of a horizontal location.
public final class NSLayoutXAxisAnchor: NSLayoutAnchor<NSLayoutXAxisAnchor> {
  /// Returns the distance from this anchor to another, which constraints can compare with lengths.
  public func anchorWithOffset(to other: NSLayoutXAxisAnchor) -> NSLayoutDimension {
    NSLayoutDimension(from: self, to: other)
  }
  /// Returns an inactive constraint that holds this anchor so many times the system's spacing (8 points) after another, in the reading
  /// direction.
  public func constraint(
    equalToSystemSpacingAfter anchor: NSLayoutXAxisAnchor, multiplier: CGFloat, file: StaticString = #fileID,
    line: UInt = #line
  ) -> NSLayoutConstraint { make(.equal, anchor, 1, 8 * multiplier, file, line) }
  /// Returns an inactive constraint that holds this anchor at least so many times the system's spacing (8 points) after another.
  public func constraint(
    greaterThanOrEqualToSystemSpacingAfter anchor: NSLayoutXAxisAnchor, multiplier: CGFloat,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> NSLayoutConstraint { make(.greaterThanOrEqual, anchor, 1, 8 * multiplier, file, line) }
  /// Returns an inactive constraint that holds this anchor at most so many times the system's spacing (8 points) after another.
  public func constraint(
    lessThanOrEqualToSystemSpacingAfter anchor: NSLayoutXAxisAnchor, multiplier: CGFloat, file: StaticString = #fileID,
    line: UInt = #line
  ) -> NSLayoutConstraint { make(.lessThanOrEqual, anchor, 1, 8 * multiplier, file, line) }
}

/// An anchor of a vertical location.
public final class NSLayoutYAxisAnchor: NSLayoutAnchor<NSLayoutYAxisAnchor> {
  /// Returns the distance from this anchor down to another, which constraints can compare with lengths.
  public func anchorWithOffset(to other: NSLayoutYAxisAnchor) -> NSLayoutDimension {
    NSLayoutDimension(from: self, to: other)
  }
  /// Returns an inactive constraint that holds this anchor so many times the system's spacing (8 points) below another.
  public func constraint(
    equalToSystemSpacingBelow anchor: NSLayoutYAxisAnchor, multiplier: CGFloat, file: StaticString = #fileID,
    line: UInt = #line
  ) -> NSLayoutConstraint { make(.equal, anchor, 1, 8 * multiplier, file, line) }
  /// Returns an inactive constraint that holds this anchor at least so many times the system's spacing (8 points) below another.
  public func constraint(
    greaterThanOrEqualToSystemSpacingBelow anchor: NSLayoutYAxisAnchor, multiplier: CGFloat,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> NSLayoutConstraint { make(.greaterThanOrEqual, anchor, 1, 8 * multiplier, file, line) }
  /// Returns an inactive constraint that holds this anchor at most so many times the system's spacing (8 points) below another.
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

  /// Returns an inactive constraint that holds the length at so many points.
  public func constraint(equalToConstant c: CGFloat, file: StaticString = #fileID, line: UInt = #line)
    -> NSLayoutConstraint
  {
    make(.equal, nil, 1, c, file, line)
  }
  /// Returns an inactive constraint that holds the length at so many points or more.
  public func constraint(greaterThanOrEqualToConstant c: CGFloat, file: StaticString = #fileID, line: UInt = #line)
    -> NSLayoutConstraint
  {
    make(.greaterThanOrEqual, nil, 1, c, file, line)
  }
  /// Returns an inactive constraint that holds the length at so many points or less.
  public func constraint(lessThanOrEqualToConstant c: CGFloat, file: StaticString = #fileID, line: UInt = #line)
    -> NSLayoutConstraint
  {
    make(.lessThanOrEqual, nil, 1, c, file, line)
  }
  /// Returns an inactive constraint that holds the length at a multiple of another, plus a constant in points.
  public func constraint(
    equalTo anchor: NSLayoutDimension, multiplier: CGFloat, constant: CGFloat = 0, file: StaticString = #fileID,
    line: UInt = #line
  ) -> NSLayoutConstraint { make(.equal, anchor, multiplier, constant, file, line) }
  /// Returns an inactive constraint that holds the length at a multiple of another or more, plus a constant in points.
  public func constraint(
    greaterThanOrEqualTo anchor: NSLayoutDimension, multiplier: CGFloat, constant: CGFloat = 0,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> NSLayoutConstraint { make(.greaterThanOrEqual, anchor, multiplier, constant, file, line) }
  /// Returns an inactive constraint that holds the length at a multiple of another or less, plus a constant in points.
  public func constraint(
    lessThanOrEqualTo anchor: NSLayoutDimension, multiplier: CGFloat, constant: CGFloat = 0,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> NSLayoutConstraint { make(.lessThanOrEqual, anchor, multiplier, constant, file, line) }
}

extension UIView {
  /// The edge where reading begins: left, or right where the view reads from right to left.
  public var leadingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .leading) }
  /// The edge where reading ends.
  public var trailingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .trailing) }
  /// The left edge, whatever the reading direction.
  public var leftAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .left) }
  /// The right edge, whatever the reading direction.
  public var rightAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .right) }
  /// The middle between left and right.
  public var centerXAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .centerX) }
  /// The top edge.
  public var topAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .top) }
  /// The bottom edge.
  public var bottomAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .bottom) }
  /// The middle between top and bottom.
  public var centerYAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .centerY) }
  /// The baseline of the first line of text; of a view without text, its top edge.
  public var firstBaselineAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .firstBaseline) }
  /// The baseline of the last line of text; of a view without text, its bottom edge.
  public var lastBaselineAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .lastBaseline) }
  /// The distance from the left to the right edge.
  public var widthAnchor: NSLayoutDimension { NSLayoutDimension(self, .width) }
  /// The distance from the top to the bottom edge.
  public var heightAnchor: NSLayoutDimension { NSLayoutDimension(self, .height) }
}
