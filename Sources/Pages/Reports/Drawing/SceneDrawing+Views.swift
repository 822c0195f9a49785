import SceneImport
import SceneModel

/// Views, each kind drawn in its own form.
extension SceneDrawing {
  func shape(of view: View, frame: Rect, _ placer: inout LabelPlacer) -> String {
    let isTroubled = marked[view.id] != nil
    let ink = isTroubled ? SceneDrawing.trouble : SceneDrawing.ink(of: view.kind)
    var outline = "stroke=\"\(ink)\" stroke-width=\"\(isTroubled ? 1.5 : 0.75)\""
    let look = looks[view.id]
    let paper = isTroubled ? SceneDrawing.trouble : fill(of: look) ?? SceneDrawing.paper(of: view.kind)
    outline += " fill=\"\(paper)\""
    // A plain view without a colour of its own is as good as transparent.
    let isFaint = paper == SceneDrawing.paper(of: .plain)
    let opacity = isTroubled ? 0.08 : isFaint ? 0.05 : view.isHidden ? 0.3 : 1
    if opacity < 1 { outline += " fill-opacity=\"\(opacity)\"" }
    switch view.kind {
    case _ where view.isHidden: outline += " stroke-dasharray=\"3 2\""
    case .stack: outline += " stroke-dasharray=\"6 3\""
    case .label: outline += " stroke-dasharray=\"1 2\""
    default: break
    }
    let title =
      "\(title(of: view.id)) (\(view.kind.rawValue)): \(SVG.number(frame.width)) × \(SVG.number(frame.height))"
    let isSmall = min(frame.width, frame.height) < 4
    var shape = SVG.rect(frame, radius: isSmall ? 0 : SceneDrawing.radius(of: view.kind, frame), outline, title: title)
    guard !isSmall else { return shape }
    shape += widget(view, look, frame, ink)
    switch view.kind {
    case .toggle, .slider, .stepper, .segmentedControl, .activityIndicator: placer.keepClear(frame)
    default: break
    }
    if let text = textShown(of: view, in: frame) {
      for line in text.lines {
        placer.keepClear(
          Rect(
            x: text.left(of: line), y: line.baseline - text.size * 0.8, width: text.width(of: line),
            height: text.size))
        shape += SVG.text(
          line.text, x: line.x, y: line.baseline, size: text.size, fill: text.color, anchor: text.anchor,
          extra: text.isBold ? "font-weight=\"bold\"" : "")
      }
    }
    return view.isHidden ? "<g opacity=\"0.5\">\n\(shape)</g>\n" : shape
  }

  private static func ink(of kind: View.Kind) -> String {
    switch kind {
    case .button, .toggle, .slider, .stepper, .segmentedControl, .picker: "#2f6fd0"
    case .textField, .textView: "#6b7787"
    case .image: "#b07a1e"
    case .stack: "#9b59b6"
    case .scroll, .table, .collection: "#178a8a"
    case .label: "#b4bec9"
    case .layer: "#d2691e"
    default: "#8794a3"
    }
  }

  private static func paper(of kind: View.Kind) -> String {
    switch kind {
    case .label, .stack: "none"
    case .button: "#eef4fd"
    case .image: "#fdf6e8"
    case .bar: "#f1f3f6"
    case .textField, .textView: "#fbfcfd"
    case .layer: "#fdebdd"
    case .plain: "#5a6878"
    default: "#ffffff"
    }
  }

  private static func radius(of kind: View.Kind, _ frame: Rect) -> Double {
    switch kind {
    case .button, .textField: min(6, frame.height / 4)
    case .toggle: frame.height / 2
    case .segmentedControl, .stepper: min(5, frame.height / 4)
    default: 0
    }
  }

  /// Returns a light version of a view's background, so that text on it is readable.
  func fill(of look: ViewLook?) -> String? {
    guard let color = look?.background, color.alpha > 0.02 else { return nil }
    let strength = 0.35 * color.alpha
    let parts = [color.red, color.green, color.blue].map { part in
      let value = Int(((1 - strength + strength * part) * 255).rounded())
      return (value < 16 ? "0" : "") + String(value, radix: 16)
    }
    return "#" + parts.joined()
  }

  private func widget(_ view: View, _ look: ViewLook?, _ frame: Rect, _ ink: String) -> String {
    let thin = "stroke=\"\(ink)\" stroke-width=\"0.75\" fill=\"none\""
    switch view.kind {
    case .image:
      return SVG.line(frame.x, frame.y, frame.maxX, frame.maxY, "stroke=\"\(ink)\" stroke-width=\"0.4\"")
        + SVG.line(frame.maxX, frame.y, frame.x, frame.maxY, "stroke=\"\(ink)\" stroke-width=\"0.4\"")
    case .toggle:
      let radius = max(frame.height / 2 - 2, 1)
      let x = look?.isOn ?? true ? frame.maxX - radius - 2 : frame.x + radius + 2
      return "<circle cx=\"\(SVG.number(x))\" cy=\"\(SVG.number(frame.midY))\" r=\"\(SVG.number(radius))\" "
        + "fill=\"\(look?.isOn ?? true ? "#2f9e5b" : "#c3cbd5")\"/>\n"
    case .slider, .progress:
      let end = frame.x + frame.width * 0.5
      let knob =
        view.kind == .slider
        ? "<circle cx=\"\(SVG.number(end))\" cy=\"\(SVG.number(frame.midY))\" r=\"\(SVG.number(min(frame.height / 2, 9)))\" fill=\"#ffffff\" stroke=\"\(ink)\"/>\n"
        : ""
      return SVG.line(frame.x + 2, frame.midY, frame.maxX - 2, frame.midY, "stroke=\"#c3cbd5\" stroke-width=\"3\"")
        + SVG.line(frame.x + 2, frame.midY, end, frame.midY, "stroke=\"#2f6fd0\" stroke-width=\"3\"") + knob
    case .stepper:
      let arm = min(frame.height / 4, 7)
      let (left, right) = (frame.x + frame.width / 4, frame.x + frame.width * 3 / 4)
      return SVG.line(frame.midX, frame.y, frame.midX, frame.maxY, thin)
        + SVG.line(left - arm, frame.midY, left + arm, frame.midY, thin)
        + SVG.line(right - arm, frame.midY, right + arm, frame.midY, thin)
        + SVG.line(right, frame.midY - arm, right, frame.midY + arm, thin)
    case .segmentedControl:
      let titles = look?.segments.isEmpty == false ? look!.segments : ["", ""]
      let width = frame.width / Double(titles.count)
      return titles.enumerated().map { index, title in
        let x = frame.x + Double(index) * width
        let size = min(12, frame.height * 0.5)
        return (index == 0 ? "" : SVG.line(x, frame.y, x, frame.maxY, thin))
          + SVG.text(
            SVG.fitted(title, width: width - 4, size: size), x: x + width / 2, y: frame.midY + size * 0.35, size: size,
            fill: ink, anchor: "middle")
      }.joined()
    case .activityIndicator:
      return "<circle cx=\"\(SVG.number(frame.midX))\" cy=\"\(SVG.number(frame.midY))\" "
        + "r=\"\(SVG.number(max(min(frame.width, frame.height) / 2 - 2, 1)))\" \(thin) stroke-dasharray=\"2 2\"/>\n"
    case .picker:
      return SVG.line(frame.x, frame.midY - 17, frame.maxX, frame.midY - 17, thin)
        + SVG.line(frame.x, frame.midY + 17, frame.maxX, frame.midY + 17, thin)
    case .scroll, .table, .collection:
      let x = frame.maxX - 4
      return SVG.line(
        x, frame.y + 6, x, frame.y + max(8, frame.height * 0.3),
        "stroke=\"\(ink)\" stroke-width=\"2.5\" stroke-linecap=\"round\" stroke-opacity=\"0.5\"")
    default: return ""
    }
  }
}
