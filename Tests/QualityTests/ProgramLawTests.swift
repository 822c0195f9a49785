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
  @Test("The law decides most generated documents, and holds of all") func holds() throws {
    let target = FuzzTarget.programs()
    let law = try #require(target.laws.first)
    var decided = 0
    for number in 0..<60 {
      let document = target.varied(number, seed: 3)
      switch law.judge(document, .layoutlab.withAnimationSampler) {
      case .holds: decided += 1
      case .broken(let text): Issue.record("program \(number): \(text)\n\(document.text)")
      case .undecided: break
      }
    }
    #expect(decided > 10, "the law holds of \(decided) of 60")
  }

  @Test("Programs in which a fuzzer once found a difference", arguments: 0..<8) func found(number: Int) throws {
    let steps = [
      // Values set by key, which a view shares with its layer.
      "step layer v1 position point -7 -7", "step layer v1 bounds rect -45 8 -15 36.5",
      "step layer v1 hidden boolean true",
      // A number where a layer has a transform, and a time that no single sum leads to.
      "step add animation to v1 : keyframes transform linear values (number -3) duration 1 function rotateX",
      """
      step when b2 finished { property v1 alpha 0.5 }
      step animate 1 ease-in-out delay 0.1 { property root alpha 0.5 } completion b2
      step advance 0.3333333333333333
      step advance 5
      """,
      // A view that comes and moves inside a block that goes back at once.
      """
      step open animate 0 physics 1 100 10 0 by-axis 1 -2 from-current autoreverse own-duration
      step add view v2 in root
      step property v2 frame 5 4 48 30
      """,
      // A pass inside keyframes moves a scroll view's content twice.
      """
      view v2 in v1
      scroll v1 offset 0 0 inset 0 0 0 0
      constraint c1: v1.rightMargin = root.right
      constraint c2: v2.top = v1.top
      constraint c3: v2.bottom = v1.bottom - 1
      step open keyframes linear 1 ease-in-out from-current
      step property root bounds 2 4 77 30
      step layout root
      """,
      // An animator that its own changes stop.
      """
      step animator p1 create 0.5 curve 0.42 0 1 1 { property v1 alpha 0.5 }
      step open animator p1
      step animator p1 stop
      """,
    ]
    let scene = try Scene(text: "scene 1\nroot 375 x 667 @2x\nview v1 in root frame 0 0 10 10\n" + steps[number] + "\n")
    #expect(Law.recordingComesAgain().judge(.scene(scene), .layoutlab.withAnimationSampler) == .holds)
  }

  @Test(
    "Nothing is said of a program that UIKit would end",
    arguments: [
      // Its size without the transform is no number that a layout can use.
      "step layer v1 transform transform 1 0 0 0 0 1e-300 0 0 0 0 1 0 0 0 0 1\nstep property v1 frame 22 4 86 30"
    ])
  func ended(steps: String) throws {
    let scene = try Scene(text: "scene 1\nroot 375 x 667 @2x\nview v1 in root frame 0 0 10 10\n" + steps + "\n")
    let verdict = Law.recordingComesAgain().judge(.scene(scene), .layoutlab.withAnimationSampler)
    #expect(verdict.undecided == .notApplicable)
  }
}
