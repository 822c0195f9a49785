import Foundation
import Testing

private let twoScreens = """
  <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0" toolsVersion="15705"><device id="retina6_1"/><objects>
  <view id="one"><rect key="frame" x="0" y="0" width="414" height="896"/></view>
  <view id="two"><rect key="frame" x="0" y="0" width="100" height="44"/></view>
  </objects></document>
  """

@Test("show takes a file of several scenes, and devices side by side")
func severalScenes() throws {
  let answer = try Tool.run(["show"], on: twoScreens, as: "two.xib")
  #expect(answer.status == 0)
  #expect(answer.output.contains("one") && answer.output.contains("two"))
  let devices = try Tool.run(["show", "--device", "iphone-8,ipad-9.7-landscape"], on: twoScreens, as: "two.xib")
  #expect(devices.output.contains("one  0 0 375 667"))
  #expect(devices.output.contains("one  0 0 1024 768"))
  #expect(devices.output.contains("two  0 0 100 44"))
  #expect(devices.output.contains(" ipad-9.7-landscape"), "\(devices.output)")
}

@Test("A screen is called as its controller is, and may be chosen so")
func screensByName() throws {
  func scene(_ controller: String, _ view: String) -> String {
    "<scene><objects><viewController id=\"\(view)-c\" \(controller) sceneMemberID=\"viewController\"><view key=\"view\" id=\"\(view)\">"
      + "<rect key=\"frame\" x=\"0\" y=\"0\" width=\"414\" height=\"896\"/></view></viewController></objects></scene>"
  }
  let storyboard =
    "<document type=\"com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB\" version=\"3.0\"><device id=\"retina6_1\"/><scenes>"
    + scene("customClass=\"LoginViewController\" title=\"Log in\"", "one") + scene("title=\"Cart\"", "two")
    + scene("title=\"Cart\"", "three") + "</scenes></document>"
  let all = try Tool.run(["show"], on: storyboard, as: "Main.storyboard")
  #expect(all.output.contains("LoginViewController (one) on iphone-11"), "\(all)")
  #expect(all.output.contains("Cart (two) on iphone-11"))
  let one = try Tool.run(["show", "--root", "LoginViewController"], on: storyboard, as: "Main.storyboard")
  #expect(one.output.hasPrefix("one  0 0 414 896"), "\(one)")
  let many = try Tool.run(["show", "--root", "Cart"], on: storyboard, as: "Main.storyboard")
  #expect(many.status == 65)
  #expect(many.errors.contains("two (Cart), three (Cart)") && many.errors.contains("[several-match]"), "\(many.errors)")
}

@Test("A picture is a PNG where its name says so")
func pictureKinds() throws {
  try Tool.inFolder { folder in
    let scene = folder.appendingPathComponent("a.scene")
    try Data("scene 1\nroot 100 x 50\nview box in root frame 10 10 20 20 autoresizing none\n".utf8).write(to: scene)
    for ending in ["svg", "png"] {
      let picture = folder.appendingPathComponent("a.\(ending)")
      let answer = try Tool.run(["show", scene.path, "--svg", picture.path])
      #expect(answer.status == 0, "\(answer.errors)")
      let head = [UInt8](try Data(contentsOf: picture).prefix(4))
      #expect(head == (ending == "png" ? [0x89, 0x50, 0x4E, 0x47] : Array("<svg".utf8)))
    }
  }
}

@Test("--quirks and --choices are JSON where JSON is asked for, and unknown devices are a usage mistake")
func listings() throws {
  for arguments in [["show", "--quirks", "--json"], ["film", "--choices", "--json"]] {
    let answer = try Tool.run(arguments)
    let object = try JSONSerialization.jsonObject(with: Data(answer.output.utf8)) as? [String: Any]
    #expect((object?["choices"] as? [Any])?.isEmpty == false)
  }
  for verb in ["show", "check"] {
    let answer = try Tool.run([verb, "--device", "nope"], on: twoScreens, as: "two.xib")
    #expect(answer.status == 64)
    #expect(answer.errors.contains("iphone-8"))
  }
}

@Test("Every verb that reads takes - for the standard input", arguments: ["check", "show", "film", "explain", "trace"])
func standardInput(verb: String) throws {
  try Tool.inFolder { folder in
    let scene = folder.appendingPathComponent("a.scene")
    try Data("scene 1\nroot 100 x 50\nview box in root frame 10 10 20 20 autoresizing none\n".utf8).write(to: scene)
    let answer = try Tool.run([verb, "-"], reading: scene)
    #expect(answer.status == 0, "\(answer.errors)")
  }
}

@Test("A frame that nothing holds is pointed out")
func unheldFrame() throws {
  let scene = "scene 1\nroot 375 x 667\nview table in root frame 0 0 375 667\n"
  let shown = try Tool.run(["show"], on: scene, as: "a.scene")
  #expect(shown.errors.contains("[frame-without-effect]"), "\(shown.errors)")
  let checked = try Tool.run(["check", "--json"], on: scene, as: "a.scene")
  #expect(
    checked.findings.map(\.code) == ["frame-without-effect"] && checked.findings[0].line == 3, "\(checked.output)")
}
