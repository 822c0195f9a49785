import SceneModel

/// A timing function with coefficients computed in advance, so that it can be evaluated quickly.
struct CubicBezier: BitwiseCopyable {
  private let ax, bx, cx, ay, by, cy: Double
  let isLinear: Bool

  static let linear = CubicBezier(.linear)

  init(_ curve: TimingFunction) {
    cx = 3 * curve.x1
    bx = 3 * (curve.x2 - curve.x1) - cx
    ax = 1 - cx - bx
    cy = 3 * curve.y1
    by = 3 * (curve.y2 - curve.y1) - cy
    ay = 1 - cy - by
    isLinear = curve.x1 == curve.y1 && curve.x2 == curve.y2
  }

  /// Returns y at the given x, which is clamped to [0, 1], as in Core Animation.
  @inline(__always)
  func value(at x: Double) -> Double {
    if x <= 0 { return 0 }
    if x >= 1 { return 1 }
    if isLinear { return x }
    let s = parameter(at: x)
    return ((ay * s + by) * s + cy) * s
  }

  /// Returns the parameter at which the curve has the given x, to well below 1e-12 in x. The method is Newton's inside a bracket, because x(s) is
  /// monotone but may be flat.
  private func parameter(at x: Double) -> Double {
    var low = 0.0
    var high = 1.0
    var s = x
    for _ in 0..<64 {
      let error = ((ax * s + bx) * s + cx) * s - x
      if error.magnitude <= 1e-15 { break }
      if error < 0 { low = s } else { high = s }
      let slope = (3 * ax * s + 2 * bx) * s + cx
      let next = s - error / slope
      if next > low && next < high {
        if next == s { break }
        s = next
      } else {
        let middle = low + (high - low) / 2
        if middle == low || middle == high { break }
        s = middle
      }
    }
    return s
  }
}
