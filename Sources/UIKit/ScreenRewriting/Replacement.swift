/// One edit of a source file: the bytes from `start` up to `end` become `text`.
struct Replacement {
  let start: Int
  let end: Int
  let text: String
}

extension String {
  /// Returns the text with the replacements made. They must not overlap; several insertions at one place keep their order.
  func applying(_ replacements: [Replacement]) -> String {
    let bytes = Array(utf8)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var place = 0
    let sorted = replacements.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }
    for (_, replacement) in sorted where replacement.start >= place {
      result += bytes[place..<replacement.start]
      result += replacement.text.utf8
      place = replacement.end
    }
    result += bytes[place...]
    return String(decoding: result, as: UTF8.self)
  }
}
