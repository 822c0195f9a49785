import SceneModel
import Testing

/// The listings of SceneModel's documentation, as they stand there (Scripts/documentation.py holds the two together).
@Suite struct SceneModelListings {
  @Test("SceneModel's landing page: text to a scene and back")
  func landing() throws {
    // listing: SceneModel
    var scene = try Scene(
      text: """
        scene 1
        root 320 x 480 @2x
        view card in root
        constraint left: card.leading = root.leading + 16
        constraint top: card.top = root.top + 16
        constraint width: card.width = 120
        constraint height: card.height = 44
        """,
      file: "card.scene")

    let width = scene.constraints[2].id
    scene.steps = [.setConstant(width, 200), .layout(.root)]

    let again = try Scene(text: scene.text)  // the text form, read back
    let bytes = try Scene(compact: scene.compact)  // the compact form, read back
    // end of listing
    #expect(again == scene)
    #expect(bytes == scene)
    #expect(scene.text.contains("step set width constant 200"))
  }

  @Test("Reading documents: a mistake says where, what and what to do")
  func mistakes() throws {
    // listing: ReadingDocuments
    func describe(_ text: String, named file: String) -> String {
      do {
        switch try Document(text: text, file: file) {
        case .scene(let scene): return "a scene of \(scene.views.count) views"
        case .solver(let script): return "a script of \(script.transactions.count) transactions"
        case .timeline(let timeline): return "a timeline of \(timeline.layers.count) layers"
        }
      } catch {
        return "\(error)"  // card.scene:3: unknown view "crad" …
      }
    }
    // end of listing
    #expect(describe("scene 1\nroot 320 x 480\n", named: "card.scene") == "a scene of 1 views")
    #expect(describe("solver 1\napply: declare v1\n", named: "a.solver") == "a script of 1 transactions")
    let mistake = describe("scene 1\nroot 320 x 480\nview card in crad\n", named: "card.scene")
    #expect(mistake.hasPrefix("card.scene:3: "))
    #expect(mistake.contains("crad"))
  }
}
