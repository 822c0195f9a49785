import LayoutPlugin
import SceneModel
import SceneOracles

/// Turns violations into findings: replays each three times, minimises while the same law breaks, and looks its
/// fingerprint up among the known ones.
public struct Triage: Sendable {
  public static let replays = 3

  public var laws: [Law]
  public var plugin: Plugin
  public var known: KnownFindings
  public var minimizer: Minimizer

  public init(laws: [Law], plugin: Plugin, known: KnownFindings = KnownFindings(), minimizer: Minimizer = Minimizer()) {
    self.laws = laws
    self.plugin = plugin
    self.known = known
    self.minimizer = minimizer
  }

  /// Each finding once, the lightest original of it; ordered by law, then by fingerprint. `willJudge` is told of each document
  /// beforehand.
  public func findings(
    from violations: [Violation], target: String, found: String, willJudge: (Document) -> Void = { _ in }
  ) -> [Finding] {
    var unique: [String: Finding] = [:]
    for violation in violations.sorted(by: { $0.document.weight < $1.document.weight }) {
      let finding = finding(from: violation, target: target, found: found, willJudge: willJudge)
      if unique[finding.fingerprint] == nil { unique[finding.fingerprint] = finding }
    }
    return unique.values.sorted { ($0.law, $0.fingerprint) < ($1.law, $1.fingerprint) }
  }

  private func finding(
    from violation: Violation, target: String, found: String, willJudge: (Document) -> Void
  ) -> Finding {
    let law = laws.first { $0.name == violation.law }
    var original = violation.document
    original.provenance = nil
    func stillFails(_ document: Document) -> Bool {
      willJudge(document)
      return law.map { breaks($0, document) } ?? false
    }
    let reproduced = (0..<Triage.replays).count { _ in stillFails(original) }
    var minimized = original
    // What fails only now and then cannot be minimised: the answer of each step would be chance.
    if reproduced == Triage.replays { minimized = minimizer.minimize(original, while: stillFails).document }

    let fingerprint = Finding.fingerprint(law: violation.law, document: minimized)
    var detail = violation.detail
    if let law, case .broken(let said) = law.judge(minimized, plugin) { detail = said }
    let provenance = Provenance(law: violation.law, found: found)
    original.provenance = provenance
    minimized.provenance = provenance
    return Finding(
      id: Finding.id(fingerprint: fingerprint), target: target, law: violation.law, detail: detail,
      status: known.status(of: fingerprint), found: found, reproduced: reproduced, replays: Triage.replays,
      original: original, minimized: minimized)
  }

  /// What could not be replayed, since the engine does not come back from it.
  public static func unseen(_ violation: Violation, target: String, found: String, known: KnownFindings) -> Finding {
    var document = violation.document
    document.provenance = Provenance(law: violation.law, found: found)
    let fingerprint = Finding.fingerprint(law: violation.law, document: document)
    return Finding(
      id: Finding.id(fingerprint: fingerprint), target: target, law: violation.law, detail: violation.detail,
      status: known.status(of: fingerprint), found: found, reproduced: 0, replays: replays, original: document,
      minimized: document)
  }

  private func breaks(_ law: Law, _ document: Document) -> Bool {
    if case .broken = law.judge(document, plugin) { true } else { false }
  }

  /// Open findings that no longer break their law: each asks to be promoted to a regression test.
  public func quiet() -> [KnownFindings.Entry] {
    known.findings.filter { entry in
      guard entry.state == .open, let law = laws.first(where: { $0.name == entry.law }),
        let document = try? Document(text: entry.document, file: entry.fingerprint)
      else { return false }
      return !breaks(law, document)
    }
  }
}
