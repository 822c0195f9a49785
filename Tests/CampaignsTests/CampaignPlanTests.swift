import Campaigns
import SceneModel
import Testing

@Suite("Campaign files and plans")
struct CampaignPlanTests {
  private static let yaml = """
    name: night
    seed: 7
    fuzz:
      - {target: FuzzSolver, executions: 100, units: 5}
      - {target: FuzzTimeline, engine: other, seconds: 3, units: 2}
    soak:
      - {scripts: 10, units: 3}
    check:
      - {paths: [Tests/Fixtures], units: 2}
    bench:
      - {filter: solver/tick}
    """

  @Test("The shards of any number have each unit once")
  func shardsArePartition() throws {
    let plan = CampaignPlan(try CampaignFile(yaml: Self.yaml, file: "night.yml"))
    for count in [1, 2, 3, 8, 40] {
      let units = (1...count).flatMap { plan.shard($0, of: count) }
      #expect(units.map(\.id).sorted() == plan.units.map(\.id).sorted())
    }
    #expect(Set(plan.units.map(\.id)).count == plan.units.count)
  }

  @Test("The scripts of a soak are cut without a gap")
  func soakIsCut() throws {
    let plan = CampaignPlan(try CampaignFile(yaml: Self.yaml, file: "night.yml"))
    let arguments = plan.units.filter { $0.verb == .soak }.map(\.arguments)
    #expect(arguments.map { $0[3] } == ["0", "3", "6"])
    #expect(arguments.map { $0[5] } == ["3", "3", "4"])
  }

  @Test("Each target of engines has a canary, and each unit a seed of its own")
  func canariesAndSeeds() throws {
    let plan = CampaignPlan(try CampaignFile(yaml: Self.yaml, file: "night.yml"))
    #expect(
      plan.units.filter(\.isCanary).map(\.id) == ["fuzz/FuzzSolver/canary/0000", "fuzz/FuzzTimeline/canary/0000"])
    let seeds = plan.units.filter { $0.verb == .fuzz }.map { $0.arguments[4] }
    #expect(Set(seeds).count == seeds.count)
  }

  @Test(
    "A mistake in a file has its line",
    arguments: [
      ("fuzz:\n  - {target: FuzzSolvr, seconds: 3}", 2), ("seed: 1\nfuzz:\n  - {target: FuzzSolver}", 3),
      ("soak:\n  - {scripts: 0}", 2), ("soak:\n  - {engine: './lib.so'}", 2), ("soak:\n  - {engine: 'cmd:rm x'}", 2),
      ("sok: []", 1), ("name: x", 0), ("", 0), ("fuzz: [", 0), ("check:\n  - {units: 2}", 2),
    ])
  func mistakes(yaml: String, line: Int) {
    #expect { try CampaignFile(yaml: yaml, file: "night.yml") } throws: { error in
      (error as? TextError)?.line == line
    }
  }

  @Test("A shard is a number of a number", arguments: ["", "3", "0/8", "9/8", "3/0", "a/b", "1/2/3", "-1/8"])
  func noShard(text: String) { #expect(throws: UserMistake.self) { try ShardNumber(text) } }
}
