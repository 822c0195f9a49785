import Foundation
import SceneImport
import SceneModel
import Testing

@testable import Reports

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Two views, the inner one in the outer.
private func nested(_ name: String = "a<b") -> SceneDrawing {
  var scene = Scene(rootSize: Size(width: 100, height: 50), scale: 1)
  scene.views.append(View(id: ItemID(1), name: "outer", parent: .root))
  scene.views.append(View(id: ItemID(2), name: name, parent: ItemID(1)))
  return SceneDrawing(
    scene: scene,
    frames: [
      .root: Rect(x: 0, y: 0, width: 100, height: 50), ItemID(1): Rect(x: 10, y: 5, width: 80, height: 40),
      ItemID(2): Rect(x: 3, y: 4, width: 30, height: 20),
    ])
}

@Test("A drawing places a nested view where its superviews put it, and escapes its name")
func drawingIsAbsoluteAndEscaped() {
  var drawing = nested()
  drawing.marked = [ItemID(2): "too wide"]
  let svg = drawing.svg
  #expect(svg.contains("x=\"13\" y=\"9\" width=\"30\" height=\"20\" stroke=\"#c0392b\""))
  #expect(svg.contains("a&lt;b"))
  #expect(!svg.contains("a<b"))
}

@Test("Every kind of view, hidden or marked, is drawn as XML that a reader accepts", arguments: View.Kind.allCases)
func drawingIsWellFormed(kind: View.Kind) {
  for isHidden in [false, true] {
    for mark in [nil, "too wide"] {
      var drawing = nested()
      drawing.scene.views[drawing.scene.views.count - 1].kind = kind
      drawing.scene.views[drawing.scene.views.count - 1].isHidden = isHidden
      drawing.marked[ItemID(2)] = mark
      #expect(XMLParser(data: Data(drawing.svg.utf8)).parse(), "\(kind), hidden: \(isHidden), marked: \(mark ?? "no")")
    }
  }
}

@Test("Every view is named, and no label covers another")
func labelsNeverPileUp() {
  var placer = LabelPlacer(bounds: Rect(x: 0, y: 0, width: 120, height: 200))
  let names = (0..<60).map { "view number \($0)" }
  for (index, name) in names.enumerated() {
    placer.name(name, of: Rect(x: Double(index % 3), y: Double(index % 7), width: 40, height: 20))
  }
  #expect(placer.placeColumn(x: 130) != nil)
  #expect(Set(placer.placed.map(\.text)) == Set(names))
  for (index, one) in placer.placed.enumerated() {
    for other in placer.placed.dropFirst(index + 1) { #expect(!one.box.intersects(other.box)) }
  }
}

@Test("A view is called by its class, then its label, its text, the property that it is connected to, and its id")
func titles() throws {
  let xml = """
    <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0"><objects>
    <placeholder placeholderIdentifier="IBFilesOwner" id="-1"><connections>
    <outlet property="view" destination="r" id="o1"/><outlet property="greeting" destination="c" id="o2"/>
    <outlet property="searchDelegate" destination="d" id="o3"/><outlet property="hero" destination="e" id="o4"/>
    <outlet property="alsoHero" destination="e" id="o5"/></connections></placeholder><view id="r">
    <rect key="frame" x="0" y="0" width="100" height="100"/><subviews>
    <label text="Hello" customClass="PriceLabel" userLabel="Price" id="a"><rect key="frame" x="0" y="0" width="50" height="20"/></label>
    <label text="Hello" userLabel="Price" id="b"><rect key="frame" x="0" y="0" width="50" height="20"/></label>
    <label text="Hello" id="c"><rect key="frame" x="0" y="0" width="50" height="20"/></label>
    <view id="d"><rect key="frame" x="0" y="0" width="50" height="20"/></view>
    <imageView image="sun" id="e"><rect key="frame" x="0" y="0" width="50" height="20"/></imageView>
    </subviews></view></objects></document>
    """
  let scene = try #require(try InterfaceBuilderDocument(Data(xml.utf8), file: "x.xib").scenes(ImportOptions()).first)
  #expect(scene.scene.views.map { scene.title(of: $0.id) } == ["r", "PriceLabel", "Price", "Hello", "d", "hero"])
  #expect(scene.view(named: "hero") == scene.view(named: "e"))
  #expect(scene.view(named: "PriceLabel") == scene.view(named: "a"))
}

@Test("A label's text stands in its own size, and says who it is")
func textInItsSize() {
  var drawing = nested("inner")
  drawing.scene.views[2].kind = .label
  var look = ViewLook()
  (look.text, look.pointSize) = ("Hi", 13)
  drawing.looks[ItemID(2)] = look
  drawing.titles[ItemID(2)] = "Hi"
  #expect(drawing.svg.contains("font-size=\"13\""))
  #expect(drawing.svg.split(separator: ">Hi</text>").count == 2)
}

@Test("A text that is drawn smaller to fit is not cut for a rounded number")
func textThatFits() {
  for (text, width) in [("Espresso", 69.67), ("Flat white", 73.33), ("Checkout", 66.1), ("Continue", 62.7)] {
    for step in 0..<40 {
      var drawing = nested("inner")
      drawing.scene.views[2].kind = .label
      var look = ViewLook()
      (look.text, look.pointSize) = (text, 17)
      drawing.looks[ItemID(2)] = look
      let frame = Rect(x: 3, y: 4, width: width + Double(step) / 30, height: 20)
      #expect(drawing.textShown(of: drawing.scene.views[2], in: frame)?.isWhole == true, "\(text) in \(frame.width)")
    }
  }
}

@Test("A constraint is an arrow between its anchors, with its constant and its priority")
func constraintArrow() throws {
  var drawing = nested("inner")
  var constraint = LayoutConstraint(
    id: .init(1), name: "c", first: .anchor(LayoutAnchor(ItemID(2), .leading)),
    second: .anchor(LayoutAnchor(ItemID(1), .leading)), constant: 3)
  constraint.relation = .greaterThanOrEqual
  constraint.priority = 750
  drawing.scene.constraints = [constraint]
  drawing.constraints = [constraint.id]
  #expect(drawing.svg.contains("≥ 3 @750"))
  // From 13 to 10, in absolute points.
  #expect(drawing.svg.contains("<line x1=\"13\" y1=\"19\" x2=\"10\" y2=\"19\""))
}

@Test("Recorded frames are drawn where they differ, with the difference")
func recordedOverlay() {
  var drawing = nested("inner")
  drawing.recorded = [
    ItemID(1): Rect(x: 10, y: 5, width: 80, height: 40), ItemID(2): Rect(x: 3, y: 4, width: 20, height: 20),
  ]
  #expect(drawing.svg.contains("inner: width +10"))
  #expect(!drawing.svg.contains("outer: "))
}

@Test("Texts of lengths do not cover each other")
func dimensionTexts() throws {
  var drawing = nested("inner")
  drawing.dimensions = [
    .init(view: ItemID(2), axis: .vertical, length: 20, text: "needs 20"),
    .init(view: ItemID(2), axis: .vertical, length: 18, text: "is 18"),
  ]
  var canvas = Rect.zero
  let shapes = drawing.lengthArrows(drawing.absoluteFrames(), &canvas)
  let rows = shapes.split(separator: "\n").filter { $0.hasPrefix("<text") }.compactMap { line in
    line.split(separator: "\"").dropFirst(3).first.flatMap { Double($0) }
  }
  #expect(rows.count == 2)
  #expect(abs(rows[0] - rows[1]) >= 12)
}
