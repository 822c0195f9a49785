import SceneModel
import Testing

@Suite("The animation step")
struct AnimationStepTests {
  private let text = """
    scene 1
    root 320 x 480 @2x
    view target in root
    step animate 1 linear { layout root ; property target alpha 0 } completion grown
    step advance 0.5
    step animate 0.9 spring 1 0.1 delay 0.15 from-current { property target alpha 1 }

    """

  @Test("An animation step is read, written and read again, as text and as bytes")
  func forms() throws {
    let scene = try Scene(text: text, file: "story.scene")
    #expect(try Scene(text: scene.text, file: "again.scene") == scene)
    #expect(try Scene(compact: scene.compact) == scene)
    #expect(try Scene(compact: scene.normalForm.compact) == scene.normalForm)
    guard case .animate(let block) = scene.steps[0], case .animate(let spring) = scene.steps[2] else {
      Issue.record("the steps are no animations")
      return
    }
    #expect(block.curve == .linear && block.completion == "grown" && block.steps.count == 2)
    #expect(spring.spring == AnimationStep.SpringShape(dampingRatio: 1, initialVelocity: 0.1))
    #expect(spring.delay == 0.15 && spring.beginsFromCurrentState)
  }

  @Test(
    "What cannot stand in an animation is refused, however deep",
    arguments: [
      "step animate 1 { advance 1 }", "step animate 1 { animate 1 { layout root } }", "step animate -1 { }",
      "step animate 1 { layout root", "step animate 1 spring 0 0 { }", "step animate 1 wobbly { }",
      "step " + String(repeating: "animate 1 { ", count: 100_000),
    ])
  func refusals(_ line: String) {
    #expect(throws: TextError.self) { try Scene(text: "scene 1\nroot 10 x 10 @1x\n\(line)\n", file: "wrong.scene") }
  }
}
