import SceneModel

/// A scene's frames as a picture: an SVG document, one rectangle a view, readable without any viewer of ours.
///
/// The drawing computes no layout: it is given the frames, in each superview's coordinates and in points.
public struct SceneDrawing: Sendable {
  public var scene: Scene
  public var frames: [ItemID: Rect]
  /// Views drawn in the colour of trouble, with the text shown beside them.
  public var marked: [ItemID: String]

  public init(scene: Scene, frames: [ItemID: Rect], marked: [ItemID: String] = [:]) {
    self.scene = scene
    self.frames = frames
    self.marked = marked
  }

  /// The drawing; deterministic, at most `maximumViews` views so that a hostile scene cannot fill a disk.
  public var svg: String {
    let absolute = absoluteFrames()
    let root = absolute[.root] ?? .zero
    var shapes = ""
    for view in scene.views.prefix(SceneDrawing.maximumViews) where view.id != .root {
      guard let frame = absolute[view.id] else { continue }
      shapes += shape(of: view, frame: frame)
    }
    let width = max(root.width, 1)
    let height = max(root.height, 1)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="\(number(-margin)) \(number(-margin)) \
      \(number(width + 2 * margin)) \(number(height + 2 * margin))" \
      width="\(number(width + 2 * margin))" height="\(number(height + 2 * margin))" \
      font-family="DejaVu Sans, Helvetica, sans-serif" font-size="9">
      <rect x="0" y="0" width="\(number(width))" height="\(number(height))" fill="#ffffff" stroke="#555555"/>
      \(shapes)</svg>

      """
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
    var text = "<title>\(escaped(view.name)): \(number(frame.width)) × \(number(frame.height))</title>"
    var shape = """
      <rect x="\(number(frame.x))" y="\(number(frame.y))" width="\(number(max(frame.width, 0)))" \
      height="\(number(max(frame.height, 0)))" fill="\(fill)" fill-opacity="0.06" stroke="\(stroke)" \
      stroke-width="0.75"\(dash)>
      """
    shape += text + "</rect>\n"
    text = trouble.map { "\(view.name): \($0)" } ?? view.name
    if frame.width >= 20, frame.height >= 9 {
      let room = Int(frame.width / 5)
      shape += """
        <text x="\(number(frame.x + 2))" y="\(number(frame.y + 9))" fill="\(stroke)">\
        \(escaped(String(text.prefix(max(room, 3)))))</text>

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

  private func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "&": result += "&amp;"
      case "\"": result += "&quot;"
      default:
        // XML 1.0 forbids the other control characters, even escaped.
        if scalar.value >= 0x20 || scalar == "\n" || scalar == "\t" { result.unicodeScalars.append(scalar) }
      }
    }
    return result
  }
}
