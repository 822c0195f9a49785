/// What the simplex computes with: exact fractions, or doubles whose signs are read with a tolerance.
protocol Number {
  static var zero: Self { get }
  static var one: Self { get }
  /// Every comparison is certain, so nothing needs to be refreshed or verified.
  static var isExact: Bool { get }
  init(_ value: Double)

  static func + (a: Self, b: Self) -> Self
  static func - (a: Self, b: Self) -> Self
  static func * (a: Self, b: Self) -> Self
  static func / (a: Self, b: Self) -> Self
  static prefix func - (a: Self) -> Self
  static func < (a: Self, b: Self) -> Bool
  var magnitude: Self { get }
  /// The nearest double.
  var approximation: Double { get }

  /// Whether a coefficient that elimination left is more than what rounding leaves of zero.
  var isSignificant: Bool { get }
  /// Not zero, but so small that rounding may have made it.
  var isFaint: Bool { get }
  /// Whether so little is left of `old` that rounding may have made it.
  func isLeftover(of old: Self) -> Bool
  /// -1, 0 or 1: how the objective changes along a direction.
  var rateSign: Int { get }
  /// -1, 0 or 1: on which side of its constraint's bound a point lies.
  var residualSign: Int { get }
}

extension Rational: Number {
  static var isExact: Bool { true }
  var isSignificant: Bool { !isZero }
  var isFaint: Bool { false }
  func isLeftover(of old: Rational) -> Bool { false }
  var rateSign: Int { sign }
  var residualSign: Int { sign }
}

extension Double: Number {
  static var one: Double { 1 }
  static var isExact: Bool { false }
  var approximation: Double { self }

  /// Coefficients of layouts are near 1, and elimination leaves about 1e-16 of what cancels.
  static let rateTolerance = 1e-10
  /// Points; a thousandth of what is reported.
  static let residualTolerance = 1e-9

  @inline(__always)
  var isSignificant: Bool { magnitude > 1e-12 }
  @inline(__always)
  func isLeftover(of old: Double) -> Bool { magnitude < old.magnitude * 1e-9 }
  @inline(__always)
  var isFaint: Bool { self != 0 && magnitude < 1e-6 }
  @inline(__always)
  var rateSign: Int { self > Double.rateTolerance ? 1 : self < -Double.rateTolerance ? -1 : 0 }
  @inline(__always)
  var residualSign: Int { self > Double.residualTolerance ? 1 : self < -Double.residualTolerance ? -1 : 0 }
}
