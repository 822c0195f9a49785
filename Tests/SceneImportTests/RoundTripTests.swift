import Foundation
import SceneImport
import SceneModel
import TestSupport
import Testing

@Suite("A scene written as Interface Builder XML and imported again is the same scene")
struct RoundTripTests {
  @Test("Fixtures", arguments: ["SignIn.storyboard", "Article.storyboard", "Cell.xib"])
  func fixtures(name: String) throws {
    for imported in try Fixtures.document(name).scenes() { expectSame(imported.scene) }
  }

  @Test("Random scenes")
  func random() {
    var entropy = Entropy(seed: 2026)
    for _ in 0..<300 { expectSame(randomScene(&entropy)) }
  }

  @Test("The corpus", .enabled(if: Corpus.interfaceBuilder.isHere, "\(Corpus.interfaceBuilder.absence)"))
  func corpus() throws {
    let corpus = Corpus.interfaceBuilder.required
    for file in Fixtures.corpusFiles(in: corpus) {
      let document = try InterfaceBuilderDocument(Data(contentsOf: corpus.appendingPathComponent(file)), file: file)
      for imported in document.scenes() { expectSame(imported.scene) }
    }
  }

  @Test("Nothing that a file can hold is lost on the way to it")
  func expressible() throws {
    var scene = try Fixtures.document("SignIn.storyboard").scenes(
      ImportOptions(calibratesFromRecordedFrames: false))[0].scene
    scene.steps = []
    let writer = InterfaceBuilderWriter(scene)
    #expect(writer.expressible.constraints.count == scene.constraints.count)
    #expect(writer.expressible.views == scene.views)
  }

  @Test("Names that XML or the text form cannot take are replaced")
  func names() {
    var scene = Scene()
    for name in ["a<b", "a&b", "a.b", "", "root", "é"] {
      scene.views.append(View(id: ItemID(UInt32(scene.views.count)), name: name, parent: .root))
    }
    expectSame(scene)
    #expect(
      InterfaceBuilderWriter(scene).expressible.views.map(\.name) == [
        "root", "a_b", "a_b~2", "a_b~3", "_", "root~2", "_~2",
      ])
  }

  private func expectSame(_ scene: Scene, sourceLocation: SourceLocation = #_sourceLocation) {
    let writer = InterfaceBuilderWriter(scene)
    let again = writer.importedAgain()
    #expect(again != nil, sourceLocation: sourceLocation)
    guard let again, again != writer.expressible else { return }
    let expected = writer.expressible
    for (a, b) in zip(expected.views, again.views) where a != b {
      Issue.record("view \(a.name): wrote \(a), read \(b)", sourceLocation: sourceLocation)
    }
    for (a, b) in zip(expected.constraints, again.constraints) where a != b {
      Issue.record("constraint \(a.name): wrote \(a), read \(b)", sourceLocation: sourceLocation)
    }
    #expect(expected.guides == again.guides, sourceLocation: sourceLocation)
    let isSame = expected == again
    #expect(isSame, sourceLocation: sourceLocation)
  }

  private func randomScene(_ entropy: inout Entropy) -> Scene {
    func number(_ entropy: inout Entropy) -> Double { Double(entropy.below(4000)) / 8 - 100 }
    var scene = Scene(
      rootSize: Size(width: 375, height: 667), scale: 3, device: entropy.chance(1, in: 2) ? "retina5_9" : nil)
    for index in 1...(1 + entropy.below(8)) {
      let parent = ItemID(UInt32(entropy.below(index)))
      var view = View(
        id: ItemID(UInt32(index)), name: "v\(index)", parent: parent, kind: entropy.pick(View.Kind.allCases))
      view.frame = Rect(x: number(&entropy), y: number(&entropy), width: number(&entropy), height: number(&entropy))
      view.isHidden = entropy.chance(1, in: 5)
      if entropy.chance(1, in: 3) { view.autoresizing = AutoresizingMask(rawValue: UInt8(entropy.below(64))) }
      if entropy.chance(1, in: 2) { view.intrinsic = IntrinsicSize(width: number(&entropy), height: nil) }
      view.intrinsic.hugging.vertical = Double(1 + entropy.below(1000))
      view.alignmentInsets = entropy.chance(1, in: 4) ? Insets(top: number(&entropy), right: 1) : .zero
      view.firstBaseline = entropy.chance(1, in: 4) ? number(&entropy) : 0
      view.margins.own.leading = number(&entropy)
      view.margins.preservesSuperviewMargins = entropy.chance(1, in: 3)
      view.margins.insetsFromSafeArea = entropy.chance(1, in: 3)
      if entropy.chance(1, in: 4) {
        view.margins.systemMinimum = DirectionalInsets(top: 0, leading: 16, bottom: 0, trailing: 16)
      }
      view.semantic = entropy.pick(SemanticContent.allCases)
      if view.kind == .stack {
        var stack = StackConfiguration()
        stack.axis = entropy.pick(Axis.allCases)
        stack.alignment = entropy.pick(StackConfiguration.Alignment.allCases)
        stack.distribution = entropy.pick(StackConfiguration.Distribution.allCases)
        stack.spacing = number(&entropy)
        stack.isLayoutMarginsRelative = entropy.chance(1, in: 2)
        view.stack = stack
      }
      scene.views.append(view)
      if entropy.chance(1, in: 2) { scene.views[Int(parent.rawValue)].stack?.arranged.append(view.id) }
    }
    let count = scene.views.count
    for index in 0..<entropy.below(4) {
      scene.guides.append(
        Guide(
          id: ItemID(UInt32(count + index)), name: "g\(index)", owner: ItemID(UInt32(entropy.below(count))),
          kind: entropy.pick(Guide.Kind.allCases)))
    }
    for index in 0..<entropy.below(12) {
      func anchor(_ entropy: inout Entropy) -> LayoutAnchor {
        LayoutAnchor(
          ItemID(UInt32(entropy.below(count + scene.guides.count))), entropy.pick(LayoutAttribute.allCases))
      }
      var constraint = LayoutConstraint(
        id: .init(UInt32(index)), name: "c\(index)", first: .anchor(anchor(&entropy)),
        relation: entropy.pick(Relation.allCases), second: entropy.chance(3, in: 4) ? .anchor(anchor(&entropy)) : nil,
        multiplier: entropy.pick([1, 1, 0.5, 1.0 / 3, -2]), constant: number(&entropy),
        priority: entropy.pick([1000, 750, 249.5]))
      constraint.identifier = entropy.chance(1, in: 4) ? "line \"one\" & <two>" : nil
      constraint.isActive = entropy.chance(5, in: 6)
      scene.constraints.append(constraint)
    }
    return scene
  }
}
