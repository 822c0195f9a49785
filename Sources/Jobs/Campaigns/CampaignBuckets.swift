import SceneFuzzing
import SceneModel

/// Puts findings of several shards into buckets again, because two shards may have found the same bug.
public enum CampaignBuckets {
  /// Returns lists of findings that are alike by their documents and traits, the smallest first. All findings must be of one engine and target.
  /// Inputs that are no documents are alike if their fingerprints are equal.
  public static func alike(_ records: [CampaignRecord.FindingRecord]) -> [[CampaignRecord.FindingRecord]] {
    var findings: [Finding] = []
    var named: [String: CampaignRecord.FindingRecord] = [:]
    var lists: [[CampaignRecord.FindingRecord]] = []
    for record in records {
      guard let traits = record.traits, let document = try? Document(text: record.document, file: record.fingerprint)
      else {
        lists.append([record])
        continue
      }
      let finding = Finding(
        kind: record.kind, target: record.target, law: record.law, recorded: record.detail, traits: traits,
        status: .new, found: "", rate: ReplayRate(broken: record.reproduced, of: record.replays), minimized: document)
      findings.append(finding)
      named["\(finding.law) \(finding.fingerprint)"] = record
    }
    for bucket in Bucket.alike(findings) {
      lists.append(
        ([bucket.smallest] + bucket.others).compactMap { named["\($0.law) \($0.fingerprint)"] })
    }
    return lists.filter { !$0.isEmpty }
  }
}
