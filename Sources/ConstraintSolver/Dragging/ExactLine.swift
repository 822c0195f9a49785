/// A straight line through exact values.
///
/// Equal shares of a width that moves in steps of 2^-20 lie in the middle between two multiples of it every few edits, where two
/// doubles do not tell how to round. Two exact values are enough to know all others.
struct ExactLine {
  /// A constant, and the value there.
  private(set) var constant: Double
  private(set) var value: Rational
  /// How fast the value rises with the constant; nil while one value only is known.
  private var rise: Rational?

  init(constant: Double, value: Rational) { (self.constant, self.value) = (constant, value) }

  /// Another value, or the same.
  mutating func pass(through other: Rational, at constant: Double) {
    guard rise == nil, constant != self.constant else { return }
    rise = (other - value) / (Rational(constant) - Rational(self.constant))
  }

  /// The value at a constant; nil while one value only is known.
  func value(at constant: Double) -> Rational? {
    rise.map { value + $0 * (Rational(constant) - Rational(self.constant)) }
  }
}
