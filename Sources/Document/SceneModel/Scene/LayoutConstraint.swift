/// A layout constraint: `first relation multiplier * second + constant`, at a priority in (0, 1000].
public struct LayoutConstraint: Hashable, Sendable {
  /// A constraint's number in its document. A higher number is a newer constraint. The kernel numbers the system's constraints in the same
  /// way.
  public struct ID: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The id as a plain number.
    public var rawValue: UInt32
    /// Makes an id from a number.
    public init(_ rawValue: UInt32) { self.rawValue = rawValue }
    public static func < (a: ID, b: ID) -> Bool { a.rawValue < b.rawValue }
    public var description: String { "@\(rawValue)" }
  }

  /// The constraint's number in the document.
  public var id: ID
  /// The constraint's name, unique among the constraints of the scene.
  public var name: String
  /// The left side.
  public var first: Operand
  /// How the two sides compare.
  public var relation: Relation
  /// The right side before it is multiplied; `nil` for the constant alone.
  public var second: Operand?
  /// The factor of `second`.
  public var multiplier: Double
  /// The points added to the right side.
  public var constant: Double
  /// The priority, in (0, 1000]; 1000 is required. A higher priority is met before all lower ones.
  public var priority: Double
  /// UIKit's `identifier`, which UIKit's logs print; `nil` if none was set.
  public var identifier: String?
  /// Whether the constraint is in force.
  public var isActive: Bool
  /// The view that holds the constraint, where code said so; `nil` for the nearest common ancestor of the items.
  public var holder: ItemID?

  /// Whether the constraint is required: its priority is 1000.
  public var isRequired: Bool { priority >= LinearConstraint.requiredPriority }

  /// Makes an active constraint; it is required unless a priority is given.
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

/// An attribute of a view or a guide.
public struct LayoutAnchor: Hashable, Sendable {
  /// The view or the guide.
  public var item: ItemID
  /// The attribute.
  public var attribute: LayoutAttribute

  /// Makes an anchor of an item.
  public init(_ item: ItemID, _ attribute: LayoutAttribute) {
    self.item = item
    self.attribute = attribute
  }
}

/// One side of a constraint: an anchor, or the distance between two (`anchorWithOffset(to:)`).
public enum Operand: Hashable, Sendable {
  /// An attribute of an item.
  case anchor(LayoutAnchor)
  /// The distance from one anchor to another of the same axis; it is a length.
  case distance(from: LayoutAnchor, to: LayoutAnchor)
}

/// The attributes of `NSLayoutConstraint.Attribute`. Raw values are Apple's, the private ones of autoresizing masks included.
public enum LayoutAttribute: Int, Hashable, Sendable, CaseIterable {
  /// The left edge, whatever the layout direction.
  case left = 1
  /// Edges, lengths and centres of the alignment rectangle. Leading and trailing follow the layout direction.
  case right, top, bottom, leading, trailing, width, height, centerX, centerY
  /// The baseline of the last line of text.
  case lastBaseline = 11
  /// The baseline of the first line of text.
  case firstBaseline
  /// The edges of the layout margins.
  case leftMargin, rightMargin, topMargin, bottomMargin, leadingMargin, trailingMargin
  /// The centres of the rectangle within the layout margins.
  case centerXWithinMargins, centerYWithinMargins
  /// The frame's left edge, as constraints of an autoresizing mask name it.
  case minX = 32
  /// The frame's top edge, as constraints of an autoresizing mask name it.
  case minY = 33
  /// The frame's right edge, as constraints of an autoresizing mask name it.
  case maxX = 36
  /// The frame's bottom edge, as constraints of an autoresizing mask name it.
  case maxY = 37

  /// The attribute's name in the text form, in Interface Builder files and in UIKit's logs.
  public var name: String { LayoutAttribute.names[rawValue] }

  /// Makes the attribute with this name; `nil` if there is none.
  public init?(name: String) {
    guard let found = LayoutAttribute.byName[name] else { return nil }
    self = found
  }

  // A table, because getting a case's name from the runtime takes a microsecond, and importers need names for every constraint.
  private static let names: [String] = {
    var names = [String](repeating: "", count: (allCases.map(\.rawValue).max() ?? 0) + 1)
    for attribute in allCases { names[attribute.rawValue] = "\(attribute)" }
    return names
  }()

  private static let byName: [String: LayoutAttribute] =
    Dictionary(uniqueKeysWithValues: allCases.map { ($0.name, $0) } + [("baseline", .lastBaseline)])

  /// The axis along which the attribute lies.
  public var axis: Axis {
    switch self {
    case .left, .right, .leading, .trailing, .width, .centerX, .leftMargin, .rightMargin, .leadingMargin,
      .trailingMargin, .centerXWithinMargins, .minX, .maxX:
      .horizontal
    default: .vertical
    }
  }

  /// Whether the attribute is a length and not a location.
  public var isSize: Bool { self == .width || self == .height }

  /// How an attribute depends on the layout direction. A constraint cannot relate a directional attribute to an absolute one.
  public enum Side {
    /// The attribute follows the layout direction, keeps its side whatever the direction, or has no side.
    case directional, absolute, neutral
  }

  /// How the attribute depends on the layout direction.
  public var side: Side {
    switch self {
    case .leading, .trailing, .leadingMargin, .trailingMargin: .directional
    case .left, .right, .leftMargin, .rightMargin, .minX, .maxX: .absolute
    default: .neutral
    }
  }

  /// Whether the attribute belongs to the layout margins.
  public var isMargin: Bool {
    switch self {
    case .leftMargin, .rightMargin, .topMargin, .bottomMargin, .leadingMargin, .trailingMargin, .centerXWithinMargins,
      .centerYWithinMargins:
      true
    default: false
    }
  }
}
