import ConstraintSolver
import SceneModel
import Testing

@testable import LayoutKernel

/// What always holds in a kernel: `LayoutKernel.violations()`, which the tests with random steps call after each step.
@Suite("Invariants of the kernel")
struct ViolationTests {
  @Test("Everything holds after each step of random scenes", arguments: UInt64(1)...150)
  func holds(_ seed: UInt64) throws {
    var random = RandomScene(seed: seed)
    let kernel = try LayoutKernel(scene: random.scene, solver: ConstraintSolver())
    #expect(kernel.violations() == [], "seed \(seed)")
    var trail: [Step] = []
    for _ in 0..<16 {
      let present = kernel.scene
      trail.append(random.entropy.chance(1, in: 3) ? .layout(.root) : random.nextStep(in: present))
      // A step with a mistake changes nothing, and a loop ends in the middle of its passes: what is stored stays whole.
      try? kernel.perform(trail[trail.count - 1])
      #expect(kernel.violations() == [], "seed \(seed), after \(trail)")
      if random.entropy.chance(1, in: 4) {
        let view = random.entropy.pick(kernel.scene.views.map(\.id))
        _ = try? kernel.systemLayoutSizeFitting(view, target: .zero)
        #expect(kernel.violations() == [], "seed \(seed), \(view) measured after \(trail)")
      }
    }
  }

  /// Ways to break each part of a kernel, by name.
  private static let damages: [(name: String, damage: @Sendable (LayoutKernel, Item) -> Void)] = [
    (
      "a row is touched and not listed",
      { kernel, _ in
        kernel.rows.want(0.5, for: 1)
        kernel.rows.touched = []
      }
    ),
    (
      "a constraint is stale and not listed",
      { kernel, _ in
        kernel.rows.markStale(1)
        kernel.rows.stale = []
      }
    ),
    ("a constraint is gone, and its items name it", { kernel, _ in kernel.rows.constraints.remove(1) }),
    ("an item lost its readers", { _, item in item.node.pointee.firstReader = -1 }),
    ("a system row is not marked", { _, item in item.systemRows = 0 }),
    ("an unknown is wanted and not listed", { _, item in item.wantedUnknowns.insert(.init(.gapStart)) }),
    ("a part has no row", { kernel, _ in kernel.rows.parts[1] = 2 }),
    ("a view is flagged and not listed", { _, item in item.isFlagged = true }),
    (
      "a view is flagged twice",
      { kernel, item in
        kernel.flag(item)
        kernel.passes.flagged.append(item)
      }
    ),
    ("a view needs layout and no path leads to it", { _, item in item.needsLayout = true }),
    ("a view is moved and on no list", { _, item in item.node.pointee.isMoved = true }),
    ("a pass left a removed item", { kernel, item in kernel.passes.retired = [item] }),
    ("a measurement is not over", { kernel, _ in kernel.measurement.suspendedMoves = [] }),
    (
      "a size is known of a view that is gone",
      { kernel, _ in
        kernel.measurement.fittedSizes[ItemID(77)] = FittedSize(
          question: .init(target: .zero, horizontalPriority: 50, verticalPriority: 50), size: .zero)
      }
    ),
    ("a view reads margins and is not counted", { _, item in item.readsEnvironment = true }),
    ("a view has another depth", { _, item in item.depth += 1 }),
    ("a view has another index", { _, item in item.index += 1 }),
    ("a mask is not counted", { kernel, _ in kernel.root.autoresizedChildren += 1 }),
  ]

  @Test("Each kind of damage is noticed", arguments: damages.map(\.name))
  func damaged(_ name: String) throws {
    var builder = SceneBuilder()
    builder.view("v") { $0.intrinsic = IntrinsicSize(width: 10, height: 10) }
    builder.constrain("v.top = root.top")
    let kernel = try LayoutKernel(scene: builder.scene, solver: ConstraintSolver())
    try kernel.layoutIfNeeded()
    #expect(kernel.violations() == [])
    let item = try #require(kernel.items[builder["v"]])
    let damage = try #require(Self.damages.first { $0.name == name })
    damage.damage(kernel, item)
    #expect(kernel.violations() != [])
    // Undone where the end of the kernel needs it.
    kernel.passes.retired = []
  }
}
