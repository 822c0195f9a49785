import Foundation

// Drawing is accepted and has no effect: a picture that is drawn here has only the requested size.

/// How colours are blended; nothing is drawn.
nonisolated public enum CGBlendMode: Int32, Sendable {
  /// The modes that mix colours. None has an effect.
  case normal, multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, softLight, hardLight, difference
  /// The modes that mix hue and light, and some of those that combine shapes. None has an effect.
  case exclusion, hue, saturation, color, luminosity, clear, copy, sourceIn, sourceOut, sourceAtop, destinationOver
  /// The other modes that combine shapes or add light. None has an effect.
  case destinationIn, destinationOut, destinationAtop, xor, plusDarker, plusLighter
}
/// How images are scaled; nothing is drawn.
nonisolated public enum CGInterpolationQuality: Int32, Sendable { case `default`, none, low, high, medium = 4 }
/// How paths are drawn; nothing is drawn.
nonisolated public enum CGPathDrawingMode: Int32, Sendable { case fill, eoFill, stroke, fillStroke, eoFillStroke }

/// A colour space; all colours are extended sRGB.
nonisolated public final class CGColorSpace: Sendable {
  /// The name of the sRGB space.
  public static let sRGB = "kCGColorSpaceSRGB"
  /// Makes the only colour space.
  public init() {}
  /// Makes the only colour space, whatever the name.
  public convenience init?(name: String) { self.init() }
}
/// Returns the only colour space.
nonisolated public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { CGColorSpace() }
/// Returns the only colour space.
nonisolated public func CGColorSpaceCreateDeviceGray() -> CGColorSpace { CGColorSpace() }

/// The options of drawing a gradient.
nonisolated public struct CGGradientDrawingOptions: OptionSet, Sendable {
  public var rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  /// The first colour goes on before the start.
  public static let drawsBeforeStartLocation = CGGradientDrawingOptions(rawValue: 1)
  /// The last colour goes on after the end.
  public static let drawsAfterEndLocation = CGGradientDrawingOptions(rawValue: 2)
}
/// A gradient; nothing is drawn.
nonisolated public final class CGGradient: Sendable {
  /// Makes a gradient; its colours are not kept.
  public init?(colorsSpace space: CGColorSpace?, colors: [Any], locations: [CGFloat]?) {}
}

/// A picture's pixels. Only their number is kept.
nonisolated public final class CGImage: Sendable {
  /// The width and the height, in pixels.
  public let width, height: Int
  init(width: Int, height: Int) { (self.width, self.height) = (width, height) }
  /// Returns the part of the picture in a rectangle of pixels; nil if they do not meet.
  public func cropping(to rect: CGRect) -> CGImage? {
    let inside = rect.integral.intersection(CGRect(x: 0, y: 0, width: width, height: height))
    if inside.isEmpty { return nil }
    return CGImage(width: Int(inside.width), height: Int(inside.height))
  }
}

/// A drawing context. It keeps the transform and the path, and draws nothing.
nonisolated public final class CGContext {
  let size: CGSize
  let scale: CGFloat
  /// The current transformation matrix: the calls of `concatenate`, `translateBy`, `scaleBy` and `rotate`, combined.
  public private(set) var ctm = CGAffineTransform.identity
  private var saved: [CGAffineTransform] = []
  private let points = CGMutablePath()

  init(size: CGSize, scale: CGFloat) { (self.size, self.scale) = (size, scale) }

  /// The rectangle that drawing is clipped to: all of the picture.
  public var boundingBoxOfClipPath: CGRect { CGRect(origin: .zero, size: size) }
  /// The rectangle around the points of the path.
  public var boundingBoxOfPath: CGRect { points.boundingBox }
  public var interpolationQuality = CGInterpolationQuality.default  // inert
  /// Returns a picture of the context's size, without a content.
  public func makeImage() -> CGImage? {
    CGImage(width: Int((size.width * scale).rounded()), height: Int((size.height * scale).rounded()))
  }

  /// Saves the transform for `restoreGState()`.
  public func saveGState() { saved.append(ctm) }
  /// Restores the transform that was saved last.
  public func restoreGState() { ctm = saved.popLast() ?? ctm }
  /// Applies a transform to all further coordinates.
  public func concatenate(_ transform: CGAffineTransform) { ctm = transform.concatenating(ctm) }
  /// Moves the origin.
  public func translateBy(x: CGFloat, y: CGFloat) { ctm = ctm.translatedBy(x: x, y: y) }
  /// Scales the coordinates.
  public func scaleBy(x: CGFloat, y: CGFloat) { ctm = ctm.scaledBy(x: x, y: y) }
  /// Rotates the coordinates, by radians.
  public func rotate(by angle: CGFloat) { ctm = ctm.rotated(by: angle) }

  public func beginPath() {}  // inert
  /// Closes the path's last part.
  public func closePath() { points.closeSubpath() }
  /// Begins a part of the path at a point.
  public func move(to point: CGPoint) { points.move(to: point) }
  /// Adds a line to a point.
  public func addLine(to point: CGPoint) { points.addLine(to: point) }
  public func addLines(between points: [CGPoint]) {}  // inert
  /// Adds a rectangle as a separate subpath.
  public func addRect(_ rect: CGRect) { points.addRect(rect) }
  /// Adds an ellipse as a separate subpath.
  public func addEllipse(in rect: CGRect) { points.addEllipse(in: rect) }
  /// Adds the parts of another path.
  public func addPath(_ path: CGPath) { points.addPath(path) }
  /// Adds a cubic curve to a point.
  public func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint) {
    points.addCurve(to: end, control1: control1, control2: control2)
  }
  /// Adds a quadratic curve to a point.
  public func addQuadCurve(to end: CGPoint, control: CGPoint) { points.addQuadCurve(to: end, control: control) }
  /// Adds a circular arc as a separate subpath; the angles are in radians.
  public func addArc(
    center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool
  ) {
    points.addArc(center: center, radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: clockwise)
  }

  public func clip() {}  // inert
  public func clip(to rect: CGRect) {}  // inert
  public func clip(to rect: CGRect, mask: CGImage) {}  // inert
  public func fillPath() {}  // inert
  public func strokePath() {}  // inert
  public func drawPath(using mode: CGPathDrawingMode) {}  // inert
  public func fill(_ rect: CGRect) {}  // inert
  public func clear(_ rect: CGRect) {}  // inert
  public func stroke(_ rect: CGRect) {}  // inert
  public func stroke(_ rect: CGRect, width: CGFloat) {}  // inert
  public func fillEllipse(in rect: CGRect) {}  // inert
  public func strokeEllipse(in rect: CGRect) {}  // inert
  public func strokeLineSegments(between points: [CGPoint]) {}  // inert
  public func draw(_ image: CGImage, in rect: CGRect) {}  // inert
  /// Does nothing here.
  public func drawLinearGradient(
    _ gradient: CGGradient, start: CGPoint, end: CGPoint, options: CGGradientDrawingOptions
  ) {}
  /// Does nothing here.
  public func drawRadialGradient(
    _ gradient: CGGradient, startCenter: CGPoint, startRadius: CGFloat, endCenter: CGPoint, endRadius: CGFloat,
    options: CGGradientDrawingOptions
  ) {}
  public func setFillColor(_ color: CGColor) {}  // inert
  public func setStrokeColor(_ color: CGColor) {}  // inert
  public func setAlpha(_ alpha: CGFloat) {}  // inert
  public func setLineWidth(_ width: CGFloat) {}  // inert
  public func setLineCap(_ cap: CGLineCap) {}  // inert
  public func setLineJoin(_ join: CGLineJoin) {}  // inert
  public func setLineDash(phase: CGFloat, lengths: [CGFloat]) {}  // inert
  public func setMiterLimit(_ limit: CGFloat) {}  // inert
  public func setBlendMode(_ mode: CGBlendMode) {}  // inert
  public func setShadow(offset: CGSize, blur: CGFloat) {}  // inert
  public func setShadow(offset: CGSize, blur: CGFloat, color: CGColor?) {}  // inert
  public func setShouldAntialias(_ antialiases: Bool) {}  // inert
  public func setAllowsAntialiasing(_ antialiases: Bool) {}  // inert
}

nonisolated public func UIRectFill(_ rect: CGRect) {}  // inert

/// Contexts that were begun and not yet ended.
private var contexts: [CGContext] = []

/// Begins a picture of a size in points, with one pixel for each point. Drawing into it has no effect.
public func UIGraphicsBeginImageContext(_ size: CGSize) { contexts.append(CGContext(size: size, scale: 1)) }
/// Begins a picture of a size in points. Drawing into it has no effect. A scale of 0 is that of the screen.
public func UIGraphicsBeginImageContextWithOptions(_ size: CGSize, _ opaque: Bool, _ scale: CGFloat) {
  contexts.append(CGContext(size: size, scale: scale == 0 ? UIScreen.main.scale : scale))
}
/// Returns the context of the picture that was begun last; nil if there is none.
public func UIGraphicsGetCurrentContext() -> CGContext? { contexts.last }
/// Returns the picture that was begun last, with its size and without a content; nil if there is none.
public func UIGraphicsGetImageFromCurrentImageContext() -> UIImage? {
  contexts.last.map { UIImage(size: $0.size, scale: $0.scale) }
}
/// Ends the picture that was begun last.
public func UIGraphicsEndImageContext() { _ = contexts.popLast() }
/// Makes a context the present one.
public func UIGraphicsPushContext(_ context: CGContext) { contexts.append(context) }
/// Removes the present context; the one before it becomes the present one again.
public func UIGraphicsPopContext() { _ = contexts.popLast() }

/// The format of a rendered image.
open class UIGraphicsImageRendererFormat: UIObject {
  /// The pixels in a point; the main screen's.
  public var scale = UIScreen.main.scale
  public var opaque = false  // inert
  public override init() { super.init() }
  /// Returns a format with the main screen's scale.
  public static func `default`() -> UIGraphicsImageRendererFormat { UIGraphicsImageRendererFormat() }
  /// Returns a format with the main screen's scale.
  public static func preferred() -> UIGraphicsImageRendererFormat { UIGraphicsImageRendererFormat() }
}
/// The context in which an image is rendered; drawing leaves no marks.
open class UIGraphicsImageRendererContext: UIObject {
  /// The context to draw into.
  public let cgContext: CGContext
  /// The format of the picture.
  public let format: UIGraphicsImageRendererFormat
  init(_ context: CGContext, _ format: UIGraphicsImageRendererFormat) {
    (cgContext, self.format) = (context, format)
  }
  /// A picture of the context's size, without a content.
  public var currentImage: UIImage { UIImage(size: cgContext.size, scale: cgContext.scale) }
  public func fill(_ rect: CGRect) {}  // inert
  public func fill(_ rect: CGRect, blendMode: CGBlendMode) {}  // inert
  public func stroke(_ rect: CGRect) {}  // inert
  public func clip(to rect: CGRect) {}  // inert
}
/// A renderer of images, which have their size and no content.
open class UIGraphicsImageRenderer: UIObject {
  private let size: CGSize
  /// The format of the pictures.
  public let format: UIGraphicsImageRendererFormat
  /// Makes a renderer of pictures of a size, in points.
  public init(size: CGSize, format: UIGraphicsImageRendererFormat = .default()) {
    (self.size, self.format) = (size, format)
  }
  /// Makes a renderer of pictures of the bounds' size, in points.
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
