import SceneModel

/// The visual format language: reads strings such as `H:|-[find]-[field(>=20)]-|` into constraints.
///
/// Constraints come in the order in which Apple makes them: for each view the connection before it, then its predicates; then the closing
/// connection and the alignment options.
public struct VisualFormat: Sendable {
  /// The options of `NSLayoutConstraint.FormatOptions`. Raw values are Apple's.
  public struct Options: OptionSet, Hashable, Sendable {
    /// Apple's bits.
    public var rawValue: UInt
    /// Makes options from Apple's bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// All views are aligned by their left edges.
    public static let alignAllLeft = Options(rawValue: 1 << 1)
    /// All views are aligned by their right edges.
    public static let alignAllRight = Options(rawValue: 1 << 2)
    /// All views are aligned by their top edges.
    public static let alignAllTop = Options(rawValue: 1 << 3)
    /// All views are aligned by their bottom edges.
    public static let alignAllBottom = Options(rawValue: 1 << 4)
    /// All views are aligned by their leading edges.
    public static let alignAllLeading = Options(rawValue: 1 << 5)
    /// All views are aligned by their trailing edges.
    public static let alignAllTrailing = Options(rawValue: 1 << 6)
    /// All views are aligned by their horizontal centres.
    public static let alignAllCenterX = Options(rawValue: 1 << 9)
    /// All views are aligned by their vertical centres.
    public static let alignAllCenterY = Options(rawValue: 1 << 10)
    /// All views are aligned by their last baselines.
    public static let alignAllLastBaseline = Options(rawValue: 1 << 11)
    /// All views are aligned by their first baselines.
    public static let alignAllFirstBaseline = Options(rawValue: 1 << 12)
    /// Views follow each other from left to right, whatever the layout direction.
    public static let directionLeftToRight = Options(rawValue: 1 << 16)
    /// Views follow each other from right to left, whatever the layout direction.
    public static let directionRightToLeft = Options(rawValue: 2 << 16)
    /// Vertical gaps are measured between baselines.
    public static let spacingBaselineToBaseline = Options(rawValue: 1 << 19)

    static let alignments: [(Options, LayoutAttribute)] = [
      (.alignAllLeft, .left), (.alignAllRight, .right), (.alignAllTop, .top), (.alignAllBottom, .bottom),
      (.alignAllLeading, .leading), (.alignAllTrailing, .trailing), (.alignAllCenterX, .centerX),
      (.alignAllCenterY, .centerY), (.alignAllLastBaseline, .lastBaseline), (.alignAllFirstBaseline, .firstBaseline),
    ]
  }

  /// An error for a format that UIKit refuses with an `NSInvalidArgumentException`.
  public struct Mistake: Error, Hashable, Sendable, CustomStringConvertible {
    /// UIKit's message, without the format.
    public var message: String
    /// The format; empty where the message is not about a place in it.
    public var format: String
    /// The number of characters before the one that is wrong.
    public var offset: Int

    public var description: String {
      if format.isEmpty { return message }
      let spaces = String(repeating: " ", count: offset)
      return "Unable to parse constraint format: \n\(message) \n\(format) \n\(spaces)^"
    }
  }

  /// The views that a format may name.
  public var views: [String: ItemID]
  /// The numbers that a format may name.
  public var metrics: [String: Double]
  /// Returns the superview of a view; `nil` if the view has none.
  public var superview: @Sendable (ItemID) -> ItemID?
  /// The distance of a bare `-` between siblings, in points.
  public var siblingSpacing = 8.0
  /// The distance of a bare `-` between a view and its superview, in points.
  public var edgeSpacing = 20.0

  /// Makes a reader of formats that may name the given views and numbers.
  public init(
    views: [String: ItemID], metrics: [String: Double] = [:], superview: @escaping @Sendable (ItemID) -> ItemID?
  ) {
    self.views = views
    self.metrics = metrics
    self.superview = superview
  }

  /// Returns the constraints of a format, numbered from `firstID` on and named after their numbers.
  ///
  /// - Throws: a `Mistake` with UIKit's message.
  public func constraints(
    _ format: String, options: Options = [], firstID: LayoutConstraint.ID
  ) throws(Mistake) -> [LayoutConstraint] {
    var parser = VisualFormatParser(format, context: self)
    let line = try parser.parse()
    return try VisualFormatWriter(line, options, context: self, firstID: firstID, format: format).constraints()
  }
}

/// The parts of a format, before they become constraints.
struct VisualFormatLine {
  enum Value {
    case number(Double)
    case view(ItemID)
    case standard
  }

  struct Predicate {
    var relation = Relation.equal
    var value: Value
    var priority = LinearConstraint.requiredPriority
  }

  struct View {
    var item: ItemID
    var offset: Int
    /// The connection before the view; nil if there is nothing to connect it with.
    var connection: [Predicate]?
    var predicates: [Predicate] = []
  }

  var axis = Axis.horizontal
  var startsAtSuperview = false
  var views: [View] = []
  /// The connection to the superview's far edge; nil: none.
  var closing: [Predicate]?
  var closingOffset = 0
}

private struct VisualFormatParser {
  let format: String
  let context: VisualFormat
  let characters: [Character]
  var position = 0

  init(_ format: String, context: VisualFormat) {
    self.format = format
    self.context = context
    characters = Array(format)
  }

  private var next: Character? { position < characters.count ? characters[position] : nil }

  private func mistake(_ message: String, at offset: Int? = nil) -> VisualFormat.Mistake {
    VisualFormat.Mistake(message: message, format: format, offset: offset ?? position)
  }

  private mutating func skip(_ character: Character) -> Bool {
    guard next == character else { return false }
    position += 1
    return true
  }

  mutating func parse() throws(VisualFormat.Mistake) -> VisualFormatLine {
    if characters.isEmpty { throw mistake("Unable to parse constraint format: It's an empty string.") }
    var line = VisualFormatLine()
    if characters.count > 1, characters[1] == ":", let first = next, first == "H" || first == "V" {
      line.axis = first == "H" ? .horizontal : .vertical
      position = 2
    }
    var connection: [VisualFormatLine.Predicate]?
    if skip("|") {
      line.startsAtSuperview = true
      guard next == "-" || next == "[" else { throw mistake("Expected a connection after the '|' character") }
      connection = try parseConnection()
    }
    while true {
      var view = try parseView()
      view.connection = connection
      line.views.append(view)
      guard let following = next else { break }
      guard following == "-" || following == "[" || following == "|" else {
        throw mistake("Expected the end of the format string")
      }
      connection = try parseConnection()
      line.closingOffset = position
      if skip("|") {
        line.closing = connection
        guard next == nil else { throw mistake("Expected the end of the format string") }
        break
      }
    }
    return line
  }

  private mutating func parseView() throws(VisualFormat.Mistake) -> VisualFormatLine.View {
    guard let first = next else { throw mistake("Expected more input") }
    guard first == "[" else { throw mistake("Expected a view.") }
    position += 1
    let start = position
    guard let name = parseName() else {
      throw mistake(
        "Expected a view. View names must start with a letter or an underscore, then contain letters, numbers, and "
          + "underscores.")
    }
    guard let item = context.views[name] else {
      throw mistake("\(name) is not a key in the views dictionary.", at: start)
    }
    var view = VisualFormatLine.View(item: item, offset: start)
    if skip("(") { view.predicates = try parsePredicates(allowsViews: true) }
    guard skip("]") else { throw mistake("Expected a ']' here. That is how you give the end of a view.") }
    return view
  }

  private mutating func parseName() -> String? {
    guard let first = next, first.isASCII, first.isLetter || first == "_" else { return nil }
    var name = ""
    while let character = next, character.isASCII, character.isLetter || character.isNumber || character == "_" {
      name.append(character)
      position += 1
    }
    return name
  }

  private mutating func parseConnection() throws(VisualFormat.Mistake) -> [VisualFormatLine.Predicate] {
    guard skip("-") else { return [VisualFormatLine.Predicate(value: .number(0))] }
    switch next {
    case nil: throw mistake("Expected more input")
    case "[", "|": return [VisualFormatLine.Predicate(value: .standard)]
    case "-":
      throw mistake(
        "Cannot tell if this - is a minus sign or an accidental extra bar in the connection. Use parentheses around "
          + "negative numbers.")
    case "(":
      position += 1
      let predicates = try parsePredicates(allowsViews: false)
      try expectBar()
      return predicates
    default:
      let value = try parseValue(allowsViews: false)
      try expectBar()
      return [VisualFormatLine.Predicate(value: value)]
    }
  }

  private mutating func expectBar() throws(VisualFormat.Mistake) {
    guard skip("-") else { throw mistake("Expected a '-' here. That is how you give the end of a connection.") }
  }

  /// Parses predicates up to and including the closing parenthesis.
  private mutating func parsePredicates(
    allowsViews: Bool
  ) throws(VisualFormat.Mistake) -> [VisualFormatLine.Predicate] {
    var predicates: [VisualFormatLine.Predicate] = []
    repeat {
      var relation = Relation.equal
      if next == "=" || next == "<" || next == ">" {
        let first = next
        position += 1
        guard skip("=") else { throw mistake("Expected an '=' here. The relations are ==, <= and >=.") }
        relation = first == "<" ? .lessThanOrEqual : first == ">" ? .greaterThanOrEqual : .equal
      }
      let value = try parseValue(allowsViews: allowsViews)
      var predicate = VisualFormatLine.Predicate(relation: relation, value: value)
      if skip("@") {
        let start = position
        guard case .number(let priority) = try parseValue(allowsViews: false) else {
          throw mistake("Expected a priority.", at: start)
        }
        guard priority > 0, priority <= LinearConstraint.requiredPriority else {
          throw mistake("Priorities must be greater than 0 and at most 1000.", at: start)
        }
        predicate.priority = priority
      }
      predicates.append(predicate)
    } while skip(",")
    guard skip(")") else { throw mistake("Expected a ')' here. That is how you give the end of a predicate list.") }
    return predicates
  }

  private mutating func parseValue(allowsViews: Bool) throws(VisualFormat.Mistake) -> VisualFormatLine.Value {
    let start = position
    if let name = parseName() {
      if let metric = context.metrics[name] { return .number(metric) }
      if allowsViews, let view = context.views[name] { return .view(view) }
      throw mistake(
        "Encountered metric with name \"\(name)\", but value was not specified in metrics or views dictionaries",
        at: start)
    }
    var digits = ""
    if next == "-" {
      digits.append("-")
      position += 1
    }
    while let character = next, character.isASCII, character.isNumber || character == "." {
      digits.append(character)
      position += 1
    }
    guard let number = Double(digits), number.isFinite else {
      throw mistake(next == nil ? "Expected more input" : "Expected a number or a name.", at: start)
    }
    return .number(number)
  }
}
