import SceneModel

/// A scene's frames as a picture: an SVG document, one rectangle a view, readable without any viewer of ours.
///
/// The drawing computes no layout: it is given the frames, in each superview's coordinates and in points.
public struct SceneDrawing: Sendable {
  public var scene: Scene
  public var frames: [ItemID: Rect]
  /// Views drawn in the colour of trouble, with the text shown beside them.
  public var marked: [ItemID: String]

  /// Lengths drawn with an arrow along the view, and what is said of each.
  public var dimensions: [Dimension]

  public struct Dimension: Hashable, Sendable {
    public var view: ItemID
    public var axis: Axis
    /// Points from the view's origin.
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
    self.frames = frames
    self.marked = marked
    self.dimensions = dimensions
  }

  /// The drawing; deterministic, at most `maximumViews` views so that a hostile scene cannot fill a disk.
  public var svg: String {
    let absolute = absoluteFrames()
    let root = absolute[.root] ?? .zero
    var (left, top, right, bottom) = (-margin, -margin, max(root.width, 1) + margin, max(root.height, 1) + margin)
    if !dimensions.isEmpty {
      // Conflicting views need not lie inside anything.
      for frame in absolute.values {
        (left, top) = (min(left, frame.x - margin), min(top, frame.y - margin))
        (right, bottom) = (max(right, frame.x + frame.width + margin), max(bottom, frame.y + frame.height + margin))
      }
      right += SceneDrawing.roomForDimensions
      bottom += Double(dimensions.count + 1) * SceneDrawing.arrowDistance
    }
    var shapes = ""
    for view in scene.views.prefix(SceneDrawing.maximumViews) where view.id != .root {
      guard let frame = absolute[view.id] else { continue }
      shapes += shape(of: view, frame: frame)
    }
    for (index, dimension) in dimensions.enumerated() {
      shapes += arrow(
        dimension, absolute[dimension.view] ?? .zero, distance: Double(index + 1) * SceneDrawing.arrowDistance)
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="\(number(left)) \(number(top)) \
      \(number(right - left)) \(number(bottom - top))" \
      width="\(number(right - left))" height="\(number(bottom - top))" \
      font-family="DejaVu Sans, Helvetica, sans-serif" font-size="9">
      <rect x="\(number(left))" y="\(number(top))" width="\(number(right - left))" height="\(number(bottom - top))" fill="#ffffff"/>
      <rect x="0" y="0" width="\(number(max(root.width, 1)))" height="\(number(max(root.height, 1)))" fill="#ffffff" \
      stroke="#555555"/>
      \(shapes)</svg>

      """
  }

  /// Points right of everything, for what is said beside an arrow.
  private static let roomForDimensions = 190.0
  /// Points between a view's edge and the arrow along it.
  private static let arrowDistance = 14.0

  /// A double arrow along a view's trailing edge or below it, with its text at the far end.
  private func arrow(_ dimension: Dimension, _ frame: Rect, distance: Double) -> String {
    let color = "#c0392b"
    func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> String {
      "<line x1=\"\(number(x1))\" y1=\"\(number(y1))\" x2=\"\(number(x2))\" y2=\"\(number(y2))\" "
        + "stroke=\"\(color)\" stroke-width=\"1.5\"/>\n"
    }
    var shape = ""
    let place: (x: Double, y: Double)
    if dimension.axis == .vertical {
      let (x, end) = (frame.x + frame.width + distance, frame.y + dimension.length)
      shape += line(x, frame.y, x, end) + line(x - 4, frame.y, x + 4, frame.y) + line(x - 4, end, x + 4, end)
      place = (x + 6, end - 4)
    } else {
      let (y, end) = (frame.y + frame.height + distance, frame.x + dimension.length)
      shape += line(frame.x, y, end, y) + line(frame.x, y - 4, frame.x, y + 4) + line(end, y - 4, end, y + 4)
      place = (end + 6, y + 4)
    }
    return shape
      + "<text x=\"\(number(place.x))\" y=\"\(number(place.y))\" fill=\"\(color)\" font-size=\"11\" "
      + "font-weight=\"bold\">\(dimension.text.escapedForXML)</text>\n"
  }

  private static let maximumViews = 20_000
  private var margin: Double { 4 }

  private func absoluteFrames() -> [ItemID: Rect] {
    var absolute: [ItemID: Rect] = [:]
    for view in scene.views {
      guard var frame = frames[view.id] else { continue }
      if view.id == .root {
        frame.x = 0
        frame.y = 0
      } else if let parent = view.parent, let origin = absolute[parent] {
        frame.x += origin.x
        frame.y += origin.y
      }
      absolute[view.id] = frame
    }
    return absolute
  }

  private func shape(of view: View, frame: Rect) -> String {
    let trouble = marked[view.id]
    let stroke = trouble == nil ? "#3367b0" : "#c0392b"
    let fill = trouble == nil ? "#3367b0" : "#c0392b"
    let dash = view.isHidden ? " stroke-dasharray=\"3 2\"" : ""
    var text = "<title>\(view.name.escapedForXML): \(number(frame.width)) × \(number(frame.height))</title>"
    var shape = """
      <rect x="\(number(frame.x))" y="\(number(frame.y))" width="\(number(max(frame.width, 0)))" \
      height="\(number(max(frame.height, 0)))" fill="\(fill)" fill-opacity="0.06" stroke="\(stroke)" \
      stroke-width="0.75"\(dash)>
      """
    shape += text + "</rect>\n"
    text = trouble.map { $0.isEmpty ? view.name : "\(view.name): \($0)" } ?? view.name
    if frame.width >= 20, frame.height >= 9 {
      let room = Int(frame.width / 5)
      shape += """
        <text x="\(number(frame.x + 2))" y="\(number(frame.y + 9))" fill="\(stroke)">\
        \(String(text.prefix(max(room, 3))).escapedForXML)</text>

        """
    }
    return shape
  }

  private func number(_ value: Double) -> String {
    let rounded = (value * 100).rounded() / 100
    guard rounded.isFinite else { return "0" }
    let text = "\(rounded == 0 ? 0 : rounded)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
