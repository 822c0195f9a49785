/// An exact fraction: two machine words while they suffice, big integers beyond. Every finite `Double` is one, so the
/// exact path of the solver computes with the very numbers that were given.
struct Rational: Sendable {
  /// The fraction in lowest terms. `denominator` is positive, or 0 if the value is in `big`.
  private var numerator: Int64
  private var denominator: Int64
  private var big: BigFraction?

  private final class BigFraction: Sendable {
    let numerator: BigInt
    let denominator: BigInt

    init(_ numerator: BigInt, _ denominator: BigInt) {
      self.numerator = numerator
      self.denominator = denominator
    }
  }

  static let zero = Rational(0 as Int64)
  static let one = Rational(1 as Int64)

  init(_ value: Int64) {
    self.init(small: value, 1)
  }

  /// Makes the fraction of a double; nil if it is not finite.
  init?(exactly value: Double) {
    guard value.isFinite else { return nil }
    self.init(value)
  }

  /// Makes the fraction of a finite double.
  init(_ value: Double) {
    guard value != 0 else {
      self.init(0 as Int64)
      return
    }
    if let whole = Int64(exactly: value), whole > Int64.min {
      self.init(whole)
      return
    }
    // value = significand * 2^exponent with an odd whole significand.
    let trailing = (value.significandBitPattern | (value.isNormal ? 1 << 52 : 0)).trailingZeroBitCount
    let bits = (value.significandBitPattern | (value.isNormal ? 1 << 52 : 0)) >> UInt64(trailing)
    let exponent = (value.isNormal ? Int(value.exponentBitPattern) - 1075 : -1074) + trailing
    let significand = value < 0 ? -Int64(bits) : Int64(bits)
    if exponent < 0, exponent > -62 {
      self.init(small: significand, 1 << Int64(-exponent))
    } else if exponent < 0 {
      self.init(reduced: BigInt(significand), BigInt(1) << -exponent)
    } else {
      self.init(reduced: BigInt(significand) << exponent, 1)
    }
  }

  private init(small numerator: Int64, _ denominator: Int64) {
    self.numerator = numerator
    self.denominator = denominator
    big = nil
  }

  private init(big: BigFraction) {
    numerator = 0
    denominator = 0
    self.big = big
  }

  /// Makes a fraction that is in lowest terms already, with a positive denominator.
  private init(reduced numerator: BigInt, _ denominator: BigInt) {
    if let n = Int64(exactly: numerator), n > Int64.min, let d = Int64(exactly: denominator) {
      self.init(small: n, d)
    } else {
      self.init(big: BigFraction(numerator, denominator))
    }
  }

  private init(_ numerator: BigInt, _ denominator: BigInt) {
    if numerator.isZero {
      self.init(0 as Int64)
      return
    }
    let divisor = numerator.magnitude.greatestCommonDivisor(with: denominator.magnitude)
    let sign: BigInt = denominator.sign == .minus ? -1 : 1
    if divisor == 1 {
      self.init(reduced: numerator * sign, denominator * sign)
    } else {
      self.init(reduced: numerator * sign / BigInt(divisor), denominator * sign / BigInt(divisor))
    }
  }

  /// Reduces a fraction. `denominator` is positive; both fit in 127 bits.
  private init(wide numerator: Int128, _ denominator: Int128) {
    if numerator == 0 {
      self.init(0 as Int64)
      return
    }
    let divisor = Int128(BigUInt.commonDivisor(numerator.magnitude, denominator.magnitude))
    let n = numerator / divisor
    let d = denominator / divisor
    if let small = Int64(exactly: n), small > Int64.min, let smallDenominator = Int64(exactly: d) {
      self.init(small: small, smallDenominator)
    } else {
      self.init(reduced: BigInt(n), BigInt(d))
    }
  }

  private var bigNumerator: BigInt { big?.numerator ?? BigInt(numerator) }
  private var bigDenominator: BigInt { big?.denominator ?? BigInt(denominator) }

  /// The sign: -1, 0 or 1.
  var sign: Int {
    if let big { return big.numerator.sign == .minus ? -1 : 1 }
    return Int(numerator.signum())
  }

  var isZero: Bool { denominator == 1 && numerator == 0 }

  /// The remainders of numerator and denominator, in lowest terms, divided by a number. Neither is negative.
  func remainders(by divisor: UInt) -> (numerator: UInt, denominator: UInt) {
    let rest = bigNumerator.magnitude.remainder(by: divisor)
    return (sign < 0 && rest > 0 ? divisor - rest : rest, bigDenominator.magnitude.remainder(by: divisor))
  }

  static prefix func - (a: Rational) -> Rational {
    if let big = a.big { return Rational(reduced: -big.numerator, big.denominator) }
    return Rational(small: -a.numerator, a.denominator)
  }

  static func + (a: Rational, b: Rational) -> Rational {
    if a.denominator == 1, b.denominator == 1 {
      let (sum, overflow) = a.numerator.addingReportingOverflow(b.numerator)
      if !overflow, sum > Int64.min { return Rational(small: sum, 1) }
    }
    if a.denominator > 0, b.denominator > 0 {
      let left = Int128(a.numerator) * Int128(b.denominator)
      let right = Int128(b.numerator) * Int128(a.denominator)
      return Rational(wide: left + right, Int128(a.denominator) * Int128(b.denominator))
    }
    return Rational(
      a.bigNumerator * b.bigDenominator + b.bigNumerator * a.bigDenominator, a.bigDenominator * b.bigDenominator)
  }

  static func - (a: Rational, b: Rational) -> Rational { a + -b }

  static func * (a: Rational, b: Rational) -> Rational {
    if a.denominator == 1, b.denominator == 1 {
      let (product, overflow) = a.numerator.multipliedReportingOverflow(by: b.numerator)
      if !overflow, product > Int64.min { return Rational(small: product, 1) }
    }
    if a.denominator > 0, b.denominator > 0 {
      return Rational(
        wide: Int128(a.numerator) * Int128(b.numerator), Int128(a.denominator) * Int128(b.denominator))
    }
    return Rational(a.bigNumerator * b.bigNumerator, a.bigDenominator * b.bigDenominator)
  }

  /// Returns the quotient. `b` must not be zero.
  static func / (a: Rational, b: Rational) -> Rational {
    if a.denominator > 0, b.denominator > 0 {
      let flip: Int128 = b.numerator < 0 ? -1 : 1
      return Rational(
        wide: Int128(a.numerator) * Int128(b.denominator) * flip, Int128(a.denominator) * Int128(b.numerator) * flip)
    }
    return Rational(a.bigNumerator * b.bigDenominator, a.bigDenominator * b.bigNumerator)
  }

  var magnitude: Rational { sign < 0 ? -self : self }

  static func < (a: Rational, b: Rational) -> Bool {
    if a.denominator > 0, b.denominator > 0 {
      if a.denominator == b.denominator { return a.numerator < b.numerator }
      return Int128(a.numerator) * Int128(b.denominator) < Int128(b.numerator) * Int128(a.denominator)
    }
    return (a - b).sign < 0
  }

  static func == (a: Rational, b: Rational) -> Bool {
    if a.denominator > 0 || b.denominator > 0 {
      return a.numerator == b.numerator && a.denominator == b.denominator
    }
    return a.bigNumerator == b.bigNumerator && a.bigDenominator == b.bigDenominator
  }

  /// The nearest multiple of 2^-20, ties to even; +0 for zero. From 2^33 on, where not every multiple is a `Double`, the
  /// nearest `Double`.
  var reported: Double {
    if denominator == 1, numerator.magnitude < 1 << 33 { return Double(numerator) }
    let (quotient, remainder) = (bigNumerator.magnitude << 20).quotientAndRemainder(
      dividingBy: bigDenominator.magnitude)
    guard quotient.bitWidth <= 53 else { return approximation }
    var whole = UInt64(quotient)
    let twice = remainder << 1
    if twice > bigDenominator.magnitude || (twice == bigDenominator.magnitude && whole & 1 == 1) { whole += 1 }
    if whole == 0 { return 0 }
    return (sign < 0 ? -Double(whole) : Double(whole)) * Tolerance.grid
  }

  /// The nearest `Double`, ties to even. If the magnitude is too large, the largest finite `Double` with the sign.
  var approximation: Double {
    if big == nil, numerator.magnitude < 1 << 53, denominator < 1 << 53 {
      return Double(numerator) / Double(denominator)
    }
    let n = bigNumerator.magnitude
    let d = bigDenominator.magnitude
    // A quotient of at least 55 bits, the last one set when anything is cut off, rounds as the whole number does.
    let shift = 56 - (n.bitWidth - d.bitWidth)
    let (quotient, remainder) = (shift > 0 ? n << shift : n).quotientAndRemainder(
      dividingBy: shift < 0 ? d << -shift : d)
    let bits = Double(UInt64(quotient) | (remainder.isZero ? 0 : 1))
    let value = min(Double(sign: .plus, exponent: -shift, significand: bits), Double.greatestFiniteMagnitude)
    return sign < 0 ? -value : value
  }
}
