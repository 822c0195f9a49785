import Foundation
import SceneImport
import SceneModel
import Testing

/// `XMLParser` on Linux traps on a processing instruction without data (found by FuzzImport, 2026-11-21).
@Suite struct InstructionTests {
  private func mistake(_ text: String) -> TextError? {
    do throws(TextError) {
      _ = try InterfaceBuilderDocument(Data(text.utf8), file: "odd.xib")
      return nil
    } catch {
      return error
    }
  }

  private let document = """
    <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0" toolsVersion="23504"
      targetRuntime="iOS.CocoaTouch" useAutolayout="YES"><objects/></document>
    """

  @Test("A processing instruction is passed over, with or without data, and lines stay")
  func instructionsArePassedOver() {
    #expect(mistake(document) == nil)
    #expect(mistake("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<?x?><!-- <?y?> -->" + document) == nil)
    #expect(mistake("<?x?>\n<?longer\n\n?>" + document + "<?z?>") == nil)
    #expect(mistake("<?x\n\n?><a>")?.line == 3)
    #expect(mistake("<?x?>mlv1n?xmlvn=.0\"=.0\" encodin g8\"?>") != nil)
    #expect(mistake("<?x") != nil)
    // The declaration is damaged, and libxml reads on behind its first `>`.
    #expect(mistake("<?xml w><?\u{7C9}?>") != nil)
  }

  @Test("A document type is refused, whose entities could spell an instruction")
  func documentTypeIsRefused() {
    let text = "<!DOCTYPE d [<!ENTITY e \"&#60;?x?&#62;\">]>\n<d>&e;</d>"
    #expect(mistake(text)?.code == .wrongFormat)
  }

  @Test("A document in 16 bits a character is refused before it reaches the parser")
  func zeroBytesAreRefused() {
    #expect(mistake("<\u{0}?\u{0}x\u{0}?\u{0}>\u{0}") != nil)
  }
}
