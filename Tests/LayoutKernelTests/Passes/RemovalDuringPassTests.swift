import ConstraintSolver
import LayoutKernel
import SceneModel
import Testing

/// A pass goes through the views that wait; one that leaves the scene meanwhile must still be there for it.
@Test("User code may remove views that the pass under way has yet to come to")
func removalDuringPass() throws {
  var builder = SceneBuilder()
  for index in 0..<20 {
    builder.view("outer\(index)") { $0.frame = Rect(x: 0, y: 0, width: 10, height: 10) }
    for inner in 0..<5 { builder.view("inner\(index)-\(inner)", in: "outer\(index)") }
  }
  let kernel = try LayoutKernel(scene: builder.scene, solver: ConstraintSolver())
  let removed = (1..<20).map { builder["outer\($0)"] }
  let remover = Remover(kernel, when: builder["outer0"], removes: removed)
  kernel.delegate = remover
  try kernel.layoutIfNeeded()
  #expect(kernel.scene.views.map(\.name) == ["root", "outer0"] + (0..<5).map { "inner0-\($0)" })
  try kernel.layoutIfNeeded()
}

private final class Remover: LayoutPassDelegate {
  private unowned let kernel: LayoutKernel
  private let trigger: ItemID
  private var removed: [ItemID]

  init(_ kernel: LayoutKernel, when trigger: ItemID, removes removed: [ItemID]) {
    (self.kernel, self.trigger, self.removed) = (kernel, trigger, removed)
  }

  func willLayOut() {}
  func updateProperties(of view: ItemID) {}
  func updateConstraints(of view: ItemID) {}

  func layOutSubviews(of view: ItemID, _ apply: () -> Void) {
    apply()
    guard view == trigger else { return }
    for id in removed { #expect(throws: Never.self) { try kernel.perform(.removeView(id)) } }
    removed = []
  }
}
