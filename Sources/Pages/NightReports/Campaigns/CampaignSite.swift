import Campaigns
import Foundation
import SceneFuzzing
import SceneModel

/// Three static pages about a results folder: activity, findings and costs. They have links to each other, and no other links.
public struct CampaignSite {
  private let history: CampaignHistory

  public init(_ history: CampaignHistory) { self.history = history }

  /// Writes `index.html`, `findings.html` and `costs.html`.
  public func write(to folder: URL) throws(UserMistake) {
    for (name, title, body) in [
      ("index.html", "Campaigns", overview), ("findings.html", "Findings", findings), ("costs.html", "Costs", costs),
    ] {
      try DurableFile.write(Array(page(title, body, name).utf8), to: folder.appending(path: name))
    }
  }

  private func page(_ title: String, _ body: String, _ name: String) -> String {
    let links = [("index.html", "Campaigns"), ("findings.html", "Findings"), ("costs.html", "Costs")]
      .map { "<a href=\"\($0.0)\"\($0.0 == name ? " aria-current=\"page\"" : "")>\($0.1)</a>" }.joined()
    return """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
      <title>layoutlab: \(title.lowercased())</title>
      <style>
      \(NightStyle.css)
      </style></head><body>
      <header><h1>\(title)</h1></header>
      <nav aria-label="Pages">\(links)</nav>
      <main>
      \(body)
      </main></body></html>

      """
  }

  // MARK: index.html

  private var overview: String {
    guard let last = history.nights.last else { return "" }
    let open = history.bugs.filter(\.isOpen)
    var body = verdict(last, open)
    body += table(
      "Engines",
      ["engine", "target", "#executions", "#all nights", "#edges", "#hard states", "#open findings", "laws broken"],
      rows: engines(open))
    body += "<h2>Nights</h2>\n"
    body += trend("executions", history.nights.map { ($0.date, Double($0.executions)) }).svg
    body += table(
      "Nights",
      [
        "night", "revision", "#machines", "#units", "#executions", "#processor hours", "#findings", "#first seen",
        "canary",
      ],
      rows: history.nights.reversed().map { night in
        let new = history.bugs.filter { $0.firstSeen == night.date }.count
        let met = history.bugs.filter { bug in
          bug.fingerprints.contains { night.met.contains("\(bug.finding.engine) \($0)") }
        }.count
        return [
          day(night.date), night.revisions.sorted().joined(separator: ", "), "\(night.machines.count)",
          "\(night.units)",
          grouped(night.executions), String(format: "%.1f", night.seconds / 3600), "\(met)", "\(new)",
          night.isBlind ? Self.bad(night.canaries.isEmpty ? "absent" : "not found") : Self.good("found"),
        ]
      })
    if !history.unreadable.isEmpty {
      body +=
        "<h2 class=\"bad\">Could not be read</h2><ul>"
        + history.unreadable.map { "<li>\($0.escapedForXML)</li>" }.joined() + "</ul>"
    }
    return body
  }

  private func verdict(_ last: CampaignHistory.Night, _ open: [CampaignHistory.Bug]) -> String {
    let words: String
    if last.isBlind {
      words = Self.bad(
        last.canaries.isEmpty
          ? "The last night, \(last.date), had no canary: that nothing was found proves nothing."
          : "The last night, \(last.date), did not find the mistakes planted in the canary, so what it says of other engines proves nothing."
      )
    } else if open.isEmpty {
      words = Self.good("The last night, \(last.date), is clean.")
    } else {
      let new = open.filter { $0.firstSeen == last.date || $0.state == "returned" }.count
      words = Self.bad(
        "\(counted(open.count, "open finding")), \(new) of them new or returned in the last night, \(last.date).")
    }
    return "<p class=\"verdict\">\(words)</p>\n"
  }

  private func engines(_ open: [CampaignHistory.Bug]) -> [[String]] {
    let names = Set(history.nights.flatMap(\.rows.keys)).sorted()
    return names.map { name in
      let latest = history.nights.last { $0.rows[name] != nil }?.rows[name]
      let own = open.filter { $0.finding.engine == name.engine && $0.finding.target == name.target }
      let all = history.nights.reduce(0) { $0 + ($1.rows[name]?.executions ?? 0) }
      return [
        name.engine.escapedForXML, name.target.escapedForXML, grouped(latest?.executions ?? 0), grouped(all),
        latest.map { $0.edges > 0 ? grouped($0.edges) : "" } ?? "",
        latest.map { $0.states > 0 ? "\($0.states)" : "" } ?? "",
        own.isEmpty ? "0" : "<a class=\"bad\" href=\"findings.html\">\(own.count)</a>",
        Set(own.flatMap(\.laws)).sorted().joined(separator: ", ").escapedForXML,
      ]
    }
  }

  // MARK: findings.html

  private var findings: String {
    if history.bugs.isEmpty { return "<p>No night has found anything.</p>" }
    var body = table(
      "Findings", ["state", "owner", "engine", "finding", "#age", "first seen", "last seen", "#nights", "#units"],
      rows: history.bugs.map { bug in
        [
          bug.isOpen ? Self.bad(bug.state) : bug.state.escapedForXML, (bug.note?.owner ?? "").escapedForXML,
          bug.finding.engine.escapedForXML,
          "<a href=\"#\(id(bug))\">\(bug.finding.law.escapedForXML)</a>", "\(counted(bug.age, "night"))",
          day(bug.firstSeen),
          day(bug.lastSeen), "\(bug.nights)", "\(bug.units)",
        ]
      })
    for bug in history.bugs {
      let finding = bug.finding
      let others = bug.laws.filter { $0 != finding.law }
      body += "<article id=\"\(id(bug))\"><h3>\(finding.law.escapedForXML), \(finding.engine.escapedForXML)</h3>\n"
      body += "<p>\(finding.detail.escapedForXML)</p>\n"
      if !others.isEmpty {
        body += "<p class=\"soft\">Breaks also \(others.joined(separator: ", ").escapedForXML).</p>\n"
      }
      if let reason = bug.note?.reason { body += "<p>\(bug.state.escapedForXML): \(reason.escapedForXML)</p>\n" }
      body +=
        "<details\(bug.isOpen ? " open" : "")><summary>\(finding.weight.isEmpty ? "The document" : finding.weight.escapedForXML); broke its law \(finding.reproduced) of \(finding.replays) times</summary><pre tabindex=\"0\">\(finding.document.escapedForXML)</pre></details>\n"
      body +=
        "<p>Found by \(finding.unit.escapedForXML) at revision \(finding.revision.escapedForXML) on \(finding.machine.escapedForXML). Reproduce: <code>layoutlab campaign reproduce \(finding.fingerprint.prefix(12)) RESULTS</code></p></article>\n"
    }
    return body
  }

  private func id(_ bug: CampaignHistory.Bug) -> String {
    "f\(bug.finding.engine)-\(bug.finding.fingerprint)".escapedForXML
  }

  // MARK: costs.html

  private var costs: String {
    let names = Set(history.nights.flatMap(\.costs.keys)).sorted()
    if names.isEmpty {
      return "<p>No night has measured anything: name benchmarks under <code>bench</code> in the campaign.</p>"
    }
    let trends = names.map { name in
      (
        name: name,
        trend: trend(
          NightHistory.costs + name.benchmark,
          history.nights.compactMap { night in
            night.costs[name].map { (night.date, $0) }
          })
      )
    }
    func lastShift(_ trend: NightTrend) -> String { trend.shifts.last.map { trend.points[$0.start].date } ?? "" }
    // The benchmark that changed last comes first.
    let sorted = trends.enumerated().sorted { a, b in
      (lastShift(b.element.trend), a.offset) < (lastShift(a.element.trend), b.offset)
    }
    return table(
      "Costs",
      ["benchmark", "engine", "machine", "#nights", "#least", "#last", "last change", "over the nights"],
      rows: sorted.map { _, row in
        let values = row.trend.points.map(\.value)
        return [
          row.name.benchmark.escapedForXML, row.name.engine.escapedForXML, row.name.machine.escapedForXML,
          "\(values.count)", BenchmarkChart.time(values.min() ?? 0), BenchmarkChart.time(values.last ?? 0),
          row.trend.shifts.last.map { shift in
            let share = shift.before == 0 ? "" : String(format: " %+.1f %%", 100 * (shift.since / shift.before - 1))
            return day(lastShift(row.trend)) + (shift.since > shift.before ? Self.bad(share) : Self.good(share))
          } ?? "",
          row.trend.svg,
        ]
      })
  }

  // MARK: pieces

  /// Returns a table as HTML. The column of a heading that begins with `#` has numbers.
  private func table(_ name: String, _ headings: [String], rows: [[String]]) -> String {
    let isNumber = headings.map { $0.hasPrefix("#") }
    func cells(_ row: [String], _ tag: String) -> String {
      row.enumerated().map { at, text in
        "<\(tag)\(tag == "th" ? " scope=\"col\"" : "")\(isNumber[at] ? " class=\"number\"" : "")>\(text)</\(tag)>"
      }.joined()
    }
    let head = cells(headings.map { $0.hasPrefix("#") ? String($0.dropFirst()) : $0 }, "th")
    return "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"\(name)\"><table><tr>\(head)</tr>\n"
      + rows.map { "<tr>\(cells($0, "td"))</tr>\n" }.joined() + "</table></div>\n"
  }

  private func trend(_ name: String, _ points: [(date: String, value: Double)]) -> NightTrend {
    NightTrend(name: name, points: points.map { NightTrend.Point(date: $0.date, revision: "", value: $0.value) })
  }

  private static func bad(_ words: String) -> String { "<span class=\"bad\">\(words.escapedForXML)</span>" }
  private static func good(_ words: String) -> String { "<span class=\"good\">\(words.escapedForXML)</span>" }

  private func day(_ date: String) -> String { "<time>\(date)</time>" }

  private func grouped(_ number: Int) -> String {
    let digits = String(number)
    return String(
      digits.enumerated().flatMap { at, digit in
        at > 0 && (digits.count - at) % 3 == 0 ? [" ", digit] : [digit]
      })
  }
}
