/// An error that says why bytes are no document.
public struct CompactError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The offset of the byte where reading stopped.
  public var offset: Int
  /// The stable code of the problem.
  public var code = MistakeCode.invalid
  /// The problem, for a person.
  public var problem: String

  public var description: String { "byte \(offset): \(problem)" }
}

/// Something with a compact spelling: written by `write`, read back by `init`, byte for byte the inverse.
protocol Compact {
  func write(to bytes: inout CompactWriter)
  init(from bytes: inout CompactReader) throws(CompactError)
}

struct CompactWriter {
  private(set) var bytes: [UInt8] = []

  mutating func byte(_ value: UInt8) { bytes.append(value) }

  /// Writes an unsigned number as LEB128: seven bits a byte, low bits first.
  mutating func unsigned(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func count(_ value: Int) { unsigned(UInt64(value)) }

  /// Writes a number. Whole numbers below 2^31, which most numbers of a layout are, take few bytes; every other double is written as its bits.
  mutating func number(_ value: Double) {
    if let whole = Int64(exactly: value), abs(whole) < 1 << 31 {
      unsigned(UInt64(whole < 0 ? -whole * 4 + 2 : whole * 4))
    } else {
      bytes.append(1)
      var bits = value.bitPattern
      for _ in 0..<8 {
        bytes.append(UInt8(truncatingIfNeeded: bits))
        bits >>= 8
      }
    }
  }

  mutating func text(_ value: String) {
    let utf8 = Array(value.utf8)
    count(utf8.count)
    bytes += utf8
  }

  mutating func flag(_ value: Bool) { bytes.append(value ? 1 : 0) }

  mutating func optional<T>(_ value: T?, _ body: (inout CompactWriter, T) -> Void) {
    flag(value != nil)
    if let value { body(&self, value) }
  }

  mutating func list<T: Compact>(_ values: [T]) {
    count(values.count)
    for value in values { value.write(to: &self) }
  }
}

struct CompactReader {
  private let bytes: [UInt8]
  private(set) var offset = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { offset == bytes.count }
  /// The next byte, without reading it; nil at the end.
  var peek: UInt8? { offset < bytes.count ? bytes[offset] : nil }
  func mistake(_ code: MistakeCode, _ problem: String) -> CompactError {
    CompactError(offset: offset, code: code, problem: problem)
  }

  mutating func byte() throws(CompactError) -> UInt8 {
    guard offset < bytes.count else { throw mistake(.endsEarly, "the bytes end early") }
    offset += 1
    return bytes[offset - 1]
  }

  mutating func unsigned() throws(CompactError) -> UInt64 {
    var value: UInt64 = 0
    for shift in stride(from: 0, to: 64, by: 7) {
      let next = try byte()
      if shift == 63, next > 1 { throw mistake(.outside, "a number is larger than 64 bits") }
      value |= UInt64(next & 0x7F) << UInt64(shift)
      if next < 0x80 { return value }
    }
    throw mistake(.outside, "a number is longer than 10 bytes")
  }

  mutating func id() throws(CompactError) -> UInt32 {
    guard let value = UInt32(exactly: try unsigned()) else { throw mistake(.outside, "an id is larger than 32 bits") }
    return value
  }

  /// Reads a count of things of at least one byte each. It throws if it exceeds the remaining bytes.
  mutating func count() throws(CompactError) -> Int {
    let value = try unsigned()
    guard value <= UInt64(bytes.count - offset) else {
      throw mistake(.endsEarly, "a count is larger than what follows")
    }
    return Int(value)
  }

  mutating func integer() throws(CompactError) -> Int {
    let value = try unsigned()
    guard value <= UInt64(UInt32.max) else { throw mistake(.outside, "an integer is larger than 32 bits") }
    return Int(value)
  }

  /// Reads a number, which is finite and never -0.
  mutating func number() throws(CompactError) -> Double {
    guard offset < bytes.count else { throw mistake(.endsEarly, "the bytes end early") }
    if bytes[offset] == 1 {
      offset += 1
      var bits: UInt64 = 0
      for shift in stride(from: 0, to: 64, by: 8) { bits |= UInt64(try byte()) << UInt64(shift) }
      let value = Double(bitPattern: bits)
      guard value.isFinite else { throw mistake(.notANumber, "a number is not finite") }
      return value == 0 ? 0 : value
    }
    let value = try unsigned()
    guard value & 1 == 0, value < 1 << 33 else { throw mistake(.outside, "a whole number is out of range") }
    let magnitude = Double(value >> 2)
    return value & 2 == 0 || magnitude == 0 ? magnitude : -magnitude
  }

  mutating func priority() throws(CompactError) -> Double {
    let value = try number()
    guard value > 0, value <= LinearConstraint.requiredPriority else {
      throw mistake(.outside, "a priority is outside (0, 1000]")
    }
    return value
  }

  mutating func text() throws(CompactError) -> String {
    let length = try count()
    guard let value = String(validating: bytes[offset..<offset + length], as: UTF8.self) else {
      throw mistake(.wrongFormat, "a text is not UTF-8")
    }
    offset += length
    return value
  }

  mutating func flag() throws(CompactError) -> Bool {
    switch try byte() {
    case 0: return false
    case 1: return true
    default: throw mistake(.wrongFormat, "a flag is neither 0 nor 1")
    }
  }

  mutating func optional<T>(
    _ body: (inout CompactReader) throws(CompactError) -> T
  ) throws(CompactError) -> T? {
    try flag() ? try body(&self) : nil
  }

  mutating func list<T: Compact>() throws(CompactError) -> [T] {
    let count = try count()
    var values: [T] = []
    values.reserveCapacity(min(count, 1024))
    for _ in 0..<count { values.append(try T(from: &self)) }
    return values
  }
}

/// An enumeration spelled as its place among all cases.
extension CompactWriter {
  mutating func choice<T: CaseIterable & Equatable>(_ value: T) {
    for (index, candidate) in T.allCases.enumerated() where candidate == value { byte(UInt8(index)) }
  }
}

extension CompactReader {
  mutating func choice<T: CaseIterable>() throws(CompactError) -> T {
    let index = Int(try byte())
    guard index < T.allCases.count else { throw mistake(.unknownWord, "unknown case \(index) of \(T.self)") }
    return T.allCases[T.allCases.index(T.allCases.startIndex, offsetBy: index)]
  }
}
