/// A number that the simplex computes with: exact fractions, numbers that know which of their signs are certain, or doubles whose signs are
/// read with a tolerance.
protocol Number {
  static var zero: Self { get }
  static var one: Self { get }
  /// Every comparison is certain, so nothing needs to be refreshed or verified.
  static var isExact: Bool { get }
  /// But for those of numbers that are `isFaint`.
  static var isChecked: Bool { get }
  init(_ value: Double)
  /// The same number with no more than four bytes in a row, where it stands beside an index of four.
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

  /// Numbers near 1 leave no more than that of zero in a solve.
  static var nothing: Self { get }
  /// Whether the magnitude is more than what counts as `nothing`, or than zero.
  func exceeds(_ nothing: Self) -> Bool
  /// Whether a coefficient that elimination left is more than what rounding leaves of zero.
  var isSignificant: Bool { get }
  /// Not zero, but so small that rounding may have made it.
  var isFaint: Bool { get }
  /// -1, 0 or 1: how the objective changes along a direction.
  var rateSign: Int { get }
  /// -1, 0 or 1: on which side of its constraint's bound a point lies.
  var residualSign: Int { get }
}

/// Numbers whose signs are certain, or that know which of them are not.
protocol CertainNumber: Number {
  init(_ fraction: Rational)
}

extension Rational: CertainNumber {
  static var isExact: Bool { true }
  static var isChecked: Bool { false }
  init(_ fraction: Rational) { self = fraction }
  init(packed: Rational) { self = packed }
  var packed: Rational { self }
  static var nothing: Rational { .zero }
  func exceeds(_ nothing: Rational) -> Bool { !isZero }
  var isSignificant: Bool { !isZero }
  var isFaint: Bool { false }
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

  static var nothing: Double { Tolerance.nothing }
  @inline(__always)
  func exceeds(_ nothing: Double) -> Bool { magnitude > nothing }

  @inline(__always)
  var isSignificant: Bool { magnitude > Tolerance.entry }
  /// Whether so little is left of `old` that rounding may have made it.
  @inline(__always)
  func isLeftover(of old: Double) -> Bool { magnitude < old.magnitude * Tolerance.leftover }
  @inline(__always)
  var isFaint: Bool { self != 0 && magnitude < Tolerance.faint }
  @inline(__always)
  var rateSign: Int { self > Tolerance.rate ? 1 : self < -Tolerance.rate ? -1 : 0 }
  @inline(__always)
  var residualSign: Int { self > Tolerance.residual ? 1 : self < -Tolerance.residual ? -1 : 0 }
}
