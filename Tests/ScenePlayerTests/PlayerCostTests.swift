import AnimationSampler
import ConstraintSolver
import SceneModel
import Testing

@testable import ScenePlayer

/// What a player looks at, counted, where few and where many others live.
@Suite struct PlayerCostTests {
  @Test("A commit, an end, a shown value and a forgotten history look at what moves, however many layers live")
  func commit() {
    func work(among count: Int) -> Int {
      let player = LayerPlayer(makeSampler: { AnimationSampler() })
      let layers = (0..<count).map { _ in player.addLayer(isViewBacked: true) }
      player.advance(by: 0)
      let before = player.workDone
      player.animate(ViewAnimation(duration: 0.5)) { player.set(layers[0], "opacity", .number(0.5)) }
      player.advance(by: 0.25)
      #expect(player.presentation(layers[0], "opacity") != nil)
      #expect(player.future.count == 1)
      player.advance(by: 0.5)
      player.forgetHistory()
      return player.workDone - before
    }
    #expect(work(among: 10_000) == work(among: 1))
  }

  @Test("Hiding a view and touching one look at what is hidden, and at the way down to the touch")
  func hideAndTouch() throws {
    func work(among count: Int) throws -> Int {
      var text = "scene 1\nroot 100 x 100 @2x\nview holder in root frame 0 0 100 50 autoresizing right bottom\n"
      text += "view target in root frame 0 50 100 50 autoresizing right bottom\n"
      for number in 0..<count { text += "view other\(number) in holder frame 0 0 10 10 autoresizing right bottom\n" }
      let scene = try Scene(text: text)
      let player = try ScenePlayer(scene: scene, solver: ConstraintSolver(), makeSampler: { AnimationSampler() })
      let target = try #require(scene.views.first { $0.name == "target" }).id
      // The first turn commits what the scene is made of.
      try player.advance(by: 0)
      let before = player.workDone
      try player.perform(.hide(target))
      try player.advance(by: 0)
      try player.perform(.show(target))
      try player.advance(by: 0)
      try player.perform(.play(.touch(target)))
      try player.perform(.play(.release))
      return player.workDone - before
    }
    #expect(try work(among: 2000) == work(among: 1))
  }

  @Test("What is forgotten of the history changes nothing that is shown")
  func forgetting() {
    let player = LayerPlayer(makeSampler: { AnimationSampler() })
    let box = player.addLayer(isViewBacked: true)
    for number in 1...5 {
      player.animate(ViewAnimation(duration: 1)) { player.set(box, "opacity", .number(1 / Double(number + 1))) }
      player.advance(by: 0.3)
      let (shown, timeline) = (player.presentation(box, "opacity"), player.timeline)
      player.forgetHistory()
      #expect(player.presentation(box, "opacity") == shown)
      #expect(player.timeline == timeline)
      #expect(player.timeline(at: player.now) == timeline)
      #expect(player.history.count == 1)
    }
  }
}
