import Foundation

// Drawing is accepted and leaves no marks: a picture that is drawn here has the size that was asked for.

nonisolated public enum CGBlendMode: Int32, Sendable {
  case normal, multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, softLight, hardLight, difference
  case exclusion, hue, saturation, color, luminosity, clear, copy, sourceIn, sourceOut, sourceAtop, destinationOver
  case destinationIn, destinationOut, destinationAtop, xor, plusDarker, plusLighter
}
nonisolated public enum CGInterpolationQuality: Int32, Sendable { case `default`, none, low, high, medium = 4 }
nonisolated public enum CGPathDrawingMode: Int32, Sendable { case fill, eoFill, stroke, fillStroke, eoFillStroke }

nonisolated public final class CGColorSpace: Sendable {
  public static let sRGB = "kCGColorSpaceSRGB"
  public init() {}
  public convenience init?(name: String) { self.init() }
}
nonisolated public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { CGColorSpace() }
nonisolated public func CGColorSpaceCreateDeviceGray() -> CGColorSpace { CGColorSpace() }

nonisolated public struct CGGradientDrawingOptions: OptionSet, Sendable {
  public var rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  public static let drawsBeforeStartLocation = CGGradientDrawingOptions(rawValue: 1)
  public static let drawsAfterEndLocation = CGGradientDrawingOptions(rawValue: 2)
}
nonisolated public final class CGGradient: Sendable {
  public init?(colorsSpace space: CGColorSpace?, colors: [Any], locations: [CGFloat]?) {}
}

/// A picture's pixels, of which only the number is known.
nonisolated public final class CGImage: Sendable {
  public let width, height: Int
  init(width: Int, height: Int) { (self.width, self.height) = (width, height) }
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
  public private(set) var ctm = CGAffineTransform.identity
  private var saved: [CGAffineTransform] = []
  private let points = CGMutablePath()

  init(size: CGSize, scale: CGFloat) { (self.size, self.scale) = (size, scale) }

  public var boundingBoxOfClipPath: CGRect { CGRect(origin: .zero, size: size) }
  public var boundingBoxOfPath: CGRect { points.boundingBox }
  public var interpolationQuality = CGInterpolationQuality.default
  public func makeImage() -> CGImage? {
    CGImage(width: Int((size.width * scale).rounded()), height: Int((size.height * scale).rounded()))
  }

  public func saveGState() { saved.append(ctm) }
  public func restoreGState() { ctm = saved.popLast() ?? ctm }
  public func concatenate(_ transform: CGAffineTransform) { ctm = transform.concatenating(ctm) }
  public func translateBy(x: CGFloat, y: CGFloat) { ctm = ctm.translatedBy(x: x, y: y) }
  public func scaleBy(x: CGFloat, y: CGFloat) { ctm = ctm.scaledBy(x: x, y: y) }
  public func rotate(by angle: CGFloat) { ctm = ctm.rotated(by: angle) }

  public func beginPath() {}
  public func closePath() { points.closeSubpath() }
  public func move(to point: CGPoint) { points.move(to: point) }
  public func addLine(to point: CGPoint) { points.addLine(to: point) }
  public func addLines(between points: [CGPoint]) {}
  public func addRect(_ rect: CGRect) { points.addRect(rect) }
  public func addEllipse(in rect: CGRect) { points.addEllipse(in: rect) }
  public func addPath(_ path: CGPath) { points.addPath(path) }
  public func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint) {
    points.addCurve(to: end, control1: control1, control2: control2)
  }
  public func addQuadCurve(to end: CGPoint, control: CGPoint) { points.addQuadCurve(to: end, control: control) }
  public func addArc(
    center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool
  ) {
    points.addArc(center: center, radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: clockwise)
  }

  public func clip() {}
  public func clip(to rect: CGRect) {}
  public func clip(to rect: CGRect, mask: CGImage) {}
  public func fillPath() {}
  public func strokePath() {}
  public func drawPath(using mode: CGPathDrawingMode) {}
  public func fill(_ rect: CGRect) {}
  public func clear(_ rect: CGRect) {}
  public func stroke(_ rect: CGRect) {}
  public func stroke(_ rect: CGRect, width: CGFloat) {}
  public func fillEllipse(in rect: CGRect) {}
  public func strokeEllipse(in rect: CGRect) {}
  public func strokeLineSegments(between points: [CGPoint]) {}
  public func draw(_ image: CGImage, in rect: CGRect) {}
  public func drawLinearGradient(
    _ gradient: CGGradient, start: CGPoint, end: CGPoint, options: CGGradientDrawingOptions
  ) {}
  public func drawRadialGradient(
    _ gradient: CGGradient, startCenter: CGPoint, startRadius: CGFloat, endCenter: CGPoint, endRadius: CGFloat,
    options: CGGradientDrawingOptions
  ) {}
  public func setFillColor(_ color: CGColor) {}
  public func setStrokeColor(_ color: CGColor) {}
  public func setAlpha(_ alpha: CGFloat) {}
  public func setLineWidth(_ width: CGFloat) {}
  public func setLineCap(_ cap: CGLineCap) {}
  public func setLineJoin(_ join: CGLineJoin) {}
  public func setLineDash(phase: CGFloat, lengths: [CGFloat]) {}
  public func setMiterLimit(_ limit: CGFloat) {}
  public func setBlendMode(_ mode: CGBlendMode) {}
  public func setShadow(offset: CGSize, blur: CGFloat) {}
  public func setShadow(offset: CGSize, blur: CGFloat, color: CGColor?) {}
  public func setShouldAntialias(_ antialiases: Bool) {}
  public func setAllowsAntialiasing(_ antialiases: Bool) {}
}

nonisolated public func UIRectFill(_ rect: CGRect) {}

/// Contexts that were begun and not yet ended.
private var contexts: [CGContext] = []

public func UIGraphicsBeginImageContext(_ size: CGSize) { contexts.append(CGContext(size: size, scale: 1)) }
/// Begins a picture of a size in points; what is drawn into it leaves no marks. A scale of 0 is that of the screen.
public func UIGraphicsBeginImageContextWithOptions(_ size: CGSize, _ opaque: Bool, _ scale: CGFloat) {
  contexts.append(CGContext(size: size, scale: scale == 0 ? UIScreen.main.scale : scale))
}
public func UIGraphicsGetCurrentContext() -> CGContext? { contexts.last }
public func UIGraphicsGetImageFromCurrentImageContext() -> UIImage? {
  contexts.last.map { UIImage(size: $0.size, scale: $0.scale) }
}
public func UIGraphicsEndImageContext() { _ = contexts.popLast() }
public func UIGraphicsPushContext(_ context: CGContext) { contexts.append(context) }
public func UIGraphicsPopContext() { _ = contexts.popLast() }

open class UIGraphicsImageRendererFormat: UIObject {
  public var scale = UIScreen.main.scale
  public var opaque = false
  public override init() { super.init() }
  public static func `default`() -> UIGraphicsImageRendererFormat { UIGraphicsImageRendererFormat() }
  public static func preferred() -> UIGraphicsImageRendererFormat { UIGraphicsImageRendererFormat() }
}
open class UIGraphicsImageRendererContext: UIObject {
  public let cgContext: CGContext
  public let format: UIGraphicsImageRendererFormat
  init(_ context: CGContext, _ format: UIGraphicsImageRendererFormat) {
    (cgContext, self.format) = (context, format)
  }
  public var currentImage: UIImage { UIImage(size: cgContext.size, scale: cgContext.scale) }
  public func fill(_ rect: CGRect) {}
  public func fill(_ rect: CGRect, blendMode: CGBlendMode) {}
  public func stroke(_ rect: CGRect) {}
  public func clip(to rect: CGRect) {}
}
open class UIGraphicsImageRenderer: UIObject {
  private let size: CGSize
  public let format: UIGraphicsImageRendererFormat
  public init(size: CGSize, format: UIGraphicsImageRendererFormat = .default()) {
    (self.size, self.format) = (size, format)
  }
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
