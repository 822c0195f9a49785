/// An integer of any size: a sign and a magnitude.
struct BigInt: Equatable, ExpressibleByIntegerLiteral, Sendable {
  /// The sign. Zero is never negative.
  private(set) var sign: FloatingPointSign
  private(set) var magnitude: BigUInt

  private init(_ sign: FloatingPointSign, _ magnitude: BigUInt) {
    self.sign = magnitude.isZero ? .plus : sign
    self.magnitude = magnitude
  }

  init(_ magnitude: BigUInt) { self.init(.plus, magnitude) }
  init(_ value: Int64) { self.init(value < 0 ? .minus : .plus, BigUInt(UInt(value.magnitude))) }
  init(_ value: Int128) { self.init(value < 0 ? .minus : .plus, BigUInt(value.magnitude)) }
  init(integerLiteral value: Int64) { self.init(value) }

  var isZero: Bool { magnitude.isZero }

  static prefix func - (a: BigInt) -> BigInt { BigInt(a.sign == .minus ? .plus : .minus, a.magnitude) }

  static func + (a: BigInt, b: BigInt) -> BigInt {
    if a.sign == b.sign { return BigInt(a.sign, a.magnitude + b.magnitude) }
    if a.magnitude < b.magnitude { return BigInt(b.sign, b.magnitude - a.magnitude) }
    return BigInt(a.sign, a.magnitude - b.magnitude)
  }

  static func * (a: BigInt, b: BigInt) -> BigInt {
    BigInt(a.sign == b.sign ? .plus : .minus, a.magnitude * b.magnitude)
  }

  static func / (a: BigInt, b: BigInt) -> BigInt { a.quotientAndRemainder(dividingBy: b).quotient }

  /// Returns the quotient, rounded towards zero, and the remainder, which has the sign of the dividend.
  func quotientAndRemainder(dividingBy divisor: BigInt) -> (quotient: BigInt, remainder: BigInt) {
    let (quotient, remainder) = magnitude.quotientAndRemainder(dividingBy: divisor.magnitude)
    return (BigInt(sign == divisor.sign ? .plus : .minus, quotient), BigInt(sign, remainder))
  }

  static func << (a: BigInt, count: Int) -> BigInt { BigInt(a.sign, a.magnitude << count) }
}

extension Int64 {
  /// Makes a machine integer; nil if the number does not fit.
  init?(exactly value: BigInt) {
    guard value.magnitude.bitWidth < 64 else { return nil }
    let magnitude = Int64(UInt64(value.magnitude))
    self = value.sign == .minus ? -magnitude : magnitude
  }
}
