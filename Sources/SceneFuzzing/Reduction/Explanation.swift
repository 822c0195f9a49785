import Foundation
import SceneModel

/// The part that each piece of a document has in what it shows, found by taking the piece out and by putting other numbers in.
public struct Explanation: Codable, Hashable, Sendable {
  public enum Role: String, Codable, Sendable {
    /// Without it nothing is shown.
    case needed
    /// It must be there, and its numbers may be others.
    case anyValue = "any value does"
    /// All is shown without it.
    case irrelevant
  }

  /// A line of the text form; of a script, an edit.
  public struct Part: Codable, Hashable, Sendable {
    public var text: String
    public var role: Role
    /// Of a needed part, the numbers that may be others, as they are written.
    public var free: [String]

    /// For people, behind the part.
    public var remark: String {
      role == .needed && !free.isEmpty ? "needed; any value does for \(free.joined(separator: ", "))" : role.rawValue
    }
  }

  public var parts: [Part]
  /// The document's text, each part with its remark.
  public var text: String

  /// `stillShows` must be a function of the document alone, and true for `document`. Documents of more than `partLimit` parts are
  /// left as they are: nobody reads so many remarks.
  public init(of document: Document, partLimit: Int = 60, while stillShows: (Document) -> Bool) {
    var plain = document
    plain.provenance = nil
    let lines = plain.text.split(separator: "\n").map(String.init)
    let isScript = document.fileExtension == "solver"
    parts = []
    var told = [lines[0]]
    let edits = lines.map { isScript ? Explanation.edits(of: $0) : nil }
    guard zip(lines, edits).reduce(0, { $0 + ($1.1?.count ?? 1) }) - 1 <= partLimit else {
      text = document.text
      return
    }
    for at in lines.indices.dropFirst() {
      let pieces = edits[at] ?? [lines[at]]
      var examined: [Part] = []
      for index in pieces.indices {
        examined.append(
          Explanation.part(pieces[index]) { piece in
            var changed = lines
            if let edits = edits[at] {
              var others: [String] = edits
              if let piece { others[index] = piece } else { others.remove(at: index) }
              if others.isEmpty {
                changed.remove(at: at)
              } else {
                changed[at] = "apply: " + others.joined(separator: "; ")
              }
            } else if let piece {
              changed[at] = piece
            } else {
              changed.remove(at: at)
            }
            let text = changed.joined(separator: "\n") + "\n"
            guard let document = try? Document(text: text), document.isWellFormed else { return false }
            return stillShows(document)
          })
      }
      parts += examined
      if examined.count == 1 {
        told.append("\(lines[at])  # \(examined[0].remark)")
      } else {
        // A transaction is one line: what is said of its edits follows, one a line.
        told.append(lines[at])
        told += examined.map { "#   \($0.text)  # \($0.remark)" }
      }
    }
    var provenance: [String] = []
    if let origin = document.provenance { provenance = ["law \(origin.law)", "found \(origin.found)"] }
    text = (told + provenance).joined(separator: "\n") + "\n"
  }

  /// Of a transaction; nil for another line.
  private static func edits(of line: String) -> [String]? {
    guard line.hasPrefix("apply:") else { return nil }
    let edits = line.dropFirst("apply:".count).split(separator: ";").map { $0.drop { $0 == " " } }.map(String.init)
    return edits.isEmpty ? nil : edits
  }

  /// `shows` is asked whether all is shown with another text in place of the part, or with none.
  private static func part(_ text: String, _ shows: (String?) -> Bool) -> Part {
    if shows(nil) { return Part(text: text, role: .irrelevant, free: []) }
    let numbers = numbers(in: text)
    let free = numbers.filter { range in
      let value = Double(text[range]) ?? 0
      let others = [value + 1, value - 1, 2 * value + 3, 0, -value].filter { $0 != value }
      // A value that no document may have is no counterexample, but one other at least must do.
      let done = others.map { shows(text.replacingCharacters(in: range, with: spelled($0))) }
      return done.count { $0 } >= others.count - 1
    }
    let role: Role = !numbers.isEmpty && free.count == numbers.count ? .anyValue : .needed
    return Part(text: text, role: role, free: free.map { String(text[$0]) })
  }

  private static func spelled(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? String(Int(value)) : String(value)
  }

  /// Numbers that stand alone; those of names are none.
  private static func numbers(in text: String) -> [Range<String.Index>] {
    var ranges: [Range<String.Index>] = []
    var index = text.startIndex
    var isQuoted = false
    while index < text.endIndex {
      let start = index
      while index < text.endIndex, !" ;:,()".contains(text[index]) {
        if text[index] == "\"" { isQuoted.toggle() }
        index = text.index(after: index)
      }
      var word = start..<index
      if start < index, text[start] == "@" { word = text.index(after: start)..<index }
      if !isQuoted, Double(text[word]) != nil { ranges.append(word) }
      if index < text.endIndex { index = text.index(after: index) }
    }
    return ranges
  }
}
