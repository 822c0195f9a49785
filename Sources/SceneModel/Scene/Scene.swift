/// A view tree with its constraints and the steps done to it over time: the one document of this project.
///
/// Views, guides and constraints have ids that belong to the document, in declaration order, so that a layout is a
/// function of the scene's present state and never of its history. The root view is always `views[0]`, named `root`.
public struct Scene: Hashable, Sendable {
  /// The name of a device (size, scale, safe area); nil when the root's size was given.
  public var device: String?
  /// Device pixels per point.
  public var scale: Double
  /// Direction of the trait environment.
  public var direction: LayoutDirection
  /// Parents before their children; the first is the root.
  public var views: [View]
  /// Those of all views, in declaration order.
  public var guides: [Guide]
  /// Those that code or files made, active or not.
  public var constraints: [LayoutConstraint]
  /// Frames that a capture recorded, in the superview's coordinates; `check` compares with them.
  public var recorded: [ItemID: Rect]
  /// What happens to it, in order.
  public var steps: [Step]
  /// Set in findings and regression scenes only.
  public var provenance: Provenance?

  /// An empty root of so many points, on a screen of `scale` pixels for each.
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

  /// The first view: what stands for the window.
  public var root: View {
    get { views[0] }
    set { views[0] = newValue }
  }
}

/// A view's or a guide's number in its document: one number space for both. The root is 0.
public struct ItemID: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// A number of the document's.
  public var rawValue: UInt32

  /// The item of that number.
  public init(_ rawValue: UInt32) { self.rawValue = rawValue }

  /// The root view's.
  public static let root = ItemID(0)
  public static func < (a: ItemID, b: ItemID) -> Bool { a.rawValue < b.rawValue }
  public var description: String { "@\(rawValue)" }
}

/// In which direction text runs.
public enum LayoutDirection: String, Hashable, Sendable, CaseIterable {
  /// As in English.
  case leftToRight = "left-to-right"
  /// As in Arabic and Hebrew.
  case rightToLeft = "right-to-left"
}
