import Foundation
import SceneModel

/// The parts of a document that are needed to show a bug. Each part is removed, or given other numbers, and the document is judged again.
public struct Explanation: Codable, Hashable, Sendable {
  public enum Role: String, Codable, Sendable {
    /// The bug does not show without the part.
    case needed
    /// The part is needed, but its numbers may have any values.
    case anyValue = "any value does"
    /// The bug occurs without the part.
    case irrelevant
  }

  /// A part of the document: a line of the text form, or an edit of a script.
  public struct Part: Codable, Hashable, Sendable {
    public var text: String
    public var role: Role
    /// The numbers of a needed part that may have any value, as they are written. A priority stands after `@`.
    public var free: [String]

    /// The remark that is printed after the part.
    public var remark: String {
      role == .needed && !free.isEmpty ? "needed; any value does for \(free.joined(separator: ", "))" : role.rawValue
    }
  }

  public var parts: [Part]
  /// The document's text, each part with its remark.
  public var text: String

  /// Finds out which parts of a document are needed. `stillShows` must be a function of the document alone, and true for `document`. Documents of
  /// more than `partLimit` parts get no remarks.
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
          Explanation.part(pieces[index], isScript: isScript) { piece in
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
            guard let document = try? Document(text: text), document.isWellFormed else { return nil }
            return stillShows(document)
          })
      }
      parts += examined
      if examined.count == 1 {
        told.append("\(lines[at])  # \(examined[0].remark)")
      } else {
        // A transaction is one line. The remarks on its edits follow, one a line.
        told.append(lines[at])
        told += examined.map { "#   \($0.text)  # \($0.remark)" }
      }
    }
    var provenance: [String] = []
    if let origin = document.provenance { provenance = ["law \(origin.law)", "found \(origin.found)"] }
    text = (told + provenance).joined(separator: "\n") + "\n"
  }

  /// Returns the edits of a transaction's line; nil for another line.
  private static func edits(of line: String) -> [String]? {
    guard line.hasPrefix("apply:") else { return nil }
    let edits = line.dropFirst("apply:".count).split(separator: ";").map { $0.drop { $0 == " " } }.map(String.init)
    return edits.isEmpty ? nil : edits
  }

  /// Makes the record of one part. `shows` returns whether the bug still occurs if the part is replaced by another text or removed (nil). It returns
  /// nil if the result is not a document.
  private static func part(_ text: String, isScript: Bool, _ shows: (String?) -> Bool?) -> Part {
    if shows(nil) == true { return Part(text: text, role: .irrelevant, free: []) }
    let numbers = numbers(in: text, isScript: isScript)
    let free = numbers.indices.filter { index in
      let shown = numbers[index].others.compactMap {
        shows(text.replacingCharacters(in: numbers[index].range, with: spelled($0)))
      }
      return !shown.isEmpty && shown.allSatisfy { $0 }
    }
    let role: Role = !numbers.isEmpty && free.count == numbers.count ? .anyValue : .needed
    let names = numbers.map { ($0.isPriority ? "@" : "") + String(text[$0.range]) }
    return Part(
      text: text, role: role,
      free: free.map { index in
        // If the part contains the same number several times, its position is added.
        let alike = names.indices.filter { names[$0] == names[index] }
        return alike.count == 1
          ? names[index] : "\(names[index]) (\(alike.firstIndex(of: index)! + 1) of \(alike.count))"
      })
  }

  private struct Number {
    var range: Range<String.Index>
    var value: Double
    var isPriority: Bool

    /// Other values that are tried in place of the number.
    var others: [Double] {
      let all =
        isPriority
        ? [value + 1, value - 1, 2 * value + 3, value / 2, 1, LinearConstraint.requiredPriority].filter {
          $0 > 0 && $0 <= LinearConstraint.requiredPriority
        } : [value + 1, value - 1, 2 * value + 3, 0, -value]
      return all.enumerated().filter { $1 != value && !all[..<$0].contains($1) }.map(\.element)
    }
  }

  private static func spelled(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? String(Int(value)) : String(value)
  }

  /// Returns the numbers that stand alone, without those in names and ids. A script's `@3` is a priority, a scene's is an id.
  private static func numbers(in text: String, isScript: Bool) -> [Number] {
    var numbers: [Number] = []
    var isAfterSign = isScript && text.hasPrefix("priority ")
    var index = text.startIndex
    var isQuoted = false
    while index < text.endIndex {
      let start = index
      while index < text.endIndex, !" ;:,()".contains(text[index]) {
        if text[index] == "\"" { isQuoted.toggle() }
        index = text.index(after: index)
      }
      let hasSign = start < index && text[start] == "@"
      let word = (hasSign ? text.index(after: start) : start)..<index
      if !isQuoted, !hasSign || isScript, let value = Double(text[word]) {
        numbers.append(Number(range: word, value: value, isPriority: hasSign || isAfterSign))
      }
      if start < index, !isScript { isAfterSign = text[start..<index] == "@" }
      if index < text.endIndex { index = text.index(after: index) }
    }
    return numbers
  }
}
