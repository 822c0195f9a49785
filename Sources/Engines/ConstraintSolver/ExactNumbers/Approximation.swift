/// A number in two doubles, with a random sample of its error. Two doubles hold about 106 bits. A bound of the error would grow by a factor with
/// each cell of a stack, because sums would count the same error several times. So each rounding adds its largest error with a sign and a size
/// drawn from the number's bits. Whatever is computed from the number carries that sample along linearly: equal errors cancel, as they do in the
/// number.
///
/// The sample has the size of the error up to a factor. `margin` allows for a factor of 2⁴⁴, which is wrong with a probability of about 2⁻³⁴ for
/// each number that is compared with its margin (see `Tolerance.noiseMargin`).
struct Approximation: BitwiseCopyable, Equatable {
  var value: Double
  /// The part that rounding took from `value`: less than a unit in its last place.
  var low = 0.0
  /// The sample of the error. Zero if `value` is exact; then `low` is zero too.
  private(set) var noise = 0.0

  static let zero = Approximation(value: 0)

  init(value: Double, low: Double = 0, noise: Double = 0) {
    self.value = value
    self.low = low
    self.noise = noise
  }

  init(_ exact: Rational) {
    value = exact.approximation
    guard let double = Rational(exactly: value) else {
      noise = .infinity
      return
    }
    low = (exact - double).approximation
    if low != 0 { addRounding(low.ulp) }
  }

  var isExact: Bool { noise == 0 }
  /// A bound of the error of `value + low`. It is wrong with a probability of about 2⁻³⁴.
  var margin: Double { noise.magnitude * Tolerance.noiseMargin }

  /// Adds a rounding error of at most `size`.
  @inline(__always)
  mutating func addRounding(_ size: Double) {
    // A number in 1..<2, and a sign, from well mixed bits.
    let mixed = (value.bitPattern ^ low.bitPattern &* 3) &* 0x9E37_79B9_7F4A_7C15
    let factor = Double(bitPattern: mixed >> 12 | 0x3FF0_0000_0000_0000 | (mixed << 63))
    noise += size * factor
    // An inexact number must never count as exact.
    if noise == 0 { noise = .leastNormalMagnitude }
  }

  /// Adds a possible error of `size`. Use it for errors that are larger than rounding to two doubles.
  mutating func addDoubt(_ size: Double) { addRounding(size / Tolerance.noiseMargin) }

  @inline(__always)
  func divided(by divisor: Double) -> Approximation {
    if divisor == 1 { return self }
    if divisor == -1 { return -self }
    let quotient = value / divisor
    let remainder = value.addingProduct(-quotient, divisor)
    if isExact, remainder == 0 { return Approximation(value: quotient) }
    var result = Approximation(value: quotient, noise: noise / divisor)
    result.correct(by: (remainder + low) / divisor)
    result.addRounding((remainder.magnitude + low.magnitude) * Tolerance.quotientRounding / divisor.magnitude)
    return result
  }

  /// Divides by a number of which at least a few digits are known.
  func divided(by divisor: Approximation) -> Approximation {
    let quotient = value / divisor.value
    var rest = CompensatedSum(0)
    rest.add(1, self)
    rest.add(-quotient, divisor)
    let remainder = rest.result(count: 4)
    if remainder == .zero { return Approximation(value: quotient) }
    let correction = remainder.value / divisor.value
    var result = Approximation(value: quotient, noise: remainder.noise / divisor.value)
    result.correct(by: correction)
    result.addRounding(correction.magnitude * Tolerance.quotientRounding)
    return result
  }

  static prefix func - (number: Approximation) -> Approximation {
    Approximation(value: -number.value, low: -number.low, noise: -number.noise)
  }

  /// The number without `value`: the rounded-off part and the noise.
  var withoutValue: Approximation { Approximation(value: 0, low: low, noise: noise) }

  /// Adds a number that is small beside `value`.
  @inline(__always)
  mutating func correct(by correction: Double) {
    let rest = low + correction
    let sum = value + rest
    low = (value - sum) + rest
    value = sum
  }

  /// The nearest multiple of 2⁻²⁰, ties to even and never -0. Nil if the margin, or the size, leaves it in doubt.
  @inline(__always)
  var reported: Double? {
    let scaled = value * Tolerance.gridsPerPoint
    guard scaled.magnitude < Tolerance.largestReported else { return nil }
    // Rounds to the nearest whole number, ties to even: a double as large as this constant has no bits for a fraction.
    let whole = (scaled + 0x1.8p52) - 0x1.8p52
    if isExact { return whole * Tolerance.grid + 0 }
    let rest = (scaled - whole) + low * Tolerance.gridsPerPoint
    let margin = margin * Tolerance.gridsPerPoint
    if rest.magnitude < 0.5 - margin { return whole * Tolerance.grid + 0 }
    // The value is a middle, or just beside it. Its low part tells on which side of the middle the sum lies.
    guard rest.magnitude > 0.5 + margin, rest.magnitude < 1 else { return nil }
    return (rest > 0 ? whole + 1 : whole - 1) * Tolerance.grid + 0
  }
}

/// A sum of doubles that keeps what rounding loses.
struct CompensatedSum {
  private var high: Double
  private var low = 0.0
  /// The sum of the magnitudes that went into `low`. Rounding of `low` itself is small beside it.
  private var spread = 0.0
  private var noise = 0.0

  @inline(__always)
  init(_ value: Double) { high = value }

  /// Adds `a * b`.
  @inline(__always)
  mutating func add(_ a: Double, _ b: Double) {
    let product = a * b
    let lost = product.addingProduct(-a, b)
    add(product)
    low -= lost
    spread += lost.magnitude
  }

  /// Adds a number as it is.
  @inline(__always)
  mutating func add(_ term: Double) {
    let lost = high.addKeepingRest(term)
    low += lost
    spread += lost.magnitude
  }

  /// Adds a multiple of a number with an error.
  @inline(__always)
  mutating func add(_ factor: Double, _ number: Approximation) {
    if factor == 1 {
      add(number.value)
    } else if factor == -1 {
      add(-number.value)
    } else {
      add(factor, number.value)
    }
    if number.low == 0, number.isExact { return }
    let rest = factor * number.low
    low += rest
    spread += rest.magnitude + .leastNormalMagnitude
    noise += factor * number.noise
  }

  /// Adds a product of numbers with errors.
  @inline(__always)
  mutating func add(_ a: Approximation, _ b: Approximation) {
    if a == .zero || b == .zero { return }
    add(a.value, b.value)
    if a.low == 0, a.isExact, b.low == 0, b.isExact { return }
    let (rest, otherRest) = (a.value * b.low, a.low * b.value)
    low += rest + otherRest
    spread += rest.magnitude + otherRest.magnitude + .leastNormalMagnitude
    noise += a.value * b.noise + a.noise * b.value
  }

  /// Whether nothing was lost on the way.
  @inline(__always)
  var isExact: Bool { spread == 0 }

  @inline(__always)
  var value: Double { high + low }

  /// The sum, with a rounding error for `count` terms.
  @inline(__always)
  func result(count: Int) -> Approximation {
    if isExact { return Approximation(value: high) }
    let value = high + low
    let rest = value - high
    var result = Approximation(value: value, low: (high - (value - rest)) + (low - rest), noise: noise)
    result.addRounding(spread * Double(count) * Tolerance.sumRounding)
    return result
  }
}

/// A sum of doubles that is kept in three doubles.
struct ThreefoldSum {
  private var high = 0.0
  private var middle = 0.0
  private var low = 0.0
  private var isExact = true

  /// Adds `a * b`.
  @inline(__always)
  mutating func add(_ a: Double, _ b: Double) {
    let product = a * b
    add(product)
    if a.magnitude != 1 { addRest(-product.addingProduct(-a, b)) }
  }

  @inline(__always)
  mutating func add(_ term: Double) {
    let rest = high.addKeepingRest(term)
    if rest != 0 { addRest(rest) }
  }

  @inline(__always)
  private mutating func addRest(_ term: Double) {
    let rest = middle.addKeepingRest(term)
    if rest != 0, low.addKeepingRest(rest) != 0 { isExact = false }
  }

  /// The sum in one double. The two largest parts may cancel, and then the smallest is what is left.
  var value: Double {
    var sum = high
    let rest = sum.addKeepingRest(middle)
    return sum + (rest + low)
  }
  var isZero: Bool { isExact && high == 0 && middle == 0 && low == 0 }
  /// The sign of the sum. Nil if something was lost, or may have been.
  var sign: Int? {
    if isZero { return 0 }
    let value = value
    guard isExact, value.magnitude > (high.magnitude + middle.magnitude) * Tolerance.threefoldSign else { return nil }
    return value < 0 ? -1 : 1
  }
}

extension Double {
  /// Adds a number, and returns the exact rounding error of the sum (Knuth's two-sum).
  @inline(__always)
  fileprivate mutating func addKeepingRest(_ term: Double) -> Double {
    let sum = self + term
    let rest = sum - self
    let lost = (self - (sum - rest)) + (term - rest)
    self = sum
    return lost
  }
}
