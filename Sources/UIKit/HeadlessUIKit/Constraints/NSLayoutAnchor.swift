import Foundation
import LayoutKernel

/// An attribute of a view or a guide, from which constraints are made. Each constraint records the file and line that made it.
open class NSLayoutAnchor<AnchorType: AnyObject>: UIObject {
  weak var owner: AnyObject?
  let attribute: NSLayoutConstraint.Attribute

  init(_ owner: AnyObject?, _ attribute: NSLayoutConstraint.Attribute) {
    (self.owner, self.attribute) = (owner, attribute)
  }

  /// The view or guide of which the anchor names an attribute; nil for a distance between anchors.
  public var item: AnyObject? { owner }

  func make(
    _ relation: NSLayoutConstraint.Relation, _ other: NSLayoutAnchor<AnchorType>?, _ multiplier: CGFloat,
    _ constant: CGFloat, _ file: StaticString, _ line: UInt
  ) -> NSLayoutConstraint {
    guard let owner else { raise("an anchor's view is gone") }
    return NSLayoutConstraint(
      owner, attribute, relation, other?.owner, other?.attribute ?? .notAnAttribute, multiplier, constant, file, line)
  }

  /// Returns an inactive constraint that places this anchor at another one plus a constant in points.
  public func constraint(
    equalTo anchor: NSLayoutAnchor<AnchorType>, constant: CGFloat = 0, file: StaticString = #fileID, line: UInt = #line
  ) -> NSLayoutConstraint { make(.equal, anchor, 1, constant, file, line) }
  /// Returns an inactive constraint that keeps this anchor at or beyond another one plus a constant in points.
  public func constraint(
    greaterThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>, constant: CGFloat = 0, file: StaticString = #fileID,
    line: UInt = #line
  ) -> NSLayoutConstraint { make(.greaterThanOrEqual, anchor, 1, constant, file, line) }
  /// Returns an inactive constraint that keeps this anchor at or before another one plus a constant in points.
  public func constraint(
    lessThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>, constant: CGFloat = 0, file: StaticString = #fileID,
    line: UInt = #line
  ) -> NSLayoutConstraint { make(.lessThanOrEqual, anchor, 1, constant, file, line) }
}

/// An anchor of a horizontal location.
public final class NSLayoutXAxisAnchor: NSLayoutAnchor<NSLayoutXAxisAnchor>, AnchorOfAxis {
  /// Returns the distance from this anchor to another, which constraints can compare with lengths.
  public func anchorWithOffset(to other: NSLayoutXAxisAnchor) -> NSLayoutDimension {
    NSLayoutDimension(from: self, to: other)
  }
  /// Returns an inactive constraint that places this anchor after another one in the reading direction, at a multiple of the system's spacing (8
  /// points).
  public func constraint(
    equalToSystemSpacingAfter anchor: NSLayoutXAxisAnchor, multiplier: CGFloat, file: StaticString = #fileID,
    line: UInt = #line
  ) -> NSLayoutConstraint { make(.equal, anchor, 1, systemSpacing * multiplier, file, line) }
  /// Returns an inactive constraint that places this anchor after another one, at a multiple of the system's spacing (8 points) or more.
  public func constraint(
    greaterThanOrEqualToSystemSpacingAfter anchor: NSLayoutXAxisAnchor, multiplier: CGFloat,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> NSLayoutConstraint { make(.greaterThanOrEqual, anchor, 1, systemSpacing * multiplier, file, line) }
  /// Returns an inactive constraint that places this anchor after another one, at a multiple of the system's spacing (8 points) or less.
  public func constraint(
    lessThanOrEqualToSystemSpacingAfter anchor: NSLayoutXAxisAnchor, multiplier: CGFloat, file: StaticString = #fileID,
    line: UInt = #line
  ) -> NSLayoutConstraint { make(.lessThanOrEqual, anchor, 1, systemSpacing * multiplier, file, line) }
}

/// An anchor of a vertical location.
public final class NSLayoutYAxisAnchor: NSLayoutAnchor<NSLayoutYAxisAnchor>, AnchorOfAxis {
  /// Returns the distance from this anchor down to another, which constraints can compare with lengths.
  public func anchorWithOffset(to other: NSLayoutYAxisAnchor) -> NSLayoutDimension {
    NSLayoutDimension(from: self, to: other)
  }
  /// Returns an inactive constraint that places this anchor below another one, at a multiple of the system's spacing: 8 points, or, between the
  /// baselines of labels, the line height of this anchor's label (rule L6.1).
  public func constraint(
    equalToSystemSpacingBelow anchor: NSLayoutYAxisAnchor, multiplier: CGFloat, file: StaticString = #fileID,
    line: UInt = #line
  ) -> NSLayoutConstraint { make(.equal, anchor, 1, spacing(below: anchor) * multiplier, file, line) }
  /// Returns an inactive constraint that places this anchor below another one, at a multiple of the system's spacing or more.
  public func constraint(
    greaterThanOrEqualToSystemSpacingBelow anchor: NSLayoutYAxisAnchor, multiplier: CGFloat,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> NSLayoutConstraint {
    make(.greaterThanOrEqual, anchor, 1, spacing(below: anchor) * multiplier, file, line)
  }
  /// Returns an inactive constraint that places this anchor below another one, at a multiple of the system's spacing or less.
  public func constraint(
    lessThanOrEqualToSystemSpacingBelow anchor: NSLayoutYAxisAnchor, multiplier: CGFloat, file: StaticString = #fileID,
    line: UInt = #line
  ) -> NSLayoutConstraint { make(.lessThanOrEqual, anchor, 1, spacing(below: anchor) * multiplier, file, line) }

  private func spacing(below other: NSLayoutYAxisAnchor) -> CGFloat {
    let areBaselines = [attribute, other.attribute].allSatisfy { [.firstBaseline, .lastBaseline].contains($0) }
    guard areBaselines, other.owner is UILabel, let label = owner as? UILabel else { return systemSpacing }
    return label.font.lineHeight
  }
}

/// A width, a height, or the distance between two anchors.
public final class NSLayoutDimension: NSLayoutAnchor<NSLayoutDimension>, AnchorOfAxis {
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

  /// Returns an inactive constraint that sets the length to a constant in points.
  public func constraint(equalToConstant c: CGFloat, file: StaticString = #fileID, line: UInt = #line)
    -> NSLayoutConstraint
  {
    make(.equal, nil, 1, c, file, line)
  }
  /// Returns an inactive constraint that keeps the length at a constant in points or more.
  public func constraint(greaterThanOrEqualToConstant c: CGFloat, file: StaticString = #fileID, line: UInt = #line)
    -> NSLayoutConstraint
  {
    make(.greaterThanOrEqual, nil, 1, c, file, line)
  }
  /// Returns an inactive constraint that keeps the length at a constant in points or less.
  public func constraint(lessThanOrEqualToConstant c: CGFloat, file: StaticString = #fileID, line: UInt = #line)
    -> NSLayoutConstraint
  {
    make(.lessThanOrEqual, nil, 1, c, file, line)
  }
  /// Returns an inactive constraint that sets the length to a multiple of another, plus a constant in points.
  public func constraint(
    equalTo anchor: NSLayoutDimension, multiplier: CGFloat, constant: CGFloat = 0, file: StaticString = #fileID,
    line: UInt = #line
  ) -> NSLayoutConstraint { make(.equal, anchor, multiplier, constant, file, line) }
  /// Returns an inactive constraint that keeps the length at a multiple of another, plus a constant in points, or more.
  public func constraint(
    greaterThanOrEqualTo anchor: NSLayoutDimension, multiplier: CGFloat, constant: CGFloat = 0,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> NSLayoutConstraint { make(.greaterThanOrEqual, anchor, multiplier, constant, file, line) }
  /// Returns an inactive constraint that keeps the length at a multiple of another, plus a constant in points, or less.
  public func constraint(
    lessThanOrEqualTo anchor: NSLayoutDimension, multiplier: CGFloat, constant: CGFloat = 0,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> NSLayoutConstraint { make(.lessThanOrEqual, anchor, multiplier, constant, file, line) }
}

extension UIView {
  /// The edge where reading begins: left, or right where the view reads from right to left.
  public var leadingAnchor: NSLayoutXAxisAnchor { anchors.anchor(of: self, .leading) }
  /// The edge where reading ends.
  public var trailingAnchor: NSLayoutXAxisAnchor { anchors.anchor(of: self, .trailing) }
  /// The left edge, whatever the reading direction.
  public var leftAnchor: NSLayoutXAxisAnchor { anchors.anchor(of: self, .left) }
  /// The right edge, whatever the reading direction.
  public var rightAnchor: NSLayoutXAxisAnchor { anchors.anchor(of: self, .right) }
  /// The middle between left and right.
  public var centerXAnchor: NSLayoutXAxisAnchor { anchors.anchor(of: self, .centerX) }
  /// The top edge.
  public var topAnchor: NSLayoutYAxisAnchor { anchors.anchor(of: self, .top) }
  /// The bottom edge.
  public var bottomAnchor: NSLayoutYAxisAnchor { anchors.anchor(of: self, .bottom) }
  /// The middle between top and bottom.
  public var centerYAnchor: NSLayoutYAxisAnchor { anchors.anchor(of: self, .centerY) }
  /// The baseline of the first line of text; of a view without text, its top edge.
  public var firstBaselineAnchor: NSLayoutYAxisAnchor { anchors.anchor(of: self, .firstBaseline) }
  /// The baseline of the last line of text; of a view without text, its bottom edge.
  public var lastBaselineAnchor: NSLayoutYAxisAnchor { anchors.anchor(of: self, .lastBaseline) }
  /// The distance from the left to the right edge.
  public var widthAnchor: NSLayoutDimension { anchors.anchor(of: self, .width) }
  /// The distance from the top to the bottom edge.
  public var heightAnchor: NSLayoutDimension { anchors.anchor(of: self, .height) }
}

/// A class of anchors: one for each axis, and one for lengths.
@MainActor protocol AnchorOfAxis: AnyObject { init(_ owner: AnyObject?, _ attribute: NSLayoutConstraint.Attribute) }

/// The anchors of a view or guide that were used so far. Asking again returns the same object, because programs compare them.
struct AnchorStore {
  private var known: [(attribute: NSLayoutConstraint.Attribute, anchor: AnyObject)] = []

  @MainActor mutating func anchor<Kind: AnchorOfAxis>(
    of owner: AnyObject, _ attribute: NSLayoutConstraint.Attribute
  ) -> Kind {
    for (present, anchor) in known where present == attribute {
      if let anchor = anchor as? Kind { return anchor }
    }
    let made = Kind(owner, attribute)
    known.append((attribute, made))
    return made
  }
}

extension NSLayoutConstraint.Attribute {
  /// Returns the anchor that a view or guide has for this attribute. Its class is that of the attribute's axis. Nil if the attribute has no anchor.
  @MainActor func anchor(of item: AnyObject) -> NSLayoutAnchor<AnyObject>? {
    func made<Kind: AnchorOfAxis>(_ kind: Kind.Type) -> NSLayoutAnchor<AnyObject> {
      let anchor: Kind =
        if let view = item as? UIView {
          view.anchors.anchor(of: view, self)
        } else if let guide = item as? UILayoutGuide {
          guide.anchors.anchor(of: guide, self)
        } else {
          Kind(item, self)
        }
      // As in UIKit, where what stands in angle brackets is not there at run time: nothing of an anchor depends on it.
      return unsafeBitCast(anchor as AnyObject, to: NSLayoutAnchor<AnyObject>.self)
    }
    switch self {
    case .notAnAttribute: return nil
    case .width, .height: return made(NSLayoutDimension.self)
    case .top, .bottom, .centerY, .lastBaseline, .firstBaseline, .topMargin, .bottomMargin, .centerYWithinMargins:
      return made(NSLayoutYAxisAnchor.self)
    default: return made(NSLayoutXAxisAnchor.self)
    }
  }
}
