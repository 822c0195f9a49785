import AnimationSampler
@testable import ScenePlayer
import SceneModel
import Testing

/// Which changes of a layer move by themselves, and who decides (rules A4).
@Suite("Implicit animations")
struct ImplicitAnimationTests {
  private func fade(_ from: Double, _ to: Double, _ duration: Double) -> Animation {
    .basic("opacity", from: .number(from), to: .number(to), duration: duration)
  }

  @Test("A4.1: the delegate is asked first, then the layer's actions, then its style's")
  func actionSearch() {
    let (player, layer) = makePlayer(isViewBacked: false)
    player.setAction(layer, "opacity", .animation(fade(0, 1, 9)), inStyle: true)
    #expect(player.action(layer, "opacity") == .animation(fade(0, 1, 9)))
    player.setAction(layer, "opacity", .animation(fade(0, 1, 5)))
    #expect(player.action(layer, "opacity") == .animation(fade(0, 1, 5)))
    player.setDelegate(layer) { _ in nil }
    #expect(player.action(layer, "opacity") == .animation(fade(0, 1, 5)))
    player.setDelegate(layer) { _ in LayerAction.none }
    player.setOpacity(layer, 0.3)
    #expect(player.animationKeys(layer).isEmpty)
    player.setDelegate(layer, nil)
    player.setOpacity(layer, 0.4)
    #expect(player.animation(layer, key: "opacity")?.timing.duration == 5)
  }

  @Test("A4.2: no implicit animation before the layer was committed once, nor in that very transaction")
  func firstCommit() {
    let player = makePlayer()
    let layer = player.addLayer()
    player.setOpacity(layer, 0.5)
    #expect(player.animationKeys(layer).isEmpty)
    player.advance(by: 0)
    player.setOpacity(layer, 0.25)
    #expect(player.animationKeys(layer) == ["opacity"])
  }

  @Test("A4.3: which keys animate by themselves, and how")
  func implicitKeys() {
    func keys(_ key: String, _ value: AnimationValue) -> [String] {
      let (player, layer) = makePlayer(isViewBacked: false)
      player.set(layer, key, value)
      return player.animationKeys(layer)
    }
    #expect(keys("zPosition", .number(1)) == ["zPosition"])
    #expect(keys("cornerRadius", .number(1)) == ["cornerRadius"])
    #expect(keys("backgroundColor", .color(Color(white: 1))).isEmpty)
    #expect(keys("hidden", .boolean(true)) == ["transition"])
    #expect(keys("maskedCorners", .token(1)) == ["transition"])
    #expect(keys("doubleSided", .boolean(false)).isEmpty)
    #expect(keys("myKey", .number(1)).isEmpty)
    #expect(keys("frame", .rect(Rect(x: 1, y: 2, width: 3, height: 4))) == ["position", "bounds"])
  }

  @Test("A4.4: the shape of an implicit animation")
  func implicitShape() throws {
    let (player, layer) = makePlayer(isViewBacked: false)
    player.setOpacity(layer, 0)
    let animation = try #require(player.animation(layer, key: "opacity"))
    #expect(animation.property?.form == .basic(BasicValues(from: .number(1))))
    #expect(animation.timing.duration == 0.25)
    #expect(animation.timing.fillMode == .backwards)
    #expect(animation.timingFunction == .default)
    #expect(animation.isRemovedOnCompletion)
    player.advance(by: 0.125)
    let shown = player.number(layer, "opacity")
    player.setOpacity(layer, 1)
    #expect(player.animation(layer, key: "opacity")?.property?.form == .basic(BasicValues(from: .number(shown))))
  }

  @Test("A4.6: a standalone layer animates inside a view block too, with the transaction's duration")
  func headlessInBlock() {
    let (player, layer) = makePlayer(isViewBacked: false)
    player.animate(ViewAnimation(duration: 0.5)) { player.setOpacity(layer, 0) }
    #expect(player.animation(layer, key: "opacity")?.timing.duration == 0.25)
    let (second, other) = makePlayer(isViewBacked: false)
    second.animate(ViewAnimation(duration: 0.5)) {
      second.begin()
      second.animationDuration = 0.2
      second.setOpacity(other, 0)
      try? second.commit()
    }
    #expect(second.animation(other, key: "opacity")?.timing.duration == 0.2)
  }

  @Test("A4.6: seed 002, listing 3-5: in a block the view fades for a second, an explicit move takes its own three")
  func listing35() {
    let (player, layer) = makePlayer(isViewBacked: true)
    player.animate(ViewAnimation(duration: 1)) {
      player.setOpacity(layer, 0)
      player.add(
        .basic(
          "position", from: player.model(layer, "position"), to: .point(Point(x: 300, y: 0)), duration: 3),
        to: layer, key: "AnimateFrame")
    }
    player.advance(by: 0.5)
    #expect(player.number(layer, "opacity") == 0.5)
    expectNear(player.shownX(layer), 50)
    player.advance(by: 1)
    #expect(player.number(layer, "opacity") == 0)
    expectNear(player.shownX(layer), 150)
    player.advance(by: 2)
    #expect(player.shownX(layer) == 0)
  }

  @Test("A4.5: who is asked when sublayers come, go and are replaced, and in which order")
  func eventActions() {
    let player = makePlayer()
    let (parent, old, new) = (player.addLayer(), player.addLayer(in: nil), player.addLayer(in: nil))
    player.advance(by: 0)
    var asked: [String] = []
    for (name, layer) in [("P", parent), ("C", old), ("D", new)] {
      player.setDelegate(layer) { key in
        asked.append("\(name).\(key)")
        return nil
      }
    }
    func answers(_ body: () -> Void) -> [String] {
      asked = []
      body()
      return asked
    }
    #expect(answers { player.insert(old, in: parent) } == ["P.sublayers", "C.onOrderIn"])
    #expect(answers { player.replace(old, with: new) } == ["P.sublayers", "C.onOrderOut", "D.onOrderIn"])
    #expect(answers { player.insert(new, in: nil) } == ["P.sublayers", "D.onOrderOut"])
    #expect(answers { player.didLayOut(parent) } == ["P.onLayout"])
    // Nobody answered: the superlayer fades, once, under the transition's key.
    #expect(player.animationKeys(parent) == ["transition"] && player.animationKeys(new).isEmpty)
    player.setDelegate(old) { $0 == "onOrderIn" ? .animation(.basic("opacity", from: .number(0), duration: 1)) : nil }
    player.insert(old, in: parent)
    #expect(player.animationKeys(old) == ["onOrderIn"])
  }
}
