import ConstraintSolver
import SceneModel
import Testing

@testable import LayoutKernel

/// The second seed's trouble: a card in a self-sizing cell grows from 147 by 200.
@Suite("Self-sizing rows")
struct TableTests {
  /// The cell of the seed, without its texts: 12 + 44 + 10 + 21 + 8 + section + 8 + 12 + 16 + 8 + 12, and a section of 0.
  /// The label is such that the collapsed content is 147 high.
  private func scene(sectionPriority: Double) -> (SceneBuilder, LayoutConstraint.ID) {
    var builder = SceneBuilder(width: 375, height: 667)
    builder.view("table", kind: .table) { $0.table = TableConfiguration() }
    for edge in ["top", "bottom", "leading", "trailing"] { builder.constrain("table.\(edge) = root.\(edge)") }
    builder.view("cell", in: "table", kind: .tableCell)
    builder.view("content", in: "cell", kind: .tableCellContent)
    builder.view("card", in: "content")
    var stack = StackConfiguration()
    stack.axis = .vertical
    stack.spacing = 8
    builder.view("stack", in: "card", kind: .stack)
    for name in ["first", "second", "third"] { stack.arranged.append(builder.view(name, in: "stack")) }
    builder.edit("stack") { $0.stack = stack }
    builder.view("menu", in: "first")
    builder.view("earned", in: "first", kind: .label) { $0.intrinsic = IntrinsicSize(width: 80, height: 17) }
    builder.view("dummy", in: "second")
    builder.view("chevron", in: "third")
    builder.constrain("card.top = content.top + 12")
    builder.constrain("card.leading = content.leading + 16")
    builder.constrain("card.trailing = content.trailing - 16")
    builder.constrain("card.bottom = content.bottom - 12")
    for edge in ["top", "bottom", "leading", "trailing"] { builder.constrain("stack.\(edge) = card.\(edge)") }
    builder.constrain("menu.top = card.top")
    builder.constrain("menu.trailing = first.trailing - 6")
    builder.constrain("menu.width = 44")
    builder.constrain("menu.height = 44")
    builder.constrain("earned.top = menu.bottom + 10")
    builder.constrain("earned.trailing = first.trailing - 16")
    builder.constrain("earned.bottom = first.bottom")
    for edge in ["top", "bottom", "leading", "trailing"] { builder.constrain("dummy.\(edge) = second.\(edge)") }
    let height = builder.constrain("dummy.height = 0 @ \(sectionPriority)")
    builder.constrain("chevron.top = third.top + 12")
    builder.constrain("chevron.centerX = third.centerX")
    builder.constrain("chevron.bottom = third.bottom - 8")
    builder.constrain("chevron.width = 22")
    builder.constrain("chevron.height = 16")
    return (builder, height)
  }

  private func laidOut(_ builder: SceneBuilder) throws -> LayoutKernel {
    let kernel = try LayoutKernel(scene: builder.scene, solver: ConstraintSolver())
    try kernel.layoutIfNeeded()
    return kernel
  }

  @Test("The table measures a row, and holds its content at that height")
  func measured() throws {
    let (builder, _) = scene(sectionPriority: 1000)
    let kernel = try laidOut(builder)
    #expect(kernel.conflicts.isEmpty)
    // 12 + (44 + 10 + 17) + 8 + 0 + 8 + (12 + 16 + 8) + 12 = 147, and a hairline at 2x.
    #expect(kernel.frame(of: builder["content"]) == Rect(x: 0, y: 0, width: 375, height: 147))
    #expect(kernel.frame(of: builder["cell"]) == Rect(x: 0, y: 0, width: 375, height: 147.5))
  }

  @Test("A required height of 200 conflicts with the encapsulated 147, and gives way; a re-measure heals it")
  func required() throws {
    let (builder, height) = scene(sectionPriority: 1000)
    let kernel = try laidOut(builder)
    try kernel.perform(.setConstant(height, 200))
    try kernel.perform(.layout(.root))
    #expect(kernel.conflicts.count == 1)
    let conflict = try #require(kernel.conflicts.first)
    #expect(conflict.members[conflict.broken].constraint == height)
    #expect(conflict.members.last?.identifier == "UIView-Encapsulated-Layout-Height")
    #expect(kernel.frame(of: builder["content"]).height == 147)
    // Broken means just below required: the label's optional 17 pt give way to it.
    #expect(kernel.frame(of: builder["dummy"]).height == 17)
    // The log's members: twelve of the document, three of the stack view, one of the cell.
    #expect(conflict.members.filter { $0.identifier?.hasPrefix("UISV") ?? false }.count == 3)
    try kernel.perform(.beginUpdates(builder["table"]))
    try kernel.perform(.endUpdates(builder["table"]))
    #expect(kernel.conflicts.count == 1)
    #expect(kernel.rows.broken.isEmpty)
    #expect(kernel.frame(of: builder["content"]).height == 347)
    #expect(kernel.frame(of: builder["dummy"]).height == 200)
  }

  @Test("An optional height loses quietly until the table measures again", arguments: [500.0, 750])
  func optional(_ priority: Double) throws {
    let (builder, height) = scene(sectionPriority: priority)
    let kernel = try laidOut(builder)
    try kernel.perform(.setConstant(height, 200))
    try kernel.perform(.layout(.root))
    #expect(kernel.conflicts.isEmpty)
    #expect(kernel.frame(of: builder["dummy"]).height == 0)
    try kernel.perform(.beginUpdates(builder["table"]))
    try kernel.perform(.layout(builder["content"]))
    try kernel.perform(.endUpdates(builder["table"]))
    #expect(kernel.conflicts.isEmpty)
    #expect(kernel.frame(of: builder["content"]).height == 347)
  }

  @Test("Rows follow each other, and a removed one closes the gap")
  func rows() throws {
    var builder = SceneBuilder(width: 320, height: 480)
    builder.view("table", kind: .table) { view in
      view.table = TableConfiguration()
      view.table?.hasSeparators = false
    }
    for edge in ["top", "bottom", "leading", "trailing"] { builder.constrain("table.\(edge) = root.\(edge)") }
    for index in 0..<3 {
      builder.view("cell\(index)", in: "table", kind: .tableCell)
      builder.view("content\(index)", in: "cell\(index)", kind: .tableCellContent)
      builder.view("body\(index)", in: "content\(index)")
      builder.constrain("body\(index).height = \(50 + index * 10)")
      for edge in ["top", "bottom", "leading", "trailing"] {
        builder.constrain("body\(index).\(edge) = content\(index).\(edge)")
      }
    }
    let kernel = try laidOut(builder)
    #expect((0..<3).map { kernel.frame(of: builder["cell\($0)"]).y } == [0, 50, 110])
    try kernel.perform(.removeView(builder["cell1"]))
    try kernel.perform(.advance(0))
    #expect(kernel.frame(of: builder["cell2"]) == Rect(x: 0, y: 50, width: 320, height: 70))
    #expect(kernel.conflicts.isEmpty)
  }

  @Test("A cell whose content collapses has the standard height")
  func collapsed() throws {
    var builder = SceneBuilder(width: 320, height: 480)
    builder.view("table", kind: .table) { $0.table = TableConfiguration() }
    for edge in ["top", "bottom", "leading", "trailing"] { builder.constrain("table.\(edge) = root.\(edge)") }
    builder.view("cell", in: "table", kind: .tableCell)
    builder.view("content", in: "cell", kind: .tableCellContent)
    let kernel = try laidOut(builder)
    #expect(kernel.frame(of: builder["cell"]).height == 44)
  }
}
