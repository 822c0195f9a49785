import AnimationSampler
import ScenePlayer
import SceneModel
import Testing

@Suite("A14.1 to A14.11: property animators")
struct PropertyAnimatorTests {
  private func make(
    _ parameters: PropertyAnimator.Parameters = .curve(.linear), duration: Double = 2
  ) -> (LayerPlayer, LayerID, PropertyAnimator) {
    let (player, layer) = makePlayer(isViewBacked: true)
    let animator = PropertyAnimator(player: player, duration: duration, parameters: parameters)
    animator.addAnimations { player.setX(layer, 100) }
    return (player, layer, animator)
  }

  @Test("It runs to its end and tells where")
  func run() {
    let (player, layer, animator) = make()
    var positions: [PropertyAnimator.Position] = []
    animator.addCompletion { positions.append($0) }
    #expect(animator.state == .inactive)
    animator.start()
    #expect(animator.state == .active && animator.isRunning)
    player.advance(by: 0.5)
    expectNear(player.shownX(layer), 25)
    player.advance(by: 2)
    #expect(player.shownX(layer) == 100)
    #expect(positions == [.end])
    #expect(animator.state == .inactive)
  }

  @Test("Setting the fraction pauses it there; while paused the values follow in a straight line")
  func scrub() {
    let (player, layer, animator) = make(.curve(.easeIn))
    animator.pause()
    for fraction in [0.25, 0.75, 0.5] {
      animator.fractionComplete = fraction
      player.advance(by: 1)
      expectNear(player.shownX(layer), 100 * fraction)
      expectNear(animator.fractionComplete, fraction)
    }
    animator.start()
    player.advance(by: 0)
    expectNear(player.shownX(layer), 50, within: 1e-6)
    player.advance(by: 3)
    #expect(player.shownX(layer) == 100)
  }

  @Test("Pausing and going on leave what is shown where it was")
  func pause() {
    let (player, layer, animator) = make(.curve(.easeInEaseOut))
    animator.start()
    player.advance(by: 0.6)
    let shown = player.shownX(layer)
    animator.pause()
    player.advance(by: 4)
    expectNear(player.shownX(layer), shown, within: 1e-6)
    animator.start()
    player.advance(by: 0)
    expectNear(player.shownX(layer), shown, within: 1e-6)
  }

  @Test("Without linear scrubbing the fraction is that of the time")
  func timeScrub() {
    let (player, layer, animator) = make(.curve(.easeIn))
    animator.scrubsLinearly = false
    animator.fractionComplete = 0.5
    player.advance(by: 0)
    expectNear(player.shownX(layer), 31.53568125725393, within: 1e-6)
  }

  @Test("Reversed, it plays back to the start, where the model is then")
  func reverse() {
    let (player, layer, animator) = make()
    var positions: [PropertyAnimator.Position] = []
    animator.addCompletion { positions.append($0) }
    animator.start()
    player.advance(by: 1.5)
    animator.isReversed = true
    player.advance(by: 0)
    expectNear(player.shownX(layer), 75)
    expectNear(animator.fractionComplete, 0.25)
    player.advance(by: 0.5)
    expectNear(player.shownX(layer), 50)
    player.advance(by: 2)
    #expect(player.shownX(layer) == 0)
    #expect(positions == [.start])
  }

  @Test("It goes on with another curve in another time, from what is shown")
  func continuing() {
    let (player, layer, animator) = make()
    animator.start()
    player.advance(by: 1)
    animator.pause()
    animator.continue(with: .curve(.linear), durationFactor: 2)
    player.advance(by: 0)
    expectNear(player.shownX(layer), 50)
    player.advance(by: 2)
    expectNear(player.shownX(layer), 75)
    player.advance(by: 2.1)
    #expect(player.shownX(layer) == 100)
  }

  @Test("Stopped, the model is what was shown; without finishing nobody hears of it")
  func stop() {
    let (player, layer, animator) = make()
    var positions: [PropertyAnimator.Position] = []
    animator.addCompletion { positions.append($0) }
    animator.start()
    player.advance(by: 0.5)
    animator.stop(withoutFinishing: true)
    player.advance(by: 5)
    #expect(player.shownX(layer) == 25)
    #expect(player.model(layer, "position") == .point(Point(x: 25, y: 0)))
    #expect(positions.isEmpty)
    #expect(animator.state == .inactive)
  }

  @Test("A transaction's completion comes when the animator whose animations it waits for is stopped")
  func stopInTransaction() {
    let (player, _, animator) = make()
    player.begin()
    player.setCompletion("transaction")
    animator.start()
    #expect(throws: Never.self) { try player.commit() }
    player.advance(by: 0.5)
    #expect(player.events.isEmpty)
    animator.stop(withoutFinishing: true)
    player.advance(by: 0.1)
    #expect(player.events.map(\.what) == [.transaction("transaction")])
  }

  @Test(
    "Finished after a stop, the model is where it was told to be",
    arguments: [
      (PropertyAnimator.Position.end, 100.0), (.start, 0), (.current, 25),
    ])
  func finish(_ position: PropertyAnimator.Position, _ x: Double) {
    let (player, layer, animator) = make()
    var positions: [PropertyAnimator.Position] = []
    animator.addCompletion { positions.append($0) }
    animator.start()
    player.advance(by: 0.5)
    animator.stop(withoutFinishing: false)
    #expect(animator.state == .stopped)
    animator.finish(at: position)
    player.advance(by: 1)
    #expect(player.shownX(layer) == x)
    #expect(positions == [position])
  }

  @Test("Animations with a delay start later and end with the others")
  func delayFactor() {
    let (player, layer, animator) = make()
    animator.addAnimations(delayFactor: 0.5) { player.setOpacity(layer, 0) }
    animator.start()
    player.advance(by: 1)
    #expect(player.number(layer, "opacity") == 1)
    player.advance(by: 0.5)
    expectNear(player.number(layer, "opacity"), 0.5)
    player.advance(by: 1)
    #expect(player.number(layer, "opacity") == 0)
  }

  @Test("A13.3: a spring given by its physics sets the duration")
  func springDuration() {
    let player = makePlayer()
    let animator = PropertyAnimator(player: player, spring: Spring())
    expectNear(animator.duration, 1.4727003346780927, within: 1e-14)
    #expect((Spring(mass: 3, stiffness: 1000, damping: 500).dampingRatio - 4.56).magnitude < 0.01)
  }

  @Test("Pausing on completion holds the end and stays active")
  func pausesOnCompletion() {
    let (player, layer, animator) = make()
    var positions: [PropertyAnimator.Position] = []
    animator.addCompletion { positions.append($0) }
    animator.pausesOnCompletion = true
    animator.start()
    player.advance(by: 5)
    #expect(animator.state == .active)
    #expect(positions.isEmpty)
    #expect(player.shownX(layer) == 100)
  }

  @Test("Reversed, a spring goes back the way it came, and the model is where it started")
  func reversedSpring() {
    let spring = Spring(damping: 12)
    let (player, layer, animator) = make(.spring(spring), duration: spring.settlingDuration)
    var positions: [PropertyAnimator.Position] = []
    animator.addCompletion { positions.append($0) }
    animator.start()
    player.advance(by: 0.4)
    let there = (0...4).map { _ -> Double in player.shownX(layer) }[0]
    let way = (0...8).map { player.presentation(layer, "position", at: Double($0) / 20)?.lanes[0] ?? .nan }
    animator.isReversed = true
    player.advance(by: 0)
    expectNear(player.shownX(layer), there, within: 1e-9)
    for step in 1...7 {
      player.advance(by: 0.05)
      expectNear(player.shownX(layer), way[8 - step], within: 1e-6, "step \(step)")
    }
    player.advance(by: 1)
    #expect(positions == [.start])
    #expect(player.shownX(layer) == 0 && player.model(layer, "position") == .point(.zero))
  }

  @Test("Animations added while it runs move over what is left of the time, and nothing jumps")
  func addedWhileActive() {
    let (player, layer, animator) = make(.curve(.linear))
    animator.start()
    player.advance(by: 1)
    animator.addAnimations {
      player.setX(layer, 200)
      player.setOpacity(layer, 0)
    }
    player.advance(by: 0)
    expectNear(player.shownX(layer), 50)
    expectNear(player.number(layer, "opacity"), 1)
    player.advance(by: 0.5)
    // Half of the first way's rest, and half of the hundred that was added.
    expectNear(player.shownX(layer), 125)
    expectNear(player.number(layer, "opacity"), 0.5)
    var positions: [PropertyAnimator.Position] = []
    animator.addCompletion { positions.append($0) }
    player.advance(by: 1)
    expectNear(player.shownX(layer), 200)
    #expect(player.number(layer, "opacity") == 0 && positions == [.end])
  }

  @Test("A13.3: a velocity of two dimensions is one for each axis of a point, and its length for a number")
  func velocityByAxis() {
    let spring = Spring(damping: 20)
    let (player, layer) = makePlayer(isViewBacked: true)
    let animator = PropertyAnimator(
      player: player, duration: spring.settlingDuration, parameters: .springByAxis(spring, SIMD2(3, -4)))
    animator.addAnimations {
      player.set(layer, "position", .point(Point(x: 100, y: 10)))
      player.setOpacity(layer, 0)
    }
    animator.start()
    player.advance(by: 0.1)
    func progress(_ velocity: Double) -> Double {
      Spring(damping: 20, initialVelocity: velocity).motion.offset(at: 0.1) + 1
    }
    guard case .point(let shown)? = player.presentation(layer, "position") else {
      Issue.record("no position")
      return
    }
    expectNear(shown.x, 100 * progress(3))
    expectNear(shown.y, 10 * progress(-4))
    expectNear(player.number(layer, "opacity"), 1 - progress(5))
    player.advance(by: 2)
    #expect(player.presentation(layer, "position") == .point(Point(x: 100, y: 10)))
  }
}
