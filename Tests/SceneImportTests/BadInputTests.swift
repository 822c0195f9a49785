import Foundation
import SceneImport
import SceneModel
import Testing

@Suite("Bad input gets an error that says where and what")
struct BadInputTests {
  @Test(
    "What is no document is refused with its line",
    arguments: [
      ("", 1, .endsEarly),
      ("this is not XML", 1, .wrongFormat),
      ("{\"json\": true}", 1, .wrongFormat),
      ("<document>\n<objects>\n<view id=\"a\">", 3, .wrongFormat),
      ("<document>\n<objects>\n</document>", 3, .wrongFormat),
      ("<document>\n<a b=\"1\" b=\"2\"/></document>", 2, .wrongFormat),
      ("<html><body/></html>", 1, .wrongFormat),
      ("<archive type=\"com.apple.InterfaceBuilder3.CocoaTouch.XIB\"/>", 1, .wrongFormat),
      ("<document>\u{0}</document>", 1, .wrongFormat),
    ] as [(String, Int, MistakeCode)])
  func refused(text: String, line: Int, code: MistakeCode) {
    let error = #expect(throws: TextError.self) { try InterfaceBuilderDocument(utf8: text, file: "bad.xib") }
    #expect(
      error?.file == "bad.xib" && error?.line == line && error?.code == code, "\(error?.description ?? "no error")")
  }

  @Test("Bytes that are not UTF-8 are refused with their line, in any place")
  func invalidBytes() throws {
    let bytes = Array(Fixtures.xib("<subviews>\n<label id=\"a\"/></subviews>").utf8)
    for place in bytes.indices {
      var damaged = bytes
      damaged[place] = 0xF8
      let error = #expect(throws: TextError.self) {
        try InterfaceBuilderDocument(Data(damaged), file: "bytes.xib")
      }
      #expect(error?.line == bytes[..<place].count { $0 == UInt8(ascii: "\n") } + 1)
    }
    let latin = #expect(throws: TextError.self) {
      try InterfaceBuilderDocument(utf8: "<?xml version=\"1.0\" encoding=\"UTF-16\"?><document/>", file: "latin.xib")
    }
    #expect(latin?.code == .wrongFormat)
  }

  @Test("Long names outside ASCII in broken places are refused, whatever length they are quoted to")
  func longNames() {
    for length in stride(from: 1, through: 400, by: 3) {
      for padding in ["", "a", "ab"] {
        let name = padding + String(repeating: "\u{65E5}", count: length)
        for text in [
          "<\(name)></x>", "<d \(name)=\"1\" \(name)=\"2\"/>", "<d>&\(name);</d>", "<d \(name)/>",
          "<\(name):\(name) a=<",
          "<!DOCTYPE d [<!ENTITY \(name) \(name)>]><d/>", "<?\(name) \(name)", "<d xmlns:\(name)=\"\" \(name):a=\"\"/>",
        ] {
          _ = try? InterfaceBuilderDocument(utf8: text, file: "names.xib")
        }
      }
    }
  }

  @Test("Every truncation of a real file is refused, none crashes")
  func truncated() throws {
    let text = Fixtures.xib(
      "<subviews><label id=\"a\"><rect key=\"frame\" x=\"1\" y=\"2\" width=\"3\" height=\"4\"/></label></subviews>")
    let bytes = Array(text.utf8)
    let complete = text.trimmingCharacters(in: .whitespacesAndNewlines).utf8.count
    for length in 0..<complete {
      #expect(throws: TextError.self) {
        try InterfaceBuilderDocument(Data(bytes[..<length]), file: "cut.xib")
      }
    }
  }

  @Test("A file of 50 MB is refused by its size")
  func huge() {
    let error = #expect(throws: TextError.self) {
      try InterfaceBuilderDocument(Data(repeating: 0x20, count: 50 << 20), file: "huge.xib")
    }
    #expect(error?.code == .tooLarge)
  }

  @Test("Elements nested without end are refused, not recursed into")
  func deep() {
    let text =
      "<document>" + String(repeating: "<a>", count: 100_000) + String(repeating: "</a>", count: 100_000)
      + "</document>"
    #expect(throws: TextError.self) { try InterfaceBuilderDocument(utf8: text, file: "deep.xib") }
  }

  @Test("External entities are not read")
  func entities() {
    let text = "<!DOCTYPE d [<!ENTITY e SYSTEM \"file:///etc/hostname\">]><document x=\"1\">&e;</document>"
    if let document = try? InterfaceBuilderDocument(utf8: text, file: "entity.xib") {
      #expect(document.scenes().isEmpty)
    }
  }

  @Test(
    "A wrong constraint is reported with its line, and the rest goes on",
    arguments: [
      (
        "firstAttribute=\"leading\" firstItem=\"a\" secondItem=\"nobody\" secondAttribute=\"leading\"",
        .unknownName
      ),
      (
        "firstAttribute=\"sideways\" firstItem=\"a\" secondItem=\"top\" secondAttribute=\"leading\"",
        .unknownWord
      ),
      ("firstItem=\"a\"", .valueMissing),
      ("firstItem=\"a\" firstAttribute=\"leading\"", .impossible),
      ("firstItem=\"a\" firstAttribute=\"width\" secondItem=\"top\" secondAttribute=\"leading\"", .impossible),
      ("firstItem=\"a\" firstAttribute=\"left\" secondItem=\"top\" secondAttribute=\"leading\"", .impossible),
      ("firstItem=\"a\" firstAttribute=\"width\" constant=\"NaN\"", .notANumber),
      ("firstItem=\"a\" firstAttribute=\"width\" constant=\"1e308\"", .notANumber),
      ("firstItem=\"a\" firstAttribute=\"width\" constant=\"inf\"", .notANumber),
      ("firstItem=\"a\" firstAttribute=\"width\" constant=\"12pt\"", .notANumber),
      ("firstItem=\"a\" firstAttribute=\"width\" constant=\"1\" priority=\"0\"", .outside),
      ("firstItem=\"a\" firstAttribute=\"width\" constant=\"1\" priority=\"1001\"", .outside),
      ("firstItem=\"a\" firstAttribute=\"width\" constant=\"1\" relation=\"about\"", .unknownWord),
      (
        "firstItem=\"a\" firstAttribute=\"width\" secondItem=\"top\" secondAttribute=\"width\" multiplier=\"1:0\"",
        .notANumber
      ),
      (
        "firstItem=\"a\" firstAttribute=\"width\" secondItem=\"top\" secondAttribute=\"width\" multiplier=\"1:2:3\"",
        .notANumber
      ),
      (
        "firstItem=\"a\" firstAttribute=\"top\" secondItem=\"top\" secondAttribute=\"top\" multiplier=\"0\"",
        .impossible
      ),
    ] as [(String, MistakeCode)])
  func wrongConstraint(attributes: String, code: MistakeCode) throws {
    let scene = try Fixtures.scene(
      """
      <subviews><view id="a" translatesAutoresizingMaskIntoConstraints="NO"/></subviews>
      <constraints>
      <constraint id="bad" \(attributes)/>
      <constraint id="good" firstItem="a" firstAttribute="height" constant="10"/>
      </constraints>
      """)
    #expect(scene.mistakes.map(\.line) == [6] && scene.mistakes.map(\.code) == [code], "\(scene.mistakes)")
    #expect(scene.scene.constraints.map(\.name) == ["good"])
  }

  @Test("Ids that are used twice are kept apart and reported")
  func duplicates() throws {
    let text = Fixtures.xib(
      """
      <subviews>
      <view id="a"><rect key="frame" x="1" y="0" width="1" height="1"/></view>
      <view id="a"><rect key="frame" x="2" y="0" width="1" height="1"/></view>
      </subviews>
      """)
    let document = try InterfaceBuilderDocument(utf8: text, file: "twice.xib")
    #expect(document.mistakes.map(\.line) == [6])
    let scene = document.scenes()[0].scene
    #expect(scene.views.map(\.name) == ["root", "a", "a~2"])
  }

  @Test("A frame of absurd numbers is reported and left out", arguments: ["NaN", "1e308", "-inf", "ten", ""])
  func absurdFrame(number: String) throws {
    let scene = try Fixtures.scene(
      "<subviews><view id=\"a\"><rect key=\"frame\" x=\"\(number)\" y=\"0\" width=\"1\" height=\"1\"/></view></subviews>"
    )
    #expect(scene.mistakes.count == 1)
    #expect(scene.exemptions[ItemID(1)] == .unrecorded)
  }

  @Test("Minus zero becomes zero")
  func minusZero() throws {
    let scene = try Fixtures.scene(
      "<subviews><view id=\"a\"><rect key=\"frame\" x=\"-0\" y=\"-0.0\" width=\"1\" height=\"1\"/></view></subviews>")
    #expect(scene.view("a")?.frame.x.sign == .plus)
    #expect(scene.mistakes.isEmpty)
  }
}
