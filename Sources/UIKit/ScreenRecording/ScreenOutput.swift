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

/// A remark of HeadlessUIKit about a program; it is no failure.
package struct RecordedNote: Encodable, Hashable, Sendable {
  package enum Code: String, Encodable, Sendable { case noEffect = "no-effect" }
  package let code: Code
  /// `member`: UIKit's name of what has no effect. `reason`: what is missing here.
  package let fields: [String: String]
  package let message: String

  /// Reads a line that the function `noEffect` of HeadlessUIKit wrote; nil for any other line.
  init?(_ line: Substring) {
    let (start, middle, end) = ("layoutlab: ", " has no effect here: ", ". [no-effect]")
    guard line.hasPrefix(start), line.hasSuffix(end), let cut = line.firstRange(of: middle) else { return nil }
    code = .noEffect
    fields = [
      "member": String(line[..<cut.lowerBound].dropFirst(start.count)),
      "reason": String(line[cut.upperBound...].dropLast(end.count)),
    ]
    message = String(line.dropFirst(start.count))
  }
}
