/// How much of each kind a night's folder holds, and the page that shows it.
public struct NightSummary: Encodable, Sendable {
  var page: String
  var checks, campaigns, findings, benchmarks, changes, drawings: Int
  var unreadable: [String]

  public init(of record: NightRecord, page: String) {
    self.page = page
    (checks, campaigns, benchmarks) = (record.checks.count, record.campaigns.count, record.benchmarks.count)
    findings = record.campaigns.reduce(0) { $0 + $1.findings.count }
    (changes, drawings, unreadable) = (record.changes.count, record.drawings.count, record.unreadable)
  }
}
