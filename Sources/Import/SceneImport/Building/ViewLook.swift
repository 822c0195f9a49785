/// The looks and names of a view, as far as its file has them. They are for people; no layout depends on them.
public struct ViewLook: Hashable, Sendable {
  public enum Alignment: String, Hashable, Sendable {
    case natural, left, center, right
  }

  /// A colour. Each part is from 0 to 1.
  public struct Color: Hashable, Sendable {
    public var red, green, blue, alpha: Double
    public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
      (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
    }
  }

  /// A class of the application's own; nil for UIKit's.
  public var className: String?
  /// The label in Interface Builder's outline; nil if it has none.
  public var label: String?
  /// The property of the application's code that the view is connected to; nil if there is none.
  public var outlet: String?
  /// A label's text, a button's title, a field's text or its placeholder; nil if the view has none.
  public var text: String?
  public var isPlaceholder = false
  public var pointSize = 17.0
  public var isBold = false
  public var alignment = Alignment.natural
  public var textColor: Color?
  public var background: Color?
  /// The name of the image that the view shows; nil if it shows none.
  public var image: String?
  public var isOn = false
  public var segments: [String] = []

  public init() {}
}

extension ViewLook {
  init(_ element: MarkupElement, isTelevision: Bool) {
    self.init()
    className = element["customClass"].flatMap { $0.isEmpty ? nil : $0 }
    label = element["userLabel"]
    let state = element.child("state", key: "normal")
    let configuration = element.child("buttonConfiguration", key: "configuration")
    text =
      element["text"] ?? element.child("string", key: "text")?.text ?? element["title"] ?? configuration?["title"]
      ?? state?["title"] ?? element.attributedText(key: "attributedText")
      ?? state?.attributedText(key: "attributedTitle")
    if text?.isEmpty != false, let placeholder = element["placeholder"] {
      (text, isPlaceholder) = (placeholder, true)
    }
    if text?.isEmpty == true { text = nil }
    pointSize = FontMetrics(element: element, tag: element.tag, isTelevision: isTelevision).pointSize
    isBold = element.hasBoldFont
    alignment = element["textAlignment"].flatMap(Alignment.init) ?? .natural
    textColor = (element.child("color", key: "textColor") ?? state?.child("color", key: "titleColor")).flatMap(
      Color.init)
    background = element.child("color", key: "backgroundColor").flatMap(Color.init)
    image = element["image"] ?? element.child("imageReference", key: "image")?["image"] ?? state?["image"]
    isOn = element.isYes("on")
    segments = element.child("segments")?.children.map { $0["title"] ?? "" } ?? []
  }
}

extension ViewLook.Color {
  /// Reads a colour element; nil for a colour that is given by a name only. Such colours are in a catalogue or belong to the system.
  init?(_ element: MarkupElement) {
    func part(_ name: String) -> Double? { element[name].flatMap(Double.init(finite:)).map { min(max($0, 0), 1) } }
    let alpha = part("alpha") ?? 1
    if let white = part("white") {
      self.init(red: white, green: white, blue: white, alpha: alpha)
    } else if let red = part("red"), let green = part("green"), let blue = part("blue") {
      self.init(red: red, green: green, blue: blue, alpha: alpha)
    } else {
      return nil
    }
  }
}

extension MarkupElement {
  /// The text of an attributed string. Its fragments are attributes or elements. Nil if the element has no attributed string with this key.
  func attributedText(key: String) -> String? {
    child("attributedString", key: key)?.children.filter { $0.tag == "fragment" }
      .map { $0["content"] ?? $0.child("string", key: "content")?.text ?? "" }.joined()
  }

  /// The size of the largest font in an attributed text, in points; nil if no font is given.
  var attributedPointSize: Double? {
    child("attributedString", key: "attributedText")?.children.compactMap { fragment in
      fragment.child("attributes")?.children.first { $0["key"] == "NSFont" }?["size"].flatMap(Double.init(finite:))
    }.max()
  }

  /// Whether the text is in the system font. A label without a font description is.
  var hasSystemFont: Bool {
    guard child("attributedString", key: "attributedText") == nil else { return false }
    guard let font = child("fontDescription", key: "fontDescription") else { return tag == "label" }
    return font["name"] == nil && font["family"] == nil
  }

  var hasBoldFont: Bool {
    guard let font = child("fontDescription", key: "fontDescription") else { return false }
    if font["type"] == "boldSystem" || font["style"] == "UICTFontTextStyleHeadline" { return true }
    switch font["weight"] {
    case "semibold", "bold", "heavy", "black": return true
    default: return font["name"]?.contains("Bold") == true
    }
  }
}
