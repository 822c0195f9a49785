import SceneModel

/// Cubic curves joined end to end in any number of dimensions, with their length measured so that they can be
/// followed at constant speed.
struct CurveTable {
  let dimensions: Int
  let segmentCount: Int
  /// For each segment, the coefficients of 1, s, s², s³, each a vector.
  private let coefficients: [Double]
  /// The stretches of the curve. Inside each, the speed is smooth enough for a single quadrature.
  private var stretches: [Stretch]
  private(set) var length: Double

  /// The permitted error of a stretch, relative to the whole length. For smooth curves the error is far smaller.
  private static let lengthError = 1e-13
  /// The largest number of bisections of a stretch. The length of a smaller stretch, at a cusp, does not matter.
  private static let greatestDepth = 20
  /// The largest number of stretches. Only hostile paths need more; their lengths are then less exact.
  private static let stretchLimit = 4096

  private struct Stretch {
    var segment: Int
    var start, end: Double
    /// The length of the curve up to `start`.
    var lengthBefore: Double
  }

  init(dimensions: Int, coefficients: [Double]) {
    self.dimensions = dimensions
    self.coefficients = coefficients
    segmentCount = coefficients.count / (4 * dimensions)
    stretches = []
    length = 0
    var list: [Stretch] = []
    var total = 0.0
    // A first estimate of the whole length determines the permitted error of a stretch.
    var rough = 0.0
    for segment in 0..<segmentCount { rough += lengthOfStretch(segment, 0, 1) }
    for segment in 0..<segmentCount {
      var pending = [(0.0, 1.0, 0)]
      while let (start, end, depth) = pending.popLast() {
        let middle = start + (end - start) / 2
        let whole = lengthOfStretch(segment, start, end)
        let halves = lengthOfStretch(segment, start, middle) + lengthOfStretch(segment, middle, end)
        let isSettled = !((whole - halves).magnitude > CurveTable.lengthError * rough)
        if isSettled || depth >= CurveTable.greatestDepth || list.count >= CurveTable.stretchLimit {
          list.append(Stretch(segment: segment, start: start, end: end, lengthBefore: total))
          total += halves
        } else {
          pending.append((middle, end, depth + 1))
          pending.append((start, middle, depth + 1))
        }
      }
    }
    stretches = list
    length = total
  }

  @inline(__always)
  private func coefficient(_ segment: Int, _ power: Int, _ dimension: Int) -> Double {
    coefficients[(segment * 4 + power) * dimensions + dimension]
  }

  func position(_ segment: Int, _ s: Double, into out: UnsafeMutablePointer<Double>) {
    for d in 0..<dimensions {
      out[d] =
        ((coefficient(segment, 3, d) * s + coefficient(segment, 2, d)) * s + coefficient(segment, 1, d)) * s
        + coefficient(segment, 0, d)
    }
  }

  private func speed(_ segment: Int, _ s: Double) -> Double {
    var sum = 0.0
    for d in 0..<dimensions {
      let v =
        (3 * coefficient(segment, 3, d) * s + 2 * coefficient(segment, 2, d)) * s + coefficient(segment, 1, d)
      sum += v * v
    }
    return sum.squareRoot()
  }

  private func lengthOfStretch(_ segment: Int, _ start: Double, _ end: Double) -> Double {
    let half = (end - start) / 2
    let middle = start + half
    var sum = 0.0
    for index in 0..<8 {
      let (node, weight) = CurveTable.quadrature[index]
      sum += weight * (speed(segment, middle - half * node) + speed(segment, middle + half * node))
    }
    return sum * half
  }

  /// Returns the segment and the parameter at a fraction of the whole length. Where two segments meet, it returns the end of the first, so that a
  /// layer on the path keeps its direction.
  func place(at fraction: Double) -> (segment: Int, parameter: Double) {
    guard length > 0, fraction > 0 else { return (0, 0) }
    guard fraction < 1 else { return (segmentCount - 1, 1) }
    let target = fraction * length
    var low = 0
    var high = stretches.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if stretches[middle].lengthBefore < target { low = middle } else { high = middle - 1 }
    }
    let stretch = stretches[low]
    let wanted = target - stretch.lengthBefore
    var (left, right) = (stretch.start, stretch.end)
    let whole = lengthOfStretch(stretch.segment, left, right)
    guard whole > 0 else { return (stretch.segment, left) }
    var s = left + (right - left) * min(wanted / whole, 1)
    for _ in 0..<60 {
      let error = lengthOfStretch(stretch.segment, stretch.start, s) - wanted
      if error.magnitude <= 1e-14 * length { break }
      if error < 0 { left = s } else { right = s }
      let next = s - error / speed(stretch.segment, s)
      if next > left && next < right {
        s = next
      } else {
        let middle = left + (right - left) / 2
        if middle == left || middle == right { break }
        s = middle
      }
    }
    return (stretch.segment, s)
  }

  /// Returns the direction of travel in the first two dimensions, not normalised. At a point where the curve stands still, it is the direction just
  /// before; nil if the curve never moves.
  func direction(_ segment: Int, _ s: Double) -> (x: Double, y: Double)? {
    func derivative(_ segment: Int, _ order: Int, _ s: Double) -> (x: Double, y: Double) {
      func of(_ d: Int) -> Double {
        let (c1, c2, c3) = (coefficient(segment, 1, d), coefficient(segment, 2, d), coefficient(segment, 3, d))
        switch order {
        case 1: return (3 * c3 * s + 2 * c2) * s + c1
        case 2: return 6 * c3 * s + 2 * c2
        default: return 6 * c3
        }
      }
      return (of(0), of(1))
    }
    func isZero(_ v: (x: Double, y: Double)) -> Bool { v.x == 0 && v.y == 0 }
    var (segment, s) = (segment, s)
    while true {
      let velocity = derivative(segment, 1, s)
      if !isZero(velocity) { return velocity }
      if s > 0 {
        // Just before a standstill the curve moves against its acceleration.
        let acceleration = derivative(segment, 2, s)
        if !isZero(acceleration) { return (-acceleration.x, -acceleration.y) }
        let jerk = derivative(segment, 3, s)
        if !isZero(jerk) { return jerk }
      }
      guard segment > 0 else { break }
      segment -= 1
      s = 1
    }
    // Nothing has moved yet: look where the first movement will go.
    for segment in 0..<segmentCount {
      for order in 1...3 {
        let v = derivative(segment, order, 0)
        if !isZero(v) { return v }
      }
    }
    return nil
  }

  /// Nodes and weights of the 16-point Gauss-Legendre rule (Abramowitz and Stegun, table 25.4), positive half.
  private static let quadrature: [(Double, Double)] = [
    (0.0950125098376374402, 0.1894506104550684963), (0.2816035507792589132, 0.1826034150449235889),
    (0.4580167776572273863, 0.1691565193950025382), (0.6178762444026437484, 0.1495959888165767321),
    (0.7554044083550030339, 0.1246289712555338721), (0.8656312023878317439, 0.0951585116824927848),
    (0.9445750230732325761, 0.0622535239386478929), (0.9894009349916499326, 0.0271524594117540949),
  ]
}

extension CurveTable {
  /// Makes the table of a path's drawn elements as cubic segments. A move after the first element is a jump without length; `close` is a line to the
  /// start. Nil if nothing is drawn.
  init?(_ path: VectorPath) {
    var coefficients: [Double] = []
    var start = Point.zero
    var current = Point.zero
    func add(_ c1: Point, _ c2: Point, _ c3: Point) {
      coefficients += [current.x, current.y, c1.x, c1.y, c2.x, c2.y, c3.x, c3.y]
    }
    func addLine(_ end: Point) {
      add(Point(x: end.x - current.x, y: end.y - current.y), .zero, .zero)
      current = end
    }
    for element in path.elements {
      switch element {
      case .move(let point): (start, current) = (point, point)
      case .line(let end): addLine(end)
      case .close: addLine(start)
      case .quadratic(let control, let end):
        add(
          Point(x: 2 * (control.x - current.x), y: 2 * (control.y - current.y)),
          Point(x: current.x - 2 * control.x + end.x, y: current.y - 2 * control.y + end.y), .zero)
        current = end
      case .cubic(let first, let second, let end):
        add(
          Point(x: 3 * (first.x - current.x), y: 3 * (first.y - current.y)),
          Point(x: 3 * (current.x - 2 * first.x + second.x), y: 3 * (current.y - 2 * first.y + second.y)),
          Point(x: end.x - current.x + 3 * (first.x - second.x), y: end.y - current.y + 3 * (first.y - second.y)))
        current = end
      }
    }
    guard !coefficients.isEmpty else { return nil }
    self.init(dimensions: 2, coefficients: coefficients)
  }
}
