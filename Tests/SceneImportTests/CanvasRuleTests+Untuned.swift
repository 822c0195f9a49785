import ConstraintSolver
import Foundation
import LayoutKernel
import SceneModel
import Testing

@testable import SceneImport

/// Rules that were found on files that nobody had tuned to, outside the corpus: each failed before.
extension CanvasRuleTests {
  @Test("IB5.13: a keyboard at rest begins where the safe area ends")
  func keyboardAtRest() throws {
    let root = """
      <view id="top"><rect key="frame" x="0" y="0" width="375" height="667"/><subviews>
      \(view("v", "0 0 375 633"))\(view("w", "0 600 375 33"))</subviews>
      <viewLayoutGuide key="safeArea" id="sa"/><keyboardLayoutGuide key="keyboard" id="kb"/><constraints>
      \(equal("v.leading", "top.leading"))\(equal("v.trailing", "top.trailing"))\(equal("v.top", "top.top"))
      \(equal("v.bottom", "kb.top"))\(equal("w.leading", "top.leading"))\(equal("w.trailing", "top.trailing"))
      \(equal("w.bottom", "sa.bottom"))\(equal("w.height", nil, 33))</constraints></view>
      """
    let imported = try scene("", root: root)
    #expect(imported.mistakes.isEmpty)
    let report = try report(imported)
    #expect(report.mismatches.isEmpty && report.reproduced == 2, "\(report.mismatches)")
  }

  @Test("IB5.1: the canvas size of a plain arranged view resists like any content")
  func canvasSizeResists() throws {
    let weak =
      "<constraint firstItem=\"s\" firstAttribute=\"height\" constant=\"20\" priority=\"500\" id=\"h\"/></constraints>"
    let report = try report(scene(stack(128, view("a", "0 0 100 128")) + weak))
    #expect(report.mismatches.isEmpty, "\(report.mismatches)")
  }

  @Test("IB5.11: what fills proportionally was stretched alike, and weighs what its content wants")
  func stretchedWeights() throws {
    let arranged =
      view("i", "0 0 100 40", tag: "imageView", attributes: "image=\"doc\"")
      + view(
        "l", "0 40 100 60", tag: "label", attributes: "text=\"Title\"",
        inside: "<fontDescription key=\"fontDescription\" type=\"system\" pointSize=\"25\"/>")
    let text = """
      <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0" toolsVersion="17000" targetRuntime="iOS.CocoaTouch">
      <device id="retina4_7" orientation="portrait"/><objects>
      <view id="top"><rect key="frame" x="0" y="0" width="300" height="200"/>
      \(stack(100, arranged, attributes: "axis=\"vertical\" distribution=\"fillProportionally\""))
      \(equal("s.height", nil, 100))</constraints></view></objects>
      <resources><image name="doc" width="100" height="20"/></resources></document>
      """
    let imported = try InterfaceBuilderDocument(utf8: text, file: "rule.xib").scenes()[0]
    let report = try report(imported)
    #expect(report.mismatches.isEmpty, "\(report.mismatches)")
    #expect(imported.view("l")?.intrinsic.height == 30)
  }

  @Test("IB5.11: what fills a nested stack was stretched with it")
  func stretchedNestedStacks() throws {
    func nested(_ id: String, _ frame: String, _ attributes: String, _ inside: String) -> String {
      view(
        id, frame, tag: "stackView", attributes: "axis=\"vertical\" \(attributes)",
        inside: "<subviews>\(inside)</subviews>")
    }
    // Their content is 40 and 20 wide, and they share 300 as 200 and 100.
    let own = nested(
      "a", "0 0 200 41", "alignment=\"top\"", view("l", "0 0 40 41", tag: "label", attributes: "text=\"Rows\""))
    let filled = nested(
      "b", "200 0 100 41", "",
      view("m", "0 0 100 20.5", tag: "label", attributes: "text=\"Of\"")
        + view("n", "0 20.5 100 20.5", tag: "label", attributes: "text=\"I\""))
    let root = """
      <view id="top"><rect key="frame" x="0" y="0" width="300" height="200"/><subviews>
      \(view("s", "0 0 300 41", tag: "stackView", attributes: "distribution=\"fillProportionally\"", inside: "<subviews>\(own)\(filled)</subviews>"))
      </subviews><constraints>\(equal("s.leading", "top.leading"))\(equal("s.trailing", "top.trailing"))
      \(equal("s.top", "top.top"))</constraints></view>
      """
    let imported = try scene("", root: root)
    #expect(try report(imported).mismatches.isEmpty)
    #expect(imported.view("m")?.intrinsic.width == 20 && (imported.view("n")?.intrinsic.width ?? 9) < 9)
  }

  @Test("IB5.14: an arranged image may be stretched along one side, and the other tells its scale")
  func stretchedImage() throws {
    let text = """
      <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0" toolsVersion="17000" targetRuntime="iOS.CocoaTouch">
      <device id="retina4_7" orientation="portrait"/><objects>
      <view id="top"><rect key="frame" x="0" y="0" width="300" height="200"/>
      \(stack(120, view("i", "0 0 100 120", tag: "imageView", attributes: "image=\"sun\""))) </constraints></view></objects>
      <resources><image name="sun" width="40" height="60"/></resources></document>
      """
    let imported = try InterfaceBuilderDocument(utf8: text, file: "rule.xib").scenes()[0]
    #expect(imported.view("i")?.intrinsic.height == 120)
    #expect(try report(imported).mismatches.isEmpty)
  }

  @Test("IB6.17: of AppKit's views those are told as ambiguous that are marked, and a note says so")
  func ambiguityOfAppKit() throws {
    func report(_ runtime: String, _ mark: String) throws -> SceneReport {
      let text = """
        <document type="com.apple.InterfaceBuilder3.Cocoa.XIB" version="3.0" toolsVersion="17000" targetRuntime="\(runtime)">
        <objects><view id="top"><rect key="frame" x="0" y="0" width="300" height="200"/><subviews>
        \(view("a", "10 10 50 20", tag: "textField", attributes: mark))\(view("b", "10 40 50 20", tag: "textField"))</subviews><constraints>
        \(equal("a.leading", "top.leading", 10))\(equal("b.leading", "top.leading", 10))</constraints></view></objects></document>
        """
      return try self.report(InterfaceBuilderDocument(utf8: text, file: "rule.xib").scenes()[0])
    }
    #expect(try report("iOS.CocoaTouch", "").ambiguous == ["a", "b"])
    let mac = try report("MacOSX.Cocoa", "ambiguous=\"YES\"")
    #expect(mac.ambiguous == ["a"] && mac.notes.map(\.what) == [.controlsOfMac])
    #expect(try report("MacOSX.Cocoa", "").ambiguous.isEmpty)
  }

  @Test("IB5.2: a hidden arranged view whose content is required keeps its length, and its place is not judged")
  func hiddenContent() throws {
    let hidden = view(
      "i", "0 0 28 20", tag: "imageView",
      attributes: "hidden=\"YES\" horizontalCompressionResistancePriority=\"1000\" image=\"doc\"")
    let text = """
      <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0" toolsVersion="17000" targetRuntime="iOS.CocoaTouch">
      <device id="retina4_7" orientation="portrait"/><objects>
      <view id="top"><rect key="frame" x="0" y="0" width="300" height="200"/>
      \(stack(20, hidden + view("a", "0 0 100 20"), attributes: ""))\(equal("s.height", nil, 20))</constraints></view></objects>
      <resources><image name="doc" width="28" height="28"/></resources></document>
      """
    let imported = try InterfaceBuilderDocument(utf8: text, file: "rule.xib").scenes()[0]
    let report = try report(imported)
    #expect(report.mismatches.isEmpty, "\(report.mismatches)")
    #expect(imported.untold[Coordinate(try #require(imported.view("i")).id, .x)] != nil)
  }

  @Test("IB4.17: a label's last baseline is what is left of whole lines below the first")
  func lastBaseline() throws {
    let label = MarkupElement(tag: "label", attributes: [:], line: 0)
    let baselines = try #require(
      FontMetrics(element: label, tag: "label", isTelevision: false).baselines(of: "label", height: 20.5, scale: 2))
    #expect(baselines.first == 16 && baselines.last == 4.5)
  }

  @Test("IB4.16: a tools version above 30000 is none: the plug-in's counts")
  func toolsVersion() throws {
    func version(_ dependencies: String) throws -> Double {
      let text = "<document toolsVersion=\"32700.99.1234\"><dependencies>\(dependencies)</dependencies></document>"
      return DocumentEnvironment(document: try MarkupElement(document: Data(text.utf8), file: "a.xib")).toolsVersion
    }
    #expect(
      try version("<plugIn identifier=\"com.apple.InterfaceBuilder.IBCocoaTouchPlugin\" version=\"22685\"/>") == 22685)
    #expect((20_000.0..<24_000).contains(try version("")))
  }

  @Test("IB5.12: what only the canvas makes conflict is a note")
  func canvasConflicts() throws {
    let two = """
      <constraint firstItem="a" firstAttribute="height" constant="30" id="h"/>
      <constraint firstItem="a" firstAttribute="height" constant="60" \("placeholder=\"YES\"") id="p"/></constraints>
      """
    let placed =
      "<subviews>\(view("a", "0 0 100 30"))</subviews><constraints>" + equal("a.leading", "top.leading")
      + equal("a.top", "top.top") + equal("a.width", nil, 100)
    let note = try report(scene(placed + two))
    #expect(note.conflicts.isEmpty && note.notes.map(\.what) == [.canvasConflict], "\(note.conflicts)")
    let real = try report(scene(placed + two.replacing("placeholder=\"YES\"", with: "")))
    #expect(real.conflicts.count == 1)
    // A root that says so has its own height.
    func rooted(_ own: String) -> String {
      """
      <view id="top" \(own)><rect key="frame" x="0" y="0" width="300" height="64"/>
      <subviews>\(view("a", "0 0 300 64"))</subviews><constraints>\(equal("a.leading", "top.leading"))
      \(equal("a.trailing", "top.trailing"))\(equal("a.top", "top.top"))\(equal("a.bottom", "top.bottom"))\(equal("a.height", nil, 90))
      </constraints></view>
      """
    }
    #expect(try report(scene("", root: rooted("translatesAutoresizingMaskIntoConstraints=\"NO\""))).conflicts.isEmpty)
    #expect(try report(scene("", root: rooted(""))).conflicts.count == 1)
  }

  @Test("IB6.13: a column that is too full by several constraints is told once")
  func overfullColumn() throws {
    let names = ["a", "b", "c", "d"]
    var constraints = equal("a.top", "top.top") + equal("d.bottom", "top.bottom")
    for (index, name) in names.enumerated() {
      constraints +=
        equal("\(name).leading", "top.leading") + equal("\(name).width", nil, 50) + equal("\(name).height", nil, 150)
      if index > 0 { constraints += equal("\(name).top", "\(names[index - 1]).bottom") }
    }
    let views = names.map { view($0, "0 0 50 50") }.joined()
    let report = try report(scene("<subviews>\(views)</subviews><constraints>\(constraints)</constraints>"))
    #expect(report.conflicts.count == 1 && report.conflicts[0].further > 0, "\(report.conflicts)")
  }

  @Test("IB4.18: recorded numbers of single precision are pixels")
  func singlePrecision() throws {
    let text = """
      <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0" toolsVersion="17000" targetRuntime="iOS.CocoaTouch">
      <device id="retina5_9" orientation="portrait"/><objects>
      <view id="top"><rect key="frame" x="0" y="0" width="75.666664123535156" height="20.333333333333332"/></view></objects></document>
      """
    let imported = try InterfaceBuilderDocument(utf8: text, file: "rule.xib").scenes()[0]
    #expect(imported.scene.root.frame.size == Size(width: 227.0 / 3, height: 61.0 / 3))
  }

  @Test("IB6.4: attributed text is measured, and segments of no frame are as wide as their titles")
  func measuredTexts() throws {
    let label = """
      <label id="l" translatesAutoresizingMaskIntoConstraints="NO"><rect key="frame" x="0" y="0" width="50" height="20"/>
      <attributedString key="attributedText"><fragment content="Some words"><attributes><font key="NSFont" size="20" name="x"/>
      </attributes></fragment></attributedString></label>
      """
    let segments = """
      <segmentedControl id="g" translatesAutoresizingMaskIntoConstraints="NO"><segments><segment title="One"/><segment title="Three"/>
      </segments></segmentedControl>
      """
    let imported = try scene("<subviews>\(label)\(segments)</subviews>")
    let view = try #require(imported.view("l"))
    let natural = try #require(imported.naturalSizes[view.id])
    #expect((90.0...110).contains(natural.width ?? 0) && (23.0...25).contains(natural.height ?? 0))
    #expect((imported.view("g")?.intrinsic.width ?? 0) > 80)
    let shown = imported.origins.values.first { $0.identifier == "g" }
    #expect(shown?.look.segments == ["One", "Three"])
  }

  @Test("IB6.14: constraints for other size classes place nothing")
  func uninstalledConstraints() throws {
    let inside = """
      <subviews>\(view("a", "10 10 50 50"))</subviews><constraints>\(equal("a.leading", "top.leading", 10))</constraints>
      <variation key="default"><mask key="constraints"><exclude reference="a.leading-top.leading"/></mask></variation>
      """
    let report = try report(scene(inside))
    #expect(report.ambiguous == ["a"])
  }

  @Test("IB6.15: a sweep takes the devices of the file's platform")
  func devicesOfPlatform() throws {
    func target(_ runtime: String, _ device: String) throws -> Device.Idiom? {
      let text = "<document targetRuntime=\"\(runtime)\"><device id=\"\(device)\"/></document>"
      return try InterfaceBuilderDocument(utf8: text, file: "a.storyboard").target
    }
    #expect(try target("AppleTV", "appleTV") == .television)
    #expect(try target("iOS.CocoaTouch.iPad", "retina4_7") == .pad)
    #expect(try target("iOS.CocoaTouch", "ipad9_7") == .pad)
    #expect(try target("iOS.CocoaTouch", "retina4_7") == nil)
    #expect(ScreenVariation.devices(for: .television).map(\.name) == ["apple-tv"])
    #expect(ScreenVariation.devices(for: .pad).allSatisfy { $0.idiom == .pad })
  }

  @Test("Pseudo-languages change texts as Xcode's do")
  func pseudoLanguages() throws {
    #expect(PseudoLanguage.double.words([10, 20], bracket: 5) == [10, 20, 10, 20])
    #expect(PseudoLanguage.bounded.words([10, 20], bracket: 5) == [5, 10, 20, 5])
    #expect(PseudoLanguage.double.width(30, bracket: 5, space: 4) == 64)
    #expect(PseudoLanguage.bounded.width(30, bracket: 5, space: 4) == 48)
    #expect(PseudoLanguage.accented.width(30, bracket: 5, space: 4) == 30)
    let label = view("l", "0 0 100 20.5", tag: "label", attributes: "text=\"Title\"")
    let imported = try scene("<subviews>\(label)</subviews>")
    func size(_ language: PseudoLanguage?) throws -> IntrinsicSize {
      var variation = ScreenVariation()
      variation.language = language
      return try #require(imported.varied(variation).view("l")).intrinsic
    }
    let plain = try size(nil)
    #expect(try size(.tall).height ?? 0 > 1.4 * (plain.height ?? 0))
    #expect(try size(.double).width ?? 0 > 1.9 * (plain.width ?? 0))
    #expect(try size(.bounded).width ?? 0 > plain.width ?? 0)
  }
}
