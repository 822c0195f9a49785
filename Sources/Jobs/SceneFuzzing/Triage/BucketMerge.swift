import LayoutPlugin
import SceneModel
import SceneOracles

/// Puts findings of one target that show one bug into one bucket. `Guides/fuzzing.md` explains why. Findings are put together if they
///
/// - have the same document, under any laws;
/// - quote the same fault in the engine's own words, under any law;
/// - say that a malformed edit was not refused, under any law and for any edit, if the engine refuses no malformed edit at all;
/// - have the same law and subject, and documents with the same ingredients, or one with some more (chance decides where a minimiser stops);
/// - have documents that become similar when they are minimised further, as long as any law stays broken and the engine refuses nothing new;
/// - have different laws, and the document of one also breaks the other's law and becomes similar to the other's when it is minimised under that law;
/// - have wrong frames that become right when the final document is opened anew, after a constraint of the same kind was removed;
/// - become right when refused transactions are left out, and these are of the same kind;
/// - are not reproducible, with the same cause; or are reproducible, with a document to which the engine gives varying answers.
///
/// Findings about odd numbers are put together with each other only, and so are those that need a refused transaction: if a refusal leaves an engine
/// in a wrong state, it breaks every law afterwards, and all its other bugs would be in the same bucket. If a fault also occurs without a refusal,
/// no finding with this fault counts as needing one.
///
/// A law that most documents break does not connect findings, unless the second document breaks the first finding's law too.
struct BucketMerge {
  private let findings: [Finding]
  /// The triage with the engine; nil if the engine is not run.
  private let triage: Triage?
  /// Returns whether there is time for another run of the engine.
  private let mayAsk: () -> Bool
  private let areOdd: [Bool]
  /// The faults in the engine's own words that some finding shows without a refused transaction.
  private let faultsWithoutRefusal: Set<VerdictSubject.Fault>
  /// Whether the engine was seen to refuse no malformed edit as such, whatever the edit is.
  private let refusesNothing: Bool
  /// For each finding the index of an earlier finding in its bucket, or its own index.
  private var parents: [Int]
  /// The laws judged so far, each with whether most documents break it.
  private let usual = UsualLaws()

  init(_ findings: [Finding], triage: Triage?, while mayAsk: @escaping () -> Bool = { true }) {
    self.findings = findings.sorted { a, b in
      let (one, two) = (a.minimized.weight, b.minimized.weight)
      return one == two ? (a.law, a.minimized.normalForm.text) < (b.law, b.minimized.normalForm.text) : one < two
    }
    (self.triage, self.mayAsk) = (triage, mayAsk)
    areOdd = self.findings.map(\.isOdd)
    // Several bugs may violate one rule. The engine's own words identify a single bug.
    faultsWithoutRefusal = Set(
      findings.filter { $0.traits.afterRefusal == nil }.compactMap(\.subject.fault).filter(\.isInOwnWords))
    let isMissed = findings.contains(where: \.subject.isMissedRefusal)
    refusesNothing = isMissed && mayAsk() && triage?.refusesMalformedEdits == false
    parents = Array(findings.indices)
    mergeAlike()
    mergeCauses()
    if let triage, triage.minimizer.attemptLimit > 0 {
      mergeAtRest(triage)
      mergeReached(triage)
    }
  }

  var buckets: [Bucket] {
    Dictionary(grouping: findings.indices, by: root).values.map { Bucket($0.map { findings[$0] }, explains: explains) }
      .sorted { ($0.smallest.law, $0.smallest.id) < ($1.smallest.law, $1.smallest.id) }
  }

  private func root(_ at: Int) -> Int { parents[at] == at ? at : root(parents[at]) }

  /// Whether the document of a finding on the list accounts for another finding: the two are alike, or the document breaks the other's law with the
  /// same `VerdictSubject`.
  private func explains(_ known: Finding, _ other: Finding) -> Bool {
    if known.isOdd != other.isOdd || !needAlike(known, other) { return false }
    if known.minimized.normalForm.digest == other.minimized.normalForm.digest || areAlike(known, other) { return true }
    guard let triage, mayAsk(), let law = triage.law(other.law) else { return false }
    return triage.verdict(of: law, on: known.minimized).map { VerdictSubject($0) == other.subject } ?? false
  }

  private mutating func merge(_ one: Int, _ two: Int) {
    guard areOdd[one] == areOdd[two], needAlike(findings[one], findings[two]) else { return }
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

  /// Whether both findings need a refused transaction, or neither does.
  private func needAlike(_ early: Finding, _ late: Finding) -> Bool {
    (refusal(neededBy: early) == nil) == (refusal(neededBy: late) == nil)
  }

  private func refusal(neededBy finding: Finding) -> String? {
    finding.traits.afterRefusal.flatMap { kinds in
      finding.subject.fault.map(faultsWithoutRefusal.contains) == true ? nil : kinds
    }
  }

  private func areAlike(_ early: Finding, _ late: Finding) -> Bool {
    if let kinds = refusal(neededBy: early), kinds == refusal(neededBy: late) { return true }
    if early.traits.cause != nil || late.traits.cause != nil { return early.traits.cause == late.traits.cause }
    if let kind = early.traits.leftBehind, kind == late.traits.leftBehind { return true }
    let (one, two) = (Symptom(early), Symptom(late))
    return one.isAlike(two) || refusesNothing && one.subject.isMissedRefusal && two.subject.isMissedRefusal
  }

  /// Merges the rare findings whose cause is unknown: they fail by chance, but broke no law about repetition. They count as one bug. If exactly one
  /// cause of findings by chance is known, they count as that bug.
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

  /// Minimises the smallest finding of each bucket further, accepting documents that break any law. Two findings that show one bug under two laws
  /// then often end at the same document.
  private mutating func mergeAtRest(_ triage: Triage) {
    let laws = triage.laws.filter { !$0.isAboutRepetition }.sorted { $0.cost.rank < $1.cost.rank }
    var rests: [(finding: Int, shape: DocumentShape, symptoms: [Symptom])] = []
    for at in findings.indices where root(at) == at && isSteady(at) {
      let own = findings[at].law
      /// Returns the laws that a document breaks, without laws that most documents break.
      func broken(_ document: Document) -> some Sequence<(Law, VerdictMessage)> {
        triage.broken(laws, on: document).filter { law, _ in
          law.name == own || !usual.contains(law, triage, like: document, while: mayAsk)
        }
      }
      var minimizer = triage.minimizer
      minimizer.attemptLimit = min(minimizer.attemptLimit, BucketMerge.attempts)
      // The smaller document must cause no new kinds of refusals, because these may be another bug.
      let refusals = triage.refusals(of: findings[at].minimized)
      let rest = minimizer.minimize(findings[at].minimized) { proposal in
        mayAsk() && broken(proposal).contains { _ in true } && triage.refusals(of: proposal).isSubset(of: refusals)
      }.document
      guard mayAsk() else { return }
      let shape = DocumentShape(rest)
      let symptoms = broken(rest).map { Symptom(law: $0.name, subject: VerdictSubject($1), shapes: [shape]) }
      rests.append((at, shape, symptoms))
    }
    for late in rests.indices {
      for early in rests[..<late] where early.shape == rests[late].shape {
        let isShared = early.symptoms.contains { symptom in rests[late].symptoms.contains { $0.isAlike(symptom) } }
        if isShared { merge(early.finding, rests[late].finding) }
      }
    }
  }

  /// Merges two buckets if the lightest document of one, minimised under a law of the other, becomes similar to a document of the other.
  private mutating func mergeReached(_ triage: Triage) {
    let laws = Set(findings.indices.filter(isSteady).map { findings[$0].law }).sorted().compactMap(triage.law)
    for at in findings.indices where root(at) == at && isSteady(at) {
      for law in laws where hasOthers(at, law.name) {
        guard mayAsk() else { return }
        guard let (small, other) = reached(from: findings[at].minimized, law, at, triage) else { continue }
        let own = triage.law(findings[at].law)
        if !usual.contains(law, triage, like: small, while: mayAsk)
          || own.map({ triage.verdict(of: $0, on: small) != nil }) == true
        {
          merge(at, other)
        }
      }
    }
  }

  /// Whether a bucket other than that of finding `at` has a reproducible finding of the law.
  private func hasOthers(_ at: Int, _ law: String) -> Bool {
    findings.indices.contains { isSteady($0) && findings[$0].law == law && root($0) != root(at) }
  }

  /// The largest number of documents that one such minimisation tries.
  private static let attempts = 1000

  /// Minimises the document of finding `at` under a law of other buckets. Returns the result, and the index of a similar finding in one of these
  /// buckets; nil if there is none, or if the document does not break the law.
  private func reached(
    from document: Document, _ law: Law, _ at: Int, _ triage: Triage
  ) -> (document: Document, finding: Int)? {
    guard triage.verdict(of: law, on: document) != nil else { return nil }
    var minimizer = triage.minimizer
    minimizer.attemptLimit = min(minimizer.attemptLimit, BucketMerge.attempts)
    let small = minimizer.minimize(document) { mayAsk() && triage.verdict(of: law, on: $0) != nil }.document
    guard let said = triage.verdict(of: law, on: small) else { return nil }
    let symptom = Symptom(law: law.name, subject: VerdictSubject(said), shapes: [DocumentShape(small)])
    let same = findings.indices.first { other in
      root(other) != root(at) && isSteady(other) && findings[other].law == law.name
        && symptom.isAlike(Symptom(findings[other]))
    }
    return same.map { (small, $0) }
  }
}

/// The traits that two reproducible findings of one bug share.
private struct Symptom {
  var law: String
  var subject: VerdictSubject
  var shapes: [DocumentShape]

  init(law: String, subject: VerdictSubject, shapes: [DocumentShape]) {
    (self.law, self.subject, self.shapes) = (law, subject, shapes)
  }

  init(_ finding: Finding) {
    self.init(law: finding.law, subject: finding.subject, shapes: finding.traits.shapes)
  }

  func isAlike(_ other: Symptom) -> Bool {
    if let fault = subject.fault { return fault == other.subject.fault }
    return law == other.law && subject == other.subject
      && shapes.contains { shape in other.shapes.contains { $0.contains(shape) || shape.contains($0) } }
  }
}

/// The laws that an engine breaks on most documents. Each is judged once.
private final class UsualLaws {
  /// The number of documents on which each law is tried.
  private static let sample = 24

  private var known: [String: Bool] = [:]

  func contains(_ law: Law, _ triage: Triage, like document: Document, while mayAsk: () -> Bool) -> Bool {
    if let answer = known[law.name] { return answer }
    var entropy = Entropy(seed: 1)
    let broken = (0..<UsualLaws.sample).count { _ in
      mayAsk() && triage.verdict(of: law, on: document.anyOfItsKind(&entropy)) != nil
    }
    let answer = 2 * broken > UsualLaws.sample
    known[law.name] = answer
    return answer
  }
}

extension Law.Cost {
  /// The rank of the law's cost, the cheapest first.
  fileprivate var rank: Int {
    switch self {
    case .cheap: 0
    case .comparing: 1
    case .exact: 2
    }
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
