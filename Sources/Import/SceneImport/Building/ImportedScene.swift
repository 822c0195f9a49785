import SceneModel

/// A scene read from a file, and where each part of it came from.
public struct ImportedScene: Sendable {
  /// The file's own names for a view.
  public struct Origin: Hashable, Sendable {
    /// Interface Builder's id, or a name made from the superview's if the file has none.
    public var identifier: String
    public var tag: String
    public var line: Int
    public var look: ViewLook

    public init(identifier: String, tag: String, line: Int, look: ViewLook = ViewLook()) {
      self.identifier = identifier
      self.tag = tag
      self.line = line
      self.look = look
    }
  }

  /// The reason why a view's frame is not compared with the recorded one.
  public enum Exemption: String, Hashable, Sendable {
    case root
    case held = "laid out by an autoresizing mask under a superview that is held at its recorded frame"
    case unrecorded = "the file records no frame"
    case otherDevice = "the frame was recorded on another device"
    case uninstalledConstraints = "all its constraints are for other size classes"
    case unconstrained = "no constraint names it: it stays where it was recorded"
  }

  public var scene: Scene
  /// The id of the root view.
  public var root: String
  /// The screen's name for a developer: the class, the label, the title or the storyboard id of the controller that owns the root view. Nil
  /// where there is no controller, or one without any of them.
  public var screen: String?
  public var origins: [ItemID: Origin]
  /// The names of the views in a scene without origins. It is a cache, because a search in a large scene takes long.
  var names: [ItemID: String] = [:]
  /// The lines of constraints in the file; for a scene in text form, the lines of everything.
  public var lines = SceneLines()
  /// The number of steps at the beginning that set up a variation of the screen, before its story starts.
  package internal(set) var preparations = 0
  /// The values that were taken from recorded frames because the file does not contain them, in document order.
  public var calibrated: [CalibratedInput]
  /// The coordinates from which a calibrated value was taken. They are not compared, because comparing them would prove nothing.
  public var unjudged: [Coordinate: CalibratedInput.What]
  public var exemptions: [ItemID: Exemption]
  /// The coordinates that Interface Builder records differently from how it lays them out, with the reasons. They are not compared.
  public var untold: [Coordinate: String] = [:]
  /// The sizes that arranged views without content have on Interface Builder's canvas only. They are left out when ambiguity is examined.
  public var wishes: Set<Coordinate> = []
  /// The views of custom classes, which may draw themselves at a size of their own.
  public var customViews: [ItemID] = []
  /// Whether a constraint had to be left out. If so, ambiguity cannot be judged until the file is corrected.
  public var lacksConstraints = false
  /// The constraints that Interface Builder removes when it builds. They hold on its canvas only.
  public var placeholders: Set<LayoutConstraint.ID> = []
  /// Whether the scene is from a Mac app. AppKit lays it out, and the sizes of its controls are not known to this project.
  public var isOfAppKit = false
  /// Whether no controller of the file owns the root view. Interface Builder's canvas still draws bars over such a view and makes its safe area
  /// smaller; at run time there are no bars.
  public var isFreeStanding = false
  /// Whether the root is sized by its own constraints, and not by its container.
  public var rootHasOwnSize = false
  /// The screen that the root fills at run time, if the file shows the root at another size, such as the part under a bar; otherwise nil.
  public var screenAtRunTime: Device?
  /// Views that Interface Builder holds at their recorded frames instead of by constraints.
  public var fixedFrames: Set<ItemID> = []
  /// Image views that show an SF Symbol.
  var symbols: Set<ItemID> = []
  /// The custom views of bar items. The canvas holds them at a frame; at run time a bar takes their size from their constraints.
  public var barItemViews: Set<ItemID> = []
  /// The natural sizes of text and controls, independent of their frames.
  public var naturalSizes: [ItemID: NaturalSize] = [:]
  /// How texts behave in larger text sizes and in too small frames.
  public var textTraits: [ItemID: TextTraits] = [:]
  /// Reasons to distrust the recorded frames: the file flags them as wrong, or they contradict its own constraints.
  public var flags: [FlagReason]
  /// The mistakes in this part of the file, in line order; the offending pieces are left out of `scene`.
  public var mistakes: [TextError]

  /// The natural size of a view's text or of a control. A length is nil if there is none.
  public struct NaturalSize: Hashable, Sendable {
    public var width, height: Double?
    public var text: TextMetrics?
    /// Whether the file states the size; otherwise it is a prediction.
    public var isTold = false
    /// Whether the text's lines are in the system font, whose height is known to a point.
    public var isSystemFont = false

    public init(width: Double? = nil, height: Double? = nil, text: TextMetrics? = nil) {
      self.width = width
      self.height = height
      self.text = text
    }
  }

  public struct TextTraits: Hashable, Sendable {
    /// Whether the text's font follows the user's text size.
    public var followsTextSize: Bool
    /// The smallest factor by which the text may be shrunk to fit; 1 if it may not be shrunk.
    public var leastScale: Double
    /// The natural width in points of a button's text, in one line of the system font; nil if it is not known.
    public var width: Double?
    /// The font's size in points. It is the part of a line's height that letters need.
    public var pointSize: Double
  }

  public var isFlagged: Bool { !flags.isEmpty }

  /// Returns a view's name for a developer. It is the first of these that the view has: its custom class, its label, its text, the outlet that it is
  /// connected to, its image, its id in the file.
  public func title(of item: ItemID) -> String {
    guard let origin = origins[item] else { return identifier(of: item) }
    let look = origin.look
    if let name = look.className ?? look.label { return name }
    return look.text?.shortened ?? look.outlet ?? look.image?.shortened ?? origin.identifier
  }
}

extension ImportedScene {
  /// Returns the view with an id, a name in the scene, or a title that only one view has; nil if there is none.
  public func view(named name: String) -> ItemID? {
    if let view = scene.views.first(where: { origins[$0.id]?.identifier == name || $0.name == name }) { return view.id }
    let titled = scene.views.filter { title(of: $0.id) == name }
    return titled.count == 1 ? titled[0].id : nil
  }

  /// The titles of all views.
  public var titles: [ItemID: String] {
    Dictionary(scene.views.map { ($0.id, title(of: $0.id)) }, uniquingKeysWith: { first, _ in first })
  }

  /// The scene with its views renamed to their titles, or to the file's ids if several have the same title.
  public var titled: Scene {
    guard !origins.isEmpty else { return scene }
    let titles = titles
    let uses = Dictionary(titles.values.map { ($0, 1) }, uniquingKeysWith: +)
    let ids = Set(origins.values.map(\.identifier))
    var result = scene
    for at in result.views.indices {
      let identifier = identifier(of: result.views[at].id)
      let title = titles[result.views[at].id] ?? identifier
      let isKnown = uses[title] == 1 && (title == identifier || !ids.contains(title))
      result.views[at].name = isKnown ? title : identifier
    }
    return result
  }

  /// Returns names similar to an unknown one, for a message. If none is similar, it returns up to 20 of the names that exist.
  public func suggestion(for name: String) -> String {
    let titles = scene.views.map { title(of: $0.id) }
    let near = didYouMean(name, among: titles + scene.views.map { identifier(of: $0.id) })
    guard near.isEmpty else { return near }
    let named = zip(titles, scene.views).filter { $0 != identifier(of: $1.id) }.map(\.0)
    return named.isEmpty
      ? someNames : "There are \(named.prefix(20).joined(separator: ", "))\(named.count > 20 ? ", …" : "")."
  }

  /// The names of up to 20 views as the command line accepts them, for a message.
  public var someNames: String {
    let names = scene.views.prefix(20).map { identifier(of: $0.id) }
    return "There are \(names.joined(separator: ", "))\(scene.views.count > names.count ? ", …" : "")."
  }
}

extension String {
  /// The text on one line, of at most `limit` characters.
  fileprivate var shortened: String {
    let limit = 32
    let line = split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return line.count <= limit ? line : line.prefix(limit - 1) + "…"
  }
}

/// A reason to distrust recorded frames.
public enum FlagReason: Hashable, Sendable {
  /// Interface Builder itself marked the view as `misplaced` or `ambiguous`.
  case marked(ItemID, String)
  /// The recorded frames break a required constraint by this many points.
  case contradicted(LayoutConstraint.ID, Double)
}

/// A value that the file does not contain and that was fitted to its recorded frames.
public struct CalibratedInput: Hashable, Sendable {
  public enum What: String, Hashable, Sendable {
    case textSize = "text-size"
    case controlSize = "control-size"
    case imageSize = "image-size"
    case guide, margin, baseline
    /// Device pixels per point, if the file names no device for its canvas.
    case scale
    case alignmentInset = "alignment-inset"
    /// The size that an arranged view without content has on the canvas only.
    case storedSize = "stored-size"
    /// The size of a view of a custom class that nothing else fixes.
    case customSize = "custom-size"
    /// A rule seen in one file only.
    case guess
    /// The frame that an autoresizing mask starts from.
    case frame
  }

  public var what: What
  /// The view or guide that the value belongs to.
  public var item: ItemID
  public var identifier: String
  /// The edge or coordinate, such as `top` or `width`.
  public var edge: String
  /// The value, in points.
  public var value: Double
}

/// One of the four numbers of a view's frame.
public struct Coordinate: Hashable, Sendable {
  public enum Part: String, Hashable, Sendable, CaseIterable {
    case x, y, width, height
  }

  public var view: ItemID
  public var part: Part

  public init(_ view: ItemID, _ part: Part) {
    self.view = view
    self.part = part
  }
}

extension ImportedScene.NaturalSize {
  subscript(axis: Axis) -> Double? {
    get { axis == .horizontal ? width : height }
    set { if axis == .horizontal { width = newValue } else { height = newValue } }
  }
}

extension AxisPriorities {
  subscript(axis: Axis) -> Double {
    get { axis == .horizontal ? horizontal : vertical }
    set { if axis == .horizontal { horizontal = newValue } else { vertical = newValue } }
  }
}

extension IntrinsicSize {
  subscript(axis: Axis) -> Double? {
    get { axis == .horizontal ? width : height }
    set { if axis == .horizontal { width = newValue } else { height = newValue } }
  }
}
