import Foundation
import LayoutPlugin
import SceneFuzzing
import SceneModel
import SceneOracles
import Testing

@Suite("Triage and store")
struct TriageTests {
  /// Broken by every script that adds a required row with the constant 13.
  private static let noThirteen = Law(
    name: "test.no-thirteen", summary: "No required row has the constant 13.", cost: .cheap
  ) { document, _ in
    guard case .solver(let script) = document else { return .undecided("not a script") }
    for edit in script.transactions.flatMap(\.edits) {
      if case .add(let row) = edit, row.isRequired, row.constant == 13 { return .broken("\(row.id) is 13") }
    }
    return .holds
  }

  private static let noEngine = Plugin(manifest: Manifest(name: "none", version: "0", capabilities: []))

  private func violations() -> [Violation] {
    var entropy = Entropy(seed: 2)
    return (0..<4).map { _ in
      var script = SolverScript.generated(using: &entropy)
      let row = LinearConstraint(id: .init(900), terms: [.init(1, Variable(1))], relation: .equal, constant: 13)
      script.transactions.append(.init(edits: [.add(row)]))
      return Violation(law: "test.no-thirteen", document: .solver(script), detail: "")
    }
  }

  @Test("Violations that shrink to the same document are one finding, which is new, known or returned")
  func statuses() throws {
    var triage = Triage(laws: [TriageTests.noThirteen], plugin: TriageTests.noEngine)
    let findings = triage.findings(from: violations(), target: "FuzzSolver", found: "2026-11-21")
    let finding = try #require(findings.first)
    #expect(findings.count == 1)
    #expect(finding.status == .new)
    #expect(finding.minimized.weight.constraints == 1)
    #expect(finding.minimized.provenance == Provenance(law: "test.no-thirteen", found: "2026-11-21"))

    var entry = KnownFindings.Entry(
      fingerprint: finding.fingerprint, law: finding.law, state: .open, found: "2026-11-20", reason: "a test",
      document: finding.minimized.text)
    triage.known = KnownFindings(findings: [entry])
    #expect(triage.findings(from: violations(), target: "FuzzSolver", found: "").map(\.status) == [.known])
    #expect(triage.quiet().isEmpty)
    entry.state = .fixed
    triage.known = KnownFindings(findings: [entry])
    #expect(triage.findings(from: violations(), target: "FuzzSolver", found: "").map(\.status) == [.returned])
  }

  @Test("An open finding whose law holds again is quiet")
  func quiet() throws {
    var entropy = Entropy(seed: 2)
    let harmless = Document.solver(.generated(using: &entropy))
    let entry = KnownFindings.Entry(
      fingerprint: "0", law: "test.no-thirteen", state: .open, found: "2026-11-20", reason: "a test",
      document: harmless.text)
    let triage = Triage(
      laws: [TriageTests.noThirteen], plugin: TriageTests.noEngine, known: KnownFindings(findings: [entry]))
    #expect(triage.quiet() == [entry])
  }

  /// Breaks by chance, more often the more rows there are.
  private static func chancy(_ entropy: Entropy) -> Law {
    nonisolated(unsafe) var entropy = entropy
    return Law(name: "test.unsteady", summary: "", cost: .cheap) { document, _ in
      let (chances, of) = document.weight.constraints > 2 ? (1, 2) : (1, 40)
      return document.weight.constraints > 0 && entropy.chance(chances, in: of) ? .broken("this time") : .holds
    }
  }

  @Test("What fails only now and then is one finding of a law, with its rate, made small without losing it")
  func unsteady() throws {
    let triage = Triage(laws: [TriageTests.chancy(Entropy(seed: 1))], plugin: TriageTests.noEngine)
    let violations = violations().filter { $0.document.weight.constraints > 2 }.map {
      Violation(law: "test.unsteady", document: $0.document, detail: "")
    }
    let buckets = triage.buckets(from: violations, target: "t", found: "")
    let finding = try #require(buckets.first?.smallest)
    #expect(buckets.count == 1 && buckets[0].others.count < violations.count)
    #expect(finding.kind == .nondeterministic)
    // Each row less than three would take the rate to a twentieth.
    #expect(finding.minimized.weight.constraints == 3, "\(finding.minimized.text)")
    #expect(finding.rate.atLeast > 0.25 && finding.rate.atMost < 0.75, "\(finding.rate.words)")
  }

  @Test("A rate says how sure it is")
  func rates() {
    let rate = ReplayRate(broken: 18, of: 60)
    #expect(rate.words == "18 of 60 replays (30 %, at least 21 % with 95 % confidence)")
    #expect(ReplayRate(broken: 0, of: 60).words == "0 of 60 replays (0 %, at most 4 % with 95 % confidence)")
    #expect(ReplayRate(broken: 60, of: 60).isSteady)
  }

  @Test("The store gives back what it was given; the list of known findings survives its file")
  func files() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "layoutlab-store-test")
    try? FileManager.default.removeItem(at: folder)
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = FindingStore(folder: folder)
    for violation in violations() + violations() {
      try store.record(violation, target: "FuzzSolver", found: "2026-11-21")
    }
    let kept = try store.violationFiles(of: "FuzzSolver").map(store.violation(in:))
    #expect(kept.count == 4)
    let triage = Triage(laws: [TriageTests.noThirteen], plugin: TriageTests.noEngine)
    let finding = try #require(triage.buckets(from: kept, target: "FuzzSolver", found: "2026-11-21").first?.smallest)
    let record = try store.record(finding)
    let found = try #require(try store.finding(finding.id))
    #expect(found.record == record)
    #expect(found.minimized == finding.minimized)
    #expect(try store.finding("ffffff") == nil)
    try store.forget("FuzzSolver")
    #expect(try store.violationFiles(of: "FuzzSolver").isEmpty)
    #expect(try store.finding(finding.id) == nil)

    var known = KnownFindings(findings: [
      .init(
        fingerprint: finding.fingerprint, law: finding.law, state: .fixed, found: finding.found, reason: "r",
        document: finding.minimized.text)
    ])
    let file = folder.appending(path: "known.json")
    #expect(try KnownFindings(contentsOf: file) == KnownFindings())
    try known.write(to: file)
    #expect(try KnownFindings(contentsOf: file) == known)
    // What is not what it says it is, is told.
    known.findings[0].law = "test.another"
    try known.write(to: file)
    #expect(throws: UserMistake.self) { try KnownFindings(contentsOf: file) }
  }
}
