/// A whole number of any size: the parts of a fraction beyond 64 bits. No package is used for it: the known ones need Foundation, and
/// `libLayoutLabPlugin.so` must need nothing but the Swift runtime.
struct BigUInt: Comparable, ExpressibleByIntegerLiteral, Sendable {
  /// The words, lowest first. The last one is not zero; zero has none.
  private(set) var words: [UInt]

  init(words: [UInt]) {
    self.words = words
    trim()
  }

  init(_ value: UInt) { words = value == 0 ? [] : [value] }
  init(_ value: UInt128) {
    self.init(words: [UInt(truncatingIfNeeded: value), UInt(truncatingIfNeeded: value >> 64)])
  }
  init(integerLiteral value: UInt) { self.init(value) }

  var isZero: Bool { words.isEmpty }

  /// The number of bits up to the highest that is set.
  var bitWidth: Int { words.isEmpty ? 0 : words.count * 64 - words.last!.leadingZeroBitCount }

  private mutating func trim() {
    while words.last == 0 { words.removeLast() }
  }

  static func < (a: BigUInt, b: BigUInt) -> Bool {
    guard a.words.count == b.words.count else { return a.words.count < b.words.count }
    for i in a.words.indices.reversed() where a.words[i] != b.words[i] { return a.words[i] < b.words[i] }
    return false
  }

  static func + (a: BigUInt, b: BigUInt) -> BigUInt {
    let (long, short) = a.words.count >= b.words.count ? (a.words, b.words) : (b.words, a.words)
    var result = long
    var carry = false
    for i in long.indices {
      if i >= short.count, !carry { break }
      let (partial, first) = result[i].addingReportingOverflow(i < short.count ? short[i] : 0)
      let (sum, second) = partial.addingReportingOverflow(carry ? 1 : 0)
      result[i] = sum
      carry = first || second
    }
    if carry { result.append(1) }
    return BigUInt(words: result)
  }

  /// Returns the difference. `b` must not be larger than `a`.
  static func - (a: BigUInt, b: BigUInt) -> BigUInt {
    var result = a.words
    var borrow = false
    for i in result.indices {
      if i >= b.words.count, !borrow { break }
      let (partial, first) = result[i].subtractingReportingOverflow(i < b.words.count ? b.words[i] : 0)
      let (difference, second) = partial.subtractingReportingOverflow(borrow ? 1 : 0)
      result[i] = difference
      borrow = first || second
    }
    precondition(!borrow, "a negative difference of whole numbers")
    return BigUInt(words: result)
  }

  static func * (a: BigUInt, b: BigUInt) -> BigUInt {
    guard !a.isZero, !b.isZero else { return 0 }
    var result = [UInt](repeating: 0, count: a.words.count + b.words.count)
    for (i, x) in a.words.enumerated() {
      var carry: UInt = 0
      for (j, y) in b.words.enumerated() {
        // At most (2⁶⁴ - 1)² + 2 (2⁶⁴ - 1), which is below 2¹²⁸.
        let sum = UInt128(x) * UInt128(y) + UInt128(result[i + j]) + UInt128(carry)
        result[i + j] = UInt(truncatingIfNeeded: sum)
        carry = UInt(truncatingIfNeeded: sum >> 64)
      }
      result[i + b.words.count] = carry
    }
    return BigUInt(words: result)
  }

  /// The remainder of a division by a number that is not zero.
  func remainder(by divisor: UInt) -> UInt {
    words.reversed().reduce(0) { rest, word in divisor.dividingFullWidth((rest, word)).remainder }
  }

  /// Returns the number times a power of two. For this and the following operators, `count` must not be negative.
  static func << (a: BigUInt, count: Int) -> BigUInt {
    guard !a.isZero, count > 0 else { return a }
    let (words, bits) = (count / 64, UInt(count % 64))
    var result = [UInt](repeating: 0, count: words)
    result.reserveCapacity(words + a.words.count + 1)
    var carry: UInt = 0
    for word in a.words {
      result.append(word << bits | carry)
      carry = bits == 0 ? 0 : word >> (64 - bits)
    }
    result.append(carry)
    return BigUInt(words: result)
  }

  static func >> (a: BigUInt, count: Int) -> BigUInt {
    guard count / 64 < a.words.count else { return 0 }
    var result = Array(a.words[(count / 64)...])
    let bits = UInt(count % 64)
    if bits > 0 {
      for i in result.indices {
        result[i] = result[i] >> bits | (i + 1 < result.count ? result[i + 1] << (64 - bits) : 0)
      }
    }
    return BigUInt(words: result)
  }
}

extension UInt64 {
  /// Makes a machine integer from a number that fits.
  init(_ value: BigUInt) {
    precondition(value.words.count <= 1, "a whole number of more than 64 bits")
    self = UInt64(value.words.first ?? 0)
  }
}
