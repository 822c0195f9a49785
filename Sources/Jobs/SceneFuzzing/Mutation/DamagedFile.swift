import SceneModel

/// Damages a file as transfers, merges and editors do: parts are cut, doubled or reordered, and numbers get out of range.
func damaged(_ file: [UInt8], as kind: FileKind, _ entropy: inout Entropy) -> [UInt8] {
  guard file.count > 8 else { return file + Array(entropy.pick(kind.snippets).utf8) }
  var bytes = file
  for _ in 0..<(1 + entropy.below(3)) {
    let start = entropy.below(bytes.count)
    let end = min(bytes.count, start + 1 + entropy.below(entropy.chance(1, in: 4) ? 200 : 12))
    switch entropy.below(10) {
    case 0: bytes.removeSubrange(start...)
    case 1, 2: bytes.removeSubrange(start..<end)
    case 3: bytes.insert(contentsOf: bytes[start..<end], at: entropy.below(bytes.count))
    case 4: bytes[start] = UInt8(truncatingIfNeeded: entropy.next())
    case 5: bytes.replaceNumber(after: start, by: entropy.pick(absurdNumbers))
    case 6: bytes.exchangeTags(start, entropy.below(bytes.count))
    case 7: bytes.replaceQuoted(after: start, by: bytes.quoted(after: entropy.below(bytes.count)))
    case 8: bytes.removeTag(after: start)
    default: bytes.insert(contentsOf: Array(entropy.pick(kind.snippets).utf8), at: start)
    }
    if bytes.count <= 8 { break }
  }
  return bytes
}

private let absurdNumbers = [
  "nan", "inf", "-inf", "1e308", "-1e308", "-0", "1e400", "99999999999999999999", "0x10", "", "1:0", "0:1", "1:3", "-1",
]

extension [UInt8] {
  private func isDigit(_ at: Int) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self[at]) }

  fileprivate mutating func replaceNumber(after start: Int, by number: String) {
    guard let first = indices[start...].first(where: { isDigit($0) }) else { return }
    let end = indices[first...].first { !isDigit($0) } ?? count
    replaceSubrange(first..<end, with: Array(number.utf8))
  }

  private func tag(after start: Int) -> Range<Int>? {
    guard let open = self[start...].firstIndex(of: UInt8(ascii: "<")),
      let close = self[open...].firstIndex(of: UInt8(ascii: ">"))
    else { return nil }
    return open..<(close + 1)
  }

  fileprivate mutating func removeTag(after start: Int) {
    if let tag = tag(after: start) { removeSubrange(tag) }
  }

  fileprivate mutating func exchangeTags(_ a: Int, _ b: Int) {
    guard let first = tag(after: Swift.min(a, b)), let second = tag(after: Swift.max(a, b)),
      first.upperBound <= second.lowerBound
    else { return }
    let (one, two) = (Array(self[first]), Array(self[second]))
    replaceSubrange(second, with: one)
    replaceSubrange(first, with: two)
  }

  fileprivate func quoted(after start: Int) -> Range<Int>? {
    guard let open = self[start...].firstIndex(of: UInt8(ascii: "\"")), open + 1 < count,
      let close = self[(open + 1)...].firstIndex(of: UInt8(ascii: "\""))
    else { return nil }
    return (open + 1)..<close
  }

  /// Replaces the first quoted text after `start` by the bytes at `source`. So one attribute gets the value of another, which makes references to the
  /// wrong thing, or duplicate ids. Does nothing if one of the two does not exist.
  fileprivate mutating func replaceQuoted(after start: Int, by source: Range<Int>?) {
    guard let source, let target = quoted(after: start) else { return }
    replaceSubrange(target, with: Array(self[source]))
  }
}
