import SceneModel
import Testing

@testable import SceneImport

/// What files say beside their frames: marks, sizes of custom classes, controllers, mistakes.
extension CanvasRuleTests {
  @Test("IB5.2: the place of a hidden arranged view gives way to the file's own constraints")
  func hiddenPlacesYield() throws {
    let shown = view("a", "0 0 100 50", inside: "<constraints>\(equal("a.height", nil, 50))</constraints>")
    let hidden = view("h", "0 0 100 0", attributes: "hidden=\"YES\"")
    let canvas = try report(scene(stack(50, shown + hidden) + equal("a.top", "h.top") + "</constraints>"))
    #expect(canvas.conflicts.isEmpty && canvas.mismatches.isEmpty)
  }

  @Test("IB5.1: an arranged image view without an image has the size that was stored with it (A1)")
  func imagesWithoutAnImageWish() throws {
    let imported = try scene(stack(70, view("a", "0 0 100 70", tag: "imageView")) + "</constraints>")
    #expect(imported.unjudged[Coordinate(try #require(imported.view("a")).id, .height)] == .storedSize)
    #expect(try report(imported).mismatches.isEmpty)
    let shown = try scene(
      stack(70, view("a", "0 0 100 70", tag: "imageView", attributes: "image=\"x\"")) + "</constraints>")
    #expect(shown.unjudged[Coordinate(try #require(shown.view("a")).id, .height)] == .imageSize)
  }

  @Test("IB5.4: a nested stack view weighs as much as what is in it (A4)")
  func nestedStacksHaveWeight() throws {
    func wishing(_ id: String, _ frame: String, _ width: Int, _ hugging: Int = 250) -> String {
      view(
        id, frame,
        attributes:
          "placeholderIntrinsicWidth=\"\(width)\" placeholderIntrinsicHeight=\"40\" horizontalHuggingPriority=\"\(hugging)\""
      )
    }
    let nested = view(
      "n", "90 0 90 40", tag: "stackView", attributes: "spacing=\"10\"",
      inside: "<subviews>\(wishing("b", "0 0 20 40", 20))\(wishing("c", "30 0 60 40", 30, 249))</subviews>")
    let outer =
      "<subviews>"
      + view(
        "s", "0 0 180 40", tag: "stackView", attributes: "distribution=\"fillProportionally\"",
        inside: "<subviews>\(wishing("a", "0 0 90 40", 60))\(nested)</subviews>")
      + "</subviews><constraints>" + equal("s.leading", "top.leading") + equal("s.top", "top.top")
      + equal("s.width", nil, 180) + "</constraints>"
    // 60 for a, 20 + 10 + 30 for n: halves.
    #expect(try report(scene(outer)).mismatches.isEmpty)
    #expect(try !report(scene(outer)) { $0.weighsNestedStacks = false }.mismatches.isEmpty)
  }

  @Test("Baselines are on the canvas's pixels (A8)")
  func baselinesAreOnPixels() throws {
    let label = try #require(
      try scene("<subviews>\(view("l", "0 0 50 20.5", tag: "label", attributes: "text=\"x\""))</subviews>").view("l"))
    // 0.952148 of 17 points is 16.19; two pixels a point. The last is what the line's height, up to a pixel, leaves below: 20.5 - 16.
    #expect(label.firstBaseline == 16 && label.lastBaseline == 4.5)
  }

  @Test("IB5.8: where a guide and a margin are both unknown, the margin is 8 and the guide what is left (G)")
  func guidesBehindMargins() throws {
    let imported = try scene(
      "<subviews>\(view("a", "0 12 50 40"))</subviews><viewLayoutGuide key=\"safeArea\" id=\"g\"/><constraints>"
        + equal("a.topMargin", "g.top") + equal("a.leading", "top.leading") + equal("a.width", nil, 50)
        + equal("a.height", nil, 40) + "</constraints>")
    #expect(imported.scene.root.safeArea.top == 20)
    let report = try report(imported)
    #expect(report.notes.isEmpty && report.conflicts.isEmpty && report.mismatches.isEmpty)
  }

  @Test("IB6.10: a view that is marked as misplaced says nothing about a bar")
  func misplacedViewsHaveNoVote() throws {
    func top(_ attributes: String) throws -> Double {
      try scene(
        "<subviews>\(view("a", "0 33 50 40", attributes: attributes))</subviews><viewLayoutGuide key=\"safeArea\" id=\"g\"/>"
          + "<constraints>\(equal("a.top", "g.top"))</constraints>"
      ).scene.root.safeArea.top
    }
    #expect(try top("") == 33)
    #expect(try top("misplaced=\"YES\"") == 0)
  }

  @Test("IB4.15: a size that a custom class asked for is told by the file, and judged")
  func designablesAreTold() throws {
    func imported(_ height: Double) throws -> ImportedScene {
      let text = """
        <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0" toolsVersion="17000" targetRuntime="iOS.CocoaTouch">
        <device id="retina4_7" orientation="portrait"/><objects><view id="top"><rect key="frame" x="0" y="0" width="300" height="200"/>
        <subviews>\(view("l", "0 0 120 18", tag: "label", attributes: "text=\"Label\" numberOfLines=\"0\" customClass=\"Big\""))</subviews>
        <constraints>\(equal("l.leading", "top.leading"))\(equal("l.top", "top.top"))\(equal("l.width", nil, 120))</constraints>
        </view></objects><designables><designable name="l"><size key="intrinsicContentSize" width="39" height="\(height)"/></designable></designables></document>
        """
      return try InterfaceBuilderDocument(utf8: text, file: "rule.xib").scenes(ImportOptions())[0]
    }
    let told = try imported(18)
    #expect(told.view("l")?.intrinsic.width == 39 && told.unjudged.isEmpty)
    #expect(try report(told).mismatches.isEmpty && report(told).judged.coordinates == 4)
    // Another height than it was laid out with: the class has changed since, and what it asked for then is taken.
    #expect(try imported(30).unjudged.count == 2)
  }

  @Test("Text styles are those of the platform: a headline of tvOS is 38 points")
  func televisionStyles() throws {
    let text = """
      <document type="com.apple.InterfaceBuilder.AppleTV.XIB" version="3.0" toolsVersion="17000" targetRuntime="AppleTV"><objects>
      <view id="top"><rect key="frame" x="0" y="0" width="300" height="200"/><subviews><label id="l" text="x"
       translatesAutoresizingMaskIntoConstraints="NO"><fontDescription key="fontDescription" style="UICTFontTextStyleHeadline"/>
      </label></subviews></view></objects></document>
      """
    let imported = try InterfaceBuilderDocument(utf8: text, file: "rule.xib").scenes(ImportOptions())[0]
    #expect(imported.view("l")?.intrinsic.height == 46)
  }

  @Test("A controller in a xib has its guides, as one in a storyboard")
  func controllersInXibs() throws {
    let controller = """
      <viewController id="vc"><layoutGuides><viewControllerLayoutGuide type="top" id="t"/></layoutGuides>
      <view key="view" id="top"><rect key="frame" x="0" y="0" width="375" height="667"/><subviews>\(view("a", "0 20 50 40"))</subviews>
      <constraints>\(equal("a.top", "t.bottom"))\(equal("a.leading", "top.leading"))\(equal("a.width", nil, 50))\(equal("a.height", nil, 40))</constraints>
      </view></viewController>
      """
    let imported = try scene("", root: controller)
    #expect(imported.mistakes.isEmpty && imported.scene.guides.map(\.kind) == [.top])
    #expect(imported.scene.root.safeArea.top == 20)
    #expect(try report(imported).mismatches.isEmpty)
  }

  @Test("IB6.7: marks in what a conflict leaves open are told by the conflict")
  func marksInConflicts() throws {
    let held = heldAtTheTop + equal("c.height", nil, 40) + equal("c.bottom", "top.bottom")
    let marked = view("d", "0 0 10 10", attributes: "ambiguous=\"YES\"")
    let report = try report(
      scene(
        "<subviews>\(view("c", "0 0 300 44", inside: "<subviews>\(marked)</subviews>"))</subviews><constraints>\(held)</constraints>"
      ))
    #expect(report.marks.views == 1 && report.marks.inConflict == 1)
  }

  @Test("IB6.12: a view that is marked as misplaced has a frame of its own, so it is not told as ambiguous")
  func misplacedViewsAreNotOpen() throws {
    func ambiguous(_ attributes: String) throws -> [String] {
      try report(
        scene(
          "<subviews>\(view("a", "0 0 50 40", attributes: attributes))</subviews>"
            + "<constraints>\(equal("a.leading", "top.leading"))</constraints>")
      ).ambiguous
    }
    #expect(try ambiguous("") == ["a"])
    #expect(try ambiguous("misplaced=\"YES\"").isEmpty)
  }

  @Test("IB6.11: where a constraint had to be left out, nothing is told as open")
  func lackingConstraints() throws {
    let views = "<subviews>\(view("a", "0 0 50 40"))</subviews><constraints>" + equal("a.leading", "top.leading")
    #expect(try report(scene(views + "</constraints>")).ambiguous == ["a"])
    let lacking = try scene(views + equal("a.top", "gone.top") + "</constraints>")
    #expect(lacking.mistakes.count == 1)
    #expect(try report(lacking).ambiguous.isEmpty)
  }
}
