import ConstraintSolver
import Foundation
import LayoutKernel
import LayoutPlugin
import SceneModel
import TestSupport
import Testing

@testable import SceneImport

/// Rules of Interface Builder's canvas (Guides/rules/interface-builder.md, section 5 and 6), each on a file of our own, and where a
/// switch or a neighbour decides, both ways. Numbers are worked out by hand.
@Suite struct CanvasRuleTests {
  func scene(_ views: String, tools: Int = 17000, root: String = "") throws -> ImportedScene {
    let text = """
      <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0" toolsVersion="\(tools)" \
      targetRuntime="iOS.CocoaTouch" useAutolayout="YES">
      <device id="retina4_7" orientation="portrait"/>
      <objects>\(root.isEmpty ? "<view id=\"top\"><rect key=\"frame\" x=\"0\" y=\"0\" width=\"300\" height=\"200\"/>\(views)</view>" : root)</objects>
      </document>
      """
    return try InterfaceBuilderDocument(utf8: text, file: "rule.xib").scenes(ImportOptions())[0]
  }

  func report(_ imported: ImportedScene, _ change: (inout LayoutQuirks) -> Void = { _ in }) throws
    -> SceneReport
  {
    var quirks = SceneCheck.canvas
    change(&quirks)
    return try SceneCheck(quirks: quirks).report(on: imported, file: "rule.xib", solver: ConstraintSolver())
  }

  func view(
    _ id: String, _ frame: String, tag: String = "view", attributes: String = "", inside: String = ""
  ) -> String {
    let numbers = frame.split(separator: " ")
    return """
      <\(tag) id="\(id)" translatesAutoresizingMaskIntoConstraints="NO" \(attributes)>\
      <rect key="frame" x="\(numbers[0])" y="\(numbers[1])" width="\(numbers[2])" height="\(numbers[3])"/>\(inside)</\(tag)>
      """
  }

  func equal(_ first: String, _ second: String? = nil, _ constant: Double = 0) -> String {
    func split(_ text: String) -> [Substring] { text.split(separator: ".") }
    let other = second.map { "secondItem=\"\(split($0)[0])\" secondAttribute=\"\(split($0)[1])\"" } ?? ""
    return """
      <constraint firstItem="\(split(first)[0])" firstAttribute="\(split(first)[1])" \(other) constant="\(constant)" \
      id="\(first)-\(second ?? "")"/>
      """
  }

  /// A vertical stack view, 100 wide at 0, 0, with these arranged views.
  func stack(_ height: Int, _ arranged: String, attributes: String = "axis=\"vertical\"") -> String {
    "<subviews>"
      + view(
        "s", "0 0 100 \(height)", tag: "stackView", attributes: attributes, inside: "<subviews>\(arranged)</subviews>")
      + "</subviews><constraints>" + equal("s.leading", "top.leading") + equal("s.top", "top.top")
      + equal("s.width", nil, 100)
  }

  @Test("IB5.1: an arranged plain view wishes for 128 points of height, which ambiguity does not ask for (A1)")
  func arrangedViewsWish() throws {
    let imported = try scene(stack(128, view("a", "0 0 100 128")) + "</constraints>")
    let report = try report(imported)
    #expect(report.mismatches.isEmpty && report.reproduced == 2)
    #expect(imported.wishes.contains(Coordinate(try #require(imported.view("a")).id, .height)))
    // Nothing in the file holds its height.
    #expect(report.ambiguous == ["s", "a"])
  }

  @Test("IB5.1: another size is the one that Interface Builder stored: taken, and not judged (A1)")
  func storedSizesAreNotJudged() throws {
    let imported = try scene(stack(70, view("a", "0 0 100 70")) + "</constraints>")
    #expect(imported.unjudged[Coordinate(try #require(imported.view("a")).id, .height)] == .storedSize)
    #expect(try report(imported).mismatches.isEmpty)
  }

  @Test("IB5.2: a hidden arranged view keeps a required height, and what run time logs is a conflict of run time (A2)")
  func hiddenViewsKeepRequiredLengths() throws {
    let hidden = view(
      "h", "0 50 100 30", attributes: "hidden=\"YES\"",
      inside: "<constraints>\(equal("h.height", nil, 30))</constraints>")
    let shown = view("a", "0 0 100 50", inside: "<constraints>\(equal("a.height", nil, 50))</constraints>")
    let imported = try scene(stack(50, shown + hidden) + "</constraints>")
    let canvas = try report(imported)
    #expect(canvas.conflicts.map(\.isOfRunTime) == [true] && canvas.mismatches.isEmpty)
    #expect(canvas.conflictLayouts.map(\.indices) == [[0]])
    #expect(try report(imported) { $0.hiddenArrangedViews = .inChain }.conflicts.count == 1)
  }

  @Test("IB5.2: the place of a hidden arranged view is not judged, whatever tools recorded it (A2)")
  func oldToolsRecordNoPlace() throws {
    let hidden = view(
      "h", "0 0 100 30", attributes: "hidden=\"YES\"",
      inside: "<constraints>\(equal("h.height", nil, 30))</constraints>")
    let shown = view("a", "0 0 100 50", inside: "<constraints>\(equal("a.height", nil, 50))</constraints>")
    for tools in [14000, 17000] {
      let report = try report(scene(stack(50, shown + hidden) + "</constraints>", tools: tools))
      #expect(report.mismatches.isEmpty)
    }
  }

  @Test("IB5.3: a hidden activity indicator takes part in its stack view (A3)")
  func hiddenIndicatorsCount() throws {
    let shown = view("a", "0 0 100 50", inside: "<constraints>\(equal("a.height", nil, 50))</constraints>")
    let indicator = view("i", "0 50 100 20", tag: "activityIndicatorView", attributes: "hidden=\"YES\"")
    #expect(try report(scene(stack(70, shown + indicator) + "</constraints>")).mismatches.isEmpty)
    let plain = view("i", "0 50 100 20", tag: "label", attributes: "hidden=\"YES\" text=\"x\"")
    #expect(try !report(scene(stack(70, shown + plain) + "</constraints>")).mismatches.isEmpty)
  }

  @Test("IB4.5: a slider's insets are its era's, unless it kept the old height (A5)")
  func slidersHaveAnEra() throws {
    func insets(_ tools: Int, height: Int) throws -> Insets? {
      try scene("<subviews>\(view("l", "0 0 100 \(height)", tag: "slider"))</subviews>", tools: tools).view("l")?
        .alignmentInsets
    }
    #expect(try insets(17000, height: 31) == Insets(left: 2, bottom: 1, right: 2))
    #expect(try insets(24127, height: 34) == .zero)
    #expect(try insets(24127, height: 31) == Insets(left: 2, bottom: 1, right: 2))
  }

  @Test("IB4.9: standard spacing between baselines is 22, and says that it is a guess (A6)")
  func baselineSpacingIsAGuess() throws {
    let imported = try scene(
      stack(
        50, view("a", "0 0 100 20", tag: "label", attributes: "text=\"x\""),
        attributes: "axis=\"vertical\" spacingType=\"standard\" baselineRelativeArrangement=\"YES\"") + "</constraints>"
    )
    #expect(imported.view("s")?.stack?.spacing == 22)
    #expect(imported.calibrated.contains { $0.what == .guess })
  }

  @Test("IB5.5: a view that no constraint names stays where it was recorded, and is not judged (A7)")
  func unnamedViewsStay() throws {
    let report = try report(scene("<subviews>\(view("a", "7 9 30 40"))</subviews>"))
    #expect(report.uncompared.contains { $0.view == "a" })
    #expect(report.frames.contains { $0.view == "a" && $0.rect == Rect(x: 7, y: 9, width: 30, height: 40) })
  }

  @Test("IB6.2: a frame that required constraints alone contradict is stale, and still told (B1)")
  func staleFramesAreTold() throws {
    let held =
      equal("a.leading", "top.leading", 20) + equal("a.top", "top.top", 10) + equal("a.width", nil, 50)
      + equal("a.height", nil, 40)
    func report(_ frame: String) throws -> SceneReport {
      try self.report(scene("<subviews>\(view("a", frame))</subviews><constraints>\(held)</constraints>"))
    }
    let stale = try report("33 10 50 40")
    #expect(stale.mismatches.map(\.isStale) == [true] && stale.stale == 1)
    #expect(try report("20 10 50 40").mismatches.isEmpty)
  }

  @Test("IB6.3: a miss of one whole point at two pixels a point counts, half a point does not (B2)")
  func wholePointsAreContradictions() throws {
    func isFlagged(_ x: Double) throws -> Bool {
      let held =
        equal("a.leading", "top.leading", 20) + equal("a.top", "top.top", 10) + equal("a.trailing", "top.trailing", -30)
      return try scene(
        "<subviews>\(view("a", "\(x) 10 \(270 - x) 40"))</subviews><constraints>\(held)</constraints>"
      ).isFlagged
    }
    #expect(try isFlagged(21))
    #expect(try !isFlagged(20.5))
  }

  @Test("IB5.7: two required ends of one scroll view's content must agree (B3)")
  func contentEndsMustAgree() throws {
    func isFlagged(_ second: Double) throws -> Bool {
      let inside =
        "<subviews>" + view("a", "0 0 50 60") + view("b", "50 0 50 40") + "</subviews><constraints>"
        + equal("v.bottom", "a.bottom", 10) + equal("v.bottom", "b.bottom", second) + "</constraints>"
      return try scene("<subviews>\(view("v", "0 0 100 100", tag: "scrollView", inside: inside))</subviews>").isFlagged
    }
    #expect(try !isFlagged(30))
    #expect(try isFlagged(33))
  }

  let heldAtTheTop =
    CanvasRuleTests.plain("c.leading", "top.leading") + CanvasRuleTests.plain("c.top", "top.top")
    + CanvasRuleTests.plain("c.trailing", "top.trailing")

  private static func plain(_ first: String, _ second: String) -> String {
    let (a, b) = (first.split(separator: "."), second.split(separator: "."))
    return
      "<constraint firstItem=\"\(a[0])\" firstAttribute=\"\(a[1])\" secondItem=\"\(b[0])\" secondAttribute=\"\(b[1])\" id=\"\(first)\"/>"
  }

  @Test("IB5.6: a custom class draws itself to the recorded size, unless Interface Builder marks it as ambiguous (C1)")
  func customClassesHaveASize() throws {
    func report(_ attributes: String) throws -> SceneReport {
      try self.report(
        scene(
          "<subviews>\(view("c", "0 0 300 44", attributes: attributes))</subviews><constraints>\(heldAtTheTop)</constraints>"
        ))
    }
    let custom = try report("customClass=\"Badge\"")
    #expect(custom.ambiguous.isEmpty && custom.mismatches.isEmpty)
    #expect(custom.leftOut.contains { $0.why == "custom-size" && $0.which == ["c.height"] })
    #expect(try report("").ambiguous == ["c"])
    let marked = try report("customClass=\"Badge\" ambiguous=\"YES\"")
    #expect(marked.ambiguous == ["c"])
    #expect(marked.marks.views == 1 && marked.marks.told == 1)
  }

  @Test("IB6.4: a hidden arranged view is not told as ambiguous (T)")
  func hiddenArrangedViewsAreNotAsked() throws {
    let shown = view("a", "0 0 100 50", inside: "<constraints>\(equal("a.height", nil, 50))</constraints>")
    let hidden = view("h", "0 50 100 0", attributes: "hidden=\"YES\" customClass=\"Badge\"")
    #expect(try report(scene(stack(50, shown + hidden) + "</constraints>")).ambiguous.isEmpty)
  }

  @Test("IB6.6: an empty scroll view is asked where it holds a constraint, and not otherwise")
  func emptyScrollViews() throws {
    let edges = heldAtTheTop.replacingOccurrences(of: "\"c\"", with: "\"v\"")
    func ambiguous(_ own: String, _ rest: String) throws -> [String] {
      try report(
        scene(
          "<subviews>\(view("v", "0 0 300 100", tag: "scrollView", inside: own))</subviews><constraints>\(edges)\(rest)</constraints>"
        )
      ).ambiguous
    }
    #expect(try ambiguous("<constraints>\(equal("v.height", nil, 100))</constraints>", "") == ["v"])
    #expect(try ambiguous("", equal("v.bottom", "top.top", 100)).isEmpty)
  }

  @Test("IB6.7: what a conflict leaves open is not told beside it")
  func conflictsComeFirst() throws {
    let held = heldAtTheTop + equal("c.height", nil, 40) + equal("c.bottom", "top.bottom")
    let inside = view("d", "0 0 10 10", inside: "")
    let report = try report(
      scene(
        "<subviews>\(view("c", "0 0 300 44", inside: "<subviews>\(inside)</subviews><constraints>\(equal("d.top", "c.top"))</constraints>"))</subviews><constraints>\(held)</constraints>"
      ))
    #expect(report.conflicts.count == 1)
    #expect(report.ambiguous.isEmpty)
  }

  @Test("IB6.8: a view without a recorded frame wants what its text asks for, and moves no guide")
  func unrecordedViews() throws {
    let label = """
      <subviews><label id="a" text="Hello" translatesAutoresizingMaskIntoConstraints="NO"/></subviews>
      <constraints>\(equal("a.leading", "top.leading", 20))\(equal("a.top", "top.topMargin", 76))</constraints>
      """
    let report = try report(scene(label))
    #expect(report.ambiguous.isEmpty && report.conflicts.isEmpty && !report.flagged)
    let frame = try #require(report.frames.first { $0.view == "a" }?.rect)
    #expect(frame.width > 30 && frame.width < 60 && frame.height == 20.5)
  }

  @Test("IB6.9: views in cells beyond what their table shows are told as not laid out, marked or not")
  func unseenCells() throws {
    func cell(_ y: Int, _ mark: String = "ambiguous=\"YES\"") -> String {
      """
      <tableViewCell id="cell\(y)"><rect key="frame" x="0" y="\(y)" width="300" height="44"/>
      <tableViewCellContentView key="contentView" id="content\(y)"><rect key="frame" x="0" y="0" width="300" height="44"/>
      <subviews><label id="l\(y)" text="x" \(mark)><rect key="frame" x="8" y="0" width="280" height="44"/></label></subviews>
      </tableViewCellContentView></tableViewCell>
      """
    }
    let root = """
      <tableView id="top" dataMode="static"><rect key="frame" x="0" y="0" width="300" height="200"/>
      <sections><tableViewSection id="one"><cells>\(cell(0))\(cell(180))\(cell(224, ""))</cells></tableViewSection></sections></tableView>
      """
    let report = try report(scene("", root: root))
    #expect(report.marks.views == 2 && report.marks.unseen == 1 && report.marks.told == 0)
    #expect(report.marks.unlaid == 2)
    #expect(report.notes.map(\.what) == [.unlaidCells])
    #expect(report.notes.first?.text.hasPrefix("l180, l224 ") == true)
  }
}
