import AnimationSampler
import ConstraintSolver
import Foundation
import FuzzTargets
import LayoutPlugin
import SceneFuzzing
import SceneModel
import SceneOracles
import TestSupport
import Testing

/// One mistake on each floor, from generator to regression test.
@Suite("Planted bugs")
struct PlantedBugTests {
  @Test(
    "A planted bug is found within 20 000 inputs, minimised to 3 views and 4 constraints, and replayed as a regression",
    arguments: PlantedBug.all(around: .layoutlab.withAnimationSampler))
  func found(bug: PlantedBug) throws {
    let outcome = Campaign(bug.target, plugin: bug.plugin, seed: 1).run { outcome in
      outcome.executions >= 20_000 || outcome.violations.contains { $0.law == bug.law }
    }
    let violations = outcome.violations.filter { $0.law == bug.law }
    try #require(!violations.isEmpty, "not found in \(outcome.executions) inputs")

    let triage = Triage(laws: bug.target.laws, plugin: bug.plugin)
    let buckets = triage.buckets(from: violations, target: bug.target.name, found: "2026-11-21")
    let finding = try #require(buckets.first?.smallest)
    #expect(finding.status == .new)
    #expect(finding.rate.isSteady)
    #expect(finding.minimized.weight.views <= 3, "\(finding.minimized.text)")
    #expect(finding.minimized.weight.constraints <= 4, "\(finding.minimized.text)")

    // The way of `layoutlab keep`: through the store, as text, judged again by name.
    let folder = FileManager.default.temporaryDirectory.appending(path: "layoutlab-planted-\(bug.name)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = FindingStore(folder: folder)
    try store.record(finding)
    let kept = try #require(try store.finding(finding.id))
    #expect(kept.minimized == finding.minimized)
    #expect(kept.minimized.provenance == Provenance(law: bug.law, found: "2026-11-21"))
    let law = try #require(bug.target.laws.first { $0.name == bug.law })
    guard case .broken = law.judge(kept.minimized, bug.plugin) else {
      Issue.record("the kept document does not fail on the broken engine")
      return
    }
    let sound = try #require(Law.ofAllTargets.first { $0.name == bug.law })
    if case .broken(let detail) = sound.judge(kept.minimized, .layoutlab.withAnimationSampler) {
      Issue.record("the sound engine fails too: \(detail)")
    }
  }
}
