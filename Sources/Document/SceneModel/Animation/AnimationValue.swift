/// A value that a layer property can have, and that an animation can move.
public enum AnimationValue: Hashable, Sendable {
  /// A number.
  case number(Double)
  /// A whole number: interpolated, then rounded half away from zero.
  case integer(Double)
  /// A truth value. It is not interpolated.
  case boolean(Bool)
  /// A point, in points.
  case point(Point)
  /// A size, in points.
  case size(Size)
  /// A rectangle, in points.
  case rect(Rect)
  /// A fixed count of numbers, such as a gradient's locations or the three factors of a scaling value function.
  case numbers([Double])
  /// A colour, or none.
  case color(Color?)
  /// A transform. Its scale, rotation and translation are interpolated separately.
  indirect case transform(Transform3D)
  /// A path, interpolated point by point where the shapes are the same.
  case path(VectorPath)
  /// An image by its number, 0 for none. Two images cross-fade.
  case contents(UInt32)
  /// A value that cannot be interpolated and only jumps, such as a string or an enumeration's case. The document chooses the number that names it.
  case token(UInt32)

  /// The kinds of value. Raw values are those of the compact form.
  public enum Kind: UInt8, Hashable, Sendable, CaseIterable, BitwiseCopyable {
    /// One kind for each case of the value.
    case number = 0, integer, boolean, point, size, rect, numbers, color, transform, path, contents, token
  }

  /// The kind of the value.
  public var kind: Kind {
    switch self {
    case .number: .number
    case .integer: .integer
    case .boolean: .boolean
    case .point: .point
    case .size: .size
    case .rect: .rect
    case .numbers: .numbers
    case .color: .color
    case .transform: .transform
    case .path: .path
    case .contents: .contents
    case .token: .token
    }
  }

  /// The numbers that a sampler reports for the value at rest.
  ///
  /// A colour has five: red, green, blue, alpha, and 1; or five zeros for none. Contents have three: from, to, and the fraction shown of
  /// `to`. A path has its coordinates here; a sampler puts the number of its shape before them.
  public var lanes: [Double] {
    if case .numbers(let numbers) = self { return numbers }
    var lanes: [Double] = []
    lanes.reserveCapacity(laneCount)
    appendLanes(to: &lanes)
    return lanes
  }

  /// The number of `lanes`.
  public var laneCount: Int {
    switch self {
    case .number, .integer, .boolean, .token: 1
    case .point, .size: 2
    case .contents: 3
    case .rect: 4
    case .color: 5
    case .transform: 16
    case .numbers(let numbers): numbers.count
    case .path(let path): 2 * path.pointCount
    }
  }

  /// Appends the `lanes` to a list without allocating an array of their own.
  public func appendLanes(to list: inout [Double]) {
    switch self {
    case .number(let v), .integer(let v): list.append(v)
    case .boolean(let v): list.append(v ? 1 : 0)
    case .point(let p):
      list.append(p.x)
      list.append(p.y)
    case .size(let s):
      list.append(s.width)
      list.append(s.height)
    case .rect(let r):
      list.append(r.x)
      list.append(r.y)
      list.append(r.width)
      list.append(r.height)
    case .numbers(let v): list.append(contentsOf: v)
    case .color(let color):
      list.append(color?.red ?? 0)
      list.append(color?.green ?? 0)
      list.append(color?.blue ?? 0)
      list.append(color?.alpha ?? 0)
      list.append(color == nil ? 0 : 1)
    case .transform(let t): t.appendLanes(to: &list)
    case .path(let path):
      path.forEachPoint { point in
        list.append(point.x)
        list.append(point.y)
      }
    case .contents(let id):
      list.append(Double(id))
      list.append(Double(id))
      list.append(1)
    case .token(let id): list.append(Double(id))
    }
  }

  /// Whether every number in the value is finite.
  public var isFinite: Bool {
    switch self {
    case .number(let v), .integer(let v): v.isFinite
    case .boolean, .contents, .token: true
    case .point(let p): p.isFinite
    case .size(let s): s.width.isFinite && s.height.isFinite
    case .rect(let r): r.x.isFinite && r.y.isFinite && r.width.isFinite && r.height.isFinite
    case .numbers(let v): v.allSatisfy { $0.isFinite }
    case .color(let c):
      c.map { $0.red.isFinite && $0.green.isFinite && $0.blue.isFinite && $0.alpha.isFinite } ?? true
    case .transform(let t): t.isFinite
    case .path(let path): path.isFinite
    }
  }

  /// Makes the value of a kind from its lanes at rest; `nil` when their number is wrong. Contents in the middle of a fade become the image
  /// that fades in; paths have an initialiser of their own, because they need their shape.
  public init?(kind: Kind, lanes: [Double]) {
    func has(_ count: Int) -> Bool { lanes.count == count }
    func identifier(_ number: Double) -> UInt32? { UInt32(exactly: number) }
    switch kind {
    case .number where has(1): self = .number(lanes[0])
    case .integer where has(1): self = .integer(lanes[0])
    case .boolean where has(1): self = .boolean(lanes[0] != 0)
    case .point where has(2): self = .point(Point(x: lanes[0], y: lanes[1]))
    case .size where has(2): self = .size(Size(width: lanes[0], height: lanes[1]))
    case .rect where has(4): self = .rect(Rect(x: lanes[0], y: lanes[1], width: lanes[2], height: lanes[3]))
    case .numbers: self = .numbers(lanes)
    case .color where has(5):
      self = .color(
        lanes[4] == 0 ? nil : Color(red: lanes[0], green: lanes[1], blue: lanes[2], alpha: lanes[3]))
    case .transform where has(16): self = .transform(Transform3D(lanes: lanes))
    case .contents where has(3):
      guard let id = identifier(lanes[1]) else { return nil }
      self = .contents(id)
    case .token where has(1):
      guard let id = identifier(lanes[0]) else { return nil }
      self = .token(id)
    default: return nil
    }
  }
}

/// A colour in extended sRGB, with components as stored: gamma-encoded and not premultiplied.
///
/// Colours of other spaces are converted before they get here.
public struct Color: Hashable, Sendable {
  /// The components, in [0, 1] within sRGB and beyond for wider colours; an `alpha` of 1 is opaque.
  public var red, green, blue, alpha: Double

  /// Makes a colour from its components as stored.
  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }

  /// Makes a grey: 0 is black, 1 is white.
  public init(white: Double, alpha: Double = 1) { self.init(red: white, green: white, blue: white, alpha: alpha) }
}

/// A 4 × 4 matrix for row vectors, as Core Animation stores it: `m11 … m14` is the first row, the translation is in the last.
public struct Transform3D: Hashable, Sendable {
  /// The rows, from top to bottom.
  public var row1, row2, row3, row4: SIMD4<Double>

  /// Makes a matrix from its four rows.
  public init(_ row1: SIMD4<Double>, _ row2: SIMD4<Double>, _ row3: SIMD4<Double>, _ row4: SIMD4<Double>) {
    (self.row1, self.row2, self.row3, self.row4) = (row1, row2, row3, row4)
  }

  /// The transform that leaves everything where it is.
  public static let identity = Transform3D(
    SIMD4(1, 0, 0, 0), SIMD4(0, 1, 0, 0), SIMD4(0, 0, 1, 0), SIMD4(0, 0, 0, 1))

  /// Makes a `CGAffineTransform`.
  public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    self.init(SIMD4(a, b, 0, 0), SIMD4(c, d, 0, 0), SIMD4(0, 0, 1, 0), SIMD4(tx, ty, 0, 1))
  }

  /// Makes a translation, in points.
  public static func translation(x: Double = 0, y: Double = 0, z: Double = 0) -> Transform3D {
    var result = identity
    result.row4 = SIMD4(x, y, z, 1)
    return result
  }

  /// Makes a scaling, by factors.
  public static func scale(x: Double = 1, y: Double = 1, z: Double = 1) -> Transform3D {
    Transform3D(SIMD4(x, 0, 0, 0), SIMD4(0, y, 0, 0), SIMD4(0, 0, z, 0), SIMD4(0, 0, 0, 1))
  }

  /// Makes a matrix from `m11 … m44`, row by row.
  ///
  /// - Precondition: there are sixteen numbers.
  public init(lanes: [Double]) {
    precondition(lanes.count == 16, "a transform has 16 numbers")
    self.init(
      SIMD4(lanes[0], lanes[1], lanes[2], lanes[3]), SIMD4(lanes[4], lanes[5], lanes[6], lanes[7]),
      SIMD4(lanes[8], lanes[9], lanes[10], lanes[11]), SIMD4(lanes[12], lanes[13], lanes[14], lanes[15]))
  }

  /// The numbers `m11 … m44`, row by row.
  public var lanes: [Double] {
    var lanes: [Double] = []
    lanes.reserveCapacity(16)
    appendLanes(to: &lanes)
    return lanes
  }

  func appendLanes(to list: inout [Double]) {
    func append(_ row: SIMD4<Double>) {
      list.append(row.x)
      list.append(row.y)
      list.append(row.z)
      list.append(row.w)
    }
    append(row1)
    append(row2)
    append(row3)
    append(row4)
  }

  var isFinite: Bool {
    // A number that is not finite, less itself, is NaN and not zero.
    let rests = (row1 - row1) + (row2 - row2) + (row3 - row3) + (row4 - row4)
    return rests == .zero
  }

  /// Returns `CATransform3DConcat(a, b)`: first a, then b.
  public static func * (a: Transform3D, b: Transform3D) -> Transform3D {
    func row(_ r: SIMD4<Double>) -> SIMD4<Double> { r.x * b.row1 + r.y * b.row2 + r.z * b.row3 + r.w * b.row4 }
    return Transform3D(row(a.row1), row(a.row2), row(a.row3), row(a.row4))
  }

  /// Whether the transform is a `CGAffineTransform`: it stays in the plane and has no perspective.
  public var isAffine: Bool {
    row1.z == 0 && row1.w == 0 && row2.z == 0 && row2.w == 0 && row3 == SIMD4(0, 0, 1, 0) && row4.z == 0 && row4.w == 1
  }

  /// The inverse, by Gauss-Jordan elimination with partial pivoting; `nil` when a pivot is exactly zero.
  public var inverse: Transform3D? {
    // In inline arrays, because a sampler that decomposes matrices must not allocate.
    var left: InlineArray<4, SIMD4<Double>> = [row1, row2, row3, row4]
    let unit = Transform3D.identity
    var right: InlineArray<4, SIMD4<Double>> = [unit.row1, unit.row2, unit.row3, unit.row4]
    for column in 0..<4 {
      var pivot = column
      for candidate in column..<4 where left[candidate][column].magnitude > left[pivot][column].magnitude {
        pivot = candidate
      }
      guard left[pivot][column] != 0 else { return nil }
      left.swapAt(column, pivot)
      right.swapAt(column, pivot)
      let scale = left[column][column]
      left[column] /= scale
      right[column] /= scale
      for other in 0..<4 where other != column {
        let factor = left[other][column]
        left[other] -= factor * left[column]
        right[other] -= factor * right[column]
      }
    }
    return Transform3D(right[0], right[1], right[2], right[3])
  }
}

/// A path of lines and curves, as a `CGPath` holds it.
public struct VectorPath: Hashable, Sendable {
  /// One step of the pen.
  public enum Element: Hashable, Sendable {
    /// Lifts the pen and puts it down at a point.
    case move(Point)
    /// Draws a straight line to a point.
    case line(Point)
    /// Draws a quadratic Bézier curve.
    case quadratic(control: Point, end: Point)
    /// Draws a cubic Bézier curve.
    case cubic(control1: Point, control2: Point, end: Point)
    /// Draws a straight line back to where the pen was put down.
    case close
  }

  /// The kinds of element. Raw values are those of the compact form.
  public enum ElementKind: UInt8, Hashable, Sendable {
    /// One kind for each case of an element.
    case move = 0, line, quadratic, cubic, close

    /// The number of points that an element of this kind has, control points included.
    public var pointCount: Int {
      switch self {
      case .move, .line: 1
      case .quadratic: 2
      case .cubic: 3
      case .close: 0
      }
    }
  }

  /// The elements, in drawing order.
  public var elements: [Element]

  /// Makes a path of elements; without any it is empty.
  public init(_ elements: [Element] = []) { self.elements = elements }

  /// The kinds of the elements. Two paths of the same shape interpolate point by point.
  public var shape: [ElementKind] {
    elements.map {
      switch $0 {
      case .move: .move
      case .line: .line
      case .quadratic: .quadratic
      case .cubic: .cubic
      case .close: .close
      }
    }
  }

  /// All points in drawing order, control points included.
  public var points: [Point] {
    var points: [Point] = []
    forEachPoint { points.append($0) }
    return points
  }

  /// The number of `points`.
  public var pointCount: Int {
    var count = 0
    forEachPoint { _ in count += 1 }
    return count
  }

  var isFinite: Bool {
    var isFinite = true
    forEachPoint { isFinite = isFinite && $0.isFinite }
    return isFinite
  }

  func forEachPoint(_ body: (Point) -> Void) {
    for element in elements {
      switch element {
      case .move(let p), .line(let p): body(p)
      case .quadratic(let c, let p):
        body(c)
        body(p)
      case .cubic(let c1, let c2, let p):
        body(c1)
        body(c2)
        body(p)
      case .close: break
      }
    }
  }

  /// Makes a path of a shape with these points; `nil` when their number does not fit the shape.
  public init?(shape: [ElementKind], points: [Point]) {
    guard shape.reduce(0, { $0 + $1.pointCount }) == points.count else { return nil }
    var next = 0
    func take() -> Point {
      next += 1
      return points[next - 1]
    }
    elements = []
    elements.reserveCapacity(shape.count)
    for kind in shape {
      switch kind {
      case .move: elements.append(.move(take()))
      case .line: elements.append(.line(take()))
      case .quadratic:
        let control = take()
        elements.append(.quadratic(control: control, end: take()))
      case .cubic:
        let (first, second) = (take(), take())
        elements.append(.cubic(control1: first, control2: second, end: take()))
      case .close: elements.append(.close)
      }
    }
  }
}

extension Point {
  fileprivate var isFinite: Bool { x.isFinite && y.isFinite }
}
