import Foundation

/// A JSON value, read strictly from one line: an object must not have a member twice, numbers must fit a double, and the nesting is limited to 32.
enum JSONValue: Hashable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([Member])

  struct Member: Hashable {
    var name: String
    var value: JSONValue
  }

  /// The reason why a line is not JSON, with the position of the byte at which reading failed.
  struct Mistake: Error, CustomStringConvertible {
    var description: String
    init(_ description: String) { self.description = description }
  }

  init(_ line: [UInt8]) throws(Mistake) {
    var reader = Reader(bytes: line)
    self = try reader.value(depth: 0)
    reader.skipBlanks()
    if reader.at < line.count { throw reader.mistake("something follows the object") }
  }

  subscript(_ name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  private struct Reader {
    let bytes: [UInt8]
    var at = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    func mistake(_ what: String) -> Mistake { Mistake("\(what) at byte \(at + 1)") }

    mutating func skipBlanks() {
      while at < bytes.count, [0x20, 0x09, 0x0D].contains(bytes[at]) { at += 1 }
    }

    private func peek() throws(Mistake) -> UInt8 {
      guard at < bytes.count else { throw mistake("the line ends too early") }
      return bytes[at]
    }

    mutating func value(depth: Int) throws(Mistake) -> JSONValue {
      guard depth < 32 else { throw mistake("nested too deep") }
      skipBlanks()
      switch try peek() {
      case UInt8(ascii: "{"): return .object(try members(depth))
      case UInt8(ascii: "["):
        var items: [JSONValue] = []
        try list(UInt8(ascii: "]")) { (reader) throws(Mistake) in items.append(try reader.value(depth: depth + 1)) }
        return .array(items)
      case UInt8(ascii: "\""): return .string(try string())
      case UInt8(ascii: "t"): return try word("true", .bool(true))
      case UInt8(ascii: "f"): return try word("false", .bool(false))
      case UInt8(ascii: "n"): return try word("null", .null)
      default: return .number(try number())
      }
    }

    /// Reads the items of an object or a list, up to the byte `end`. `item` reads one item.
    private mutating func list(_ end: UInt8, _ item: (inout Reader) throws(Mistake) -> Void) throws(Mistake) {
      at += 1
      skipBlanks()
      if try peek() == end {
        at += 1
        return
      }
      while true {
        try item(&self)
        skipBlanks()
        let next = try peek()
        guard next == end || next == UInt8(ascii: ",") else { throw mistake("a comma is missing") }
        at += 1
        if next == end { return }
      }
    }

    private mutating func members(_ depth: Int) throws(Mistake) -> [Member] {
      var members: [Member] = []
      var names: Set<String> = []
      try list(UInt8(ascii: "}")) { (reader) throws(Mistake) in
        reader.skipBlanks()
        guard try reader.peek() == UInt8(ascii: "\"") else { throw reader.mistake("a name is missing") }
        let name = try reader.string()
        reader.skipBlanks()
        guard try reader.peek() == UInt8(ascii: ":") else { throw reader.mistake("a colon is missing") }
        reader.at += 1
        guard names.insert(name).inserted else { throw reader.mistake("\"\(name)\" is there twice") }
        members.append(Member(name: name, value: try reader.value(depth: depth + 1)))
      }
      return members
    }

    private mutating func word(_ text: String, _ value: JSONValue) throws(Mistake) -> JSONValue {
      guard bytes[at...].starts(with: text.utf8) else { throw mistake("no JSON value") }
      at += text.utf8.count
      return value
    }

    private mutating func string() throws(Mistake) -> String {
      at += 1
      var content: [UInt8] = []
      while true {
        let byte = try peek()
        at += 1
        switch byte {
        case UInt8(ascii: "\""):
          guard let text = String(validating: content, as: UTF8.self) else {
            throw mistake("a text that is not UTF-8 ends")
          }
          return text
        case UInt8(ascii: "\\"): content += try escaped()
        case 0..<0x20: throw mistake("a control character in a text")
        default: content.append(byte)
        }
      }
    }

    private mutating func escaped() throws(Mistake) -> [UInt8] {
      let byte = try peek()
      at += 1
      switch byte {
      case UInt8(ascii: "n"): return [0x0A]
      case UInt8(ascii: "t"): return [0x09]
      case UInt8(ascii: "r"): return [0x0D]
      case UInt8(ascii: "b"): return [0x08]
      case UInt8(ascii: "f"): return [0x0C]
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
      case UInt8(ascii: "u"):
        var units = [try unit()]
        if UTF16.isLeadSurrogate(units[0]), bytes[at...].starts(with: "\\u".utf8) {
          at += 2
          units.append(try unit())
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
      default: throw mistake("an unknown escape")
      }
    }

    private mutating func unit() throws(Mistake) -> UInt16 {
      guard at + 4 <= bytes.count, bytes[at..<(at + 4)].allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }),
        let unit = UInt16(String(decoding: bytes[at..<(at + 4)], as: UTF8.self), radix: 16)
      else { throw mistake("no hexadecimal number") }
      at += 4
      return unit
    }

    private mutating func number() throws(Mistake) -> Double {
      let start = at
      func isDigit(_ at: Int) -> Bool {
        at < bytes.count && (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[at])
      }
      func isOne(of letters: String, _ at: Int) -> Bool { at < bytes.count && letters.utf8.contains(bytes[at]) }
      if isOne(of: "-", at) { at += 1 }
      guard isDigit(at) else { throw mistake("no JSON value") }
      let isWhole = bytes[at] == UInt8(ascii: "0")
      at += 1
      if !isWhole { while isDigit(at) { at += 1 } }
      if isOne(of: ".", at) {
        at += 1
        guard isDigit(at) else { throw mistake("no digit after the point") }
        while isDigit(at) { at += 1 }
      }
      if isOne(of: "eE", at) {
        at += 1
        if isOne(of: "+-", at) { at += 1 }
        guard isDigit(at) else { throw mistake("no digit in the exponent") }
        while isDigit(at) { at += 1 }
      }
      guard let value = Double(String(decoding: bytes[start..<at], as: UTF8.self)), value.isFinite else {
        throw mistake("a number beyond a double ends")
      }
      return value
    }
  }
}

extension JSONValue {
  /// Returns a text as JSON writes it.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default:
        if scalar.value < 0x20 {
          result += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }
}
