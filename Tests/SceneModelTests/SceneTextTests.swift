import SceneModel
import Testing

private let example = """
  scene 1
  device iphone-8                                     # size, scale, safe area
  view content in root  kind table-cell-content  frame 0 0 375 147
  view card in content
  view header in card
  view "a section" in card
  constraint c1: card.top = content.top + 12
  constraint c2: card.bottom = content.bottom - 12
  constraint c7: "a section".bottom <= card.bottom @ 750
  constraint c8: "a section".height = 200 @ 500  identifier "section \\"height\\""
  constraint c9: distance(card.leading, header.leading) = 0.5 * card.width
  intrinsic header 120 x 44  hugging 250 750  resistance 750 1000
  recorded header 0 0 343 44
  step layout root
  step set c8 constant 0
  step add view extra in card hidden with intrinsic 10 x none with stack axis vertical spacing 4
  step add constraint c10: extra.width >= 2 * header.width - 3 @ 499.5
  step advance 0.1
  law layout.incremental-equals-fresh
  found 2026-11-21

  """

@Suite struct SceneTextTests {
  @Test("The documented example reads, and text and bytes give it back")
  func roundTrip() throws {
    let scene = try Scene(text: example, file: "example.scene")
    #expect(scene.views.count == 5)
    #expect(scene.root.frame.size == Size(width: 375, height: 667))
    #expect(scene.root.safeArea == Insets(top: 20))
    #expect(scene.constraints[1].constant == -12)
    #expect(scene.constraints[4].multiplier == 0.5)
    #expect(scene.provenance == Provenance(law: "layout.incremental-equals-fresh", found: "2026-11-21"))
    #expect(try Scene(text: scene.text) == scene)
    #expect(try Scene(compact: scene.compact) == scene)
    #expect(try Document(compact: scene.compact) == .scene(scene))
    #expect(scene.structuralMistake == nil)
    #expect(scene.normalForm.normalForm == scene.normalForm)
    #expect(try Scene(text: scene.normalForm.text) == scene.normalForm)
  }

  @Test("A mistake names file, line, problem and a remedy")
  func mistakes() {
    #expect {
      _ = try Scene(text: "scene 1\nview avatar in root\nconstraint c1: avatr.width = 44\n", file: "feed.scene")
    } throws: {
      let error = $0 as? TextError
      return error?.code == .unknownName && error?.line == 3 && error?.hint.contains("\"avatar\"") == true
        && "\($0)".hasPrefix("feed.scene:3: ") && "\($0)".hasSuffix("[unknown-name]")
    }
  }

  @Test("The worked example of the contract reads as a solver script and comes back")
  func solverScript() throws {
    let text = """
      solver 1
      apply: declare v1 non-negative; declare v2 non-negative; add c10: v1 + v2 = 100 @1000; add c11: v1 = 80 @750
      expect v1 20
      apply: constant c10 = 200; priority c11 = 20.5; remove c11; forget v2; add c12: 0 <= -3 @1000; add c13: -v1 - 0.5 v2 >= 1 @1000; add c14: 0 v1 + v2 = 2 @50; add c15: 0 v1 = 3 @50
      expect conflict c10 c13

      """
    let script = try SolverScript(text: text)
    #expect(script.transactions.count == 2)
    #expect(try SolverScript(text: script.text) == script)
    #expect(try SolverScript(compact: script.compact) == script)
    #expect(script.normalForm.normalForm == script.normalForm)
  }

  @Test("Every prefix and every flipped byte of a compact scene is refused or read, never a crash")
  func hostileBytes() throws {
    let bytes = try Scene(text: example).compact
    for length in 0..<bytes.count { _ = try? Scene(compact: Array(bytes.prefix(length))) }
    var entropy = Entropy(seed: 3)
    for _ in 0..<20_000 {
      var damaged = bytes
      for _ in 0...entropy.below(3) { damaged[entropy.below(bytes.count)] = UInt8(entropy.below(256)) }
      if let scene = try? Scene(compact: damaged) {
        #expect(try Scene(compact: scene.compact) == scene)
      }
    }
  }
}
