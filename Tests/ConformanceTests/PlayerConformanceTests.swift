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

  /// Each was called a finding by FuzzPlayer.
  @Test(
    "What a play cannot tell decides no law",
    arguments: [
      (
        "player.frames-are-the-kernels",
        """
        view v1 in root
        step remove view v1
        step animate 2 ease-out { clock v1 pause ; resize root 376 x 577 }
        """
      ),
      (
        "player.half-the-time-twice-is-the-time",
        """
        step animate 0.25 spring 1 100 ease-in delay 0.1 repeat about root { resize root 468 x 534 }
        step advance 3
        step advance 0.1
        step clock root pause
        """
      ),
      (
        "player.half-the-time-twice-is-the-time",
        """
        view v1 in root
        step add animation to v1 delegate d1 : basic cornerRadius to number 1 by number 2 begin 0.25 duration 0.2
        step when d1 { animate 2 about root { property v1 spacing 4 ; layout root } completion b2 }
        step advance 0.5
        """
      ),
    ])
  func undecided(law: String, lines: String) throws {
    let scene = try Scene(text: "scene 1\nroot 10 x 10 @2x\n" + lines + "\n")
    let verdict = try #require(Law.named(law)).judge(.scene(scene), try TestedPlugin.all[0].make())
    guard case .undecided = verdict else {
      Issue.record("\(verdict)")
      return
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
