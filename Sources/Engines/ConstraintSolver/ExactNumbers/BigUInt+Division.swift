extension BigUInt {
  /// Returns the quotient and the remainder. `divisor` must not be zero.
  func quotientAndRemainder(dividingBy divisor: BigUInt) -> (quotient: BigUInt, remainder: BigUInt) {
    precondition(!divisor.isZero, "division by zero")
    if self < divisor { return (0, self) }
    if divisor.words.count == 1 { return divided(by: divisor.words[0]) }
    return divided(by: divisor)
  }

  private func divided(by divisor: UInt) -> (quotient: BigUInt, remainder: BigUInt) {
    var quotient = words
    var remainder: UInt = 0
    for i in quotient.indices.reversed() {
      (quotient[i], remainder) = divisor.dividingFullWidth((remainder, quotient[i]))
    }
    return (BigUInt(words: quotient), BigUInt(remainder))
  }

  /// Returns the quotient and the remainder by long division, word by word (Knuth, The Art of Computer Programming, volume
  /// 2, 4.3.1, algorithm D). The divisor has at least two words and is not larger than the number.
  private func divided(by divisor: BigUInt) -> (quotient: BigUInt, remainder: BigUInt) {
    // With the divisor's highest bit set, an estimate from the leading words is at most two too large.
    let shift = divisor.words.last!.leadingZeroBitCount
    let v = (divisor << shift).words
    var u = (self << shift).words
    if u.count == words.count { u.append(0) }
    let n = v.count
    var quotient = [UInt](repeating: 0, count: u.count - n)
    for j in quotient.indices.reversed() {
      var estimate = BigUInt.estimate(u[j + n], u[j + n - 1], u[j + n - 2], v[n - 1], v[n - 2])
      if BigUInt.subtract(v, times: estimate, from: &u, at: j) {
        estimate -= 1
        BigUInt.add(v, to: &u, at: j)
      }
      quotient[j] = estimate
    }
    return (BigUInt(words: quotient), BigUInt(words: Array(u[..<n])) >> shift)
  }

  /// The quotient's next word, estimated from the three leading words of the rest and two of the divisor. It is exact or one too large.
  private static func estimate(_ u2: UInt, _ u1: UInt, _ u0: UInt, _ v1: UInt, _ v0: UInt) -> UInt {
    var quotient: UInt
    var rest: UInt128
    if u2 >= v1 {
      quotient = .max
      rest = UInt128(u1) + UInt128(v1)
    } else {
      let (q, r) = v1.dividingFullWidth((u2, u1))
      (quotient, rest) = (q, UInt128(r))
    }
    while rest <= UInt128(UInt.max), UInt128(quotient) * UInt128(v0) > rest << 64 | UInt128(u0) {
      quotient -= 1
      rest += UInt128(v1)
    }
    return quotient
  }

  /// Subtracts `v * factor` from `u`, from word `j` on. Returns whether the result went below zero.
  private static func subtract(_ v: [UInt], times factor: UInt, from u: inout [UInt], at j: Int) -> Bool {
    var carry: UInt = 0
    var borrow = false
    for i in 0...v.count {
      let product = i < v.count ? UInt128(v[i]) * UInt128(factor) + UInt128(carry) : UInt128(carry)
      carry = UInt(truncatingIfNeeded: product >> 64)
      let (partial, first) = u[i + j].subtractingReportingOverflow(UInt(truncatingIfNeeded: product))
      let (difference, second) = partial.subtractingReportingOverflow(borrow ? 1 : 0)
      u[i + j] = difference
      borrow = first || second
    }
    return borrow
  }

  private static func add(_ v: [UInt], to u: inout [UInt], at j: Int) {
    var carry: UInt128 = 0
    for i in v.indices {
      let sum = UInt128(u[i + j]) + UInt128(v[i]) + carry
      u[i + j] = UInt(truncatingIfNeeded: sum)
      carry = sum >> 64
    }
    u[j + v.count] &+= UInt(truncatingIfNeeded: carry)
  }
}
