import BigInt

/// The integers that a `SimplexDictionary` computes with: machine words, or big integers where words overflow.
protocol SimplexInteger: Comparable, SignedNumeric, Sendable {
  /// Makes the number; nil if it does not fit.
  init?(fitting value: BigInt)
  var big: BigInt { get }
  var isZero: Bool { get }
  /// Returns `(a·b + c·d) / divisor`, which must be a whole number.
  static func combine(
    _ a: Self, _ b: Self, _ c: Self, _ d: Self, over divisor: Self, overflow: inout Bool
  ) -> Self
  /// Returns `a·b / divisor`, which must be a whole number.
  static func scale(_ a: Self, _ b: Self, over divisor: Self, overflow: inout Bool) -> Self
  static func add(_ a: Self, _ b: Self, times c: Self, overflow: inout Bool) -> Self
  /// Returns whether a·b < c·d.
  static func isLess(_ a: Self, times b: Self, than c: Self, times d: Self) -> Bool
}

/// Machine words. `Int.min` counts as an overflow, so that every number has a negative and no product of two sums exceeds 128 bits.
extension Int: SimplexInteger {
  init?(fitting value: BigInt) {
    guard value.bitWidth <= Int.bitWidth, value != BigInt(Int.min) else { return nil }
    self = Int(value)
  }

  var big: BigInt { BigInt(self) }
  var isZero: Bool { self == 0 }

  @inline(__always)
  static func combine(_ a: Int, _ b: Int, _ c: Int, _ d: Int, over divisor: Int, overflow: inout Bool) -> Int {
    let (left, over1) = a.multipliedReportingOverflow(by: b)
    let (right, over2) = c.multipliedReportingOverflow(by: d)
    let (sum, over3) = left.addingReportingOverflow(right)
    if over1 || over2 || over3 {
      let wide = (Int128(a) * Int128(b) + Int128(c) * Int128(d)) / Int128(divisor)
      guard let value = Int(exactly: wide), value != Int.min else {
        overflow = true
        return 0
      }
      return value
    }
    let value = divisor == 1 ? sum : sum / divisor
    if value == Int.min {
      overflow = true
      return 0
    }
    return value
  }

  @inline(__always)
  static func scale(_ a: Int, _ b: Int, over divisor: Int, overflow: inout Bool) -> Int {
    a == 0 ? 0 : combine(a, b, 0, 0, over: divisor, overflow: &overflow)
  }

  @inline(__always)
  static func add(_ a: Int, _ b: Int, times c: Int, overflow: inout Bool) -> Int {
    combine(a, 1, b, c, over: 1, overflow: &overflow)
  }

  static func isLess(_ a: Int, times b: Int, than c: Int, times d: Int) -> Bool {
    let left = a.multipliedFullWidth(by: b)
    let right = c.multipliedFullWidth(by: d)
    return (left.high, left.low) < (right.high, right.low)
  }
}

extension BigInt: SimplexInteger {
  init?(fitting value: BigInt) { self = value }

  var big: BigInt { self }

  static func combine(
    _ a: BigInt, _ b: BigInt, _ c: BigInt, _ d: BigInt, over divisor: BigInt, overflow: inout Bool
  ) -> BigInt {
    let sum = a * b + c * d
    return divisor == 1 ? sum : sum / divisor
  }

  static func scale(_ a: BigInt, _ b: BigInt, over divisor: BigInt, overflow: inout Bool) -> BigInt {
    if a.isZero { return a }
    return divisor == 1 ? a * b : a * b / divisor
  }

  static func add(_ a: BigInt, _ b: BigInt, times c: BigInt, overflow: inout Bool) -> BigInt { a + b * c }

  static func isLess(_ a: BigInt, times b: BigInt, than c: BigInt, times d: BigInt) -> Bool { a * b < c * d }
}
