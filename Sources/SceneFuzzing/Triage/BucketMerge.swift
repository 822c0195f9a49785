import SceneModel
import SceneOracles

/// Puts findings of one target that show one bug together:
///
/// - what one document shows, under whatever laws;
/// - what the engine itself says is wrong in the same words, under whatever law;
/// - what breaks one law, is about the same, and is made of the same, or of that and more: where a minimiser came to rest is
///   chance;
/// - what another finding's document breaks, too, and, made small under that law, reaches, unless most documents break that law, or
///   what is reached still breaks the first law: what every document shows says nothing about one;
/// - what comes and goes for one cause, and what comes always of a document whose answers come and go.
struct BucketMerge {
  private let findings: [Finding]
  /// Nil: nobody asks the engine.
  private let triage: Triage?
  /// Whether there is time to ask the engine once more.
  private let mayAsk: () -> Bool
  /// For each finding an earlier one of its bucket, or itself.
  private var parents: [Int]

  init(_ findings: [Finding], triage: Triage?, while mayAsk: @escaping () -> Bool = { true }) {
    self.findings = findings.sorted { a, b in
      let (one, two) = (a.minimized.weight, b.minimized.weight)
      return one == two ? (a.law, a.minimized.text) < (b.law, b.minimized.text) : one < two
    }
    (self.triage, self.mayAsk) = (triage, mayAsk)
    parents = Array(findings.indices)
    mergeAlike()
    mergeCauses()
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
    let documents = findings.map { $0.minimized.normalForm.digest }
    for late in findings.indices {
      for early in 0..<late where root(early) != root(late) {
        let isOneDocument = documents[early] == documents[late] && isSteady(early) && isSteady(late)
        if isOneDocument || areAlike(findings[early], findings[late]) { merge(early, late) }
      }
    }
  }

  private func areAlike(_ early: Finding, _ late: Finding) -> Bool {
    if early.traits.cause != nil || late.traits.cause != nil { return early.traits.cause == late.traits.cause }
    if let fault = early.subject.fault { return fault == late.subject.fault }
    return early.law == late.law && early.subject == late.subject
      && early.traits.shapes.contains { shape in
        late.traits.shapes.contains { $0.contains(shape) || shape.contains($0) }
      }
  }

  /// A finding that comes and goes, and broke no law about repetition when it was looked at, is rare, and has not told its cause: it is one
  /// thing, and where something is known to come and go for one cause, it is that.
  private mutating func mergeCauses() {
    let unknown = findings.indices.filter {
      findings[$0].traits.cause.map { !Law.isAboutRepetition(named: $0) } ?? false
    }
    for at in unknown.dropFirst() { merge(unknown[0], at) }
    let known = findings.indices.filter { findings[$0].traits.cause.map(Law.isAboutRepetition(named:)) ?? false }
    if let one = known.first, let first = unknown.first, Set(known.map { findings[$0].traits.cause }).count == 1 {
      merge(one, first)
    }
  }

  private func isSteady(_ at: Int) -> Bool { findings[at].traits.cause == nil }

  /// The lightest of each bucket is judged by the laws of the others, and by its own without being held to what is said to be wrong.
  private mutating func mergeReached(_ triage: Triage) {
    let laws = Set(findings.indices.filter(isSteady).map { findings[$0].law }).sorted().compactMap(triage.law)
    var isUsual: [String: Bool] = [:]
    for at in findings.indices where root(at) == at && isSteady(at) {
      for law in laws where hasOthers(at, law.name) {
        guard mayAsk() else { return }
        guard let (small, other) = reached(from: findings[at].minimized, law, at, triage) else { continue }
        if isUsual[law.name] == nil { isUsual[law.name] = isBrokenByMost(law, triage, like: small) }
        let own = triage.law(findings[at].law)
        if isUsual[law.name] == false || own.map({ triage.verdict(of: $0, on: small) != nil }) == true {
          merge(at, other)
        }
      }
    }
  }

  /// Documents that are asked whether most break a law.
  private static let sample = 24

  private func isBrokenByMost(_ law: Law, _ triage: Triage, like document: Document) -> Bool {
    var entropy = Entropy(seed: 1)
    let broken = (0..<BucketMerge.sample).count { _ in
      mayAsk() && triage.verdict(of: law, on: document.anyOfItsKind(&entropy)) != nil
    }
    return 2 * broken > BucketMerge.sample
  }

  /// Whether a finding of another bucket breaks the law.
  private func hasOthers(_ at: Int, _ law: String) -> Bool {
    findings.indices.contains { isSteady($0) && findings[$0].law == law && root($0) != root(at) }
  }

  /// Questions that one such minimisation may ask.
  private static let attempts = 1000

  /// A finding of another bucket that the document, made small under the law, leads to; nil: it leads to none.
  private func reached(
    from document: Document, _ law: Law, _ at: Int, _ triage: Triage
  ) -> (document: Document, finding: Int)? {
    guard triage.verdict(of: law, on: document) != nil else { return nil }
    var minimizer = triage.minimizer
    minimizer.attemptLimit = min(minimizer.attemptLimit, BucketMerge.attempts)
    let small = minimizer.minimize(document) { mayAsk() && triage.verdict(of: law, on: $0) != nil }.document
    guard let said = triage.verdict(of: law, on: small) else { return nil }
    let (shape, subject) = (DocumentShape(small), VerdictSubject(said))
    let same = findings.indices.first { other in
      let finding = findings[other]
      guard root(other) != root(at), isSteady(other), finding.law == law.name else { return false }
      if let fault = subject.fault { return fault == finding.subject.fault }
      return finding.subject == subject
        && finding.traits.shapes.contains { $0.contains(shape) || shape.contains($0) }
    }
    return same.map { (small, $0) }
  }
}

extension Document {
  fileprivate func anyOfItsKind(_ entropy: inout Entropy) -> Document {
    switch self {
    case .solver: .solver(.generated(using: &entropy))
    case .scene: .scene(.generated(using: &entropy))
    case .timeline: .timeline(.generated(using: &entropy))
    }
  }
}
