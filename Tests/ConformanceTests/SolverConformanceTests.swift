import ConstraintSolver
import LayoutPlugin
import SceneModel
import SceneOracles
import Testing
import TestSupport

/// Every law on every plugin. Writing a plugin means passing these.
@Suite struct SolverConformanceTests {
  private static let plugins: [Plugin] = [.layoutlab, .reference]
  private static let laws = Law.all.filter { $0.name.hasPrefix("solver.") }.map(\.name)
  private static let seeds: Range<UInt64> = 1..<161

  @Test("Every law holds on every plugin", arguments: plugins.map(\.manifest.name), laws)
  func lawHolds(plugin: String, law: String) throws {
    let plugin = try #require(Self.plugins.first { $0.manifest.name == plugin })
    let law = try #require(Law.named(law))
    for seed in Self.seeds {
      let verdict = law.judge(.solver(.sample(seed: seed)), plugin)
      #expect(verdict == .holds, "seed \(seed)")
    }
  }

  @Test("Every broken engine is caught by its law", arguments: BrokenEngine.all)
  func lawCanFail(engine: BrokenEngine) throws {
    let law = try #require(Law.named(engine.law))
    let plugin = engine.plugin(around: .reference)
    let caught = Self.seeds.contains { seed in
      if case .broken = law.judge(.solver(.sample(seed: seed)), plugin) { true } else { false }
    }
    #expect(caught)
  }

  @Test("Every law has an engine that breaks it", arguments: laws)
  func lawHasItsBrokenEngine(law: String) {
    #expect(BrokenEngine.all.contains { $0.law == law })
  }
}
