/// A constraint as UIKit, AppKit, SnapKit or Masonry print it in a log: `<Class:0x… …>`.
///
/// Reading a line and printing it gives the same line, and printing a description and reading it gives an equal description.
public struct ConstraintDescription: Hashable, Sendable {
  /// The constraint's class, such as `NSLayoutConstraint` or `NSContentSizeLayoutConstraint`.
  public var className: String
  /// The constraint's address such as `0x1706b9260`, or the label that a library prints in its place.
  public var address: String
  /// The source position that SnapKit prints; `nil` if there is none.
  public var source: Source?
  /// The autoresizing mask that UIKit translated into the constraint; `nil` for every other constraint.
  public var masks: Masks?
  /// The constraint's `identifier`, as printed between quotes; nil if there is none.
  public var identifier: String?
  /// The demand of the constraint.
  public var body: Body
  /// The text after the demand: whether it is in force, priorities and names.
  public var tail = Tail()

  /// A place in source code.
  public struct Source: Hashable, Sendable {
    /// The file as printed: mostly its name without a folder.
    public var file: String
    /// The line, counted from 1.
    public var line: Int
  }

  /// An autoresizing mask, as UIKit prints it in the constraints that it was translated into.
  public struct Masks: Hashable, Sendable {
    /// The left margin, the width and the right margin, `&` where one is flexible: the `--&` of `h=--&`.
    public var horizontal: String
    /// The top margin, the height and the bottom margin, `&` where one is flexible: the `-&-` of `v=-&-`.
    public var vertical: String
  }

  /// A view, guide or layer as a log names it.
  public struct Item: Hashable, Sendable {
    /// A reference to an object: a class and an address, or a bare name.
    public enum Reference: Hashable, Sendable {
      /// A class and the address of the object.
      case object(className: String, address: String)
      /// A name, which the names at the end of the line may explain.
      case name(String)
    }

    /// The reference to the object.
    public var reference: Reference
    /// A label's text or a guide's identifier, as printed between quotes; nil if there is none.
    public var text: String?
  }

  /// The demand of a constraint, in one of the two forms in which it is printed.
  public enum Body: Hashable, Sendable {
    /// A constraint in visual format.
    case visual(Visual)
    /// An equation of two attributes.
    case equation(Equation)
  }

  /// A demand in visual format, such as `V:|-(8)-[A]` or `H:[A(44)]`.
  public struct Visual: Hashable, Sendable {
    /// The distance that a visual form is about.
    public enum Form: Hashable, Sendable {
      /// The length of a view: `[A(44)]`.
      case size(Item)
      /// The distance from the superview's leading edge: `|-(8)-[A]`.
      case leadingEdge(Item)
      /// The distance to the superview's trailing edge: `[A]-(8)-|`.
      case trailingEdge(Item)
      /// The distance between two views: `[A]-(8)-[B]`.
      case gap(Item, Item)
    }

    /// Whether the axis is horizontal: `H:` and not `V:`.
    public var isHorizontal: Bool
    /// The distance that is demanded.
    public var form: Form
    /// The length of the distance.
    public var value: Value
    /// `LTR` or `RTL` where left and right are meant instead of leading and trailing; otherwise nil.
    public var direction: String?
  }

  /// A value in the parentheses of a visual form, such as `(>=8@750)` or `(NSSpace(20))`.
  public struct Value: Hashable, Sendable {
    /// The relation `>=` or `<=`; `nil`: equal.
    public var relation: String?
    /// The number as it is printed, in points.
    public var number: Number
    /// The word around a standard distance, such as `NSSpace`; nil for any other distance.
    public var spacing: String?
    /// The priority after an `@`; `nil`: required.
    public var priority: Number?
  }

  /// One side of an equation: an attribute of an object.
  public struct Side: Hashable, Sendable {
    /// The view, guide or layer that the constraint is about.
    public var item: Item
    /// The attribute as it is printed, such as `centerX` or `leadingMargin`.
    public var attribute: String
    /// The number in AppKit's `{id: 178}` after an attribute; nil if there is none.
    public var variable: Int?
  }

  /// A demand as an equation, such as `A.top == 2*B.bottom + 8`.
  public struct Equation: Hashable, Sendable {
    /// The left side.
    public var left: Side
    /// The relation: `==`, `>=` or `<=`.
    public var relation: String
    /// The factor before the right side: `2*`; nil if there is none.
    public var leadingMultiplier: Number?
    /// The right side; `nil` for a constant alone.
    public var right: Side?
    /// The factor after the right side: ` * 0.25` or ` / 2`; nil if there is none.
    public var trailingMultiplier: Factor?
    /// The constant in points; `nil` if none is printed.
    public var constant: Constant?
  }

  /// A factor that is printed after what it multiplies, such as `*2` or `/2`.
  public struct Factor: Hashable, Sendable {
    /// Whether the factor divides: `/` and not `*`.
    public var isDivision: Bool
    /// The number to multiply or divide by.
    public var number: Number
  }

  /// The constant of an equation, with the way in which it is printed.
  public struct Constant: Hashable, Sendable {
    /// The ways in which a constant is printed.
    public enum Style: Hashable, Sendable {
      /// The constant has a sign between spaces, as in `+ 8` or `- 8`.
      case signed
      /// The constant stands alone, with a minus sign if it is negative: `44`.
      case plain
      /// The constant is in a word such as `NSSpace(8)` or `NSLayoutAnchorConstraintSpace(8)`.
      case spacing(String)
    }

    /// Whether the constant is negative.
    public var isNegative: Bool
    /// The constant without its sign, in points.
    public var number: Number
    /// The notation in which the constant is printed.
    public var style: Style

    /// The constant with its sign, in points.
    public var value: Double { isNegative ? -number.value : number.value }
  }

  /// A number with its spelling: `%g` prints six significant digits, SnapKit prints `44.0`.
  public struct Number: Hashable, Sendable {
    /// The number as it was printed.
    public var text: String
    /// The value of the spelling.
    public var value: Double
  }

  /// The text after a demand: priorities of dumps, state, names.
  public struct Tail: Hashable, Sendable {
    /// Whether a constraint is in force, as newer systems print it.
    public enum State: String, Hashable, Sendable {
      /// The two states, as printed.
      case active, inactive
    }

    /// An entry of `Names: …`: the meaning of a name.
    public struct Name: Hashable, Sendable {
      /// The name: `'|'` for the superview, or a name used in the demand.
      public var key: String
      /// A class and an address, as printed.
      public var item: String
    }

    /// The hugging priority of a content size; nil for other constraints.
    public var hugging: Number?
    /// The compression resistance of a content size; nil for other constraints.
    public var resistance: Number?
    /// The priority after the demand; `nil` where none is printed.
    public var priority: Number?
    /// The priority of Masonry and SnapKit: ` ^750`; nil if none is printed.
    public var caret: Number?
    /// Whether the constraint is in force; `nil` where it is not printed.
    public var state: State?
    /// The meaning of the names in the demand.
    public var names: [Name] = []
    /// Whether names are printed as on iOS 9 and older: `Names: …` without a state.
    public var hasLegacyNames = false
    /// The white space before the parenthesis; mostly three spaces.
    public var gap = "   "
    /// The white space before the closing bracket of the line; mostly one space.
    public var closing = " "

    /// Makes the tail of a line that ends with its demand.
    public init() {}
  }
}

extension ConstraintDescription.Tail {
  /// The names as they are printed, one after the other.
  public var namesText: String { names.map { "\($0.key):\($0.item)" }.joined(separator: ", ") }
}

extension ConstraintDescription.Item {
  /// The text that identifies the object in every line: its address, or its name. If digits of the address were removed, it is the class and the
  /// remaining text.
  public var key: String {
    switch reference {
    case .object(let className, let address): Self.key(className, address)
    case .name(let name): name
    }
  }

  static func key(_ className: String, _ address: String) -> String {
    ConstraintDescription.isAddress(address) ? address : "\(className):\(address)"
  }

  /// The class of the object; for a bare name, the name itself.
  public var className: String {
    switch reference {
    case .object(let className, _): className
    case .name(let name): name
    }
  }
}

extension ConstraintDescription {
  /// Whether a text is an address as a console prints it: `0x` and hexadecimal digits.
  static func isAddress(_ text: String) -> Bool {
    let digits = text.utf8.dropFirst(2)
    return !digits.isEmpty && text.utf8.starts(with: "0x".utf8)
      && digits.allSatisfy { byte in
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
      }
  }

  /// Whether the address, or the label that a library prints in its place, distinguishes the constraint from others. False if the address was removed
  /// from the log.
  var hasOwnAddress: Bool {
    Self.isAddress(address) || !Self.redactions.contains { address.lowercased().contains($0) }
  }

  /// The texts by which people replace an address before they publish a log.
  private static let redactions = ["...", "…", "xxx", "***"]

  /// The items that occur in the line, in its order.
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
