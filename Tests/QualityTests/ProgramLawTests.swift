import AnimationSampler
import ConstraintSolver
import FuzzTargets
import LayoutPlugin
import SceneFuzzing
import SceneModel
import SceneOracles
import Testing

/// Programs of UIKit calls that documents make, and their recordings.
@Suite("Recordings of programs") struct ProgramLawTests {
  @Test("The law holds of generated documents, and decides most") func holds() throws {
    let target = FuzzTarget.programs()
    let law = try #require(target.laws.first)
    var decided = 0
    for number in 0..<300 {
      let document = target.varied(number, seed: 3)
      switch law.judge(document, .layoutlab.withAnimationSampler) {
      case .holds: decided += 1
      case .broken(let text):
        Issue.record("document \(number): \(text)\n\(document.text)")
        return
      case .undecided: break
      }
    }
    #expect(decided > 150, "\(decided) of 300 were decided")
  }
}
