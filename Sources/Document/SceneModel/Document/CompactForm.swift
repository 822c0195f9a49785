/// An error that says why bytes are no document.
public struct CompactError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The offset of the byte where reading stopped.
  public var offset: Int
  /// The stable code of the problem.
  public var code: MistakeCode
  /// The problem, for a person.
  public var problem: String

  public var description: String { "byte \(offset): \(problem)" }
}

/// A value with a compact form: `init` reads exactly the bytes that `write` writes.
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

  /// Writes fields one after the other.
  mutating func put<each Field: Compact>(_ field: repeat each Field) { repeat (each field).write(to: &self) }

  /// Writes a case of an enumeration: its number, then its fields.
  mutating func put<each Field: Compact>(case number: UInt8, _ field: repeat each Field) {
    byte(number)
    put(repeat each field)
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

  /// Reads a count of things of at least one byte each. Throws if the count exceeds the number of remaining bytes.
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

  /// Reads the next field.
  mutating func take<Field: Compact>() throws(CompactError) -> Field { try Field(from: &self) }

  /// Reads a flag that says whether a value follows. If so, reads the value with `body` and returns it; otherwise returns nil.
  mutating func optional<T>(
    _ body: (inout CompactReader) throws(CompactError) -> T
  ) throws(CompactError) -> T? {
    try flag() ? try body(&self) : nil
  }
}

extension Double: Compact {
  func write(to bytes: inout CompactWriter) { bytes.number(self) }
  init(from bytes: inout CompactReader) throws(CompactError) { self = try bytes.number() }
}

extension Int: Compact {
  func write(to bytes: inout CompactWriter) { bytes.count(self) }
  init(from bytes: inout CompactReader) throws(CompactError) { self = try bytes.integer() }
}

extension Bool: Compact {
  func write(to bytes: inout CompactWriter) { bytes.flag(self) }
  init(from bytes: inout CompactReader) throws(CompactError) { self = try bytes.flag() }
}

extension String: Compact {
  func write(to bytes: inout CompactWriter) { bytes.text(self) }
  init(from bytes: inout CompactReader) throws(CompactError) { self = try bytes.text() }
}

extension Optional: Compact where Wrapped: Compact {
  func write(to bytes: inout CompactWriter) {
    bytes.flag(self != nil)
    self?.write(to: &bytes)
  }
  init(from bytes: inout CompactReader) throws(CompactError) {
    self = try bytes.flag() ? try Wrapped(from: &bytes) : nil
  }
}

extension Array: Compact where Element: Compact {
  func write(to bytes: inout CompactWriter) {
    bytes.count(count)
    for value in self { value.write(to: &bytes) }
  }
  init(from bytes: inout CompactReader) throws(CompactError) {
    let count = try bytes.count()
    self.init()
    reserveCapacity(Swift.min(count, 1024))
    for _ in 0..<count { append(try bytes.take()) }
  }
}

/// Writes and reads a case of an enumeration as its index among all cases.
extension Compact where Self: CaseIterable & Equatable {
  func write(to bytes: inout CompactWriter) {
    for (index, candidate) in Self.allCases.enumerated() where candidate == self { bytes.byte(UInt8(index)) }
  }
  init(from bytes: inout CompactReader) throws(CompactError) {
    let index = Int(try bytes.byte())
    guard index < Self.allCases.count else {
      throw bytes.mistake(.unknownWord, "unknown case \(index) of \(Self.self)")
    }
    self = Self.allCases[Self.allCases.index(Self.allCases.startIndex, offsetBy: index)]
  }
}
