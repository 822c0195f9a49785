import ArgumentParser
import ConstraintSolver
import Foundation
import LayoutPlugin
import SceneImport

struct Explain: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Explains UIKit conflict logs: the smallest contradicting sets, what is broken, and what to change.",
    discussion: """
      The file holds what a console printed: any number of "Unable to simultaneously satisfy constraints" messages, \
      with other output around them.

      Example: layoutlab explain console.txt
      """)

  @Argument(help: "A file with pasted conflict logs.")
  var file: String

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    let text: String
    do {
      text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: file)), as: UTF8.self)
    } catch {
      throw UserMistake("\(file): cannot be read (\(error.localizedDescription)).")
    }
    let logs = try ConflictLog.all(in: text, file: file)
    let explanations = try logs.map { try ConflictExplanation($0, on: .layoutlab) }
    if json {
      let rows = zip(logs, explanations).map(Explain.row)
      let data = try JSONSerialization.data(withJSONObject: ["logs": rows], options: [.sortedKeys, .prettyPrinted])
      print(String(decoding: data, as: UTF8.self))
    } else {
      for (number, (log, explanation)) in zip(logs, explanations).enumerated() {
        Explain.tell(log, explanation, number: number + 1, file: file)
      }
    }
    if explanations.contains(where: { $0.isInfeasible == true }) { try Outcome.found.exit() }
    if explanations.contains(where: { $0.isInfeasible == nil }) { try Outcome.undecided.exit() }
  }

  private static let shownFixes = 4

  private static func row(_ log: ConflictLog, _ explanation: ConflictExplanation) -> [String: Any] {
    let unread: [String] = log.entries.compactMap { if case .unread(let text) = $0 { text } else { nil } }
    let fixes: [[String: Any]] = explanation.fixes.map { fix in
      var row: [String: Any] = [
        "action": fix.action.rawValue, "constraint": fix.constraint, "feasible": true, "text": fix.text,
      ]
      if let value = fix.to { row["to"] = value }
      return row
    }
    return [
      "line": log.line,
      "constraints": log.entries.count,
      "unread": unread,
      "infeasible": explanation.isInfeasible.map { $0 as Any } ?? NSNull(),
      "minimal": explanation.minimalSets,
      "broken": explanation.broken.map { $0 as Any } ?? NSNull(),
      "told": log.brokenIndex.map { $0 as Any } ?? NSNull(),
      "missing": explanation.missing,
      "assumptions": explanation.assumptions,
      "summary": explanation.summary,
      "contributions": explanation.contributions.map { ["constraint": $0.index, "text": $0.text] as [String: Any] },
      "fixes": fixes,
    ]
  }

  private static func tell(_ log: ConflictLog, _ explanation: ConflictExplanation, number: Int, file: String) {
    print("\(file):\(log.line): conflict \(number), \(log.entries.count) constraints")
    print("  \(explanation.summary)")
    for assumption in explanation.assumptions { print("  Assumed: \(assumption).") }
    if let set = explanation.minimalSets.first {
      print("  The smallest set that contradicts itself has \(set.count) of \(log.entries.count):")
      for part in explanation.contributions {
        let mark = part.index == log.brokenIndex ? "  <- UIKit breaks this" : ""
        print("    [\(part.index)] \(part.text)\(mark)")
      }
      if explanation.minimalSets.count > 1 {
        print(
          "  \(explanation.minimalSets.count - 1) more: "
            + explanation.minimalSets.dropFirst().map { "\($0)" }.joined(separator: " "))
      }
    }
    if log.brokenIndex == nil, let broken = explanation.broken { print("  Likely to be broken: [\(broken)]") }
    if !explanation.fixes.isEmpty {
      print("  What resolves it, tried one by one:")
      for fix in explanation.fixes.prefix(Explain.shownFixes) { print("    \(fix.text)") }
      let rest = explanation.fixes.count - Explain.shownFixes
      if rest > 0 { print("    (\(rest) less likely ones: --json lists them)") }
    }
    for entry in log.entries {
      if case .unread(let text) = entry { print("  Not read: \(text)") }
    }
  }
}
