import SceneImport
import SceneModel

/// A drawing of a scene's frames as an SVG document.
///
/// It computes no layout. Its frames are in points, in each superview's coordinates.
public struct SceneDrawing: Sendable {
  public var scene: Scene
  /// The frames of views, and of guides in their owner's coordinates.
  public var frames: [ItemID: Rect]
  /// The looks of views, where the file has them.
  public var looks: [ItemID: ViewLook] = [:]
  /// The titles of views; the scene's names where there is no title.
  public var titles: [ItemID: String] = [:]
  private let names: [ItemID: String]
  /// The views drawn in the colour for problems, with the text shown beside them.
  public var marked: [ItemID: String]
  /// Lengths that are drawn as brackets along their views, each with a text.
  public var dimensions: [Dimension]
  /// The constraints that are drawn, as arrows with their constants and priorities.
  public var constraints: [LayoutConstraint.ID] = []
  /// The layout margins and, in `safeAreas`, the safe area insets, by view. Margins are drawn only if `showsMargins` is set.
  public var margins: [ItemID: Insets] = [:]
  public var showsMargins = false
  public var safeAreas: [ItemID: Insets] = [:]
  /// The recorded frame of each view. It is drawn if it differs from the present one.
  public var recorded: [ItemID: Rect] = [:]
  /// Other frames that the constraints allow equally well, in the superview's coordinates, drawn as dashed outlines.
  public var alternatives: [(view: ItemID, frame: Rect)] = []
  /// Whether names of views are drawn. Without them a small picture is easier to read.
  public var showsNames = true

  public struct Dimension: Hashable, Sendable {
    public var view: ItemID
    public var axis: Axis
    /// The length from the view's origin, in points.
    public var length: Double
    public var text: String

    public init(view: ItemID, axis: Axis, length: Double, text: String) {
      self.view = view
      self.axis = axis
      self.length = length
      self.text = text
    }
  }

  public init(
    scene: Scene, frames: [ItemID: Rect], marked: [ItemID: String] = [:], dimensions: [Dimension] = []
  ) {
    self.scene = scene
    names = Dictionary(
      scene.views.map { ($0.id, $0.name) } + scene.guides.map { ($0.id, $0.name) },
      uniquingKeysWith: { first, _ in first })
    self.frames = frames
    self.marked = marked
    self.dimensions = dimensions
  }

  /// The drawing as SVG. The same scene gives the same text. It has at most `maximumViews` views, so that a hostile scene cannot fill a disk.
  public var svg: String { picture.svg }

  /// The drawing as a picture, for placing it beside others.
  public var picture: Picture {
    let absolute = absoluteFrames()
    let root = absolute[.root] ?? .zero
    var canvas = Rect(x: 0, y: 0, width: max(root.width, 1), height: max(root.height, 1)).outset(by: .all(4))
    // Conflicting views need not lie inside anything.
    if !dimensions.isEmpty { for frame in absolute.values { canvas = canvas.union(frame.outset(by: .all(4))) } }
    var placer = LabelPlacer(bounds: canvas)
    var body = SVG.rect(
      Rect(x: 0, y: 0, width: max(root.width, 1), height: max(root.height, 1)),
      "fill=\"\(fill(of: looks[.root]) ?? "#ffffff")\" stroke=\"#555555\"")
    let views = scene.views.prefix(SceneDrawing.maximumViews).filter { $0.id != .root && absolute[$0.id] != nil }
    for view in views { body += shape(of: view, frame: absolute[view.id]!, &placer) }
    body += insetShapes(absolute)
    let (overlay, misplaced) = recordedShapes(absolute, &placer)
    var arrows = ""
    let shown = Set(constraints)
    let asked = Dictionary(
      scene.constraints.filter { shown.contains($0.id) }.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let ends = Set(asked.values.flatMap { $0.anchors.map(\.item) })
    let named = Dictionary(
      scene.views.filter { ends.contains($0.id) }.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    for id in constraints {
      if let constraint = asked[id] { arrows += arrow(constraint, named, absolute, &placer) }
    }
    body += arrows
    body += overlay + alternativeShapes(absolute)
    body += lengthArrows(absolute, &canvas)
    // Nobody reads more of them.
    for view in views.prefix(SceneDrawing.namedViews)
    where (showsNames || marked[view.id] != nil) && !misplaced.contains(view.id) {
      guard let name = nameShown(of: view, absolute[view.id]!) else { continue }
      placer.name(name, of: absolute[view.id]!, isTrouble: marked[view.id] != nil)
    }
    if let column = placer.placeColumn(x: canvas.maxX + 8) { canvas = canvas.union(column.outset(by: .all(3))) }
    body += labels(placer.placed)
    return Picture(canvas: canvas, body: body)
  }

  static let maximumViews = 20_000
  private static let namedViews = 1000
  /// The colours of a view with a problem, a constraint, and a recorded place.
  static let trouble = "#c0392b", constraintColor = "#8a3ffc", recordedColor = "#1f8a4c"

  func title(of item: ItemID) -> String {
    titles[item] ?? names[item] ?? "\(item)"
  }

  /// Returns the name to draw for a view. Nil if the view shows its whole text, because that serves as its name.
  private func nameShown(of view: View, _ frame: Rect) -> String? {
    let name = title(of: view.id)
    if let trouble = marked[view.id] { return trouble.isEmpty ? name : "\(name): \(trouble)" }
    let isNamed = looks[view.id].map { $0.className != nil || $0.label != nil } ?? false
    if !isNamed, let shown = textShown(of: view, in: frame), shown.isWhole { return nil }
    if view.isHidden { return "\(name) (hidden)" }
    return name
  }

  private func labels(_ placed: [LabelPlacer.Placed]) -> String {
    placed.map { label in
      var shape = ""
      if let leader = label.leader {
        shape += SVG.line(
          leader.x, leader.y, label.box.x - 1, label.box.midY, "stroke=\"#9aa5b1\" stroke-width=\"0.5\"")
      }
      shape += SVG.rect(label.box, radius: 1.5, "fill=\"#ffffff\" fill-opacity=\"0.82\"")
      return shape
        + SVG.text(
          label.text, x: label.box.x + 1.5, y: label.box.y + 7.2, size: LabelPlacer.size,
          fill: label.isTrouble ? SceneDrawing.trouble : "#5a6878", extra: label.isTrouble ? "font-weight=\"bold\"" : ""
        )
    }.joined()
  }

  func absoluteFrames() -> [ItemID: Rect] {
    var absolute: [ItemID: Rect] = [:]
    func place(_ id: ItemID, in parent: ItemID?) {
      guard var frame = frames[id] else { return }
      if id == .root {
        (frame.x, frame.y) = (0, 0)
      } else if let parent, let origin = absolute[parent] {
        (frame.x, frame.y) = (frame.x + origin.x, frame.y + origin.y)
      }
      absolute[id] = frame
    }
    for view in scene.views { place(view.id, in: view.parent) }
    for guide in scene.guides { place(guide.id, in: guide.owner) }
    return absolute
  }
}

extension Insets {
  static func all(_ inset: Double) -> Insets { Insets(top: inset, left: inset, bottom: inset, right: inset) }
}

extension Rect {
  func union(_ other: Rect) -> Rect {
    let (left, top) = (min(x, other.x), min(y, other.y))
    return Rect(x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }
}
