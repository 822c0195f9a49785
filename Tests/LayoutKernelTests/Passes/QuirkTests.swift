import ConstraintSolver
import SceneModel
import Testing

@testable import LayoutKernel

/// Each switch of `LayoutQuirks`, both ways.
@Suite("Quirks")
struct QuirkTests {
  private func quirks(_ name: String, _ option: String) throws -> LayoutQuirks {
    var quirks = LayoutQuirks()
    let isKnown = quirks.choose(name, option)
    try #require(isKnown, "\(name)=\(option)")
    return quirks
  }

  private func laidOut(_ builder: SceneBuilder, _ quirks: LayoutQuirks) throws -> LayoutKernel {
    let kernel = try LayoutKernel(scene: builder.scene, solver: ConstraintSolver(), quirks: quirks)
    try kernel.layoutIfNeeded()
    return kernel
  }

  @Test("The table has each switch once, at what it is by default, and takes each of its options")
  func table() {
    let switches = LayoutQuirks.all.filter { !$0.isFixed }
    #expect(
      switches.map(\.name) == [
        "legacyPriorityRule", "rightToLeftOrigin", "autoresizingRounding", "pixelRounding", "propertiesPass",
        "emulateHiddenCount", "textWidthDisambiguation", "flowFillsLastLine",
        "hiddenArrangedViews", "contentSizeYields", "weighsNestedStacks", "clampsSafeAreaOverlap",
      ])
    for choice in switches {
      #expect(choice.options.contains(choice.value(in: LayoutQuirks())), "\(choice.name)")
      for option in choice.options {
        var quirks = LayoutQuirks()
        let isKnown = quirks.choose(choice.name, option)
        #expect(isKnown)
        #expect(choice.value(in: quirks) == option)
      }
    }
    var quirks = LayoutQuirks()
    let takesNonsense = quirks.choose("fixed", "up to whole pixels") || quirks.choose("pixelRounding", "down")
    #expect(!takesNonsense)
  }

  @Test("A live constraint becomes optional, or not", arguments: [("false", true), ("true", false)])
  func priorities(_ option: String, _ isAllowed: Bool) throws {
    var builder = SceneBuilder()
    builder.view("v")
    let width = builder.constrain("v.width = 10")
    let kernel = try laidOut(builder, quirks("legacyPriorityRule", option))
    #expect((try? kernel.perform(.setPriority(width, 500))) != nil || !isAllowed)
    #expect((try? kernel.perform(.setPriority(width, 400))) != nil || !isAllowed)
    if !isAllowed { #expect(throws: LayoutMistake.self) { try kernel.perform(.setPriority(width, 500)) } }
  }

  @Test(
    "A quarter of the width from the right edge, or from the left",
    arguments: [("right-edge", 300.0), ("left-edge", 0)])
  func rightToLeft(_ option: String, _ place: Double) throws {
    var builder = SceneBuilder(width: 400, height: 100)
    builder.scene.direction = .rightToLeft
    builder.view("v")
    // Leading is the right edge: a quarter of the way to the root's other edge, or of that edge's own place.
    builder.constrain("v.leading = 0.25 * root.trailing")
    builder.constrain("v.width = 10")
    let kernel = try laidOut(builder, quirks("rightToLeftOrigin", option))
    #expect(kernel.frame(of: builder["v"]).maxX == place)
    // Without a multiplier there is no difference.
    builder.scene.constraints[0].multiplier = 1
    #expect(try laidOut(builder, quirks("rightToLeftOrigin", option)).frame(of: builder["v"]).maxX == 0)
  }

  @Test(
    "An autoresized frame keeps its fractions, or meets the pixels", arguments: [("none", 33.375), ("floor-edges", 33)])
  func autoresizing(_ option: String, _ x: Double) throws {
    var builder = SceneBuilder(width: 80, height: 80)
    builder.scene.scale = 1
    builder.view("v") {
      $0.frame = Rect(x: 30, y: 0, width: 20, height: 20)
      $0.autoresizing = [.flexibleLeft, .flexibleRight]
    }
    let kernel = try laidOut(builder, quirks("autoresizingRounding", option))
    try kernel.perform(.resize(Size(width: 86.75, height: 80)))
    #expect(kernel.frame(of: builder["v"]).x == x)
  }

  @Test(
    "What is shown: as solved, edges to pixels, or points and half points",
    arguments: [
      ("none", Rect(x: 10.3, y: 0, width: 20.4, height: 5)), ("edges", Rect(x: 10.5, y: 0, width: 20, height: 5)),
      ("origin-and-size", Rect(x: 10, y: 0, width: 20.5, height: 5)),
    ])
  func pixels(_ option: String, _ expected: Rect) throws {
    var builder = SceneBuilder()
    builder.view("v")
    builder.constrain("v.leading = root.leading + 10.3")
    builder.constrain("v.width = 20.4")
    builder.constrain("v.height = 5")
    let shown = try laidOut(builder, quirks("pixelRounding", option)).displayedFrame(of: builder["v"])
    #expect(abs(shown.x - expected.x) < 1e-6 && abs(shown.width - expected.width) < 1e-6, "\(shown)")
  }

  @Test("What was hidden twice is shown at once, or the second time", arguments: [("false", false), ("true", true)])
  func hiding(_ option: String, _ isStillHidden: Bool) throws {
    var builder = SceneBuilder()
    builder.view("stack", kind: .stack)
    builder.view("v", in: "stack")
    builder.edit("stack") {
      $0.stack = StackConfiguration()
      $0.stack?.arranged = [ItemID(2)]
    }
    let kernel = try laidOut(builder, quirks("emulateHiddenCount", option))
    for step in [Step.hide(builder["v"]), .hide(builder["v"]), .show(builder["v"])] { try kernel.perform(step) }
    #expect(kernel.scene.views[2].isHidden == isStillHidden)
  }

  @Test("Texts in a row share it at a priority, or do not", arguments: [("760", 760.0), ("759", 759), ("none", nil)])
  func texts(_ option: String, _ priority: Double?) throws {
    var builder = SceneBuilder()
    builder.view("stack", kind: .stack)
    for name in ["a", "b"] {
      builder.view(name, in: "stack", kind: .label) {
        $0.text = TextMetrics(wordWidths: [40, 30], spaceWidth: 4, lineHeight: 20, lineLimit: 0)
      }
    }
    builder.edit("stack") {
      $0.stack = StackConfiguration()
      $0.stack?.arranged = [ItemID(2), ItemID(3)]
    }
    let kernel = try LayoutKernel(
      scene: builder.scene, solver: ConstraintSolver(), quirks: quirks("textWidthDisambiguation", option))
    kernel.recorder = SolverScript()
    try kernel.layoutIfNeeded()
    let added = kernel.recorder?.transactions.flatMap(\.edits).compactMap { edit -> LinearConstraint? in
      if case .add(let row) = edit { row } else { nil }
    }
    let shares = added?.filter { $0.id.systemSlot == .textWidth }.map(\.priority)
    #expect(shares == (priority.map { [$0, $0] } ?? []))
  }

  @Test("A last line of two is as wide as a full one of six, or not", arguments: [("true", 65.0), ("false", 60)])
  func flow(_ option: String, _ x: Double) throws {
    var builder = SceneBuilder(width: 375, height: 100)
    builder.view("list", kind: .collection) { $0.flow = FlowConfiguration() }
    for edge in ["top", "bottom", "leading", "trailing"] { builder.constrain("list.\(edge) = root.\(edge)") }
    for index in 0..<2 { builder.view("c\(index)", in: "list", kind: .collectionCell) }
    #expect(try laidOut(builder, quirks("flowFillsLastLine", option)).frame(of: builder["c1"]).x == x)
  }
}
