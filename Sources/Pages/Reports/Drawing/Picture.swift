import Foundation
import SceneModel

/// A part of a drawing with its size, in points.
public struct Picture: Sendable {
  public var canvas: Rect
  /// The SVG elements of the drawing.
  var body: String

  /// A whole document.
  public var svg: String {
    let box = [canvas.x, canvas.y, canvas.width, canvas.height].map(SVG.number).joined(separator: " ")
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="\(box)" width="\(SVG.number(canvas.width))" \
      height="\(SVG.number(canvas.height))" font-family="\(SVG.fonts)">
      \(SVG.rect(canvas, "fill=\"#ffffff\""))\(body)</svg>

      """
  }

  /// Places pictures side by side, each under its title, in rows of about this width in points.
  public init(sideBySide pictures: [(title: String, picture: Picture)], width: Double = 2600) {
    let (gap, titleHeight) = (24.0, 22.0)
    var (x, y, rowHeight, fullWidth) = (gap, gap, 0.0, 0.0)
    var body = ""
    for (title, picture) in pictures {
      let canvas = picture.canvas
      if x > gap, x + canvas.width > width { (x, y, rowHeight) = (gap, y + rowHeight + gap, 0) }
      body += SVG.text(title, x: x, y: y + 13, size: 13, fill: "#1d2733", extra: "font-weight=\"bold\"")
      body +=
        "<g transform=\"translate(\(SVG.number(x - canvas.x)) \(SVG.number(y + titleHeight - canvas.y)))\">\n\(picture.body)</g>\n"
      let room = max(canvas.width, SVG.width(of: title, size: 13))
      rowHeight = max(rowHeight, canvas.height + titleHeight)
      fullWidth = max(fullWidth, x + room + gap)
      x += room + gap
    }
    self.init(canvas: Rect(x: 0, y: 0, width: fullWidth, height: y + rowHeight + gap), body: body)
  }

  init(canvas: Rect, body: String) { (self.canvas, self.body) = (canvas, body) }
}
