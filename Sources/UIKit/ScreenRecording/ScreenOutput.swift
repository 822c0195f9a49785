/// The output of a screen's process on the standard error, with HeadlessUIKit's notes apart from it.
package struct ScreenOutput: Sendable {
  /// The output without the notes.
  package private(set) var text = ""
  package private(set) var notes: [RecordedNote] = []

  package init(_ output: String) {
    for line in output.split(separator: "\n", omittingEmptySubsequences: false) {
      if let note = RecordedNote(line) { notes.append(note) } else { text += line + "\n" }
    }
    while text.last?.isWhitespace == true { text.removeLast() }
  }
}

extension [RecordedNote] {
  /// Appends the notes that are not there yet.
  mutating func add(_ more: [RecordedNote]) {
    for note in more where !contains(note) { append(note) }
  }
}

/// A remark of HeadlessUIKit about a program; it is no failure.
package struct RecordedNote: Encodable, Hashable, Sendable {
  package enum Code: String, Encodable, Sendable { case noEffect = "no-effect" }
  package let code: Code
  /// `member`: UIKit's name of what has no effect. `reason`: the name of what is missing here (`Missing` in HeadlessUIKit).
  package let fields: [String: String]
  package let message: String

  /// Reads a line that the function `noEffect` of HeadlessUIKit wrote: `layoutlab: MESSAGE [no-effect MEMBER REASON]`. Nil for any other line.
  init?(_ line: Substring) {
    let start = "layoutlab: "
    guard line.hasPrefix(start), line.last == "]", let bracket = line.lastIndex(of: "[") else { return nil }
    let words = line[bracket...].dropFirst().dropLast().split(separator: " ").map(String.init)
    guard words.count == 3, let code = Code(rawValue: words[0]) else { return nil }
    self.code = code
    fields = ["member": words[1], "reason": words[2]]
    message = line[..<bracket].dropFirst(start.count) + "[\(words[0])]"
  }
}
