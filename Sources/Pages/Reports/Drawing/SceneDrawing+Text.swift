import SceneImport
import SceneModel

/// A text that a view shows, set at its own size.
struct TextShown {
  struct Line {
    var text: String
    /// The horizontal position of the anchor.
    var x: Double
    var baseline: Double
  }

  var text: String
  /// Whether the whole text fits.
  var isWhole: Bool
  var lines: [Line] = []
  var size: Double
  var color = "#1d2733"
  var anchor = "start"
  var isBold = false

  func width(of line: Line) -> Double { SVG.width(of: line.text, size: size) * (isBold ? 1.08 : 1) }

  func left(of line: Line) -> Double {
    switch anchor {
    case "middle": line.x - width(of: line) / 2
    case "end": line.x - width(of: line)
    default: line.x
    }
  }
}

extension SceneDrawing {
  /// Returns the text of a label, button, field or text view, or the name of the image of an image view. If no file describes the look of the view,
  /// its title is the text. Nil for other views, for a view whose look has no text or image, and if there is too little space.
  func textShown(of view: View, in frame: Rect) -> TextShown? {
    let look = looks[view.id]
    switch view.kind {
    case .label, .button, .textField, .textView: break
    case .image:
      guard let image = look?.image else { return nil }
      return set(image, size: 9, in: frame, color: "#8a5e12", anchor: "middle", isBold: false)
    default: return nil
    }
    guard let text = look?.text ?? (look == nil ? title(of: view.id) : nil), frame.width > 6, frame.height > 5 else {
      return nil
    }
    let size = look?.pointSize ?? min(max((view.text?.lineHeight ?? min(frame.height, 20)) / 1.2, 6), 40)
    var (color, anchor) = ("#1d2733", "start")
    switch view.kind {
    case .button: (color, anchor) = ("#2f6fd0", "middle")
    case .textField where look?.isPlaceholder ?? true: color = "#9aa5b1"
    default: break
    }
    if let told = look?.textColor, told.alpha > 0.3, 0.3 * told.red + 0.59 * told.green + 0.11 * told.blue < 0.65 {
      color = "rgb(\([told.red, told.green, told.blue].map { "\(Int($0 * 255))" }.joined(separator: ",")))"
    }
    switch look?.alignment {
    case .center: anchor = "middle"
    case .right: anchor = "end"
    default: break
    }
    let inset = [.textField, .textView].contains(view.kind) ? 6.0 : 0
    return set(
      text, size: size, in: frame.inset(by: Insets(left: inset, right: inset)), color: color, anchor: anchor,
      isBold: look?.isBold ?? false)
  }

  /// Breaks the text into as many lines as fit; returns nil if there is too little space. A single line that is too wide gets a font up to 15 %
  /// smaller, because the drawing's font may be wider than the system's.
  private func set(
    _ text: String, size wanted: Double, in frame: Rect, color: String, anchor: String, isBold: Bool
  ) -> TextShown? {
    let room = frame.width + 0.5
    let factor = isBold ? 1.08 : 1
    var size = min(wanted, frame.height / 0.9)
    guard size > 2, room > size else { return nil }
    let lineHeight = size * 1.193
    let capacity = max(1, Int((frame.height / lineHeight + 0.1).rounded(.down)))
    let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    if capacity == 1 {
      let natural = SVG.width(of: words.joined(separator: " "), size: size) * factor
      if natural > room { size = max(size * 0.85, size * room / natural) }
    }
    var lines: [String] = []
    var isWhole = true
    for word in words {
      if let last = lines.last, SVG.width(of: last + " " + word, size: size) * factor <= room {
        lines[lines.count - 1] = last + " " + word
      } else if lines.count < capacity {
        lines.append(word)
      } else {
        lines[lines.count - 1] += " " + word
      }
    }
    lines = lines.map { line in
      // A size that was chosen to fit is rounded: what takes all of the room is not cut.
      let fitted = SVG.fitted(line, width: room / factor * (1 + 1e-9), size: size)
      if fitted != line { isWhole = false }
      return fitted
    }
    let x =
      switch anchor {
      case "middle": frame.midX
      case "end": frame.maxX
      default: frame.x
      }
    let top = frame.midY - Double(lines.count) * lineHeight / 2
    return TextShown(
      text: text, isWhole: isWhole,
      lines: lines.enumerated().filter { !$0.element.isEmpty }.map { index, line in
        .init(text: line, x: x, baseline: top + Double(index) * lineHeight + size * 0.93)
      }, size: size, color: color, anchor: anchor, isBold: isBold)
  }
}
