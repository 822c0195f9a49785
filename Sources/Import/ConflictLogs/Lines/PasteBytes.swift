/// Removes from the bytes of a file what a terminal or an editor has added. The result is UTF-8 text.
enum PasteBytes {
  /// Undoes UTF-16 and byte order marks, and removes escape sequences of terminals.
  static func plain(_ bytes: [UInt8]) -> [UInt8] { withBreakingSpaces(withoutEscapeSequences(utf8(bytes))) }

  /// Replaces no-break spaces by spaces if a message's own words contain some, because in that case a page has replaced every space.
  private static func withBreakingSpaces(_ bytes: [UInt8]) -> [UInt8] {
    let text = Slice(bytes, 0, bytes.count)
    let words = ["simultaneously\u{A0}satisfy", "recover\u{A0}by\u{A0}breaking"].map { Array($0.utf8) }
    guard words.contains(where: text.contains) else { return bytes }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var position = 0
    while position < bytes.count {
      let isSpace = bytes[position] == 0xC2 && position + 1 < bytes.count && bytes[position + 1] == 0xA0
      result.append(isSpace ? UInt8(ascii: " ") : bytes[position])
      position += isSpace ? 2 : 1
    }
    return result
  }

  /// The least share of zeros in a text that is read as UTF-16 without a byte order mark: zeros at even or at odd positions of its beginning
  /// (`sample`), as a share of all bytes there. At the other positions there must be no zero.
  private static let share = 0.3
  private static let sample = 4096

  private static func utf8(_ bytes: [UInt8]) -> [UInt8] {
    if bytes.starts(with: [0xFF, 0xFE]) { return utf8(fromUTF16: bytes[2...], isBigEndian: false) }
    if bytes.starts(with: [0xFE, 0xFF]) { return utf8(fromUTF16: bytes[2...], isBigEndian: true) }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(bytes[3...]) }
    var zeros = (even: 0, odd: 0)
    for (index, byte) in bytes.prefix(sample).enumerated() where byte == 0 {
      if index.isMultiple(of: 2) { zeros.even += 1 } else { zeros.odd += 1 }
    }
    let limit = Int(Double(min(bytes.count, sample)) * share)
    if bytes.count >= 8, max(zeros.even, zeros.odd) > limit, min(zeros.even, zeros.odd) == 0 {
      return utf8(fromUTF16: bytes[...], isBigEndian: zeros.even > 0)
    }
    return bytes
  }

  private static func utf8(fromUTF16 bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> [UInt8] {
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    var position = bytes.startIndex
    while position + 1 < bytes.endIndex {
      let (first, second) = (UInt16(bytes[position]), UInt16(bytes[position + 1]))
      units.append(isBigEndian ? first << 8 | second : second << 8 | first)
      position += 2
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  static let escape: UInt8 = 0x1B
  /// The largest length of a terminal's escape sequence.
  private static let longestSequence = 128

  static func withoutEscapeSequences(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(escape) else { return bytes }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var position = 0
    while position < bytes.count {
      if bytes[position] == escape {
        position = end(ofSequenceAt: position, in: bytes)
      } else {
        result.append(bytes[position])
        position += 1
      }
    }
    return result
  }

  /// Returns where an escape sequence ends: `ESC [ … letter` (colours), `ESC ] … BEL` (titles, links), `ESC ( B` (character set). Of any other
  /// sequence only the escape character is removed, because the text after it may belong to the log.
  private static func end(ofSequenceAt start: Int, in bytes: [UInt8]) -> Int {
    guard start + 1 < bytes.count else { return bytes.count }
    let limit = min(bytes.count, start + longestSequence)
    switch bytes[start + 1] {
    case UInt8(ascii: "["):
      var position = start + 2
      while position < limit, (0x20...0x3F).contains(bytes[position]) { position += 1 }
      return position < limit && (0x40...0x7E).contains(bytes[position]) ? position + 1 : start + 1
    case UInt8(ascii: "]"):
      for position in (start + 2)..<max(limit, start + 2) {
        if bytes[position] == 0x07 { return position + 1 }
        if bytes[position] == UInt8(ascii: "\n") { break }
        if bytes[position] == escape {
          let isEnd = position + 1 < bytes.count && bytes[position + 1] == UInt8(ascii: "\\")
          return isEnd ? position + 2 : start + 1
        }
      }
      return start + 1
    case UInt8(ascii: "("):
      return start + 2 < limit && "0AB".utf8.contains(bytes[start + 2]) ? start + 3 : start + 1
    default: return start + 1
    }
  }
}
