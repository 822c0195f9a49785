import Foundation
import SceneModel
import Testing

@Suite struct FormTests {
  @Test(
    "The digest is MurmurHash3's 128-bit variant for x64",
    // Well-known vectors of the public algorithm, seed 0.
    arguments: [
      ("", "00000000000000000000000000000000"),
      ("hello", "cbd8a7b341bd9b025b1e906a48ae1d19"),
      ("hello, world", "342fac623a5ebc8e4cdcbc079642414d"),
      ("The quick brown fox jumps over the lazy dog.", "cd99481f9ee902c9695da1a38987b6e7"),
    ])
  func digest(text: String, expected: String) {
    #expect("\(Digest(of: Array(text.utf8)))" == expected)
  }

  @Test("A weight compares views, then constraints, then steps, then digits")
  func weight() throws {
    func weight(_ lines: String) throws -> Weight { try Scene(text: "scene 1\n" + lines).weight }
    let view = try weight("view a in root")
    let constraints = try weight("constraint c1: root.width = 4\nconstraint c2: root.width = 4")
    let intrinsic = try weight("view a in root\nintrinsic a 10 x none")
    let step = try weight("view a in root\nstep layout a")
    let longer = try weight("view a in root frame 0 0 1000 1")
    #expect(constraints < view)
    #expect(view < longer && longer < step && step < intrinsic)
    #expect(intrinsic.constraints == 1 && step.steps == 1 && view.views == 1)
  }

  @Test("What moves is a view: a guide in its place is a mistake of the document's structure, as in text")
  func guidesDoNotMove() throws {
    let scene = try Scene(text: "scene 1\nguide g1 in root\nstep layout g1\nexpect frame g1 0 0 1 1\n")
    let guide = try #require(scene.guides.first).id
    #expect(scene.structuralMistake == nil)
    var block = AnimationStep(duration: 1, steps: [.layout(.root)])
    block.about = [guide]
    let steps: [Step] = [.animate(block), .play(.removeAnimation("a", from: guide)), .play(.touch(guide))]
    for step in steps {
      var moved = scene
      moved.steps.append(step)
      #expect(moved.structuralMistake != nil)
      #expect(throws: TextError.self) { try Scene(text: moved.text) }
    }
  }

  @Test("A normal form is its own normal form, and a well-formed document", arguments: 0..<200)
  func normalForm(seed: UInt64) throws {
    let scene = RandomScene.scene(seed: seed).normalForm
    #expect(scene.normalForm == scene)
    #expect(scene.structuralMistake == nil)
    let script = randomScript(seed: seed).normalForm
    #expect(script.normalForm == script)
  }

  @Test("A normal form forgets names, ids, the size of numbers and what nothing uses")
  func normalFormForgets() throws {
    let one = try Scene(
      text: """
        scene 1
        device iphone-8
        root 320 x 480 @2x
        view card in root
        view unused in card
        view label @40 in card
        constraint width: card.width = 120 @ 750 identifier "w"
        constraint gap @9: label.left = card.left + 12
        recorded label 0 0 10 10
        step set gap constant 12
        law layout.incremental-equals-fresh
        found 2026-11-21
        """)
    let other = try Scene(
      text: """
        scene 1
        root 320 x 480 @2x safe-area 20 0 0 0
        view a in root
        view b in a
        constraint x: a.width = 50 @ 20
        constraint y: b.left = a.left + 3
        step set y constant 3
        """)
    #expect(one.normalForm == other.normalForm)
    #expect(one.digest != other.digest)
  }

  @Test(
    "The examples of the guides are documents",
    arguments: [("scene", "scene-format"), ("solver", "scene-format"), ("timeline", "timeline-format")])
  func guide(kind: String, page: String) throws {
    let guide = try String(
      contentsOf: URL(fileURLWithPath: #filePath).appendingPathComponent("../../../Guides/\(page).md").standardized,
      encoding: .utf8)
    let example = guide.components(separatedBy: "```\(kind)\n")[1].components(separatedBy: "```")[0]
    let document = try Document(text: example, file: "\(page).md")
    #expect(try Document(text: document.text) == document)
    #expect(try Document(compact: document.compact) == document)
  }
}
