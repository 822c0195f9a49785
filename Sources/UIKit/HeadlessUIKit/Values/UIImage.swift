import Foundation

/// A picture as layout sees it: its size. Nothing is decoded or drawn.
nonisolated public final class UIImage: Hashable, @unchecked Sendable, _ExpressibleByImageLiteral {
  /// How an image is tinted; nothing is drawn.
  nonisolated public enum RenderingMode: Int, Sendable { case automatic, alwaysOriginal, alwaysTemplate }
  /// How an image is stretched; nothing is drawn.
  nonisolated public enum ResizingMode: Int, Sendable { case tile, stretch }
  /// The orientations of an image.
  nonisolated public enum Orientation: Int, Sendable {
    /// Turned or mirrored; layout sees the size as it is.
    case up, down, left, right, upMirrored, downMirrored, leftMirrored, rightMirrored
  }

  /// The size of the picture, in points.
  public let size: CGSize
  /// The pixels in a point.
  public let scale: CGFloat
  /// The way in which the picture is tinted; nothing is drawn.
  public let renderingMode: RenderingMode
  /// The name by which the picture was requested; empty if there is none.
  public let name: String
  /// Whether the image is one of the system's symbols.
  public let isSymbolImage: Bool
  /// The cap insets; always `.zero` here.
  public var capInsets: UIEdgeInsets { .zero }
  /// The alignment rect insets: those of symbols, on the screen that is shown; `.zero` for all other pictures.
  public var alignmentRectInsets: UIEdgeInsets { alignmentInsets(atScale: UITraitCollection.current.displayScale) }
  /// Returns the alignment insets: for a symbol for text of 17 points, -0.667 above and below at three pixels per point, and -0.5 at two (rule
  /// IB4.5); zero for other pictures.
  func alignmentInsets(atScale scale: CGFloat) -> UIEdgeInsets {
    guard isSymbolImage, scale > 0 else { return .zero }
    let pixels = (0.64 * scale * symbolPointSize / 17).rounded()
    return UIEdgeInsets(top: -pixels / scale, left: 0, bottom: -pixels / scale, right: 0)
  }
  private let symbolPointSize: CGFloat
  /// The orientation; always upright.
  public var imageOrientation: Orientation { .up }
  /// The picture's pixels, of which only the number is known; nil if the picture has no size.
  public var cgImage: CGImage? {
    let (width, height) = (Int((size.width * scale).rounded()), Int((size.height * scale).rounded()))
    return width > 0 && height > 0 ? CGImage(width: width, height: height) : nil
  }

  /// Makes a picture of a size, in place of one from a file.
  public init(size: CGSize, name: String = "", scale: CGFloat = 1) {
    (self.size, self.name, self.scale, renderingMode, isSymbolImage) = (size, name, scale, .automatic, false)
    symbolPointSize = 17
  }
  private init(_ image: UIImage, mode: RenderingMode) {
    (size, name, scale, isSymbolImage) = (image.size, image.name, image.scale, image.isSymbolImage)
    renderingMode = mode
    symbolPointSize = image.symbolPointSize
  }
  /// Makes a picture without a size.
  public convenience init() { self.init(size: .zero) }

  /// The sizes of pictures in points by their names, as in an asset catalogue. Tests fill it in. `init(named:)` returns nil for any other name.
  @TaskLocal public static var sizes: [String: CGSize] = [:]

  /// Makes a picture with the size that `sizes` has for a name; nil if the name is not there.
  public convenience init?(
    named name: String, in bundle: Bundle? = nil, compatibleWith traits: UITraitCollection? = nil
  ) {
    guard let size = UIImage.sizes[name] else { return nil }
    self.init(size: size, name: name)
  }
  /// Makes a picture with the size that `sizes` has for a name; nil if the name is not there. Bundle and configuration do not count.
  public convenience init?(named name: String, in bundle: Bundle?, with configuration: Configuration?) {
    self.init(named: name)
  }
  /// Makes a picture for an image literal; without an entry in `sizes` it has no size.
  public convenience init(imageLiteralResourceName name: String) {
    self.init(size: UIImage.sizes[name] ?? .zero, name: name)
  }
  /// Makes a symbol for text of 17 points; never nil. A symbol that is not in `sizes` is 1.2 times as wide and high as the size of its text.
  public convenience init?(systemName name: String) { self.init(symbol: name, 17) }
  /// Makes a symbol for text of the size that the configuration gives.
  public convenience init?(systemName name: String, withConfiguration configuration: Configuration?) {
    self.init(symbol: name, (configuration as? SymbolConfiguration)?.pointSize ?? 17)
  }
  /// The symbol for a checked item.
  public static var checkmark: UIImage { UIImage(symbol: "checkmark", 17) }
  /// The symbol for a checked item, for use over another picture.
  public static var strokedCheckmark: UIImage { UIImage(symbol: "checkmark.circle", 17) }
  /// The symbol for adding an item.
  public static var add: UIImage { UIImage(symbol: "plus.circle.fill", 17) }
  /// The symbol for removing an item.
  public static var remove: UIImage { UIImage(symbol: "minus.circle.fill", 17) }
  /// The symbol for showing the actions of an item.
  public static var actions: UIImage { UIImage(symbol: "ellipsis.circle", 17) }
  private init(symbol name: String, _ pointSize: CGFloat) {
    symbolPointSize = pointSize
    let side = (pointSize * 1.2 * 2).rounded() / 2
    (size, self.name, scale, renderingMode, isSymbolImage) = (
      UIImage.sizes[name] ?? CGSize(width: side, height: side), name, 2, .automatic, true
    )
  }
  /// Makes a picture from pixels, one for each point.
  public convenience init(cgImage: CGImage) {
    self.init(size: CGSize(width: cgImage.width, height: cgImage.height))
  }
  /// Makes a picture from pixels with a scale, in pixels for each point; the orientation is not kept.
  public convenience init(cgImage: CGImage, scale: CGFloat, orientation: Orientation) {
    let pixels = CGSize(width: cgImage.width, height: cgImage.height)
    self.init(size: CGSize(width: pixels.width / scale, height: pixels.height / scale), scale: scale)
  }
  /// Makes a picture without a size: nothing is decoded.
  public convenience init?(data: Data, scale: CGFloat = 1) { self.init(size: .zero) }
  /// Makes a picture without a size: no file is read.
  public convenience init?(contentsOfFile path: String) { self.init(size: .zero) }

  /// Returns the picture with another way of being tinted.
  public func withRenderingMode(_ mode: RenderingMode) -> UIImage { UIImage(self, mode: mode) }
  /// Returns the picture as it is: nothing is drawn.
  public func withTintColor(_ color: UIColor) -> UIImage { self }
  /// Returns the picture as it is: nothing is drawn.
  public func withTintColor(_ color: UIColor, renderingMode: RenderingMode) -> UIImage { self }
  /// Returns the picture as it is.
  public func withConfiguration(_ configuration: Configuration) -> UIImage { self }
  /// Returns the picture as it is.
  public func applyingSymbolConfiguration(_ configuration: Configuration) -> UIImage? { self }
  /// Returns the picture as it is: nothing is stretched.
  public func resizableImage(withCapInsets insets: UIEdgeInsets) -> UIImage { self }
  /// Returns the picture as it is: nothing is stretched.
  public func resizableImage(withCapInsets insets: UIEdgeInsets, resizingMode: ResizingMode) -> UIImage { self }
  /// Returns the picture as it is: nothing is mirrored.
  public func imageFlippedForRightToLeftLayoutDirection() -> UIImage { self }
  public func draw(in rect: CGRect) {}  // inert
  public func draw(at point: CGPoint) {}  // inert
  /// Returns nil: there are no pixels.
  public func pngData() -> Data? { nil }
  /// Returns nil: there are no pixels.
  public func jpegData(compressionQuality: CGFloat) -> Data? { nil }

  public static func == (a: UIImage, b: UIImage) -> Bool {
    a === b || (a.name == b.name && a.size == b.size && !a.name.isEmpty)
  }
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// The configuration of an image.
  nonisolated public class Configuration: @unchecked Sendable { public init() {} }
  /// The weights of a symbol.
  nonisolated public enum SymbolWeight: Int, Sendable {
    /// The weights of a symbol's lines; they do not affect its size.
    case unspecified, ultraLight, thin, light, regular, medium, semibold, bold, heavy, black
  }
  /// The scales of a symbol.
  nonisolated public enum SymbolScale: Int, Sendable { case `default` = -1, unspecified, small, medium, large }
  /// The configuration of a symbol.
  nonisolated public final class SymbolConfiguration: Configuration, @unchecked Sendable {
    let pointSize: CGFloat
    /// Makes a configuration of a symbol for text of a size, in points.
    public init(pointSize: CGFloat) { self.pointSize = pointSize }
    /// Makes a configuration of a symbol for text of a size, in points; the weight does not count.
    public init(pointSize: CGFloat, weight: SymbolWeight) { self.pointSize = pointSize }
    /// Makes a configuration of a symbol for text of a size, in points; weight and scale do not count.
    public init(pointSize: CGFloat, weight: SymbolWeight, scale: SymbolScale) { self.pointSize = pointSize }
    /// Makes a configuration of a symbol for text of 17 points; the weight does not count.
    public init(weight: SymbolWeight) { pointSize = 17 }
    /// Makes a configuration of a symbol for text of 17 points; the scale does not count.
    public init(scale: SymbolScale) { pointSize = 17 }
    /// Makes a configuration of a symbol for text in a font.
    public init(font: UIFont) { pointSize = font.pointSize }
    /// Makes a configuration of a symbol for text of a style in its standard size.
    public init(textStyle: UIFont.TextStyle) { pointSize = textStyle.standardSize }
    /// Makes a configuration of a symbol for text of a style in its standard size; the scale does not count.
    public init(textStyle: UIFont.TextStyle, scale: SymbolScale) { pointSize = textStyle.standardSize }
    /// Makes a configuration of a symbol for text of 17 points; nothing is drawn.
    public init(hierarchicalColor color: UIColor) { pointSize = 17 }
    /// Makes a configuration of a symbol for text of 17 points; nothing is drawn.
    public init(paletteColors colors: [UIColor]) { pointSize = 17 }
  }
}

/// The type of an `#imageLiteral` if the context determines no other.
public typealias _ImageLiteralType = UIImage
