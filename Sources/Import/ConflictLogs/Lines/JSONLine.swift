/// A line of a console that a logging tool wrote as one JSON object: finds the message in it.
enum JSONLine {
  /// The keys under which logging tools store the message.
  private static let keys = ["message", "eventMessage", "msg", "log", "text", "line", "body", "content", "payload"]
    .map { Array($0.utf8) }

  private static let mark = Array("onstraint".utf8)

  /// Returns the message with its escapes undone: the first string value that mentions constraints or, in a line that does not mention any, the first
  /// one under a key in `keys`. Nil if there is none, or if the line is no JSON object.
  static func message(in line: Slice) -> [UInt8]? {
    guard line.first == UInt8(ascii: "{") else { return nil }
    var position = line.start + 1
    // Keys and texts alternate. Everything between them is skipped.
    var key: [UInt8]?
    var message: [UInt8]?
    while position < line.end {
      guard line[position] == UInt8(ascii: "\"") else {
        if line[position] == UInt8(ascii: ",") || line[position] == UInt8(ascii: "{") { key = nil }
        position += 1
        continue
      }
      guard let (text, end) = string(at: position, in: line) else { break }
      if let known = key {
        if Slice(text, 0, text.count).contains(mark) { return text }
        if message == nil, keys.contains(known) { message = text }
        key = nil
      } else {
        key = text
      }
      position = end
    }
    return line.contains(mark) ? nil : message
  }

  /// A string's bytes and the place after its closing quote; nil if it has no end.
  private static func string(at start: Int, in line: Slice) -> (text: [UInt8], end: Int)? {
    var text: [UInt8] = []
    var position = start + 1
    while position < line.end {
      let byte = line[position]
      if byte == UInt8(ascii: "\"") { return (text, position + 1) }
      guard byte == UInt8(ascii: "\\"), position + 1 < line.end else {
        text.append(byte)
        position += 1
        continue
      }
      position += 2
      switch line[position - 1] {
      case UInt8(ascii: "n"): text.append(UInt8(ascii: "\n"))
      case UInt8(ascii: "r"): break
      case UInt8(ascii: "t"): text.append(UInt8(ascii: "\t"))
      case UInt8(ascii: "u"):
        guard let scalar = scalar(at: &position, in: line) else { continue }
        text += Array(String(Character(scalar)).utf8)
      case let other: text.append(other)
      }
    }
    return nil
  }

  /// Reads the four digits of an escape such as `\u003c`, and the second half of a surrogate pair if there is one.
  private static func scalar(at position: inout Int, in line: Slice) -> Unicode.Scalar? {
    func unit(at start: Int) -> UInt32? {
      guard start + 4 <= line.end else { return nil }
      return UInt32(line.from(start).to(start + 4).string, radix: 16)
    }
    guard let first = unit(at: position) else { return nil }
    position += 4
    if (0xD800..<0xDC00).contains(first), position + 6 <= line.end, line[position] == UInt8(ascii: "\\"),
      line[position + 1] == UInt8(ascii: "u"), let second = unit(at: position + 2), (0xDC00..<0xE000).contains(second)
    {
      position += 6
      return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    }
    return Unicode.Scalar(first)
  }
}
