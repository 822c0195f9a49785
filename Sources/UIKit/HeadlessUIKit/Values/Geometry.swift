import Foundation
import SceneModel

/// Distances inward from the four edges, in points; left and right never flip.
nonisolated public struct UIEdgeInsets: Hashable, Sendable {
  /// The distance from each edge.
  public var top, left, bottom, right: CGFloat
  /// Makes distances of 0.
  public init() { (top, left, bottom, right) = (0, 0, 0, 0) }
  /// Makes distances from the four edges.
  public init(top: CGFloat, left: CGFloat, bottom: CGFloat, right: CGFloat) {
    (self.top, self.left, self.bottom, self.right) = (top, left, bottom, right)
  }
  /// Distances of 0.
  public static let zero = UIEdgeInsets()

  init(_ insets: Insets) {
    self.init(top: insets.top, left: insets.left, bottom: insets.bottom, right: insets.right)
  }
  var model: Insets { Insets(top: Double(top), left: Double(left), bottom: Double(bottom), right: Double(right)) }
}

/// Distances inward from the four edges, in points, with sides that follow the layout direction.
nonisolated public struct NSDirectionalEdgeInsets: Hashable, Sendable {
  /// The distance from each edge.
  public var top, leading, bottom, trailing: CGFloat
  /// Makes distances of 0.
  public init() { (top, leading, bottom, trailing) = (0, 0, 0, 0) }
  /// Makes distances from the four edges.
  public init(top: CGFloat, leading: CGFloat, bottom: CGFloat, trailing: CGFloat) {
    (self.top, self.leading, self.bottom, self.trailing) = (top, leading, bottom, trailing)
  }
  /// Distances of 0.
  public static let zero = NSDirectionalEdgeInsets()

  var model: DirectionalInsets {
    DirectionalInsets(top: Double(top), leading: Double(leading), bottom: Double(bottom), trailing: Double(trailing))
  }
}

/// A time in seconds.
public typealias CFTimeInterval = Double

/// A distance in two directions, in points.
nonisolated public struct UIOffset: Hashable, Sendable {
  /// The distances to the right and downward.
  public var horizontal, vertical: CGFloat
  /// Makes a distance.
  public init(horizontal: CGFloat = 0, vertical: CGFloat = 0) {
    (self.horizontal, self.vertical) = (horizontal, vertical)
  }
  /// No distance.
  public static let zero = UIOffset()
}

/// A set of edges of a rectangle.
nonisolated public struct UIRectEdge: OptionSet, Sendable {
  public var rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// The top edge.
  public static let top = UIRectEdge(rawValue: 1)
  /// The left edge.
  public static let left = UIRectEdge(rawValue: 2)
  /// The bottom edge.
  public static let bottom = UIRectEdge(rawValue: 4)
  /// The right edge.
  public static let right = UIRectEdge(rawValue: 8)
  /// All four edges.
  public static let all: UIRectEdge = [.top, .left, .bottom, .right]
}

/// A set of corners of a rectangle.
nonisolated public struct UIRectCorner: OptionSet, Sendable {
  public var rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// The corner at the top left.
  public static let topLeft = UIRectCorner(rawValue: 1)
  /// The corner at the top right.
  public static let topRight = UIRectCorner(rawValue: 2)
  /// The corner at the bottom left.
  public static let bottomLeft = UIRectCorner(rawValue: 4)
  /// The corner at the bottom right.
  public static let bottomRight = UIRectCorner(rawValue: 8)
  /// All four corners.
  public static let allCorners = UIRectCorner(rawValue: .max)
}

nonisolated extension CGRect {
  package init(_ rect: Rect) { self.init(x: rect.x, y: rect.y, width: rect.width, height: rect.height) }
  var model: Rect {
    Rect(x: Double(origin.x), y: Double(origin.y), width: Double(size.width), height: Double(size.height))
  }

  /// The rectangle without the rounding errors of the kernel's grid of 2⁻²⁰ points. A number that differs from a multiple of a sixth
  /// by less than 2e-6 becomes that multiple.
  var withoutNoise: CGRect {
    func clean(_ value: CGFloat) -> CGFloat {
      let sixth = (value * 6).rounded() / 6
      return (value - sixth).magnitude < 2e-6 ? sixth : value
    }
    let (left, top) = (clean(minX), clean(minY))
    return CGRect(x: left, y: top, width: clean(width), height: clean(height))
  }

  /// Returns the rectangle made smaller by distances from its edges.
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

  /// Makes the smallest rectangle around points.
  init(around points: [CGPoint]) {
    let (xs, ys) = (points.map(\.x), points.map(\.y))
    let (left, top) = (xs.min() ?? 0, ys.min() ?? 0)
    self.init(x: left, y: top, width: (xs.max() ?? 0) - left, height: (ys.max() ?? 0) - top)
  }
}

nonisolated extension CGPoint {
  package init(_ point: Point) { self.init(x: point.x, y: point.y) }
  var model: Point { Point(x: Double(x), y: Double(y)) }

  /// Returns the point moved by a transform.
  public func applying(_ t: CGAffineTransform) -> CGPoint {
    CGPoint(x: t.a * x + t.c * y + t.tx, y: t.b * x + t.d * y + t.ty)
  }
}

nonisolated extension CGSize {
  package init(_ size: Size) { self.init(width: size.width, height: size.height) }
  var model: Size { Size(width: Double(width), height: Double(height)) }

  /// Returns the size under a transform; its translation does not count.
  public func applying(_ t: CGAffineTransform) -> CGSize {
    CGSize(width: t.a * width + t.c * height, height: t.b * width + t.d * height)
  }
}

/// A vector in points.
nonisolated public struct CGVector: Hashable, Sendable {
  /// The parts of the vector.
  public var dx, dy: CGFloat
  /// Makes a vector.
  public init(dx: CGFloat = 0, dy: CGFloat = 0) { (self.dx, self.dy) = (dx, dy) }
  /// No distance.
  public static let zero = CGVector()
}

/// An affine transform of the plane: it moves a point to `(a x + c y + tx, b x + d y + ty)`.
nonisolated public struct CGAffineTransform: Hashable, Sendable {
  /// The entries of the matrix.
  public var a, b, c, d, tx, ty: CGFloat

  /// Makes a transform of its entries.
  public init(a: CGFloat, b: CGFloat, c: CGFloat, d: CGFloat, tx: CGFloat, ty: CGFloat) {
    (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
  }
  /// Makes a transform of its entries.
  public init(_ a: CGFloat, _ b: CGFloat, _ c: CGFloat, _ d: CGFloat, _ tx: CGFloat, _ ty: CGFloat) {
    self.init(a: a, b: b, c: c, d: d, tx: tx, ty: ty)
  }
  /// Makes the transform that changes nothing.
  public init() { self.init(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0) }
  /// Makes a translation by points.
  public init(translationX tx: CGFloat, y ty: CGFloat) { self.init(a: 1, b: 0, c: 0, d: 1, tx: tx, ty: ty) }
  /// Makes a scaling about the origin.
  public init(scaleX sx: CGFloat, y sy: CGFloat) { self.init(a: sx, b: 0, c: 0, d: sy, tx: 0, ty: 0) }
  /// Makes a rotation about the origin by radians, clockwise on a screen.
  public init(rotationAngle angle: CGFloat) {
    let (s, c) = (sin(angle), cos(angle))
    self.init(a: c, b: s, c: -s, d: c, tx: 0, ty: 0)
  }

  /// The transform that changes nothing.
  public static let identity = CGAffineTransform()
  /// Whether the transform changes nothing.
  public var isIdentity: Bool { self == .identity }

  /// Returns the transform that does this one first and another one after it.
  public func concatenating(_ t: CGAffineTransform) -> CGAffineTransform {
    CGAffineTransform(
      a: a * t.a + b * t.c, b: a * t.b + b * t.d, c: c * t.a + d * t.c, d: c * t.b + d * t.d,
      tx: tx * t.a + ty * t.c + t.tx, ty: tx * t.b + ty * t.d + t.ty)
  }
  /// Returns the transform that translates first and does this one after it.
  public func translatedBy(x: CGFloat, y: CGFloat) -> CGAffineTransform {
    CGAffineTransform(translationX: x, y: y).concatenating(self)
  }
  /// Returns the transform that scales first and does this one after it.
  public func scaledBy(x: CGFloat, y: CGFloat) -> CGAffineTransform {
    CGAffineTransform(scaleX: x, y: y).concatenating(self)
  }
  /// Returns the transform that rotates first, by radians, and does this one after it.
  public func rotated(by angle: CGFloat) -> CGAffineTransform {
    CGAffineTransform(rotationAngle: angle).concatenating(self)
  }
  /// Returns the inverse transform; the transform itself if it has no inverse.
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
  /// The entries of the matrix, row by row.
  public var m11, m12, m13, m14, m21, m22, m23, m24, m31, m32, m33, m34, m41, m42, m43, m44: CGFloat

  /// Makes the transform that changes nothing.
  public init() { self.init(Transform3D.identity) }

  package init(_ t: Transform3D) {
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

/// The transform that changes nothing.
nonisolated public let CATransform3DIdentity = CATransform3D()
/// Returns whether a transform changes nothing.
nonisolated public func CATransform3DIsIdentity(_ t: CATransform3D) -> Bool { t == CATransform3DIdentity }
/// Returns whether two transforms have the same entries.
nonisolated public func CATransform3DEqualToTransform(_ a: CATransform3D, _ b: CATransform3D) -> Bool { a == b }
/// Returns the transform that does the first and then the second.
nonisolated public func CATransform3DConcat(_ a: CATransform3D, _ b: CATransform3D) -> CATransform3D { a.times(b) }
/// Returns a translation by points.
nonisolated public func CATransform3DMakeTranslation(_ x: CGFloat, _ y: CGFloat, _ z: CGFloat) -> CATransform3D {
  CATransform3D(.translation(x: Double(x), y: Double(y), z: Double(z)))
}
/// Returns a scaling about the origin.
nonisolated public func CATransform3DMakeScale(_ x: CGFloat, _ y: CGFloat, _ z: CGFloat) -> CATransform3D {
  CATransform3D(.scale(x: Double(x), y: Double(y), z: Double(z)))
}
/// Returns a rotation by radians about an axis; an axis without a length rotates nothing.
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
/// Returns the transform that translates first and does the given one after it.
nonisolated public func CATransform3DTranslate(_ t: CATransform3D, _ x: CGFloat, _ y: CGFloat, _ z: CGFloat)
  -> CATransform3D
{
  CATransform3DMakeTranslation(x, y, z).times(t)
}
/// Returns the transform that scales first and does the given one after it.
nonisolated public func CATransform3DScale(_ t: CATransform3D, _ x: CGFloat, _ y: CGFloat, _ z: CGFloat)
  -> CATransform3D
{
  CATransform3DMakeScale(x, y, z).times(t)
}
/// Returns the transform that rotates first and does the given one after it.
nonisolated public func CATransform3DRotate(
  _ t: CATransform3D, _ angle: CGFloat, _ x: CGFloat, _ y: CGFloat, _ z: CGFloat
) -> CATransform3D {
  CATransform3DMakeRotation(angle, x, y, z).times(t)
}
/// Returns an affine transform in three dimensions.
nonisolated public func CATransform3DMakeAffineTransform(_ m: CGAffineTransform) -> CATransform3D {
  CATransform3D(m.model)
}
/// Returns the affine part of a transform; the rest is left out.
nonisolated public func CATransform3DGetAffineTransform(_ t: CATransform3D) -> CGAffineTransform {
  CGAffineTransform(a: t.m11, b: t.m12, c: t.m21, d: t.m22, tx: t.m41, ty: t.m42)
}

/// The priority of a constraint: a number above 0, up to 1000. A constraint of priority 1000 is required.
nonisolated public struct UILayoutPriority: RawRepresentable, Hashable, Sendable, Comparable {
  public var rawValue: Float
  /// Makes a priority. Layout uses priorities above 0, up to 1000.
  public init(_ rawValue: Float) { self.rawValue = rawValue }
  public init(rawValue: Float) { self.rawValue = rawValue }
  /// The priority of constraints that have to hold.
  public static let required = UILayoutPriority(1000)
  /// The default priority at which a view resists being made smaller than its content.
  public static let defaultHigh = UILayoutPriority(750)
  /// The priority of a drag that may resize a window on a Mac.
  public static let dragThatCanResizeScene = UILayoutPriority(510)
  /// The priority at which a window on a Mac keeps its size.
  public static let sceneSizeStayPut = UILayoutPriority(500)
  /// The priority of a drag that may not resize a window on a Mac.
  public static let dragThatCannotResizeScene = UILayoutPriority(490)
  /// The default priority at which a view resists being made larger than its content.
  public static let defaultLow = UILayoutPriority(250)
  /// The priority of the target size of `systemLayoutSizeFitting(_:)`.
  public static let fittingSizeLevel = UILayoutPriority(50)
  public static func < (a: UILayoutPriority, b: UILayoutPriority) -> Bool { a.rawValue < b.rawValue }
  // Many libraries define these operators, too; theirs take precedence.
  @_disfavoredOverload public static func + (a: UILayoutPriority, b: Float) -> UILayoutPriority {
    UILayoutPriority(a.rawValue + b)
  }
  @_disfavoredOverload public static func - (a: UILayoutPriority, b: Float) -> UILayoutPriority {
    UILayoutPriority(a.rawValue - b)
  }
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
