import AnimationSampler
import Campaigns
import ConstraintSolver
import FuzzTargets
import LayoutPlugin
import SceneFuzzing
import Testing

@Suite("The canary")
struct CanaryTests {
  @Test(
    "Each target with a canary finds its planted mistake",
    arguments: [FuzzTarget.solver(), .layout(), .sampler()])
  func isFound(target: FuzzTarget) {
    let canary = Canary.plugin(around: Plugin.layoutlab.withAnimationSampler)
    let campaign = Campaign(target, plugin: canary, seed: 1)
    let outcome = campaign.run(until: { !$0.violations.isEmpty || $0.executions >= 1000 })
    #expect(!outcome.violations.isEmpty)
  }
}
