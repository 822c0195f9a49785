import Foundation
import SceneImport
import SceneModel
import TestSupport
import Testing

@Suite("What Interface Builder's words mean")
struct ReadingTests {
  private func constraint(_ attributes: String) throws -> LayoutConstraint? {
    let scene = try Fixtures.scene(
      """
      <subviews><view id="a" translatesAutoresizingMaskIntoConstraints="NO"/></subviews>
      <viewLayoutGuide key="safeArea" id="safe"/>
      <constraints><constraint id="c" \(attributes)/></constraints>
      """)
    #expect(scene.mistakes.isEmpty)
    return scene.scene.constraints.first
  }

  @Test("A constraint's absent parts have their defaults, and its first item is the list's owner")
  func defaults() throws {
    let constraint = try #require(
      try constraint("firstAttribute=\"trailing\" secondItem=\"a\" secondAttribute=\"trailing\""))
    #expect(constraint.first == .anchor(LayoutAnchor(.root, .trailing)))
    #expect(constraint.second == .anchor(LayoutAnchor(ItemID(1), .trailing)))
    #expect(constraint.relation == .equal)
    #expect((constraint.multiplier, constraint.constant, constraint.priority) == (1, 0, 1000))
    #expect(constraint.holder == nil)
  }

  @Test(
    "Multipliers are decimals or ratios",
    arguments: [("0.5", 0.5), ("16:9", 16.0 / 9), ("1/3", 1.0 / 3), ("2", 2.0), ("1:1", 1.0)])
  func multipliers(text: String, value: Double) throws {
    let constraint = try constraint(
      "firstItem=\"a\" firstAttribute=\"width\" secondItem=\"top\" secondAttribute=\"height\" multiplier=\"\(text)\"")
    #expect(constraint?.multiplier == value)
  }

  @Test(
    "Relations, priorities, constants and identifiers are read",
    arguments: [("lessThanOrEqual", Relation.lessThanOrEqual), ("greaterThanOrEqual", .greaterThanOrEqual)])
  func parts(text: String, relation: Relation) throws {
    let constraint = try #require(
      try constraint(
        """
        firstItem="a" firstAttribute="width" relation="\(text)" constant="-12.5" priority="249" identifier="w" \
        symbolic="YES" placeholder="YES"
        """))
    #expect(constraint.relation == relation)
    #expect((constraint.constant, constraint.priority) == (-12.5, 249))
    #expect(constraint.identifier == "w")
    #expect(constraint.isActive, "a placeholder constraint is active on the canvas")
  }

  @Test("A multiplied position is told in its owner's coordinates")
  func holder() throws {
    let constraint = try constraint(
      "firstItem=\"a\" firstAttribute=\"centerY\" secondItem=\"top\" secondAttribute=\"bottom\" multiplier=\"1/3\"")
    #expect(constraint?.holder == .root)
  }

  @Test("baseline is the last baseline, and a guide can be an item")
  func baselineAndGuide() throws {
    let baseline = try constraint(
      "firstItem=\"a\" firstAttribute=\"baseline\" secondItem=\"safe\" secondAttribute=\"bottom\"")
    #expect(baseline?.first == .anchor(LayoutAnchor(ItemID(1), .lastBaseline)))
    #expect(baseline?.second == .anchor(LayoutAnchor(ItemID(2), .bottom)))
  }

  @Test("A view says whether a mask or constraints lay it out")
  func masks() throws {
    let scene = try Fixtures.scene(
      """
      <subviews>
      <view id="free" translatesAutoresizingMaskIntoConstraints="NO"/>
      <view id="pinned" fixedFrame="YES" translatesAutoresizingMaskIntoConstraints="NO">
      <autoresizingMask key="autoresizingMask" flexibleMaxX="YES"/></view>
      <view id="springs"><autoresizingMask key="autoresizingMask" widthSizable="YES" flexibleMinY="YES"/></view>
      <stackView id="stack" axis="vertical" alignment="center" distribution="equalSpacing" spacingType="standard">
      <subviews><view id="arranged"/></subviews></stackView>
      </subviews>
      """)
    #expect(scene.view("free")?.autoresizing == nil)
    #expect(scene.view("pinned")?.autoresizing == [.flexibleRight])
    #expect(scene.view("springs")?.autoresizing == [.flexibleWidth, .flexibleTop])
    #expect(scene.view("arranged")?.autoresizing == nil)
    let stack = try #require(scene.view("stack")?.stack)
    #expect(stack.axis == .vertical && stack.alignment == .center && stack.distribution == .equalSpacing)
    #expect(stack.spacing == 8)
    #expect(stack.arranged == [try #require(scene.view("arranged")).id])
  }

  @Test("Sizes of controls, images and placeholders are intrinsic; text is taken as recorded and said so")
  func intrinsicSizes() throws {
    let imported = try Fixtures.document("SignIn.storyboard").scenes()[0]
    let toggle = try #require(imported.view("sgn-sw-001"))
    #expect((toggle.intrinsic.width, toggle.intrinsic.height) == (49, 31), "the alignment rect is 2 narrower")
    #expect(toggle.alignmentInsets == Insets(right: 2))
    #expect(toggle.intrinsic.hugging == AxisPriorities(horizontal: 750, vertical: 750))
    let image = try #require(imported.view("sgn-iv-001"))
    #expect((image.intrinsic.width, image.intrinsic.height) == (320, 180))
    let label = try #require(imported.view("sgn-lb-001"))
    #expect((label.intrinsic.width, label.intrinsic.height) == (120, 24))
    let calibrated = imported.calibrated.filter { $0.identifier == "sgn-lb-001" }
    #expect(calibrated.map(\.edge) == ["height", "width"] && calibrated.allSatisfy { $0.what == .textSize })
    #expect(imported.unjudged[Coordinate(label.id, .width)] != nil)
    #expect(imported.unjudged[Coordinate(label.id, .x)] == nil)
    #expect(!imported.isFlagged)
    let field = try #require(imported.view("sgn-tf-001"))
    #expect(field.intrinsic.height == 34)
    #expect(!imported.calibrated.contains { $0.identifier == "sgn-tf-001" && $0.edge == "height" })
  }

  @Test("Safe areas, bars and margins come from rules where they can")
  func insets() throws {
    let imported = try Fixtures.document("SignIn.storyboard").scenes()[0]
    #expect(imported.scene.root.safeArea == Insets(top: 20))
    #expect(imported.scene.root.margins.own.leading == 16)
    #expect(!imported.calibrated.contains { $0.what == .guide || $0.what == .margin })
    let cell = try Fixtures.document("Cell.xib").scenes()[0]
    #expect(cell.view("cel-cv-001")?.margins.own == DirectionalInsets(top: 11, leading: 16, bottom: 11, trailing: 16))
    #expect(cell.calibrated.allSatisfy { $0.what == .textSize })
  }

  @Test("What no rule gives is fitted from the frames, and the coordinates that decided it are not judged")
  func calibratedInsets() throws {
    let imported = try Fixtures.document("Article.storyboard").scenes()[0]
    // The rules know a status bar of 20; the frames show a navigation bar and a tab bar.
    let guides = imported.calibrated.filter { $0.what == .guide }
    #expect(guides.map(\.identifier) == ["art-tg-001", "art-bg-001"])
    #expect(guides.map(\.value) == [64, 49])
    #expect(imported.scene.root.safeArea == Insets(top: 64, bottom: 49))
    let scroll = try #require(imported.view("art-sv-001"))
    #expect(imported.unjudged[Coordinate(scroll.id, .y)] != nil)
    #expect(imported.unjudged[Coordinate(scroll.id, .width)] == nil)
    #expect(!imported.isFlagged)
  }

  @Test("Text can be predicted: a title's size by font and glyphs, several lines by words")
  func predictedText() throws {
    let scene = try Fixtures.scene(
      """
      <subviews>
      <label id="one" text="Title"><fontDescription key="fontDescription" type="system" pointSize="15"/></label>
      <label id="many" text="several words of text" numberOfLines="0"/>
      <label id="quoted" numberOfLines="0"><string key="text">two
      lines</string></label>
      <button id="button" buttonType="roundedRect"><state key="normal" title="OK"/></button>
      </subviews>
      """, options: ImportOptions(usesRecordedText: false))
    let one = try #require(scene.view("one")?.intrinsic)
    #expect(one.height == 18, "1.193359 times 15, up to a whole pixel of a 1x canvas")
    #expect(one.width.map { (30...36).contains($0) } == true)
    #expect(scene.view("many")?.intrinsic.height == nil)
    #expect(scene.view("many")?.text?.wordWidths.count == 4)
    #expect(scene.view("quoted")?.text?.wordWidths.count == 2)
    #expect(scene.view("button")?.intrinsic.height == 30)
    #expect(scene.view("button")?.intrinsic.width == 30)
    #expect(scene.calibrated.isEmpty && scene.unjudged.isEmpty)
  }

  @Test("A root starts at 0, 0 wherever the file has put it")
  func rootOffset() throws {
    // Found by FuzzImport's law: a view below a damaged root is a root, with the frame that it had in there.
    let document = try InterfaceBuilderDocument(
      utf8: """
        <document><objects><view id="outer"><subviews>
        <view id="inner"><rect key="frame" x="11" y="18" width="2" height="72"/></view>
        </subviews></view></objects></document>
        """, file: "test.xib")
    let scene = try #require(document.scenes().first).scene
    #expect(scene.root.frame == Rect(x: 0, y: 0, width: 2, height: 72))
    #expect(scene.structuralMistake == nil)
  }

  @Test(
    "Real screens become documents that can be written down",
    .enabled(if: Corpus.interfaceBuilder.isHere, "\(Corpus.interfaceBuilder.absence)"))
  func soundDocuments() throws {
    let corpus = Corpus.interfaceBuilder.required
    for file in Fixtures.corpusFiles(in: corpus) {
      let document = try InterfaceBuilderDocument(Data(contentsOf: corpus.appendingPathComponent(file)), file: file)
      for imported in document.scenes() {
        #expect(imported.scene.structuralMistake == nil, "\(file)#\(imported.root)")
        #expect(try Scene(text: imported.scene.text) == imported.scene, "\(file)#\(imported.root)")
      }
    }
  }

  @Test("Size-class variations apply by the canvas")
  func variations() throws {
    let document = try Fixtures.document("Article.storyboard")
    func names(_ device: Device?) -> [String] {
      document.scenes(ImportOptions(device: device))[0].scene.constraints.map(\.name)
    }
    #expect(names(nil).contains("art-c-0012") && !names(nil).contains("art-c-0015"))
    var landscape = try #require(Device.named("retina4_7"))
    landscape.isLandscape = true
    #expect(!names(landscape).contains("art-c-0012") && names(landscape).contains("art-c-0015"))
  }

  @Test("Frames that contradict required constraints flag a scene, and so do Interface Builder's own marks")
  func flags() throws {
    let stale = try Fixtures.scene(
      """
      <subviews><view id="a" translatesAutoresizingMaskIntoConstraints="NO">
      <rect key="frame" x="0" y="0" width="50" height="10"/></view></subviews>
      <constraints><constraint id="c" firstItem="a" firstAttribute="width" constant="60"/></constraints>
      """)
    #expect(stale.flags == [.contradicted(stale.scene.constraints[0].id, 10)])
    let marked = try Fixtures.scene("<subviews><view id=\"a\" misplaced=\"YES\"/></subviews>")
    #expect(marked.flags == [.marked(ItemID(1), "misplaced")])
  }
}
