/// The text that a tool puts before each line of a console, such as a time, `// ` or `[app] `. A tool uses a few shapes of prefixes. Prefixes of one
/// shape differ only in digits.
struct LinePrefix {
  /// A shape, with one zero for each number and one space for white space, without white space at its ends.
  private struct Shape: Hashable {
    var bytes: [UInt8]
  }

  private var shapes: [(shape: Shape, isApart: Bool)] = []

  /// The largest number of shapes that are recognised, the most frequent ones. A tool may use several, such as one for each level or thread name.
  private static let mostShapes = 4
  private static let longest = 200

  /// Finds the most frequent shapes of prefixes before constraints; nil if no shape occurs twice.
  init?(of lines: some Sequence<Slice>) {
    var found: [Shape: (count: Int, isApart: Bool, first: Int)] = [:]
    for line in lines {
      guard let entry = line.constraintStart else { continue }
      var end = entry
      while end > line.start, ConsoleText.isSpace(line[end - 1]) { end -= 1 }
      guard end - line.start <= LinePrefix.longest, let shape = LinePrefix.shape(of: line.to(end)) else { continue }
      var known = found[shape] ?? (0, true, found.count)
      known.count += 1
      known.isApart = known.isApart && end < entry
      found[shape] = known
    }
    shapes = found.filter { $0.value.count > 1 }.sorted {
      ($1.value.count, $0.value.first) < ($0.value.count, $1.value.first)
    }.prefix(LinePrefix.mostShapes).map { ($0.key, $0.value.isApart) }
    if shapes.isEmpty { return nil }
  }

  /// Returns the shape of a prefix; nil if it is empty, may be a part of an entry, or opens a list.
  private static func shape(of text: Slice) -> Shape? {
    var bytes: [UInt8] = []
    var position = text.start
    while position < text.end, ConsoleText.isSpace(text[position]) { position += 1 }
    while position < text.end {
      let byte = text[position]
      if isDigit(byte) {
        while position < text.end, isDigit(text[position]) { position += 1 }
        bytes.append(UInt8(ascii: "0"))
      } else if ConsoleText.isSpace(byte) {
        while position < text.end, ConsoleText.isSpace(text[position]) { position += 1 }
        bytes.append(UInt8(ascii: " "))
      } else {
        guard byte != UInt8(ascii: "\""), byte != UInt8(ascii: "'") else { return nil }
        bytes.append(byte)
        position += 1
      }
    }
    let shape = Slice(bytes, 0, bytes.count)
    guard let last = bytes.last, ![UInt8(ascii: "("), UInt8(ascii: "[")].contains(last),
      !shape.contains(ConsoleText.constraint)
    else { return nil }
    // A text with an open bracket may be the beginning of an entry.
    if let open = shape.lastIndex(of: "<"), shape.lastIndex(of: ">").map({ $0 < open }) ?? true { return nil }
    return Shape(bytes: bytes)
  }

  private func isWord(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || LinePrefix.isDigit(byte)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  /// The line without its prefix; the line itself where it has none.
  func removed(from line: Slice) -> Slice {
    for (shape, isApart) in shapes {
      // A prefix does not end in the middle of a word.
      if let end = LinePrefix.end(of: shape, in: line),
        end == line.end || ConsoleText.isSpace(line[end])
          || !isApart && !(end > line.start && isWord(line[end - 1]) && isWord(line[end]))
      {
        return line.from(end)
      }
    }
    return line
  }

  private static func end(of shape: Shape, in line: Slice) -> Int? {
    var position = line.start
    while position < line.end, ConsoleText.isSpace(line[position]) { position += 1 }
    for byte in shape.bytes {
      guard position < line.end else { return nil }
      if byte == UInt8(ascii: "0") {
        guard isDigit(line[position]) else { return nil }
        while position < line.end, isDigit(line[position]) { position += 1 }
      } else if byte == UInt8(ascii: " ") {
        guard ConsoleText.isSpace(line[position]) else { return nil }
        while position < line.end, ConsoleText.isSpace(line[position]) { position += 1 }
      } else {
        guard line[position] == byte else { return nil }
        position += 1
      }
    }
    return position
  }
}
