/// The number of records of each kind in a night's folder, and the page that shows them.
public struct NightSummary: Encodable, Sendable {
  var page: String
  /// The verdict, which comes first on the page.
  var verdict: String
  var isClean: Bool
  var checks, campaigns, findings, benchmarks, changes, drawings: Int
  var unreadable: [String]

  public init(of night: NightPage, page: String) {
    let record = night.record
    (self.page, verdict, isClean) = (page, night.verdictText, night.isClean)
    (checks, campaigns, benchmarks) = (record.checks.count, record.campaigns.count, record.benchmarks.count)
    findings = record.campaigns.reduce(0) { $0 + $1.findings.count }
    (changes, drawings, unreadable) = (record.changes.count, record.drawings.count, record.unreadable)
  }
}
