import Foundation
import SceneModel

/// Spelling of SVG: numbers with two decimals, text escaped.
package enum SVG {
  package static func number(_ value: Double) -> String {
    let rounded = (value * 100).rounded() / 100
    guard rounded.isFinite else { return "0" }
    let text = "\(rounded == 0 ? 0 : rounded)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  static func rect(_ rect: Rect, radius: Double = 0, _ style: String, title: String? = nil) -> String {
    let corner = radius > 0 ? " rx=\"\(number(radius))\"" : ""
    let head = """
      <rect x="\(number(rect.x))" y="\(number(rect.y))" width="\(number(max(rect.width, 0)))" \
      height="\(number(max(rect.height, 0)))"\(corner) \(style)
      """
    return title.map { "\(head)><title>\($0.escapedForXML)</title></rect>\n" } ?? "\(head)/>\n"
  }

  package static func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ style: String) -> String {
    "<line x1=\"\(number(x1))\" y1=\"\(number(y1))\" x2=\"\(number(x2))\" y2=\"\(number(y2))\" \(style)/>\n"
  }

  /// Returns a text element; `y` is the baseline.
  static func text(
    _ text: String, x: Double, y: Double, size: Double, fill: String, anchor: String = "start", extra: String = ""
  ) -> String {
    """
    <text x="\(number(x))" y="\(number(y))" font-size="\(number(size))" fill="\(fill)"\
    \(anchor == "start" ? "" : " text-anchor=\"\(anchor)\"")\(extra.isEmpty ? "" : " " + extra)>\(text.escapedForXML)</text>

    """
  }

  static let fonts = "Helvetica Neue, Helvetica, Arial, Liberation Sans, DejaVu Sans, sans-serif"

  /// Returns the width of a text in points, by the widths of Arial's letters, which is accurate enough to place labels.
  static func width(of text: some StringProtocol, size: Double) -> Double {
    var sum = 0.0
    for letter in text {
      switch letter {
      case "i", "j", "l", "I", "'", "|", ".", ",", ":", ";", "!": sum += 0.28
      case "f", "t", "r", "(", ")", "[", "]", "-", "/", " ": sum += 0.3
      case "m", "w", "M", "W", "@", "…", "—", "→", "%": sum += 0.95
      case let letter where letter.isUppercase: sum += 0.68
      case let letter where letter.isASCII: sum += 0.53
      default: sum += 1
      }
    }
    return sum * size
  }

  /// Returns the text, cut with an ellipsis if it is wider than `room`; empty if not even the ellipsis fits.
  static func fitted(_ text: String, width room: Double, size: Double) -> String {
    if width(of: text, size: size) <= room { return text }
    var end = text.endIndex
    while end > text.startIndex {
      end = text.index(before: end)
      if width(of: text[..<end] + "…", size: size) <= room { return text[..<end] + "…" }
    }
    return ""
  }
}

extension Rect {
  func intersects(_ other: Rect) -> Bool {
    x < other.maxX && other.x < maxX && y < other.maxY && other.y < maxY
  }
}
