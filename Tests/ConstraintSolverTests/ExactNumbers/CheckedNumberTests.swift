import SceneModel
import Testing

@testable import ConstraintSolver

/// What a checked double says of its sign is what the fraction says.
@Suite struct CheckedNumberTests {
  /// A number in both forms.
  private struct Pair {
    var checked: CheckedNumber
    var fraction: Rational
    /// From so many doubles it was computed: digits add up.
    var size = 1

    init(_ value: Double) { (checked, fraction) = (CheckedNumber(value), Rational(value)) }

    static func random(_ a: Pair, _ b: Pair, _ entropy: inout Entropy) -> Pair {
      var result = a
      result.size += b.size
      switch entropy.below(b.fraction.isZero ? 3 : 4) {
      case 0: (result.checked, result.fraction) = (a.checked + b.checked, a.fraction + b.fraction)
      case 1: (result.checked, result.fraction) = (a.checked - b.checked, a.fraction - b.fraction)
      case 2: (result.checked, result.fraction) = (a.checked * b.checked, a.fraction * b.fraction)
      default: (result.checked, result.fraction) = (a.checked / b.checked, a.fraction / b.fraction)
      }
      return result
    }
  }

  @Test(arguments: 0..<40)
  func signs(seed: UInt64) {
    var entropy = Entropy(seed: seed)
    let values: [Double] = [1, -1, 2, 0.5, 16 / 9, 4 / 3, 0.75, 0.1, 1 / 3, 1e-4, 3, 0x1p-40, 1 + 0x1p-30]
    var pool = values.map { Pair($0) }
    var (faint, zero) = (0, 0)
    for _ in 0..<1000 {
      let result = Pair.random(entropy.pick(pool), entropy.pick(pool), &entropy)
      if result.checked.isTiny {
        faint += 1
        continue
      }
      if result.fraction.isZero { zero += 1 }
      #expect(result.checked.rateSign == result.fraction.sign)
      #expect(result.checked.isSignificant == !result.fraction.isZero)
      let isKept = result.size < 40 && !result.fraction.isZero
      pool[entropy.below(pool.count)] = isKept ? result : Pair(entropy.pick(values))
    }
    #expect(zero > 0)
    #expect(faint < 100)
  }

  /// What doubles alone would take for something, or for nothing: 4/3 · 0.75 is not one, and what was divided by a number and
  /// multiplied by it is what it was.
  @Test func cancellation() {
    #expect((CheckedNumber(4.0 / 3) * CheckedNumber(0.75) - .one).rateSign == -1)
    #expect(!(CheckedNumber(0.7) / CheckedNumber(0.9) * CheckedNumber(0.9) - CheckedNumber(0.7)).isSignificant)
    var sum = CheckedNumber.zero
    for _ in 0..<10 { sum = sum + CheckedNumber(0.1) }
    // Ten times the double 0.1 is more than one, by 2^-54.
    #expect((sum - .one).rateSign == 1)
  }

  /// What a third is beyond two doubles.
  private var rest: CheckedNumber {
    let third = .one / CheckedNumber(3)
    let low = (third - CheckedNumber(1.0 / 3)).approximation
    return third - CheckedNumber(1.0 / 3) - CheckedNumber(low)
  }

  @Test(arguments: [1, -1, 7, 1.0 / 3, 1e-9, -12345.678])
  func fractions(value: Double) {
    let third = Rational(value) / Rational(3.0)
    let number = CheckedNumber(value) / CheckedNumber(3)
    #expect(!(CheckedNumber(third) - number).isSignificant)
    #expect((CheckedNumber(third) - CheckedNumber(third + Rational(0x1p-40))).rateSign == -1)
  }

  @Test func unknown() {
    for value in [Double.infinity, -.infinity, .nan, .leastNonzeroMagnitude] { #expect(CheckedNumber(value).isTiny) }
    // Nothing is known of a quotient by what may be nothing, and nothing of what it enters.
    #expect(rest.isSignificant)
    #expect(rest.isTiny)
    #expect((.one / rest).isTiny)
    let small = rest + CheckedNumber(0x1p-80)
    #expect(small.isTiny)
    #expect((.one / small * CheckedNumber(0x1p-120) + .one).isTiny)
    #expect((.one / rest - .one / rest).isTiny)
    #expect((.one / rest * .zero).isTiny)
    #expect((.one / CheckedNumber.zero).isTiny)
    #expect((CheckedNumber(1) + rest).rateSign == 1)
    // Too large, and too small.
    #expect((CheckedNumber(1e300) * CheckedNumber(1e300)).isTiny)
    #expect((CheckedNumber(1e-300) * CheckedNumber(1e-300)).isTiny)
  }
}
