/// A fraction of whole numbers that a double approximates: 1/3, 16/9, or 41/70.
///
/// Rows with the doubles themselves can contradict each other where people intend no conflict: three times the double next to 1/3 is less than 1,
/// so a length that is the sum of three thirds of itself could only be 0. Rows of whole numbers state the intended fraction.
struct SmallFraction: Equatable, BitwiseCopyable {
  /// The numerator: a whole number, with the fraction's sign.
  let numerator: Double
  /// The denominator: a whole number above 1.
  let denominator: Double

  /// The fraction with the smallest denominator that lies within one rounding of a double; `nil` where a double is exact, as halves
  /// and quarters are, and where there is no such fraction.
  init?(meantBy value: Double) {
    let magnitude = value.magnitude
    guard magnitude > 1 / Self.largest, magnitude < Self.largest else { return nil }
    // Doubles with few digits add up without rounding.
    let digits = magnitude * Self.exactDigits
    if digits == digits.rounded() { return nil }
    // A fraction this close is one of the continued fraction's convergents (Legendre), which grow at least like Fibonacci's numbers.
    var (older, newer) = ((top: 0.0, bottom: 1.0), (top: 1.0, bottom: 0.0))
    var rest = magnitude
    while rest.isFinite {
      let whole = rest.rounded(.down)
      (older, newer) = (newer, (whole * newer.top + older.top, whole * newer.bottom + older.bottom))
      guard newer.bottom <= Self.largest, newer.top <= Self.largest * Self.largest else { return nil }
      if (newer.top / newer.bottom - magnitude).magnitude <= magnitude.ulp {
        guard newer.bottom > 1 else { return nil }
        numerator = value < 0 ? -newer.top : newer.top
        denominator = newer.bottom
        return
      }
      rest = 1 / (rest - whole)
    }
    return nil
  }

  /// The largest denominator. A random double lies within one rounding of a fraction with such a denominator with a probability of 10⁻⁴.
  private static let largest = 0x1p20
  /// The denominator of doubles that are exact: a multiple of 1/4096 leaves 40 binary digits for sums and products.
  private static let exactDigits = 4096.0
}
