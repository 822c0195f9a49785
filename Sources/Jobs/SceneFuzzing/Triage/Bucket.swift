import SceneModel
import SceneOracles

/// Findings that show one bug.
public struct Bucket: Sendable {
  /// The finding with the smallest document.
  public var smallest: Finding
  /// The other findings, lightest first.
  public var others: [Finding]

  var findings: [Finding] { [smallest] + others }

  /// The laws of all findings, in order.
  public var laws: [String] { Set(findings.map(\.law)).sorted() }

  /// The status of the bucket: `returned` if it has a fixed finding that occurs again, `new` if it has a new finding that no known finding explains,
  /// otherwise `known`.
  public var status: Finding.Status { smallest.status }

  /// Returns buckets of findings with equal traits. The engine is not run.
  public static func alike(_ findings: [Finding]) -> [Bucket] { BucketMerge(findings, triage: nil).buckets }

  /// The position of each law in the list of laws. The first laws name a single wrong number; those at the end compare two documents.
  private static let directness = Dictionary(
    uniqueKeysWithValues: (Law.scriptLaws + Law.frameLaws).enumerated().map { ($1.name, $0) })

  /// Makes the bucket of one or more findings. `explains` returns whether its first argument, a finding on the list of known ones, accounts for the
  /// second.
  init(_ findings: [Finding], explains: (Finding, Finding) -> Bool) {
    let best = findings.map(\.rate.rate).max() ?? 0
    /// Returns the rank of a finding as its bucket's example; 0 is best. Among findings that fail by chance, those whose law is the cause come first,
    /// and of these the ones that replay often.
    func rank(_ finding: Finding) -> Int {
      if finding.traits.cause == nil { return 0 }
      return finding.law != finding.traits.cause ? 2 : finding.rate.rate < best / 2 ? 1 : 0
    }
    let ordered = findings.sorted { a, b in
      if rank(a) != rank(b) { return rank(a) < rank(b) }
      let (one, two) = (a.minimized.weight, b.minimized.weight)
      if one != two { return one < two }
      let (first, second) = (Bucket.directness[a.law] ?? .max, Bucket.directness[b.law] ?? .max)
      // The normal form is compared, because the names depend on which violation was examined first.
      return (first, a.law, a.minimized.normalForm.text) < (second, b.law, b.minimized.normalForm.text)
    }
    let known = ordered.filter { $0.status == .known }
    let news =
      known.isEmpty
      ? nil
      : ordered.firstIndex { finding in
        finding.status == .new && !known.contains { explains($0, finding) }
      }
    let isReturned = ordered.contains { $0.status == .returned }
    // A new finding that no known one explains becomes the bucket's example.
    let head = isReturned ? 0 : news ?? 0
    smallest = ordered[head]
    others = ordered
    others.remove(at: head)
    smallest.status = isReturned ? .returned : known.isEmpty || news != nil ? .new : .known
  }
}
