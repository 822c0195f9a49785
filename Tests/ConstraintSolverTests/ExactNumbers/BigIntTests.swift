import SceneModel
import Testing

@testable import ConstraintSolver

/// The laws of arithmetic, on numbers whose words are the ones where carries and estimates go wrong.
@Suite struct BigIntTests {
  private func number(_ entropy: inout Entropy) -> BigUInt {
    let count = entropy.below(6)
    return BigUInt(
      words: (0..<count).map { _ in
        entropy.pick([0, 1, .max, .max - 1, 1 << 63, (1 << 63) - 1, 1 << 32, UInt(entropy.next())])
      })
  }

  private func integer(_ entropy: inout Entropy) -> BigInt {
    let magnitude = BigInt(number(&entropy))
    return entropy.chance(1, in: 2) ? magnitude : -magnitude
  }

  @Test("Sums, products, shifts and quotients keep the laws of arithmetic", arguments: 0..<20)
  func laws(seed: UInt64) {
    var entropy = Entropy(seed: seed)
    for _ in 0..<500 {
      let (a, b, c) = (integer(&entropy), integer(&entropy), integer(&entropy))
      #expect(a + b == b + a && a * b == b * a)
      #expect((a + b) + c == a + (b + c) && (a * b) * c == a * (b * c))
      #expect(a * (b + c) == a * b + a * c)
      #expect((a + b) + -b == a && (a + -a).isZero)
      if !b.isZero {
        let (quotient, remainder) = a.quotientAndRemainder(dividingBy: b)
        #expect(quotient * b + remainder == a)
        #expect(remainder.magnitude < b.magnitude)
        #expect(remainder.isZero || remainder.sign == a.sign)
        #expect(a * b / b == a)
      }
      let bits = entropy.below(200)
      #expect(a << bits == a * (BigInt(1) << bits))
      #expect(a.magnitude >> bits == a.magnitude.quotientAndRemainder(dividingBy: BigUInt(1) << bits).quotient)
      let divisor = a.magnitude.greatestCommonDivisor(with: b.magnitude)
      if !divisor.isZero {
        #expect((a * c).magnitude.quotientAndRemainder(dividingBy: divisor).remainder.isZero)
        let rest = a.magnitude.quotientAndRemainder(dividingBy: divisor).quotient
          .greatestCommonDivisor(with: b.magnitude.quotientAndRemainder(dividingBy: divisor).quotient)
        #expect(rest == 1)
      }
    }
  }

  @Test("Numbers of one and two words agree with the machine's", arguments: 0..<5)
  func words(seed: UInt64) {
    var entropy = Entropy(seed: seed)
    for _ in 0..<500 {
      let a = Int64(bitPattern: entropy.next() >> entropy.next() % 64)
      let b = Int64(bitPattern: entropy.next() >> entropy.next() % 64)
      #expect(BigInt(a) * BigInt(b) == BigInt(Int128(a) * Int128(b)))
      #expect(BigInt(a) + BigInt(b) == BigInt(Int128(a) + Int128(b)))
      #expect(Int64(exactly: BigInt(a)) == (a == .min ? nil : a))
      #expect(Int64(exactly: BigInt(Int64.max) + 1) == nil)
      let product = Int128(a) * Int128(b)
      let magnitude = BigUInt(product.magnitude)
      #expect(magnitude.bitWidth == 128 - product.magnitude.leadingZeroBitCount)
      #expect((magnitude < BigUInt(UInt128(1) << 64)) == (product.magnitude < 1 << 64))
    }
  }

  @Test("An estimate of a quotient's word that is too large is put right")
  func addBack() {
    // Knuth's case: the first estimate is one too large even after the look at the second word.
    let dividend = BigUInt(words: [0, 0, 1 << 63, (1 << 63) - 1])
    let divisor = BigUInt(words: [1, 0, 1 << 63])
    let (quotient, remainder) = dividend.quotientAndRemainder(dividingBy: divisor)
    #expect(quotient == BigUInt(UInt.max - 1))
    #expect(quotient * divisor + remainder == dividend && remainder < divisor)
  }
}
