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
  @Test("The law decides most generated documents, and holds of most") func holds() throws {
    let target = FuzzTarget.programs()
    let law = try #require(target.laws.first)
    var decided = 0
    for number in 0..<60 {
      let document = target.varied(number, seed: 3)
      switch law.judge(document, .layoutlab.withAnimationSampler) {
      case .holds: decided += 1
      case .broken(let text):
        // Bounds and "hidden" that are set by key on the layer of a view are not recorded yet.
        withKnownIssue("program \(number)") { Issue.record("\(text)\n\(document.text)") }
      case .undecided: break
      }
    }
    #expect(decided > 10, "the law holds of \(decided) of 60")
  }
}
