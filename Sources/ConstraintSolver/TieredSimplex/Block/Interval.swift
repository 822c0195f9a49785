/// The constants between which rows stay on their sides while one constant moves.
struct Interval: BitwiseCopyable {
  var lower = -Double.infinity
  var upper = Double.infinity

  @inline(__always)
  func contains(_ constant: Double) -> Bool { constant > lower && constant < upper }

  mutating func formIntersection(_ other: Interval) {
    lower = max(lower, other.lower)
    upper = min(upper, other.upper)
  }

  /// Ends where a residual that moves at this rate, with the constant at `here`, may come within the margin of zero.
  mutating func limit(_ residual: Double, rate: Approximation, at here: Double) {
    let doubt = rate.low.magnitude + rate.margin
    let fastest = rate.value.magnitude + doubt
    if fastest == 0 { return }
    let reach = max(0, residual.magnitude - Tolerance.residual) / fastest
    if rate.value.magnitude <= doubt || (rate.value > 0) == (residual < 0) { upper = min(upper, here + reach) }
    if rate.value.magnitude <= doubt || (rate.value > 0) == (residual > 0) { lower = max(lower, here - reach) }
  }
}
