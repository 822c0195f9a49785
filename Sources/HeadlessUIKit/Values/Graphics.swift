import Foundation

// Drawing is accepted and leaves no marks: a picture that is drawn here has the size that was asked for.

/// How colours are blended; nothing is drawn.
nonisolated public enum CGBlendMode: Int32, Sendable {
  /// Core Graphics's cases of these names.
  case normal, multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, softLight, hardLight, difference
  /// Core Graphics's cases of these names.
  case exclusion, hue, saturation, color, luminosity, clear, copy, sourceIn, sourceOut, sourceAtop, destinationOver
  /// Core Graphics's cases of these names.
  case destinationIn, destinationOut, destinationAtop, xor, plusDarker, plusLighter
}
/// How images are scaled; nothing is drawn.
nonisolated public enum CGInterpolationQuality: Int32, Sendable { case `default`, none, low, high, medium = 4 }
/// How paths are drawn; nothing is drawn.
nonisolated public enum CGPathDrawingMode: Int32, Sendable { case fill, eoFill, stroke, fillStroke, eoFillStroke }

/// A colour space; all colours are extended sRGB.
nonisolated public final class CGColorSpace: Sendable {
  /// Core Graphics's `CGColorSpace.sRGB`.
  public static let sRGB = "kCGColorSpaceSRGB"
  /// Makes one as Core Graphics does.
  public init() {}
  /// Makes one as Core Graphics does.
  public convenience init?(name: String) { self.init() }
}
/// Does what Core Graphics's `CGColorSpaceCreateDeviceRGB()` does.
nonisolated public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { CGColorSpace() }
/// Does what Core Graphics's `CGColorSpaceCreateDeviceGray()` does.
nonisolated public func CGColorSpaceCreateDeviceGray() -> CGColorSpace { CGColorSpace() }

/// The options of drawing a gradient.
nonisolated public struct CGGradientDrawingOptions: OptionSet, Sendable {
  public var rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  /// Core Graphics's `CGGradientDrawingOptions.drawsBeforeStartLocation`.
  public static let drawsBeforeStartLocation = CGGradientDrawingOptions(rawValue: 1)
  /// Core Graphics's `CGGradientDrawingOptions.drawsAfterEndLocation`.
  public static let drawsAfterEndLocation = CGGradientDrawingOptions(rawValue: 2)
}
/// A gradient; nothing is drawn.
nonisolated public final class CGGradient: Sendable {
  /// Makes one as Core Graphics does.
  public init?(colorsSpace space: CGColorSpace?, colors: [Any], locations: [CGFloat]?) {}
}

/// A picture's pixels, of which only the number is known.
nonisolated public final class CGImage: Sendable {
  /// The width, as in Core Graphics.
  public let width, height: Int
  init(width: Int, height: Int) { (self.width, self.height) = (width, height) }
  /// Does what Core Graphics's `cropping(to:)` does.
  public func cropping(to rect: CGRect) -> CGImage? {
    let inside = rect.integral.intersection(CGRect(x: 0, y: 0, width: width, height: height))
    if inside.isEmpty { return nil }
    return CGImage(width: Int(inside.width), height: Int(inside.height))
  }
}

/// Takes what is drawn; nothing is.
nonisolated public final class CGContext {
  let size: CGSize
  let scale: CGFloat
  /// The ctm, as in Core Graphics.
  public private(set) var ctm = CGAffineTransform.identity
  private var saved: [CGAffineTransform] = []
  private let points = CGMutablePath()

  init(size: CGSize, scale: CGFloat) { (self.size, self.scale) = (size, scale) }

  /// The bounding box of clip path, as in Core Graphics.
  public var boundingBoxOfClipPath: CGRect { CGRect(origin: .zero, size: size) }
  /// The bounding box of path, as in Core Graphics.
  public var boundingBoxOfPath: CGRect { points.boundingBox }
  /// The interpolation quality; kept, without effect on layout or motion.
  public var interpolationQuality = CGInterpolationQuality.default
  /// Does what Core Graphics's `makeImage()` does.
  public func makeImage() -> CGImage? {
    CGImage(width: Int((size.width * scale).rounded()), height: Int((size.height * scale).rounded()))
  }

  /// Does what Core Graphics's `saveGState()` does.
  public func saveGState() { saved.append(ctm) }
  /// Does what Core Graphics's `restoreGState()` does.
  public func restoreGState() { ctm = saved.popLast() ?? ctm }
  /// Does what Core Graphics's `concatenate(_:)` does.
  public func concatenate(_ transform: CGAffineTransform) { ctm = transform.concatenating(ctm) }
  /// Does what Core Graphics's `translateBy(x:y:)` does.
  public func translateBy(x: CGFloat, y: CGFloat) { ctm = ctm.translatedBy(x: x, y: y) }
  /// Does what Core Graphics's `scaleBy(x:y:)` does.
  public func scaleBy(x: CGFloat, y: CGFloat) { ctm = ctm.scaledBy(x: x, y: y) }
  /// Does what Core Graphics's `rotate(by:)` does.
  public func rotate(by angle: CGFloat) { ctm = ctm.rotated(by: angle) }

  /// Accepted, and does nothing here.
  public func beginPath() {}
  /// Does what Core Graphics's `closePath()` does.
  public func closePath() { points.closeSubpath() }
  /// Does what Core Graphics's `move(to:)` does.
  public func move(to point: CGPoint) { points.move(to: point) }
  /// Does what Core Graphics's `addLine(to:)` does.
  public func addLine(to point: CGPoint) { points.addLine(to: point) }
  /// Accepted, and does nothing here.
  public func addLines(between points: [CGPoint]) {}
  /// Does what Core Graphics's `addRect(_:)` does.
  public func addRect(_ rect: CGRect) { points.addRect(rect) }
  /// Does what Core Graphics's `addEllipse(in:)` does.
  public func addEllipse(in rect: CGRect) { points.addEllipse(in: rect) }
  /// Does what Core Graphics's `addPath(_:)` does.
  public func addPath(_ path: CGPath) { points.addPath(path) }
  /// Does what Core Graphics's `addCurve(to:control1:control2:)` does.
  public func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint) {
    points.addCurve(to: end, control1: control1, control2: control2)
  }
  /// Does what Core Graphics's `addQuadCurve(to:control:)` does.
  public func addQuadCurve(to end: CGPoint, control: CGPoint) { points.addQuadCurve(to: end, control: control) }
  /// Does what Core Graphics's `addArc(center:radius:startAngle:endAngle:clockwise:)` does.
  public func addArc(
    center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool
  ) {
    points.addArc(center: center, radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: clockwise)
  }

  /// Accepted, and does nothing here.
  public func clip() {}
  /// Accepted, and does nothing here.
  public func clip(to rect: CGRect) {}
  /// Accepted, and does nothing here.
  public func clip(to rect: CGRect, mask: CGImage) {}
  /// Accepted, and does nothing here.
  public func fillPath() {}
  /// Accepted, and does nothing here.
  public func strokePath() {}
  /// Accepted, and does nothing here.
  public func drawPath(using mode: CGPathDrawingMode) {}
  /// Called as by Core Graphics; does nothing by itself.
  public func fill(_ rect: CGRect) {}
  /// Accepted, and does nothing here.
  public func clear(_ rect: CGRect) {}
  /// Accepted, and does nothing here.
  public func stroke(_ rect: CGRect) {}
  /// Accepted, and does nothing here.
  public func stroke(_ rect: CGRect, width: CGFloat) {}
  /// Accepted, and does nothing here.
  public func fillEllipse(in rect: CGRect) {}
  /// Accepted, and does nothing here.
  public func strokeEllipse(in rect: CGRect) {}
  /// Accepted, and does nothing here.
  public func strokeLineSegments(between points: [CGPoint]) {}
  /// Accepted, and does nothing here.
  public func draw(_ image: CGImage, in rect: CGRect) {}
  /// Accepted, and does nothing here.
  public func drawLinearGradient(
    _ gradient: CGGradient, start: CGPoint, end: CGPoint, options: CGGradientDrawingOptions
  ) {}
  /// Accepted, and does nothing here.
  public func drawRadialGradient(
    _ gradient: CGGradient, startCenter: CGPoint, startRadius: CGFloat, endCenter: CGPoint, endRadius: CGFloat,
    options: CGGradientDrawingOptions
  ) {}
  /// Accepted, and does nothing here.
  public func setFillColor(_ color: CGColor) {}
  /// Accepted, and does nothing here.
  public func setStrokeColor(_ color: CGColor) {}
  /// Accepted, and does nothing here.
  public func setAlpha(_ alpha: CGFloat) {}
  /// Accepted, and does nothing here.
  public func setLineWidth(_ width: CGFloat) {}
  /// Accepted, and does nothing here.
  public func setLineCap(_ cap: CGLineCap) {}
  /// Accepted, and does nothing here.
  public func setLineJoin(_ join: CGLineJoin) {}
  /// Accepted, and does nothing here.
  public func setLineDash(phase: CGFloat, lengths: [CGFloat]) {}
  /// Accepted, and does nothing here.
  public func setMiterLimit(_ limit: CGFloat) {}
  /// Accepted, and does nothing here.
  public func setBlendMode(_ mode: CGBlendMode) {}
  /// Accepted, and does nothing here.
  public func setShadow(offset: CGSize, blur: CGFloat) {}
  /// Accepted, and does nothing here.
  public func setShadow(offset: CGSize, blur: CGFloat, color: CGColor?) {}
  /// Accepted, and does nothing here.
  public func setShouldAntialias(_ antialiases: Bool) {}
  /// Accepted, and does nothing here.
  public func setAllowsAntialiasing(_ antialiases: Bool) {}
}

/// Accepted, and does nothing here.
nonisolated public func UIRectFill(_ rect: CGRect) {}

/// Contexts that were begun and not yet ended.
private var contexts: [CGContext] = []

/// Does what UIKit's `UIGraphicsBeginImageContext(_:)` does.
public func UIGraphicsBeginImageContext(_ size: CGSize) { contexts.append(CGContext(size: size, scale: 1)) }
/// Begins a picture of a size in points; what is drawn into it leaves no marks. A scale of 0 is that of the screen.
public func UIGraphicsBeginImageContextWithOptions(_ size: CGSize, _ opaque: Bool, _ scale: CGFloat) {
  contexts.append(CGContext(size: size, scale: scale == 0 ? UIScreen.main.scale : scale))
}
/// Does what UIKit's `UIGraphicsGetCurrentContext()` does.
public func UIGraphicsGetCurrentContext() -> CGContext? { contexts.last }
/// Does what UIKit's `UIGraphicsGetImageFromCurrentImageContext()` does.
public func UIGraphicsGetImageFromCurrentImageContext() -> UIImage? {
  contexts.last.map { UIImage(size: $0.size, scale: $0.scale) }
}
/// Does what UIKit's `UIGraphicsEndImageContext()` does.
public func UIGraphicsEndImageContext() { _ = contexts.popLast() }
/// Does what UIKit's `UIGraphicsPushContext(_:)` does.
public func UIGraphicsPushContext(_ context: CGContext) { contexts.append(context) }
/// Does what UIKit's `UIGraphicsPopContext()` does.
public func UIGraphicsPopContext() { _ = contexts.popLast() }

/// The format of a rendered image.
open class UIGraphicsImageRendererFormat: UIObject {
  /// The scale, as in UIKit.
  public var scale = UIScreen.main.scale
  /// The flag `opaque`; kept, without effect on layout or motion.
  public var opaque = false
  public override init() { super.init() }
  /// Does what UIKit's `default()` does.
  public static func `default`() -> UIGraphicsImageRendererFormat { UIGraphicsImageRendererFormat() }
  /// Does what UIKit's `preferred()` does.
  public static func preferred() -> UIGraphicsImageRendererFormat { UIGraphicsImageRendererFormat() }
}
/// The context in which an image is rendered; drawing leaves no marks.
open class UIGraphicsImageRendererContext: UIObject {
  /// The cg context, as in UIKit.
  public let cgContext: CGContext
  /// The format, as in UIKit.
  public let format: UIGraphicsImageRendererFormat
  init(_ context: CGContext, _ format: UIGraphicsImageRendererFormat) {
    (cgContext, self.format) = (context, format)
  }
  /// The current image, as in UIKit.
  public var currentImage: UIImage { UIImage(size: cgContext.size, scale: cgContext.scale) }
  /// Called as by UIKit; does nothing by itself.
  public func fill(_ rect: CGRect) {}
  /// Accepted, and does nothing here.
  public func fill(_ rect: CGRect, blendMode: CGBlendMode) {}
  /// Accepted, and does nothing here.
  public func stroke(_ rect: CGRect) {}
  /// Accepted, and does nothing here.
  public func clip(to rect: CGRect) {}
}
/// A renderer of images, which have their size and no content.
open class UIGraphicsImageRenderer: UIObject {
  private let size: CGSize
  /// The format, as in UIKit.
  public let format: UIGraphicsImageRendererFormat
  /// Makes one as UIKit does.
  public init(size: CGSize, format: UIGraphicsImageRendererFormat = .default()) {
    (self.size, self.format) = (size, format)
  }
  /// Makes one as UIKit does.
  public convenience init(bounds: CGRect, format: UIGraphicsImageRendererFormat = .default()) {
    self.init(size: bounds.size, format: format)
  }
  /// Runs the actions; the picture has the size and scale that the renderer was made with.
  open func image(actions: (UIGraphicsImageRendererContext) -> Void) -> UIImage {
    let context = UIGraphicsImageRendererContext(CGContext(size: size, scale: format.scale), format)
    contexts.append(context.cgContext)
    defer { _ = contexts.popLast() }
    actions(context)
    return context.currentImage
  }
}
