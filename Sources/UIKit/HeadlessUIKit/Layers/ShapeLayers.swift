import Foundation
import SceneModel

/// A layer with a path, whose values can be animated; nothing is drawn.
open class CAShapeLayer: CALayer {
  /// The path; it can be animated. Setting nil makes it empty.
  open var path: CGPath? {
    get { if case .path(let path) = value("path") { CGPath(path) } else { nil } }
    set { set("path", .path(newValue?.path ?? VectorPath())) }
  }
  /// The colour inside; it can be animated, and nothing is drawn.
  open var fillColor: CGColor? {
    get { color("fillColor") }
    set { set("fillColor", .color(newValue?.color)) }
  }
  /// The colour of the line; it can be animated, and nothing is drawn.
  open var strokeColor: CGColor? {
    get { color("strokeColor") }
    set { set("strokeColor", .color(newValue?.color)) }
  }
  /// The width of the line, in points; it can be animated.
  open var lineWidth: CGFloat {
    get { number("lineWidth") }
    set { set("lineWidth", .number(Double(newValue))) }
  }
  /// The part of the path at which the line begins, from 0 to 1; it can be animated.
  open var strokeStart: CGFloat {
    get { number("strokeStart") }
    set { set("strokeStart", .number(Double(newValue))) }
  }
  /// The part of the path at which the line ends, from 0 to 1; it can be animated.
  open var strokeEnd: CGFloat {
    get { number("strokeEnd") }
    set { set("strokeEnd", .number(Double(newValue))) }
  }
  open var lineCap = CAShapeLayerLineCap.butt  // inert
  open var lineJoin = CAShapeLayerLineJoin.miter  // inert
  open var fillRule = CAShapeLayerFillRule.nonZero  // inert
  open var lineDashPattern: [NSNumber]?  // inert
  open var lineDashPhase: CGFloat = 0  // inert
  open var miterLimit: CGFloat = 10  // inert
}
/// The ends of a line.
nonisolated public struct CAShapeLayerLineCap: RawRepresentable, Hashable, Sendable {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  /// `butt`: flat at the end of the line. `round`: round about the end.
  public static let butt = CAShapeLayerLineCap(rawValue: "butt"), round = CAShapeLayerLineCap(rawValue: "round")
  /// Flat beyond the end, by half the width.
  public static let square = CAShapeLayerLineCap(rawValue: "square")
}
/// The corners of a line.
nonisolated public struct CAShapeLayerLineJoin: RawRepresentable, Hashable, Sendable {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  /// `miter`: pointed corners. `round`: round corners.
  public static let miter = CAShapeLayerLineJoin(rawValue: "miter"), round = CAShapeLayerLineJoin(rawValue: "round")
  /// Corners that are cut off.
  public static let bevel = CAShapeLayerLineJoin(rawValue: "bevel")
}
/// The rules by which a path is filled.
nonisolated public struct CAShapeLayerFillRule: RawRepresentable, Hashable, Sendable {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  /// `nonZero`: by the winding number of the path. `evenOdd`: by the number of crossings.
  public static let nonZero = CAShapeLayerFillRule(rawValue: "non-zero"),
    evenOdd = CAShapeLayerFillRule(rawValue: "even-odd")
}

/// A layer with a gradient; nothing is drawn.
open class CAGradientLayer: CALayer {
  open var colors: [Any]?  // inert
  open var locations: [NSNumber]?  // inert
  open var startPoint = CGPoint(x: 0.5, y: 0)  // inert
  open var endPoint = CGPoint(x: 0.5, y: 1)  // inert
  open var type = CAGradientLayerType.axial  // inert
}
/// The kinds of gradient.
nonisolated public struct CAGradientLayerType: RawRepresentable, Hashable, Sendable {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  /// `axial`: along a line. `radial`: from a point outwards.
  public static let axial = CAGradientLayerType(rawValue: "axial"), radial = CAGradientLayerType(rawValue: "radial")
  /// About a point, like a cone.
  public static let conic = CAGradientLayerType(rawValue: "conic")
}

/// A layer with text; nothing is drawn.
open class CATextLayer: CALayer {
  open var string: Any?  // inert
  open var font: AnyObject?  // inert
  open var fontSize: CGFloat = 36  // inert
  open var foregroundColor: CGColor?  // inert
  open var isWrapped = false  // inert
  open var alignmentMode = CATextLayerAlignmentMode.natural  // inert
}
/// How a text layer's text is aligned.
nonisolated public struct CATextLayerAlignmentMode: RawRepresentable, Hashable, Sendable {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The predefined values of Core Animation, under their names there.
  public static let natural = CATextLayerAlignmentMode(rawValue: "natural"),
    center = CATextLayerAlignmentMode(rawValue: "center")
  /// The predefined values of Core Animation, under their names there.
  public static let left = CATextLayerAlignmentMode(rawValue: "left"),
    right = CATextLayerAlignmentMode(rawValue: "right")
}
/// A layer that repeats its sublayers; it repeats none here.
open class CAReplicatorLayer: CALayer {
  open var instanceCount = 1  // inert
  open var instanceDelay: CFTimeInterval = 0  // inert
  open var instanceTransform = CATransform3DIdentity  // inert
  open var instanceColor: CGColor?  // inert
}
/// A layer of particles; it emits none here.
open class CAEmitterLayer: CALayer {}
/// A layer that keeps its sublayers' depth.
open class CATransformLayer: CALayer {}
