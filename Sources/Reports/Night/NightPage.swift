import Foundation
import Mustache

/// One HTML file, readable offline, that shows a night's record.
public struct NightPage {
  public var record: NightRecord

  public init(record: NightRecord) { self.record = record }

  /// The page; every text of the record is escaped, drawings are shown as images so that no script in them can run.
  public func html() throws -> String {
    let template = try MustacheTemplate(string: NightPage.template)
    return template.render(context)
  }

  private var context: [String: Any] {
    [
      "title": record.title,
      "facts": record.facts.map { ["name": $0.name, "value": $0.value] },
      "checks": record.checks.map { check in
        [
          "file": check.file,
          "figures": check.figures.map { ["name": $0.name, "value": $0.value] },
          "hasTroubles": !check.troubles.isEmpty,
          "troubleCount": check.troubles.count,
          "troubles": check.troubles,
        ] as [String: Any]
      },
      "hasCampaigns": !record.campaigns.isEmpty,
      "campaigns": record.campaigns.map { campaign in
        [
          "target": campaign.target,
          "executions": "\(campaign.executions)",
          "seconds": shortNumber(campaign.seconds),
          "rate": campaign.seconds > 0 ? shortNumber((Double(campaign.executions) / campaign.seconds).rounded()) : "",
          "coverage": campaign.coverage,
          "findingCount": "\(campaign.findings.count)",
        ] as [String: Any]
      },
      "findings": record.campaigns.flatMap(\.findings).map {
        [
          "law": $0.law, "status": $0.status, "file": $0.file, "reproduce": $0.reproduce, "document": $0.document,
        ]
      },
      "hasChanges": record.verdict != nil || !record.changes.isEmpty,
      "verdict": record.verdict ?? "",
      "changes": record.changes.map { ["name": $0.name, "verdict": $0.verdict, "detail": $0.detail] },
      "hasBenchmarks": !record.benchmarks.isEmpty,
      "benchmarks": record.benchmarks.map { ["name": $0.name, "time": $0.time, "counters": $0.counters] },
      "hasDrawings": !record.drawings.isEmpty,
      "drawings": record.drawings.map {
        ["name": $0.name, "source": "data:image/svg+xml;base64," + Data($0.svg.utf8).base64EncodedString()]
      },
      "hasUnreadable": !record.unreadable.isEmpty,
      "unreadable": record.unreadable,
    ]
  }

  private static let template = """
    <!DOCTYPE html>
    <html lang="en"><head><meta charset="utf-8"><title>{{title}}</title>
    <style>
    body { font: 15px/1.45 system-ui, "DejaVu Sans", sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem; color: #1d2733; }
    h1 { font-size: 1.6rem } h2 { font-size: 1.15rem; margin-top: 2rem; border-bottom: 1px solid #d8dee6; padding-bottom: .2rem }
    table { border-collapse: collapse; width: 100%; margin: .5rem 0 1rem }
    th, td { text-align: left; padding: .25rem .6rem; border-bottom: 1px solid #e8ecf1; vertical-align: top }
    th { color: #5a6878; font-weight: 600 } td.number, th.number { text-align: right; font-variant-numeric: tabular-nums }
    pre { background: #f5f7fa; padding: .6rem; overflow-x: auto } .slower, .new, .returned { color: #b03024; font-weight: 600 }
    .faster { color: #1f7a3d; font-weight: 600 } .undecided { color: #96690b } figure { display: inline-block; margin: 0 1rem 1rem 0 }
    figure img { border: 1px solid #d8dee6; max-width: 34rem; max-height: 40rem } details { margin: .4rem 0 }
    </style></head><body>
    <h1>{{title}}</h1>
    <table>{{#facts}}<tr><th>{{name}}</th><td>{{value}}</td></tr>{{/facts}}</table>
    {{#checks}}<h2>Screens: {{file}}</h2>
    <table><tr>{{#figures}}<th class="number">{{name}}</th>{{/figures}}</tr>
    <tr>{{#figures}}<td class="number">{{value}}</td>{{/figures}}</tr></table>
    {{#hasTroubles}}<details><summary>{{troubleCount}} views that are not where they were recorded</summary><ul>
    {{#troubles}}<li>{{.}}</li>{{/troubles}}</ul></details>{{/hasTroubles}}
    {{/checks}}
    {{#hasCampaigns}}<h2>Fuzzing</h2>
    <table><tr><th>target</th><th class="number">executions</th><th class="number">seconds</th><th class="number">per second</th>
    <th class="number">coverage</th><th class="number">findings</th></tr>
    {{#campaigns}}<tr><td>{{target}}</td><td class="number">{{executions}}</td><td class="number">{{seconds}}</td>
    <td class="number">{{rate}}</td><td class="number">{{coverage}}</td><td class="number">{{findingCount}}</td></tr>{{/campaigns}}</table>
    {{#findings}}<h3 class="{{status}}">{{law}} is broken ({{status}})</h3><p>{{file}}</p>
    <pre>{{document}}</pre><p>Reproduce: <code>{{reproduce}}</code></p>{{/findings}}{{/hasCampaigns}}
    {{#hasChanges}}<h2>Compared with the baseline: <span class="{{verdict}}">{{verdict}}</span></h2>
    <table><tr><th>benchmark</th><th>verdict</th><th>why</th></tr>
    {{#changes}}<tr><td>{{name}}</td><td class="{{verdict}}">{{verdict}}</td><td>{{detail}}</td></tr>{{/changes}}</table>{{/hasChanges}}
    {{#hasBenchmarks}}<h2>Cost of a re-layout</h2>
    <table><tr><th>benchmark</th><th class="number">time</th><th>counters</th></tr>
    {{#benchmarks}}<tr><td>{{name}}</td><td class="number">{{time}}</td><td>{{counters}}</td></tr>{{/benchmarks}}</table>{{/hasBenchmarks}}
    {{#hasDrawings}}<h2>Scenes</h2>
    {{#drawings}}<figure><img alt="{{name}}" src="{{source}}"><figcaption>{{name}}</figcaption></figure>{{/drawings}}{{/hasDrawings}}
    {{#hasUnreadable}}<h2>Could not be read</h2><ul>{{#unreadable}}<li>{{.}}</li>{{/unreadable}}</ul>{{/hasUnreadable}}
    </body></html>

    """
}
