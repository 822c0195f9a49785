import AnimationSampler
import ConstraintSolver
import SceneModel
import ScenePlayer
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

  @Test(
    "A player's step is read, written and read again, as text and as bytes",
    arguments: [
      "begin", "begin duration 2 curve 0 0 1 1 without-actions completion done", "commit", "flush",
      "layer target cornerRadius number 4", "layer target position.x number 4", "layer target frame rect 1 2 3 4",
      "layer target backgroundColor color none", "clock target pause", "clock target resume",
      "add animation to target : basic opacity", "remove animations from target", "remove animation grow from target",
      "add animation to target key grow delegate d : spring position 1 100 infinite 0 overdamped to point 1 2 duration 1",
      "add animation to target : keyframes transform cubic values (transform identity , transform affine 2 0 0 2 1 1) "
        + "times (0 1) curves (0 0 1 1) tensions (0.5) continuities (0 1) biases (1) duration infinite repeat infinite",
      "add animation to target : group { basic opacity by number 1 ; transition push direction fromTop progress 0 0.5 } "
        + "duration 1 begin 2 speed -1 offset 0.5 repeat 2 repeat-for 3 autoreverses fill both kept",
      "add animation to target : basic transform from number 0 function rotateZ additive cumulative",
      "animator a create 1 { }", "animator a create 1 spring 0.5 0 { property target alpha 0 }",
      "animator a create 1 ease-in { layout root ; hide target }", "animator a add after 0.5 { show target }",
      "animator a start", "animator a pause", "animator a fraction 0.5", "animator a reverse", "animator a continue",
      "animator a continue factor 0.5 curve 0 0 1 1", "animator a stop", "animator a stop without-finishing",
      "animator a finish current", "recognize long-press p on target",
      "recognize long-press p on target after 1 within 3",
      "touch target", "drag 3 -4", "release", "when x { }", "when x finished held target { animate 1 { layout root } }",
      "when x cancelled released target { transition target 1 { } ; animator a start ; flush }",
      "transition target 1 { }", "transition target to root 0.5 flip-from-top linear { hide target } completion done",
      "property target transform affine 1 0 0 1 5 0", "property target transform 1 0 0 0.5 0 1 0 0 0 0 1 0 0 0 0 1",
      "animate 1 about target about root { layout root }",
    ])
  func playerForms(_ step: String) throws {
    let text = "scene 1\nroot 10 x 10 @1x\nview target in root\nstep \(step)\n"
    let scene = try Scene(text: text, file: "step.scene")
    #expect(scene.steps.count == 1 && scene.structuralMistake == nil)
    #expect(try Scene(text: scene.text, file: "again.scene") == scene)
    #expect(try Scene(compact: scene.compact) == scene)
    #expect(try Scene(compact: scene.normalForm.compact) == scene.normalForm)
  }

  @Test("Blocks that complete at once and begin each other again are bounded, as those that take a turn are")
  func endlessCompletions() throws {
    for duration in ["0.3", "0"] {
      let text = """
        scene 1
        root 100 x 100 @2x
        view a in root  frame 0 0 10 10
        step when x { animate \(duration) { layout a } completion x }
        step animate \(duration) { property a alpha 1 } completion x
        step advance 1

        """
      let scene = try Scene(text: text, file: "endless.scene")
      let player = try ScenePlayer(scene: scene, solver: ConstraintSolver(), makeSampler: { AnimationSampler() })
      for step in scene.steps { try player.perform(step) }
      // No more than so many turns, each with some that complete at once.
      #expect(player.layers.events.count > 100 && player.layers.events.count < 200_000)
    }
  }

  /// Each report makes two, inside one another or a turn later: a thousand turns of that would never end.
  @Test("Reactions that double their cause are bounded", arguments: ["layout a", "property a alpha 0.5"])
  func doublingReactions(change: String) throws {
    let text = """
      scene 1
      root 100 x 100 @2x
      view a in root  frame 0 0 10 10
      step when x { animate 0 { \(change) } completion x ; animate 0 { layout a } completion x }
      step animate 0 { layout a } completion x
      step advance 1

      """
    let scene = try Scene(text: text, file: "doubling.scene")
    let player = try ScenePlayer(scene: scene, solver: ConstraintSolver(), makeSampler: { AnimationSampler() })
    for step in scene.steps { try player.perform(step) }
    #expect(player.layers.events.count > 1000 && player.layers.events.count < 100_000)
    #expect(player.layers.now == 1)
  }
}
