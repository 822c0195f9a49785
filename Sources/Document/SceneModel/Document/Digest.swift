/// A 128-bit fingerprint of a document's compact form. Equal documents have equal digests, on every machine and in every process.
///
/// It is MurmurHash3 by Austin Appleby (public domain), the x64 128-bit variant with seed 0; it does not resist forgery.
public struct Digest: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The first 64 bits.
  public var high: UInt64
  /// The last 64 bits.
  public var low: UInt64

  /// Makes the digest of bytes. Linear in their number.
  public init(of bytes: [UInt8]) {
    let c1: UInt64 = 0x87c3_7b91_1142_53d5
    let c2: UInt64 = 0x4cf5_ad43_2745_937f
    var h1: UInt64 = 0
    var h2: UInt64 = 0

    func word(_ start: Int, _ length: Int) -> UInt64 {
      var value: UInt64 = 0
      for offset in 0..<max(min(length, bytes.count - start), 0) {
        value |= UInt64(bytes[start + offset]) << UInt64(8 * offset)
      }
      return value
    }
    func mixFirst(_ k: UInt64) -> UInt64 { rotated(k &* c1, 31) &* c2 }
    func mixSecond(_ k: UInt64) -> UInt64 { rotated(k &* c2, 33) &* c1 }

    let blocks = bytes.count / 16
    for block in 0..<blocks {
      h1 ^= mixFirst(word(block * 16, 8))
      h1 = (rotated(h1, 27) &+ h2) &* 5 &+ 0x52dc_e729
      h2 ^= mixSecond(word(block * 16 + 8, 8))
      h2 = (rotated(h2, 31) &+ h1) &* 5 &+ 0x3849_5ab5
    }
    if bytes.count > blocks * 16 {
      h2 ^= mixSecond(word(blocks * 16 + 8, 8))
      h1 ^= mixFirst(word(blocks * 16, 8))
    }
    h1 ^= UInt64(bytes.count)
    h2 ^= UInt64(bytes.count)
    h1 &+= h2
    h2 &+= h1
    h1 = finished(h1)
    h2 = finished(h2)
    h1 &+= h2
    h2 &+= h1
    high = h1
    low = h2
  }

  public static func < (a: Digest, b: Digest) -> Bool { (a.high, a.low) < (b.high, b.low) }

  /// The digest as 32 hexadecimal digits.
  public var description: String { hexadecimal(high) + hexadecimal(low) }
}

private func rotated(_ value: UInt64, _ bits: UInt64) -> UInt64 { value << bits | value >> (64 - bits) }

private func finished(_ value: UInt64) -> UInt64 {
  var k = value
  k ^= k >> 33
  k = k &* 0xff51_afd7_ed55_8ccd
  k ^= k >> 33
  k = k &* 0xc4ce_b9fe_1a85_ec53
  return k ^ k >> 33
}

private func hexadecimal(_ value: UInt64) -> String {
  let text = String(value, radix: 16)
  return String(repeating: "0", count: 16 - text.count) + text
}
