/// What the simplex computes with: exact fractions, numbers that know which of their signs are certain, or doubles whose signs are
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

  static let nothing = 1e-14
  @inline(__always)
  func exceeds(_ nothing: Double) -> Bool { magnitude > nothing }

  /// Coefficients of layouts are near 1, and elimination leaves about 1e-16 of what cancels.
  static let rateTolerance = 1e-10
  /// Points; a thousandth of what is reported.
  static let residualTolerance = 1e-9

  @inline(__always)
  var isSignificant: Bool { magnitude > 1e-12 }
  /// Whether so little is left of `old` that rounding may have made it.
  @inline(__always)
  func isLeftover(of old: Double) -> Bool { magnitude < old.magnitude * 1e-9 }
  @inline(__always)
  var isFaint: Bool { self != 0 && magnitude < 1e-6 }
  @inline(__always)
  var rateSign: Int { self > Double.rateTolerance ? 1 : self < -Double.rateTolerance ? -1 : 0 }
  @inline(__always)
  var residualSign: Int { self > Double.residualTolerance ? 1 : self < -Double.residualTolerance ? -1 : 0 }
}
