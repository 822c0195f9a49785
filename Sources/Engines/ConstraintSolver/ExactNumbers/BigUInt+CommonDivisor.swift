extension BigUInt {
  /// Returns the greatest common divisor by Lehmer's algorithm (Knuth, volume 2, 4.5.2, algorithm L): the leading words
  /// alone tell the next few dozen steps of Euclid's, which are then done to the long numbers at once.
  func greatestCommonDivisor(with other: BigUInt) -> BigUInt {
    var (a, b) = self < other ? (other, self) : (self, other)
    while b.words.count > 2 {
      let steps = EuclideanSteps(a, b)
      if steps.isEmpty {
        (a, b) = (b, a.quotientAndRemainder(dividingBy: b).remainder)
      } else {
        (a, b) = (
          BigUInt.combination(steps.aa, a.words, steps.ab, b.words),
          BigUInt.combination(steps.ba, a.words, steps.bb, b.words)
        )
      }
    }
    if b.isZero { return a }
    if a.words.count > 2 { (a, b) = (b, a.quotientAndRemainder(dividingBy: b).remainder) }
    return BigUInt(BigUInt.commonDivisor(a.lowHalves, b.lowHalves))
  }

  /// The number as one machine integer. It must have at most two words.
  private var lowHalves: UInt128 {
    UInt128(words.first ?? 0) | UInt128(words.count > 1 ? words[1] : 0) << 64
  }

  /// Returns the greatest common divisor by Stein's algorithm: shifts and differences, no division.
  static func commonDivisor(_ x: UInt128, _ y: UInt128) -> UInt128 {
    if x == 0 || y == 0 { return x | y }
    let twos = (x | y).trailingZeroBitCount
    var (a, b) = (x >> x.trailingZeroBitCount, y >> y.trailingZeroBitCount)
    while a != b {
      if a > UInt128(UInt64.max) || b > UInt128(UInt64.max) {
        if a < b { swap(&a, &b) }
        a -= b
        a >>= a.trailingZeroBitCount
      } else {
        var (c, d) = (UInt64(a), UInt64(b))
        while c != d {
          if c < d { swap(&c, &d) }
          c -= d
          c >>= c.trailingZeroBitCount
        }
        return UInt128(c) << twos
      }
    }
    return a << twos
  }

  /// Returns `x * a + y * b`, which is known not to be negative; `x` and `y` are below 2^62 in magnitude.
  private static func combination(_ x: Int64, _ a: [UInt], _ y: Int64, _ b: [UInt]) -> BigUInt {
    var result = [UInt](repeating: 0, count: a.count)
    var carry: Int128 = 0
    for i in a.indices {
      carry += Int128(x) * Int128(a[i])
      if i < b.count { carry += Int128(y) * Int128(b[i]) }
      result[i] = UInt(truncatingIfNeeded: carry)
      carry >>= 64
    }
    return BigUInt(words: result)
  }
}

/// The steps of Euclid's algorithm that the leading bits of two numbers determine. They turn the pair `(a, b)` into `(aa a + ab b, ba a + bb b)`.
private struct EuclideanSteps {
  var aa: Int64 = 1
  var ab: Int64 = 0
  var ba: Int64 = 0
  var bb: Int64 = 1

  var isEmpty: Bool { ab == 0 }

  /// Finds the steps for two numbers; `a` has more than two words and is not less than `b`.
  init(_ a: BigUInt, _ b: BigUInt) {
    let shift = a.bitWidth - 62
    var x = EuclideanSteps.leading(a, shift)
    var y = EuclideanSteps.leading(b, shift)
    // A quotient is certain if the smallest and the largest value of the bits that were cut off give the same one.
    while y + ba != 0, y + bb != 0 {
      let quotient = (x + aa) / (y + ba)
      guard quotient == (x + ab) / (y + bb) else { return }
      (aa, ba) = (ba, aa - quotient * ba)
      (ab, bb) = (bb, ab - quotient * bb)
      (x, y) = (y, x - quotient * y)
    }
  }

  private static func leading(_ number: BigUInt, _ shift: Int) -> Int64 {
    let (word, bits) = (shift / 64, UInt(shift % 64))
    let words = number.words
    guard word < words.count else { return 0 }
    let low = words[word] >> bits
    let high = bits > 0 && word + 1 < words.count ? words[word + 1] << (64 - bits) : 0
    return Int64(low | high)
  }
}
