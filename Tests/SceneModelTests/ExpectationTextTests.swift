import SceneModel
import Testing

private let start = """
  scene 1
  root 320 x 480 @2x
  view card in root  frame 0 0 100 100  autoresizing none
  guide room in card
  constraint wide: card.width = 100
  constraint breaking: card.width = 200
  step layout root

  """

@Suite struct ExpectationTextTests {
  @Test(
    "What can be expected is read, and written as it was read",
    arguments: [
      "frame card 0 0 100 100", "frame room 0 0 100 100 within 0.5", "value card opacity number 0.5",
      "value card frame rect 0 0 10 10 at 0.25 within 0.1", "value card backgroundColor color none at 1",
      "conflict", "conflict (wide breaking) breaking breaking", "conflict ()",
      "conflict breaking wide", "no conflict", "ambiguous card", "unambiguous card", "callback layoutSubviews card",
      "callback setFrame card 1 time", "callback updateConstraints card 0 times", "report opened",
      "report opened finished at 0.3", "report opened at 0.3 within 0.01", "report at", "no report opened interrupted",
      "remark modelNotUpdated", "no remark",
    ])
  func forms(_ words: String) throws {
    let scene = try Scene(text: start + "expect \(words)\nstep advance 1\n")
    #expect(scene.text.contains("expect \(words)\n"), "\(scene.text)")
    #expect(try Scene(text: scene.text) == scene)
    #expect(try Scene(compact: scene.compact) == scene)
    #expect(scene.structuralMistake == nil)
    #expect(scene.expectations.count == 1 && scene.steps.count == 3)
  }

  @Test(
    "What cannot be expected is refused where it stands",
    arguments: [
      "frame card 0 0 100", "frame ghost 0 0 1 1", "value room opacity number 1", "value card opacity point 1 1",
      "conflict (ghost)", "conflict (wide", "no frame", "callback layoutSubview card",
      "callback layoutSubviews card -1",
      "callback layoutSubviews card 2", "report opened finishd", "report opened at -1", "no conflict within 1",
      "frame card 0 0 1 1 within -1", "remark", "nothing", "",
    ])
  func refusals(_ words: String) {
    #expect {
      try Scene(text: start + "expect \(words)\n", file: "a.scene")
    } throws: { error in
      "\(error)".hasPrefix("a.scene:8: ")
    }
    #expect(throws: TextError.self) { try Scene(text: start + "step expect \(words)\n") }
    #expect(throws: TextError.self) { try Scene(text: start + "step animate 1 { expect \(words) }\n") }
  }

  @Test("An expectation says nothing of a scene's fingerprint")
  func normalForm() throws {
    let scene = try Scene(text: start)
    let expecting = try Scene(text: start + "expect frame card 0 0 100 100\n")
    #expect(expecting.normalForm == scene.normalForm)
    #expect(expecting.digest != scene.digest)
  }

  @Test("An expectation of what is not there is a mistake of the document's structure")
  func structure() throws {
    var scene = try Scene(text: start)
    scene.steps.append(.play(.expect(Expectation(.frame(ItemID(99), .zero)))))
    #expect(scene.structuralMistake != nil)
    scene.steps[scene.steps.count - 1] = .play(.expect(Expectation(.conflict([.init(99)], breaking: nil))))
    #expect(scene.structuralMistake != nil)
  }
}
