/// The lines of a text that contain more than a comment, one after the other. Sizes are limited, so that no file makes reading slow or large.
struct TextLines {
  /// The largest size of a text in bytes: ten times that of a screen with 45,000 constraints.
  static let maximumBytes = 32 << 20

  private let file: String
  private let bytes: [UInt8]
  private var rest = 0
  private var number = 0

  init(_ text: String, file: String) throws(TextError) {
    self.file = file
    guard text.utf8.count <= TextLines.maximumBytes else {
      throw TextError(
        file: file, line: 0, code: .outside,
        problem: "the file has \(text.utf8.count) bytes, more than \(TextLines.maximumBytes)",
        hint: "Split it.")
    }
    bytes = Array(text.utf8)
  }

  /// Returns the next line that has more than a comment; nil at the end. Lines are numbered from 1.
  mutating func next() throws(TextError) -> TextLine? {
    while rest < bytes.count {
      let end = bytes[rest...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      number += 1
      let line = try TextLine(bytes[rest..<end], file: file, number: number)
      rest = end + 1
      if !line.isAtEnd { return line }
    }
    return nil
  }
}
