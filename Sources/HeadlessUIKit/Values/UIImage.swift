import Foundation

/// A picture as layout sees it: its size. Nothing is decoded or drawn.
nonisolated public final class UIImage: Hashable, @unchecked Sendable, _ExpressibleByImageLiteral {
  nonisolated public enum RenderingMode: Int, Sendable { case automatic, alwaysOriginal, alwaysTemplate }
  nonisolated public enum ResizingMode: Int, Sendable { case tile, stretch }
  nonisolated public enum Orientation: Int, Sendable {
    case up, down, left, right, upMirrored, downMirrored, leftMirrored, rightMirrored
  }

  /// In points.
  public let size: CGSize
  public let scale: CGFloat
  public let renderingMode: RenderingMode
  public let name: String
  public let isSymbolImage: Bool
  public var capInsets: UIEdgeInsets { .zero }
  public var alignmentRectInsets: UIEdgeInsets { .zero }
  public var imageOrientation: Orientation { .up }
  /// Of a picture that has a size: how many pixels that is.
  public var cgImage: CGImage? {
    let (width, height) = (Int((size.width * scale).rounded()), Int((size.height * scale).rounded()))
    return width > 0 && height > 0 ? CGImage(width: width, height: height) : nil
  }

  /// A picture of a size, in place of one from a file.
  public init(size: CGSize, name: String = "", scale: CGFloat = 1) {
    (self.size, self.name, self.scale, renderingMode, isSymbolImage) = (size, name, scale, .automatic, false)
  }
  private init(_ image: UIImage, mode: RenderingMode) {
    (size, name, scale, isSymbolImage) = (image.size, image.name, image.scale, image.isSymbolImage)
    renderingMode = mode
  }
  public convenience init() { self.init(size: .zero) }

  /// Sizes of pictures by their names in points, as the asset catalogue would tell them. Tests fill it in; a name that is not in it
  /// gives no picture.
  @TaskLocal public static var sizes: [String: CGSize] = [:]

  public convenience init?(
    named name: String, in bundle: Bundle? = nil, compatibleWith traits: UITraitCollection? = nil
  ) {
    guard let size = UIImage.sizes[name] else { return nil }
    self.init(size: size, name: name)
  }
  public convenience init?(named name: String, in bundle: Bundle?, with configuration: Configuration?) {
    self.init(named: name)
  }
  /// A literal always gives a picture; one whose size nobody told has none.
  public convenience init(imageLiteralResourceName name: String) {
    self.init(size: UIImage.sizes[name] ?? .zero, name: name)
  }
  /// Symbols are about a fifth higher than the text that they stand in.
  public convenience init?(systemName name: String) { self.init(symbol: name, 17) }
  public convenience init?(systemName name: String, withConfiguration configuration: Configuration?) {
    self.init(symbol: name, (configuration as? SymbolConfiguration)?.pointSize ?? 17)
  }
  private init(symbol name: String, _ pointSize: CGFloat) {
    let side = (pointSize * 1.2 * 2).rounded() / 2
    (size, self.name, scale, renderingMode, isSymbolImage) = (
      UIImage.sizes[name] ?? CGSize(width: side, height: side), name, 2, .automatic, true
    )
  }
  public convenience init(cgImage: CGImage) {
    self.init(size: CGSize(width: cgImage.width, height: cgImage.height))
  }
  public convenience init(cgImage: CGImage, scale: CGFloat, orientation: Orientation) {
    let pixels = CGSize(width: cgImage.width, height: cgImage.height)
    self.init(size: CGSize(width: pixels.width / scale, height: pixels.height / scale), scale: scale)
  }
  public convenience init?(data: Data, scale: CGFloat = 1) { self.init(size: .zero) }
  public convenience init?(contentsOfFile path: String) { self.init(size: .zero) }

  public func withRenderingMode(_ mode: RenderingMode) -> UIImage { UIImage(self, mode: mode) }
  public func withTintColor(_ color: UIColor) -> UIImage { self }
  public func withTintColor(_ color: UIColor, renderingMode: RenderingMode) -> UIImage { self }
  public func withConfiguration(_ configuration: Configuration) -> UIImage { self }
  public func applyingSymbolConfiguration(_ configuration: Configuration) -> UIImage? { self }
  public func resizableImage(withCapInsets insets: UIEdgeInsets) -> UIImage { self }
  public func resizableImage(withCapInsets insets: UIEdgeInsets, resizingMode: ResizingMode) -> UIImage { self }
  public func imageFlippedForRightToLeftLayoutDirection() -> UIImage { self }
  public func draw(in rect: CGRect) {}
  public func draw(at point: CGPoint) {}
  public func pngData() -> Data? { nil }
  public func jpegData(compressionQuality: CGFloat) -> Data? { nil }

  public static func == (a: UIImage, b: UIImage) -> Bool {
    a === b || (a.name == b.name && a.size == b.size && !a.name.isEmpty)
  }
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }

  nonisolated public class Configuration: @unchecked Sendable { public init() {} }
  nonisolated public enum SymbolWeight: Int, Sendable {
    case unspecified, ultraLight, thin, light, regular, medium, semibold, bold, heavy, black
  }
  nonisolated public enum SymbolScale: Int, Sendable { case `default` = -1, unspecified, small, medium, large }
  nonisolated public final class SymbolConfiguration: Configuration, @unchecked Sendable {
    let pointSize: CGFloat
    public init(pointSize: CGFloat) { self.pointSize = pointSize }
    public init(pointSize: CGFloat, weight: SymbolWeight) { self.pointSize = pointSize }
    public init(pointSize: CGFloat, weight: SymbolWeight, scale: SymbolScale) { self.pointSize = pointSize }
    public init(weight: SymbolWeight) { pointSize = 17 }
    public init(scale: SymbolScale) { pointSize = 17 }
    public init(font: UIFont) { pointSize = font.pointSize }
    public init(textStyle: UIFont.TextStyle) { pointSize = textStyle.standardSize }
    public init(textStyle: UIFont.TextStyle, scale: SymbolScale) { pointSize = textStyle.standardSize }
    public init(hierarchicalColor color: UIColor) { pointSize = 17 }
    public init(paletteColors colors: [UIColor]) { pointSize = 17 }
  }
}

/// What `#imageLiteral` makes.
public typealias _ImageLiteralType = UIImage
