import LayoutPlugin
import SceneModel
import SceneOracles

/// Turns violations into findings: replays each, minimises it while the same law breaks, and puts those that show one bug into
/// one bucket.
public struct Triage: Sendable {
  /// The number of replays by which a document is tested. If it breaks its law each time, it counts as reproducible.
  public static let replays = 12

  public var laws: [Law]
  public var plugin: Plugin
  public var known: KnownFindings
  public var minimizer: Minimizer
  /// Removes the parts of a document that the engine does not claim, as the target does. The result is stored.
  public var project: @Sendable (Document) -> Document = { $0 }
  /// Called with each document before the engine gets it.
  public var willJudge: @Sendable (Document) -> Void

  public init(
    laws: [Law], plugin: Plugin, known: KnownFindings = KnownFindings(), minimizer: Minimizer = Minimizer(),
    willJudge: @escaping @Sendable (Document) -> Void = { _ in }
  ) {
    (self.laws, self.plugin, self.known, self.minimizer) = (laws, plugin, known, minimizer)
    self.willJudge = willJudge
  }

  /// Returns one bucket for each bug, with the lightest finding first; ordered by law.
  public func buckets(from violations: [Violation], target: String, found: String) -> [Bucket] {
    let findings = findings(from: violations, target: target, found: found)
    return buckets(of: findings)
  }

  /// Puts findings into buckets. `mayAsk` is called before each run of the engine, and returns whether there is time for it.
  public func buckets(of findings: [Finding], while mayAsk: @escaping () -> Bool = { true }) -> [Bucket] {
    BucketMerge(findings, triage: self, while: mayAsk).buckets
  }

  /// Returns the findings without duplicates, each with its smallest original; ordered by law, then by fingerprint.
  public func findings(from violations: [Violation], target: String, found: String) -> [Finding] {
    var findings: [Finding] = []
    var chance: [Violation] = []
    for violation in violations.sorted(by: { $0.document.weight < $1.document.weight }) {
      if let finding = steady(violation, target: target, found: found) {
        findings.append(finding)
      } else {
        chance.append(violation)
      }
    }
    findings += byChance(chance, target: target, found: found)
    var unique: [String: Finding] = [:]
    for finding in findings where unique[finding.fingerprint + finding.minimized.digest.description] == nil {
      unique[finding.fingerprint + finding.minimized.digest.description] = finding
    }
    return unique.values.sorted {
      ($0.law, $0.fingerprint, $0.minimized.text) < ($1.law, $1.fingerprint, $1.minimized.text)
    }
  }

  /// Returns the finding of a violation that breaks its law each time it is judged; nil if it is not reproducible.
  public func steady(_ violation: Violation, target: String, found: String) -> Finding? {
    guard let law = law(violation.law), !law.isAboutRepetition else { return nil }
    var original = violation.document
    original.provenance = nil
    guard let first = verdict(of: law, on: original), rate(of: law, on: original, Triage.replays).isSteady else {
      return nil
    }
    let bold = minimized(original, law, like: first, minimizer)
    var shapes = [DocumentShape(bold)]
    var minimized = bold
    if minimizer.attemptLimit > 0 {
      // The result of a minimiser depends on the order of its passes. If the reverse order gives another document, both show the same bug.
      var timid = minimizer
      timid.passes.reverse()
      timid.attemptLimit = min(timid.attemptLimit, Triage.secondAttempts)
      let other = self.minimized(original, law, like: first, timid)
      shapes.append(DocumentShape(other))
      if other.weight < minimized.weight { minimized = other }
    }
    let rate = rate(of: law, on: minimized, Triage.replays)
    guard rate.isSteady else { return nil }
    var finding = finding(.steady, law, original, minimized, rate, shapes, target: target, found: found)
    if finding.subject.fault == nil {
      finding.traits.cause = cause(of: minimized, isThorough: false)
      finding.traits.leftBehind = leftBehind(by: finding.minimized, law)
    }
    let fault = finding.subject.fault
    /// Whether a document breaks the law with the same fault of the engine as the finding; if the finding has no fault, without a fault.
    func shows(_ document: Document) -> Bool {
      verdict(of: law, on: document).map { VerdictSubject($0).fault == fault } ?? false
    }
    finding.traits.afterRefusal = refusal(neededBy: finding, shows)
    finding.explanation = explanation(of: finding.minimized, shows)
    return finding
  }

  /// Returns which parts of a minimised document are needed; nil if nothing is minimised in this run.
  func explanation(of minimized: Document, _ stillShows: (Document) -> Bool) -> Explanation? {
    minimizer.attemptLimit > 0 ? Explanation(of: minimized, while: stillShows) : nil
  }

  /// The largest number of documents that a second minimisation tries.
  private static let secondAttempts = 4000

  private func minimized(_ document: Document, _ law: Law, like first: VerdictMessage, _ minimizer: Minimizer)
    -> Document
  {
    let subject = VerdictSubject(first)
    // If the bug shows with plain numbers, it must not be minimised to odd numbers, which show rounding.
    let isPlain = !subject.isOdd && !document.hasOddNumbers
    let small = minimizer.minimize(document) { proposal in
      guard let said = verdict(of: law, on: proposal).map(VerdictSubject.init), said.fault == subject.fault else {
        return false
      }
      return !isPlain || !said.isOdd && !proposal.hasOddNumbers
    }.document
    // Laws judge the projected document anyway, so it breaks them as well.
    return project(small)
  }

  func finding(
    _ kind: Finding.Kind, _ law: Law, _ original: Document, _ minimized: Document, _ rate: ReplayRate,
    _ shapes: [DocumentShape], target: String, found: String, detail: VerdictMessage? = nil
  ) -> Finding {
    var (original, minimized) = (original, minimized)
    let detail = detail ?? verdict(of: law, on: minimized) ?? ""
    let provenance = Provenance(law: law.name, found: found)
    original.provenance = provenance
    minimized.provenance = provenance
    var finding = Finding(
      kind: kind, target: target, law: law.name, detail: detail, status: .new, found: found, rate: rate,
      original: original, minimized: minimized)
    finding.traits.shapes = shapes
    finding.engineWords = engineWords(on: minimized)
    finding.status = status(of: finding)
    return finding
  }

  /// Returns the status by the list of known findings. A finding is known by its fingerprint, or by a listed document of the same shape that breaks
  /// the same law in the same way.
  private func status(of finding: Finding) -> Finding.Status {
    let listed = known.status(of: finding.fingerprint)
    guard listed == .new, finding.kind == .steady, let law = law(finding.law) else { return listed }
    let same = known.findings.filter { entry in
      guard entry.law == finding.law, let document = try? Document(text: entry.document, file: entry.fingerprint),
        finding.traits.shapes.contains(DocumentShape(document)), let said = verdict(of: law, on: document)
      else { return false }
      return VerdictSubject(said) == finding.subject && document.hasOddNumbers == finding.minimized.hasOddNumbers
    }
    if same.contains(where: { $0.state == .fixed }) { return .returned }
    return same.isEmpty ? .new : .known
  }

  /// Returns the finding of a violation that cannot be replayed, because the engine crashes or hangs on it.
  public static func unseen(_ violation: Violation, target: String, found: String, known: KnownFindings) -> Finding {
    var document = violation.document
    document.provenance = Provenance(law: violation.law, found: found)
    var finding = Finding(
      kind: .steady, target: target, law: violation.law, detail: violation.detail, status: .new, found: found,
      rate: ReplayRate(broken: 0, of: 0), original: document, minimized: document)
    finding.status = known.status(of: finding.fingerprint)
    return finding
  }

  func law(_ name: String) -> Law? { laws.first { $0.name == name } }

  /// Returns the message of a broken verdict; nil if the law is not broken.
  func verdict(of law: Law, on document: Document) -> VerdictMessage? {
    willJudge(document)
    if case .broken(let detail) = law.judge(document, plugin) { return detail }
    return nil
  }

  /// Returns the laws that a document breaks, in order, with the verdicts' messages. Each law is judged only when its result is read.
  func broken(_ laws: [Law], on document: Document) -> some Sequence<(Law, VerdictMessage)> {
    willJudge(document)
    let trial = Trial(document, plugin, of: laws)
    return laws.lazy.compactMap { law in
      if case .broken(let detail) = trial.verdict(of: law) { return (law, detail) }
      return nil
    }
  }

  /// Returns how many of a number of replays break the law. Each replay has other addresses in memory.
  func rate(of law: Law, on document: Document, _ replays: Int) -> ReplayRate {
    var shake = HeapShake(seed: UInt64(replays))
    let broken = (0..<replays).count { _ in shake { verdict(of: law, on: document) } != nil }
    return ReplayRate(broken: broken, of: replays)
  }

  /// Returns known findings that are not marked as fixed but no longer break their law. An open one should become a regression test.
  public func quiet() -> [KnownFindings.Entry] {
    known.findings.filter { entry in
      guard entry.state != .fixed, let law = law(entry.law),
        let document = try? Document(text: entry.document, file: entry.fingerprint)
      else { return false }
      // A finding that occurs by chance counts as gone only after many replays without it.
      let replays = law.isAboutRepetition ? Triage.measuredReplays : 1
      return rate(of: law, on: document, replays).broken == 0
    }
  }
}
