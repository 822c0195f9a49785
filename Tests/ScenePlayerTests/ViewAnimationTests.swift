import AnimationSampler
import Foundation
import ScenePlayer
import SceneModel
import TestSupport
import Testing

@Suite("View animation")
struct ViewAnimationTests {
  @Test("A12.1: which properties of a view move in a block, and how")
  func keys() {
    func kinds(_ key: String, _ value: AnimationValue) -> [Bool] {
      let (player, layer) = makePlayer(isViewBacked: true)
      player.animate(ViewAnimation(duration: 1)) { player.set(layer, key, value) }
      return player.animationKeys(layer).map { player.animation(layer, key: $0)?.property?.isAdditive ?? false }
    }
    #expect(kinds("position", .point(Point(x: 9, y: 9))) == [true])
    #expect(kinds("position.x", .number(9)) == [true])
    #expect(kinds("bounds", .rect(Rect(x: 1, y: 0, width: 9, height: 9))) == [true, true])
    #expect(kinds("bounds.size.width", .number(9)) == [true])
    #expect(kinds("transform", .transform(.scale(x: 2))) == [true])
    #expect(kinds("cornerRadius", .number(9)) == [true])
    #expect(kinds("opacity", .number(0)) == [false])
    #expect(kinds("backgroundColor", .color(Color(white: 1))) == [false])
    #expect(kinds("anchorPoint", .point(.zero)) == [false])
    #expect(kinds("shadowOpacity", .number(1)) == [false])
    for key in ["borderWidth", "shadowRadius", "strokeStart", "strokeEnd", "zPosition"] {
      #expect(kinds(key, .number(0.3)).isEmpty, "\(key)")
    }
    let (player, layer) = makePlayer(isViewBacked: true)
    player.setOpacity(layer, 0)
    #expect(player.animationKeys(layer).isEmpty)
  }

  @Test("A12.2: the emitted animation fills both ways, so a delay shows the old value")
  func delay() {
    let (player, layer) = makePlayer(isViewBacked: true)
    player.animate(ViewAnimation(duration: 1, delay: 1, options: .curveLinear)) { player.setX(layer, 100) }
    player.advance(by: 0.5)
    #expect(player.shownX(layer) == 0)
    #expect(player.model(layer, "position") == .point(Point(x: 100, y: 0)))
    player.advance(by: 1)
    expectNear(player.shownX(layer), 50)
    player.advance(by: 1)
    #expect(player.shownX(layer) == 100)
  }

  @Test("A12.3: curves by their bits")
  func curves() {
    #expect(ViewAnimation.Options().curve == .easeInEaseOut)
    #expect(ViewAnimation.Options(rawValue: 1 << 16).curve == .easeIn)
    #expect(ViewAnimation.Options(rawValue: 2 << 16).curve == .easeOut)
    #expect(ViewAnimation.Options(rawValue: 3 << 16).curve == .linear)
  }

  @Test("A12.4: additive animations are old minus new to zero, side by side under numbered keys")
  func additive() throws {
    let (player, layer) = makePlayer(isViewBacked: true)
    player.set(layer, "bounds", .rect(Rect(x: 0, y: 0, width: 200, height: 200)))
    player.advance(by: 0)
    player.animate(ViewAnimation(duration: 1)) {
      player.set(layer, "bounds", .rect(Rect(x: 0, y: 0, width: 100, height: 100)))
    }
    let size = try #require(player.animation(layer, key: "bounds.size")?.property)
    #expect(size.form == .basic(BasicValues(from: .size(Size(width: 100, height: 100)), to: .size(.zero))))
    player.animate(ViewAnimation(duration: 1, options: .beginFromCurrentState)) {
      player.set(layer, "bounds", .rect(Rect(x: 0, y: 0, width: 50, height: 50)))
    }
    #expect(player.animationKeys(layer) == ["bounds.size", "bounds.size-2"])
    let second = try #require(player.animation(layer, key: "bounds.size-2")?.property)
    #expect(second.form == .basic(BasicValues(from: .size(Size(width: 50, height: 50)), to: .size(.zero))))
  }

  @Test("A12.4: turning a straight move around freezes it until the first one ends")
  func freeze() {
    let (player, layer) = makePlayer(isViewBacked: true)
    let linear = ViewAnimation(duration: 1, options: .curveLinear)
    player.animate(linear) { player.setX(layer, 100) }
    player.advance(by: 0.5)
    player.animate(linear) { player.setX(layer, 0) }
    for _ in 0..<5 {
      player.advance(by: 0.1)
      expectNear(player.shownX(layer), 50)
    }
    player.advance(by: 0.25)
    expectNear(player.shownX(layer), 25)
  }

  @Test("A12.4, A20.2: what is shown is continuous through interruptions, and ends on the model", arguments: 1...20)
  func interruptions(_ seed: UInt64) {
    var entropy = Entropy(seed: seed)
    let (player, layer) = makePlayer(isViewBacked: true)
    for _ in 0..<6 {
      player.advance(by: Double(entropy.below(100)) / 100)
      let before = player.shownX(layer)
      let duration = 0.2 + Double(entropy.below(100)) / 100
      player.animate(ViewAnimation(duration: duration)) { player.setX(layer, Double(entropy.below(500))) }
      player.advance(by: 0)
      expectNear(player.shownX(layer), before)
    }
    player.advance(by: 5)
    #expect(player.presentation(layer, "position") == player.model(layer, "position"))
    #expect(player.animationKeys(layer).isEmpty)
  }

  @Test("A12.5: a replacing animation starts from what is shown only when it is told to")
  func replacing() {
    func jump(_ options: ViewAnimation.Options) -> Double {
      let (player, layer) = makePlayer(isViewBacked: true)
      player.animate(ViewAnimation(duration: 1, options: .curveLinear)) { player.setOpacity(layer, 0) }
      player.advance(by: 0.25)
      player.animate(ViewAnimation(duration: 1, options: [.curveLinear, options])) { player.setOpacity(layer, 0.5) }
      player.advance(by: 0)
      #expect(player.animationKeys(layer) == ["opacity"])
      return player.number(layer, "opacity")
    }
    #expect(jump(.beginFromCurrentState) == 0.75)
    #expect(jump([]) == 0)
  }

  @Test("A12.6: the same value animates nothing; a setter outside changes the model under the animation")
  func quietSetters() {
    let (player, layer) = makePlayer(isViewBacked: true)
    player.animate(ViewAnimation(duration: 1)) { player.setOpacity(layer, 1) }
    #expect(player.animationKeys(layer).isEmpty)
    player.animate(ViewAnimation(duration: 1, options: .curveLinear)) { player.setX(layer, 100) }
    player.advance(by: 0.5)
    player.setX(layer, 200)
    player.advance(by: 0)
    expectNear(player.shownX(layer), 150)
  }

  @Test("A12.7: a completion runs once, true unless something was taken away before its end")
  func completions() {
    func outcome(_ interrupt: (LayerPlayer, LayerID) -> Void) -> [PlayerEvent.What] {
      let (player, layer) = makePlayer(isViewBacked: true)
      player.animate(ViewAnimation(duration: 1), name: "fade") {
        player.setOpacity(layer, 0)
        player.setX(layer, 10)
      }
      player.advance(by: 0.5)
      interrupt(player, layer)
      player.advance(by: 3)
      return player.whats.filter { if case .block("fade", _) = $0 { true } else { false } }
    }
    #expect(outcome { _, _ in } == [.block("fade", finished: true)])
    #expect(outcome { $0.removeAllAnimations($1) } == [.block("fade", finished: false)])
    #expect(outcome { $0.insert($1, in: nil) } == [.block("fade", finished: false)])
    #expect(
      outcome { player, layer in
        player.animate(ViewAnimation(duration: 1)) { player.setOpacity(layer, 1) }
      } == [.block("fade", finished: false)])
    // Adding to a move does not stop it.
    #expect(
      outcome { player, layer in
        player.animate(ViewAnimation(duration: 1)) { player.setX(layer, 0) }
      } == [.block("fade", finished: true)])
  }

  @Test("A12.7: nothing animated completes at once; no duration completes in the next turn")
  func emptyBlocks() {
    let (player, layer) = makePlayer(isViewBacked: true)
    player.animate(ViewAnimation(duration: 1), name: "empty") {}
    #expect(player.whats == [.block("empty", finished: true)])
    player.animate(ViewAnimation(duration: 0), name: "instant") { player.setOpacity(layer, 0) }
    #expect(player.events.count == 1)
    player.advance(by: 0)
    #expect(player.whats.last == .block("instant", finished: true))
    #expect(player.number(layer, "opacity") == 0)
    let other = makePlayer()
    other.choices.emptyBlockCompletesAtOnce = false
    other.animate(ViewAnimation(duration: 1), name: "empty") {}
    #expect(other.events.isEmpty)
  }

  @Test("A12.8: repeat and autoreverse; finite counts")
  func repeats() {
    let (player, layer) = makePlayer(isViewBacked: true)
    player.animate(ViewAnimation(duration: 1, options: [.autoreverse, .curveLinear])) { player.setX(layer, 100) }
    player.advance(by: 1.5)
    expectNear(player.shownX(layer), 50)
    player.advance(by: 1)
    #expect(player.shownX(layer) == 100)
    player.animate(ViewAnimation(duration: 1, options: .curveLinear), name: "counted") {
      player.modifyAnimations(repeatCount: 2, autoreverses: false) { player.setX(layer, 0) }
    }
    player.advance(by: 1.25)
    expectNear(player.shownX(layer), 75)
    #expect(player.events.isEmpty)
    player.advance(by: 1)
    #expect(player.whats == [.block("counted", finished: true)])
  }

  @Test("A12.9: nested blocks inherit, unless they say otherwise; animation can be switched off")
  func nesting() {
    let (player, layer) = makePlayer(isViewBacked: true)
    player.animate(ViewAnimation(duration: 2, options: .curveLinear), name: "outer") {
      player.animate(ViewAnimation(duration: 0.5, options: .curveEaseIn), name: "inner") {
        player.setOpacity(layer, 0)
      }
      player.animate(
        ViewAnimation(
          duration: 0.5, options: [.overrideInheritedDuration, .overrideInheritedCurve, .curveEaseIn])
      ) { player.setX(layer, 100) }
      player.performWithoutAnimation { player.set(layer, "cornerRadius", .number(4)) }
    }
    #expect(player.animation(layer, key: "opacity")?.timing.duration == 2)
    #expect(player.animation(layer, key: "opacity")?.timingFunction == .linear)
    #expect(player.animation(layer, key: "position")?.timing.duration == 0.5)
    #expect(player.animation(layer, key: "position")?.timingFunction == .easeIn)
    #expect(player.animation(layer, key: "cornerRadius") == nil)
  }

  @Test("A13.2: the spring of iOS 17's plain call")
  func defaultSpring() {
    let animation = ViewAnimation()
    expectNear(animation.spring?.stiffness ?? 0, 157.91367041742973)
    expectNear(animation.spring?.damping ?? 0, 25.132741228718345)
    expectNear(animation.duration, 0.8)
  }

  @Test("A15.1: keyframes hold, move and hold again, eased as a whole")
  func keyframes() {
    let (player, layer) = makePlayer(isViewBacked: true)
    player.animateKeyframes(ViewAnimation(duration: 4, options: .curveLinear), name: "keys") {
      player.addKeyframe(start: 0.25, duration: 0.25) { player.setOpacity(layer, 0) }
      player.addKeyframe(start: 0.75, duration: 0) { player.setOpacity(layer, 0.5) }
    }
    var shown: [Double] = []
    for step in [0.5, 1.0, 1.0, 1.0] {
      player.advance(by: step)
      shown.append(player.number(layer, "opacity"))
    }
    #expect(shown == [1, 0.5, 0, 0.5])
    player.advance(by: 1)
    #expect(player.number(layer, "opacity") == 0.5)
    #expect(player.whats == [.block("keys", finished: true)])
    player.animateKeyframes(ViewAnimation(duration: 1)) {
      player.addKeyframe(start: 0, duration: 1) { player.setOpacity(layer, 0) }
    }
    #expect(player.animation(layer, key: "opacity")?.timingFunction == .easeInEaseOut)
  }

  @Test("A value that is set twice in a keyframe ends at the second") func setTwice() {
    let (player, layer) = makePlayer(isViewBacked: true)
    player.animateKeyframes(ViewAnimation(duration: 4, options: .curveLinear)) {
      player.addKeyframe(start: 0, duration: 0.5) {
        player.setOpacity(layer, 0.5)
        player.setOpacity(layer, 0)
      }
    }
    player.advance(by: 1)
    #expect(player.number(layer, "opacity") == 0.5)
  }

  @Test("A15.2: a transition reports progress and completes with its duration")
  func transition() {
    let (player, layer) = makePlayer(isViewBacked: true)
    player.transition(layer, ViewAnimation(duration: 1, options: .curveLinear), name: "flip") {
      player.setOpacity(layer, 0.5)
    }
    player.advance(by: 0.25)
    #expect(player.number(layer, "opacity") == 0.5)
    #expect(player.animationKeys(layer) == ["transition"])
    #expect(player.explain(layer, "transition", at: 0.25).isEmpty)
    player.advance(by: 1)
    #expect(player.whats == [.block("flip", finished: true)])
  }

  @Test("A15.2: a dissolve fades what was there, a flip turns by half a turn and swaps faces half way")
  func transitionLooks() throws {
    let (player, layer) = makePlayer(isViewBacked: true)
    player.transition(layer, ViewAnimation(duration: 1, options: .curveLinear), kind: .crossDissolve) {}
    player.advance(by: 0.25)
    #expect(player.transitionLook(layer, at: 0.25)?.lanes == [0.75, 0, 0])
    player.advance(by: 1.75)
    #expect(player.transitionLook(layer, at: 2) == nil)
    player.transition(layer, ViewAnimation(duration: 1, options: .curveLinear), kind: .flipFromRight) {}
    player.advance(by: 0.25)
    let early = try #require(player.transitionLook(layer, at: 2.25))
    #expect(early.outgoingOpacity == 1 && abs(early.rotationY + .pi / 4) < 1e-12 && early.rotationX == 0)
    #expect(player.transitionLook(layer, at: 2.75)?.outgoingOpacity == 0)
    // Scrubbing backward tells the dissolve again.
    #expect(player.transitionLook(layer, at: 0.25)?.lanes == [0.75, 0, 0])
    #expect(TransitionStep.Kind.curlUp.look(at: 0.5) == nil)
  }

  struct Springs: Decodable {
    struct Press: Decodable {
      struct Block: Decodable { var duration, delay, damping, velocity: Double }
      struct Completion: Decodable { var block: String, time: Double, finished: Bool }
      var distance, releasedAt: Double
      var fill, erase: Block
      var times, additive: [Double]
      var completions: [Completion]
    }
    var presses: [Press]
  }

  @Test("Seed 004: the interrupted long press, with the completion that should not have come")
  func longPress() throws {
    let file = Evidence.decode(Springs.self, from: "animation/springs")
    for press in file.presses {
      let (player, layer) = makePlayer(isViewBacked: true)
      func block(_ block: Springs.Press.Block) -> ViewAnimation {
        ViewAnimation(
          duration: block.duration, delay: block.delay, dampingRatio: block.damping, initialVelocity: block.velocity)
      }
      func x(_ transform: AnimationValue?) -> Double {
        if case .transform(let transform)? = transform { transform.row4.x } else { .nan }
      }
      player.animate(block(press.fill), name: "fill") {
        player.set(layer, "transform", .transform(.translation(x: press.distance)))
      }
      player.advance(by: press.releasedAt)
      player.animate(block(press.erase), name: "erase") { player.set(layer, "transform", .transform(.identity)) }
      player.advance(by: 5)
      for (time, expected) in zip(press.times, press.additive) {
        expectNear(x(player.presentation(layer, "transform", at: time)), expected, within: 1e-6, "at \(time)")
      }
      let blocks = player.events.compactMap { event -> (String, Double, Bool)? in
        if case .block(let name, let finished) = event.what { (name, event.time, finished) } else { nil }
      }
      for (block, expected) in zip(blocks, press.completions) {
        #expect(block.0 == expected.block)
        expectNear(block.1, expected.time)
        #expect(block.2 == expected.finished)
      }
      // The trap, and what the linter says of it.
      #expect(player.lintRemarks.contains { $0.trap == .completionAfterInterruption })
    }
  }

  @Test("Seed 004: the guarded variant runs its purpose only when it still holds")
  func guardedLongPress() {
    func stored(releasedAt release: Double?) -> Int {
      let (player, layer) = makePlayer(isViewBacked: true)
      var count = 0
      var purpose: (() -> Void)? = { count += 1 }
      let spring = ViewAnimation(duration: 0.9, delay: 0.15, dampingRatio: 1, initialVelocity: 0.1)
      player.animate(spring) {
        player.set(layer, "transform", .transform(.translation(x: 300)))
      } completion: { _ in
        purpose?()
      }
      if let release {
        player.advance(by: release)
        purpose = nil
        player.animate(spring) { player.set(layer, "transform", .transform(.identity)) }
      }
      player.advance(by: 5)
      return count
    }
    #expect(stored(releasedAt: nil) == 1)
    #expect(stored(releasedAt: 0.4) == 0)
  }
}
