import ConstraintSolver
import LayoutPlugin
import SceneModel
import Testing

@testable import LayoutKernel

@Suite("Symmetries")
struct SymmetryTests {
  private func laidOut(_ scene: Scene) throws -> LayoutKernel? {
    let kernel = try LayoutKernel(scene: scene, solver: ConstraintSolver())
    do {
      try kernel.layoutIfNeeded()
    } catch {
      if case .layoutLoop = error { return nil }
      throw error
    }
    return kernel.rows.broken.isEmpty ? kernel : nil
  }

  /// Only what the constraints determine is compared: the tie-break prefers small coordinates, which no mirror keeps.
  private func isDetermined(_ item: ItemID, in kernel: LayoutKernel) -> Bool {
    var present = kernel.items[item]
    while let view = present {
      if kernel.hasAmbiguousLayout(view.id) != false { return false }
      present = view.parent
    }
    return true
  }

  /// Directional sides only, and everything that has a left and a right changes them.
  private func directional(_ seed: UInt64) -> Scene {
    var scene = RandomScene(seed: seed).scene
    scene.direction = .leftToRight
    for index in scene.views.indices { scene.views[index].semantic = .unspecified }
    scene.constraints.removeAll { constraint in constraint.anchors.contains { hasHandedness($0, constraint) } }
    return scene
  }

  /// Left and right do not follow the direction, and neither do the offsets of centres.
  private func hasHandedness(_ anchor: LayoutAnchor, _ constraint: LayoutConstraint) -> Bool {
    let sides: [LayoutAttribute] = [.left, .right, .leftMargin, .rightMargin]
    if sides.contains(anchor.attribute) { return true }
    guard anchor.attribute.isCenter, anchor.attribute.axis == .horizontal else { return false }
    return constraint.constant != 0 || constraint.multiplier != 1
  }

  private func mirrored(_ scene: Scene) -> Scene {
    var mirror = scene
    mirror.direction = .rightToLeft
    func flip(_ insets: Insets) -> Insets {
      Insets(top: insets.top, left: insets.right, bottom: insets.bottom, right: insets.left)
    }
    for index in scene.views.indices {
      let view = scene.views[index]
      mirror.views[index].alignmentInsets = flip(view.alignmentInsets)
      mirror.views[index].safeArea = flip(view.safeArea)
      guard var mask = view.autoresizing else { continue }
      let parent = scene.views.first { $0.id == view.parent }?.frame ?? .zero
      mirror.views[index].frame.x = parent.width - view.frame.maxX
      let (left, right) = (mask.contains(.flexibleLeft), mask.contains(.flexibleRight))
      mask.remove([.flexibleLeft, .flexibleRight])
      if left { mask.insert(.flexibleRight) }
      if right { mask.insert(.flexibleLeft) }
      mirror.views[index].autoresizing = mask
    }
    return mirror
  }

  @Test("A right-to-left layout is the mirror image of the left-to-right one")
  func mirror() throws {
    var compared = 0
    for seed in UInt64(1)...400 {
      let scene = directional(seed)
      guard let kernel = try laidOut(scene), let mirror = try laidOut(mirrored(scene)) else { continue }
      for view in scene.views.dropFirst() {
        // Inside a scroll view the mirror stands at the content's other end.
        guard let parent = view.parent, isDetermined(view.id, in: kernel), isDetermined(view.id, in: mirror),
          kernel.items[parent]?.view.scroll == nil
        else { continue }
        let (frame, image) = (kernel.frame(of: view.id), mirror.frame(of: view.id))
        let width = kernel.frame(of: parent).width
        expectFrame(
          image, [width - frame.maxX, frame.y, frame.width, frame.height], "seed \(seed), \(view.name)")
        compared += 1
      }
    }
    #expect(compared > 100, "compared \(compared)")
  }

  @Test("A recorded conversation replayed to another engine gives the same values")
  func replay() throws {
    for seed in UInt64(1)...40 {
      var random = RandomScene(seed: seed)
      let kernel = try LayoutKernel(scene: random.scene, solver: ConstraintSolver())
      kernel.recorder = SolverScript()
      do {
        try kernel.layoutIfNeeded()
        for _ in 0..<4 {
          try kernel.perform(random.nextStep(in: kernel.scene))
          try kernel.layoutIfNeeded()
        }
      } catch {
        guard case .layoutLoop = error else { throw error }
        continue
      }
      let engine = ConstraintSolver()
      var values: [UInt32: Double] = [:]
      for transaction in try #require(kernel.recorder).transactions {
        let outcome = try engine.apply(transaction.edits)
        if case .conflict(let set) = outcome {
          #expect(transaction.expectations == [.conflict(set)])
        } else {
          #expect(transaction.expectations.isEmpty)
        }
        try engine.drainChanges { values[$0.id] = $1 }
      }
      for item in kernel.items.all where item !== kernel.root {
        #expect(values[Variable(item.id, .minX).id] == item.minX)
        #expect(values[Variable(item.id, .height).id] == item.height)
      }
    }
  }
}
