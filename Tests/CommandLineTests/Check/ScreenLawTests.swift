import Foundation
import Testing

/// Laws of screens, each broken once by a scene of its own, and held by one that differs in what mends it.
@Suite struct ScreenLawTests {
  private static let head = "scene 1\ndevice iphone-8\n"

  private func told(_ scene: String, _ options: [String] = []) throws -> (
    status: Int32, findings: [Tool.Answer.Finding]
  ) {
    let answer = try Tool.run(
      ["check", "--screens", "--no-ambiguity", "--json"] + options, on: Self.head + scene, as: "a.scene")
    #expect(answer.errors.isEmpty, "\(answer.errors)")
    return (answer.status, answer.findings)
  }

  @Test(
    "What breaks a law of screens is told once, with the simplest way to see it",
    arguments: [
      // A button of a system's height.
      (
        "target", "view go in root kind button\nintrinsic go 100 x 30\ncenter go = root\n",
        "target", 3, []
      ),
      // Wider than the smallest phone.
      (
        "outside", "view wide in root\nsize wide 350 x 100\ncenter wide = root\n",
        "outside", 3, ["iphone-se-1"]
      ),
      // Two texts that meet when they grow.
      (
        "overlap",
        """
        view a in root kind label
        view b in root kind label
        intrinsic a 120 x 20
        intrinsic b 120 x 20
        constraint a.leading = root.leading + 16
        constraint b.trailing = root.trailing - 16
        constraint a.top = root.top + 100
        constraint b.top = root.top + 100

        """,
        "overlap", 3,
        [
          "text size AX3", "text size XXXL + texts 1.4 times as long", "iphone-se-1 + texts 1.4 times as long",
          "iphone-se-1 + text size XXXL",
        ]
      ),
      // One line between two edges.
      (
        "truncation",
        "view title in root kind label\nintrinsic title 300 x 20 resistance 500 750\nedges title = root inset 100 16 400 16\n",
        "text-cut", 3, ["texts 1.4 times as long", "text size XXXL", "text size AX3", "iphone-se-1"]
      ),
      (
        "conflict",
        "view card in root\nedges card = root inset 16\nconstraint least: card.width >= 300\n",
        "conflict", 5, ["iphone-se-1"]
      ),
    ])
  func broken(kind: String, scene: String, code: String, line: Int, places: [String]) throws {
    let (status, findings) = try told(scene, ["--only", kind])
    #expect(status == 1)
    #expect(findings.map(\.code) == [code] && findings.map(\.line) == [line], "\(findings)")
    let shown = findings.first?.places ?? []
    #expect(places.isEmpty ? shown.isEmpty : shown.starts(with: places), "\(findings)")
    let (lenient, _) = try told(scene, ["--only", kind, "--fail-on", "mistake"])
    #expect(lenient == 0)
  }

  @Test(
    "What keeps the laws is fine in every variation",
    arguments: [
      "view go in root kind button\nintrinsic go 80 x 44\ncenter go = root\n",
      "view wide in root\nconstraint wide.height = 100\ncenter wide = root\nconstraint wide.width = root.width - 32\n",
      "view title in root kind label\ntext title words 40 40 40 space 5 line-height 20 lines 0\n"
        + "constraint title.leading = root.leading + 16\nconstraint title.trailing = root.trailing - 16\n"
        + "constraint title.top = root.top + 100\n",
      // Views that lie on each other as they are drawn are meant to; what is hidden is in nobody's way.
      "view back in root\nview front in root\nedges back = root inset 20\nedges front = root inset 40\n"
        + "view ghost in root hidden\nsize ghost 3000 x 10\ncenter ghost = root\n",
      "view scroller in root kind scroll\nscroll scroller offset 0 0 inset 0 0 0 0\nview page in scroller\nedges scroller = root\n"
        + "edges page = scroller\nsize page 2000 x 2000\n",
    ])
  func kept(scene: String) throws {
    let (status, findings) = try told(scene)
    #expect(status == 0 && findings.isEmpty, "\(findings)")
  }

  @Test("A scene that names no device is laid out as it is, and devices, texts and directions can be chosen")
  func choices() throws {
    let wide = "view wide in root\nsize wide 350 x 100\ncenter wide = root\n"
    let piece = try Tool.run(["check", "--screens"], on: "scene 1\nroot 375 x 100\n" + wide, as: "cell.scene")
    #expect(piece.status == 0, "\(piece.output)")
    #expect(try told(wide, ["--device", "iphone-16-pro-max"]).status == 0)
    let text = "view title in root kind label\nintrinsic title 200 x 20\ncenter title = root\n"
    #expect(try told(text, ["--text-sizes", "L", "--lengthen", "1"]).status == 0)
    #expect(try told(text, ["--text-sizes", "AX5", "--lengthen", "1"]).findings.last?.places == ["text size AX5"])
    for wrong in [["--text-sizes", "HUGE"], ["--directions", "up"], ["--lengthen", "0"], ["--lengthen", "x"]] {
      let answer = try Tool.run(["check", "--screens"] + wrong, on: Self.head, as: "a.scene")
      #expect(answer.status == 64 && answer.errors.contains(wrong[0]), "\(answer.errors)")
    }
  }

  /// A file of Interface Builder with one button, fixed to a width, in a screen.
  private static func xib(button: String, width: Int) -> String {
    """
    <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0" toolsVersion="15705" targetRuntime="iOS.CocoaTouch" useAutolayout="YES">
      <objects>
        <view contentMode="scaleToFill" id="scr-vw-001">
          <rect key="frame" x="0.0" y="0.0" width="375" height="667"/>
          <subviews>
            <button contentMode="scaleToFill" translatesAutoresizingMaskIntoConstraints="NO" id="scr-bt-001">
              <rect key="frame" x="20" y="20" width="\(width)" height="44"/>
              <constraints>
                <constraint firstAttribute="width" constant="\(width)" id="scr-c-0001"/>
                <constraint firstAttribute="height" constant="44" id="scr-c-0002"/>
              </constraints>
              \(button)
            </button>
          </subviews>
          <constraints>
            <constraint firstItem="scr-bt-001" firstAttribute="leading" secondItem="scr-vw-001" secondAttribute="leading" constant="20" id="scr-c-0003"/>
            <constraint firstItem="scr-bt-001" firstAttribute="top" secondItem="scr-vw-001" secondAttribute="top" constant="20" id="scr-c-0004"/>
          </constraints>
        </view>
      </objects>
    </document>
    """
  }

  @Test(
    "A button's text is cut where its letters have no room, and an icon has none",
    arguments: [
      (#"<state key="normal" image="back"/>"#, 44, false), (#"<state key="normal" title="1"/>"#, 76, false),
      (#"<state key="normal" title="Forgotten your password?"/>"#, 76, true),
    ])
  func buttons(button: String, width: Int, isCut: Bool) throws {
    let answer = try Tool.run(
      ["check", "--screens", "--only", "truncation"], on: Self.xib(button: button, width: width), as: "a.xib")
    #expect(answer.output.contains(": truncation: ") == isCut, "\(answer.output)")
    #expect(answer.status == (isCut ? 1 : 0), "\(answer.errors)")
  }

  @Test("A text that is squashed flat has no room, one that loses half its height is cut")
  func flatTexts() throws {
    let text = "view title in root kind label\nintrinsic title 80 x 20\ncenter title = root\nconstraint title.height = "
    #expect(try told(text + "0\n", ["--only", "truncation"]).findings.first?.code == "no-room")
    #expect(try told(text + "10\n", ["--only", "truncation"]).findings.first?.code == "text-cut")
    #expect(try told(text + "19\n", ["--only", "truncation", "--text-sizes", "L"]).findings.isEmpty)
  }

  @Test("The edges that leave the superview are named, in the superview's direction, with their points")
  func edges() throws {
    let scene = """
      view card in root
      constraint card.leading = root.leading
      constraint card.top = root.top
      constraint card.width = root.width - 100
      constraint card.height = root.width - 228
      view icon in card
      constraint icon.leading = card.leading
      constraint icon.centerY = card.centerY
      constraint icon.width = 232
      constraint icon.height = 104

      """
    for direction in ["left-to-right", "right-to-left"] {
      let findings = try told("direction \(direction)\n" + scene, ["--only", "outside"]).findings
      #expect(
        findings.first?.detail == "its top and bottom edges are 6, its trailing edge is 12 outside card",
        "\(direction): \(findings)")
    }
  }

  @Test("What leaves its superview on the file's own canvas is meant to")
  func meantOutside() throws {
    let (status, findings) = try told(
      "view icon in root\nsize icon 10 x 10\nconstraint icon.leading = root.leading - 3\nconstraint icon.top = root.top + 9\n"
    )
    #expect(status == 0 && findings.isEmpty, "\(findings)")
  }

  @Test("A device on its side is called so without the laws of screens too")
  func sides() throws {
    let answer = try Tool.run(
      ["check", "--device", "iphone-se-1,iphone-16-pro-max-landscape"],
      on: Self.xib(button: "", width: 50).replacing(
        "<constraint firstAttribute=\"height\"",
        with:
          "<constraint firstAttribute=\"width\" constant=\"9\" id=\"scr-c-0009\"/><constraint firstAttribute=\"height\""
      ),
      as: "a.xib")
    #expect(answer.output.contains("iphone-16-pro-max-landscape"), "\(answer.output)")
  }

  @Test("A baseline silences what it lists of the laws of screens")
  func baseline() throws {
    try Tool.inFolder { folder in
      let scene = Self.head + "view go in root kind button\nintrinsic go 30 x 30\ncenter go = root\n"
      try Data(scene.utf8).write(to: folder.appending(path: "a.scene"))
      let first = try Tool.run(["check", "a.scene", "--screens", "--accept", "known.txt"], in: folder)
      #expect(first.status == 0, "\(first.errors)")
      let second = try Tool.run(["check", "a.scene", "--screens", "--baseline", "known.txt"], in: folder)
      #expect(second.status == 0 && second.output.contains("1 finding accepted"), "\(second.output)")
    }
  }

  @Test("A baseline accepts what cannot be read and what no law can judge, and the run says so")
  func unreadable() throws {
    try Tool.inFolder { folder in
      let texts = [
        "cut.storyboard": "<document><scenes>", "empty.xib": "", "bad.scene": "scene 1\nroot 100 x\n",
        "nolaw.scene": "scene 1\nroot 100 x 100\nlaw layout.no-such-law\nfound 2026-11-26\n",
        "undecided.scene":
          "scene 1\nroot 100 x 100\nview a in root\nsize a 10 x 10\nsize a 20 x 20\nlaw layout.incremental-equals-fresh\nfound 2026-11-26\n",
      ]
      for (name, text) in texts { try text.write(to: folder.appending(path: name), atomically: true, encoding: .utf8) }
      let files = texts.keys.sorted()
      #expect(try Tool.run(["check"] + files, in: folder).status == 65)
      #expect(try Tool.run(["check", "undecided.scene"], in: folder).status == 3)
      #expect(try Tool.run(["check"] + files + ["--accept", "known.txt"], in: folder).status == 0)
      let known = try Tool.run(["check"] + files + ["--baseline", "known.txt"], in: folder)
      #expect(known.status == 0, "\(known.output)")
      for file in files { #expect(known.output.contains(file), "\(known.output)") }
      #expect(!known.output.contains(" fine"), "\(known.output)")
      // A new mistake of the same kind in the same file is not accepted.
      try "scene 1\nroot 100 y\n".write(to: folder.appending(path: "bad.scene"), atomically: true, encoding: .utf8)
      #expect(try Tool.run(["check", "bad.scene", "--baseline", "known.txt"], in: folder).status == 65)
    }
  }

  @Test("A baseline accepts a view that leaves its superview, however far")
  func baselineOfEdges() throws {
    try Tool.inFolder { folder in
      let file = folder.appending(path: "a.scene")
      let check = ["check", "a.scene", "--screens", "--only", "outside"]
      for (width, option) in [(350, "--accept"), (330, "--baseline")] {
        try Data((Self.head + "view wide in root\nsize wide \(width) x 100\ncenter wide = root\n").utf8).write(to: file)
        let answer = try Tool.run(check + [option, "known.txt"], in: folder)
        #expect(answer.status == 0, "\(width): \(answer.output) \(answer.errors)")
        if option == "--baseline" { #expect(answer.output.contains("1 finding accepted"), "\(answer.output)") }
      }
    }
  }

  @Test("A sweep over widths names the intervals, by kind")
  func sweep() throws {
    let scene = Self.head + "view wide in root\nsize wide 350 x 100\ncenter wide = root\n"
    let answer = try Tool.run(
      ["check", "--widths", "320-400", "--only", "outside", "--json"], on: scene, as: "a.scene")
    #expect(answer.status == 1)
    // Half a point is a rounding.
    #expect(answer.findings.map(\.fields) == [["widths": "320-348"]], "\(answer.output)")
  }
}
