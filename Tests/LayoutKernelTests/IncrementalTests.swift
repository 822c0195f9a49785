import ConstraintSolver
import SceneModel
import Testing

@testable import LayoutKernel

@Suite("Incremental layout")
struct IncrementalTests {
  @Test("A layout is a function of the present scene, not of its history", arguments: Array(UInt64(1)...250) + [2811])
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
      guard kernel.broken.isEmpty else { continue }
      let present = kernel.scene
      let fresh = try LayoutKernel(scene: present, solver: ConstraintSolver())
      try fresh.layoutIfNeeded()
      guard fresh.broken.isEmpty else { continue }
      for item in present.views.map(\.id) + present.guides.map(\.id) {
        #expect(
          kernel.frame(of: item) == fresh.frame(of: item), "seed \(seed), \(kernel.name(of: item)), after \(trail)")
      }
    }
  }

  @Test("A scene that was laid out and read back asks for the same rows")
  func rowsAreStable() throws {
    for seed in UInt64(1)...40 {
      let random = RandomScene(seed: seed)
      let kernel = try LayoutKernel(scene: random.scene, solver: ConstraintSolver())
      guard try settles({ try kernel.layoutIfNeeded() }) else { continue }
      let fresh = try LayoutKernel(scene: kernel.scene, solver: ConstraintSolver())
      try fresh.layoutIfNeeded()
      guard kernel.broken.isEmpty, fresh.broken.isEmpty else { continue }
      #expect(kernel.wanted == fresh.wanted, "seed \(seed)")
    }
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
