import BigInt

extension BigRational {
  /// The grid of reported values, in points.
  package static let grid = 0x1p-20

  /// The number as an engine reports it: the nearest multiple of 2⁻²⁰, ties to the even multiple, +0 for zero.
  ///
  /// From 2³³ on, doubles are coarser than that grid. There it is the nearest double, ties to even; larger numbers become the largest finite double
  /// with the same sign.
  package var onGrid: Double {
    let scaled = numerator << 20
    let multiple = BigRational.nearest(scaled, denominator)
    if multiple.isZero { return 0 }
    if multiple.magnitude.bitWidth <= 53 { return Double(Int(multiple)) * BigRational.grid }
    return nearestDouble
  }

  /// The nearest double, ties to even; for larger numbers, the largest finite double with the same sign.
  package var nearestDouble: Double {
    let n = numerator.magnitude
    let d = denominator.magnitude
    if n.isZero { return 0 }
    // A quotient of 55 or 56 bits, the last of them sticky, rounds correctly by the conversion from UInt64.
    let shift = 55 - (n.bitWidth - d.bitWidth)
    let (quotient, remainder) = (shift >= 0 ? n << shift : n).quotientAndRemainder(
      dividingBy: shift >= 0 ? d : d << -shift)
    let sticky = UInt64(quotient) | (remainder.isZero ? 0 : 1)
    // Two steps: one scale by 2^-shift may leave the range of exponents although the product does not.
    let half = -shift / 2
    let value =
      Double(sticky) * Double(sign: .plus, exponent: half, significand: 1)
      * Double(sign: .plus, exponent: -shift - half, significand: 1)
    let bounded = min(value, Double.greatestFiniteMagnitude)
    return signum < 0 ? -bounded : bounded
  }

  /// Returns `n / d` rounded to the nearest integer, ties to even; `d` is positive.
  private static func nearest(_ n: BigInt, _ d: BigInt) -> BigInt {
    if d == 1 { return n }
    let (quotient, remainder) = n.magnitude.quotientAndRemainder(dividingBy: d.magnitude)
    let twice = remainder << 1
    let up = twice > d.magnitude || (twice == d.magnitude && quotient & 1 == 1)
    let rounded = BigInt(up ? quotient + 1 : quotient)
    return n.sign == .minus ? -rounded : rounded
  }
}
