/// `first relation multiplier * second + constant`, at a priority in (0, 1000].
public struct LayoutConstraint: Hashable, Sendable {
  /// The constraint's number in its document; a higher one is newer. The kernel's system constraints have ids too.
  public struct ID: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// A number of the document's.
    public var rawValue: UInt32
    /// A constraint of that number.
    public init(_ rawValue: UInt32) { self.rawValue = rawValue }
    public static func < (a: ID, b: ID) -> Bool { a.rawValue < b.rawValue }
    public var description: String { "@\(rawValue)" }
  }

  /// Its number.
  public var id: ID
  /// Unique among the scene's constraints.
  public var name: String
  /// What is constrained.
  public var first: Operand
  /// How the two sides compare.
  public var relation: Relation
  /// Nil: the constant alone.
  public var second: Operand?
  /// The second side's factor.
  public var multiplier: Double
  /// Points that are added to the second side.
  public var constant: Double
  /// 1000 is required; the higher matters before all that are lower.
  public var priority: Double
  /// UIKit's free `identifier` string, printed in logs.
  public var identifier: String?
  /// Whether it is in force.
  public var isActive: Bool
  /// The view that holds the constraint where code said so; nil: the nearest common ancestor of the items.
  public var holder: ItemID?

  /// Whether its priority is 1000 or more.
  public var isRequired: Bool { priority >= LinearConstraint.requiredPriority }

  /// An active constraint, required unless a priority is given.
  public init(
    id: ID, name: String, first: Operand, relation: Relation = .equal, second: Operand? = nil,
    multiplier: Double = 1, constant: Double = 0, priority: Double = LinearConstraint.requiredPriority
  ) {
    self.id = id
    self.name = name
    self.first = first
    self.relation = relation
    self.second = second
    self.multiplier = multiplier
    self.constant = constant
    self.priority = priority
    isActive = true
  }
}

/// An attribute of an item.
public struct LayoutAnchor: Hashable, Sendable {
  /// A view or a guide.
  public var item: ItemID
  /// Which of its lines or lengths.
  public var attribute: LayoutAttribute

  /// An attribute of an item.
  public init(_ item: ItemID, _ attribute: LayoutAttribute) {
    self.item = item
    self.attribute = attribute
  }
}

/// One side of a constraint: an anchor, or the distance between two (`anchorWithOffset(to:)`).
public enum Operand: Hashable, Sendable {
  /// An attribute, as most constraints have it.
  case anchor(LayoutAnchor)
  /// The distance from one line to another, a length.
  case distance(from: LayoutAnchor, to: LayoutAnchor)
}

/// `NSLayoutConstraint.Attribute`; raw values are Apple's, the private autoresizing ones included.
public enum LayoutAttribute: Int, Hashable, Sendable, CaseIterable {
  /// The left edge, whatever the layout direction.
  case left = 1
  /// Edges, lengths and middles of the alignment rectangle; leading and trailing follow the layout direction.
  case right, top, bottom, leading, trailing, width, height, centerX, centerY
  /// The line under the last line of text.
  case lastBaseline = 11
  /// The line under the first line of text.
  case firstBaseline
  /// Edges of the layout margins.
  case leftMargin, rightMargin, topMargin, bottomMargin, leadingMargin, trailingMargin
  /// Middles of the layout margins.
  case centerXWithinMargins, centerYWithinMargins
  /// The frame's left edge, as an autoresizing mask holds it.
  case minX = 32
  /// The frame's top.
  case minY = 33
  /// The frame's right edge.
  case maxX = 36
  /// The frame's bottom.
  case maxY = 37

  /// The word used in the text form, in Interface Builder files and in UIKit's logs.
  public var name: String { LayoutAttribute.names[rawValue] }

  /// The attribute of that name; nil when there is none.
  public init?(name: String) {
    guard let found = LayoutAttribute.byName[name] else { return nil }
    self = found
  }

  // Asking the runtime for a case's name costs a microsecond; importers ask it of every constraint.
  private static let names: [String] = {
    var names = [String](repeating: "", count: LayoutAttribute.maxY.rawValue + 1)
    for attribute in allCases { names[attribute.rawValue] = "\(attribute)" }
    return names
  }()

  private static let byName: [String: LayoutAttribute] =
    Dictionary(uniqueKeysWithValues: allCases.map { ($0.name, $0) } + [("baseline", .lastBaseline)])

  /// Along which axis it lies.
  public var axis: Axis {
    switch self {
    case .left, .right, .leading, .trailing, .width, .centerX, .leftMargin, .rightMargin, .leadingMargin,
      .trailingMargin, .centerXWithinMargins, .minX, .maxX:
      .horizontal
    default: .vertical
    }
  }

  /// Whether it is a length, not a place.
  public var isSize: Bool { self == .width || self == .height }

  /// Leading and trailing follow the layout direction, left and right do not, and the two do not mix.
  public enum Side {
    /// Follows the layout direction, does not, or knows of none.
    case directional, absolute, neutral
  }

  /// How it takes the layout direction.
  public var side: Side {
    switch self {
    case .leading, .trailing, .leadingMargin, .trailingMargin: .directional
    case .left, .right, .leftMargin, .rightMargin, .minX, .maxX: .absolute
    default: .neutral
    }
  }

  /// The margin rectangle's attributes.
  public var isMargin: Bool {
    switch self {
    case .leftMargin, .rightMargin, .topMargin, .bottomMargin, .leadingMargin, .trailingMargin, .centerXWithinMargins,
      .centerYWithinMargins:
      true
    default: false
    }
  }
}
