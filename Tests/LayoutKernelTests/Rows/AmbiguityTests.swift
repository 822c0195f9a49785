import ConstraintSolver
import SceneModel
import Testing

@testable import LayoutKernel

@Suite("What is open together, and what would decide it")
struct AmbiguityTests {
  private func laidOut(_ scene: Scene) throws -> LayoutKernel {
    let kernel = try LayoutKernel(scene: scene, solver: ConstraintSolver())
    try kernel.layoutIfNeeded()
    return kernel
  }

  /// Labels of 80 and 40 points in a row of 200, 8 apart.
  private func row(_ constraints: [String] = []) -> SceneBuilder {
    var builder = SceneBuilder()
    builder.view("title") { $0.intrinsic = IntrinsicSize(width: 80, height: 20) }
    builder.view("badge") { $0.intrinsic = IntrinsicSize(width: 40, height: 20) }
    for text in ["title.left = root.left", "badge.left = title.right + 8", "badge.right = root.left + 200"] {
      builder.constrain(text)
    }
    for view in ["title", "badge"] { builder.constrain("\(view).top = root.top") }
    for text in constraints { builder.constrain(text) }
    return builder
  }

  @Test("Labels that hug equally are one tie: the first one's width is open, the other one follows")
  func tie() throws {
    let builder = row()
    let kernel = try laidOut(builder.scene)
    let found = try kernel.ambiguities()
    #expect(found.count == 1)
    #expect(found.first?.views == [builder["title"], builder["badge"]])
    #expect(found.first?.followers == [builder["badge"]])
    let number = try #require(found.first?.undecided.first)
    #expect(found.first?.undecided.count == 1 && number.view == builder["title"] && number.what == .width)
    #expect(number.range == 80...152)
    #expect(number.tie == Ambiguity.Tie(isHugging: true, priority: 250, others: [builder["badge"]]))
    // What is told to help does.
    #expect(try laidOut(row(["title.width = 80 @ 251"]).scene).ambiguities().isEmpty)
    var yielding = row()
    yielding.edit("title") { $0.intrinsic.hugging.horizontal = 249 }
    #expect(try laidOut(yielding.scene).ambiguities().isEmpty)
  }

  @Test(
    "Three equal labels have two open widths, views that nothing links are told apart, and a size is told before a place"
  )
  func counts() throws {
    var builder = SceneBuilder()
    for name in ["a", "b", "c"] {
      builder.view(name) { $0.intrinsic = IntrinsicSize(width: 10, height: 20) }
      builder.constrain("\(name).top = root.top")
    }
    for text in ["a.left = root.left", "b.left = a.right", "c.left = b.right", "c.right = root.right"] {
      builder.constrain(text)
    }
    builder.view("centred")
    for text in ["centred.centerX = root.centerX", "centred.top = root.top", "centred.height = 5"] {
      builder.constrain(text)
    }
    let found = try laidOut(builder.scene).ambiguities()
    #expect(found.map { $0.undecided.map(\.what) } == [[.width, .width], [.width]])
    #expect(found.first?.followers == [builder["c"]] && found.last?.views == [builder["centred"]])
  }

  /// Held to what it promises: the numbers decide all, and asking moves nothing.
  @Test("On random scenes each ambiguous view is in one ambiguity, whose numbers decide it")
  func random() throws {
    var decided = 0
    for seed in 0..<400 as Range<UInt64> {
      let scene = RandomScene(seed: seed).scene
      guard let kernel = try? laidOut(scene) else { continue }
      let open = scene.views.map(\.id).filter { kernel.hasAmbiguousLayout($0) == true }
      let before = scene.views.map { kernel.frame(of: $0.id) }
      let found = try kernel.ambiguities(among: open)
      #expect(found.flatMap(\.views).sorted() == open.sorted(), "seed \(seed)")
      #expect(scene.views.map { kernel.frame(of: $0.id) } == before, "seed \(seed)")
      #expect(open.allSatisfy { kernel.hasAmbiguousLayout($0) == true }, "seed \(seed)")
      guard kernel.conflicts.isEmpty else { continue }
      var next = UInt32(10_000)
      for number in found.flatMap(\.undecided) {
        guard let range = number.range, let attribute = LayoutAttribute(name: number.what.rawValue) else { continue }
        let parent = scene.views.first { $0.id == number.view }?.parent
        let place = range.lowerBound + LayoutKernel.placeInRange * (range.upperBound - range.lowerBound)
        let own = LayoutConstraint(
          id: LayoutConstraint.ID(next), name: "decided-\(next)",
          first: .anchor(LayoutAnchor(number.view, attribute)),
          second: attribute.isSize ? nil : parent.map { .anchor(LayoutAnchor($0, attribute)) },
          constant: place, priority: 1e-6)
        try kernel.perform(.addConstraint(own))
        next += 1
      }
      if found.flatMap(\.undecided).allSatisfy({ $0.range != nil }) {
        decided += 1
        #expect(open.allSatisfy { kernel.hasAmbiguousLayout($0) == false }, "seed \(seed)")
      }
    }
    #expect(decided > 100)
  }
}
