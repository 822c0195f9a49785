import Foundation
import Testing

/// What people read: the answers of `check`, `explain` and `trace`, and what a mistyped command is told.
@Suite struct AnswerTests {
  private static let examples = Tool.root.appending(path: "Examples")

  private static func example(_ name: String) -> String { examples.appending(path: name).path }

  @Test("A conflict is told with file, line, class, sentence and first fix, once for all devices")
  func conflict() throws {
    let file = Self.example("Screens/Banner.xib")
    let answer = try Tool.run(["check", file])
    #expect(answer.status == 1)
    #expect(
      answer.output.contains("\(file):20: conflict: Espresso (label bnr-lb-001): BannerView is 300 wide"),
      "\(answer.output)")
    #expect(answer.output.contains("Fix: "))
    let everywhere = try Tool.run(["check", file, "--device", "all", "--only", "conflict"])
    #expect(everywhere.output.split(separator: ": conflict: ").count == 2, "\(everywhere.output)")
  }

  @Test("A folder's paths are those that were given, fine files share a line, and a baseline silences what it accepts")
  func folder() throws {
    try Tool.inFolder { folder in
      let screens = Self.example("Screens")
      let baseline = folder.appending(path: "accepted.txt").path
      let first = try Tool.run(["check", screens, "--fail-on", "conflict"])
      #expect(first.status == 1 && first.output.contains("\(screens)/Banner.xib:"), "\(first.output)")
      #expect(!first.output.contains("SignIn.storyboard:") && first.output.contains("fine"), "\(first.output)")
      #expect(try Tool.run(["check", screens, "--accept", baseline]).status == 0)
      let second = try Tool.run(["check", screens, "--baseline", baseline])
      #expect(second.status == 0 && !second.output.contains(": conflict:"), "\(second.output)")
      let elsewhere = try Tool.run(["check", "Screens", "--baseline", baseline], in: Self.examples)
      #expect(elsewhere.status == 0 && !elsewhere.output.contains("accepted.txt: "), "\(elsewhere.output)")
      let other = try Tool.run(["check", screens + "/Banner.xib", "--device", "ipad9_7", "--baseline", baseline])
      #expect(!other.output.contains("SignIn"), "a file that is not checked has no stale lines")
    }
  }

  @Test("explain says of a conflict of run time what check says, with what both assume")
  func conflictOfRunTime() throws {
    let cell = """
      <?xml version="1.0" encoding="UTF-8"?>
      <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0" toolsVersion="17000" propertyAccessControl="none">
      <objects><tableViewCell contentMode="scaleToFill" id="cell"><rect key="frame" x="0" y="0" width="320" height="44"/>
      <tableViewCellContentView key="contentView" contentMode="center" tableViewCell="cell" id="content">
      <rect key="frame" x="0" y="0" width="320" height="44"/>
      <subviews><stackView contentMode="scaleToFill" translatesAutoresizingMaskIntoConstraints="NO" id="row">
      <rect key="frame" x="0" y="0" width="320" height="44"/>
      <subviews>
      <view contentMode="scaleToFill" translatesAutoresizingMaskIntoConstraints="NO" id="text"><rect key="frame" x="0" y="0" width="320" height="44"/></view>
      <button hidden="YES" contentMode="scaleToFill" translatesAutoresizingMaskIntoConstraints="NO" id="more"><rect key="frame" x="320" y="0" width="44" height="44"/>
      <constraints><constraint firstAttribute="width" constant="44" id="wide"/></constraints></button>
      </subviews></stackView></subviews>
      <constraints>
      <constraint firstItem="row" firstAttribute="top" secondItem="content" secondAttribute="top" id="c1"/>
      <constraint firstAttribute="bottom" secondItem="row" secondAttribute="bottom" id="c2"/>
      <constraint firstItem="row" firstAttribute="leading" secondItem="content" secondAttribute="leading" id="c3"/>
      <constraint firstAttribute="trailing" secondItem="row" secondAttribute="trailing" id="c4"/>
      </constraints></tableViewCellContentView></tableViewCell></objects></document>
      """
    let words = "more is 0 wide, because of a stack view ('UISV-hiding'); the other constraint makes it 44."
    let assumed = "Assumed: more is hidden when it is first laid out, as in the file"
    let check = try Tool.run(["check"], on: cell, as: "cell.xib")
    let explain = try Tool.run(["explain"], on: cell, as: "cell.xib")
    #expect(check.status == 1 && explain.status == 1, "\(check.errors) \(explain.errors)")
    for answer in [check, explain] {
      #expect(answer.output.contains(words) && answer.output.contains(assumed), "\(answer.output)")
    }
    let shown = cell.replacing("hidden=\"YES\" ", with: "")
    #expect(try !Tool.run(["check"], on: shown, as: "cell.xib").output.contains(": conflict:"))
    #expect(try Tool.run(["explain"], on: shown, as: "cell.xib").status == 0)
  }

  @Test("Conflicts of scenes are told with the line of the constraint that gives way, named or not")
  func linesOfScenes() throws {
    for (constraints, line) in [
      (["constraint card.width = 60", "constraint card.width = 50"], 4),
      (["size card 60 x 60", "constraint own: card.width = 50"], 4),
      (["  constraint \"my one\" : card.width = 60", "constraint card.width = 50"], 4),
      (
        [
          "constraint own: card.width = 50  inactive", "step add constraint more: card.width = 60", "step activate own",
        ], 5
      ),
    ] {
      let scene = "scene 1\nroot 320 x 480 @2x\nview card in root\n\(constraints.joined(separator: "\n"))\n"
      let answer = try Tool.run(["check", "--only", "conflict"], on: scene, as: "s.scene")
      #expect(answer.output.contains("s.scene:\(line): conflict: "), "\(scene)\n\(answer.output)\(answer.errors)")
    }
  }

  @Test("A recorded screen's findings stand at the lines of code, where the file can be told")
  func linesOfCode() throws {
    try Tool.inFolder { folder in
      let sources = folder.appending(path: "Sources/App")
      try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
      try Data().write(to: sources.appending(path: "Card.swift"))
      let scene = """
        scene 1
        root 320 x 480 @2x
        view card in root
        constraint "Card.swift:12@1": card.width = 60
        constraint "Card.swift:15@2": card.width = 50
        constraint "Other.swift:15@3": card.height = 50
        constraint "Other.swift:16@4": card.height = 60

        """
      try Data(scene.utf8).write(to: folder.appending(path: "Card.scene"))
      let answer = try Tool.run(["check", "Card.scene", "--only", "conflict"], in: folder)
      #expect(answer.output.contains("Sources/App/Card.swift:12: conflict: "), "\(answer.output)")
      #expect(answer.output.contains("    Recorded in Card.scene:4"))
      #expect(answer.output.contains("Other.swift:16: conflict: "))
      let github = try Tool.run(["check", "Card.scene", "--format", "github"], in: folder)
      #expect(github.output.contains("::error file=Sources/App/Card.swift,line=12,"), "\(github.output)")
    }
  }

  @Test("layoutlab.yml says what is checked, and a mistake in it is told with its line")
  func settings() throws {
    try Tool.inFolder { folder in
      let file = folder.appending(path: "layoutlab.yml")
      try Data("check:\n  files: [\(Self.example("Screens"))]\n  only: [mismatch]\n".utf8).write(to: file)
      let answer = try Tool.run(["check"], in: folder)
      #expect(answer.status == 0 && !answer.output.contains(": conflict:"), "\(answer.output) \(answer.errors)")
      try Data("check:\n  fail-onn: [mismatch]\n".utf8).write(to: file)
      let wrong = try Tool.run(["check"], in: folder)
      #expect(wrong.status == 65 && wrong.errors.contains("layoutlab.yml:2:"), "\(wrong.errors)")
      #expect(wrong.errors.contains("[unknown-word]") && wrong.errors.contains("\"fail-on\""))
      try Data("check:\n  files: [a]\n  devices: [retina4_0,\n    retina4_8-landscape]\n".utf8).write(to: file)
      let unknown = try Tool.run(["check"], in: folder)
      #expect(unknown.status == 65 && unknown.errors.contains("layoutlab.yml:4: "), "\(unknown.errors)")
    }
  }

  @Test("Every format of other tools is what it says", arguments: ["sarif", "json", "junit", "github", "markdown"])
  func formats(format: String) throws {
    let answer = try Tool.run(["check", Self.example("Screens"), "--format", format])
    #expect(answer.status == 1)
    switch format {
    case "sarif", "json": _ = try JSONSerialization.jsonObject(with: Data(answer.output.utf8))
    case "junit": #expect(answer.output.hasPrefix("<?xml"))
    case "github": #expect(answer.output.hasPrefix("::error file="))
    default: #expect(answer.output.contains("| where | what |"))
    }
  }

  @Test("--device resizes a view that filled its canvas, and compares nothing that was recorded elsewhere")
  func anotherDevice() throws {
    let xml = """
      <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0" toolsVersion="15705"><device id="retina6_1"/><objects>
      <view id="one"><rect key="frame" x="0" y="0" width="414" height="896"/><subviews>
      <view id="two" translatesAutoresizingMaskIntoConstraints="NO"><rect key="frame" x="0" y="0" width="414" height="44"/></view></subviews>
      <constraints><constraint firstItem="two" firstAttribute="width" secondItem="one" secondAttribute="width" id="c"/></constraints></view>
      </objects></document>
      """
    let answer = try Tool.run(["check", "--device", "retina3_5", "--json"], on: xml, as: "a.xib")
    #expect(answer.output.contains("\"compared\" : 0"), "\(answer.output)")
    #expect(!answer.output.contains("\"dw\""))
  }

  @Test("A sweep of widths names the intervals in which a screen breaks, and what is meant is not told")
  func widths() throws {
    let scene = """
      scene 1
      root 400 x 100 @2x
      view a in root
      view b in root
      view badge in a
      size a 150 x 40
      size b 100 x 40
      size badge 20 x 20
      constraint a.leading = root.leading
      constraint a.top = root.top
      constraint b.trailing = root.trailing
      constraint b.top = root.top
      constraint badge.centerX = a.leading
      constraint badge.top = a.top

      """
    let answer = try Tool.run(["check", "--widths", "200-420", "--json"], on: scene, as: "s.scene")
    #expect(answer.status == 1)
    // 150 and 100 touch at 250; half a point and a bit is rounding.
    let overlaps = answer.findings.filter { $0.code == "overlap" }
    #expect(overlaps.map(\.fields) == [["other": "b", "widths": "200-248"]], "\(answer.output)")
    // It lies outside at every width.
    #expect(!answer.findings.contains { $0.element.contains("badge") })
  }

  @Test("Texts that are cut and targets that shrink are told with their widths")
  func cutTexts() throws {
    let scene = """
      scene 1
      root 400 x 100 @2x
      view title in root kind label
      view ok in root kind button
      intrinsic title 120 x 20
      edges title = root inset 10 100 60 100
      constraint ok.leading = root.leading
      constraint ok.top = root.top
      constraint ok.height = 44
      constraint ok.width = 0.2 * root.width

      """
    let answer = try Tool.run(["check", "--widths", "200-400", "--json"], on: scene, as: "s.scene")
    func widths(_ code: String) -> [String?] { answer.findings.filter { $0.code == code }.map { $0.fields?["widths"] } }
    #expect(widths("text-cut") == ["201-319"] && widths("target") == ["200-216"], "\(answer.output)")
  }

  @Test("One name everywhere: what explain says of a log can be typed")
  func names() throws {
    let log = """
      Unable to simultaneously satisfy constraints.
      (
          "<NSLayoutConstraint:0x1 UIView:0x2.width == UIView:0x3.width   (active)>",
          "<NSLayoutConstraint:0x4 UIView:0x2.width == 50   (active)>",
          "<NSLayoutConstraint:0x5 UIView:0x3.width == 60   (active)>"
      )

      """
    let answer = try Tool.run(["explain"], on: log, as: "console.txt")
    #expect(answer.output.contains("UIView-2"), "\(answer.output)")
    #expect(try Tool.run(["explain", "--why", "UIView-2.width"], on: log, as: "console.txt").status == 0)
  }

  @Test("Typographic quotes are read, and so are this tool's own lines")
  func typography() throws {
    let turned = """
      Unable to simultaneously satisfy constraints.
      (
          “<NSLayoutConstraint:0x1 UIView:0x2.width == 100   (active)>”,
          “<NSLayoutConstraint:0x3 UIView:0x2.width == 50   (active)>”
      )

      """
    #expect(try !Tool.run(["explain"], on: turned, as: "console.txt").output.contains("Not read"))
    let own = """
      Unable to simultaneously satisfy constraints.
      (
          "card.width = 100",
          "card.width = 2 * card.height + 8 @ 750",
          "card.width = 50"
      )

      """
    let answer = try Tool.run(["explain"], on: own, as: "console.txt")
    #expect(!answer.output.contains("Not read"), "\(answer.output)")
    #expect(answer.status == 1)
  }

  @Test("One constraint added twice is to be updated; content is to resist less")
  func fixes() throws {
    let twice = """
      (
          "<NSLayoutConstraint:0x1 UIView:0x2.height == 100   (active)>",
          "<NSLayoutConstraint:0x3 UIView:0x2.height == 50   (active)>"
      )

      """
    let added = try Tool.run(["explain", "--json"], on: twice, as: "console.txt")
    #expect(added.explained.first?.fixes.first?.action == "update", "\(added.output)")
    let content = """
      scene 1
      root 320 x 480 @2x
      view photo in root kind image
      intrinsic photo 263 x 20 resistance 1000 750
      constraint narrow: photo.width = 176

      """
    let answer = try Tool.run(["explain", "--json"], on: content, as: "photo.scene")
    let fixes = answer.explained.flatMap(\.fixes)
    #expect(fixes.contains { $0.action == "lower-priority" && $0.name != "narrow" }, "\(answer.output)")
    #expect(!fixes.contains { $0.action == "change-constant" && $0.name != "narrow" }, "\(answer.output)")
  }

  @Test("What UIKit broke is always shown, and whether it takes part")
  func broken() throws {
    let log = """
      (
          "<NSLayoutConstraint:0x1 UIView:0x2.height == 100   (active)>",
          "<NSLayoutConstraint:0x3 UIView:0x2.height == 50   (active)>",
          "<NSLayoutConstraint:0x4 UIView:0x2.width == 10   (active)>"
      )
      Will attempt to recover by breaking constraint
      <NSLayoutConstraint:0x4 UIView:0x2.width == 10   (active)>

      """
    let answer = try Tool.run(["explain"], on: log, as: "console.txt")
    #expect(answer.output.contains("c3  <- "), "\(answer.output)")
    let told = try Tool.run(["explain", "--json"], on: log, as: "console.txt").explained.first
    #expect(told?.told == 2 && told?.minimal == [[0, 1]])
  }

  @Test("The drawing of a conflict is a PNG where its name says so, too")
  func conflictPicture() throws {
    try Tool.inFolder { folder in
      let picture = folder.appending(path: "conflict.png")
      _ = try Tool.run(["explain", Self.example("console.txt"), "--svg", picture.path])
      #expect([UInt8](try Data(contentsOf: picture).prefix(2)) == [0x89, 0x50])
    }
  }

  @Test("explain takes folders and every scene of a file")
  func folderOfScreens() throws {
    let answer = try Tool.run(["explain", Self.example("Screens")])
    #expect(answer.status == 1 && answer.output.contains("PriceLabel"))
  }

  @Test("trace tells callbacks and passes step by step, and counts them in a table")
  func trace() throws {
    let answer = try Tool.run(["trace", Self.example("card.scene")])
    #expect(answer.status == 0)
    #expect(answer.output.contains("step 1: set card-height constant 200\n  nothing runs"), "\(answer.output)")
    #expect(answer.output.contains("setFrame footer  16 132 200 20 → 16 252 200 20"), "\(answer.output)")
    let table = try Tool.run(["trace", "--table", Self.example("card.scene")])
    #expect(table.output.hasPrefix("step  view"))
    let json = try Tool.run(["trace", "--json", Self.example("card.scene")])
    let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
    #expect((object?["events"] as? [Any])?.isEmpty == false)
  }

  @Test("The third source's table comes out of trace: who is laid out after what")
  func thirdSource() throws {
    let scenes = Self.examples.appending(path: "../Tests/RegressionTests/Scenes").standardized
    for (scene, rows) in [
      ("v1-needs-layout", ["3     V1    ·                  1               ·"]),
      (
        "a-size",
        [
          "2     A     ·                  ·               1", "3     root  ·                  1               ·",
          "3     A     ·                  1               ·",
        ]
      ),
    ] {
      let answer = try Tool.run(["trace", "--table", scenes.appending(path: "told-third-seed-\(scene).scene").path])
      let late = answer.output.split(separator: "\n").filter { $0.hasPrefix("2") || $0.hasPrefix("3") }.map(String.init)
      #expect(late == rows)
    }
  }

  @Test(
    "A mistyped verb is told what was meant; wrong values of flags are a usage mistake, with the usage of their verb")
  func usage() throws {
    let verb = try Tool.run(["chek", "a.xib"])
    #expect(verb.status == 64 && verb.errors.contains("\"check\""), "\(verb.errors)")
    for arguments in [
      ["fuzz", "--nope"], ["check", "--only", "odd", "x"], ["check", "--format", "odd", "x"],
      ["soak", "--scripts", "0"],
      ["show", "--engine", "layoutlb", "x"], ["explain", "--why", "card.heigt", Self.example("card.scene")],
    ] {
      let answer = try Tool.run(arguments)
      #expect(answer.status == 64, "\(arguments) \(answer.errors)")
      #expect(answer.errors.contains("layoutlab \(arguments[0])"), "\(arguments) \(answer.errors)")
      #expect(answer.errors.contains(/\[(usage|unknown-[a-z]+)\]/), "\(arguments) \(answer.errors)")
    }
  }

  @Test("A screen that the target does not have is a mistake before anything is built, with those that it has")
  func unknownScreen() throws {
    try Tool.inFolder { folder in
      let sources = folder.appending(path: "Sources/Shop")
      try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
      try Data(
        """
        // swift-tools-version: 6.0
        import PackageDescription
        let package = Package(
          name: "Shop", products: [.library(name: "Shop", targets: ["Shop"])], targets: [.target(name: "Shop")])
        """.utf8
      ).write(to: folder.appending(path: "Package.swift"))
      try Data("import UIKit\nclass CartController: UIViewController {}\nstruct CartStory: ScreenStory {}\n".utf8)
        .write(to: sources.appending(path: "a.swift"))
      let answer = try Tool.run(["run", "Shop", "--screen", "CartStry"], in: folder)
      #expect(answer.status == 64, "\(answer.errors)")
      #expect(answer.errors.contains("[unknown-name]") && answer.errors.contains("\"CartStory\""), "\(answer.errors)")
    }
  }
}
