/// A variable's exact value as a linear function of the sweep's constant, through two exact values. Equal shares of a width that moves in steps of
/// 2⁻²⁰ often lie in the middle between two multiples, where two doubles do not decide how to round. Two exact values determine all others.
struct ExactLine {
  /// A constant, in points, and the exact value there.
  private(set) var constant: Double
  private(set) var value: Rational
  /// The change of the value per point of the constant. Nil while only one value is known.
  private var rise: Rational?

  init(constant: Double, value: Rational) { (self.constant, self.value) = (constant, value) }

  /// Adds the value at another constant.
  mutating func pass(through other: Rational, at constant: Double) {
    guard rise == nil, constant != self.constant else { return }
    rise = (other - value) / (Rational(constant) - Rational(self.constant))
  }

  /// The value at a constant. Nil while only one value is known.
  func value(at constant: Double) -> Rational? {
    rise.map { value + $0 * (Rational(constant) - Rational(self.constant)) }
  }
}
