import ConstraintSolver
import LayoutPlugin
import SceneFuzzing
import SceneModel
import SceneOracles
import Testing
import TestSupport

@Suite("Buckets")
struct BucketTests {
  /// One of each kind: a tie, a value, a refusal, a removal, a proof.
  private static let engines = BrokenEngine.all.filter {
    [
      "breaks ties oldest first", "reports values off the grid", "refuses a fourth required constraint",
      "never lets the last constraint go", "hands out a price with the wrong sign",
    ].contains($0.name)
  }

  @Test("One bug is three buckets at most, under all the laws that it breaks", arguments: engines)
  func brokenEngines(engine: BrokenEngine) {
    let plugin = engine.plugin(around: .layoutlab)
    let target = FuzzTarget.solver(exactSample: 16).inOneThread
    let outcome = Campaign(target, plugin: plugin, seed: 1).run { $0.executions >= 600 }
    let buckets = Triage(laws: target.laws, plugin: plugin)
      .buckets(from: outcome.violations, target: target.name, found: "2026-11-21")
    let told = buckets.map {
      "\($0.smallest.law) (\($0.others.count)) \($0.smallest.detail)\n\($0.smallest.minimized.text)"
    }
    #expect((1...3).contains(buckets.count), "\(told.joined(separator: "\n"))")
  }

  @Test("What a verdict is about has no names and numbers, and quotes the engine where the judge does")
  func subjects() {
    let one = VerdictSubject("transaction 4 is well formed, and the engine said the engine refused an edit: Unbounded.")
    let two = VerdictSubject("emptying the engine: it answered fault the engine refused an edit: Unbounded.")
    #expect(one.fault == two.fault && one != two)
    // The judge's own words.
    #expect(VerdictSubject("must be a fault (the engine refused an edit: c3 is not known), and was taken").fault == nil)
    #expect(VerdictSubject("v1, v2 are 1.5").description == VerdictSubject("v7 are -3e-07").description)
  }

  @Test("Shapes forget names, numbers and priorities, and how often")
  func shapes() throws {
    func shape(_ text: String) throws -> DocumentShape { DocumentShape(try Document(text: text)) }
    let one = try shape("solver 1\napply: add c1: v1 - 2 v2 = 3 @1000; add c2: v3 + v4 = 0 @1\n")
    #expect(try one == shape("solver 1\napply: add c7: 4 v9 + v1 - v2 = 0.5 @250\n"))
    let more = try shape("solver 1\napply: add c7: v1 - v2 = 0 @2\napply: remove c7\n")
    #expect(more.contains(one) && !one.contains(more))
    let left = try shape("scene 1\nroot 1 x 1 @2x\nview a in root\nconstraint c: a.left = root.left\n")
    #expect(try left == shape("scene 1\nroot 9 x 9 @2x\nview b in root\nconstraint d: b.top = root.top @ 5\n"))
  }
}
