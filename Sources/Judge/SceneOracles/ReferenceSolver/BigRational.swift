import BigInt

/// An exact rational number in lowest terms, with a positive denominator.
///
/// Numerators and denominators that fit a machine word stay in one; anything larger moves to big integers by
/// itself. Every finite `Double` has an exact value here.
package struct BigRational: Sendable {
  private enum Storage: Sendable {
    case word(Int, Int)
    case big(BigInt, BigInt)
  }

  private var storage: Storage

  private init(_ storage: Storage) { self.storage = storage }

  /// A whole number.
  package init(_ value: Int) { storage = .word(value, 1) }

  /// The quotient of two integers.
  ///
  /// - Precondition: `denominator` is not zero.
  package init(_ numerator: BigInt, over denominator: BigInt) {
    precondition(!denominator.isZero, "a rational needs a denominator that is not zero")
    var n = numerator
    var d = denominator
    if d.sign == .minus {
      n.negate()
      d.negate()
    }
    if d != 1 {
      let shift = min(n.isZero ? Int.max : n.magnitude.trailingZeroBitCount, d.magnitude.trailingZeroBitCount)
      if shift > 0 {
        n >>= shift
        d >>= shift
      }
      // What a double divides by is a power of two: most denominators are used up by the shift.
      if d != 1 {
        let divisor = BigInt(commonDivisor(n.magnitude, d.magnitude))
        if divisor != 1 {
          n /= divisor
          d /= divisor
        }
      }
    }
    if n.bitWidth <= Int.bitWidth, d.bitWidth <= Int.bitWidth {
      storage = .word(Int(n), Int(d))
    } else {
      storage = .big(n, d)
    }
  }

  /// The exact value of a double.
  ///
  /// - Precondition: `value` is finite.
  package init(_ value: Double) {
    precondition(value.isFinite, "only finite numbers have an exact value")
    if let whole = Int(exactly: value) {
      self.init(whole)
      return
    }
    let significand = BigInt(value.significandBitPattern | (value.isNormal ? 1 << 52 : 0))
    let power = max(Int(value.exponentBitPattern), 1) - 1075
    let signed = value < 0 ? -significand : significand
    if power >= 0 {
      self.init(signed << power, over: 1)
    } else {
      self.init(signed, over: BigInt(1) << -power)
    }
  }

  /// 0.
  package static let zero = BigRational(0)
  /// 1.
  package static let one = BigRational(1)

  /// The numerator in lowest terms, with the sign of the number.
  package var numerator: BigInt {
    switch storage {
    case .word(let n, _): BigInt(n)
    case .big(let n, _): n
    }
  }

  /// The denominator in lowest terms; never below 1.
  package var denominator: BigInt {
    switch storage {
    case .word(_, let d): BigInt(d)
    case .big(_, let d): d
    }
  }

  /// Whether the number is 0.
  package var isZero: Bool {
    if case .word(0, _) = storage { true } else { false }
  }

  /// Whether the number is 1.
  package var isOne: Bool {
    if case .word(1, 1) = storage { true } else { false }
  }

  /// The sign: -1, 0 or 1.
  package var signum: Int {
    switch storage {
    case .word(let n, _): n.signum()
    case .big(let n, _): n.sign == .minus ? -1 : (n.isZero ? 0 : 1)
    }
  }

  /// The number without its sign.
  package var magnitude: BigRational { signum < 0 ? -self : self }

  /// The reciprocal.
  ///
  /// - Precondition: the number is not zero.
  package var reciprocal: BigRational {
    switch storage {
    case .word(let n, let d) where n != Int.min:
      precondition(n != 0, "zero has no reciprocal")
      return n < 0 ? BigRational(.word(-d, -n)) : BigRational(.word(d, n))
    default:
      return BigRational(denominator, over: numerator)
    }
  }
}

extension BigRational: Hashable, Comparable {
  package static func == (a: BigRational, b: BigRational) -> Bool {
    switch (a.storage, b.storage) {
    case (.word(let n, let d), .word(let m, let e)): n == m && d == e
    case (.big(let n, let d), .big(let m, let e)): n == m && d == e
    // Lowest terms are unique, and what fits a word is always in one.
    default: false
    }
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(numerator)
    hasher.combine(denominator)
  }

  package static func < (a: BigRational, b: BigRational) -> Bool {
    switch (a.storage, b.storage) {
    case (.word(let n, let d), .word(let m, let e)):
      if d == e { return n < m }
      let left = n.multipliedFullWidth(by: e)
      let right = m.multipliedFullWidth(by: d)
      return (left.high, left.low) < (right.high, right.low)
    default:
      return a.numerator * b.denominator < b.numerator * a.denominator
    }
  }
}

extension BigRational {
  package static prefix func - (a: BigRational) -> BigRational {
    switch a.storage {
    case .word(let n, let d) where n != Int.min: BigRational(.word(-n, d))
    default: BigRational(-a.numerator, over: a.denominator)
    }
  }

  package static func + (a: BigRational, b: BigRational) -> BigRational {
    if case .word(let n, let d) = a.storage, case .word(let m, let e) = b.storage {
      if d == e {
        let (sum, overflow) = n.addingReportingOverflow(m)
        if !overflow { return d == 1 ? BigRational(.word(sum, 1)) : reduced(sum, d) }
      } else {
        let (left, over1) = n.multipliedReportingOverflow(by: e)
        let (right, over2) = m.multipliedReportingOverflow(by: d)
        let (sum, over3) = left.addingReportingOverflow(right)
        let (product, over4) = d.multipliedReportingOverflow(by: e)
        if !(over1 || over2 || over3 || over4) { return reduced(sum, product) }
      }
    }
    return BigRational(
      a.numerator * b.denominator + b.numerator * a.denominator, over: a.denominator * b.denominator)
  }

  package static func - (a: BigRational, b: BigRational) -> BigRational { a + -b }

  package static func * (a: BigRational, b: BigRational) -> BigRational {
    if case .word(let n, let d) = a.storage, case .word(let m, let e) = b.storage {
      let (top, over1) = n.multipliedReportingOverflow(by: m)
      let (bottom, over2) = d.multipliedReportingOverflow(by: e)
      if !(over1 || over2) { return bottom == 1 ? BigRational(.word(top, 1)) : reduced(top, bottom) }
    }
    return BigRational(a.numerator * b.numerator, over: a.denominator * b.denominator)
  }

  /// Returns the quotient.
  ///
  /// - Precondition: `b` is not zero.
  package static func / (a: BigRational, b: BigRational) -> BigRational { a * b.reciprocal }

  package static func += (a: inout BigRational, b: BigRational) { a = a + b }
  package static func -= (a: inout BigRational, b: BigRational) { a = a - b }
  package static func *= (a: inout BigRational, b: BigRational) { a = a * b }

  private static func reduced(_ n: Int, _ d: Int) -> BigRational {
    let divisor = commonDivisor(n.magnitude, d.magnitude)
    if divisor == 1 { return BigRational(.word(n, d)) }
    // The divisor is at most d, which is positive and fits.
    let whole = Int(divisor)
    return BigRational(.word(n / whole, d / whole))
  }
}

extension BigRational: CustomStringConvertible {
  /// `3`, or `7/3`.
  package var description: String { denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)" }
}

func commonDivisor<Word: FixedWidthInteger & UnsignedInteger>(_ a: Word, _ b: Word) -> Word {
  if a == 0 { return b }
  if b == 0 { return a }
  // Stein's algorithm: shifts and subtractions only.
  let shift = (a | b).trailingZeroBitCount
  var a = a >> a.trailingZeroBitCount
  var b = b
  repeat {
    b >>= b.trailingZeroBitCount
    if a > b { swap(&a, &b) }
    b -= a
  } while b != 0
  return a << shift
}

/// Returns the greatest common divisor. Big integers that fit two words use the machine's arithmetic, because BigInt's own is much slower there.
func commonDivisor(_ a: BigUInt, _ b: BigUInt) -> BigUInt {
  guard a.bitWidth <= 128, b.bitWidth <= 128 else { return a.greatestCommonDivisor(with: b) }
  let divisor = commonDivisor(UInt128(truncatingIfNeeded: a), UInt128(truncatingIfNeeded: b))
  return BigUInt(divisor)
}
