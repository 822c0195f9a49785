import Foundation
import SceneModel

open class CAShapeLayer: CALayer {
  open var path: CGPath? {
    get { if case .path(let path) = value("path") { CGPath(path) } else { nil } }
    set { set("path", .path(newValue?.path ?? VectorPath())) }
  }
  open var fillColor: CGColor? {
    get { color("fillColor") }
    set { set("fillColor", .color(newValue?.color)) }
  }
  open var strokeColor: CGColor? {
    get { color("strokeColor") }
    set { set("strokeColor", .color(newValue?.color)) }
  }
  open var lineWidth: CGFloat {
    get { number("lineWidth") }
    set { set("lineWidth", .number(Double(newValue))) }
  }
  open var strokeStart: CGFloat {
    get { number("strokeStart") }
    set { set("strokeStart", .number(Double(newValue))) }
  }
  open var strokeEnd: CGFloat {
    get { number("strokeEnd") }
    set { set("strokeEnd", .number(Double(newValue))) }
  }
  open var lineCap = CAShapeLayerLineCap.butt
  open var lineJoin = CAShapeLayerLineJoin.miter
  open var fillRule = CAShapeLayerFillRule.nonZero
  open var lineDashPattern: [NSNumber]?
  open var lineDashPhase: CGFloat = 0
  open var miterLimit: CGFloat = 10
}
nonisolated public struct CAShapeLayerLineCap: RawRepresentable, Hashable, Sendable {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let butt = CAShapeLayerLineCap(rawValue: "butt"), round = CAShapeLayerLineCap(rawValue: "round")
  public static let square = CAShapeLayerLineCap(rawValue: "square")
}
nonisolated public struct CAShapeLayerLineJoin: RawRepresentable, Hashable, Sendable {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let miter = CAShapeLayerLineJoin(rawValue: "miter"), round = CAShapeLayerLineJoin(rawValue: "round")
  public static let bevel = CAShapeLayerLineJoin(rawValue: "bevel")
}
nonisolated public struct CAShapeLayerFillRule: RawRepresentable, Hashable, Sendable {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let nonZero = CAShapeLayerFillRule(rawValue: "non-zero"),
    evenOdd = CAShapeLayerFillRule(rawValue: "even-odd")
}

open class CAGradientLayer: CALayer {
  open var colors: [Any]?
  open var locations: [NSNumber]?
  open var startPoint = CGPoint(x: 0.5, y: 0)
  open var endPoint = CGPoint(x: 0.5, y: 1)
  open var type = CAGradientLayerType.axial
}
nonisolated public struct CAGradientLayerType: RawRepresentable, Hashable, Sendable {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let axial = CAGradientLayerType(rawValue: "axial"), radial = CAGradientLayerType(rawValue: "radial")
  public static let conic = CAGradientLayerType(rawValue: "conic")
}

open class CATextLayer: CALayer {
  open var string: Any?
  open var font: AnyObject?
  open var fontSize: CGFloat = 36
  open var foregroundColor: CGColor?
  open var isWrapped = false
  open var alignmentMode = CATextLayerAlignmentMode.natural
}
nonisolated public struct CATextLayerAlignmentMode: RawRepresentable, Hashable, Sendable {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let natural = CATextLayerAlignmentMode(rawValue: "natural"),
    center = CATextLayerAlignmentMode(rawValue: "center")
  public static let left = CATextLayerAlignmentMode(rawValue: "left"),
    right = CATextLayerAlignmentMode(rawValue: "right")
}
open class CAReplicatorLayer: CALayer {
  open var instanceCount = 1
  open var instanceDelay: CFTimeInterval = 0
  open var instanceTransform = CATransform3DIdentity
  open var instanceColor: CGColor?
}
open class CAEmitterLayer: CALayer {}
open class CATransformLayer: CALayer {}
