import Foundation
import Mustache
import Reports
import SceneModel

/// An HTML file that shows a night's record. It can be read offline and without scripts.
public struct NightPage {
  public var record: NightRecord
  /// The history, including this night. Without nights, the page has no trends.
  public var history = NightHistory()
  /// The figures that became worse over the nights, including this one.
  public var regressions = RegressionLedger()

  public init(record: NightRecord) { self.record = record }

  /// The page as HTML. Every text of the record is escaped, and drawings are shown as images, so that no script in them can run.
  public func html() throws -> String {
    let template = try MustacheTemplate(string: NightPage.template)
    return template.render(context)
  }

  private var findings: [NightRecord.Finding] { record.campaigns.flatMap(\.findings) }

  private var context: [String: Any] {
    let buckets = buckets
    let charts = BenchmarkChart.all(of: record.benchmarks)
    let trends = history.trends
    var sections: [(id: String, name: String)] = []
    if hasChanges { sections.append(("changes", "Changes")) }
    if !regressions.entries.isEmpty { sections.append(("regressions", "Regressions")) }
    if !buckets.isEmpty { sections.append(("findings", "Findings")) }
    if !record.campaigns.isEmpty { sections.append(("fuzzing", "Fuzzing")) }
    if !record.engines.isEmpty { sections.append(("engines", "Engines")) }
    if !record.checks.isEmpty { sections.append(("screens", "Screens and laws")) }
    if !record.benchmarks.isEmpty { sections.append(("benchmarks", "Costs")) }
    if !record.capacities.isEmpty { sections.append(("capacity", "Capacity")) }
    if !trends.isEmpty { sections.append(("trends", "Over the nights")) }
    if !record.unreadable.isEmpty { sections.append(("unreadable", "Could not be read")) }
    sections.append(("facts", "This night"))
    let tasks = tasks
    return [
      "title": record.title,
      "verdictText": verdictText, "verdictClass": isClean ? "good" : "bad",
      "hasTasks": !tasks.isEmpty,
      "tasks": tasks.map { task -> [String: Any] in
        task.command.isEmpty ? ["text": task.text] : ["text": task.text, "command": task.command]
      },
      "sections": sections.map { ["id": $0.id, "name": $0.name] },
      "facts": record.facts.map { ["name": $0.name, "value": $0.value] },
      "hasEngines": !record.engines.isEmpty,
      "engines": record.engines.map { engine in
        [
          "name": engine.engine, "version": engine.version ?? "",
          "documents": engine.documents.map { grouped(Double($0)) } ?? "",
          "kept": engine.kept.map { "\($0.count)" } ?? "",
          "broken": engine.broken.map { "\($0.count)" } ?? "", "laws": engine.broken?.joined(separator: ", ") ?? "",
          "findings": engine.skipped.map { "skipped: \($0)" }
            ?? "\((engine.findings?.count ?? 0) + (engine.losses?.count ?? 0))",
        ] as [String: Any]
      },
      "hasChecks": !record.checks.isEmpty,
      "checks": record.checks.map { check in
        [
          "file": check.file,
          "figures": check.figures.map { ["name": $0.name, "value": $0.value] },
          "hasTroubles": !check.troubles.isEmpty,
          "troubleCount": counted(check.troubles.count, "thing") + " to look at",
          "troubles": check.troubles,
        ] as [String: Any]
      },
      "hasCampaigns": !record.campaigns.isEmpty,
      "campaigns": record.campaigns.map { campaign in
        [
          "target": campaign.target,
          "executions": grouped(Double(campaign.executions)),
          "seconds": "\(readable(campaign.seconds)) s",
          "rate": campaign.seconds > 0 ? grouped((Double(campaign.executions) / campaign.seconds).rounded()) : "",
          "coverage": campaign.coverage,
          "stateCount": campaign.states.map { "\($0.reached.count) of \($0.reached.count + $0.neverReached.count)" }
            ?? "",
          "findingCount": "\(campaign.findings.count)",
        ] as [String: Any]
      },
      "states": record.neverReached.map { never in
        [never.isEmpty ? "every one was reached." : "never reached: \(never.joined(separator: ", "))."]
      } ?? [],
      "hasFindings": !buckets.isEmpty, "buckets": buckets,
      "hasChanges": hasChanges, "verdict": record.verdict ?? "", "changeClass": NightPage.css(of: record.verdict ?? ""),
      "hasChangeRows": !record.changes.isEmpty,
      "changes": record.changes.map {
        [
          "name": $0.name, "verdict": $0.verdict,
          "detail": ([$0.detail] + $0.behaviour.map { "behaves differently: \($0)" }).joined(separator: "; "),
          "class": NightPage.css(of: $0.verdict),
        ]
      },
      "reasons": record.changes.filter { !$0.grown.isEmpty || $0.calls != nil }.map { change -> [String: Any] in
        var reason: [String: Any] = ["name": change.name, "detail": change.detail, "grown": change.grown]
        if let calls = change.calls { reason["svg"] = calls.svg }
        return reason
      },
      "hasBenchmarks": !record.benchmarks.isEmpty,
      "charts": charts.map { ["title": $0.title, "svg": $0.svg] },
      "benchmarkCount": "\(record.benchmarks.count)",
      "benchmarks": record.benchmarks.map { ["name": $0.name, "time": $0.time, "counters": $0.counters] },
      "hasCapacities": !record.capacities.isEmpty,
      "capacities": record.capacities.map { capacity in
        [
          "what": "\(capacity.workload), \(capacity.operation)", "budget": "\(shortNumber(capacity.budget)) ms",
          "size": "\(grouped(Double(capacity.size))) \(capacity.unit)",
          "interval": "\(grouped(Double(capacity.low)))–\(capacity.high.map { grouped(Double($0)) } ?? "more")",
        ]
      },
      "hasTrends": !trends.isEmpty, "nightCount": "\(history.nights.count)", "trendCount": "\(trends.count)",
      "hasNoSteps": !trends.contains { !$0.shifts.isEmpty },
      "steps": trends.filter { !$0.shifts.isEmpty }.map { trend in
        ["name": trend.name, "svg": trend.svg, "changes": trend.shifts.reversed().map(trend.sentence)] as [String: Any]
      },
      "unstable": unstable.isEmpty ? [] : [unstable.joined(separator: ", ")],
      "hasRegressions": !regressions.entries.isEmpty,
      "regressions": regressions.entries.sorted { ($1.told, $0.id) < ($0.told, $1.id) }.map { entry in
        let trend = trends.first { $0.name == entry.figure }
        func spelled(_ value: Double) -> String { trend?.spelled(value) ?? shortNumber(value) }
        return [
          "id": entry.id, "figure": entry.figure, "how": entry.kind == .jump ? "at once" : "little by little",
          "levels": "\(spelled(entry.before)) → \(spelled(entry.now))", "share": percentText(entry.share),
          "since": "\(entry.since) (\(entry.revision))", "age": "\(age(of: entry))", "state": entry.state.rawValue,
          "class": entry.state == .fixed ? "good" : entry.state == .accepted ? "soft" : "bad",
          "owner": entry.owner ?? "", "reason": entry.reason ?? "",
        ]
      },
      "trends": trends.map { trend in
        [
          "name": trend.name, "nights": "\(trend.points.count)", "first": trend.spelled(trend.points[0].value),
          "last": trend.spelled(trend.points[trend.points.count - 1].value), "svg": trend.svg,
        ]
      },
      "hasDrawings": !record.drawings.isEmpty,
      "drawings": record.drawings.map { ["name": $0.name, "source": NightPage.image($0.svg)] },
      "hasUnreadable": !record.unreadable.isEmpty,
      "unreadable": record.unreadable,
    ]
  }

  private var hasChanges: Bool { record.verdict != nil || !record.changes.isEmpty }

  /// The findings by law, in the order of the record. Each law has the status of its worst finding, and `new` is the worst.
  private var buckets: [[String: Any]] {
    var order: [String] = []
    for finding in findings where !order.contains(finding.law) { order.append(finding.law) }
    return order.map { law in
      let own = findings.filter { $0.law == law }
      let worst =
        ["new", "returned", "known", "quiet"].first { status in own.contains { $0.status == status } } ?? "new"
      return [
        "law": law, "count": "\(own.count)", "status": worst, "class": NightPage.css(of: worst),
        "findings": own.enumerated().map { index, finding -> [String: Any] in
          var row: [String: Any] = [
            "id": "\(law)-\(index + 1)", "sentence": "\(finding.law) is broken (\(finding.status)).",
            "hasDetail": !finding.detail.isEmpty, "detail": finding.detail,
            "document": finding.document.isEmpty ? "The record beside this page holds it." : finding.document,
          ]
          if let svg = finding.svg { row["picture"] = NightPage.image(svg) }
          if !finding.file.isEmpty { row["file"] = finding.file }
          if !finding.reproduce.isEmpty { row["reproduce"] = finding.reproduce }
          return row
        },
      ]
    }
  }

  /// The most important problems, the worst first, each with the command to examine it if there is one.
  private var tasks: [(text: String, command: String)] {
    var tasks: [(String, String)] = record.unreadable.map { ("A record cannot be read: \($0)", "") }
    for status in ["new", "returned"] {
      let own = findings.filter { $0.status == status }
      let laws = own.map(\.law).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
      for law in laws {
        let first = own.first { $0.law == law }
        tasks.append(("Look at the \(status) finding of \(law)", first?.reproduce ?? ""))
      }
    }
    let slower = record.changes.filter { $0.verdict == "slower" }
    if let first = slower.first {
      tasks.append(
        ("\(counted(slower.count, "benchmark")) became slower, \(first.name) among them: \(first.detail)", "")
      )
    }
    for entry in pending {
      tasks.append((entry.sentence, "layoutlab bench regressions \(entry.id) --state confirmed --owner NAME"))
    }
    for check in record.checks where !check.troubles.isEmpty {
      tasks.append(("\(counted(check.troubles.count, "thing")) in \(check.file)", ""))
    }
    return Array(tasks.prefix(6))
  }

  /// The open regressions. Those that this night reported come first.
  private var pending: [RegressionLedger.Entry] { regressions.standing.filter { $0.state == .open } }

  /// The names of figures that vary too much from night to night to be judged.
  private var unstable: [String] {
    history.trends.filter { $0.isWorseAbove != nil && RegressionLedger.isUnstable($0) }.map(\.name)
  }

  /// Returns the age of a regression in nights of its machine.
  private func age(of entry: RegressionLedger.Entry) -> Int {
    history.nights.count { $0.machine == entry.machine && $0.date >= entry.since }
  }

  private func percentText(_ share: Double) -> String {
    "\(share > 0 ? "+" : "")\(readable((share * 1000).rounded() / 10)) %"
  }

  /// Whether nothing needs attention. The night's exit status depends on the same condition.
  public var isClean: Bool { tasks.isEmpty && !(["slower", "undecided"].contains(record.verdict ?? "same")) }

  /// The result of the night, in a sentence.
  public var verdictText: String {
    let fresh = findings.count { $0.status == "new" || $0.status == "returned" }
    var parts: [String] = []
    if fresh > 0 { parts.append(counted(fresh, "new finding")) }
    if let verdict = record.verdict, verdict != "same", verdict != "clean" { parts.append("benchmarks: \(verdict)") }
    let troubles = record.checks.reduce(0) { $0 + $1.troubles.count }
    if troubles > 0 { parts.append("\(counted(troubles, "thing")) to look at in screens and laws") }
    if !pending.isEmpty { parts.append("\(counted(pending.count, "open regression")) over the nights") }
    if !record.unreadable.isEmpty {
      parts.append("\(counted(record.unreadable.count, "record")) cannot be read")
    }
    return parts.isEmpty ? "Nothing new was found." : parts.joined(separator: ", ") + "."
  }

  private static func css(of word: String) -> String {
    switch word {
    case "new", "returned", "slower", "broken": "bad"
    case "faster", "same", "clean": "good"
    case "undecided", "quiet": "doubt"
    default: "soft"
    }
  }

  private static func image(_ svg: String) -> String {
    "data:image/svg+xml;base64," + Data(svg.utf8).base64EncodedString()
  }

  /// Returns a number with its thousands separated.
  private func grouped(_ value: Double) -> String {
    var digits = Array(shortNumber(value))
    guard digits.allSatisfy(\.isNumber), digits.count > 4 else { return String(digits) }
    for place in stride(from: digits.count - 3, to: 0, by: -3) { digits.insert("\u{202F}", at: place) }
    return String(digits)
  }
}
