/// A constraint as UIKit, AppKit, SnapKit or Masonry print it in a log: `<Class:0x… …>`.
///
/// Reading a line and printing it again gives the same line, and printing a description and reading it gives the same
/// description.
public struct ConstraintDescription: Hashable, Sendable {
  public var className: String
  /// An address such as `0x1706b9260`, or the label that a library prints in its place.
  public var address: String
  /// SnapKit's source position.
  public var source: Source?
  /// Autoresizing masks, `h=--&` and `v=&--`: fixed or flexible minimum margin, size, maximum margin.
  public var masks: Masks?
  public var identifier: String?
  public var body: Body
  public var tail = Tail()

  public struct Source: Hashable, Sendable {
    public var file: String
    public var line: Int
  }

  public struct Masks: Hashable, Sendable {
    public var horizontal: String
    public var vertical: String
  }

  /// A view, guide or layer as a log names it.
  public struct Item: Hashable, Sendable {
    /// A class and an address, or a bare name that the tail's table may resolve.
    public enum Reference: Hashable, Sendable {
      case object(className: String, address: String)
      case name(String)
    }

    public var reference: Reference
    /// A label's text or a guide's identifier, as printed between quotes.
    public var text: String?
  }

  public enum Body: Hashable, Sendable {
    case visual(Visual)
    case equation(Equation)
  }

  /// `V:|-(8)-[A]`, `H:[A(44)]` and their kin.
  public struct Visual: Hashable, Sendable {
    public enum Form: Hashable, Sendable {
      case size(Item)
      case leadingEdge(Item)
      case trailingEdge(Item)
      case gap(Item, Item)
    }

    public var isHorizontal: Bool
    public var form: Form
    public var value: Value
    /// `(LTR)` or `(RTL)`: left and right instead of leading and trailing.
    public var direction: String?
  }

  /// What stands between the parentheses of a visual form: `(>=8@750)`, `(NSSpace(20))`.
  public struct Value: Hashable, Sendable {
    /// `>=` or `<=`; nil: equal.
    public var relation: String?
    public var number: Number
    /// The word around a standard distance, such as `NSSpace`.
    public var spacing: String?
    public var priority: Number?
  }

  public struct Side: Hashable, Sendable {
    public var item: Item
    public var attribute: String
    /// AppKit's `{id: 178}` behind an attribute.
    public var variable: Int?
  }

  /// `A.top == 2*B.bottom + 8`.
  public struct Equation: Hashable, Sendable {
    public var left: Side
    public var relation: String
    /// `2*` before the second side.
    public var leadingMultiplier: Number?
    public var right: Side?
    /// ` * 0.25` or ` / 2` behind the second side.
    public var trailingMultiplier: Factor?
    public var constant: Constant?
  }

  public struct Factor: Hashable, Sendable {
    public var isDivision: Bool
    public var number: Number
  }

  public struct Constant: Hashable, Sendable {
    public enum Style: Hashable, Sendable {
      /// `+ 8` or `- 8`.
      case signed
      /// `44`, with its own sign.
      case plain
      /// `NSSpace(8)`, `NSLayoutAnchorConstraintSpace(8)`.
      case spacing(String)
    }

    /// Signed as it counts; under `.signed` the printed magnitude is its absolute value.
    public var isNegative: Bool
    public var number: Number
    public var style: Style

    public var value: Double { isNegative ? -number.value : number.value }
  }

  /// A number with its spelling: `%g` prints six significant digits, SnapKit prints `44.0`.
  public struct Number: Hashable, Sendable {
    public var text: String
    public var value: Double
  }

  /// What follows the body: priorities of dumps, state, names.
  public struct Tail: Hashable, Sendable {
    public enum State: String, Hashable, Sendable {
      case active, inactive
    }

    public struct Name: Hashable, Sendable {
      /// `'|'` for the superview, or a name used in the body.
      public var key: String
      public var item: String
    }

    public var hugging: Number?
    public var resistance: Number?
    public var priority: Number?
    /// Masonry's and SnapKit's ` ^750`.
    public var caret: Number?
    public var state: State?
    public var names: [Name] = []
    /// `Names: …` of iOS 9 and older, without a state.
    public var hasLegacyNames = false
    /// White space as printed, where it is not the usual: before the parenthesis, and before its end.
    public var gap = "   "
    public var closing = " "

    public init() {}
  }
}

extension ConstraintDescription.Tail {
  public var namesText: String { names.map { "\($0.key):\($0.item)" }.joined(separator: ", ") }
}

extension ConstraintDescription.Item {
  /// One text for one thing, whatever line names it: its address, or its name.
  public var key: String {
    switch reference {
    case .object(_, let address): address
    case .name(let name): name
    }
  }

  public var className: String {
    switch reference {
    case .object(let className, _): className
    case .name(let name): name
    }
  }
}

extension ConstraintDescription {
  /// The items that stand in the line, in its order.
  var items: [Item] {
    switch body {
    case .visual(let visual):
      switch visual.form {
      case .size(let item), .leadingEdge(let item), .trailingEdge(let item): [item]
      case .gap(let first, let second): [first, second]
      }
    case .equation(let equation): [equation.left.item] + (equation.right.map { [$0.item] } ?? [])
    }
  }
}
