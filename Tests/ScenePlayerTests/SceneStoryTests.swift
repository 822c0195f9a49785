import AnimationSampler
import ConstraintSolver
import ScenePlayer
import SceneModel
import Testing

@Suite("Stories told as scenes")
struct SceneStoryTests {
  private let text = """
    scene 1
    root 320 x 480 @2x
    view target in root
    view button in root
    constraint t1: target.leading = root.leading
    constraint t2: target.top = root.top
    constraint width: target.width = 100
    constraint t4: target.height = 50
    constraint b1: button.leading = root.leading
    constraint b2: button.bottom = root.bottom
    constraint highlight: button.width = 40
    constraint b4: button.height = 30
    step set highlight constant 80
    step set width constant 200
    step animate 1 linear { layout root ; property target alpha 0 } completion grown
    step advance 0.5
    step animate 0.9 spring 1 0.1 delay 0.15 from-current { property target alpha 1 }
    step advance 2

    """

  @Test("An animation step is read, written and read again, as text and as bytes")
  func forms() throws {
    let scene = try Scene(text: text, file: "story.scene")
    #expect(try Scene(text: scene.text, file: "again.scene") == scene)
    #expect(try Scene(compact: scene.compact) == scene)
    #expect(try Scene(compact: scene.normalForm.compact) == scene.normalForm)
    guard case .animate(let block) = scene.steps[2], case .animate(let spring) = scene.steps[4] else {
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

  @Test("Seed 000 as a scene: target and bystander move together, and the completion comes")
  func seed000() throws {
    let scene = try Scene(text: text, file: "story.scene")
    let player = try ScenePlayer(scene: scene, solver: ConstraintSolver(), makeSampler: { AnimationSampler() })
    for step in scene.steps { try player.perform(step) }
    let film = try player.layers.film(at: (0...25).map { Double($0) / 10 })
    let names = player.names
    func track(_ view: String, _ property: String) throws -> [[Double]] {
      try #require(film.tracks.first { names[$0.layer] == view && $0.property == property }).values
    }
    #expect(try track("target", "bounds")[5] == [0, 0, 150, 50])
    #expect(try track("button", "bounds")[5] == [0, 0, 60, 30])
    #expect(try track("target", "opacity")[5] == [0.5])
    #expect(try track("target", "opacity")[6] == [0.5])
    #expect(try track("target", "opacity")[25] == [1])
    #expect(player.layers.events.map(\.what) == [.block("grown", finished: false)])
    let box = try #require(player.boxes(at: 0.5).first { names[player.layer(of: $0.view) ?? .root] == "target" })
    #expect(box.frame.width == 150)
  }
}
