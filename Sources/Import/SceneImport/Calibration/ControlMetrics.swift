import LayoutKernel
import SceneModel

/// The sizes that controls have by themselves. They depend on the version of Xcode that laid them out.
///
/// A frame is not an alignment rect: constraints see the latter, and intrinsic sizes are sizes of the latter.
struct ControlMetrics: Sendable {
  /// The version of the Xcode tools, in Apple's thousands: for example, 11762 is Xcode 8.
  private var toolsVersion: Double

  init(toolsVersion: Double) { self.toolsVersion = toolsVersion }

  /// Whether the file's canvas was drawn with the controls of iOS 13 or later, as Xcode 11 and later do. Xcode 26 draws those of iOS 26.
  private var hasControlsOf13: Bool { toolsVersion >= 14_800 }
  private var hasControlsOf26: Bool { toolsVersion >= 24_000 }

  /// The frame's size, as far as the kind of control determines it; nil if it follows the content, or if there is none.
  func frameSize(of tag: String, element: MarkupElement) -> (width: Double?, height: Double?) {
    switch tag {
    case "switch": hasControlsOf26 ? (63, 28) : (51, 31)
    case "slider": (nil, hasControlsOf26 ? 34 : 31)
    case "segmentedControl": (nil, hasControlsOf13 ? 32 : 29)
    case "stepper": (94, hasControlsOf13 ? 32 : 29)
    case "progressView": (nil, hasControlsOf13 ? 4 : 2)
    case "activityIndicatorView":
      element["style"] == "whiteLarge" || element["style"] == "large" ? (37, 37) : (20, 20)
    case "pickerView", "datePicker": (nil, 216)
    case "searchBar": (nil, hasControlsOf26 ? 64 : 56)
    case "navigationBar", "toolbar": (nil, 44)
    case "tabBar": (nil, 49)
    case "textField" where (element["borderStyle"] ?? "none") == "roundedRect":
      (nil, hasControlsOf13 ? 34 : 30)
    default: (nil, nil)
    }
  }

  /// Returns the insets of a control's alignment rectangle within its frame. `frame` is the recorded frame: a slider that still has the height from
  /// before iOS 26 has the insets from before, too.
  func alignmentInsets(of tag: String, frame: Rect?) -> Insets {
    switch tag {
    case "switch": Insets(right: 2)
    // A slider of iOS 26 has no insets, whatever its height. A recorded height of 31 shows that the slider was not laid out with iOS 26.
    case "slider":
      hasControlsOf26 && !(frame.map { ControlMetrics.sliderHeights.contains($0.height) } ?? false)
        ? .zero : Insets(left: 2, bottom: 1, right: 2)
    case "segmentedControl": Insets(bottom: 1)
    default: .zero
    }
  }

  /// The heights of sliders before iOS 26, in points. On some systems they are half a point higher.
  static let sliderHeights = 31.0...31.5

  /// Tags of views whose size depends on their content (text, titles, placeholders), and is known from the recorded frame only.
  static let sizedByText: Set<String> = ["label", "button", "textField", "segmentedControl", "textView"]
}

extension MarkupElement {
  static let empty = MarkupElement(tag: "", attributes: [:], line: 0)
}

/// The metrics of lines of text for a font description, measured on the system font.
struct FontMetrics: Sendable {
  /// The line height and the ascent of the system font at a size of 1 point.
  static let lineHeight = SystemFont.lineHeight
  static let ascent = SystemFont.ascent

  var pointSize: Double

  /// The font of a control without a description is the class's own.
  init(element: MarkupElement, tag: String, isTelevision: Bool) {
    let description = element.child("fontDescription", key: "fontDescription") ?? element.child("fontDescription")
    if let size = description?["pointSize"].flatMap(Double.init(finite:)), size > 0 {
      pointSize = size
    } else if let style = description?["style"],
      let size = (isTelevision ? FontMetrics.televisionStyles[style] : nil) ?? FontMetrics.textStyles[style]
    {
      pointSize = size
    } else {
      switch tag {
      case "button": pointSize = description == nil ? 15 : 18
      case "textField", "textView": pointSize = 14
      default: pointSize = 17
      }
    }
  }

  /// The sizes of text styles in points, for the default text size.
  private static let textStyles: [String: Double] = [
    "UICTFontTextStyleTitle0": 34, "UICTFontTextStyleTitle1": 28, "UICTFontTextStyleTitle2": 22,
    "UICTFontTextStyleTitle3": 20, "UICTFontTextStyleHeadline": 17, "UICTFontTextStyleBody": 17,
    "UICTFontTextStyleCallout": 16, "UICTFontTextStyleSubhead": 15, "UICTFontTextStyleFootnote": 13,
    "UICTFontTextStyleCaption1": 12, "UICTFontTextStyleCaption2": 11, "UICTFontTextStyleLargeTitle": 34,
  ]

  /// Apple's published sizes of text styles for tvOS. A headline of 38 points was recorded with a height of 46, which fits its line height to a
  /// pixel.
  private static let televisionStyles: [String: Double] = [
    "UICTFontTextStyleTitle1": 76, "UICTFontTextStyleTitle2": 57, "UICTFontTextStyleTitle3": 48,
    "UICTFontTextStyleHeadline": 38, "UICTFontTextStyleSubhead": 38, "UICTFontTextStyleCallout": 31,
    "UICTFontTextStyleBody": 29, "UICTFontTextStyleCaption1": 25, "UICTFontTextStyleCaption2": 23,
  ]

  /// Returns the height of a line, rounded up to whole pixels, and its ascent, rounded to a pixel (IB4.17).
  private func line(_ scale: Double) -> (height: Double, ascent: Double) {
    (
      PixelRounding.up(FontMetrics.lineHeight * pointSize, scale),
      PixelRounding.edge(FontMetrics.ascent * pointSize, scale)
    )
  }

  /// Returns the distance of the first baseline from the top, and of the last from the bottom, of an alignment rect of this height. They are rounded
  /// to the grid of `scale` pixels a point. Nil for a view of another kind than labels, text views, buttons and text fields.
  func baselines(of tag: String, height: Double, scale: Double) -> (first: Double, last: Double)? {
    func onPixel(_ distance: Double) -> Double { PixelRounding.edge(distance, scale) }
    switch tag {
    case "label":
      let line = line(scale)
      return (line.ascent, line.height - line.ascent)
    case "textView":
      // 8 is the inset of the text container.
      let line = line(scale)
      return (8 + line.ascent, 8 + line.height - line.ascent)
    case "button", "textField":
      let first = onPixel((height - FontMetrics.lineHeight * pointSize) / 2 + FontMetrics.ascent * pointSize)
      return (first, height - first)
    default: return nil
    }
  }
}
