import SceneModel
import SceneOracles

/// Puts findings of one target that show one bug together:
///
/// - what the engine itself says is wrong in the same words, under whatever law;
/// - what breaks one law, is about the same, and is made of the same, or of that and more: where a minimiser came to rest is
///   chance;
/// - what breaks another law, too, and made small under that one reaches what is there already;
/// - what comes and goes for one cause, and what comes always of a document whose answers come and go.
struct BucketMerge {
  private let findings: [Finding]
  /// Nil: nobody asks the engine.
  private let triage: Triage?
  /// For each finding an earlier one of its bucket, or itself.
  private var parents: [Int]

  init(_ findings: [Finding], triage: Triage?) {
    self.findings = findings.sorted { a, b in
      let (one, two) = (a.minimized.weight, b.minimized.weight)
      return one == two ? (a.law, a.minimized.text) < (b.law, b.minimized.text) : one < two
    }
    self.triage = triage
    parents = Array(findings.indices)
    mergeAlike()
    if let triage, triage.minimizer.attemptLimit > 0 { mergeReached(triage) }
  }

  var buckets: [Bucket] {
    Dictionary(grouping: findings.indices, by: root).values.map { Bucket($0.map { findings[$0] }) }
      .sorted { ($0.smallest.law, $0.smallest.id) < ($1.smallest.law, $1.smallest.id) }
  }

  private func root(_ at: Int) -> Int { parents[at] == at ? at : root(parents[at]) }

  private mutating func merge(_ one: Int, _ two: Int) {
    let (first, second) = (root(one), root(two))
    parents[max(first, second)] = min(first, second)
  }

  private mutating func mergeAlike() {
    for late in findings.indices {
      for early in 0..<late where root(early) != root(late) && areAlike(findings[early], findings[late]) {
        merge(early, late)
      }
    }
  }

  private func areAlike(_ early: Finding, _ late: Finding) -> Bool {
    if early.traits.cause != nil || late.traits.cause != nil { return early.traits.cause == late.traits.cause }
    if let fault = early.subject.fault { return fault == late.subject.fault }
    return early.law == late.law && early.subject == late.subject
      && early.traits.shapes.contains { shape in late.traits.shapes.contains { $0.contains(shape) } }
  }

  /// The lightest of each bucket is judged by the laws of the others.
  private mutating func mergeReached(_ triage: Triage) {
    let laws = Set(findings.filter { $0.traits.cause == nil }.map(\.law)).sorted()
    for at in findings.indices where root(at) == at && findings[at].traits.cause == nil {
      for law in laws where law != findings[at].law {
        guard let reached = reached(from: findings[at].minimized, law, triage) else { continue }
        let same = findings.indices.first { other in
          root(other) != root(at) && findings[other].traits.cause == nil && findings[other].law == law
            && findings[other].subject == reached.subject
            && findings[other].traits.shapes.contains { $0.contains(reached.shape) || reached.shape.contains($0) }
        }
        if let same { merge(at, same) }
      }
    }
  }

  /// Questions that one such minimisation may ask.
  private static let attempts = 1000

  private func reached(from document: Document, _ name: String, _ triage: Triage) -> (
    shape: DocumentShape, subject: VerdictSubject
  )? {
    guard let law = triage.law(name), triage.verdict(of: law, on: document) != nil else { return nil }
    var minimizer = triage.minimizer
    minimizer.attemptLimit = min(minimizer.attemptLimit, BucketMerge.attempts)
    let small = minimizer.minimize(document) { triage.verdict(of: law, on: $0) != nil }.document
    guard let said = triage.verdict(of: law, on: small) else { return nil }
    return (DocumentShape(small), VerdictSubject(said))
  }
}
