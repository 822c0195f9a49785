import ConstraintSolver
import SceneModel
import Testing

@testable import LayoutKernel

/// The basics of a flow layout: lines, measured items, and what moves when one comes or goes.
@Suite("Collections that flow")
struct CollectionTests {
  /// A collection over a root of 375 points' width, with cells named `c0`, `c1`, ….
  private func builder(cells: Int, _ flow: FlowConfiguration = FlowConfiguration()) -> SceneBuilder {
    var builder = SceneBuilder(width: 375, height: 667)
    builder.view("list", kind: .collection) { $0.flow = flow }
    for edge in ["top", "bottom", "leading", "trailing"] { builder.constrain("list.\(edge) = root.\(edge)") }
    for index in 0..<cells { builder.view("c\(index)", in: "list", kind: .collectionCell) }
    return builder
  }

  private func laidOut(_ builder: SceneBuilder, _ quirks: LayoutQuirks = LayoutQuirks()) throws -> LayoutKernel {
    let kernel = try LayoutKernel(scene: builder.scene, solver: ConstraintSolver(), quirks: quirks)
    try kernel.layoutIfNeeded()
    return kernel
  }

  private func origin(_ rect: Rect) -> Point { Point(x: rect.x, y: rect.y) }

  private func frames(_ kernel: LayoutKernel, _ builder: SceneBuilder, _ cells: Range<Int>) -> [Rect] {
    cells.map { kernel.frame(of: builder["c\($0)"]) }
  }

  @Test("Items of 50 x 50 fill lines 10 apart; a line's rest is shared by its gaps, and the last line's are as wide")
  func lines() throws {
    let builder = builder(cells: 10)
    let kernel = try laidOut(builder)
    // Six fit into 375: 6 x 50 + 5 x 10 = 350, and 25 are left for five gaps.
    let expected = (0..<10).map { Rect(x: Double($0 % 6) * 65, y: Double($0 / 6) * 60, width: 50, height: 50) }
    #expect(frames(kernel, builder, 0..<10) == expected)
    #expect(kernel.contentSize(of: builder["list"]) == Size(width: 375, height: 110))
    var quirks = LayoutQuirks()
    quirks.flowFillsLastLine = false
    #expect(try frames(laidOut(builder, quirks), builder, 6..<10).map(\.x) == [0, 60, 120, 180])
  }

  @Test("Insets keep lines from the edges; a lone item stands in the middle; a line is centred on its thickest item")
  func shapes() throws {
    var flow = FlowConfiguration()
    flow.sectionInset = Insets(top: 5, left: 20, bottom: 7, right: 15)
    #expect(
      flow.frames(of: [Size(width: 300, height: 10)], in: Size(width: 375, height: 0), fillsLastLine: true)
        == [Rect(x: 40, y: 5, width: 300, height: 10)])
    #expect(
      flow.frames(of: [Size(width: 400, height: 10)], in: Size(width: 375, height: 0), fillsLastLine: true)
        == [Rect(x: 20, y: 5, width: 400, height: 10)])
    let three = [Size(width: 160, height: 40), Size(width: 160, height: 20), Size(width: 200, height: 8)]
    #expect(
      flow.frames(of: three, in: Size(width: 375, height: 0), fillsLastLine: true)
        == [
          Rect(x: 20, y: 5, width: 160, height: 40), Rect(x: 200, y: 15, width: 160, height: 20),
          Rect(x: 90, y: 55, width: 200, height: 8),
        ])
    flow.axis = .horizontal
    // Three more of the last would fit below it, so it does not stand alone.
    #expect(
      flow.frames(of: three, in: Size(width: 0, height: 82), fillsLastLine: true).map(origin)
        == [Point(x: 20, y: 5), Point(x: 20, y: 55), Point(x: 20 + 160 + 10, y: 5)])
    flow.itemSpacing = 0
    #expect(
      flow.frames(of: [.zero, .zero], in: Size(width: 0, height: 12), fillsLastLine: true).map(origin)
        == [Point(x: 20, y: 5), Point(x: 20, y: 5)])
  }

  @Test("A cell that sizes itself is free on both axes, and holds its content at that size until it is measured again")
  func selfSizing() throws {
    var flow = FlowConfiguration()
    flow.isSelfSizing = true
    var builder = builder(cells: 3, flow)
    builder.view("content", in: "c1", kind: .collectionCellContent)
    builder.view("label", in: "content", kind: .label) { $0.intrinsic = IntrinsicSize(width: 80, height: 17) }
    builder.constrain("label.top = content.top + 8")
    builder.constrain("label.leading = content.leading + 8")
    builder.constrain("label.trailing = content.trailing - 8")
    builder.constrain("label.bottom = content.bottom - 8")
    let kernel = try laidOut(builder)
    #expect(kernel.frame(of: builder["c1"]).size == Size(width: 96, height: 33))
    #expect(kernel.frame(of: builder["c1"]).y == 8.5)
    #expect(kernel.frame(of: builder["content"]) == Rect(x: 0, y: 0, width: 96, height: 33))
    #expect(kernel.frame(of: builder["c0"]) == Rect(x: 0, y: 0, width: 50, height: 50))

    try kernel.perform(.setIntrinsic(builder["label"], IntrinsicSize(width: 100, height: 17)))
    try kernel.layoutIfNeeded()
    #expect(kernel.frame(of: builder["c1"]).width == 96)
    try kernel.perform(.beginUpdates(builder["list"]))
    try kernel.perform(.endUpdates(builder["list"]))
    #expect(kernel.frame(of: builder["c1"]).width == 116)
    #expect(kernel.conflicts.isEmpty)
  }

  @Test("An item that comes, goes or changes place moves those after it, and a resized collection flows anew")
  func changes() throws {
    let builder = builder(cells: 7)
    let kernel = try laidOut(builder)
    let added = ItemID(40)
    try kernel.perform(.addView(View(id: added, name: "new", parent: builder["list"], kind: .collectionCell)))
    try kernel.perform(.move(added, in: builder["list"], at: 0))
    try kernel.layoutIfNeeded()
    #expect(origin(kernel.frame(of: added)) == .zero)
    #expect(kernel.frame(of: builder["c0"]).x == 65)
    #expect(origin(kernel.frame(of: builder["c5"])) == Point(x: 0, y: 60))
    try kernel.perform(.removeView(builder["c0"]))
    try kernel.layoutIfNeeded()
    #expect(kernel.frame(of: builder["c5"]).x == 325)
    try kernel.perform(.resize(Size(width: 170, height: 300)))
    #expect(
      frames(kernel, builder, 2..<5).map(origin) == [Point(x: 120, y: 0), Point(x: 0, y: 60), Point(x: 60, y: 60)])
    let fresh = try LayoutKernel(scene: kernel.scene, solver: ConstraintSolver())
    try fresh.layoutIfNeeded()
    for view in kernel.scene.views { #expect(fresh.frame(of: view.id) == kernel.frame(of: view.id), "\(view.name)") }
  }

  @Test("A view is a table or a collection, and its items have sizes")
  func mistakes() throws {
    var both = builder(cells: 0)
    both.edit("list") { $0.table = TableConfiguration() }
    var negative = builder(cells: 0)
    negative.edit("list") { $0.flow?.itemSize.width = -1 }
    for (scene, problem) in [(both.scene, "it is a table and a collection"), (negative.scene, "size is negative")] {
      let mistake = #expect(throws: LayoutMistake.self) {
        try LayoutKernel(scene: scene, solver: ConstraintSolver())
      }
      #expect(mistake?.description.contains(problem) == true)
    }
  }
}
