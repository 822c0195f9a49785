import ConflictLogs
import Foundation
import SceneModel

/// The answer of `explain` for logs.
package struct ExplainReport {
  let file: String
  /// The conflicts, each once.
  package let logs: [ConflictLog]
  package let explanations: [ConflictExplanation]
  /// The scene of each log if the logs are the kernel's own; they are printed before they are explained.
  let scenes: [Scene]?
  /// The lines at which the messages of each conflict start; for a scene, each conflict has one message.
  let places: [[Int]]

  private static let shownFixes = 4
  /// The number of fixes that are shown for each conflict if there are many conflicts, and the number of conflicts from which on that applies.
  private static let shownFixesOfMany = 2
  private static let many = 4
  /// The largest number of conflicts that are explained. If there are more, the text only says how many.
  private static let mostTold = 16
  private static let shownPlaces = 4

  package var text: String {
    if logs.isEmpty { return "\(file): nothing conflicts." }
    let shown = scenes == nil ? logs.indices.prefix(ExplainReport.mostTold) : logs.indices[...]
    var told = shown.map { text(logs[$0], explanations[$0], scenes?[$0], number: $0 + 1) }
    if shown.count < logs.count {
      told.append(
        "\(file): \(logs.count - shown.count) more are in the list above: --root conflict-\(shown.count + 1) tells one, --json all."
      )
    }
    return ((overview.map { [$0] } ?? []) + told).joined(separator: "\n")
  }

  /// A list of the different conflicts in a console log with several messages; nil for one message, or a scene.
  private var overview: String? {
    let messages = places.reduce(0) { $0 + $1.count }
    guard scenes == nil, messages > 1 else { return nil }
    var lines = [
      "\(file): \(counted(messages, "message")), \(counted(logs.count, "different conflict")):"
    ]
    for (number, (explanation, places)) in zip(explanations, places).enumerated() {
      let times = places.count == 1 ? "once" : "\(places.count) times"
      let known = explanation.isSystemOnly ? " (the system's own)" : ""
      lines.append("  \(number + 1). \(times), first in line \(places[0]): \(headline(explanation))\(known)")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns the contradiction in one sentence, without the reasons for its parts.
  private func headline(_ explanation: ConflictExplanation) -> String {
    let summary = explanation.summary.replacing(#/, because [^;]*/#, with: "")
    guard summary.count > ExplainReport.headline else { return summary }
    return summary.prefix(ExplainReport.headline - 1) + "…"
  }

  private static let headline = 110

  /// Returns a constraint's name: its own for a scene, or c1, c2, … for a line of a log.
  private func name(_ index: Int, of log: ConflictLog, _ scene: Scene?) -> String {
    guard let scene else { return "c\(index + 1)" }
    if case .read(let description) = log.entries[index] {
      return description.constraintOfScene(scene)?.name ?? "(UIKit)"
    }
    return "(UIKit)"
  }

  private func names(_ indices: [Int], of log: ConflictLog, _ scene: Scene?) -> String {
    indices.map { name($0, of: log, scene) }.joined(separator: " ")
  }

  private func text(_ log: ConflictLog, _ explanation: ConflictExplanation, _ scene: Scene?, number: Int) -> String {
    var lines: [String] = []
    if scene != nil { lines.append(log.description) }
    let count = log.entries.count
    lines.append(
      "\(file)\(scene != nil ? "" : ":\(log.line)"): conflict \(number), \(counted(count, "constraint"))"
        + repeated(places[number - 1], isShort: scene == nil && logs.count >= ExplainReport.many))
    lines.append("  \(explanation.summary)")
    lines += explanation.patterns.map { "  \($0.text)" }
    lines += explanation.assumptions.map { "  Assumed: \($0)." }
    if let set = explanation.minimalSets.first {
      let all = count == 1 ? "It takes no other:" : count == 2 ? "It takes both:" : "It takes all \(count) of them:"
      lines.append(set.count == count ? "  \(all)" : "  It takes \(set.count) of the \(count):")
      for part in explanation.contributions {
        let mark =
          part.index == log.brokenIndex
          ? "  <- UIKit breaks this"
          : log.brokenIndex == nil && part.index == explanation.broken ? "  <- likely broken" : ""
        let place = scene == nil ? place(part.index, of: log) : ""
        lines.append("    \(name(part.index, of: log, scene))  \(part.text)\(mark)\(place)")
      }
      if explanation.minimalSets.count > 1 {
        let others = explanation.minimalSets.dropFirst().map { names($0, of: log, scene) }.joined(separator: "; ")
        lines.append("  Other sets that contradict themselves: \(others)")
      }
      if let told = log.brokenIndex, !set.contains(told) {
        let role =
          explanation.minimalSets.contains { $0.contains(told) }
          ? "it takes part in another set that contradicts itself"
          : "it takes no part: \(explanation.absence ?? "the contradiction stands without it")"
        lines.append("    \(name(told, of: log, scene))  <- UIKit breaks this, and \(role)")
      } else if log.broken != nil, log.brokenIndex == nil {
        lines.append("    What UIKit breaks is not in the list.")
      }
      if explanation.isCut {
        lines.append(
          "  The list is too long to try each of its lines: there may be lines among these that are not needed, and other sets."
        )
      }
      if !explanation.bystanders.isEmpty {
        lines.append("  Listed, but taking no part: \(names(explanation.bystanders, of: log, scene))")
      }
    }
    if explanation.minimalSets.isEmpty { lines += read(log, scene) }
    for of in explanation.redundant.map(\.of).reduce(into: [Int](), { if !$0.contains($1) { $0.append($1) } }) {
      let again = explanation.redundant.filter { $0.of == of }.map(\.line)
      let verb = again.count == 1 ? "says" : "say"
      lines.append("  \(names(again, of: log, scene)) \(verb) what \(name(of, of: log, scene)) says.")
    }
    if let artefact = explanation.artefact {
      lines.append("  Known (\(artefact.name)): \(artefact.text)")
      lines.append("  What to do: \(artefact.advice) [\(artefact.source)]")
    }
    if !explanation.fixes.isEmpty {
      let shown =
        scene == nil && logs.count >= ExplainReport.many ? ExplainReport.shownFixesOfMany : ExplainReport.shownFixes
      lines.append("  What resolves it, the likeliest first; each was tried by solving:")
      for (place, fix) in explanation.fixes.prefix(shown).enumerated() {
        lines.append(
          "    \(place + 1). \(fix.text)\(fix.resolvesList ? "" : " Another contradiction of the list remains.")")
      }
      let rest = explanation.fixes.count - shown
      if rest > 0 { lines.append("    (\(rest) less likely: --json lists them)") }
      if explanation.untried > 0 {
        lines.append("    (the list is too long to try the \(explanation.untried) least likely constraints)")
      }
    } else if explanation.isSystemOnly {
      lines.append("  No constraint of yours takes part.")
    } else if !explanation.minimalSets.isEmpty {
      lines.append("  No single change of a constraint of yours resolves it.")
    }
    for entry in log.entries + (log.broken.map { [$0] } ?? []) {
      if case .unread(let text) = entry { lines.append("  Not read: \(text)") }
    }
    if log.isRedacted { lines.append("  \(ExplainReport.redaction)") }
    return lines.joined(separator: "\n") + "\n"
  }

  private static let redaction =
    "The unified log hides what it takes for private: run the app from Xcode, whose console shows it, or allow private data in the "
    + "log with a profile (com.apple.system.logging, Enable-Private-Data)."

  /// Returns, as lines of text, the constraints that could be read in a log in which no contradiction was found.
  private func read(_ log: ConflictLog, _ scene: Scene?) -> [String] {
    let (sentences, broken) = log.sentences()
    var lines = sentences.isEmpty ? [] : ["  Read:"]
    lines += sentences.map { line in
      let mark = line.index == log.brokenIndex ? "  <- UIKit breaks this" : ""
      return
        "    \(name(line.index, of: log, scene))  \(line.text)\(mark)\(scene == nil ? place(line.index, of: log) : "")"
    }
    if let broken { lines.append("  UIKit breaks: \(broken)") }
    return lines
  }

  /// Returns the address of a constraint and its line in the paste, to be printed after its sentence.
  private func place(_ index: Int, of log: ConflictLog) -> String {
    guard case .read(let constraint) = log.entries[index] else { return "" }
    // Lines in our own notation have a made-up address, which is not printed.
    let address = constraint.address.hasPrefix("0x") ? " \(constraint.address)" : ""
    return log.line(of: index).map { "  [line \($0)\(address)]" } ?? ""
  }

  private func repeated(_ places: [Int], isShort: Bool) -> String {
    guard places.count > 1 else { return "" }
    if isShort { return ", logged \(places.count) times" }
    let shown = places.dropFirst().prefix(ExplainReport.shownPlaces).map(String.init).joined(separator: ", ")
    let more = places.count - 1 > ExplainReport.shownPlaces ? ", …" : ""
    return ", logged \(places.count) times (again in line \(shown)\(more))"
  }

  /// Returns the outcome: found if something contradicts itself, undecided if a log does not have enough to decide.
  package static func outcome(of reports: [ExplainReport]) -> Outcome {
    let all = reports.flatMap { zip($0.logs, $0.explanations) }
    if all.contains(where: { $0.1.isInfeasible == true }) { return .found }
    // If UIKit reported a conflict, but the constraints that were read do not contradict each other, something is missing, misread or rounded.
    return all.contains { $0.1.rounding == nil && ($0.1.isInfeasible == nil || $0.0.isClaimed) } ? .undecided : .clean
  }

  package func json() throws -> String { try ExplainReport.json([self]) }

  package static func json(_ reports: [ExplainReport]) throws -> String {
    let rows = reports.flatMap { report in
      report.logs.indices.map { report.row(at: $0) }
    }
    let options: JSONSerialization.WritingOptions = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    let data = try JSONSerialization.data(withJSONObject: ["logs": rows], options: options)
    return String(decoding: data, as: UTF8.self)
  }

  /// Returns a row as JSON. Indices count the printed list from 0; the names in the text next to them count from 1.
  private func row(at number: Int) -> [String: Any] {
    let (log, explanation, scene) = (logs[number], explanations[number], scenes?[number])
    func name(_ index: Int) -> String { self.name(index, of: log, scene) }
    let (sentences, _) = log.sentences()
    let entries: [[String: Any]] = log.entries.indices.map { index in
      var row: [String: Any] = ["index": index, "name": name(index), "text": log.entries[index].description]
      if let line = log.line(of: index) { row["line"] = line }
      if case .read(let constraint) = log.entries[index] { row["address"] = constraint.address }
      if let sentence = sentences.first(where: { $0.index == index }) { row["sentence"] = sentence.text }
      return row
    }
    let unread: [String] = log.entries.compactMap { if case .unread(let text) = $0 { text } else { nil } }
    let fixes: [[String: Any]] = explanation.fixes.map { fix in
      var row: [String: Any] = [
        "action": fix.action.rawValue, "constraint": fix.constraint, "name": name(fix.constraint), "feasible": true,
        "text": fix.text,
        "resolves": fix.resolvesList ? "list" : "set",
      ]
      if let value = fix.to { row["to"] = value }
      return row
    }
    func optional(_ value: (any Sendable)?) -> Any { value.map { $0 as Any } ?? NSNull() }
    let artefact: [String: String]? = explanation.artefact.map {
      ["name": $0.name, "text": $0.text, "advice": $0.advice, "source": $0.source]
    }
    return [
      "line": log.line,
      "count": places[number].count,
      "lines": places[number],
      "entries": entries,
      "artefact": optional(artefact),
      "claimed": log.isClaimed,
      "minimalNames": explanation.minimalSets.map { $0.map(name) },
      "file": file,
      "log": scenes != nil ? log.description as Any : NSNull(),
      "constraints": log.entries.count,
      "unread": unread,
      "infeasible": optional(explanation.isInfeasible),
      "rounding": optional(explanation.rounding),
      "minimal": explanation.minimalSets,
      "patterns": explanation.patterns.map(\.rawValue),
      "bystanders": explanation.bystanders,
      "cut": explanation.isCut,
      "untried": explanation.untried,
      "redundant": explanation.redundant.map { ["constraint": $0.line, "of": $0.of] },
      "broken": optional(explanation.broken),
      "told": optional(log.brokenIndex),
      "absence": optional(explanation.absence),
      "missing": explanation.missing,
      "assumptions": explanation.assumptions,
      "summary": explanation.summary,
      "contributions": explanation.contributions.map {
        ["constraint": $0.index, "name": name($0.index), "text": $0.text] as [String: Any]
      },
      "fixes": fixes,
    ]
  }
}
