import ConstraintSolver
import SceneModel
import Testing

@testable import LayoutKernel

@Suite("L10.7: the properties pass")
struct PropertiesPassTests {
  private func kernel(_ quirks: LayoutQuirks = LayoutQuirks()) throws -> LayoutKernel {
    var builder = SceneBuilder()
    builder.view("a")
    builder.view("b", in: "a")
    builder.constrain("b.width = 10")
    let kernel = try LayoutKernel(scene: builder.scene, solver: ConstraintSolver(), quirks: quirks)
    try kernel.layoutIfNeeded()
    kernel.recordsEvents = true
    return kernel
  }

  @Test("It runs once for each view that asked, from the root down, before constraints, and lays out nothing")
  func order() throws {
    let kernel = try kernel()
    let (a, b) = (ItemID(1), ItemID(2))
    for view in [b, a, b] { try kernel.perform(.needsProperties(view)) }
    #expect(kernel.events.isEmpty)
    try kernel.perform(.needsConstraints(a))
    try kernel.perform(.advance(0.1))
    #expect(kernel.events.map(kernel.text) == ["updateProperties a", "updateProperties b", "updateConstraints a"])
    kernel.removeEvents()
    try kernel.perform(.advance(0.1))
    #expect(kernel.events.isEmpty)
  }

  @Test("Before iOS 26 nobody hears of it; a view that is gone does not")
  func nobody() throws {
    var quirks = LayoutQuirks()
    let isChosen = quirks.choose("propertiesPass", "false")
    #expect(isChosen)
    let before = try kernel(quirks)
    try before.perform(.needsProperties(ItemID(1)))
    try before.perform(.advance(0.1))
    #expect(before.events.isEmpty)
    let kernel = try kernel()
    try kernel.perform(.needsProperties(ItemID(2)))
    try kernel.perform(.removeView(ItemID(2)))
    try kernel.perform(.advance(0.1))
    #expect(!kernel.events.map(kernel.text).contains { $0.hasPrefix("updateProperties") })
  }

  @Test("The step is written and read, as text and as bytes")
  func forms() throws {
    let text = "scene 1\nroot 10 x 10 @1x\nview a in root\nstep needs-properties a\n"
    let scene = try Scene(text: text)
    #expect(scene.steps == [.needsProperties(ItemID(1))])
    #expect(try Scene(text: scene.text) == scene)
    #expect(try Scene(compact: scene.compact) == scene)
  }
}
