/// A number in two doubles with their noise, and its residue modulo the prime 2⁶¹ - 1. Its sign is known without the
/// fraction, whose digits grow with every elimination step. Every double is a whole number times a power of two, so it
/// has a residue. Sums, products and quotients keep residues exactly. A number that two doubles cannot distinguish from
/// zero counts as zero if its residue is zero; that is wrong with a probability of about 2⁻⁶¹ for a number that is not
/// zero. If its residue is not zero its sign is unknown: it is *tiny*, and so is a quotient by it. A number that
/// exceeds its margin (`Approximation.margin`) has the sign of its doubles; that is wrong with a probability of about 2⁻³⁴.
struct CheckedNumber: BitwiseCopyable {
  private let number: Approximation
  private let residue: Residue

  private init(_ number: Approximation, _ residue: Residue) {
    (self.number, self.residue) = (number, residue)
  }

  private static let unknown = CheckedNumber(Approximation(value: .nan, noise: .infinity), .one)

  /// Makes a checked number. The result is `zero` for zero, and `unknown` near the limits of what doubles can hold.
  private init(checking number: Approximation, _ residue: Residue) {
    self.init(number, residue)
    if isZero {
      self = .zero
    } else if !CheckedNumber.isOrdinary(number.value), number.value != 0 || number.isExact {
      self = .unknown
    }
  }

  private static func isOrdinary(_ value: Double) -> Bool {
    value.magnitude > Tolerance.smallestOrdinary && value.magnitude < Tolerance.largestOrdinary
  }

  /// The number if it is exactly 1 or -1; otherwise nil.
  private var unitSign: Double? { number.value.magnitude == 1 && number.isExact ? number.value : nil }
  private var isClear: Bool { (number.value + number.low).magnitude > number.margin }
  private var isZero: Bool { residue.isZero && number.margin < .infinity && !isClear }
}

extension CheckedNumber: CertainNumber {
  static let zero = CheckedNumber(.zero, .zero)
  static let one = CheckedNumber(Approximation(value: 1), .one)
  static var isExact: Bool { true }
  static var isChecked: Bool { true }

  init(_ value: Double) {
    if value == 0 {
      self = .zero
    } else if CheckedNumber.isOrdinary(value) {
      self.init(Approximation(value: value), Residue(value))
    } else {
      self = .unknown
    }
  }

  init(_ fraction: Rational) {
    guard !fraction.isZero else {
      self = .zero
      return
    }
    let residue = Residue(fraction)
    self = residue.map { CheckedNumber(checking: Approximation(fraction), $0) } ?? .unknown
  }

  init(packed: CheckedNumber) { self = packed }
  var packed: CheckedNumber { self }

  static func + (a: CheckedNumber, b: CheckedNumber) -> CheckedNumber {
    var sum = CompensatedSum(0)
    sum.add(1, a.number)
    sum.add(1, b.number)
    return CheckedNumber(checking: sum.result(count: 4), a.residue + b.residue)
  }

  static func - (a: CheckedNumber, b: CheckedNumber) -> CheckedNumber { a + -b }

  static func * (a: CheckedNumber, b: CheckedNumber) -> CheckedNumber {
    // Most coefficients are one or minus one.
    if let sign = a.unitSign { return sign < 0 ? -b : b }
    if let sign = b.unitSign { return sign < 0 ? -a : a }
    var sum = CompensatedSum(0)
    sum.add(a.number.value, b.number)
    sum.add(b.number.value, a.number.withoutValue)
    return CheckedNumber(checking: sum.result(count: 4), a.residue * b.residue)
  }

  static func / (a: CheckedNumber, b: CheckedNumber) -> CheckedNumber {
    guard b.isClear, !b.residue.isZero else { return .unknown }
    return CheckedNumber(checking: a.number.divided(by: b.number), a.residue * b.residue.inverse)
  }

  static prefix func - (a: CheckedNumber) -> CheckedNumber { CheckedNumber(-a.number, -a.residue) }

  static func < (a: CheckedNumber, b: CheckedNumber) -> Bool { (a - b).rateSign < 0 }
  var magnitude: CheckedNumber { number.value < 0 ? -self : self }
  var approximation: Double { number.value }

  static var negligible: CheckedNumber { .zero }
  func exceeds(_ least: CheckedNumber) -> Bool { isSignificant }
  var isSignificant: Bool { !isZero }
  var isTiny: Bool { !isClear && !isZero }
  var rateSign: Int { !isClear ? 0 : number.value < 0 ? -1 : 1 }
  var residualSign: Int { rateSign }
}

/// A residue modulo the prime 2⁶¹ - 1, where multiplying by a power of two rotates the digits.
private struct Residue: BitwiseCopyable {
  private static let prime: UInt64 = (1 << 61) - 1
  private let number: UInt64

  static let zero = Residue(number: 0)
  static let one = Residue(number: 1)

  private init(number: UInt64) { self.number = number }

  /// The residue of a normal double that is not zero.
  init(_ value: Double) {
    let digits = value.significandBitPattern | 1 << 52
    // A multiple of 61 makes the shift positive.
    let shift = (Int(value.exponent) - 52 + 61 * 20) % 61
    let rotated = Residue(number: (digits << shift | digits >> (61 - shift)) & Residue.prime)
    self = value < 0 ? -rotated : rotated
  }

  /// The residue of a fraction. Nil if the denominator is a multiple of the prime.
  init?(_ fraction: Rational) {
    let (numerator, denominator) = fraction.remainders(by: UInt(Residue.prime))
    if denominator == 0 { return nil }
    self = Residue(number: UInt64(numerator)) * Residue(number: UInt64(denominator)).inverse
  }

  var isZero: Bool { number == 0 }

  static func + (a: Residue, b: Residue) -> Residue { reduced(a.number + b.number) }

  static prefix func - (a: Residue) -> Residue { a.isZero ? a : Residue(number: prime - a.number) }

  static func * (a: Residue, b: Residue) -> Residue {
    if a.number == 1 { return b }
    if b.number == 1 { return a }
    let (high, low) = a.number.multipliedFullWidth(by: b.number)
    return reduced((low & prime) + (high << 3 | low >> 61))
  }

  /// Reduces a sum of two residues.
  private static func reduced(_ sum: UInt64) -> Residue { Residue(number: sum >= prime ? sum - prime : sum) }

  /// The inverse of a residue that is not zero: its power of the prime less two (Fermat).
  var inverse: Residue {
    if number == 1 || number == Residue.prime - 1 { return self }
    var (result, power) = (Residue.one, self)
    var exponent = Residue.prime - 2
    while exponent > 0 {
      if exponent & 1 == 1 { result = result * power }
      power = power * power
      exponent >>= 1
    }
    return result
  }
}
