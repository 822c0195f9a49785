import Foundation
import SceneModel

/// A colour in sRGB. Colours that depend on traits keep how to find out.
nonisolated public final class UIColor: Hashable, @unchecked Sendable, _ExpressibleByColorLiteral {
  let color: SceneModel.Color
  let provider: (@Sendable (UITraitCollection) -> UIColor)?

  /// Makes a colour of its parts, from 0 to 1.
  public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    color = SceneModel.Color(red: Double(red), green: Double(green), blue: Double(blue), alpha: Double(alpha))
    provider = nil
  }
  /// Makes a colour of its parts in Display P3, which are taken for those of sRGB.
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
  /// Makes a colour of Core Graphics's.
  public convenience init(cgColor: CGColor) { self.init(cgColor.color) }
  /// Makes a colour that depends on the traits it is asked with; without any, it is that of the standard traits.
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
  /// Makes a grey in place of a pattern.
  public convenience init(patternImage: UIImage) { self.init(white: 0.5, alpha: 1) }
  init(_ color: SceneModel.Color) { (self.color, provider) = (color, nil) }

  /// The colour as Core Graphics has it.
  public var cgColor: CGColor { CGColor(color) }
  /// Returns the colour with another opacity, from 0 to 1.
  public func withAlphaComponent(_ alpha: CGFloat) -> UIColor {
    var copy = color
    copy.alpha = Double(alpha)
    return UIColor(copy)
  }
  /// Returns the colour for traits.
  public func resolvedColor(with traits: UITraitCollection) -> UIColor { provider?(traits) ?? self }
  /// Tells the parts of the colour, from 0 to 1; true: it has them, which is always so.
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
  /// Accepted, and does nothing here.
  public func setFill() {}
  /// Accepted, and does nothing here.
  public func setStroke() {}
  /// Makes the colour that of fills and lines; nothing is drawn.
  public func set() {}

  public static func == (a: UIColor, b: UIColor) -> Bool { a.color == b.color }
  public func hash(into hasher: inout Hasher) { hasher.combine(color) }

  private static func rgb(_ r: Int, _ g: Int, _ b: Int, _ alpha: Double = 1) -> UIColor {
    UIColor(SceneModel.Color(red: Double(r) / 255, green: Double(g) / 255, blue: Double(b) / 255, alpha: alpha))
  }
  /// UIKit's `UIColor.black`.
  public static let black = UIColor(white: 0, alpha: 1)
  /// UIKit's `UIColor.darkGray`.
  public static let darkGray = UIColor(white: 1.0 / 3, alpha: 1)
  /// UIKit's `UIColor.lightGray`.
  public static let lightGray = UIColor(white: 2.0 / 3, alpha: 1)
  /// UIKit's `UIColor.white`.
  public static let white = UIColor(white: 1, alpha: 1)
  /// UIKit's `UIColor.gray`.
  public static let gray = UIColor(white: 0.5, alpha: 1)
  /// UIKit's `UIColor.red`.
  public static let red = rgb(255, 0, 0)
  /// UIKit's `UIColor.green`.
  public static let green = rgb(0, 255, 0)
  /// UIKit's `UIColor.blue`.
  public static let blue = rgb(0, 0, 255)
  /// UIKit's `UIColor.cyan`.
  public static let cyan = rgb(0, 255, 255)
  /// UIKit's `UIColor.yellow`.
  public static let yellow = rgb(255, 255, 0)
  /// UIKit's `UIColor.magenta`.
  public static let magenta = rgb(255, 0, 255)
  /// UIKit's `UIColor.orange`.
  public static let orange = rgb(255, 128, 0)
  /// UIKit's `UIColor.purple`.
  public static let purple = rgb(128, 0, 128)
  /// UIKit's `UIColor.brown`.
  public static let brown = rgb(153, 102, 51)
  /// UIKit's `UIColor.clear`.
  public static let clear = UIColor(white: 0, alpha: 0)
  /// UIKit's `UIColor.systemRed`.
  public static let systemRed = rgb(255, 59, 48)
  /// UIKit's `UIColor.systemGreen`.
  public static let systemGreen = rgb(52, 199, 89)
  /// UIKit's `UIColor.systemBlue`.
  public static let systemBlue = rgb(0, 122, 255)
  /// UIKit's `UIColor.systemOrange`.
  public static let systemOrange = rgb(255, 149, 0)
  /// UIKit's `UIColor.systemYellow`.
  public static let systemYellow = rgb(255, 204, 0)
  /// UIKit's `UIColor.systemPink`.
  public static let systemPink = rgb(255, 45, 85)
  /// UIKit's `UIColor.systemPurple`.
  public static let systemPurple = rgb(175, 82, 222)
  /// UIKit's `UIColor.systemTeal`.
  public static let systemTeal = rgb(48, 176, 199)
  /// UIKit's `UIColor.systemCyan`.
  public static let systemCyan = rgb(50, 173, 230)
  /// UIKit's `UIColor.systemMint`.
  public static let systemMint = rgb(0, 199, 190)
  /// UIKit's `UIColor.systemIndigo`.
  public static let systemIndigo = rgb(88, 86, 214)
  /// UIKit's `UIColor.systemBrown`.
  public static let systemBrown = rgb(162, 132, 94)
  /// UIKit's `UIColor.systemGray`.
  public static let systemGray = rgb(142, 142, 147)
  /// UIKit's `UIColor.systemGray2`.
  public static let systemGray2 = rgb(174, 174, 178)
  /// UIKit's `UIColor.systemGray3`.
  public static let systemGray3 = rgb(199, 199, 204)
  /// UIKit's `UIColor.systemGray4`.
  public static let systemGray4 = rgb(209, 209, 214)
  /// UIKit's `UIColor.systemGray5`.
  public static let systemGray5 = rgb(229, 229, 234)
  /// UIKit's `UIColor.systemGray6`.
  public static let systemGray6 = rgb(242, 242, 247)
  /// UIKit's `UIColor.tintColor`.
  public static let tintColor = systemBlue
  /// UIKit's `UIColor.label`.
  public static let label = black
  /// UIKit's `UIColor.secondaryLabel`.
  public static let secondaryLabel = rgb(60, 60, 67, 0.6)
  /// UIKit's `UIColor.tertiaryLabel`.
  public static let tertiaryLabel = rgb(60, 60, 67, 0.3)
  /// UIKit's `UIColor.quaternaryLabel`.
  public static let quaternaryLabel = rgb(60, 60, 67, 0.18)
  /// UIKit's `UIColor.darkText`.
  public static let darkText = black
  /// UIKit's `UIColor.lightText`.
  public static let lightText = UIColor(white: 1, alpha: 0.6)
  /// UIKit's `UIColor.placeholderText`.
  public static let placeholderText = rgb(60, 60, 67, 0.3)
  /// UIKit's `UIColor.link`.
  public static let link = systemBlue
  /// UIKit's `UIColor.separator`.
  public static let separator = rgb(60, 60, 67, 0.29)
  /// UIKit's `UIColor.opaqueSeparator`.
  public static let opaqueSeparator = rgb(198, 198, 200)
  /// UIKit's `UIColor.systemFill`.
  public static let systemFill = rgb(120, 120, 128, 0.2)
  /// UIKit's `UIColor.secondarySystemFill`.
  public static let secondarySystemFill = rgb(120, 120, 128, 0.16)
  /// UIKit's `UIColor.tertiarySystemFill`.
  public static let tertiarySystemFill = rgb(118, 118, 128, 0.12)
  /// UIKit's `UIColor.quaternarySystemFill`.
  public static let quaternarySystemFill = rgb(116, 116, 128, 0.08)
  /// UIKit's `UIColor.systemBackground`.
  public static let systemBackground = white
  /// UIKit's `UIColor.secondarySystemBackground`.
  public static let secondarySystemBackground = systemGray6
  /// UIKit's `UIColor.tertiarySystemBackground`.
  public static let tertiarySystemBackground = white
  /// UIKit's `UIColor.systemGroupedBackground`.
  public static let systemGroupedBackground = systemGray6
  /// UIKit's `UIColor.secondarySystemGroupedBackground`.
  public static let secondarySystemGroupedBackground = white
  /// UIKit's `UIColor.tertiarySystemGroupedBackground`.
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
  /// Black, and not to be seen.
  public static let clear = CGColor(SceneModel.Color(white: 0, alpha: 0))
  public static func == (a: CGColor, b: CGColor) -> Bool { a.color == b.color }
  public func hash(into hasher: inout Hasher) { hasher.combine(color) }
}

/// The type of a `#colorLiteral` where nothing else says so.
public typealias _ColorLiteralType = UIColor
