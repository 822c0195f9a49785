/// A constraint as UIKit, AppKit, SnapKit or Masonry print it in a log: `<Class:0x… …>`.
///
/// Reading a line and printing it again gives the same line, and printing a description and reading it gives the same
/// description.
public struct ConstraintDescription: Hashable, Sendable {
  /// The constraint's class, such as `NSLayoutConstraint` or `NSContentSizeLayoutConstraint`.
  public var className: String
  /// An address such as `0x1706b9260`, or the label that a library prints in its place.
  public var address: String
  /// SnapKit's source position.
  public var source: Source?
  /// Autoresizing masks, `h=--&` and `v=&--`: fixed or flexible minimum margin, size, maximum margin.
  public var masks: Masks?
  /// The constraint's `identifier`, as printed between quotes.
  public var identifier: String?
  /// What it demands.
  public var body: Body
  /// What stands behind the demand.
  public var tail = Tail()

  /// A place in source code.
  public struct Source: Hashable, Sendable {
    /// As printed: mostly a file name without its folder.
    public var file: String
    /// Counted from 1.
    public var line: Int
  }

  /// An autoresizing mask, as the constraints that stand for it print it.
  public struct Masks: Hashable, Sendable {
    /// Minimum margin, width and maximum margin, `&` where one is flexible: `h=--&`.
    public var horizontal: String
    /// The same from top to bottom.
    public var vertical: String
  }

  /// A view, guide or layer as a log names it.
  public struct Item: Hashable, Sendable {
    /// A class and an address, or a bare name that the tail's table may resolve.
    public enum Reference: Hashable, Sendable {
      /// A class and the address of the object.
      case object(className: String, address: String)
      /// A name, which the names at the end of the line may explain.
      case name(String)
    }

    /// Which thing it is.
    public var reference: Reference
    /// A label's text or a guide's identifier, as printed between quotes.
    public var text: String?
  }

  /// The demand, in one of the two forms in which it is printed.
  public enum Body: Hashable, Sendable {
    /// In visual format.
    case visual(Visual)
    /// As an equation of two attributes.
    case equation(Equation)
  }

  /// `V:|-(8)-[A]`, `H:[A(44)]` and their kin.
  public struct Visual: Hashable, Sendable {
    /// Which distance it is about.
    public enum Form: Hashable, Sendable {
      /// `[A(44)]`: the length of a view.
      case size(Item)
      /// `|-(8)-[A]`: from the superview's leading edge.
      case leadingEdge(Item)
      /// `[A]-(8)-|`: to the superview's trailing edge.
      case trailingEdge(Item)
      /// `[A]-(8)-[B]`: between two views.
      case gap(Item, Item)
    }

    /// `H:`, not `V:`.
    public var isHorizontal: Bool
    /// Which distance.
    public var form: Form
    /// How long it is to be.
    public var value: Value
    /// `(LTR)` or `(RTL)`: left and right instead of leading and trailing.
    public var direction: String?
  }

  /// What stands between the parentheses of a visual form: `(>=8@750)`, `(NSSpace(20))`.
  public struct Value: Hashable, Sendable {
    /// `>=` or `<=`; nil: equal.
    public var relation: String?
    /// As it is printed, in points.
    public var number: Number
    /// The word around a standard distance, such as `NSSpace`.
    public var spacing: String?
    /// Behind an `@`; nil: required.
    public var priority: Number?
  }

  /// One side of an equation: an attribute of a thing.
  public struct Side: Hashable, Sendable {
    /// Whose attribute.
    public var item: Item
    /// As it is printed, such as `centerX` or `leadingMargin`.
    public var attribute: String
    /// AppKit's `{id: 178}` behind an attribute.
    public var variable: Int?
  }

  /// `A.top == 2*B.bottom + 8`.
  public struct Equation: Hashable, Sendable {
    /// What is demanded of.
    public var left: Side
    /// `==`, `>=` or `<=`.
    public var relation: String
    /// `2*` before the second side.
    public var leadingMultiplier: Number?
    /// What it is compared with; nil for a constant alone.
    public var right: Side?
    /// ` * 0.25` or ` / 2` behind the second side.
    public var trailingMultiplier: Factor?
    /// What is added, in points; nil: nothing is printed.
    public var constant: Constant?
  }

  /// A multiplier behind what it multiplies.
  public struct Factor: Hashable, Sendable {
    /// `/`, not `*`.
    public var isDivision: Bool
    /// What it is multiplied with, or divided by.
    public var number: Number
  }

  /// The constant of an equation, with the way in which it is printed.
  public struct Constant: Hashable, Sendable {
    /// How a constant is printed.
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
    /// Its magnitude.
    public var number: Number
    /// How it is printed.
    public var style: Style

    /// With its sign.
    public var value: Double { isNegative ? -number.value : number.value }
  }

  /// A number with its spelling: `%g` prints six significant digits, SnapKit prints `44.0`.
  public struct Number: Hashable, Sendable {
    /// As it was printed.
    public var text: String
    /// What the spelling says.
    public var value: Double
  }

  /// What follows the body: priorities of dumps, state, names.
  public struct Tail: Hashable, Sendable {
    /// Whether a constraint is in force, as newer systems print it.
    public enum State: String, Hashable, Sendable {
      /// As printed.
      case active, inactive
    }

    /// An entry of `Names: …`: what a name stands for.
    public struct Name: Hashable, Sendable {
      /// `'|'` for the superview, or a name used in the body.
      public var key: String
      /// A class and an address, as printed.
      public var item: String
    }

    /// A content size's hugging priority.
    public var hugging: Number?
    /// A content size's compression resistance.
    public var resistance: Number?
    /// Behind the body; nil where none is printed.
    public var priority: Number?
    /// Masonry's and SnapKit's ` ^750`.
    public var caret: Number?
    /// Whether it is active; nil where it is not printed.
    public var state: State?
    /// What the names of the body stand for.
    public var names: [Name] = []
    /// `Names: …` of iOS 9 and older, without a state.
    public var hasLegacyNames = false
    /// White space as printed, where it is not the usual: before the parenthesis, and before its end.
    public var gap = "   "
    /// Before the end.
    public var closing = " "

    /// Of a line that ends with its body.
    public init() {}
  }
}

extension ConstraintDescription.Tail {
  /// The names as they are printed, one after the other.
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

  /// The class of what is named; empty for a bare name.
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
