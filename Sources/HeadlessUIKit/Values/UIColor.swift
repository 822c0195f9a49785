import Foundation
import SceneModel

/// A colour in sRGB. Colours that depend on traits keep how to find out.
nonisolated public final class UIColor: Hashable, @unchecked Sendable, _ExpressibleByColorLiteral {
  let color: SceneModel.Color
  let provider: (@Sendable (UITraitCollection) -> UIColor)?

  public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    color = SceneModel.Color(red: Double(red), green: Double(green), blue: Double(blue), alpha: Double(alpha))
    provider = nil
  }
  public convenience init(displayP3Red red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(red: red, green: green, blue: blue, alpha: alpha)
  }
  /// What `#colorLiteral` makes.
  public convenience init(_colorLiteralRed red: Float, green: Float, blue: Float, alpha: Float) {
    self.init(red: CGFloat(red), green: CGFloat(green), blue: CGFloat(blue), alpha: CGFloat(alpha))
  }
  public convenience init(white: CGFloat, alpha: CGFloat) {
    self.init(red: white, green: white, blue: white, alpha: alpha)
  }
  public convenience init(hue: CGFloat, saturation: CGFloat, brightness: CGFloat, alpha: CGFloat) {
    func component(_ n: CGFloat) -> CGFloat {
      let k = (n + hue * 6).truncatingRemainder(dividingBy: 6)
      return brightness - brightness * saturation * max(0, min(k, 4 - k, 1))
    }
    self.init(red: component(5), green: component(3), blue: component(1), alpha: alpha)
  }
  public convenience init(cgColor: CGColor) { self.init(cgColor.color) }
  public init(dynamicProvider: @escaping @Sendable (UITraitCollection) -> UIColor) {
    provider = dynamicProvider
    color = dynamicProvider(UITraitCollection()).color
  }
  /// The asset catalogue is not read: any name is a grey.
  public convenience init?(
    named name: String, in bundle: Bundle? = nil, compatibleWith traits: UITraitCollection? = nil
  ) {
    self.init(white: 0.5, alpha: 1)
  }
  public convenience init(patternImage: UIImage) { self.init(white: 0.5, alpha: 1) }
  init(_ color: SceneModel.Color) { (self.color, provider) = (color, nil) }

  public var cgColor: CGColor { CGColor(color) }
  public func withAlphaComponent(_ alpha: CGFloat) -> UIColor {
    var copy = color
    copy.alpha = Double(alpha)
    return UIColor(copy)
  }
  public func resolvedColor(with traits: UITraitCollection) -> UIColor { provider?(traits) ?? self }
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
  public func setFill() {}
  public func setStroke() {}
  public func set() {}

  public static func == (a: UIColor, b: UIColor) -> Bool { a.color == b.color }
  public func hash(into hasher: inout Hasher) { hasher.combine(color) }

  private static func rgb(_ r: Int, _ g: Int, _ b: Int, _ alpha: Double = 1) -> UIColor {
    UIColor(SceneModel.Color(red: Double(r) / 255, green: Double(g) / 255, blue: Double(b) / 255, alpha: alpha))
  }
  public static let black = UIColor(white: 0, alpha: 1)
  public static let darkGray = UIColor(white: 1.0 / 3, alpha: 1)
  public static let lightGray = UIColor(white: 2.0 / 3, alpha: 1)
  public static let white = UIColor(white: 1, alpha: 1)
  public static let gray = UIColor(white: 0.5, alpha: 1)
  public static let red = rgb(255, 0, 0)
  public static let green = rgb(0, 255, 0)
  public static let blue = rgb(0, 0, 255)
  public static let cyan = rgb(0, 255, 255)
  public static let yellow = rgb(255, 255, 0)
  public static let magenta = rgb(255, 0, 255)
  public static let orange = rgb(255, 128, 0)
  public static let purple = rgb(128, 0, 128)
  public static let brown = rgb(153, 102, 51)
  public static let clear = UIColor(white: 0, alpha: 0)
  public static let systemRed = rgb(255, 59, 48)
  public static let systemGreen = rgb(52, 199, 89)
  public static let systemBlue = rgb(0, 122, 255)
  public static let systemOrange = rgb(255, 149, 0)
  public static let systemYellow = rgb(255, 204, 0)
  public static let systemPink = rgb(255, 45, 85)
  public static let systemPurple = rgb(175, 82, 222)
  public static let systemTeal = rgb(48, 176, 199)
  public static let systemCyan = rgb(50, 173, 230)
  public static let systemMint = rgb(0, 199, 190)
  public static let systemIndigo = rgb(88, 86, 214)
  public static let systemBrown = rgb(162, 132, 94)
  public static let systemGray = rgb(142, 142, 147)
  public static let systemGray2 = rgb(174, 174, 178)
  public static let systemGray3 = rgb(199, 199, 204)
  public static let systemGray4 = rgb(209, 209, 214)
  public static let systemGray5 = rgb(229, 229, 234)
  public static let systemGray6 = rgb(242, 242, 247)
  public static let tintColor = systemBlue
  public static let label = black
  public static let secondaryLabel = rgb(60, 60, 67, 0.6)
  public static let tertiaryLabel = rgb(60, 60, 67, 0.3)
  public static let quaternaryLabel = rgb(60, 60, 67, 0.18)
  public static let darkText = black
  public static let lightText = UIColor(white: 1, alpha: 0.6)
  public static let placeholderText = rgb(60, 60, 67, 0.3)
  public static let link = systemBlue
  public static let separator = rgb(60, 60, 67, 0.29)
  public static let opaqueSeparator = rgb(198, 198, 200)
  public static let systemFill = rgb(120, 120, 128, 0.2)
  public static let secondarySystemFill = rgb(120, 120, 128, 0.16)
  public static let tertiarySystemFill = rgb(118, 118, 128, 0.12)
  public static let quaternarySystemFill = rgb(116, 116, 128, 0.08)
  public static let systemBackground = white
  public static let secondarySystemBackground = systemGray6
  public static let tertiarySystemBackground = white
  public static let systemGroupedBackground = systemGray6
  public static let secondarySystemGroupedBackground = white
  public static let tertiarySystemGroupedBackground = systemGray6
}

nonisolated public final class CGColor: Hashable, @unchecked Sendable {
  let color: SceneModel.Color
  init(_ color: SceneModel.Color) { self.color = color }
  public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(SceneModel.Color(red: Double(red), green: Double(green), blue: Double(blue), alpha: Double(alpha)))
  }
  public var alpha: CGFloat { CGFloat(color.alpha) }
  public var components: [CGFloat]? { [color.red, color.green, color.blue, color.alpha].map { CGFloat($0) } }
  public static let clear = CGColor(SceneModel.Color(white: 0, alpha: 0))
  public static func == (a: CGColor, b: CGColor) -> Bool { a.color == b.color }
  public func hash(into hasher: inout Hasher) { hasher.combine(color) }
}

/// What a `#colorLiteral` is where nothing else says so.
public typealias _ColorLiteralType = UIColor
