import Foundation
import FuzzTargets
import LayoutPlugin
import SceneFuzzing
import SceneModel
import SceneOracles
import ScenePlayer
import TestSupport
import Testing

/// The laws of timelines, on every plugin that has a sampler.
@Suite struct TimelineConformanceTests {
  private static let laws = FuzzTarget.sampler().laws
  private static let seeds: Range<UInt64> = 1..<301

  private static func timeline(_ seed: UInt64) -> Document {
    var entropy = Entropy(seed: seed)
    return .timeline(.generated(using: &entropy))
  }

  @Test("No law of timelines is broken on any plugin, random timelines", arguments: TestedPlugin.all)
  func lawsHold(tested: TestedPlugin) throws {
    let plugin = try tested.make()
    guard plugin.makeSampler != nil else { return }
    var decided: Set<String> = []
    for seed in Self.seeds {
      for (law, verdict) in zip(Self.laws, Law.verdicts(of: Self.laws, on: Self.timeline(seed), with: plugin)) {
        if case .broken(let text) = verdict { Issue.record("\(law.name), seed \(seed): \(text)") }
        if verdict == .holds { decided.insert(law.name) }
      }
    }
    #expect(decided == Set(Self.laws.map(\.name)))
  }

  @Test("Every broken sampler is caught by its law", arguments: BrokenSampler.all)
  func lawCanFail(sampler: BrokenSampler) throws {
    let law = try #require(Self.laws.first { $0.name == sampler.law })
    let sound = try TestedPlugin.all[0].make()
    #expect(isBroken(law, sampler.plugin(around: sound)))
  }

  @Test("A reader of bytes that forgets, and one that takes anything, are caught")
  func readersCanFail() throws {
    let sound = try TestedPlugin.all[0].make()
    let forgetful = Law.timelineByteLaws(read: BrokenReader.forgetsAdditions)[0]
    let credulous = Law.timelineByteLaws(read: BrokenReader.takesAnything)[1]
    #expect(isBroken(forgetful, sound) && isBroken(credulous, sound))
  }

  @Test("A player that forgets a completion, and one that calls every stop a finish, are caught")
  func reportsCanFail() throws {
    let sound = try TestedPlugin.all[0].make()
    func law(_ name: String, _ report: @escaping @Sendable (LayerPlayer) -> [PlayerEvent]) throws -> Law {
      try #require(Law.storyLaws(events: report).first { $0.name == name })
    }
    #expect(isBroken(try law("timeline.each-completion-comes-once", BrokenReport.forgetsLastCompletion), sound))
    #expect(isBroken(try law("timeline.finished-unless-taken-away", BrokenReport.neverInterrupted), sound))
  }

  @Test("Every law of timelines has a sampler or a reader that breaks it", arguments: laws.map(\.name))
  func lawHasItsBreaker(law: String) {
    let inOtherTests = ["timeline.each-completion-comes-once", "timeline.finished-unless-taken-away"]
    #expect(
      BrokenSampler.all.contains { $0.law == law } || Law.timelineByteLaws().contains { $0.name == law }
        || inOtherTests.contains(law))
  }

  private func isBroken(_ law: Law, _ plugin: Plugin) -> Bool {
    (UInt64(1)..<1000).contains { seed in
      if case .broken = law.judge(Self.timeline(seed), plugin) { true } else { false }
    }
  }
}
