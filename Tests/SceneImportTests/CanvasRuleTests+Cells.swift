import Foundation
import SceneModel
import Testing

@testable import SceneImport

/// Rules that were found on 542 files of 21 repositories that nobody had tuned to.
extension CanvasRuleTests {
  /// A cell whose content view holds a view at its margins; the margins that it is imported with, without looking at frames.
  private func margins(
    tools: Int, device: String = "retina4_7", cell: String = "", table: Bool = true, content: String = ""
  ) throws -> DirectionalInsets {
    let cell = """
      <tableViewCell id="cell" \(cell)><rect key="frame" x="0" y="0" width="320" height="44"/>
      <tableViewCellContentView key="contentView" id="content" \(content)>
      <rect key="frame" x="0" y="0" width="320" height="44"/></tableViewCellContentView></tableViewCell>
      """
    let root =
      table
      ? """
      <tableView id="table"><rect key="frame" x="0" y="0" width="320" height="400"/>
      <prototypes>\(cell)</prototypes></tableView>
      """ : cell
    let text = """
      <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0" toolsVersion="\(tools)" targetRuntime="iOS.CocoaTouch">
      <device id="\(device)" orientation="portrait"/><objects>\(root)</objects></document>
      """
    let imported = try InterfaceBuilderDocument(utf8: text, file: "rule.xib").scenes()[0]
    return try #require(imported.view("content")?.margins.own)
  }

  @Test("IB4.8: margins of cells follow the era of the tools, the device and the accessory")
  func cellMargins() throws {
    func insets(_ vertical: Double, _ leading: Double, _ trailing: Double) -> DirectionalInsets {
      DirectionalInsets(top: vertical, leading: leading, bottom: vertical, trailing: trailing)
    }
    // Xcode 8 knows none of Xcode 9's margins.
    #expect(try margins(tools: 12_121) == insets(8, 8, 8))
    #expect(try margins(tools: 13_771) == insets(11, 16, 16))
    #expect(try margins(tools: 21_507, device: "retina6_1") == insets(11, 20, 20))
    #expect(try margins(tools: 24_412, device: "retina6_0") == insets(15, 16, 16))
    #expect(try margins(tools: 24_412, device: "retina6_12") == insets(15, 20, 20))
    let accessory = "accessoryType=\"disclosureIndicator\""
    #expect(try margins(tools: 21_507, device: "retina6_1", cell: accessory) == insets(11, 20, 8))
    // Without a table, a cell takes the device's only where it keeps a superview's margins.
    #expect(try margins(tools: 21_507, device: "retina6_1", table: false) == insets(11, 16, 16))
    let keeping = "preservesSuperviewLayoutMargins=\"YES\""
    #expect(try margins(tools: 21_507, device: "retina6_1", table: false, content: keeping) == insets(11, 20, 20))
  }

  @Test("IB5.16: a label without a text is 50 points high and wide in a stack view, and nothing elsewhere")
  func emptyLabels() throws {
    let empty = view("l", "0 0 100 50", tag: "label", attributes: "text=\"\"")
    let imported = try scene(stack(50, empty) + "</constraints>")
    let report = try report(imported)
    #expect(report.mismatches.isEmpty && report.ambiguous.isEmpty, "\(report.mismatches)")
    // The height is no calibration, and is judged.
    let height = Coordinate(try #require(imported.view("l")).id, .height)
    #expect(imported.unjudged[height] == nil)
    let text = try scene(
      stack(50, view("l", "0 0 100 50", tag: "label", attributes: "text=\"Row\"")) + "</constraints>")
    #expect(text.unjudged[Coordinate(try #require(text.view("l")).id, .height)] == .textSize)
  }

  @Test("A stack view in a row of baselines has that of its last view")
  func baselineOfNestedStack() throws {
    let large = view(
      "n", "0 16.5 25.5 50.5", tag: "label", attributes: "text=\"0\"",
      inside: "<fontDescription key=\"fontDescription\" type=\"system\" pointSize=\"42\"/>")
    let small = view(
      "c", "27.5 0 72.5 60", tag: "stackView", attributes: "axis=\"vertical\"",
      inside: "<subviews>"
        + view(
          "l", "0 0 72.5 10", tag: "label", attributes: "text=\"g Carbs\" verticalCompressionResistancePriority=\"740\""
        )
        + view(
          "e", "0 10 72.5 50", tag: "label", attributes: "text=\"\"",
          inside: "<fontDescription key=\"fontDescription\" style=\"UICTFontTextStyleFootnote\"/>") + "</subviews>")
    let imported = try scene(
      stack(67, large + small, attributes: "alignment=\"lastBaseline\" spacing=\"2\"") + equal("s.height", nil, 67)
        + "</constraints>")
    let report = try report(imported)
    #expect(report.mismatches.isEmpty, "\(report.mismatches)")
    #expect(!imported.calibrated.contains { $0.what == .baseline && $0.identifier == "c" })
  }

  @Test("IB5.15: a bar gives its item's view a frame on the canvas, and asks for a size at run time")
  func barItems() throws {
    func item(_ attributes: String, _ frame: String) -> String {
      let inside = """
        <subviews>\(view("l", "0 0 40 33", tag: "label", attributes: "text=\"1.00\""))</subviews><constraints>
        \(equal("l.width", nil, 40))\(equal("l.leading", "v.leading"))\(equal("v.trailing", "l.trailing"))
        \(equal("l.top", "v.top"))\(equal("v.bottom", "l.bottom"))</constraints>
        """
      let bar = "<toolbar id=\"bar\"><rect key=\"frame\" x=\"0\" y=\"0\" width=\"300\" height=\"44\"/><items>"
      let numbers = frame.split(separator: " ")
      return """
        <subviews>\(bar)<barButtonItem id="i"><view key="customView" id="v" \(attributes)>
        <rect key="frame" x="\(numbers[0])" y="\(numbers[1])" width="\(numbers[2])" height="\(numbers[3])"/>\(inside)
        </view></barButtonItem></items></toolbar></subviews>
        """
    }
    let tight = try report(scene(item("", "200 5 0 33")))
    #expect(tight.conflicts.isEmpty && tight.notes.map(\.what) == [.canvasConflict], "\(tight.conflicts)")
    let untranslated = try report(
      scene(item("translatesAutoresizingMaskIntoConstraints=\"NO\"", "134 27 40 33")))
    #expect(untranslated.ambiguous.isEmpty && untranslated.conflicts.isEmpty)
  }

  @Test("IB6.6: a scroll view of one's own class fills itself")
  func ownScrollViews() throws {
    func ambiguous(_ attributes: String) throws -> [String] {
      let scroll = view(
        "s", "10 10 100 50", tag: "scrollView", attributes: attributes,
        inside: "<constraints>\(equal("s.width", nil, 100))\(equal("s.height", nil, 50))</constraints>")
      return try report(
        scene(
          "<subviews>\(scroll)</subviews><constraints>\(equal("s.leading", "top.leading", 10))"
            + "\(equal("s.top", "top.top", 10))</constraints>")
      ).ambiguous
    }
    #expect(try ambiguous("") == ["s"])
    #expect(try ambiguous("customClass=\"StackScroll\"").isEmpty)
  }

  @Test("A stack view's margins are read from views that touch them, and are never negative")
  func marginsOfStacks() throws {
    func margins(_ frame: String, _ alignment: String) throws -> DirectionalInsets? {
      let margins = "<edgeInsets key=\"layoutMargins\" top=\"0\" left=\"16\" bottom=\"0\" right=\"8\"/>"
      let stack = view(
        "s", "0 0 200 40", tag: "stackView", attributes: "axis=\"vertical\" alignment=\"\(alignment)\"",
        inside: "<subviews>\(view("v", frame, tag: "label", attributes: "text=\"Row\""))</subviews>\(margins)")
      return try scene(
        "<subviews>\(stack)</subviews><constraints>\(equal("s.leading", "top.leading"))\(equal("s.top", "top.top"))"
          + "\(equal("s.width", nil, 200))</constraints>"
      ).view("s")?.margins.own
    }
    let written = DirectionalInsets(top: 0, leading: 16, bottom: 0, trailing: 8)
    #expect(try margins("16 0 60 40", "top") == written)
    #expect(try margins("16 0 1900 40", "fill") == written)
  }

  @Test("IB4.5: a symbol's place that its insets move by a point is not judged")
  func placesOfSymbols() throws {
    func imported(_ attributes: String) throws -> ImportedScene {
      let image = view("i", "10 91 20 20", tag: "imageView", attributes: attributes)
      return try scene(
        "<subviews>\(image)</subviews><constraints>\(equal("i.leading", "top.leading", 10))"
          + "\(equal("i.centerY", "top.centerY"))</constraints>")
    }
    let symbol = try imported("image=\"bell\" catalog=\"system\"")
    #expect(try report(symbol).mismatches.isEmpty)
    #expect(symbol.unjudged[Coordinate(try #require(symbol.view("i")).id, .y)] == .alignmentInset)
    #expect(try report(imported("image=\"own\"")).mismatches.count == 1)
  }

  @Test("IB6.17: a conflict with the size of an AppKit control's content is a note")
  func contentOfAppKit() throws {
    func report(_ runtime: String) throws -> SceneReport {
      let text = """
        <document type="com.apple.InterfaceBuilder3.Cocoa.XIB" version="3.0" toolsVersion="17000" targetRuntime="\(runtime)">
        <objects><view id="top"><rect key="frame" x="0" y="0" width="300" height="200"/><subviews>
        \(view("a", "10 10 50 20", tag: "button", attributes: "horizontalCompressionResistancePriority=\"1000\""))</subviews><constraints>
        \(equal("a.leading", "top.leading", 10))\(equal("a.top", "top.top", 10))\(equal("a.width", nil, 40))</constraints>
        </view></objects></document>
        """
      return try self.report(InterfaceBuilderDocument(utf8: text, file: "rule.xib").scenes()[0])
    }
    #expect(try report("iOS.CocoaTouch").conflicts.map(\.isOfRunTime) == [true])
    #expect(try report("MacOSX.Cocoa").conflicts.isEmpty)
  }
}
