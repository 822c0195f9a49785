import AnimationSampler
import ConstraintSolver
import ScenePlayer
import SceneModel
import Testing

@Suite("A16.1: layout and animation")
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

  @Test("A16.1: a constraint edit moves nothing until a pass, and a pass outside a block animates nothing")
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

  @Test("A16.1: a pass in a block moves the view from frame to frame")
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

  @Test("A16.1: a pass with nothing pending does nothing")
  func nothingPending() throws {
    let (player, scene) = try make()
    try player.animate(block, name: "empty") { try player.perform(.layout(.root)) }
    #expect(player.layers.events.map(\.what) == [.block("empty", finished: true)])
    let layer = try #require(player.layer(of: view("target", scene)))
    #expect(player.layers.animationKeys(layer).isEmpty)
  }

  @Test("A16.3: a table's updates are one batch: rows that grow and rows that give way move together")
  func tableBatch() throws {
    let text = """
      scene 1
      root 320 x 480 @1x
      view list in root  kind table
      table list row-height automatic estimated 44 separators off
      view first in list  kind table-cell
      view inside in first  kind table-cell-content
      view bar in inside
      view second in list  kind table-cell
      view below in second  kind table-cell-content
      constraint a: list.top = root.top
      constraint b: list.leading = root.leading
      constraint c: list.trailing = root.trailing
      constraint d: list.bottom = root.bottom
      constraint e: bar.top = inside.top
      constraint f: bar.bottom = inside.bottom
      constraint g: bar.leading = inside.leading
      constraint h: bar.trailing = inside.trailing
      constraint grow: bar.height = 40 @ 999
      """
    let scene = try Scene(text: text, file: "table.scene")
    let player = try ScenePlayer(scene: scene, solver: ConstraintSolver(), makeSampler: { AnimationSampler() })
    let (first, second) = (try view("first", scene), try view("second", scene))
    let before = try #require(player.presentationFrame(of: second)).y
    try player.perform(.beginUpdates(try view("list", scene)))
    try player.perform(.setConstant(try constraint("grow", scene), 140))
    try player.perform(.endUpdates(try view("list", scene)))
    try player.advance(by: 0)
    #expect(player.presentationFrame(of: first)?.height == 40)
    // Half way of 0.3 s, ease-in-out.
    try player.advance(by: ScenePlayer.tableUpdateDuration / 2)
    expectNear(player.presentationFrame(of: first)?.height ?? .nan, 90)
    expectNear(player.presentationFrame(of: second)?.y ?? .nan, before + 50)
    try player.advance(by: 1)
    #expect(player.presentationFrame(of: first)?.height == 140)
    #expect(player.presentationFrame(of: second)?.y == before + 100)
  }

  @Test("A12.10: touches do not reach what is being animated, unless the block allows it; the model is what is hit")
  func interaction() throws {
    let text = """
      scene 1
      root 100 x 100 @1x
      view under in root  frame 0 0 100 100  autoresizing none
      view over in root  frame 0 0 50 50  autoresizing none
      """
    let scene = try Scene(text: text, file: "touch.scene")
    for options in [[], .allowUserInteraction] as [ViewAnimation.Options] {
      let player = try ScenePlayer(scene: scene, solver: ConstraintSolver(), makeSampler: { AnimationSampler() })
      let (under, over) = (try view("under", scene), try view("over", scene))
      #expect(player.hitTest(Point(x: 10, y: 10)) == over && player.hitTest(Point(x: 75, y: 75)) == under)
      player.animate(ViewAnimation(duration: 1, options: options)) {
        if let layer = player.layer(of: over) { player.layers.set(layer, "position", .point(Point(x: 75, y: 75))) }
      }
      try player.perform(.setProperty(over, .center(Point(x: 75, y: 75))))
      try player.advance(by: 0.1)
      #expect(player.isInteractive(over) == options.contains(.allowUserInteraction))
      #expect(player.hitTest(Point(x: 75, y: 75)) == (options.contains(.allowUserInteraction) ? over : under))
      #expect(player.hitTest(Point(x: 10, y: 10)) == under)
      try player.advance(by: 2)
      #expect(player.hitTest(Point(x: 75, y: 75)) == over)
      #expect(player.hitTest(Point(x: 175, y: 75)) == nil)
    }
  }

  @Test("A12.10: a press that moves too far before its time does not begin; afterwards moving is a change")
  func longPress() throws {
    let text = """
      scene 1
      root 100 x 100 @1x
      view button in root  frame 0 0 50 50  autoresizing none
      step recognize long-press press on root after 0.2 within 5
      """
    let scene = try Scene(text: text, file: "press.scene")
    func phases(_ steps: String) throws -> [PlayerEvent.What] {
      let told = try Scene(text: text + steps.split(separator: ";").map { "\nstep \($0)" }.joined() + "\n", file: "p")
      let player = try ScenePlayer(scene: scene, solver: ConstraintSolver(), makeSampler: { AnimationSampler() })
      for step in told.steps { try player.perform(step) }
      return player.layers.events.map(\.what)
    }
    #expect(try phases("touch button;advance 0.1;release;advance 1") == [])
    #expect(try phases("touch button;drag 4 4;advance 1;release") == [])
    #expect(
      try phases("touch button;drag 3 3;advance 0.2;drag 30 0;release")
        == [.gesture("press", .began), .gesture("press", .changed), .gesture("press", .ended)])
  }
}
