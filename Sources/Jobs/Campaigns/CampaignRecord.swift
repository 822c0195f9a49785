import Foundation
import SceneFuzzing
import SceneModel

/// One line of a results file: the result of a unit, or a finding.
public enum CampaignRecord: Codable, Hashable, Sendable {
  case unit(UnitRecord)
  case finding(FindingRecord)

  public struct UnitRecord: Codable, Hashable, Sendable {
    /// The campaign's name, and the digest of its content.
    public var campaign, campaignDigest: String
    public var unit: String
    public var engine: String?
    /// The digest of the library or the tool that was run.
    public var engineDigest: String
    public var revision: String
    public var machine: String
    public var isCanary: Bool
    /// The counts of the unit, by name: executions, scripts, values, files …
    public var figures: [String: Int]
    /// The fingerprints of the findings, in order.
    public var findings: [String]
  }

  public struct FindingRecord: Codable, Hashable, Sendable {
    public var target, law, detail: String
    /// All laws that the finding's document is known to break, in alphabetical order.
    public var laws: [String]
    public var engine: String
    public var engineDigest: String
    public var revision: String
    public var machine: String
    public var unit: String
    public var fingerprint: String
    public var kind: Finding.Kind
    /// The number of replays in which the finding's document broke the law again, and the number of all replays.
    public var reproduced, replays: Int
    /// The document's size, for people: `3 views, 4 constraints`.
    public var weight: String
    /// The document in text form; empty if the input is no document.
    public var document: String
    /// The traits by which findings are put into buckets; nil if the input is no document.
    public var traits: Finding.Traits?
  }

  /// The key, which is the same for two records about the same thing.
  var key: String {
    switch self {
    case .unit(let unit):
      ["unit", unit.campaignDigest, unit.unit, unit.engineDigest, unit.revision].joined(separator: "\u{1f}")
    case .finding(let finding):
      ["finding", finding.engine, finding.target, finding.law, finding.fingerprint].joined(separator: "\u{1f}")
    }
  }

  /// The list to which the record belongs: the findings of one law, target and engine. Its length is limited. Nil for records that are never
  /// dropped.
  var list: String? {
    guard case .finding(let finding) = self else { return nil }
    return [finding.engine, finding.target, finding.law].joined(separator: "\u{1f}")
  }

  /// The key by which the preferred record is chosen, smallest first. Preferred are findings that broke their law more often in replays, then those
  /// with smaller documents; units with more findings, then those with more executions. The text of the line comes last, so that no two keys are
  /// equal.
  var rank: (Int, Int, String) {
    switch self {
    case .unit(let unit): (-unit.findings.count, -(unit.figures["executions"] ?? 0), line)
    case .finding(let finding):
      (
        finding.replays > 0 ? -1000 * finding.reproduced / finding.replays : 0, finding.document.utf8.count, line
      )
    }
  }

  /// The record as a line of a file, without the line feed.
  public var line: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(self) else { preconditionFailure("a record is JSON") }
    return String(decoding: data, as: UTF8.self)
  }
}

/// Results of shards, machines and nights. Merging is a union: associative, commutative and idempotent, so that its result depends on neither order
/// nor repetition. For each key the preferred record is kept, and for each law the best findings by the same order.
public struct CampaignResults: Sendable {
  /// The number of findings that are kept for each law of a target and engine. Other findings are only counted by their units.
  public static let mostFindings = 50

  private var best: [String: Ranked] = [:]

  private struct Ranked {
    var record: CampaignRecord
    var rank: (Int, Int, String)
  }

  public init() {}

  public init(_ records: some Sequence<CampaignRecord>) { for record in records { add(record) } }

  /// The records in the order in which files have them: by their keys, so that equal results are equal bytes.
  public var records: [CampaignRecord] {
    var kept: [Ranked] = []
    var lists: [String: [Ranked]] = [:]
    for ranked in best.values {
      if let list = ranked.record.list { lists[list, default: []].append(ranked) } else { kept.append(ranked) }
    }
    for list in lists.values { kept += list.sorted { $0.rank < $1.rank }.prefix(Self.mostFindings) }
    return kept.map { (key: $0.record.key, record: $0.record) }.sorted { $0.key < $1.key }.map(\.record)
  }

  public mutating func add(_ record: CampaignRecord) {
    let ranked = Ranked(record: record, rank: record.rank)
    if let present = best[record.key], present.rank <= ranked.rank { return }
    best[record.key] = ranked
  }

  public mutating func merge(_ other: CampaignResults) {
    for ranked in other.best.values { add(ranked.record) }
  }
}
