import ConstraintSolver
import SceneModel
import Testing

@testable import LayoutKernel

@Suite("Incremental layout")
struct IncrementalTests {
  @Test("A layout is a function of the present scene, not of its history", arguments: UInt64(1)...300)
  func incrementalEqualsFresh(_ seed: UInt64) throws {
    var random = RandomScene(seed: seed)
    let kernel = try LayoutKernel(scene: random.scene, solver: ConstraintSolver())
    var trail: [Step] = []
    for _ in 0..<6 {
      for _ in 0..<random.entropy.below(4) {
        let step = random.nextStep(in: kernel.scene)
        trail.append(step)
        guard try settles({ try kernel.perform(step) }) else { return }
      }
      guard try settles({ try kernel.layoutIfNeeded() }) else { return }
      // What is broken depends on which conflict was met first, as in UIKit.
      guard kernel.rows.broken.isEmpty else { continue }
      let present = kernel.scene
      let fresh = try LayoutKernel(scene: present, solver: ConstraintSolver())
      try fresh.layoutIfNeeded()
      guard fresh.rows.broken.isEmpty else { continue }
      for item in present.views.map(\.id) + present.guides.map(\.id) {
        #expect(
          kernel.frame(of: item) == fresh.frame(of: item), "seed \(seed), \(kernel.name(of: item)), after \(trail)")
      }
    }
  }

  /// A kernel that nobody listens to leaves out the layout of views without subviews, and the order of frames.
  @Test("Whoever listens, frames, edits and what waits are the same", arguments: UInt64(1)...100)
  func listenersChangeNothing(_ seed: UInt64) throws {
    var random = RandomScene(seed: seed)
    let kernels = try (0..<4).map { _ in try LayoutKernel(scene: random.scene, solver: ConstraintSolver()) }
    let listener = Listener()
    kernels[1].recordsEvents = true
    kernels[2].shown = []
    kernels[3].delegate = listener
    for _ in 0..<8 {
      for _ in 0..<random.entropy.below(4) {
        let step = random.nextStep(in: kernels[0].scene)
        let settled = try kernels.map { kernel in try settles { try kernel.perform(step) } }
        #expect(Set(settled).count == 1, "seed \(seed)")
        if settled.contains(false) { return }
      }
      let settled = try kernels.map { kernel in try settles { try kernel.layoutIfNeeded() } }
      #expect(Set(settled).count == 1, "seed \(seed)")
      if settled.contains(false) { return }
      for kernel in kernels {
        #expect(kernel.violations() == [], "seed \(seed)")
        #expect(kernel.sentEdits == kernels[0].sentEdits, "seed \(seed)")
        #expect(kernel.scene == kernels[0].scene, "seed \(seed)")
        for item in kernel.items.all {
          #expect(kernel.frame(of: item.id) == kernels[0].frame(of: item.id), "seed \(seed)")
        }
      }
    }
  }

  private final class Listener: LayoutPassDelegate {
    func willLayOut() {}
    func updateProperties(of view: ItemID) {}
    func updateConstraints(of view: ItemID) {}
    func layOutSubviews(of view: ItemID, _ apply: () -> Void) { apply() }
  }

  @Test("A scene that was laid out and read back asks for the same rows")
  func rowsAreStable() throws {
    for seed in UInt64(1)...40 {
      let random = RandomScene(seed: seed)
      let kernel = try LayoutKernel(scene: random.scene, solver: ConstraintSolver())
      guard try settles({ try kernel.layoutIfNeeded() }) else { continue }
      let fresh = try LayoutKernel(scene: kernel.scene, solver: ConstraintSolver())
      try fresh.layoutIfNeeded()
      guard kernel.rows.broken.isEmpty, fresh.rows.broken.isEmpty else { continue }
      #expect(wantedRows(of: kernel) == wantedRows(of: fresh), "seed \(seed)")
    }
  }

  private func wantedRows(of kernel: LayoutKernel) -> Set<LinearConstraint> {
    Set(kernel.rows.table.keys.compactMap { kernel.rows.table.wanted($0) })
  }

  /// False when margins and text depend on each other without end, which is a loop in every kernel.
  private func settles(_ body: () throws -> Void) throws -> Bool {
    do {
      try body()
      return true
    } catch let mistake as LayoutMistake {
      if case .layoutLoop = mistake { return false }
      throw mistake
    }
  }

  @Test("A view that code moved away goes back at its new superview's layout")
  func frameSetBeforeMove() throws {
    var builder = SceneBuilder()
    builder.view("old")
    builder.view("new")
    builder.view("v", in: "old")
    builder.constrain("v.width = 35")
    let kernel = try LayoutKernel(scene: builder.scene, solver: ConstraintSolver())
    try kernel.layoutIfNeeded()
    try kernel.perform(.setProperty(builder["v"], .frame(Rect(x: 32, y: 36, width: 95, height: 30))))
    try kernel.perform(.move(builder["v"], in: builder["new"], at: 0))
    try kernel.layoutIfNeeded()
    #expect(kernel.frame(of: builder["v"]) == Rect(x: 0, y: 0, width: 35, height: 0))
  }

  @Test("A moved subtree takes the safe area of where it stands")
  func safeAreaAfterMove() throws {
    var builder = SceneBuilder()
    builder.scene.root.safeArea = Insets(top: 20)
    builder.view("low")
    builder.view("box", in: "low")
    builder.view("inner", in: "box")
    builder.guide("strip", of: "inner", .top)
    builder.constrain("low.top = root.top + 100")
    builder.constrain("low.height = 50")
    builder.constrain("box.height = 50")
    let kernel = try LayoutKernel(scene: builder.scene, solver: ConstraintSolver())
    try kernel.layoutIfNeeded()
    #expect(kernel.frame(of: builder["strip"]).height == 0)
    try kernel.perform(.move(builder["box"], in: .root, at: 0))
    try kernel.layoutIfNeeded()
    #expect(kernel.frame(of: builder["strip"]).height == 20)
  }

  @Test("Hiding one of many arranged views sends its own rows and its neighbours'")
  func hiding() throws {
    var builder = SceneBuilder()
    var stack = StackConfiguration()
    stack.axis = .vertical
    stack.spacing = 8
    builder.view("stack", kind: .stack)
    for index in 0..<60 {
      stack.arranged.append(
        builder.view("v\(index)", in: "stack") { $0.intrinsic = IntrinsicSize(width: 10, height: 10) })
    }
    builder.edit("stack") { $0.stack = stack }
    let kernel = try LayoutKernel(scene: builder.scene, solver: ConstraintSolver())
    try kernel.layoutIfNeeded()
    let before = kernel.sentEdits
    try kernel.perform(.hide(builder["v30"]))
    try kernel.layoutIfNeeded()
    // The hidden height, and the spacing on both sides.
    #expect(kernel.sentEdits - before == 3)
    #expect(kernel.frame(of: builder["v31"]).y == kernel.frame(of: builder["v29"]).maxY + 8)
  }

  @Test("One changed constant is one edit for the engine")
  func oneConstant() throws {
    var builder = SceneBuilder()
    for index in 0..<50 {
      builder.view("v\(index)")
      builder.constrain("v\(index).height = 10")
      builder.constrain(index == 0 ? "v0.top = root.top" : "v\(index).top = v\(index - 1).bottom")
    }
    let kernel = try LayoutKernel(scene: builder.scene, solver: ConstraintSolver())
    try kernel.layoutIfNeeded()
    let before = kernel.sentEdits
    try kernel.perform(.setConstant(LayoutConstraint.ID(1), 20))
    try kernel.layoutIfNeeded()
    #expect(kernel.sentEdits - before == 1)
    #expect(kernel.frame(of: builder["v49"]).y == 500)
  }

  @Test("Deactivating and activating again in one turn sends nothing")
  func toggle() throws {
    var builder = SceneBuilder()
    builder.view("v")
    let width = builder.constrain("v.width = 10")
    let kernel = try LayoutKernel(scene: builder.scene, solver: ConstraintSolver())
    try kernel.layoutIfNeeded()
    let before = kernel.sentEdits
    try kernel.perform(.deactivate(width))
    try kernel.perform(.activate(width))
    try kernel.layoutIfNeeded()
    #expect(kernel.sentEdits == before)
  }
}
