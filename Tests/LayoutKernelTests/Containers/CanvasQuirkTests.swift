import ConstraintSolver
import SceneModel
import Testing

@testable import LayoutKernel

/// The switches by which Interface Builder's canvas differs from run time, both ways. Numbers are by hand from rules IB5.2, IB5.4,
/// IB5.9 and IB5.10.
@Suite("The canvas's own rules")
struct CanvasQuirkTests {
  private func kernel(_ text: String, _ change: (inout LayoutQuirks) -> Void = { _ in }) throws -> LayoutKernel {
    var quirks = LayoutQuirks()
    change(&quirks)
    return try LayoutKernel(scene: Scene(text: text), solver: ConstraintSolver(), quirks: quirks)
  }

  private static let hidden = """
    scene 1
    root 200 x 300 @2x
    view s in root
    view a in s
    view b in s hidden
    view c in s
    intrinsic a 40 x 20
    intrinsic c 30 x 10
    stack s axis vertical spacing 8 arranged a b c
    constraint l: s.leading = root.leading
    constraint t: s.top = root.top
    constraint h: b.height = 30
    """

  @Test("A hidden arranged view keeps a required length, in the middle of a gap that is as wide as without it")
  func hiddenBesideTheChain() throws {
    let canvas = try kernel(Self.hidden) { $0.hiddenArrangedViews = .besideChain }
    try canvas.layoutIfNeeded()
    #expect(canvas.conflicts.isEmpty)
    #expect(canvas.frame(of: ItemID(4)).y == 28 && canvas.frame(of: ItemID(1)).height == 38)
    #expect(canvas.frame(of: ItemID(3)).y == 24 && canvas.frame(of: ItemID(3)).height == 30)
    let runTime = try kernel(Self.hidden)
    try runTime.layoutIfNeeded()
    #expect(runTime.conflicts.count == 1)
  }

  @Test("A required resistance gives way to an explicit size, or contradicts it")
  func contentSizeYields() throws {
    let text = """
      scene 1
      root 200 x 300 @2x
      view v in root
      intrinsic v 120 x 20 hugging 250 250 resistance 1000 750
      constraint w: v.width = 50
      constraint l: v.leading = root.leading
      constraint t: v.top = root.top
      """
    let canvas = try kernel(text) { $0.contentSizeYields = true }
    try canvas.layoutIfNeeded()
    #expect(canvas.conflicts.isEmpty && canvas.frame(of: ItemID(1)).width == 50)
    let runTime = try kernel(text)
    try runTime.layoutIfNeeded()
    #expect(runTime.conflicts.count == 1)
  }

  @Test("A nested stack view weighs what it arranges and its gaps, also after they have changed")
  func nestedWeights() throws {
    let text = """
      scene 1
      root 320 x 300 @2x
      view s in root
      view n in s
      view x in s
      view p in n
      view q in n
      intrinsic x 50 x 20
      intrinsic p 40 x 20
      intrinsic q 50 x 20
      stack s axis horizontal distribution fill-proportionally arranged n x
      stack n axis horizontal spacing 10 arranged p q
      constraint l: s.leading = root.leading
      constraint t: s.top = root.top
      constraint w: s.width = 300
      """
    let kernel = try kernel(text) { $0.weighsNestedStacks = true }
    func widths() throws -> [Double] {
      try kernel.layoutIfNeeded()
      return [kernel.frame(of: ItemID(2)).width, kernel.frame(of: ItemID(3)).width]
    }
    #expect(try widths() == [200, 100])
    try kernel.perform(.setProperty(ItemID(2), .spacing(60)))
    #expect(try widths() == [225, 75])
    try kernel.perform(.unarrange(ItemID(5), from: ItemID(2)))
    try kernel.perform(.setIntrinsic(ItemID(3), IntrinsicSize(width: 10, height: 20)))
    #expect(try widths() == [240, 60])
    try kernel.perform(.arrange(ItemID(5), in: ItemID(2), at: nil))
    #expect(try widths() == [281.25, 18.75])
  }

  @Test("A view without a length has none in a proportional stack view; a required length contradicts that (L14.3)")
  func spacers() throws {
    let text = """
      scene 1
      root 200 x 300 @2x
      view s in root
      view a in s
      view spacer in s
      intrinsic a 50 x 20
      stack s axis vertical distribution fill-proportionally arranged a spacer
      constraint x: s.leading = root.leading
      constraint y: s.top = root.top
      constraint w: s.width = 100
      constraint h: s.height = 100
      constraint gap: spacer.height = 30
      """
    let required = try kernel(text)
    try required.layoutIfNeeded()
    #expect(required.conflicts.count == 1)
    let wished = try kernel(text + " @ 999")
    try wished.layoutIfNeeded()
    #expect(wished.conflicts.isEmpty)
    #expect(wished.frame(of: ItemID(3)).height == 0)
  }

  @Test("A margin at a constant distance from the top settles beyond the edge, or runs away")
  func clampedSafeArea() throws {
    let text = """
      scene 1
      root 200 x 300 @2x safe-area 20 0 0 0
      view v in root
      constraint t: v.topMargin = root.top + 20
      constraint l: v.leading = root.leading
      constraint w: v.width = 50
      constraint h: v.height = 50
      """
    let clamped = try kernel(text)
    try clamped.layoutIfNeeded()
    // Eight points of margin and the whole unsafe border, whose end is 20 below the top.
    #expect(clamped.frame(of: ItemID(1)).y == -8)
    let unclamped = try kernel(text) { $0.clampsSafeAreaOverlap = false }
    #expect(throws: LayoutMistake.self) { try unclamped.layoutIfNeeded() }
  }
}
