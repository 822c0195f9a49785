import ConflictLogs
import SceneModel
import SceneOracles

/// The lines of a paste that start like constraints. They are found without parsing, so that the laws do not depend on the parser that they judge.
struct ConflictLogLines {
  private let lines: [ArraySlice<UInt8>]
  private let everything: [UInt8]
  private let hasWrittenLineFeeds: Bool
  /// The lines of fewer than `shortestPiece` bytes after reduction by `squeezed`, in that form.
  private let shortLines: Set<[UInt8]>

  init(_ bytes: [UInt8]) {
    let bytes = Self.shown(bytes)
    let all = bytes.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    lines = all.compactMap(Self.constraint)
    shortLines = Set(all.map(Self.squeezed).filter { !$0.isEmpty && $0.count < Self.shortestPiece })
    hasWrittenLineFeeds = bytes.holds(Self.writtenLineFeed)
    everything = Array(Self.forms(of: bytes[...]).joined(separator: [0]))
  }

  /// The paste as a terminal shows it: without the escape sequences `ESC [ … letter`, `ESC ] … BEL` and `ESC ( B`.
  private static func shown(_ bytes: [UInt8]) -> [UInt8] {
    var shown: [UInt8] = []
    var rest = bytes[...]
    while let byte = rest.first {
      let text = rest.dropFirst(2).prefix(longestSequence - 2)
      var end: Int?
      if byte == 0x1B {
        switch rest.dropFirst().first {
        case UInt8(ascii: "["):
          end = text.firstIndex { !(0x20...0x3F).contains($0) }.flatMap { (0x40...0x7E).contains(bytes[$0]) ? $0 : nil }
        case UInt8(ascii: "]"):
          let last = text.firstIndex { $0 == 0x07 || $0 == 0x1B || $0 == UInt8(ascii: "\n") }
          end = last.flatMap { last in
            if bytes[last] == 0x07 { return last }
            return bytes[last...].starts(with: [0x1B, UInt8(ascii: "\\")]) ? last + 1 : nil
          }
        case UInt8(ascii: "("): end = text.first.map { "0AB".utf8.contains($0) } == true ? text.startIndex : nil
        default: break
        }
      } else {
        shown.append(byte)
      }
      rest = bytes[((end ?? rest.startIndex) + 1)...]
    }
    return shown
  }

  /// The largest length of a terminal's escape sequence.
  private static let longestSequence = 128

  /// The text reduced by `squeezed`, followed by its forms after undoing a page's escapes once, twice and so on.
  private static func forms(of bytes: ArraySlice<UInt8>) -> [[UInt8]] {
    var forms = [squeezed(bytes)]
    var text = bytes
    while forms.count < 9, text.contains(UInt8(ascii: "&")) {
      text = unescaped(text)[...]
      forms.append(squeezed(text))
    }
    return forms
  }

  /// The entries of the logs, each reduced by `squeezed`.
  private struct Listing {
    /// All entries, each followed by a zero.
    var all: [UInt8] = []
    var read: Set<[UInt8]> = []

    mutating func add(_ entry: ConflictLog.Entry, _ text: [UInt8]) {
      all += text
      all.append(0)
      if case .read = entry { read.insert(text) }
    }
  }

  func verdict(on logs: [ConflictLog]) -> Verdict {
    // The reader splits a message that was printed as one string at its escapes, so there are no lines to compare with.
    if hasWrittenLineFeeds { return .holds }
    var listing = Listing()
    for entry in logs.flatMap({ $0.entries + [$0.broken].compactMap(\.self) }) {
      let text = Self.squeezed(entry.description.utf8)
      if !holdsPieces(of: text), !isInOwnWords(entry) { return .broken("\(entry) is not in the paste") }
      listing.add(entry, text)
    }
    for line in lines {
      // A line of markup is unescaped by the reader, a text inside a line is not. So the line is tried escaped and unescaped.
      var escaped = line
      for _ in 0..<9 where escaped.contains(UInt8(ascii: "&")) && !holdsEntries(of: escaped, listing) {
        escaped = Self.unescaped(escaped)[...]
      }
      if !Self.forms(of: line).contains(where: listing.all.holds), !holdsEntries(of: escaped, listing) {
        return .broken("not in any log: \(String(decoding: line, as: UTF8.self))")
      }
    }
    return .holds
  }

  /// Whether the logs contain all entries of a line. A line has several entries if a line feed was lost; each of them may be a separate entry of a
  /// log.
  private func holdsEntries(of line: ArraySlice<UInt8>, _ listing: Listing) -> Bool {
    // Text after the last constraint is a comment. In a line that names no class of constraints, it is the text after the last bracket.
    var parts = Self.parts(of: line)
    if let last = parts.lastIndex(where: { $0.holds(Self.mark) }) {
      parts = Array(parts[...last])
    } else {
      guard line.starts(with: Self.quotedStart) else { return false }
      parts = Self.parts(of: line[...(line.lastIndex(of: UInt8(ascii: ">")) ?? line.endIndex - 1)])
    }
    return parts.allSatisfy { part in
      // There may be a tag before the first entry.
      let isTag = part.startIndex == line.startIndex && !part.starts(with: Self.quotedStart) && !part.holds(Self.mark)
      return isTag || Self.forms(of: part).contains(where: listing.all.holds) || holdsBeginning(of: part, listing)
    }
  }

  /// The parts of a line, which is cut before each bracket that may open an entry: a bracket after a quote, or before the class of a constraint.
  private static func parts(of line: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var parts: [ArraySlice<UInt8>] = []
    var start = line.startIndex
    for index in line.indices.dropFirst() {
      // An escaped quote is part of a name.
      let isQuoted = line[index...].starts(with: quotedStart) && line[index - 1] != UInt8(ascii: "\\")
      guard isQuoted || opensClass(line[index...]) else { continue }
      parts.append(line[start..<index])
      start = index
    }
    return parts + [line[start...]]
  }

  /// Whether a text starts with a bracket and the class of a constraint, as `<NSLayoutConstraint:` does.
  private static func opensClass(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.first == UInt8(ascii: "<"), let colon = text.firstIndex(of: UInt8(ascii: ":")) else { return false }
    let name = text[text.startIndex..<colon].dropFirst()
    return text[...colon].suffix(mark.count).elementsEqual(mark)
      && name.allSatisfy { $0 >= 0x80 || classBytes.contains($0) }
  }

  /// Whether the logs contain the part without a comment at its end: its text from the constraint's opening bracket to one of its closing brackets. A
  /// text that names no class of constraints must be a whole entry that was read.
  private func holdsBeginning(of part: ArraySlice<UInt8>, _ listing: Listing) -> Bool {
    let start = Self.bracket(in: part) ?? part.startIndex
    return part.indices.filter { $0 > start && part[$0] == UInt8(ascii: ">") }.contains { end in
      let head = part[start...end]
      let forms = Self.forms(of: head)
      return head.holds(Self.mark)
        ? forms.contains(where: listing.all.holds) : forms.contains(where: listing.read.contains)
    }
  }

  /// Returns the index of the bracket before the class of the line's first constraint; nil if there is none.
  private static func bracket(in line: ArraySlice<UInt8>) -> Int? {
    var last: Int?
    for index in line.indices {
      if line[index] == UInt8(ascii: "<") { last = index }
      if line[index...].starts(with: mark) { return last }
    }
    return nil
  }

  /// Whether the paste contains a text in pieces, because a logging tool may print something before each line of a wrapped entry. Pieces may
  /// overlap, so each must be long or a whole line.
  private func holdsPieces(of text: [UInt8]) -> Bool {
    var start = 0
    var count = 0
    while count < Self.mostPieces {
      // Usually the rest is a single piece.
      if everything.holds(Array(text[start...])) { return true }
      var (least, most) = (0, text.count - start)
      while least < most {
        let middle = (least + most + 1) / 2
        if everything.holds(Array(text[start..<(start + middle)])) { least = middle } else { most = middle - 1 }
      }
      if least < Self.shortestPiece {
        let first = max(0, start + least - Self.shortestPiece)
        let isLine = shortLines.contains { text[start...].starts(with: $0) }
        guard least > 0, isLine || start > 0 && everything.holds(Array(text[first..<(start + least)])) else {
          return false
        }
      }
      start += least
      count += 1
    }
    return false
  }

  private static let mostPieces = 32
  private static let shortestPiece = 4

  /// Whether the entry has this project's own notation. Such an entry has no address, so the reader makes one up. The rest of it must be in the
  /// paste.
  private func isInOwnWords(_ entry: ConflictLog.Entry) -> Bool {
    guard case .read(let constraint) = entry else { return false }
    let words = constraint.description.split(separator: " ")
    guard let name = words.first, name.hasPrefix("<NSLayoutConstraint:\(ConstraintDescription.madeAddress)"),
      !everything.holds(Self.squeezed(name.utf8))
    else { return false }
    let anchors = words.dropFirst().compactMap { $0.split(separator: "*").last }.filter {
      $0.contains(".") && !$0.hasPrefix("priority:") && TextNumber.parse(String($0)) == nil
    }
    return anchors.allSatisfy { everything.holds(Self.squeezed($0.utf8)) }
  }

  private static let writtenLineFeed = Array("\\n".utf8)
  private static let phrases = [
    "imultaneously satisfy constraints", "recover by breaking", "Conflicting constraints detected",
  ].map { Array($0.utf8) }

  /// Returns the line, without quote marks before it and dots at its end, if it starts as constraints do and contains no sentence of UIKit's message;
  /// otherwise nil.
  private static func constraint(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    var line = line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    while line.starts(with: quoteMark) { line = line.dropFirst(2).drop { $0 == UInt8(ascii: " ") } }
    guard line.starts(with: quotedStart) || line.first == UInt8(ascii: "<") && line.holds(mark),
      !phrases.contains(where: line.holds)
    else { return nil }
    // A line that was cut ends in dots. The text before them is the beginning of an entry.
    return line.suffix(3).elementsEqual("...".utf8) ? line.dropLast(3) : line
  }

  private static let quoteMark = Array("> ".utf8)
  private static let quotedStart = Array("\"<".utf8)
  private static let mark = Array("onstraint:".utf8)
  private static let classBytes = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.$".utf8)

  /// Returns the bytes without those that a console may add or drop, at which it may wrap lines, or that an editor may replace.
  private static func squeezed(_ bytes: some Collection<UInt8>) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: bytes.count) { buffer, count in
      for byte in bytes where isKept[Int(byte)] {
        buffer[count] = byte
        count += 1
      }
    }
  }

  private static let isKept = (0...255).map { (byte: UInt8) in
    byte > UInt8(ascii: " ") && byte < 0x7F && !"\",\\<>'-~".utf8.contains(byte)
  }

  private static let entities: [(name: [UInt8], byte: UInt8)] = [
    ("lt;", "<"), ("gt;", ">"), ("quot;", "\""), ("#34;", "\""), ("#39;", "'"), ("#x27;", "'"), ("apos;", "'"),
    ("nbsp;", " "), ("#160;", " "), ("#60;", "<"), ("#62;", ">"), ("#x3C;", "<"), ("#x3c;", "<"), ("#x3E;", ">"),
    ("#x3e;", ">"), ("#x22;", "\""), ("#039;", "'"), ("ldquo;", "\""), ("rdquo;", "\""), ("lsquo;", "'"),
    ("rsquo;", "'"), ("amp;", "&"),
  ].map { (Array($0.0.utf8), Character($0.1).asciiValue ?? 0) }

  private static func unescaped(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    guard bytes.contains(UInt8(ascii: "&")) else { return Array(bytes) }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var position = bytes.startIndex
    while position < bytes.endIndex {
      let rest = bytes[(position + 1)...]
      let entity = bytes[position] == UInt8(ascii: "&") ? entities.first { rest.starts(with: $0.name) } : nil
      result.append(entity?.byte ?? bytes[position])
      position += 1 + (entity?.name.count ?? 0)
    }
    return result
  }
}

extension Collection where Element == UInt8 {
  /// Returns whether the bytes contain the pattern.
  fileprivate func holds(_ pattern: [UInt8]) -> Bool {
    withContiguousStorageIfAvailable { bytes in
      guard let first = pattern.first, bytes.count >= pattern.count else { return pattern.isEmpty }
      return pattern.withUnsafeBufferPointer { pattern in
        for start in 0...(bytes.count - pattern.count) where bytes[start] == first {
          if (1..<pattern.count).allSatisfy({ bytes[start + $0] == pattern[$0] }) { return true }
        }
        return false
      }
    } ?? false
  }
}
