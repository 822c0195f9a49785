import Campaigns
import Foundation
import SceneModel
import Testing

@Suite("Runs of shards")
struct CampaignRunTests {
  @Test("A unit that a signal ended is no result, and is run again (Slurm sends one to what it requeues)")
  func interruptedUnit() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "campaign-run-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let tool = folder.appending(path: "tool")
    // The second call is ended by a signal, those after it are not.
    try """
    #!/bin/sh
    echo >>"$(dirname "$0")/calls"
    [ "$(wc -l <"$(dirname "$0")/calls")" = 2 ] && ended=true || ended=false
    echo '{"scripts":5,"transactions":0,"conflicts":0,"refusals":0,"values":0,"tiers":0,"disagreeing":0,"seconds":1,'
    echo '"disagreements":[],"isInterrupted":'$ended'}'
    """.write(to: tool, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: tool.path)
    let plan = CampaignPlan(
      try CampaignFile(yaml: "name: short\nseed: 1\nsoak:\n  - {scripts: 15, units: 3}\n", file: "short.yml"))
    func run() throws -> CampaignRun.Outcome {
      var run = try CampaignRun(
        plan, shard: try ShardNumber("1/1"),
        CampaignRun.Surroundings(
          tool: tool.path, engines: [], revision: "r", machine: "m", folder: folder.appending(path: "out"),
          isInterrupted: { false }, tell: { _ in }))
      return try run.run()
    }
    func units(_ outcome: CampaignRun.Outcome) -> [String] {
      outcome.results.records.compactMap { if case .unit(let unit) = $0 { unit.unit } else { nil } }.sorted()
    }
    let first = try run()
    #expect(first.isInterrupted)
    #expect(units(first) == ["soak/layoutlab/0000"])
    let second = try run()
    #expect(!second.isInterrupted)
    #expect(units(second) == ["soak/layoutlab/0000", "soak/layoutlab/0001", "soak/layoutlab/0002"])
    #expect(try String(contentsOf: folder.appending(path: "calls"), encoding: .utf8).count == 4)
  }
}
