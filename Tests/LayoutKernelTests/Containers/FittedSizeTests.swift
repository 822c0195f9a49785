import ConstraintSolver
import SceneModel
import Testing

@testable import LayoutKernel

@Suite("Cells that are measured again")
struct FittedSizeTests {
  /// Scenes whose views lie in the cells of a table or a collection, with constraints that go in and out as chance has it.
  private func scene(_ random: inout RandomScene) -> Scene {
    var scene = random.scene
    let first = UInt32(1000)
    var holder = View(id: ItemID(first), name: "holder", parent: .root)
    holder.kind = random.entropy.chance(1, in: 3) ? .collection : .table
    let isTable = holder.kind == .table
    if isTable {
      holder.table = TableConfiguration()
    } else {
      holder.flow = FlowConfiguration()
      holder.flow?.isSelfSizing = true
    }
    var contents: [ItemID] = []
    var added = [holder]
    for index in 0..<UInt32(4) {
      var cell = View(id: ItemID(first + 1 + 2 * index), name: "cell\(index)", parent: holder.id)
      cell.kind = isTable ? .tableCell : .collectionCell
      var content = View(id: ItemID(first + 2 + 2 * index), name: "content\(index)", parent: cell.id)
      content.kind = isTable ? .tableCellContent : .collectionCellContent
      contents.append(content.id)
      added += [cell, content]
    }
    for index in scene.views.indices.dropFirst() where scene.views[index].parent == .root {
      scene.views[index].parent = random.entropy.pick(contents)
    }
    scene.views += added
    for (index, attribute) in [LayoutAttribute.leading, .top, .trailing, .bottom].enumerated() {
      scene.constraints.append(
        LayoutConstraint(
          id: LayoutConstraint.ID(5000 + UInt32(index)), name: "edge\(index)",
          first: .anchor(LayoutAnchor(holder.id, attribute)), second: .anchor(LayoutAnchor(.root, attribute))))
    }
    return scene
  }

  @Test("A cell that is not measured again is as large as if it were", arguments: UInt64(1)...300)
  func sameAsMeasuringAll(_ seed: UInt64) throws {
    var random = RandomScene(seed: seed)
    let scene = scene(&random)
    let holder = ItemID(1000)
    let kernel = try LayoutKernel(scene: scene, solver: ConstraintSolver())
    let forgetful = try LayoutKernel(scene: scene, solver: ConstraintSolver())
    var trail: [Step] = []
    /// False when both find a mistake.
    func perform(_ step: Step) throws -> Bool {
      trail.append(step)
      forgetful.measurement.fittedSizes.removeAll()
      func attempt(_ kernel: LayoutKernel) -> LayoutMistake? {
        do throws(LayoutMistake) {
          try kernel.perform(step)
          return nil
        } catch {
          return error
        }
      }
      let (first, second) = (attempt(kernel), attempt(forgetful))
      #expect(kernel.violations() == [], "seed \(seed), after \(trail)")
      #expect("\(String(describing: first))" == "\(String(describing: second))", "seed \(seed), after \(trail)")
      return first == nil && second == nil
    }
    guard try perform(.layout(.root)) else { return }
    for _ in 0..<12 {
      let present = kernel.scene
      guard present.views.contains(where: { $0.id == holder }) else { return }
      for _ in 0..<random.entropy.below(3) {
        guard try perform(random.nextStep(in: kernel.scene)) else { return }
      }
      guard kernel.scene.views.contains(where: { $0.id == holder }) else { return }
      for step in [Step.beginUpdates(holder), .endUpdates(holder)] { guard try perform(step) else { return } }
      #expect(kernel.conflicts == forgetful.conflicts, "seed \(seed), after \(trail)")
      for item in kernel.scene.views.map(\.id) {
        #expect(
          kernel.frame(of: item) == forgetful.frame(of: item), "seed \(seed), \(kernel.name(of: item)), after \(trail)")
      }
    }
  }

  @Test("A table that measures again sends as many edits for two thousand rows as for twenty")
  func cost() throws {
    func edits(_ count: Int) throws -> Int {
      var builder = SceneBuilder(width: 320, height: 480)
      builder.view("table", kind: .table) { $0.table = TableConfiguration() }
      for edge in ["top", "bottom", "leading", "trailing"] { builder.constrain("table.\(edge) = root.\(edge)") }
      for index in 0..<count {
        builder.view("cell\(index)", in: "table", kind: .tableCell)
        builder.view("content\(index)", in: "cell\(index)", kind: .tableCellContent)
        builder.view("label\(index)", in: "content\(index)", kind: .label) {
          $0.intrinsic = IntrinsicSize(width: 100, height: 20)
        }
        builder.constrain("label\(index).top = content\(index).top + 8")
        builder.constrain("label\(index).bottom = content\(index).bottom - 8")
      }
      let kernel = try LayoutKernel(scene: builder.scene, solver: ConstraintSolver())
      try kernel.layoutIfNeeded()
      let before = kernel.sentEdits
      try kernel.perform(.beginUpdates(builder["table"]))
      let last = builder["label\(count - 1)"]
      try kernel.perform(.setIntrinsic(last, IntrinsicSize(width: 100, height: 30)))
      try kernel.perform(.endUpdates(builder["table"]))
      #expect(kernel.frame(of: last).height == 30)
      return kernel.sentEdits - before
    }
    #expect(try edits(2000) == edits(20))
  }
}
