import ConflictLogs
import Foundation
import SceneModel

/// The answer of `explain` about logs.
package struct ExplainReport {
  let file: String
  package let logs: [ConflictLog]
  package let explanations: [ConflictExplanation]
  /// The logs are the kernel's own: each of this scene. They are printed before they are explained.
  let scenes: [Scene]?

  private static let shownFixes = 4

  package var text: String {
    if logs.isEmpty { return "\(file): nothing conflicts." }
    return logs.indices.map { text(logs[$0], explanations[$0], scenes?[$0], number: $0 + 1) }.joined(separator: "\n")
  }

  /// A scene's constraint by its name; a line of a log as c1, c2, …
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
      "\(file)\(scene != nil ? "" : ":\(log.line)"): conflict \(number), \(counted(count, "constraint"))")
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
        lines.append("    \(name(part.index, of: log, scene))  \(part.text)\(mark)")
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
    for pair in explanation.redundant {
      lines.append("  \(name(pair.line, of: log, scene)) says what \(name(pair.of, of: log, scene)) says.")
    }
    if !explanation.fixes.isEmpty {
      lines.append("  What resolves it, the likeliest first; each was tried by solving:")
      for (place, fix) in explanation.fixes.prefix(ExplainReport.shownFixes).enumerated() {
        lines.append(
          "    \(place + 1). \(fix.text)\(fix.resolvesList ? "" : " Another contradiction of the list remains.")")
      }
      let rest = explanation.fixes.count - ExplainReport.shownFixes
      if rest > 0 { lines.append("    (\(rest) less likely: --json lists them)") }
      if explanation.untried > 0 {
        lines.append("    (the list is too long to try the \(explanation.untried) least likely constraints)")
      }
    } else if !explanation.minimalSets.isEmpty {
      lines.append("  No single change of a constraint of yours resolves it.")
    }
    for entry in log.entries + (log.broken.map { [$0] } ?? []) {
      if case .unread(let text) = entry { lines.append("  Not read: \(text)") }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Found where something contradicts itself, undecided where a log does not hold enough to tell.
  package static func outcome(of reports: [ExplainReport]) -> Outcome {
    let all = reports.flatMap(\.explanations)
    if all.contains(where: { $0.isInfeasible == true }) { return .found }
    return all.contains { $0.isInfeasible == nil } ? .undecided : .clean
  }

  package func json() throws -> String { try ExplainReport.json([self]) }

  package static func json(_ reports: [ExplainReport]) throws -> String {
    let rows = reports.flatMap { report in
      report.logs.indices.map { report.row(report.logs[$0], report.explanations[$0]) }
    }
    let options: JSONSerialization.WritingOptions = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    let data = try JSONSerialization.data(withJSONObject: ["logs": rows], options: options)
    return String(decoding: data, as: UTF8.self)
  }

  /// Indices count the printed list from 0.
  private func row(_ log: ConflictLog, _ explanation: ConflictExplanation) -> [String: Any] {
    let unread: [String] = log.entries.compactMap { if case .unread(let text) = $0 { text } else { nil } }
    let fixes: [[String: Any]] = explanation.fixes.map { fix in
      var row: [String: Any] = [
        "action": fix.action.rawValue, "constraint": fix.constraint, "feasible": true, "text": fix.text,
        "resolves": fix.resolvesList ? "list" : "set",
      ]
      if let value = fix.to { row["to"] = value }
      return row
    }
    func optional(_ value: (any Sendable)?) -> Any { value.map { $0 as Any } ?? NSNull() }
    return [
      "line": log.line,
      "file": file,
      "log": scenes != nil ? log.description as Any : NSNull(),
      "constraints": log.entries.count,
      "unread": unread,
      "infeasible": optional(explanation.isInfeasible),
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
      "contributions": explanation.contributions.map { ["constraint": $0.index, "text": $0.text] as [String: Any] },
      "fixes": fixes,
    ]
  }
}
