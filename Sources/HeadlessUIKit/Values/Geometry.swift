import Foundation
import SceneModel

/// Distances inward from the four edges, in points; left and right never flip.
nonisolated public struct UIEdgeInsets: Hashable, Sendable {
  /// The top, as in UIKit.
  public var top, left, bottom, right: CGFloat
  /// Makes one as UIKit does.
  public init() { (top, left, bottom, right) = (0, 0, 0, 0) }
  /// Makes one as UIKit does.
  public init(top: CGFloat, left: CGFloat, bottom: CGFloat, right: CGFloat) {
    (self.top, self.left, self.bottom, self.right) = (top, left, bottom, right)
  }
  /// UIKit's `UIEdgeInsets.zero`.
  public static let zero = UIEdgeInsets()

  init(_ insets: Insets) {
    self.init(top: insets.top, left: insets.left, bottom: insets.bottom, right: insets.right)
  }
  var model: Insets { Insets(top: Double(top), left: Double(left), bottom: Double(bottom), right: Double(right)) }
}

/// Distances inward from the four edges, in points, with sides that follow the layout direction.
nonisolated public struct NSDirectionalEdgeInsets: Hashable, Sendable {
  /// The top, as in UIKit.
  public var top, leading, bottom, trailing: CGFloat
  /// Makes one as UIKit does.
  public init() { (top, leading, bottom, trailing) = (0, 0, 0, 0) }
  /// Makes one as UIKit does.
  public init(top: CGFloat, leading: CGFloat, bottom: CGFloat, trailing: CGFloat) {
    (self.top, self.leading, self.bottom, self.trailing) = (top, leading, bottom, trailing)
  }
  /// UIKit's `NSDirectionalEdgeInsets.zero`.
  public static let zero = NSDirectionalEdgeInsets()

  var model: DirectionalInsets {
    DirectionalInsets(top: Double(top), leading: Double(leading), bottom: Double(bottom), trailing: Double(trailing))
  }
}

/// Seconds.
public typealias CFTimeInterval = Double

/// A distance in two directions, in points.
nonisolated public struct UIOffset: Hashable, Sendable {
  /// The horizontal, as in UIKit.
  public var horizontal, vertical: CGFloat
  /// Makes one as UIKit does.
  public init(horizontal: CGFloat = 0, vertical: CGFloat = 0) {
    (self.horizontal, self.vertical) = (horizontal, vertical)
  }
  /// UIKit's `UIOffset.zero`.
  public static let zero = UIOffset()
}

/// A set of edges of a rectangle.
nonisolated public struct UIRectEdge: OptionSet, Sendable {
  public var rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// UIKit's `UIRectEdge.top`.
  public static let top = UIRectEdge(rawValue: 1)
  /// UIKit's `UIRectEdge.left`.
  public static let left = UIRectEdge(rawValue: 2)
  /// UIKit's `UIRectEdge.bottom`.
  public static let bottom = UIRectEdge(rawValue: 4)
  /// UIKit's `UIRectEdge.right`.
  public static let right = UIRectEdge(rawValue: 8)
  /// UIKit's `UIRectEdge.all`.
  public static let all: UIRectEdge = [.top, .left, .bottom, .right]
}

/// A set of corners of a rectangle.
nonisolated public struct UIRectCorner: OptionSet, Sendable {
  public var rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// UIKit's `UIRectCorner.topLeft`.
  public static let topLeft = UIRectCorner(rawValue: 1)
  /// UIKit's `UIRectCorner.topRight`.
  public static let topRight = UIRectCorner(rawValue: 2)
  /// UIKit's `UIRectCorner.bottomLeft`.
  public static let bottomLeft = UIRectCorner(rawValue: 4)
  /// UIKit's `UIRectCorner.bottomRight`.
  public static let bottomRight = UIRectCorner(rawValue: 8)
  /// UIKit's `UIRectCorner.allCorners`.
  public static let allCorners = UIRectCorner(rawValue: .max)
}

nonisolated extension CGRect {
  init(_ rect: Rect) { self.init(x: rect.x, y: rect.y, width: rect.width, height: rect.height) }
  var model: Rect {
    Rect(x: Double(origin.x), y: Double(origin.y), width: Double(size.width), height: Double(size.height))
  }

  /// Does what Core Graphics's `inset(by:)` does.
  public func inset(by insets: UIEdgeInsets) -> CGRect {
    CGRect(
      x: origin.x + insets.left, y: origin.y + insets.top, width: size.width - insets.left - insets.right,
      height: size.height - insets.top - insets.bottom)
  }

  /// The smallest rectangle around the four corners when they are moved by the transform.
  public func applying(_ transform: CGAffineTransform) -> CGRect {
    if transform.isIdentity { return self }
    return CGRect(
      around: [
        CGPoint(x: minX, y: minY), CGPoint(x: maxX, y: minY), CGPoint(x: minX, y: maxY), CGPoint(x: maxX, y: maxY),
      ].map { $0.applying(transform) })
  }

  /// The smallest rectangle around points.
  init(around points: [CGPoint]) {
    let (xs, ys) = (points.map(\.x), points.map(\.y))
    let (left, top) = (xs.min() ?? 0, ys.min() ?? 0)
    self.init(x: left, y: top, width: (xs.max() ?? 0) - left, height: (ys.max() ?? 0) - top)
  }
}

nonisolated extension CGPoint {
  init(_ point: Point) { self.init(x: point.x, y: point.y) }
  var model: Point { Point(x: Double(x), y: Double(y)) }

  /// Does what Core Graphics's `applying(_:)` does.
  public func applying(_ t: CGAffineTransform) -> CGPoint {
    CGPoint(x: t.a * x + t.c * y + t.tx, y: t.b * x + t.d * y + t.ty)
  }
}

nonisolated extension CGSize {
  init(_ size: Size) { self.init(width: size.width, height: size.height) }
  var model: Size { Size(width: Double(width), height: Double(height)) }

  /// Does what Core Graphics's `applying(_:)` does.
  public func applying(_ t: CGAffineTransform) -> CGSize {
    CGSize(width: t.a * width + t.c * height, height: t.b * width + t.d * height)
  }
}

/// A vector in points.
nonisolated public struct CGVector: Hashable, Sendable {
  /// The dx, as in Core Graphics.
  public var dx, dy: CGFloat
  /// Makes one as Core Graphics does.
  public init(dx: CGFloat = 0, dy: CGFloat = 0) { (self.dx, self.dy) = (dx, dy) }
  /// Core Graphics's `CGVector.zero`.
  public static let zero = CGVector()
}

/// A point moves to `(a x + c y + tx, b x + d y + ty)`.
nonisolated public struct CGAffineTransform: Hashable, Sendable {
  /// The a, as in Core Graphics.
  public var a, b, c, d, tx, ty: CGFloat

  /// Makes one as Core Graphics does.
  public init(a: CGFloat, b: CGFloat, c: CGFloat, d: CGFloat, tx: CGFloat, ty: CGFloat) {
    (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
  }
  /// Makes one as Core Graphics does.
  public init(_ a: CGFloat, _ b: CGFloat, _ c: CGFloat, _ d: CGFloat, _ tx: CGFloat, _ ty: CGFloat) {
    self.init(a: a, b: b, c: c, d: d, tx: tx, ty: ty)
  }
  /// Makes one as Core Graphics does.
  public init() { self.init(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0) }
  /// Makes one as Core Graphics does.
  public init(translationX tx: CGFloat, y ty: CGFloat) { self.init(a: 1, b: 0, c: 0, d: 1, tx: tx, ty: ty) }
  /// Makes one as Core Graphics does.
  public init(scaleX sx: CGFloat, y sy: CGFloat) { self.init(a: sx, b: 0, c: 0, d: sy, tx: 0, ty: 0) }
  /// Makes one as Core Graphics does.
  public init(rotationAngle angle: CGFloat) {
    let (s, c) = (sin(angle), cos(angle))
    self.init(a: c, b: s, c: -s, d: c, tx: 0, ty: 0)
  }

  /// Core Graphics's `CGAffineTransform.identity`.
  public static let identity = CGAffineTransform()
  /// Whether it is identity, as in Core Graphics.
  public var isIdentity: Bool { self == .identity }

  /// Does what Core Graphics's `concatenating(_:)` does.
  public func concatenating(_ t: CGAffineTransform) -> CGAffineTransform {
    CGAffineTransform(
      a: a * t.a + b * t.c, b: a * t.b + b * t.d, c: c * t.a + d * t.c, d: c * t.b + d * t.d,
      tx: tx * t.a + ty * t.c + t.tx, ty: tx * t.b + ty * t.d + t.ty)
  }
  /// Does what Core Graphics's `translatedBy(x:y:)` does.
  public func translatedBy(x: CGFloat, y: CGFloat) -> CGAffineTransform {
    CGAffineTransform(translationX: x, y: y).concatenating(self)
  }
  /// Does what Core Graphics's `scaledBy(x:y:)` does.
  public func scaledBy(x: CGFloat, y: CGFloat) -> CGAffineTransform {
    CGAffineTransform(scaleX: x, y: y).concatenating(self)
  }
  /// Does what Core Graphics's `rotated(by:)` does.
  public func rotated(by angle: CGFloat) -> CGAffineTransform {
    CGAffineTransform(rotationAngle: angle).concatenating(self)
  }
  /// Does what Core Graphics's `inverted()` does.
  public func inverted() -> CGAffineTransform {
    let determinant = a * d - b * c
    if determinant == 0 { return self }
    return CGAffineTransform(
      a: d / determinant, b: -b / determinant, c: -c / determinant, d: a / determinant,
      tx: (c * ty - d * tx) / determinant, ty: (b * tx - a * ty) / determinant)
  }

  var model: Transform3D {
    Transform3D(a: Double(a), b: Double(b), c: Double(c), d: Double(d), tx: Double(tx), ty: Double(ty))
  }
}

/// A 4 × 4 matrix for row vectors: the translation is the last row.
nonisolated public struct CATransform3D: Hashable, Sendable {
  /// The m11, as in Core Animation.
  public var m11, m12, m13, m14, m21, m22, m23, m24, m31, m32, m33, m34, m41, m42, m43, m44: CGFloat

  /// Makes one as Core Animation does.
  public init() { self.init(Transform3D.identity) }

  init(_ t: Transform3D) {
    (m11, m12, m13, m14) = (CGFloat(t.row1.x), CGFloat(t.row1.y), CGFloat(t.row1.z), CGFloat(t.row1.w))
    (m21, m22, m23, m24) = (CGFloat(t.row2.x), CGFloat(t.row2.y), CGFloat(t.row2.z), CGFloat(t.row2.w))
    (m31, m32, m33, m34) = (CGFloat(t.row3.x), CGFloat(t.row3.y), CGFloat(t.row3.z), CGFloat(t.row3.w))
    (m41, m42, m43, m44) = (CGFloat(t.row4.x), CGFloat(t.row4.y), CGFloat(t.row4.z), CGFloat(t.row4.w))
  }

  var model: Transform3D {
    Transform3D(
      SIMD4(Double(m11), Double(m12), Double(m13), Double(m14)),
      SIMD4(Double(m21), Double(m22), Double(m23), Double(m24)),
      SIMD4(Double(m31), Double(m32), Double(m33), Double(m34)),
      SIMD4(Double(m41), Double(m42), Double(m43), Double(m44)))
  }

  func times(_ t: CATransform3D) -> CATransform3D {
    let (p, q) = (model, t.model)
    func row(_ r: SIMD4<Double>) -> SIMD4<Double> { r.x * q.row1 + r.y * q.row2 + r.z * q.row3 + r.w * q.row4 }
    return CATransform3D(Transform3D(row(p.row1), row(p.row2), row(p.row3), row(p.row4)))
  }
}

/// Core Animation's `CATransform3DIdentity`.
nonisolated public let CATransform3DIdentity = CATransform3D()
/// Does what Core Animation's `CATransform3DIsIdentity(_:)` does.
nonisolated public func CATransform3DIsIdentity(_ t: CATransform3D) -> Bool { t == CATransform3DIdentity }
/// Does what Core Animation's `CATransform3DEqualToTransform(_:_:)` does.
nonisolated public func CATransform3DEqualToTransform(_ a: CATransform3D, _ b: CATransform3D) -> Bool { a == b }
/// Does what Core Animation's `CATransform3DConcat(_:_:)` does.
nonisolated public func CATransform3DConcat(_ a: CATransform3D, _ b: CATransform3D) -> CATransform3D { a.times(b) }
/// Does what Core Animation's `CATransform3DMakeTranslation(_:_:_:)` does.
nonisolated public func CATransform3DMakeTranslation(_ x: CGFloat, _ y: CGFloat, _ z: CGFloat) -> CATransform3D {
  CATransform3D(.translation(x: Double(x), y: Double(y), z: Double(z)))
}
/// Does what Core Animation's `CATransform3DMakeScale(_:_:_:)` does.
nonisolated public func CATransform3DMakeScale(_ x: CGFloat, _ y: CGFloat, _ z: CGFloat) -> CATransform3D {
  CATransform3D(.scale(x: Double(x), y: Double(y), z: Double(z)))
}
/// Does what Core Animation's `CATransform3DMakeRotation(_:_:_:_:)` does.
nonisolated public func CATransform3DMakeRotation(_ angle: CGFloat, _ x: CGFloat, _ y: CGFloat, _ z: CGFloat)
  -> CATransform3D
{
  let length = (x * x + y * y + z * z).squareRoot()
  if length == 0 { return CATransform3DIdentity }
  let (x, y, z) = (x / length, y / length, z / length)
  let (s, c) = (sin(angle), cos(angle))
  var t = CATransform3D()
  (t.m11, t.m12, t.m13) = (c + x * x * (1 - c), x * y * (1 - c) + z * s, x * z * (1 - c) - y * s)
  (t.m21, t.m22, t.m23) = (x * y * (1 - c) - z * s, c + y * y * (1 - c), y * z * (1 - c) + x * s)
  (t.m31, t.m32, t.m33) = (x * z * (1 - c) + y * s, y * z * (1 - c) - x * s, c + z * z * (1 - c))
  return t
}
/// Does what Core Animation's `CATransform3DTranslate(_:_:_:_:)` does.
nonisolated public func CATransform3DTranslate(_ t: CATransform3D, _ x: CGFloat, _ y: CGFloat, _ z: CGFloat)
  -> CATransform3D
{
  CATransform3DMakeTranslation(x, y, z).times(t)
}
/// Does what Core Animation's `CATransform3DScale(_:_:_:_:)` does.
nonisolated public func CATransform3DScale(_ t: CATransform3D, _ x: CGFloat, _ y: CGFloat, _ z: CGFloat)
  -> CATransform3D
{
  CATransform3DMakeScale(x, y, z).times(t)
}
/// Does what Core Animation's `CATransform3DRotate(_:_:_:_:_:)` does.
nonisolated public func CATransform3DRotate(
  _ t: CATransform3D, _ angle: CGFloat, _ x: CGFloat, _ y: CGFloat, _ z: CGFloat
) -> CATransform3D {
  CATransform3DMakeRotation(angle, x, y, z).times(t)
}
/// Does what Core Animation's `CATransform3DMakeAffineTransform(_:)` does.
nonisolated public func CATransform3DMakeAffineTransform(_ m: CGAffineTransform) -> CATransform3D {
  CATransform3D(m.model)
}
/// Does what Core Animation's `CATransform3DGetAffineTransform(_:)` does.
nonisolated public func CATransform3DGetAffineTransform(_ t: CATransform3D) -> CGAffineTransform {
  CGAffineTransform(a: t.m11, b: t.m12, c: t.m21, d: t.m22, tx: t.m41, ty: t.m42)
}

/// How firmly a constraint holds, above 0 and up to 1000, which is required.
nonisolated public struct UILayoutPriority: RawRepresentable, Hashable, Sendable, Comparable {
  public var rawValue: Float
  /// Makes one as UIKit does.
  public init(_ rawValue: Float) { self.rawValue = rawValue }
  public init(rawValue: Float) { self.rawValue = rawValue }
  /// UIKit's `UILayoutPriority.required`.
  public static let required = UILayoutPriority(1000)
  /// UIKit's `UILayoutPriority.defaultHigh`.
  public static let defaultHigh = UILayoutPriority(750)
  /// UIKit's `UILayoutPriority.dragThatCanResizeScene`.
  public static let dragThatCanResizeScene = UILayoutPriority(510)
  /// UIKit's `UILayoutPriority.sceneSizeStayPut`.
  public static let sceneSizeStayPut = UILayoutPriority(500)
  /// UIKit's `UILayoutPriority.dragThatCannotResizeScene`.
  public static let dragThatCannotResizeScene = UILayoutPriority(490)
  /// UIKit's `UILayoutPriority.defaultLow`.
  public static let defaultLow = UILayoutPriority(250)
  /// UIKit's `UILayoutPriority.fittingSizeLevel`.
  public static let fittingSizeLevel = UILayoutPriority(50)
  public static func < (a: UILayoutPriority, b: UILayoutPriority) -> Bool { a.rawValue < b.rawValue }
  public static func + (a: UILayoutPriority, b: Float) -> UILayoutPriority { UILayoutPriority(a.rawValue + b) }
  public static func - (a: UILayoutPriority, b: Float) -> UILayoutPriority { UILayoutPriority(a.rawValue - b) }
}

// Printed as on Apple's systems.
nonisolated extension CGRect: @retroactive CustomDebugStringConvertible {
  public var debugDescription: String { "(\(origin.x), \(origin.y), \(size.width), \(size.height))" }
}
nonisolated extension CGPoint: @retroactive CustomDebugStringConvertible {
  public var debugDescription: String { "(\(x), \(y))" }
}
nonisolated extension CGSize: @retroactive CustomDebugStringConvertible {
  public var debugDescription: String { "(\(width), \(height))" }
}
