/// A number that the simplex computes with: an exact fraction, a checked number, or a double whose sign is read with a
/// tolerance.
protocol Number {
  static var zero: Self { get }
  static var one: Self { get }
  /// Whether comparisons need no tolerance, so nothing needs to be refined or confirmed.
  static var isExact: Bool { get }
  /// Whether the sign of a number with `isTiny` is unknown, although the type is exact.
  static var isChecked: Bool { get }
  init(_ value: Double)
  /// The number in parts of at most four bytes, so that a four-byte index can be stored beside it without padding.
  associatedtype Packed
  init(packed: Packed)
  var packed: Packed { get }

  static func + (a: Self, b: Self) -> Self
  static func - (a: Self, b: Self) -> Self
  static func * (a: Self, b: Self) -> Self
  static func / (a: Self, b: Self) -> Self
  static prefix func - (a: Self) -> Self
  static func < (a: Self, b: Self) -> Bool
  var magnitude: Self { get }
  /// The nearest double.
  var approximation: Double { get }

  /// The largest number that a solve may drop as zero, for numbers near 1.
  static var negligible: Self { get }
  /// Whether the magnitude is more than `least`.
  func exceeds(_ least: Self) -> Bool
  /// Whether a coefficient is so large that it cannot be a rounding error of elimination.
  var isSignificant: Bool { get }
  /// Whether the number is not zero but so small that it may be a rounding error.
  var isTiny: Bool { get }
  /// The sign of a rate: -1, 0 or 1.
  var rateSign: Int { get }
  /// The sign of a residual: -1, 0 or 1.
  var residualSign: Int { get }
}

/// A number type whose signs are certain or reported as unknown, but never wrong because of rounding.
protocol CertainNumber: Number {
  init(_ fraction: Rational)
}

extension Rational: CertainNumber {
  static var isExact: Bool { true }
  static var isChecked: Bool { false }
  init(_ fraction: Rational) { self = fraction }
  init(packed: Rational) { self = packed }
  var packed: Rational { self }
  static var negligible: Rational { .zero }
  func exceeds(_ least: Rational) -> Bool { !isZero }
  var isSignificant: Bool { !isZero }
  var isTiny: Bool { false }
  var rateSign: Int { sign }
  var residualSign: Int { sign }
}

extension Double: Number {
  static var one: Double { 1 }
  static var isExact: Bool { false }
  static var isChecked: Bool { false }
  var approximation: Double { self }

  /// A number in two parts.
  struct Packed: BitwiseCopyable, Equatable {
    fileprivate var low: UInt32
    fileprivate var high: UInt32
  }
  @inline(__always)
  init(packed: Packed) { self.init(bitPattern: UInt64(packed.high) << 32 | UInt64(packed.low)) }
  @inline(__always)
  var packed: Packed { Packed(low: UInt32(truncatingIfNeeded: bitPattern), high: UInt32(bitPattern >> 32)) }

  static var negligible: Double { Tolerance.negligible }
  @inline(__always)
  func exceeds(_ least: Double) -> Bool { magnitude > least }

  @inline(__always)
  var isSignificant: Bool { magnitude > Tolerance.entry }
  /// Whether so little is left of `old` that rounding may have made it.
  @inline(__always)
  func isLeftover(of old: Double) -> Bool { magnitude < old.magnitude * Tolerance.leftover }
  @inline(__always)
  var isTiny: Bool { self != 0 && magnitude < Tolerance.tiny }
  @inline(__always)
  var rateSign: Int { self > Tolerance.rate ? 1 : self < -Tolerance.rate ? -1 : 0 }
  @inline(__always)
  var residualSign: Int { self > Tolerance.residual ? 1 : self < -Tolerance.residual ? -1 : 0 }
}
