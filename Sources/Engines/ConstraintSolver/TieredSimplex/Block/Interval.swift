/// An open interval of the constant of a sweep, in points, in which all rows stay on their sides.
struct Interval: BitwiseCopyable {
  var lower = -Double.infinity
  var upper = Double.infinity

  @inline(__always)
  func contains(_ constant: Double) -> Bool { constant > lower && constant < upper }

  mutating func formIntersection(_ other: Interval) {
    lower = max(lower, other.lower)
    upper = min(upper, other.upper)
  }

  /// Shrinks the interval to where a residual certainly does not reach zero. The residual moves at `rate` per point;
  /// the constant is at `here`.
  mutating func limit(_ residual: Double, rate: Approximation, at here: Double) {
    let doubt = rate.low.magnitude + rate.margin
    let fastest = rate.value.magnitude + doubt
    if fastest == 0 { return }
    let reach = max(0, residual.magnitude - Tolerance.residual) / fastest
    if rate.value.magnitude <= doubt || (rate.value > 0) == (residual < 0) { upper = min(upper, here + reach) }
    if rate.value.magnitude <= doubt || (rate.value > 0) == (residual > 0) { lower = max(lower, here - reach) }
  }
}
