import Foundation
import SceneModel

/// A path as in Core Graphics: shapes have one, and animations move along one.
nonisolated public class CGPath: Hashable, @unchecked Sendable {
  fileprivate(set) var path: VectorPath
  init(_ path: VectorPath = VectorPath()) { self.path = path }
  /// Makes a path of a rectangle; the transform is not read.
  public convenience init(rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
    self.init(UIBezierPath(rect: rect).path)
  }
  /// Makes a path of an ellipse; the transform is not read.
  public convenience init(ellipseIn rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
    self.init(UIBezierPath(ovalIn: rect).path)
  }
  /// Makes a path of a rectangle with round corners; the corners' height and the transform are not read.
  public convenience init(
    roundedRect rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat, transform: UnsafePointer<CGAffineTransform>?
  ) { self.init(UIBezierPath(roundedRect: rect, cornerRadius: cornerWidth).path) }
  /// Whether the path has no parts.
  public var isEmpty: Bool { path.elements.isEmpty }
  /// The smallest rectangle around the points of the path, including the control points of curves.
  public var boundingBox: CGRect { box(path) }
  public static func == (a: CGPath, b: CGPath) -> Bool { a.path == b.path }
  public func hash(into hasher: inout Hasher) { hasher.combine(path) }
}

/// A path that can be changed.
nonisolated public final class CGMutablePath: CGPath, @unchecked Sendable {
  /// Makes an empty path.
  public init() { super.init(VectorPath()) }
  /// Begins a part at a point.
  public func move(to point: CGPoint) { path.elements.append(.move(point.model)) }
  /// Adds a line to a point.
  public func addLine(to point: CGPoint) { path.elements.append(.line(point.model)) }
  /// Adds a quadratic curve to a point.
  public func addQuadCurve(to end: CGPoint, control: CGPoint) {
    path.elements.append(.quadratic(control: control.model, end: end.model))
  }
  /// Adds a cubic curve to a point.
  public func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint) {
    path.elements.append(.cubic(control1: control1.model, control2: control2.model, end: end.model))
  }
  /// Adds a rectangle as a separate subpath.
  public func addRect(_ rect: CGRect) { path.elements += UIBezierPath(rect: rect).path.elements }
  /// Adds an ellipse as a separate subpath.
  public func addEllipse(in rect: CGRect) { path.elements += UIBezierPath(ovalIn: rect).path.elements }
  /// Adds the parts of another path.
  public func addPath(_ other: CGPath) { path.elements += other.path.elements }
  /// Adds a circular arc as a separate subpath; the angles are in radians.
  public func addArc(center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool) {
    path.elements +=
      UIBezierPath(
        arcCenter: center, radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: !clockwise
      ).path.elements
  }
  /// Closes the last subpath with a line to its start.
  public func closeSubpath() { path.elements.append(.close) }
}

nonisolated private func box(_ path: VectorPath) -> CGRect {
  let points = path.points
  guard let first = points.first else { return .zero }
  var (left, top, right, bottom) = (first.x, first.y, first.x, first.y)
  for point in points {
    (left, right) = (min(left, point.x), max(right, point.x))
    (top, bottom) = (min(top, point.y), max(bottom, point.y))
  }
  return CGRect(x: left, y: top, width: right - left, height: bottom - top)
}

/// A path of lines and curves, with its bounds and its points.
nonisolated public class UIBezierPath: @unchecked Sendable {
  fileprivate(set) var path = VectorPath()
  public var lineWidth: CGFloat = 1  // inert
  public var lineCapStyle = CGLineCap.butt  // inert
  public var lineJoinStyle = CGLineJoin.miter  // inert
  public var miterLimit: CGFloat = 10  // inert
  public var flatness: CGFloat = 0.6  // inert
  public var usesEvenOddFillRule = false  // inert

  /// Makes an empty path.
  public init() {}
  /// Makes a path of a rectangle.
  public init(rect: CGRect) {
    move(to: CGPoint(x: rect.minX, y: rect.minY))
    addLine(to: CGPoint(x: rect.maxX, y: rect.minY))
    addLine(to: CGPoint(x: rect.maxX, y: rect.maxY))
    addLine(to: CGPoint(x: rect.minX, y: rect.maxY))
    close()
  }
  /// Makes a path of an ellipse of four curves.
  public init(ovalIn rect: CGRect) {
    let (x, y, a, b) = (rect.midX, rect.midY, rect.width / 2, rect.height / 2)
    let k: CGFloat = 0.5522847498
    move(to: CGPoint(x: x + a, y: y))
    addCurve(
      to: CGPoint(x: x, y: y + b), controlPoint1: CGPoint(x: x + a, y: y + k * b),
      controlPoint2: CGPoint(x: x + k * a, y: y + b))
    addCurve(
      to: CGPoint(x: x - a, y: y), controlPoint1: CGPoint(x: x - k * a, y: y + b),
      controlPoint2: CGPoint(x: x - a, y: y + k * b))
    addCurve(
      to: CGPoint(x: x, y: y - b), controlPoint1: CGPoint(x: x - a, y: y - k * b),
      controlPoint2: CGPoint(x: x - k * a, y: y - b))
    addCurve(
      to: CGPoint(x: x + a, y: y), controlPoint1: CGPoint(x: x + k * a, y: y - b),
      controlPoint2: CGPoint(x: x + a, y: y - k * b))
    close()
  }
  /// Makes a path of a rectangle with round corners.
  public convenience init(roundedRect rect: CGRect, cornerRadius: CGFloat) {
    self.init(
      roundedRect: rect, byRoundingCorners: .allCorners, cornerRadii: CGSize(width: cornerRadius, height: cornerRadius))
  }
  /// Makes a path of a rectangle of which some corners are round.
  public init(roundedRect rect: CGRect, byRoundingCorners corners: UIRectCorner, cornerRadii radii: CGSize) {
    let (w, h) = (min(radii.width, rect.width / 2), min(radii.height, rect.height / 2))
    func corner(_ c: UIRectCorner) -> (CGFloat, CGFloat) { corners.contains(c) ? (w, h) : (0, 0) }
    let (tl, tr, bl, br) = (corner(.topLeft), corner(.topRight), corner(.bottomLeft), corner(.bottomRight))
    move(to: CGPoint(x: rect.minX + tl.0, y: rect.minY))
    addLine(to: CGPoint(x: rect.maxX - tr.0, y: rect.minY))
    addQuadCurve(to: CGPoint(x: rect.maxX, y: rect.minY + tr.1), controlPoint: CGPoint(x: rect.maxX, y: rect.minY))
    addLine(to: CGPoint(x: rect.maxX, y: rect.maxY - br.1))
    addQuadCurve(to: CGPoint(x: rect.maxX - br.0, y: rect.maxY), controlPoint: CGPoint(x: rect.maxX, y: rect.maxY))
    addLine(to: CGPoint(x: rect.minX + bl.0, y: rect.maxY))
    addQuadCurve(to: CGPoint(x: rect.minX, y: rect.maxY - bl.1), controlPoint: CGPoint(x: rect.minX, y: rect.maxY))
    addLine(to: CGPoint(x: rect.minX, y: rect.minY + tl.1))
    addQuadCurve(to: CGPoint(x: rect.minX + tl.0, y: rect.minY), controlPoint: CGPoint(x: rect.minX, y: rect.minY))
    close()
  }
  /// Makes a path of a part of a circle; the angles are in radians.
  public init(arcCenter center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool) {
    addArc(withCenter: center, radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: clockwise)
  }
  /// Makes a path of another's parts.
  public init(cgPath: CGPath) { path = cgPath.path }

  /// The path as a `CGPath`.
  public var cgPath: CGPath {
    get { CGPath(path) }
    set { path = newValue.path }
  }
  /// Whether the path has no parts.
  public var isEmpty: Bool { path.elements.isEmpty }
  /// The smallest rectangle around the points of the path, including the control points of curves.
  public var bounds: CGRect { box(path) }
  /// The point at which the next line begins; zero in an empty path.
  public var currentPoint: CGPoint { path.points.last.map { CGPoint($0) } ?? .zero }
  /// Begins a part at a point.
  public func move(to point: CGPoint) { path.elements.append(.move(point.model)) }
  /// Adds a line to a point.
  public func addLine(to point: CGPoint) { path.elements.append(.line(point.model)) }
  /// Adds a quadratic curve to a point.
  public func addQuadCurve(to end: CGPoint, controlPoint: CGPoint) {
    path.elements.append(.quadratic(control: controlPoint.model, end: end.model))
  }
  /// Adds a cubic curve to a point.
  public func addCurve(to end: CGPoint, controlPoint1: CGPoint, controlPoint2: CGPoint) {
    path.elements.append(.cubic(control1: controlPoint1.model, control2: controlPoint2.model, end: end.model))
  }
  /// Adds a circular arc, and a line to its start if the path is not empty; the angles are in radians.
  public func addArc(
    withCenter center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool
  ) {
    var sweep = endAngle - startAngle
    if clockwise, sweep < 0 { sweep += 2 * .pi * ceil(-sweep / (2 * .pi)) }
    if !clockwise, sweep > 0 { sweep -= 2 * .pi * ceil(sweep / (2 * .pi)) }
    let parts = max(1, Int(ceil(abs(sweep) / (.pi / 2))))
    let step = sweep / CGFloat(parts)
    let k = 4.0 / 3 * tan(step / 4)
    func at(_ angle: CGFloat) -> CGPoint {
      CGPoint(x: center.x + radius * cos(angle), y: center.y + radius * sin(angle))
    }
    if isEmpty { move(to: at(startAngle)) } else { addLine(to: at(startAngle)) }
    for part in 0..<parts {
      let (a, b) = (startAngle + CGFloat(part) * step, startAngle + CGFloat(part + 1) * step)
      let (p, q) = (at(a), at(b))
      addCurve(
        to: q, controlPoint1: CGPoint(x: p.x - k * radius * sin(a), y: p.y + k * radius * cos(a)),
        controlPoint2: CGPoint(x: q.x + k * radius * sin(b), y: q.y - k * radius * cos(b)))
    }
  }
  /// Adds the parts of another path.
  public func append(_ other: UIBezierPath) { path.elements += other.path.elements }
  /// Closes the last subpath with a line to its start.
  public func close() { path.elements.append(.close) }
  /// Removes all parts.
  public func removeAllPoints() { path = VectorPath() }
  /// Returns the path itself: it is not turned around here.
  public func reversing() -> UIBezierPath { self }
  /// Returns whether a point lies in the path's bounds; the path itself is not looked at.
  public func contains(_ point: CGPoint) -> Bool { bounds.contains(point) }
  /// Moves all points by a transform.
  public func apply(_ transform: CGAffineTransform) {
    func moved(_ point: Point) -> Point { CGPoint(point).applying(transform).model }
    path.elements = path.elements.map { element in
      switch element {
      case .move(let p): .move(moved(p))
      case .line(let p): .line(moved(p))
      case .quadratic(let c, let e): .quadratic(control: moved(c), end: moved(e))
      case .cubic(let c, let d, let e): .cubic(control1: moved(c), control2: moved(d), end: moved(e))
      case .close: .close
      }
    }
  }
  public func setLineDash(_ pattern: UnsafePointer<CGFloat>?, count: Int, phase: CGFloat) {}  // inert
  public func fill() {}  // inert
  public func stroke() {}  // inert
  public func addClip() {}  // inert
}
/// The ends of a line.
nonisolated public enum CGLineCap: Int32, Sendable { case butt, round, square }
/// The corners of a line.
nonisolated public enum CGLineJoin: Int32, Sendable { case miter, round, bevel }
