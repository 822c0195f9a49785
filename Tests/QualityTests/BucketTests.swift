import ConstraintSolver
import LayoutPlugin
import SceneFuzzing
import SceneModel
import SceneOracles
import Testing
import TestSupport

@Suite("Buckets")
struct BucketTests {
  /// One of each kind: a tie, a value, a refusal, a removal, a proof, a report, chance.
  private static let engines = [
    "breaks ties oldest first", "reports values off the grid", "refuses a fourth required constraint",
    "never lets the last constraint go", "hands out a price with the wrong sign", "names a bystander in conflicts",
    "answers by chance",
  ].compactMap(BrokenEngine.named)

  private static func buckets(of plugin: Plugin, executions: Int = 600) -> (laws: [Law], buckets: [Bucket]) {
    let target = FuzzTarget.solver(exactSample: 16).inOneThread
    let outcome = Campaign(target, plugin: plugin, seed: 1).run { $0.executions >= executions }
    let triage = Triage(laws: target.laws, plugin: plugin)
    return (
      target.laws, triage.buckets(from: outcome.violations, target: target.name, found: "2026-11-21")
    )
  }

  private static func told(_ buckets: [Bucket]) -> Comment {
    Comment(
      rawValue: buckets.map {
        "\($0.smallest.law) (\($0.others.count)) \($0.smallest.detail)\n\($0.smallest.minimized.text)"
      }.joined(separator: "\n"))
  }

  @Test("One bug is one bucket, or two, under all the laws that it breaks", arguments: engines)
  func brokenEngines(engine: BrokenEngine) {
    let buckets = BucketTests.buckets(of: engine.plugin(around: .layoutlab)).buckets
    #expect((1...2).contains(buckets.count), BucketTests.told(buckets))
  }

  /// Of one law, or of others. Two bugs of which most small documents show both, such as "never lets the last constraint go" with
  /// "names a bystander in conflicts", or most that conflict, such as "takes the order of insertion for age" with "names half of a
  /// conflict", still lie in one bucket.
  private static let pairs = [
    ("drops every fourth required inequality", "lets sizes be negative"),
    ("names half of a conflict", "forgets a priority change"),
    ("names a bystander in conflicts", "reports values off the grid"),
    ("hands out a price with the wrong sign", "names a bystander in conflicts"),
    ("loses the fifth term of a row", "names a bystander in conflicts"),
    ("calls every value unique", "refuses a fourth required constraint"),
    ("lets sizes be negative", "forgets a priority change"),
    ("breaks ties oldest first", "drops every fourth required inequality"),
  ]

  @Test("Two bugs of one engine do not lie in one bucket", arguments: pairs)
  func twoBugs(first: String, second: String) throws {
    let engines = try [first, second].map { try #require(BrokenEngine.named($0)) }
    let both = engines[1].plugin(around: engines[0].plugin(around: .layoutlab))
    let alone = engines.map { $0.plugin(around: .layoutlab) }
    let (laws, buckets) = BucketTests.buckets(of: both, executions: 1200)
    /// Which of the two shows what the finding shows.
    func isShown(_ finding: Finding, _ plugin: Plugin) -> Bool {
      guard let law = laws.first(where: { $0.name == finding.law }) else { return false }
      if case .broken = law.judge(finding.minimized, plugin) { return true }
      return false
    }
    var found: [Set<Int>] = []
    for bucket in buckets {
      let causes = ([bucket.smallest] + bucket.others).map { finding in
        Set(alone.indices.filter { isShown(finding, alone[$0]) })
      }
      // What either shows by itself says nothing.
      found.append(Set(causes.filter { $0.count == 1 }.joined()))
    }
    #expect(found.allSatisfy { $0.count <= 1 }, BucketTests.told(buckets))
    #expect(found.contains([0]) && found.contains([1]), BucketTests.told(buckets))
  }

  @Test("What a verdict is about has no names and numbers, and quotes the engine where the judge does")
  func subjects() {
    let one = VerdictSubject("transaction 4 is well formed, and the engine said the engine refused an edit: Unbounded.")
    let two = VerdictSubject("emptying the engine: it answered fault the engine refused an edit: Unbounded.")
    #expect(one.fault == two.fault && one != two)
    // The judge's own words.
    #expect(VerdictSubject("must be a fault (the engine refused an edit: c3 is not known), and was taken").fault == nil)
    #expect(VerdictSubject("v1, v2 are 1.5").description == VerdictSubject("v7 are -3e-07").description)
    let moved = VerdictSubject("\"opacity\" is 1.0 in lane 0 at 2.0 s, the model 0.0")
    #expect(moved.description == VerdictSubject("\"position\" is 7.5 in lane 1 at 0.0 s, the model 2.0").description)
    #expect(moved.description == "# is # in lane # at # s, the model #")
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
    let fading = try shape(
      "timeline 1\nlayer\nmodel opacity number 1\nanimation basic opacity to number 0 duration 1\noutput 0 opacity\n")
    let adding =
      "timeline 1\nlayer\nmodel position point 1 2\nanimation basic position by point 1 1 additive\noutput 0 position\n"
    #expect(try shape(adding).contains(fading))
    #expect(try !fading.contains(shape(adding)))
  }
}
