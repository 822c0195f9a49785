import FuzzTargets
import LayoutPlugin
import SceneFuzzing
import SceneModel
import SceneOracles
import TestSupport
import Testing

/// The laws of plays, on every plugin that has a solver and a sampler.
@Suite struct PlayerConformanceTests {
  private static let laws = FuzzTarget.player().laws
  private static let seeds: Range<UInt64> = 1..<401

  private static func story(_ seed: UInt64) -> Document {
    var entropy = Entropy(seed: seed)
    return FuzzTarget.player().generate(&entropy)
  }

  @Test("No law of plays is broken on any plugin, random stories", arguments: TestedPlugin.all)
  func lawsHold(tested: TestedPlugin) throws {
    let plugin = try tested.make()
    guard plugin.makeSampler != nil, plugin.makeSolver != nil else { return }
    var decided: Set<String> = []
    for seed in Self.seeds {
      for (law, verdict) in zip(Self.laws, Law.verdicts(of: Self.laws, on: Self.story(seed), with: plugin)) {
        if case .broken(let text) = verdict { Issue.record("\(law.name), seed \(seed): \(text)") }
        if verdict == .holds { decided.insert(law.name) }
      }
    }
    #expect(decided == Set(Self.laws.map(\.name)))
  }

  @Test("Every broken way to play is caught by its law", arguments: BrokenPlay.all)
  func lawCanFail(play: BrokenPlay) throws {
    let law = try #require(Law.playerLaws(perform: play.perform).first { $0.name == play.law })
    #expect(isBroken(law, try TestedPlugin.all[0].make()))
  }

  @Test("An engine that adds up how often it was asked, and one that samples by chance, are caught")
  func samplersCanFail() throws {
    let sound = try TestedPlugin.all[0].make()
    for (sampler, law) in [
      ("adds up how often it was asked", "player.past-is-never-rewritten"),
      ("samples by chance", "player.answers-come-again"),
    ] {
      let plugin = try #require(BrokenSampler.named(sampler)).plugin(around: sound)
      #expect(isBroken(try #require(Law.named(law)), plugin), "\(law)")
    }
  }

  @Test("Every law of plays has something that breaks it", arguments: laws.map(\.name))
  func lawHasItsBreaker(law: String) {
    let bySamplers = ["player.past-is-never-rewritten", "player.answers-come-again"]
    #expect(BrokenPlay.all.contains { $0.law == law } || bySamplers.contains(law))
  }

  private func isBroken(_ law: Law, _ plugin: Plugin) -> Bool {
    (UInt64(1)..<1000).contains { seed in
      if case .broken = law.judge(Self.story(seed), plugin) { true } else { false }
    }
  }
}
