import ConstraintSolver
import LayoutPlugin
import SceneFuzzing
import SceneModel
import SceneOracles
import Testing
import TestSupport

@Suite("Buckets")
struct BucketTests {
  /// One of each kind: a tie, a value, a refusal, a lost report, a proof, chance.
  private static let engines = BrokenEngine.all.filter {
    [
      "breaks ties oldest first", "reports values off the grid", "refuses a fourth required constraint",
      "never lets the last constraint go", "hands out a price with the wrong sign", "answers by chance",
    ].contains($0.name)
  }

  @Test("One bug is one bucket or two, under all the laws that it breaks", arguments: engines)
  func brokenEngines(engine: BrokenEngine) {
    let plugin = engine.plugin(around: .layoutlab)
    let target = FuzzTarget.solver(exactSample: 16).inOneThread
    let outcome = Campaign(target, plugin: plugin, seed: 1).run { $0.executions >= 600 }
    let buckets = Triage(laws: target.laws, plugin: plugin)
      .buckets(from: outcome.violations, target: target.name, found: "2026-11-21")
    let told = buckets.map {
      "\($0.smallest.law) (\($0.others.count)) \($0.smallest.detail)\n\($0.smallest.minimized.text)"
    }
    #expect(buckets.count <= 2, "\(told.joined(separator: "\n"))")
  }
}
