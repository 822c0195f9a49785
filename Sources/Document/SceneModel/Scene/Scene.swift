/// A view tree with its constraints and the steps done to it over time: the main kind of document of this project.
///
/// Views, guides and constraints have ids that belong to the document, in the order of their declaration, so that a layout is a function of
/// the scene's present state and never of its history. The root view is always `views[0]`, named `root`.
public struct Scene: Hashable, Sendable {
  /// The device's name, which sets size, scale and safe area; `nil` when the root's size was given.
  public var device: String?
  /// The pixels per point.
  public var scale: Double
  /// The layout direction of the user's language.
  public var direction: LayoutDirection
  /// The views, parents before their children; the first is the root.
  public var views: [View]
  /// The guides of all views, in the order of their declaration.
  public var guides: [Guide]
  /// The constraints that code or files made, active or not.
  public var constraints: [LayoutConstraint]
  /// The frames from a recording of the real layout (a capture), in the superview's coordinates. `layoutlab check` compares with them.
  public var recorded: [ItemID: Rect]
  /// The steps, in the order in which they happen.
  public var steps: [Step] { didSet { if sources.count != steps.count, !sources.isEmpty { sources = [] } } }
  /// The lines of code that made the steps, one for each step; empty if none is known. Adding or removing steps empties it.
  public private(set) var sources: [SourceLine?] = []
  /// The law that the scene broke; set in findings and regression scenes only.
  public var provenance: Provenance?

  /// Makes an empty root of a size in points, on a screen of `scale` pixels per point.
  public init(rootSize: Size = Size(width: 375, height: 667), scale: Double = 2, device: String? = nil) {
    self.device = device
    self.scale = scale
    direction = .leftToRight
    var root = View(id: .root, name: "root", parent: nil)
    root.frame = Rect(x: 0, y: 0, width: rootSize.width, height: rootSize.height)
    views = [root]
    guides = []
    constraints = []
    recorded = [:]
    steps = []
  }

  /// Sets the steps, with the lines of code that made them.
  public mutating func setSteps(_ steps: [Step], from sources: [SourceLine?]) {
    precondition(steps.count == sources.count, "each step has one place")
    self.steps = steps
    self.sources = sources.contains { $0 != nil } ? sources : []
  }

  /// Whether the scene was recorded from code.
  public var isRecorded: Bool { !sources.isEmpty }

  /// The line of code that made a step, by the step's place; `nil` if it is not known.
  public func source(ofStep index: Int) -> SourceLine? { sources.indices.contains(index) ? sources[index] : nil }

  /// The first view, which represents the window.
  public var root: View {
    get { views[0] }
    set { views[0] = newValue }
  }
}

/// A line of a program's code.
public struct SourceLine: Hashable, Sendable, Codable, CustomStringConvertible {
  /// The file, without its folders.
  public var file: String
  /// The line, counted from 1.
  public var line: Int

  /// Makes a place from a file's name and a line.
  public init(file: String, line: Int) { (self.file, self.line) = (file, line) }

  /// Reads `Card.swift:42`; `nil` if it is no such text.
  public init?(parsing text: some StringProtocol) {
    guard let colon = text.lastIndex(of: ":"),
      let line = UInt32(String(text[text.index(after: colon)...]).filter { $0 != " " }), line > 0
    else { return nil }
    let file = text[..<colon].drop { $0 == " " }
    guard let last = file.last, last != " ", file.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { return nil }
    self.init(file: String(file), line: Int(line))
  }

  public var description: String { "\(file):\(line)" }
}

/// The number of a view or a guide in its document. Both share one sequence; the root is 0.
public struct ItemID: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The id as a plain number.
  public var rawValue: UInt32

  /// Makes an id from a number.
  public init(_ rawValue: UInt32) { self.rawValue = rawValue }

  /// The id of the root view.
  public static let root = ItemID(0)
  public static func < (a: ItemID, b: ItemID) -> Bool { a.rawValue < b.rawValue }
  public var description: String { "@\(rawValue)" }
}

/// The direction in which text runs.
public enum LayoutDirection: String, Hashable, Sendable, CaseIterable {
  /// From left to right, as in English.
  case leftToRight = "left-to-right"
  /// From right to left, as in Arabic and Hebrew.
  case rightToLeft = "right-to-left"
}
