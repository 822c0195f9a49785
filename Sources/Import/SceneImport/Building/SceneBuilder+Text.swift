import LayoutKernel
import SceneModel

extension SceneBuilder {
  /// The size of a control's content, predicted without its recorded size.
  struct PredictedContent {
    /// The width of the frame, in points; nil if it is not predicted.
    var width: Double?
    var height: Double?
    /// The text, in place of a width and a height, if it may break into lines; otherwise nil.
    var text: TextMetrics?
  }

  /// Predicts the size of a control's content. Heights are the system font's line heights, widths come from `SystemFont`; other fonts are treated
  /// as the system font.
  func predictedContent(of element: MarkupElement) -> PredictedContent {
    let font = SystemFont(
      pointSize: FontMetrics(element: element, tag: element.tag, isTelevision: environment.isTelevision).pointSize,
      isBold: element.hasBoldFont,
      glyphs: options.glyphs)
    switch element.tag {
    case "label": return label(element, font)
    case "button": return button(element, font)
    case "textField":
      let text = [element["text"], element["placeholder"]].compactMap { $0 }.map(font.width).max() ?? 0
      let padding = element["borderStyle"] == "roundedRect" ? 14.0 : 0
      // Xcode 26 adds a point to the height of a line.
      let room = environment.toolsVersion >= 24_000 ? 1.0 : 0
      return PredictedContent(
        width: text.rounded(.up) + padding, height: font.lineHeight.rounded(.up) + room)
    case "pickerView", "datePicker": return PredictedContent(width: 320)
    case "segmentedControl":
      // All segments are as wide as the widest title needs.
      let titles = element.child("segments")?.children.map {
        self.font(ofSize: 13).width(of: $0["title"] ?? "")
      }
      return PredictedContent(
        width: titles.flatMap { $0.max() }.map { ($0 + 20).rounded(.up) * Double(titles?.count ?? 0) })
    default: return PredictedContent()
    }
  }

  private func font(ofSize size: Double) -> SystemFont {
    SystemFont(pointSize: size, isBold: false, glyphs: options.glyphs)
  }

  private func label(_ element: MarkupElement, _ font: SystemFont) -> PredictedContent {
    var font = font
    var text = element["text"] ?? element.child("string", key: "text")?.text ?? ""
    if let attributed = element.attributedText(key: "attributedText") {
      text = attributed
      if let size = element.attributedPointSize { font = self.font(ofSize: size) }
    }
    if text.isEmpty { return PredictedContent(width: 0, height: 0) }
    let lineLimit = max(0, element["numberOfLines"].flatMap(Int.init) ?? 1)
    if lineLimit == 1 {
      return PredictedContent(width: upToPixel(font.width(of: text)), height: upToPixel(font.lineHeight))
    }
    let words = text.split(whereSeparator: \.isWhitespace).map(font.width)
    return PredictedContent(
      text: TextMetrics(
        wordWidths: words.isEmpty ? [0] : words, spaceWidth: font.advance(of: " "),
        lineHeight: upToPixel(font.lineHeight),
        lineLimit: lineLimit,
        preferredMaxLayoutWidth: max(0, element["preferredMaxLayoutWidth"].flatMap(Double.init(finite:)) ?? 0)))
  }

  private func button(_ element: MarkupElement, _ font: SystemFont) -> PredictedContent {
    if let configuration = element.child("buttonConfiguration", key: "configuration") {
      let font = SystemFont(pointSize: 17, isBold: false, glyphs: options.glyphs)
      let width = configuration["title"].map(font.width) ?? 0
      return PredictedContent(width: upToPixel(width) + 24, height: upToPixel(font.lineHeight) + 14)
    }
    let state = element.child("state", key: "normal")
    let title = state?["title"] ?? ""
    let image = state?["image"].flatMap { images[$0] }
    if let image, title.isEmpty { return PredictedContent(width: image.size.width, height: image.size.height) }
    let insets = element.child("inset", key: "contentEdgeInsets")
    func inset(_ names: [String]) -> Double? {
      insets.map { insets in names.reduce(0) { $0 + (insets[$1].flatMap(Double.init(finite:)) ?? 0) } }
    }
    let line = font.lineHeight.rounded(.up)
    let width = font.width(of: title).rounded(.up) + (image?.size.width ?? 0) + (inset(["minX", "maxX"]) ?? 0)
    return PredictedContent(
      // A system button is never narrower than 30, and has 6 points above and below its title.
      width: max(insets == nil ? 30 : 0, width),
      height: max(line, image?.size.height ?? 0) + (inset(["minY", "maxY"]) ?? 12))
  }

  private func upToPixel(_ length: Double) -> Double {
    PixelRounding.up(length, environment.scale)
  }
}

extension ImportedScene.TextTraits {
  /// Makes the text of an element; nil if it shows none.
  init?(_ element: MarkupElement, isTelevision: Bool, glyphs: GlyphTable) {
    guard ["label", "button", "textField", "textView"].contains(element.tag) else { return nil }
    let font = FontMetrics(element: element, tag: element.tag, isTelevision: isTelevision)
    let style = element.child("fontDescription", key: "fontDescription")?["style"]
    followsTextSize =
      style?.hasPrefix("UICTFontTextStyle") == true
      || element.child("buttonConfiguration", key: "configuration") != nil
    let scale =
      element["minimumScaleFactor"].flatMap(Double.init(finite:))
      ?? element["minimumFontSize"].flatMap(Double.init(finite:)).map { $0 / font.pointSize }
    let shrinks = element["adjustsFontSizeToFit"] != "NO"
    leastScale = shrinks ? min(max(scale ?? 1, 0.01), 1) : 1
    pointSize = font.pointSize
    if element.tag == "button" {
      let system = SystemFont(pointSize: pointSize, isBold: element.hasBoldFont, glyphs: glyphs)
      width = system.width(of: ViewLook(element, isTelevision: isTelevision).text ?? "")
    }
  }
}
