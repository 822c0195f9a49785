import LayoutKernel
import LayoutPlugin
import SceneModel

extension SceneWorkload {
  /// Lays the scene out, and runs one round of an operation and the first edits of its run without repetition (`fresh`). Compares frames with known
  /// ones. Hand-written code computes the known frames after the first pass, and after each step of `resize`, `jump` and `tick`. If the engine is
  /// canonical, a new kernel and engine in the same state also give known frames, in the middle of the round and at the end. These must be equal bit
  /// for bit.
  public func check(
    _ operation: Operation, isCanonical: Bool, makeEngine: () -> any ConstraintSolving
  ) throws {
    let kernel = try LayoutKernel(scene: scene, solver: makeEngine())
    try kernel.layoutIfNeeded()
    guard kernel.conflicts.isEmpty else {
      throw CheckFailure(.refused, description: "\(name): the scene's constraints conflict")
    }
    try judge(kernel, "build")
    let cycle = cycles[operation] ?? []
    let first = fresh[operation].map { (0..<checkedFreshEdits).map($0) } ?? []
    let count = cycle.count + first.count
    for (index, steps) in (cycle + first).enumerated() {
      for step in steps { try kernel.perform(step) }
      // The formula holds for any width of the root, but not for the other changes of a rotation.
      if [.resize, .jump, .tick].contains(operation) {
        try judge(kernel, "\(operation.rawValue) \(index + 1) of \(count)")
      }
      guard index == (cycle.count - 1) / 2 || index == count - 1, isCanonical else { continue }
      let fresh = try LayoutKernel(scene: kernel.scene, solver: makeEngine())
      try fresh.layoutIfNeeded()
      for view in scene.views where fresh.frame(of: view.id) != kernel.frame(of: view.id) {
        throw CheckFailure(
          .notAsFresh, description: "\(name): \(view.name) differs from a fresh layout after \(operation.rawValue)")
      }
    }
  }

  private func judge(_ kernel: LayoutKernel, _ moment: String) throws {
    guard let expected = expectedFrames(rootWidth: kernel.frame(of: .root).width) else { return }
    for (view, frame) in zip(scene.views, expected) {
      let found = kernel.frame(of: view.id)
      let distance = max(
        abs(found.x - frame.x), abs(found.y - frame.y), abs(found.width - frame.width), abs(found.height - frame.height)
      )
      guard distance <= checkTolerance else {
        throw CheckFailure(
          .notAsByHand, description: "\(name): \(view.name) is at \(found), by hand it is \(frame) (\(moment))")
      }
    }
  }
}
