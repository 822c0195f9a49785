/// `first relation multiplier * second + constant`, at a priority in (0, 1000].
public struct LayoutConstraint: Hashable, Sendable {
  /// The constraint's number in its document; a higher one is newer. The kernel's system constraints have ids too.
  public struct ID: Hashable, Comparable, Sendable, CustomStringConvertible {
    public var rawValue: UInt32
    public init(_ rawValue: UInt32) { self.rawValue = rawValue }
    public static func < (a: ID, b: ID) -> Bool { a.rawValue < b.rawValue }
    public var description: String { "@\(rawValue)" }
  }

  public var id: ID
  /// Unique among the scene's constraints.
  public var name: String
  public var first: Operand
  public var relation: Relation
  /// Nil: the constant alone.
  public var second: Operand?
  public var multiplier: Double
  public var constant: Double
  public var priority: Double
  /// UIKit's free `identifier` string, printed in logs.
  public var identifier: String?
  public var isActive: Bool
  /// The view that holds the constraint where code said so; nil: the nearest common ancestor of the items.
  public var holder: ItemID?

  public var isRequired: Bool { priority >= LinearConstraint.requiredPriority }

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
  public var item: ItemID
  public var attribute: LayoutAttribute

  public init(_ item: ItemID, _ attribute: LayoutAttribute) {
    self.item = item
    self.attribute = attribute
  }
}

/// One side of a constraint: an anchor, or the distance between two (`anchorWithOffset(to:)`).
public enum Operand: Hashable, Sendable {
  case anchor(LayoutAnchor)
  case distance(from: LayoutAnchor, to: LayoutAnchor)
}

/// `NSLayoutConstraint.Attribute`; raw values are Apple's, the private autoresizing ones included.
public enum LayoutAttribute: Int, Hashable, Sendable, CaseIterable {
  case left = 1
  case right, top, bottom, leading, trailing, width, height, centerX, centerY
  case lastBaseline = 11
  case firstBaseline
  case leftMargin, rightMargin, topMargin, bottomMargin, leadingMargin, trailingMargin
  case centerXWithinMargins, centerYWithinMargins
  case minX = 32
  case minY = 33
  case maxX = 36
  case maxY = 37

  /// The word used in the text form, in Interface Builder files and in UIKit's logs.
  public var name: String { LayoutAttribute.names[rawValue] }

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

  public var axis: Axis {
    switch self {
    case .left, .right, .leading, .trailing, .width, .centerX, .leftMargin, .rightMargin, .leadingMargin,
      .trailingMargin, .centerXWithinMargins, .minX, .maxX:
      .horizontal
    default: .vertical
    }
  }

  public var isSize: Bool { self == .width || self == .height }

  /// Leading and trailing follow the layout direction, left and right do not, and the two do not mix.
  public enum Side {
    case directional, absolute, neutral
  }

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
