import Reports
import SceneModel

extension LayoutComparison {
  package enum Format: String, CaseIterable, Sendable {
    case text, markdown, json
  }

  /// The summary: `2 of 683 files changed: 2 causes, 41 views, 1 new truncation`, or that nothing changed.
  package var summary: String {
    guard !entries.isEmpty else {
      let what = "no screen of \(counted(files, "file")) is laid out differently"
      return idleEdits == 0 ? what : "\(what); \(movingNothing(counted(idleEdits, "change")))"
    }
    // Several causes may have moved one view.
    let views = Set(entries.flatMap { entry in entry.changes.map { "\(entry.file) \($0.view)" } }).count
    var parts = [counted(entries.count, "cause"), counted(views, "changed view")]
    let (appeared, mended) = (entries.flatMap(\.appeared), entries.flatMap(\.mended))
    if !appeared.isEmpty { parts.append("\(appeared.count) new \(appeared.count == 1 ? "trouble" : "troubles")") }
    if !mended.isEmpty { parts.append("\(mended.count) mended") }
    return "\(changedFiles.count) of \(counted(files, "file")): \(parts.joined(separator: ", "))"
  }

  private func movingNothing(_ edits: String) -> String {
    "\(edits) of documents \(idleEdits == 1 ? "moves" : "move") nothing"
  }

  private var title: String { "\(before) → \(after)" }

  /// The text for a terminal: each cause with its line, then its effects.
  package var text: String {
    var lines: [String] = []
    for entry in entries {
      lines.append("\(entry.place)\(entry.isOfEarlier ? " (before)" : ""): \(entry.cause)")
      lines += entry.effects.map { "    \($0)" }
      lines += entry.appeared.map { "    new \($0.text)" } + entry.mended.map { "    mended \($0.text)" }
      if let shown = entry.shownOn { lines.append("    On \(shown)") }
    }
    if !entries.isEmpty, idleEdits > 0 {
      lines.append(movingNothing(counted(idleEdits, "other change")))
    }
    return (lines + ["\(title): \(summary)"]).joined(separator: "\n")
  }

  /// The largest number of table rows in a comment on a pull request.
  private static let mostRows = 9

  /// The text for a comment on a pull request, of at most fourteen lines.
  package var markdown: String {
    func cell(_ text: String) -> String {
      text.split(whereSeparator: \.isNewline).joined(separator: " ").replacing("\\", with: "\\\\")
        .replacing("|", with: "\\|").replacing("<", with: "&lt;")
    }
    guard !entries.isEmpty else { return "**layoutlab diff** \(cell(title)): \(summary)" }
    var lines = [
      "**layoutlab diff** \(cell(title)): \(summary)", "", "| cause | what it does | where |", "|---|---|---|",
    ]
    let told = entries.enumerated().sorted { a, b in
      // What is wrong now comes first.
      (a.element.appeared.isEmpty ? 1 : 0, a.offset) < (b.element.appeared.isEmpty ? 1 : 0, b.offset)
    }.map(\.element)
    for entry in told.prefix(Self.mostRows) {
      let effects =
        entry.appeared.map { "**new** \($0.text)" } + entry.mended.map { "mended \($0.text)" } + entry.effects
      let shown = effects.prefix(4).map(cell) + (effects.count > 4 ? ["and \(effects.count - 4) more"] : [])
      let cells = [
        "`\(cell(entry.place))`\(entry.isOfEarlier ? " (before)" : "") \(cell(entry.cause))",
        shown.joined(separator: "<br>"), cell(entry.shownOn ?? ""),
      ]
      lines.append("| \(cells.joined(separator: " | ")) |")
    }
    if told.count > Self.mostRows { lines.append("| and \(told.count - Self.mostRows) more | | |") }
    return lines.joined(separator: "\n")
  }

  /// The complete result as JSON.
  package var record: some Encodable { Record(self) }

  private struct Record: Encodable {
    var before, after, summary: String
    var files, changedFiles, screens, idleChanges: Int
    var causes: [Entry]
    var mistakes: [String]

    init(_ comparison: LayoutComparison) {
      (before, after, summary) = (comparison.before, comparison.after, comparison.summary)
      (files, changedFiles, screens) = (comparison.files, comparison.changedFiles.count, comparison.screens)
      (idleChanges, causes) = (comparison.idleEdits, comparison.entries)
      mistakes = comparison.mistakes.map(\.description)
    }
  }

  /// A page with each changed screen before and after, and both laid over each other.
  package var page: String {
    ComparisonPage(
      title: "What moved from \(before) to \(after)", summary: summary,
      causes: entries.enumerated().map { index, entry in
        .init(
          place: entry.place + (entry.isOfEarlier ? " (before)" : ""), words: entry.cause, effects: entry.effects,
          appeared: entry.appeared.map(\.text), mended: entry.mended.map(\.text), figures: figures(of: index))
      },
      figures: figures.map { .init(title: $0.title, picture: $0.picture) }
    ).html
  }
}

extension LayoutComparison.Entry {
  fileprivate var effects: [String] {
    let sentences = changes.sentences()
    return sentences.isEmpty && appeared.isEmpty && mended.isEmpty && !devices.isEmpty ? ["nothing moves"] : sentences
  }

  /// The screens and devices that are affected, at most six of each: `SignIn, Cart; retina4_7, ipad9_7`. Nil if there are none.
  fileprivate var shownOn: String? {
    let parts = [screens, devices].filter { !$0.isEmpty }.map { names in
      names.prefix(6).joined(separator: ", ") + (names.count > 6 ? " and \(names.count - 6) more" : "")
    }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }
}
