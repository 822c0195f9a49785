import AnimationSampler
import ConstraintSolver
import ScenePlayer
import SceneModel
import Testing

@Suite("16: layout and animation")
struct LayoutInterplayTests {
  /// A target whose width a constraint sets, and a button whose highlighted background waits for layout.
  private func make() throws -> (player: ScenePlayer, scene: Scene) {
    var scene = try Story(name: "highlight-swept").scene()
    scene.steps = []
    let player = try ScenePlayer(
      scene: scene, solver: ConstraintSolver(), makeSampler: { AnimationSampler() })
    return (player, scene)
  }

  private func view(_ name: String, _ scene: Scene) throws -> ItemID {
    try #require(scene.views.first { $0.name == name }).id
  }

  private func constraint(_ name: String, _ scene: Scene) throws -> LayoutConstraint.ID {
    try #require(scene.constraints.first { $0.name == name }).id
  }

  private let block = ViewAnimation(duration: 1, options: .curveLinear)

  @Test("16: a constraint edit moves nothing until a pass, and a pass outside a block animates nothing")
  func edits() throws {
    let (player, scene) = try make()
    let target = try view("target", scene)
    try player.animate(block) {
      try player.perform(.setConstant(constraint("width", scene), 200))
    }
    #expect(player.presentationFrame(of: target)?.width == 100)
    try player.advance(by: 0)
    #expect(player.presentationFrame(of: target)?.width == 200)
    let layer = try #require(player.layer(of: target))
    #expect(player.layers.animationKeys(layer).isEmpty)
  }

  @Test("16: a pass in a block moves the view from frame to frame")
  func pass() throws {
    let (player, scene) = try make()
    let target = try view("target", scene)
    try player.perform(.setConstant(constraint("width", scene), 200))
    try player.animate(block) { try player.perform(.layout(.root)) }
    try player.advance(by: 0.25)
    #expect(player.presentationFrame(of: target) == Rect(x: 0, y: 0, width: 125, height: 50))
    try player.advance(by: 1)
    #expect(player.presentationFrame(of: target) == Rect(x: 0, y: 0, width: 200, height: 50))
  }

  @Test("Seed 000: the highlighted button is swept along; laying out first keeps it out")
  func bystander() throws {
    for isFlushed in [false, true] {
      let (player, scene) = try make()
      let target = try view("target", scene)
      let button = try view("highlight", scene)
      try player.perform(.setConstant(constraint("selected", scene), 80))
      if isFlushed { try player.perform(.layout(.root)) }
      try player.perform(.setConstant(constraint("width", scene), 200))
      try player.animate(block, about: [target]) { try player.perform(.layout(.root)) }
      try player.advance(by: 0.5)
      #expect(player.presentationFrame(of: target)?.width == 150)
      #expect(player.presentationFrame(of: button)?.width == (isFlushed ? 80 : 40))
      let remarks = player.layers.lintRemarks.filter { $0.trap == .pendingSiblings }
      #expect(remarks.count == (isFlushed ? 0 : 1))
      #expect(remarks.allSatisfy { $0.text.contains("highlight") && !$0.text.contains("target") })
    }
  }

  @Test("16: a pass with nothing pending does nothing")
  func nothingPending() throws {
    let (player, scene) = try make()
    try player.animate(block, name: "empty") { try player.perform(.layout(.root)) }
    #expect(player.layers.events.map(\.what) == [.block("empty", finished: true)])
    let layer = try #require(player.layer(of: view("target", scene)))
    #expect(player.layers.animationKeys(layer).isEmpty)
  }
}
