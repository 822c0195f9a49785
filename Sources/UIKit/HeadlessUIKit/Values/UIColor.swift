import Foundation
import SceneModel

/// A colour in sRGB. A colour that depends on traits also stores the function that resolves it.
nonisolated public final class UIColor: Hashable, @unchecked Sendable, _ExpressibleByColorLiteral {
  let color: SceneModel.Color
  let provider: (@Sendable (UITraitCollection) -> UIColor)?

  /// Makes a colour of its components, from 0 to 1.
  public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    color = SceneModel.Color(red: Double(red), green: Double(green), blue: Double(blue), alpha: Double(alpha))
    provider = nil
  }
  /// Makes a colour of Display P3 components, which are used as if they were sRGB components.
  public convenience init(displayP3Red red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(red: red, green: green, blue: blue, alpha: alpha)
  }
  /// Makes the colour of a `#colorLiteral`.
  public convenience init(_colorLiteralRed red: Float, green: Float, blue: Float, alpha: Float) {
    self.init(red: CGFloat(red), green: CGFloat(green), blue: CGFloat(blue), alpha: CGFloat(alpha))
  }
  /// Makes a grey, from 0, black, to 1, white.
  public convenience init(white: CGFloat, alpha: CGFloat) {
    self.init(red: white, green: white, blue: white, alpha: alpha)
  }
  /// Makes a colour of hue, saturation and brightness, from 0 to 1.
  public convenience init(hue: CGFloat, saturation: CGFloat, brightness: CGFloat, alpha: CGFloat) {
    func component(_ n: CGFloat) -> CGFloat {
      let k = (n + hue * 6).truncatingRemainder(dividingBy: 6)
      return brightness - brightness * saturation * max(0, min(k, 4 - k, 1))
    }
    self.init(red: component(5), green: component(3), blue: component(1), alpha: alpha)
  }
  /// Makes a colour from one of Core Graphics.
  public convenience init(cgColor: CGColor) { self.init(cgColor.color) }
  /// Makes a colour that depends on traits. Without traits, the colour for the standard traits is used.
  public init(dynamicProvider: @escaping @Sendable (UITraitCollection) -> UIColor) {
    provider = dynamicProvider
    color = dynamicProvider(.standard).color
  }
  /// Makes a grey for any name, because the asset catalogue is not read.
  public convenience init?(
    named name: String, in bundle: Bundle? = nil, compatibleWith traits: UITraitCollection? = nil
  ) {
    self.init(white: 0.5, alpha: 1)
  }
  /// Makes a grey in place of a pattern.
  public convenience init(patternImage: UIImage) { self.init(white: 0.5, alpha: 1) }
  init(_ color: SceneModel.Color) { (self.color, provider) = (color, nil) }

  /// The colour as a `CGColor`.
  public var cgColor: CGColor { CGColor(color) }
  /// Returns the colour with another opacity, from 0 to 1.
  public func withAlphaComponent(_ alpha: CGFloat) -> UIColor {
    var copy = color
    copy.alpha = Double(alpha)
    return UIColor(copy)
  }
  /// Returns the colour for traits.
  public func resolvedColor(with traits: UITraitCollection) -> UIColor { provider?(traits) ?? self }
  /// Writes the components of the colour, from 0 to 1, to the pointers. Always returns true.
  @discardableResult
  public func getRed(
    _ red: UnsafeMutablePointer<CGFloat>?, green: UnsafeMutablePointer<CGFloat>?,
    blue: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
  ) -> Bool {
    red?.pointee = CGFloat(color.red)
    green?.pointee = CGFloat(color.green)
    blue?.pointee = CGFloat(color.blue)
    alpha?.pointee = CGFloat(color.alpha)
    return true
  }
  public func setFill() {}  // inert
  public func setStroke() {}  // inert
  public func set() {}  // inert

  public static func == (a: UIColor, b: UIColor) -> Bool { a.color == b.color }
  public func hash(into hasher: inout Hasher) { hasher.combine(color) }

  private static func rgb(_ r: Int, _ g: Int, _ b: Int, _ alpha: Double = 1) -> UIColor {
    UIColor(SceneModel.Color(red: Double(r) / 255, green: Double(g) / 255, blue: Double(b) / 255, alpha: alpha))
  }
  /// Black.
  public static let black = UIColor(white: 0, alpha: 1)
  /// A grey of a third of white.
  public static let darkGray = UIColor(white: 1.0 / 3, alpha: 1)
  /// A grey of two thirds of white.
  public static let lightGray = UIColor(white: 2.0 / 3, alpha: 1)
  /// White.
  public static let white = UIColor(white: 1, alpha: 1)
  /// A grey half-way between black and white.
  public static let gray = UIColor(white: 0.5, alpha: 1)
  /// Plain red: #FF0000.
  public static let red = rgb(255, 0, 0)
  /// Plain green: #00FF00.
  public static let green = rgb(0, 255, 0)
  /// Plain blue: #0000FF.
  public static let blue = rgb(0, 0, 255)
  /// Plain cyan: #00FFFF.
  public static let cyan = rgb(0, 255, 255)
  /// Plain yellow: #FFFF00.
  public static let yellow = rgb(255, 255, 0)
  /// Plain magenta: #FF00FF.
  public static let magenta = rgb(255, 0, 255)
  /// Plain orange: #FF8000.
  public static let orange = rgb(255, 128, 0)
  /// Plain purple: #800080.
  public static let purple = rgb(128, 0, 128)
  /// Plain brown: #996633.
  public static let brown = rgb(153, 102, 51)
  /// Transparent: black with an opacity of 0.
  public static let clear = UIColor(white: 0, alpha: 0)
  /// The system's red in light appearance: #FF3B30.
  public static let systemRed = rgb(255, 59, 48)
  /// The system's green in light appearance: #34C759.
  public static let systemGreen = rgb(52, 199, 89)
  /// The system's blue in light appearance: #007AFF.
  public static let systemBlue = rgb(0, 122, 255)
  /// The system's orange in light appearance: #FF9500.
  public static let systemOrange = rgb(255, 149, 0)
  /// The system's yellow in light appearance: #FFCC00.
  public static let systemYellow = rgb(255, 204, 0)
  /// The system's pink in light appearance: #FF2D55.
  public static let systemPink = rgb(255, 45, 85)
  /// The system's purple in light appearance: #AF52DE.
  public static let systemPurple = rgb(175, 82, 222)
  /// The system's teal in light appearance: #30B0C7.
  public static let systemTeal = rgb(48, 176, 199)
  /// The system's cyan in light appearance: #32ADE6.
  public static let systemCyan = rgb(50, 173, 230)
  /// The system's mint in light appearance: #00C7BE.
  public static let systemMint = rgb(0, 199, 190)
  /// The system's indigo in light appearance: #5856D6.
  public static let systemIndigo = rgb(88, 86, 214)
  /// The system's brown in light appearance: #A2845E.
  public static let systemBrown = rgb(162, 132, 94)
  /// The system's grey in light appearance: #8E8E93.
  public static let systemGray = rgb(142, 142, 147)
  /// The system's grey 2 in light appearance: #AEAEB2.
  public static let systemGray2 = rgb(174, 174, 178)
  /// The system's grey 3 in light appearance: #C7C7CC.
  public static let systemGray3 = rgb(199, 199, 204)
  /// The system's grey 4 in light appearance: #D1D1D6.
  public static let systemGray4 = rgb(209, 209, 214)
  /// The system's grey 5 in light appearance: #E5E5EA.
  public static let systemGray5 = rgb(229, 229, 234)
  /// The system's grey 6 in light appearance: #F2F2F7.
  public static let systemGray6 = rgb(242, 242, 247)
  /// The default tint of controls: the system's blue, in every view.
  public static let tintColor = systemBlue
  /// The text of first importance: black.
  public static let label = black
  /// The text of second importance, such as a subtitle: a bluish grey at 60 %.
  public static let secondaryLabel = rgb(60, 60, 67, 0.6)
  /// The text of third importance: a bluish grey at 30 %.
  public static let tertiaryLabel = rgb(60, 60, 67, 0.3)
  /// The text of fourth importance: a bluish grey at 18 %.
  public static let quaternaryLabel = rgb(60, 60, 67, 0.18)
  /// Text on a light background: black.
  public static let darkText = black
  /// Text on a dark background: white at 60 %.
  public static let lightText = UIColor(white: 1, alpha: 0.6)
  /// The placeholder of an empty text field: a bluish grey at 30 %.
  public static let placeholderText = rgb(60, 60, 67, 0.3)
  /// Text that is a link: the blue of the system.
  public static let link = systemBlue
  /// The colour of a line between rows that shows the content below it: a bluish grey at 29 %.
  public static let separator = rgb(60, 60, 67, 0.29)
  /// The colour of a line between rows that hides the content below it.
  public static let opaqueSeparator = rgb(198, 198, 200)
  /// The filling of thin and small shapes, such as a slider's track: a grey at 20 %.
  public static let systemFill = rgb(120, 120, 128, 0.2)
  /// The filling of shapes of medium size, such as a switch that is off: a grey at 16 %.
  public static let secondarySystemFill = rgb(120, 120, 128, 0.16)
  /// The filling of large shapes, such as a field or a button: a grey at 12 %.
  public static let tertiarySystemFill = rgb(118, 118, 128, 0.12)
  /// The filling of large areas with much in them: a grey at 8 %.
  public static let quaternarySystemFill = rgb(116, 116, 128, 0.08)
  /// The background of a screen: white.
  public static let systemBackground = white
  /// The background of grouped content on a screen: a light grey.
  public static let secondarySystemBackground = systemGray6
  /// The background of grouped content inside a group: white.
  public static let tertiarySystemBackground = white
  /// The background of a grouped list: a light grey.
  public static let systemGroupedBackground = systemGray6
  /// The background of the rows of a grouped list: white.
  public static let secondarySystemGroupedBackground = white
  /// The background of a group inside a row of a grouped list: a light grey.
  public static let tertiarySystemGroupedBackground = systemGray6
}

/// A colour in extended sRGB.
nonisolated public final class CGColor: Hashable, @unchecked Sendable {
  let color: SceneModel.Color
  init(_ color: SceneModel.Color) { self.color = color }
  /// Makes a colour of its parts, from 0 to 1.
  public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(SceneModel.Color(red: Double(red), green: Double(green), blue: Double(blue), alpha: Double(alpha)))
  }
  /// The opacity, from 0 to 1.
  public var alpha: CGFloat { CGFloat(color.alpha) }
  /// The red, green, blue and opacity, from 0 to 1.
  public var components: [CGFloat]? { [color.red, color.green, color.blue, color.alpha].map { CGFloat($0) } }
  /// Black with an opacity of 0.
  public static let clear = CGColor(SceneModel.Color(white: 0, alpha: 0))
  public static func == (a: CGColor, b: CGColor) -> Bool { a.color == b.color }
  public func hash(into hasher: inout Hasher) { hasher.combine(color) }
}

/// The type of a `#colorLiteral` if the context determines no other.
public typealias _ColorLiteralType = UIColor
