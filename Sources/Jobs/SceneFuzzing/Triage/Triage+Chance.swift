import SceneModel
import SceneOracles

/// Handles findings that are not reproducible each time. The engine's answers depend on the time, on addresses, or on values that other code left in
/// memory.
extension Triage {
  /// The number of replays from which a rate is measured.
  static let measuredReplays = 60
  /// The number of findings of one law that are minimised. More would show nothing new: they have the same engine and law, and chance makes them
  /// differ.
  private static let minimizedPerLaw = 3
  /// The largest number of documents that one minimisation tries; each is judged by some dozens of replays.
  private static let attempts = 400
  /// The same limit for a law that uses threads or other processes, or solves exactly.
  private static let exactAttempts = 60

  private static func measured(_ law: Law) -> Int { law.cost == .exact ? measuredReplays / 3 : measuredReplays }

  /// Returns a finding for each violation that does not occur each time, with its measured rate. The first few of each law are also minimised and
  /// explained.
  public func byChance(_ violations: [Violation], target: String, found: String) -> [Finding] {
    var examined: [String: Int] = [:]
    return violations.compactMap { violation -> Finding? in
      guard let law = law(violation.law) else { return nil }
      var original = violation.document
      original.provenance = nil
      let isExamined = examined[law.name, default: 0] < Triage.minimizedPerLaw
      let rate = rate(of: law, on: original, isExamined ? Triage.measured(law) : Triage.replays)
      var (minimized, detail, measured) = (original, violation.detail, rate)
      if isExamined, rate.broken > 0, minimizer.attemptLimit > 0 {
        examined[law.name, default: 0] += 1
        (minimized, measured) = self.minimized(original, law, rate)
      }
      var shake = HeapShake(seed: 1)
      for _ in 0..<Triage.measured(law) where measured.broken > 0 {
        guard let said = shake({ verdict(of: law, on: minimized) }) else { continue }
        detail = said
        break
      }
      let shapes = [DocumentShape(minimized)]
      let cause = cause(of: minimized, isThorough: true)
      // If the minimised document breaks the law each time, the removed parts were the reason why the finding was not reproducible.
      let isSteady = cause == nil && isExamined && measured.isSteady && !law.isAboutRepetition
      var finding = finding(
        isSteady ? .steady : .nondeterministic, law, original, minimized, measured, shapes, target: target,
        found: found,
        detail: detail)
      finding.traits.cause = isSteady ? nil : cause ?? law.name
      if isExamined {
        finding.traits.afterRefusal = refusal(neededBy: finding) {
          self.rate(of: law, on: $0, Triage.measured(law)).broken > 0
        }
      }
      if isExamined, measured.broken > 0 {
        finding.explanation = explanation(of: finding.minimized) { breaks(law, $0, asOftenAs: measured) }
      }
      return finding
    }
  }

  /// Minimises with documents that break the law about as often as the original does. A document with half that rate is accepted once in twenty
  /// times, so the rate is measured again at the end.
  private func minimized(_ original: Document, _ law: Law, _ rate: ReplayRate) -> (Document, ReplayRate) {
    var limited = minimizer
    limited.attemptLimit = min(minimizer.attemptLimit, law.cost == .exact ? Triage.exactAttempts : Triage.attempts)
    // Laws judge the projected document anyway, so it breaks them as often.
    let small = project(limited.minimize(original) { breaks(law, $0, asOftenAs: rate) }.document)
    let measured = self.rate(of: law, on: small, Triage.measured(law))
    return measured.rate >= rate.rate / 2 ? (small, measured) : (original, rate)
  }

  private func breaks(_ law: Law, _ document: Document, asOftenAs rate: ReplayRate) -> Bool {
    var shake = HeapShake(seed: 2)
    var test = RateTest(rate: rate.rate)
    while true {
      let isBroken = shake { verdict(of: law, on: document) } != nil
      if let answer = test.note(isBroken: isBroken) { return answer }
    }
  }

  /// The first law about repetition that the document breaks. An engine whose answers depend on chance breaks other laws, too, some of them each
  /// time. Nil if the engine repeats its answers.
  ///
  /// With `isThorough`, engines in threads and in other processes are compared, too. Before that, the document is replayed in this process so often
  /// that a difference within the process is not mistaken for one between processes.
  func cause(of document: Document, isThorough: Bool) -> String? {
    laws.first { law in
      guard law.isAboutRepetition, isThorough || law.cost != .exact else { return false }
      let replays = law.cost == .exact ? Triage.replays / 4 : isThorough ? Triage.measuredReplays : Triage.replays
      return rate(of: law, on: document, replays).broken > 0
    }?.name
  }
}
